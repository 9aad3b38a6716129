-- Versions of artifacts: each change of content, title or description keeps what was before.


-- PostgreSQL 15.20 alters no table whose row type a function uses, so this one is made again.
drop function summary_of(artifacts);

-- The current version is the artifact's own row. Null is unknown: who wrote what an earlier release of the service has
-- written, and when, apart from the creation.
alter table artifacts
  add column version integer not null default 1,
  add column version_at timestamptz,
  -- Who wrote it: the type, the id and the name of the principal (core/version.h).
  add column version_author text[],
  -- What its author says of it.
  add column version_note text,
  -- What differs from the version before: content, title, description. Null in the first one.
  add column version_changes text[],
  -- Whether it only appended to the version before.
  add column version_appends boolean not null default false,
  -- SHA-256 of the content. A worker computes it, so contents are compared without being read.
  add column content_hash bytea check (length(content_hash) = 32);

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
  title text,
  description text,
  -- Null where it was erased.
  content text compression lz4,
  content_hash bytea check (length(content_hash) = 32),
  -- Of the content.
  bytes bigint not null,
  -- When the next version took its place.
  kept_at timestamptz not null default now(),
  erased_at timestamptz,
  primary key (artifact_id, version),
  constraint artifact_versions_erased check ((erased_at is null) = (content is not null))
);
create index artifact_versions_by_age on artifact_versions (account_id, kept_at);

-- Makes a version of a change, and keeps what was before: whoever writes an artifact, none is forgotten. Of a change
-- that changes nothing, nothing remains. Of what the same author appends within an hour, one earlier version is kept.
-- Contents are compared only if the statement sets the content, as they may be large.
create function keep_version() returns trigger language plpgsql as $$
declare
  sets_content constant boolean := tg_argv[0] = 'content';
  changes constant text[] := array_remove(array[
    case when sets_content and new.content <> old.content then 'content' end,
    case when new.title is distinct from old.title then 'title' end,
    case when new.description is distinct from old.description then 'description' end], null);
begin
  if new.version > old.version then
    return new;
  end if;
  if changes = '{}' then
    new.version_at := old.version_at;
    new.version_author := old.version_author;
    new.version_note := old.version_note;
    new.version_appends := old.version_appends;
    return new;
  end if;
  -- A statement that does not know of versions.
  if new.version_at is not distinct from old.version_at then
    new.version_at := date_trunc('milliseconds', now());
    new.version_author := null;
    new.version_note := null;
    new.version_appends := false;
  end if;
  if 'content' = any(changes) and new.content_hash = old.content_hash then
    new.content_hash := null;
  end if;
  new.version := old.version + 1;
  new.version_changes := changes;
  if current_setting('artifact_share.keeps_version', true) = 'off' then
    perform set_config('artifact_share.keeps_version', '', true);
    return new;
  end if;
  if new.version_appends and old.version_appends and new.version_author[1:2] = old.version_author[1:2]
     and exists (select from artifact_versions
                  where artifact_id = old.id and kept_at > now() - interval '1 hour') then
    return new;
  end if;
  insert into artifact_versions
    (artifact_id, version, account_id, created_at, author, note, changes, title, description, content, content_hash,
     bytes)
  values (old.id, old.version, old.account_id, coalesce(old.version_at, old.created_at), old.version_author,
          old.version_note, old.version_changes, old.title, old.description, old.content, old.content_hash,
          octet_length(old.content));
  -- It counts in the account's storage, as kind `history` of no template.
  insert into artifact_counts
  values (old.account_id, 'history', '', pg_backend_pid() % 16, 0, octet_length(old.content))
  on conflict (account_id, listed_as, template, slot)
  do update set bytes = artifact_counts.bytes + excluded.bytes;
  return new;
end
$$;
-- They fire in the order of their names: where a statement sets both, the first one makes the version.
create trigger keep_version_of_content before update of content on artifacts
  for each row execute function keep_version('content');
create trigger keep_version_of_title before update of title, description on artifacts
  for each row execute function keep_version('title');

-- In place of a foreign key, which would look for the artifact at each insert.
create function remove_versions() returns trigger language plpgsql as $$
begin
  delete from artifact_versions where artifact_id in (select id from removed);
  return null;
end
$$;
create trigger remove_versions after delete on artifacts
  referencing old table as removed
  for each statement execute function remove_versions();

-- Takes what was erased or removed from the account's storage. An account that is being removed takes its counts along.
-- What was erased before had given its bytes back.
create function count_ended_versions() returns trigger language plpgsql as $$
begin
  insert into artifact_counts
  select account_id, 'history', '', pg_backend_pid() % 16, 0, -sum(bytes)
    from before_change
   where erased_at is null and exists (select from accounts where id = account_id)
   group by 1
  on conflict (account_id, listed_as, template, slot)
  do update set bytes = artifact_counts.bytes + excluded.bytes;
  return null;
end
$$;
-- The only change of a version is that it is erased.
create trigger count_erased_versions after update on artifact_versions
  referencing old table as before_change
  for each statement execute function count_ended_versions();
create trigger count_removed_versions after delete on artifact_versions
  referencing old table as before_change
  for each statement execute function count_ended_versions();

-- As before, except that earlier versions go before content is refused: the oldest, as many as are needed, and none if
-- that would not be enough. A call that removes some says `history`, and the statement is run again: it does not see
-- what it has removed, and one call removes no more than a step.
create or replace function admit_content(of_account uuid, more_artifacts bigint, more_bytes bigint,
                                         plan_limits text,
                                         out refused text, out most bigint, out used bigint)
  language plpgsql as $$
declare
  unlimited constant bigint := 9223372036854775807;
  slots constant bigint := 16;
  largest constant bigint := 16777216;
  lock_name constant text := 'storage ' || of_account;
  limits constant bigint[] := string_to_array(plan_limits, ' ')::bigint[];
  most_bytes bigint;
  most_artifacts bigint;
  bytes_now bigint;
  bytes_of_history bigint;
  bytes_freed bigint := 0;
  artifacts_now bigint;
begin
  if more_artifacts <= 0 and more_bytes <= 0 then
    return;
  end if;
  select coalesce(max_bytes, limits[case plan when 'free' then 1 when 'pro' then 3 else 5 end]),
         coalesce(max_artifacts, limits[case plan when 'free' then 2 when 'pro' then 4 else 6 end])
    into most_bytes, most_artifacts
    from accounts
   where id = of_account
     for key share;
  if most_bytes = unlimited and most_artifacts = unlimited then
    return;
  end if;

  if more_bytes <= largest and more_artifacts <= 1 then
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended(lock_name, 0));
      perform pg_advisory_xact_lock(
        hashtextextended(lock_name || ' ' || pg_backend_pid() % slots, 0));
      select coalesce(sum(bytes), 0), coalesce(sum(count), 0) into bytes_now, artifacts_now
        from artifact_counts where account_id = of_account;
      if bytes_now <= most_bytes - more_bytes - (slots - 1) * largest
         and artifacts_now <= most_artifacts - more_artifacts - (slots - 1) then
        return;
      end if;
      -- It gives the locks back, as two who waited to make theirs exclusive would wait for ever.
      raise exception using errcode = 'AS001';
    exception when sqlstate 'AS001' then
      null;
    end;
  end if;

  perform pg_advisory_xact_lock(hashtextextended(lock_name, 0));
  select coalesce(sum(bytes), 0), coalesce(sum(count), 0),
         coalesce(sum(bytes) filter (where listed_as = 'history'), 0)
    into bytes_now, artifacts_now, bytes_of_history
    from artifact_counts where account_id = of_account;
  if more_artifacts > 0 and artifacts_now > most_artifacts - more_artifacts then
    refused := 'artifacts';
    most := most_artifacts;
    used := artifacts_now;
    return;
  end if;
  if more_bytes > 0 and bytes_now - bytes_of_history <= most_bytes - more_bytes
     and bytes_now > most_bytes - more_bytes then
    bytes_freed := remove_oldest_versions(of_account, bytes_now - (most_bytes - more_bytes));
  end if;
  if bytes_freed > 0 then
    refused := 'history';
  elsif more_bytes > 0 and bytes_now > most_bytes - more_bytes then
    refused := 'bytes';
    most := most_bytes;
    used := bytes_now;
  end if;
end
$$;

-- Whether an artifact's content may be replaced, and the content before kept. Where only one of them has room, the
-- content before is not kept.
create function admit_version(of_account uuid, bytes_before bigint, bytes_after bigint, plan_limits text,
                              out refused text, out most bigint, out used bigint)
  language plpgsql as $$
begin
  -- An update before this one in the transaction may not have come to it.
  perform set_config('artifact_share.keeps_version', '', true);
  select admitted.refused, admitted.most, admitted.used into refused, most, used
    from admit_content(of_account, 0, bytes_after, plan_limits) as admitted;
  if refused is null or refused = 'history' then
    return;
  end if;
  select admitted.refused, admitted.most, admitted.used into refused, most, used
    from admit_content(of_account, 0, bytes_after - bytes_before, plan_limits) as admitted;
  if refused is null then
    perform set_config('artifact_share.keeps_version', 'off', true);
  end if;
end
$$;

-- For what people called an artifact in the audit log, which goes when it is removed. Events of the most frequent action
-- are found by the time of the link, so that creating one writes no entry here; and the others by this index for as long
-- as they have a name, so that a step does not meet again what the steps before have done.
create index audit_events_of_subject on audit_events (account_id, subject)
  where action <> 'link.created' and subject_name <> '';

-- Of artifacts that are to be removed, those that one statement removes, in the order given: those at the beginning that
-- have at most 32 MiB with earlier versions, 5,000 links and 5,000 versions in total. One that has too much by itself is
-- a step of its own.
drop function removal_step(uuid[]);
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
