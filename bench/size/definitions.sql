-- What row number n of each table is, in functions of a schema of their own that bench/size/generate removes again.
-- Everything follows from n, so the tables can be written at the same time. Variables: artifacts, accounts (numbers),
-- now (milliseconds since 1970). A fifth of the artifacts belongs to account 0, the rest to the others in turn.

create schema bench;

create function bench.made_at(n bigint) returns bigint stable parallel safe language sql
  return :now - (:artifacts - n) * (31536000000 / :artifacts);

create function bench.moment(milliseconds bigint) returns timestamptz stable parallel safe language sql
  return to_timestamp(milliseconds / 1000.0);

-- A UUIDv7.
create function bench.id_of(milliseconds bigint, what text) returns uuid stable parallel safe language sql
  return overlay(overlay(md5(what) placing lpad(to_hex(milliseconds), 12, '0') || '7' from 1)
                 placing '8' from 17)::uuid;

create function bench.account(k bigint) returns uuid stable parallel safe language sql
  return bench.id_of(:now - 31536000000 + k, 'account ' || k);
create function bench.owner(n bigint) returns bigint stable parallel safe language sql
  return case when n % 5 = 0 then 0 else 1 + (n - n / 5) % (:accounts - 1) end;

create function bench.artifact(n bigint) returns uuid stable parallel safe language sql
  return bench.id_of(bench.made_at(n), 'artifact ' || n);
create function bench.template(n bigint) returns text stable parallel safe language sql
  return (array['markdown', 'chart', 'table', 'pdf', 'code'])[1 + n / 5 % 5];
-- 20 of account 0 have a rare word.
create function bench.title(n bigint) returns text stable parallel safe language sql
  return case when n % (:artifacts / 20) = 0 then 'Yearly figures ' else 'Report ' end || n;

-- The oldest tenth expired 50 to 85 days ago; of the others, a third expires in the coming year.
create function bench.has_expired(n bigint) returns boolean stable parallel safe language sql
  return n <= :artifacts / 10;
create function bench.is_deleted(n bigint) returns boolean stable parallel safe language sql
  return not bench.has_expired(n) and n / 25 % 200 = 7;
create function bench.expires_at(n bigint) returns timestamptz stable parallel safe language sql
  return case when bench.has_expired(n) then bench.moment(bench.made_at(n) + 24192000000)
              when n / 25 % 3 = 0 then bench.moment(:now + (1 + n % 365) * 86400000) end;

create function bench.link(n bigint, j integer) returns uuid stable parallel safe language sql
  return bench.id_of(bench.made_at(n) + j, 'link ' || n || ' ' || j);
-- About ten for each artifact.
create function bench.views(n bigint, j integer) returns bigint stable parallel safe language sql
  return case when j = 1 then n % 21 else 0 end;

-- What the index of words has of it, as db/word_index would write it: the words of title and content, each after the
-- account's mark, and those of the title also after "=".
create function bench.words(n bigint) returns text[] stable parallel safe language sql
  return (select array_agg(distinct substr(replace(bench.account(bench.owner(n))::text, '-', ''), 25) || word)
            from unnest(string_to_array(lower(bench.title(n)), ' ')
                        || string_to_array('=' || replace(lower(bench.title(n)), ' ', ' ='), ' ')
                        || array['report', n::text, 'figures', 'of', 'day', (n % 365)::text, 'and', md5(n::text),
                                 md5((-n)::text)]) as word);
