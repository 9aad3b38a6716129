-- The rows of one table, named by the variable table. Each is one transaction that empties its table first: with
-- wal_level = minimal, nothing of it goes to the write-ahead log.
\set ON_ERROR_STOP on
set synchronous_commit = off;
set session_replication_role = replica;
set jit = off;
select :'table' = 'artifacts' as artifacts_wanted, :'table' = 'share_links' as links_wanted,
       :'table' = 'artifact_words' as words_wanted, :'table' = 'audit_events' as events_wanted \gset
begin;
truncate :table;
\if :artifacts_wanted
insert into artifacts (id, account_id, template, title, content, metadata, created_at, updated_at, expires_at,
                       deleted_at, listed_as, external_id, first_heading, title_words)
select bench.artifact(n), bench.account(bench.owner(n)), bench.template(n), bench.title(n),
       format('{"text":"# Report %s\n\nFigures of day %s: %s and %s."}', n, n % 365, md5(n::text), md5((-n)::text)),
       case when n / 25 % 10 = 1
            then format('{"job":"%s","run":%s}',
                        case when n % (:artifacts / 40) = 25 then 'rare' else 'usual' end, n)
            else '{}' end,
       bench.moment(bench.made_at(n)), bench.moment(bench.made_at(n)), bench.expires_at(n),
       case when bench.is_deleted(n) then bench.moment(:now - 432000000) end,
       case when bench.is_deleted(n) then 'deleted' when bench.has_expired(n) then 'expired' else 'active' end,
       case when n / 25 % 10 = 3 then 'order-' || n end, 'Report ' || n,
       '|' || replace(lower(bench.title(n)), ' ', '|') || '|'
  from generate_series(1::bigint, :artifacts) as n;
\elif :links_wanted
insert into share_links (id, artifact_id, signing_key_id, created_at, expires_at, view_count, last_viewed_at, account_id)
select bench.link(n, j), bench.artifact(n), 'k1', bench.moment(bench.made_at(n) + j),
       case when bench.has_expired(n) then 'infinity' else bench.moment(:now + (1 + n % 365) * 86400000) end,
       bench.views(n, j), case when bench.views(n, j) > 0 then bench.moment(bench.made_at(n) + 60000) end,
       bench.account(bench.owner(n))
  from generate_series(1::bigint, :artifacts) as n, generate_series(0, 2) as j;
\elif :words_wanted
insert into artifact_words (artifact_id, words)
select bench.artifact(n), array_to_tsvector(bench.words(n)) from generate_series(1::bigint, :artifacts) as n;
\elif :events_wanted
insert into audit_events (id, account_id, created_at, action, key_id, actor_name, client_address, subject, subject_name)
select bench.id_of(bench.made_at(n), 'event ' || n), bench.account(bench.owner(n)), bench.moment(bench.made_at(n)),
       case when n % 50 = 7 then 'artifact.deleted' else 'link.created' end,
       bench.account(bench.owner(n)), 'reports', '192.0.2.1', 'shr_' || substr(md5(n::text), 1, 26), bench.title(n)
  from generate_series(1::bigint, :artifacts) as n;
\endif
commit;
