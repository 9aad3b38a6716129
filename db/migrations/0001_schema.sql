-- The schema of the service: accounts, users and keys; artifacts and their links; search; requests and counts; the
-- audit log; OAuth.
--
-- Ids are UUIDv7, made by the workers. Times are the database's, to the millisecond where callers see them. Secrets are
-- stored as SHA-256, passwords by scrypt with its parameters. Tables with a `slot` hold sums: each connection adds to a
-- slot of its own, so that writers do not wait for each other, and the value is the sum over all slots.


-- Ids and times

-- The id that the API and artifact-admin show of a row: public_id('art', id). The uuid's 128 bits, five
-- to a letter.
create function public_id(prefix text, id uuid) returns text
  language sql immutable strict parallel safe as $$
  select prefix || '_' || string_agg(
           substr('0123456789abcdefghjkmnpqrstvwxyz',
                  1 + substring(bits from 1 + 5 * place for 5)::bit(5)::integer, 1),
           '' order by place)
    from (select B'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) as id,
         generate_series(0, 25) as place
$$;

-- The other way round, whatever the prefix: where id = uuid_of('art_…').
create function uuid_of(public_id text) returns uuid
  language plpgsql immutable strict parallel safe as $$
declare
  digits constant text := split_part(public_id, '_', 2);
  bits bit varying := B'';
begin
  if public_id !~ '^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$' then
    raise exception '"%" is no id of the API', public_id using errcode = 'invalid_text_representation';
  end if;
  for place in 1 .. 26 loop
    bits := bits || (strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(digits, place, 1)) - 1)::bit(5);
  end loop;
  return (select string_agg(to_hex(substring(bits from 3 + 4 * nibble for 4)::bit(4)::integer), ''
                            order by nibble)
            from generate_series(0, 31) as nibble)::uuid;
end
$$;

-- Whether an expiry is in range, which is the same as for durations. Null, for no such expiry, is.
create function may_end_at(ends_at timestamptz, moment timestamptz) returns boolean
  language sql stable parallel safe
  return ends_at is null
         or ends_at between moment + make_interval(secs => 60)
                        and moment + make_interval(secs => 315360000);


-- Statements read artifacts template by template, as the indexes are ordered.
create function every_template() returns text[] language sql immutable parallel safe
  return array['markdown', 'chart', 'table', 'pdf', 'code', 'html', 'image'];

-- Values of one column. PostgreSQL keeps the checks of a domain prepared, while it reads those of a table anew with each
-- statement that writes. Whether a value may be null, and rules across columns, stand at the tables. Versions of artifacts
-- are plain integers: an array of a domain's values is converted for each row that it is compared with.

create domain plan_name as text check (value in ('free', 'pro', 'enterprise'));
create domain user_role as text check (value in ('member', 'owner'));
create domain template_name as text check (value = any (every_template()));
create domain listed_kind as text check (value in ('active', 'expired', 'deleted'));
create domain pdf_progress as text check (value in ('rendering', 'ready', 'failed'));
create domain image_choice as text check (value in ('on', 'click', 'off'));
create domain live_choice as text check (value in ('auto', 'offer', 'off'));
create domain card_choice as text check (value in ('on', 'off'));
create domain token_audience as text check (value in ('api', 'mcp'));
create domain token_kind as text check (value in ('access', 'refresh'));
create domain asker_kind as text check (value in ('api_key', 'access_token'));
create domain link_name as text check (length(value) between 1 and 100);
create domain shown_name as text check (value <> '');
create domain view_limit as integer check (value between 1 and 1000000);
create domain version_number as integer check (value > 0);
create domain rate as integer check (value > 0);
create domain amount as bigint check (value >= 0);
create domain sha256_hash as bytea check (length(value) = 32);


-- The order of titles: letters of all scripts, in lower case before upper case, and numbers by their value.
create collation alphabetical (provider = icu, locale = 'und-u-kn-true');


-- Accounts, users and keys

-- A customer. What is null of its limits is as its plan has it; the largest bigint stands for no limit.
create table accounts (
  id uuid primary key,
  name text not null,
  plan plan_name not null,
  -- What was agreed with an Enterprise account.
  requests_per_minute rate,
  max_bytes amount,
  max_artifacts amount,
  -- Whether content with what looks like a secret is refused.
  refuses_secrets boolean not null default false,
  -- What new links have of these columns of share_links; null: as they are by themselves.
  live live_choice,
  cards card_choice,
  remote_images image_choice,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Since when and why the operator has disabled it; null where it is not disabled.
  disabled_at timestamptz,
  disabled_reason text,
  -- Whether pages of share links may show the account's name and logo: whether the operator allows it, and whether links
  -- do that do not say so themselves.
  may_show_sender boolean not null default false,
  shows_sender boolean not null default false,
  sender_name shown_name,
  -- A PNG in base64, and the beginning of its SHA-256 in hexadecimal, by which viewers get it.
  sender_logo text,
  sender_logo_digest text,
  constraint accounts_disabled check ((disabled_at is null) = (disabled_reason is null)),
  constraint accounts_sender_logo check ((sender_logo is null) = (sender_logo_digest is null))
);
create index accounts_sender_logo_digest on accounts (sender_logo_digest)
  where sender_logo_digest is not null;

-- An account that is being removed. Its row is gone, and with it users, keys and grants; what refers to it without a
-- foreign key goes in steps, which begin once no transaction is left that can have seen it (db/account_removal.h).
create table removed_accounts (
  id uuid primary key,
  -- No transaction that began later has seen the account. Null until the removal of its row is committed.
  gone_at timestamptz
);

-- A person who uses the dashboard of one account.
create table users (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- In lower case; one address signs in to one account.
  email text not null unique,
  role user_role not null,
  -- Null until the user has chosen a password.
  password_hash text,
  -- The secret of the second factor, encrypted, and with what; null where there is none.
  sealed_totp_secret text,
  totp_signing_key_id text,
  -- The last time step whose code was used: no code is taken twice.
  totp_last_step bigint not null default 0,
  -- Sessions that were begun under another number are over.
  session_epoch integer not null default 1,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  last_signed_in_at timestamptz
);
create index users_of_account on users (account_id, created_at);

-- What the operator's searches say of the account of what they found.
create view found_accounts as
  select id, name, disabled_at, disabled_reason,
         (select string_agg(email, ' ' order by created_at)
            from users
           where account_id = accounts.id and role = 'owner') as owners
    from accounts;

-- A code that stands in for the second factor once.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash sha256_hash not null,
  primary key (user_id, code_hash)
);

-- A link by which a user chooses a password once. SHA-256 of the token in it.
create table password_links (
  token_hash sha256_hash primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_links_of_user on password_links (user_id);

-- A browser that is signed in to the dashboard. SHA-256 of its cookie. A session ends when its user's epoch has moved
-- on, when its time is over, and when it was idle for too long.
create table sessions (
  token_hash sha256_hash primary key,
  user_id uuid not null references users on delete cascade,
  epoch integer not null,
  ends_at timestamptz not null,
  last_used_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_end on sessions (ends_at);

-- A visitor, by the SHA-256 of their cookie, who has given a user's password and is to give the second factor.
create table awaited_second_factors (
  visitor_hash sha256_hash primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null,
  -- The user's session epoch when they entered the password: a new password, or signing out everywhere, ends this too.
  epoch integer not null
);

-- An API key. It never changes but for its name, its last use and its end.
create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  -- SHA-256 of the key. The key itself is nowhere.
  secret_hash sha256_hash not null unique,
  display_prefix text not null,
  scopes text[] not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  -- The user who created it, so that members cannot revoke the keys of owners; null where it was the operator. Users
  -- may be removed, so it refers to nothing.
  created_by uuid,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Folded in from Redis, so some minutes late.
  last_used_at timestamptz,
  -- What bounds its publishing, for keys that are given to agents. Null: any expiry that its account may set.
  maximum_expiry_seconds bigint,
  password_required boolean not null default false,
  refuses_secrets boolean not null default false
);
create index api_keys_of_account on api_keys (account_id, created_at);


-- Artifacts

-- What is written often refers to accounts and artifacts without a foreign key, which would lock the account's row with
-- each artifact and event. In its place: what is written with an artifact is written in the statement that creates it, or
-- while its row is locked; only remove_artifacts() deletes artifacts, and takes everything along; accounts are removed
-- as said at removed_accounts. `artifact-admin check` looks for rows that were left.

-- A document of an account. Content and metadata are exactly as they were sent, hence text: json would be parsed again,
-- and jsonb changed. A statement that changes `deleted_at` or `expires_at` sets `listed_as`; one that changes that or the
-- content changes artifact_counts; and one that changes title, description or content adds to unindexed_artifacts.
create table artifacts (
  id uuid primary key,
  account_id uuid not null,
  -- The caller's own key, unique among the existing artifacts of the account, including deleted ones.
  external_id text,
  template template_name not null,
  title text,
  description text,
  -- What an artifact without a title is called in lists: the first heading of its document, as plain text. Empty if it
  -- has none; null for templates without headings.
  first_heading text,
  -- The words of the title, or else of the first heading, in lower case: `|net|sales|` (db/word_index.h). Filters by
  -- title compare with these.
  title_words text not null default '|',
  content text compression lz4 not null,
  metadata text compression lz4 not null,
  -- How far the PDF is that is made of its document, and why it failed; null where none is made.
  pdf_status pdf_progress,
  pdf_problem text,
  -- Counts the writes: entity tags and the caches of the workers go by it.
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  deleted_at timestamptz,
  -- An expired artifact is kept for its full time after it was restored.
  restored_at timestamptz,
  -- As of accounts.
  disabled_at timestamptz,
  disabled_reason text,
  -- What a list counts it as. `deleted` is exact; an artifact that has expired stays `active` here until maintenance
  -- comes by, so queries look at expires_at as well. Between two rounds of maintenance these are few, and the index
  -- artifacts_by_expiry finds them.
  listed_as listed_kind not null default 'active',
  -- The current version is this row. Earlier ones are in artifact_versions.
  version integer not null default 1,
  version_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Who wrote it: the type, the id and the name of the principal (core/version.h).
  version_author text[],
  -- What its author says of it.
  version_note text,
  -- What differs from the version before: content, title, description. Null in the first one.
  version_changes text[],
  -- Whether it only appended to the version before.
  version_appends boolean not null default false,
  -- SHA-256 of the content. A worker computes it, so contents are compared without being read.
  content_hash sha256_hash,
  constraint artifacts_disabled check ((disabled_at is null) = (disabled_reason is null))
-- Noting what has expired leaves dead entries in the indexes; they are to go before they are many.
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create unique index artifacts_by_external_id on artifacts (account_id, external_id) where external_id is not null;
-- The index that serves every list: a list is the merge of one run of it for each kind and template that the filters
-- allow. Artifacts_by_update serves lists that are sorted by the last update, and artifacts_by_expiry those by expiry.
create index artifacts_listed on artifacts (account_id, listed_as, template, created_at, id)
  include (expires_at, deleted_at);
create index artifacts_by_update on artifacts (account_id, listed_as, template, updated_at, id);
-- Both are read by account, kind and template as well, so that the planner never takes a whole run of artifacts_listed
-- for them.
create index artifacts_by_expiry on artifacts (account_id, listed_as, template, expires_at, id)
  include (created_at) where expires_at is not null;
create index artifacts_by_deletion on artifacts (account_id, template, deleted_at)
  include (id) where deleted_at is not null;

-- What is shown of an artifact, without its content, and with what the time makes of it. PostgreSQL puts the expressions
-- in place of a call:
--   select (summary_of(artifact)).* from artifacts artifact
create type artifact_summary as (
  id uuid, account_id uuid, template text, title text, description text, metadata text,
  created_at timestamptz, updated_at timestamptz, expires_at timestamptz, deleted_at timestamptz,
  revision bigint, has_expired boolean, disabled_at timestamptz, disabled_reason text,
  can_be_restored boolean, external_id text, first_heading text, pdf_status text, pdf_problem text
);
create function summary_of(artifact artifacts) returns artifact_summary
  language sql stable parallel safe
  return row(artifact.id, artifact.account_id, artifact.template, artifact.title,
             artifact.description, artifact.metadata, artifact.created_at, artifact.updated_at,
             artifact.expires_at, artifact.deleted_at, artifact.revision,
             coalesce(artifact.expires_at <= now(), false), artifact.disabled_at,
             artifact.disabled_reason,
             coalesce(artifact.deleted_at > now() - interval '30 days', false),
             artifact.external_id, artifact.first_heading, artifact.pdf_status,
             artifact.pdf_problem)::artifact_summary;

-- The conditions of lists and searches. First the template and status: `templates` is a list with spaces, `status` is
-- '' for what is neither deleted nor filtered.
create function is_listed(template text, deleted_at timestamptz, expires_at timestamptz,
                          templates text, status text) returns boolean
  language sql stable parallel safe
  return template = any(string_to_array(templates, ' '))
         and (deleted_at is not null) = (status = 'deleted')
         and (status <> 'active' or expires_at is null or expires_at > now())
         and (status <> 'expired' or expires_at <= now());

-- Whether metadata has all these: keys, each followed by its value. Looking up a key parses the text, so many are
-- compared in one pass.
create function has_metadata(metadata text, wanted text[]) returns boolean
  language plpgsql immutable parallel safe cost 1000 as $$
declare
  own constant json := metadata;
begin
  if cardinality(wanted) > 4 then
    return (select count(*)
              from json_each_text(own) as pair
              join json_each_text(json_object(wanted)) as sought using (key)
             where pair.value = sought.value) = cardinality(wanted) / 2;
  end if;
  for place in 1 .. cardinality(wanted) by 2 loop
    if (own ->> wanted[place]) is distinct from wanted[place + 1] then
      return false;
    end if;
  end loop;
  return true;
end
$$;

-- Whether a title has all words that are sought: what it must be like, with spaces between.
create function title_has(title_words text, patterns text) returns boolean
  language sql immutable parallel safe
  return title_words like all (string_to_array(lower(patterns), ' '));

-- The others: words in the title, '' for any; metadata, '{}' for any; and times, null for any.
create function matches_filter(title_words text, metadata text, created_at timestamptz, updated_at timestamptz,
                               patterns text, wanted text[],
                               created_after timestamptz, created_before timestamptz,
                               updated_after timestamptz, updated_before timestamptz) returns boolean
  language sql immutable parallel safe
  return (patterns = '' or title_has(title_words, patterns))
         and (wanted = '{}' or has_metadata(metadata, wanted))
         and created_at > coalesce(created_after, '-infinity')
         and created_at < coalesce(created_before, 'infinity')
         and updated_at > coalesce(updated_after, '-infinity')
         and updated_at < coalesce(updated_before, 'infinity');

-- One number for each key and value of an artifact's metadata. The numbers depend on the account, so that
-- a search does not read the entries of other accounts. The value is its text: the characters of a string,
-- or the JSON of any other value. Different pairs may have the same number, so searches check each artifact
-- again. The high cost keeps the planner from calling this for every row instead of using the index. (jsonb
-- is no alternative: it rejects numbers that are out of its range, which metadata may contain.)
create function metadata_pairs(account uuid, metadata text) returns bigint[]
  language plpgsql immutable strict parallel safe cost 10000 as $$
declare
  seed constant bigint := uuid_hash_extended(account, 0);
begin
  return array(select hashtextextended(value, hashtextextended(key, seed))
                 from json_each_text(metadata::json)
                where value is not null);
end
$$;
-- Without a pending list, which every search would have to read. Artifacts without metadata have no entry.
create index artifacts_by_metadata on artifacts using gin (metadata_pairs(account_id, metadata))
  with (fastupdate = off) where metadata <> '{}';

-- How many artifacts an account has of each kind and template, and the bytes of their contents, in slots; and under
-- `history`, the bytes of earlier versions. The statement that changes an artifact changes these.
create table artifact_counts (
  account_id uuid not null,
  listed_as text not null,
  template text not null,
  slot smallint not null,
  count bigint not null,
  bytes bigint not null default 0,
  primary key (account_id, listed_as, template, slot)
) with (fillfactor = 50);

create type admission as (refused text, most bigint, used bigint);
-- Whether an account with these limits may add so many artifacts and bytes of content. Whoever is admitted writes in the
-- same transaction. What is refused comes back as `bytes` or `artifacts`, with the limit and the use; null if nothing is.
-- Statements do not ask for an account without limits.
--
-- Exact, however many write at once. Far from the limits writers of one account do not wait for each
-- other: there can be at most one of them for each slot (connections share these by their number),
-- and none adds more than `largest`, so as long as all of them together stay within the limits, what
-- the others have not committed yet does not matter. Nearer to the limits a writer waits until all
-- others have ended, and keeps new ones out. One that finds only behind its locks that the limits are near has the whole
-- transaction run again (AS001, Postgres::write()), as two who waited to make their locks exclusive would wait for ever.
-- Earlier versions go before content is refused: the oldest, as many as are needed, and none if that would not be
-- enough. A call that removes some says `history`, and the statement is run again: it does not see what it has removed,
-- and one call removes no more than a step.
create function admit_content(of_account uuid, more_artifacts bigint, more_bytes bigint,
                              most_artifacts bigint, most_bytes bigint) returns admission
  language plpgsql as $$
declare
  admitted constant admission := row(null, null, null);
  slots constant bigint := 16;
  largest constant bigint := 16777216;
  lock_name constant text := 'storage ' || of_account;
  bytes_now bigint;
  bytes_of_history bigint;
  artifacts_now bigint;
begin
  if more_artifacts <= 0 and more_bytes <= 0 then
    return admitted;
  end if;
  if more_bytes <= largest and more_artifacts <= 1 then
    select coalesce(sum(bytes), 0), coalesce(sum(count), 0) into bytes_now, artifacts_now
      from artifact_counts where account_id = of_account;
    -- With one slot more than is needed, so that few find out later.
    if bytes_now <= most_bytes - more_bytes - slots * largest
       and artifacts_now <= most_artifacts - more_artifacts - slots then
      perform pg_advisory_xact_lock_shared(hashtextextended(lock_name, 0)),
              pg_advisory_xact_lock(hashtextextended(lock_name || ' ' || pg_backend_pid() % slots, 0));
      select coalesce(sum(bytes), 0), coalesce(sum(count), 0) into bytes_now, artifacts_now
        from artifact_counts where account_id = of_account;
      if bytes_now <= most_bytes - more_bytes - (slots - 1) * largest
         and artifacts_now <= most_artifacts - more_artifacts - (slots - 1) then
        return admitted;
      end if;
      raise exception 'the account is near its limits' using errcode = 'AS001';
    end if;
  end if;

  perform pg_advisory_xact_lock(hashtextextended(lock_name, 0));
  select coalesce(sum(bytes), 0), coalesce(sum(count), 0),
         coalesce(sum(bytes) filter (where listed_as = 'history'), 0)
    into bytes_now, artifacts_now, bytes_of_history
    from artifact_counts where account_id = of_account;
  if more_artifacts > 0 and artifacts_now > most_artifacts - more_artifacts then
    return row('artifacts', most_artifacts, artifacts_now)::admission;
  end if;
  if more_bytes > 0 and bytes_now > most_bytes - more_bytes then
    if bytes_now - bytes_of_history <= most_bytes - more_bytes
       and remove_oldest_versions(of_account, bytes_now - (most_bytes - more_bytes)) > 0 then
      return row('history', null, null)::admission;
    end if;
    return row('bytes', most_bytes, bytes_now)::admission;
  end if;
  return admitted;
end
$$;


-- Versions

-- An earlier version of an artifact, as it was. An erased one has only what cannot be read into: that it was, when, and
-- by whom.
create table artifact_versions (
  artifact_id uuid not null,
  version integer not null,
  -- That of the artifact.
  account_id uuid not null,
  created_at timestamptz not null,
  author text[],
  note text,
  changes text[],
  -- Whether it only appended to the version before.
  appends boolean not null default false,
  title text,
  description text,
  -- Null where it was erased.
  content text compression lz4,
  content_hash sha256_hash,
  -- Of the content.
  bytes bigint not null,
  -- When the next version took its place.
  kept_at timestamptz not null default now(),
  erased_at timestamptz,
  primary key (artifact_id, version),
  constraint artifact_versions_erased check ((erased_at is null) = (content is not null))
);
create index artifact_versions_by_age on artifact_versions (account_id, kept_at);
-- For what was made of erased versions and is removed on every host.
create index artifact_versions_erased on artifact_versions (erased_at) where erased_at is not null;

-- Removes these versions, number by number of the artifact in the same place, and takes them from the account's storage.
-- Those that a link shows stay: what was committed while this waited for the rows is seen by its later statements, which
-- one statement for all would not. Nothing else removes versions but remove_artifacts(). What was erased before had
-- given its bytes back. Returns how many it has removed.
create function remove_versions(of_artifacts uuid[], numbers integer[], out removed bigint, out freed bigint)
  language plpgsql as $$
begin
  -- Each version is found by its key: other plans compare all of an artifact with all that are wanted.
  perform from (select artifact_id, version from unnest(of_artifacts, numbers) as due (artifact_id, version)
                 order by artifact_id, version) as due,
               lateral (select from artifact_versions kept
                         where kept.artifact_id = due.artifact_id and kept.version = due.version
                           for update) as locked;
  with gone as (
    delete from artifact_versions kept
     where ctid = any(array(select place
                              from unnest(of_artifacts, numbers) as due (artifact_id, version),
                                   lateral (select ctid as place from artifact_versions found
                                             where found.artifact_id = due.artifact_id
                                               and found.version = due.version
                                            offset 0) as places))
       and not is_pinned(kept.account_id, kept.artifact_id, kept.version)
    returning kept.account_id, case when kept.erased_at is null then kept.bytes else 0 end as bytes
  ), counted as (
    insert into artifact_counts
    select account_id, 'history', '', pg_backend_pid() % 16, 0, -sum(bytes)
      from gone
     group by account_id
    having sum(bytes) > 0
     order by account_id
        on conflict (account_id, listed_as, template, slot)
        do update set bytes = artifact_counts.bytes + excluded.bytes
  )
  select count(*), coalesce(sum(bytes), 0) into removed, freed from gone;
end
$$;

-- Removes the account's oldest versions that are not pinned until that frees as many bytes, at most 32 MiB of 1,000
-- versions, and returns how many it has freed. Where all together are not enough, it removes none.
create function remove_oldest_versions(of_account uuid, wanted bigint) returns bigint language plpgsql as $$
declare
  largest_step constant bigint := 33554432;
  due record;
begin
  if (select sum(bytes) from artifact_counts where account_id = of_account and listed_as = 'history')
     - (select coalesce(sum(bytes), 0)
          from artifact_versions
          join (select distinct artifact_id, version::integer as version
                  from share_links
                 where account_id = of_account and version is not null and revoked_at is null) as pinned
         using (artifact_id, version)
         where erased_at is null) < wanted then
    return 0;
  end if;
  with oldest as materialized (
    select artifact_id, version, bytes, kept_at
      from artifact_versions
     where account_id = of_account and erased_at is null and not is_pinned(account_id, artifact_id, version)
     order by kept_at, artifact_id, version
     limit 1000
  )
  select array_agg(artifact_id) as artifacts, array_agg(version) as numbers into due
    from (select artifact_id, version,
                 sum(bytes) over (order by kept_at, artifact_id, version) - bytes as bytes_before
            from oldest) as listed
   where bytes_before < least(wanted, largest_step);
  return (select freed from remove_versions(due.artifacts, due.numbers));
end
$$;

create type version_admission as (refused text, most bigint, used bigint, keeps boolean);
-- Whether an artifact may get content of so many bytes, and what was before be kept as a version. Where only one of them
-- has room, what was before is not kept, unless it is pinned. The caller has locked the artifact, so nobody pins it.
create function admit_version(of_account uuid, of_artifact uuid, bytes_before bigint, bytes_after bigint,
                              most_bytes bigint) returns version_admission
  language plpgsql as $$
declare
  any_number constant bigint := 9223372036854775807;
  answer admission := admit_content(of_account, 0, bytes_after, any_number, most_bytes);
begin
  if answer.refused is null or answer.refused = 'history'
     or exists (select from artifacts where id = of_artifact and is_pinned(of_account, id, version)) then
    return row(answer.refused, answer.most, answer.used, true)::version_admission;
  end if;
  answer := admit_content(of_account, 0, bytes_after - bytes_before, any_number, most_bytes);
  return row(answer.refused, answer.most, answer.used, false)::version_admission;
end
$$;


-- Share links

-- A link by which an artifact is shared. It ends when it expires or its artifact does, is revoked, or has had all of
-- its views.
create table share_links (
  id uuid primary key,
  artifact_id uuid not null,
  -- That of the artifact, so that an account's links can be counted.
  account_id uuid not null,
  -- What its owner calls it, such as whom it is for. Viewers never see it.
  name link_name,
  -- The key that its token is signed with: with it the same token can be made again.
  signing_key_id text not null,
  created_at timestamptz not null,
  -- 'infinity' if it does not expire by itself.
  expires_at timestamptz not null,
  allow_download boolean not null default false,
  -- Null where the link has no password.
  password_hash text,
  max_views view_limit,
  -- What its pages do with images of other hosts; null: as the installation has it.
  remote_images image_choice,
  -- Whether PUT /artifacts/{artifact_id} keeps it alive.
  is_kept boolean not null default false,
  -- As far as maintenance has added the views that are counted elsewhere.
  view_count bigint not null default 0,
  last_viewed_at timestamptz,
  revoked_at timestamptz,
  -- As of accounts.
  disabled_at timestamptz,
  disabled_reason text,
  -- The version that it shows; null: the latest.
  version version_number,
  -- Whether its viewers can read other versions too, and what has changed.
  show_history boolean not null default false,
  -- What its pages do when there is a newer version.
  live live_choice not null default 'offer',
  -- Whether its pages show who shares; null: as the account says.
  show_sender boolean,
  -- Whether the picture for link previews shows the content.
  cards card_choice not null default 'on',
  constraint share_links_disabled check ((disabled_at is null) = (disabled_reason is null))
);
create index share_links_of_artifact on share_links (artifact_id, created_at);
create index share_links_of_account on share_links (account_id, created_at, id);
create index share_links_alive on share_links (account_id, expires_at) where revoked_at is null;
create index share_links_by_end on share_links (least(expires_at, revoked_at));
create index share_links_pinned on share_links (account_id, artifact_id, version)
  where version is not null and revoked_at is null;

-- A link as its owner sees it: the earlier expiry of the two counts.
create type shared_link as (
  id uuid, artifact_id uuid, signing_key_id text, created_at timestamptz, expires_at timestamptz,
  has_password boolean, view_count bigint, last_viewed_at timestamptz, revoked_at timestamptz, has_ended boolean,
  disabled_at timestamptz, disabled_reason text, ends_by_artifact boolean, own_end timestamptz,
  artifact_deleted boolean, artifact_disabled boolean, version_erased boolean,
  name text, max_views integer, version integer, show_history boolean, live text, cards text, show_sender boolean,
  remote_images text, allow_download boolean
);

-- Whether the version that a link shows was erased; null if it shows the latest. Lists ask for each link, so it is in
-- PL/pgSQL, which plans the query once.
create function is_erased(of_artifact uuid, of_version integer) returns boolean
  language plpgsql stable strict parallel safe as $$
begin
  return exists (select from artifact_versions
                  where artifact_id = of_artifact and version = of_version and erased_at is not null);
end
$$;

create function shared_link_of(link share_links, artifact_expires_at timestamptz, artifact_deleted_at timestamptz,
                               artifact_disabled_at timestamptz)
  returns shared_link
  language sql stable parallel safe
  return row(link.id, link.artifact_id, link.signing_key_id, link.created_at,
             nullif(least(link.expires_at, artifact_expires_at), 'infinity'),
             link.password_hash is not null, link.view_count, link.last_viewed_at, link.revoked_at,
             least(link.expires_at, artifact_expires_at) <= now()
               or coalesce(link.view_count >= link.max_views, false),
             link.disabled_at, link.disabled_reason,
             coalesce(artifact_expires_at < link.expires_at, false),
             nullif(link.expires_at, 'infinity'), artifact_deleted_at is not null, artifact_disabled_at is not null,
             coalesce(is_erased(link.artifact_id, link.version), false),
             link.name, link.max_views, link.version, link.show_history,
             link.live, link.cards, link.show_sender, link.remote_images, link.allow_download)::shared_link;

-- 'active' if a link opens, 'revoked', or 'ended' for any other reason. `is_shown`: whether its artifact is neither
-- deleted nor disabled.
create function link_status(link share_links, artifact_expires_at timestamptz, is_shown boolean) returns text
  language sql stable parallel safe
  return case when link.revoked_at is not null then 'revoked'
              when is_shown and link.disabled_at is null
                   and least(link.expires_at, artifact_expires_at) > now()
                   and coalesce(link.view_count < link.max_views, true)
                   and is_erased(link.artifact_id, link.version) is not true then 'active'
              else 'ended'
         end;

-- Whether a link shows this version, so that it is kept until the link is revoked or removed.
create function is_pinned(of_account uuid, of_artifact uuid, of_version integer) returns boolean
  language sql stable parallel safe
  return exists (select from share_links
                  where account_id = of_account and artifact_id = of_artifact and version = of_version
                    and revoked_at is null);

-- Why a link cannot show this version: 'missing' or 'erased'; null if it can. Then nobody changes the artifact or
-- removes the version until the transaction ends, and after that they see the link.
create function refuse_pin(of_artifact uuid, wanted bigint) returns text strict language plpgsql as $$
declare
  was_erased boolean;
begin
  perform from artifacts where id = of_artifact and version = wanted for share;
  if found then
    return null;
  end if;
  select erased_at is not null into was_erased
    from artifact_versions
   where artifact_id = of_artifact and version = wanted
     for key share;
  return case when not found then 'missing' when was_erased then 'erased' end;
end
$$;

-- Of artifacts that are to be removed, those that one statement removes, in the order given: those at the beginning that
-- have at most 32 MiB with earlier versions, 5,000 links and 5,000 versions in total. One that has too much by itself is
-- a step of its own.
create function removal_step(due uuid[]) returns table (id uuid, is_large boolean)
  language sql stable parallel safe as $$
  with weighed as (
    select artifact.id, listed.place, octet_length(artifact.content) + kept.bytes as bytes, counted.links, kept.versions,
           octet_length(artifact.content) + kept.bytes > 33554432 and kept.versions > 0
             or counted.links > 1000 or kept.versions > 1000 as is_large
      from unnest(due) with ordinality as listed (id, place)
      join artifacts artifact on artifact.id = listed.id,
           lateral (select count(*) as links
                      from (select from share_links
                             where artifact_id = artifact.id limit 1001) as link) as counted,
           lateral (select count(*) as versions,
                           coalesce(sum(version.bytes) filter (where version.erased_at is null), 0) as bytes
                      from (select artifact_versions.bytes, artifact_versions.erased_at from artifact_versions
                             where artifact_id = artifact.id limit 1001) as version) as kept
  ), added_up as (
    select weighed.id, weighed.is_large, weighed.place, row_number() over in_order as number,
           sum(bytes) over in_order as bytes, sum(links) over in_order as links,
           sum(versions) over in_order as versions, bool_or(weighed.is_large) over in_order as one_is_large
      from weighed
    window in_order as (order by weighed.place)
  )
  select added_up.id, added_up.is_large
    from added_up
   where number = 1 or (bytes <= 33554432 and links <= 5000 and versions <= 5000 and not one_is_large)
   order by added_up.place
$$;

-- Removes artifacts with their links, views, words and versions, and takes them from what their accounts have. What was
-- committed while this waited for the artifacts is seen by its later statements. Returns how many it has removed.
create function remove_artifacts(ids uuid[]) returns bigint language plpgsql as $$
declare
  removed bigint;
begin
  perform from artifacts where id = any(ids) order by id for update;
  delete from share_links where artifact_id = any(ids);
  delete from view_days where artifact_id = any(ids);
  delete from artifact_words where artifact_id = any(ids);
  with versions as (
    delete from artifact_versions where artifact_id = any(ids) returning account_id, bytes, erased_at
  ), gone as (
    delete from artifacts where id = any(ids)
    returning account_id, listed_as, template, octet_length(content) as bytes
  ), counted as (
    insert into artifact_counts
    select account_id, kind, of_template, pg_backend_pid() % 16, -sum(one), -sum(bytes)
      from (select account_id, 'history' as kind, '' as of_template, 0 as one, bytes
              from versions where erased_at is null
            union all
            select account_id, listed_as, template, 1, bytes from gone) as change
     group by 1, 2, 3
    having sum(one) > 0 or sum(bytes) > 0
     order by 1, 2, 3
        on conflict (account_id, listed_as, template, slot)
        do update set count = artifact_counts.count + excluded.count,
                      bytes = artifact_counts.bytes + excluded.bytes
  )
  select count(*) into removed from gone;
  return removed;
end
$$;

-- Whether an artifact may have one more link, if it may have `most` in all. In the same way as admit_content(): far from
-- the limit there are never more writers than connections.
create function admit_link(of_artifact uuid, most bigint) returns boolean language plpgsql as $$
declare
  lock_key constant bigint := hashtextextended('links ' || of_artifact, 0);
  connections constant bigint := current_setting('max_connections')::bigint;
  links bigint;
begin
  select count(*) into links
    from (select from share_links where artifact_id = of_artifact limit most) as link;
  if links <= most - 2 * connections then
    perform pg_advisory_xact_lock_shared(lock_key);
    select count(*) into links
      from (select from share_links where artifact_id = of_artifact limit most) as link;
    if links <= most - connections then
      return true;
    end if;
    raise exception 'the artifact is near its limit of links' using errcode = 'AS001';
  end if;
  if links >= most then
    return false;
  end if;
  perform pg_advisory_xact_lock(lock_key);
  select count(*) into links
    from (select from share_links where artifact_id = of_artifact limit most) as link;
  return links < most;
end
$$;


-- Search

-- An artifact whose words maintenance has not entered into the index yet: the statement that makes or changes
-- it notes it. It stays here if it is removed, until maintenance comes by.
create table unindexed_artifacts (
  account_id uuid not null,
  artifact_id uuid not null,
  primary key (account_id, artifact_id)
);

-- The words of an artifact's title, description and content. A row may be out of date until maintenance has met the
-- change.
create table artifact_words (
  artifact_id uuid primary key,
  -- Without positions. Each lexeme begins with a mark of the account (db/word_index.h).
  words tsvector compression lz4 not null
);
-- Maintenance empties the pending list.
create index artifact_words_by_word on artifact_words using gin (words) with (fastupdate = on);


-- Views and usage

-- Who opened a link in one day (UTC), as far as requests tell. People and programs are its views; previewers are counted
-- beside. Kept for 90 days, also when the link is removed before, as the counts are the artifact's. Added from
-- Redis; views of a link with a view limit, and those that Redis has not counted, are counted here at once. Rows of a
-- link change under the lock of its row.
create table view_days (
  artifact_id uuid not null,
  link_id uuid not null,
  day date not null,
  people integer not null default 0,
  programs integer not null default 0,
  previewers integer not null default 0,
  primary key (artifact_id, link_id, day)
) with (fillfactor = 80);
create index view_days_by_day on view_days (day);

-- Views by account and day that were counted in the rows of links and are not in usage_days yet, in slots.
create table unfolded_usage (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  slot smallint not null,
  views bigint not null,
  primary key (account_id, day, slot)
) with (fillfactor = 50);

-- Requests of an account within the limit, and views of its links, in one day (UTC). Added from Redis.
create table usage_days (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  requests bigint not null default 0,
  views bigint not null default 0,
  primary key (account_id, day)
);


-- Requests, audit log and maintenance

-- A request that a client may safely send again, by its Idempotency-Key, with its response.
create table idempotent_requests (
  account_id uuid not null references accounts on delete cascade,
  -- SHA-256 of who sent it and of the key: what clients make their keys of is theirs.
  key_hash sha256_hash not null,
  -- SHA-256 of the method, the path and the body.
  request_hash sha256_hash not null,
  created_at timestamptz not null default now(),
  status smallint not null,
  -- Encrypted, for it may hold a share token, and those are stored nowhere; and with what.
  signing_key_id text not null,
  sealed_response text not null,
  primary key (account_id, key_hash)
);
create index idempotent_requests_by_age on idempotent_requests (created_at);

-- An address that takes one file, until it is used or has expired (db/upload_store.h).
create table uploads (
  -- SHA-256 of the token in the address, which is nowhere.
  token_hash sha256_hash primary key,
  account_id uuid not null references accounts on delete cascade,
  -- The API key or access token of the program that asked for it, by its SHA-256. It is looked up again when the file
  -- comes.
  asker_kind asker_kind not null,
  asker_hash sha256_hash not null,
  -- What is to be done with the file, encrypted with the token, for it may have the password of a link. Null once used.
  sealed_request text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index uploads_waiting on uploads (account_id) where used_at is null;
create index uploads_by_expiry on uploads (expires_at);

-- What was done in an account. It is written in the statement that does it, and never changes.
create table audit_events (
  id uuid primary key,
  account_id uuid not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  action text not null,
  -- Who did it: a user, a program with a key, or neither: the operator. They may be gone by now, so
  -- these refer to nothing, and the name is that of the day.
  user_id uuid,
  key_id uuid,
  actor_name text not null,
  client_address text not null,
  -- The public id of what it was done to, and what people call it.
  subject text not null,
  subject_name text not null,
  -- What it changed: names such as password_set, never the values. Null where the action says it all.
  changes text[],
  -- Why it was done; null where nobody was asked for a reason.
  reason text
);
create index audit_events_of_account on audit_events (account_id, created_at, id);
-- For most actions. The events of the most frequent one are found by time, so that creating a link writes no entry
-- here.
create index audit_events_by_other_action on audit_events (account_id, action, created_at, id)
  where action <> 'link.created';

-- For what people called an artifact in the audit log, which goes when it is removed. Events of the most frequent action
-- are found by the time of the link, so that creating one writes no entry here; and the others by this index for as long
-- as they have a name, so that a step does not meet again what the steps before have done.
create index audit_events_of_subject on audit_events (account_id, subject)
  where action <> 'link.created' and subject_name <> '';

-- Such an event as a row, from what a statement was given: the id of the event, its action, the user, the key, the
-- actor's name and address, the subject and the reason.
--   insert into audit_events select event.* from changed, audit_event($event, account_id, title) as event
-- PostgreSQL puts its text in place of a call, so it costs nothing.
create function audit_event(given text[], account uuid, subject_name text, changes text[] default null)
  returns setof audit_events language sql stable parallel safe as $$
  select given[1]::uuid, account, date_trunc('milliseconds', now()), given[2], given[3]::uuid, given[4]::uuid,
         given[5], given[6], given[7], coalesce(subject_name, ''), changes, given[8]
$$;

-- A run of maintenance, about one an hour, by the database's clock. What is removed for good is what was due at a run
-- some days ago, and a clock that has moved far since the last run is not trusted.
create table maintenance_runs (
  ran_at timestamptz primary key
);


-- OAuth 2.1: apps to which users give access

-- A client that registered itself (RFC 7591). The others are built in, or described by the document at their id. What
-- strangers can store is limited for each group of networks: the oldest that nobody has used gives way.
create table oauth_clients (
  id uuid primary key,
  name text not null,
  -- Separated by spaces.
  redirect_uris text not null,
  network_group smallint not null,
  created_at timestamptz not null default now(),
  -- When a user last gave it access.
  last_allowed_at timestamptz
);
create index oauth_clients_by_use on oauth_clients (last_allowed_at, created_at);
create index oauth_clients_unused on oauth_clients (network_group, id) where last_allowed_at is null;

-- The access that a user gave to an app once: what the code, and then the tokens, stand for. It is over when it has
-- expired or is revoked, or when the user's sessions were ended since. Its limits, as of api_keys, never change.
create table oauth_grants (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_epoch integer not null,
  client_id text not null,
  client_name text not null,
  audience token_audience not null,
  scopes text[] not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  -- At first when its code expires, then with its refresh token.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The authorization code, by its SHA-256; null for the device grant.
  code_hash sha256_hash unique,
  code_challenge sha256_hash,
  redirect_uri text,
  code_used_at timestamptz,
  maximum_expiry_seconds bigint,
  password_required boolean not null default false,
  refuses_secrets boolean not null default false
);
create index oauth_grants_of_user on oauth_grants (user_id, created_at);
create index oauth_grants_by_expiry on oauth_grants (expires_at);

-- SHA-256 of an access or refresh token. A grant has one refresh token that is not used; the used ones remain until
-- they would have expired, to detect that one is used again.
create table oauth_tokens (
  token_hash sha256_hash primary key,
  grant_id uuid not null references oauth_grants on delete cascade,
  kind token_kind not null,
  -- Of an access token: the grant's, or fewer.
  scopes text[],
  expires_at timestamptz not null,
  -- '-infinity' if another took its place before it was used.
  used_at timestamptz
);
create index oauth_tokens_of_grant on oauth_tokens (grant_id);
create index oauth_tokens_by_expiry on oauth_tokens (expires_at);

-- A request of a device (RFC 8628), until the user has decided and the device was told. Limited as clients are.
create table oauth_device_codes (
  code_hash sha256_hash primary key,
  user_code text not null unique,
  client_id text not null,
  audience token_audience not null,
  scopes text[] not null,
  network_group smallint not null,
  expires_at timestamptz not null,
  -- How long the device has to wait between two questions.
  poll_seconds integer not null,
  polled_at timestamptz,
  is_denied boolean not null default false,
  -- Null until the user has allowed it.
  grant_id uuid references oauth_grants on delete cascade
);
create index oauth_device_codes_by_expiry on oauth_device_codes (expires_at);
create index oauth_device_codes_of_grant on oauth_device_codes (grant_id);
create index oauth_device_codes_undecided on oauth_device_codes (network_group, expires_at)
  where grant_id is null and not is_denied;


-- Announcements

-- Workers keep verified keys and access tokens in memory for a while; these tell them at once what no longer holds.
create function announce_changed_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys_changed', encode(old.secret_hash, 'hex'));
  return null;
end
$$;
create trigger announce_removed_key after delete on api_keys
  for each row execute function announce_changed_key();
-- Not for its last use.
create trigger announce_changed_key
  after update of account_id, name, secret_hash, scopes, expires_at, revoked_at on api_keys
  for each row execute function announce_changed_key();

create function announce_changed_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys_changed', encode(secret_hash, 'hex'))
    from api_keys where account_id = new.id;
  perform pg_notify('api_keys_changed', encode(token.token_hash, 'hex'))
    from users member
    join oauth_grants granted on granted.user_id = member.id
    join oauth_tokens token on token.grant_id = granted.id
   where member.account_id = new.id and token.kind = 'access' and token.expires_at > now();
  return null;
end
$$;
create trigger announce_changed_account after update on accounts
  for each row execute function announce_changed_account();

-- A key loses scopes while the user who created it is a member only.
create function announce_changed_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys_changed', encode(token.token_hash, 'hex'))
    from oauth_grants granted
    join oauth_tokens token on token.grant_id = granted.id
   where granted.user_id = new.id and token.kind = 'access' and token.expires_at > now();
  if new.role <> old.role then
    perform pg_notify('api_keys_changed', encode(secret_hash, 'hex'))
      from api_keys
     where account_id = new.account_id and created_by = new.id and revoked_at is null;
  end if;
  return null;
end
$$;
create trigger announce_changed_user after update of role, session_epoch, email on users
  for each row execute function announce_changed_user();

create function announce_changed_grant() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys_changed', encode(token_hash, 'hex'))
    from oauth_tokens
   where grant_id = new.id and kind = 'access' and expires_at > now();
  return null;
end
$$;
create trigger announce_changed_grant after update of revoked_at on oauth_grants
  for each row execute function announce_changed_grant();

create function announce_removed_token() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys_changed', encode(old.token_hash, 'hex'));
  return null;
end
$$;
create trigger announce_removed_token after delete on oauth_tokens
  for each row when (old.kind = 'access' and old.expires_at > now())
  execute function announce_removed_token();
