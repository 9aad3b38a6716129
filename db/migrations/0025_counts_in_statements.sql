-- Creating an artifact with fewer triggers and fewer index entries.

-- Whether the statement that inserted the artifact has counted it in artifact_counts and noted its title in
-- unindexed_titles. False in what a worker of the previous release inserts: triggers do both for it.
alter table artifacts add column if not exists is_recorded boolean not null default false;

create or replace function count_changed_artifacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into artifact_counts
    select account_id, listed_as, template, pg_backend_pid() % 16, sum(change), sum(bytes)
      from (select account_id, listed_as, template, 1 as change, octet_length(content) as bytes
              from after_change
            union all
            select account_id, listed_as, template, -1, -octet_length(content)
              from before_change) as changes
     group by 1, 2, 3
    having sum(change) <> 0 or sum(bytes) <> 0
     order by 1, 2, 3
    on conflict (account_id, listed_as, template, slot)
    do update set count = artifact_counts.count + excluded.count,
                  bytes = artifact_counts.bytes + excluded.bytes;
  elsif tg_op = 'INSERT' then
    if not exists (select from after_change where not is_recorded) then
      return null;
    end if;
    insert into artifact_counts
    select account_id, listed_as, template, pg_backend_pid() % 16, count(*),
           sum(octet_length(content))
      from after_change
     where not is_recorded
     group by 1, 2, 3
     order by 1, 2, 3
    on conflict (account_id, listed_as, template, slot)
    do update set count = artifact_counts.count + excluded.count,
                  bytes = artifact_counts.bytes + excluded.bytes;
  else
    -- An account that is being removed takes its counts along.
    insert into artifact_counts
    select account_id, listed_as, template, pg_backend_pid() % 16, -count(*),
           -sum(octet_length(content))
      from before_change
     where exists (select from accounts where id = account_id)
     group by 1, 2, 3
     order by 1, 2, 3
    on conflict (account_id, listed_as, template, slot)
    do update set count = artifact_counts.count + excluded.count,
                  bytes = artifact_counts.bytes + excluded.bytes;
  end if;
  return null;
end
$$;
create or replace trigger note_new_title after insert on artifacts
  for each row when (not new.is_recorded and new.title is not null) execute function note_unindexed_title();

-- As before (migration 0009), but the counts are read once where they are far from the limits. The account is
-- locked first, as its removal does, since the counts may now be locked before foreign keys are checked.
--
-- Whether the account may add so many artifacts and bytes of content. Whoever is admitted writes in
-- the same transaction. What is refused comes back as `bytes` or `artifacts`, with the limit and the
-- use; null if nothing is. `plan_limits`: bytes and artifacts of free, pro and enterprise.
--
-- Exact, however many write at once. Far from the limits writers of one account do not wait for each
-- other: there can be at most one of them for each slot (connections share these by their number),
-- and none adds more than `largest`, so as long as all of them together stay within the limits, what
-- the others have not committed yet does not matter. Nearer to the limits a writer waits until all
-- others have ended, and keeps new ones out.
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
  select coalesce(sum(bytes), 0), coalesce(sum(count), 0) into bytes_now, artifacts_now
    from artifact_counts where account_id = of_account;
  if more_artifacts > 0 and artifacts_now > most_artifacts - more_artifacts then
    refused := 'artifacts';
    most := most_artifacts;
    used := artifacts_now;
  elsif more_bytes > 0 and bytes_now > most_bytes - more_bytes then
    refused := 'bytes';
    most := most_bytes;
    used := bytes_now;
  end if;
end
$$;

-- concurrently

-- Instead of audit_events_by_action, which migration 0028 drops: for most actions the events of an account are
-- read by time, so creating a link need not write an entry for its action.
create index concurrently audit_events_by_other_action on audit_events (account_id, action, created_at, id)
  where action <> 'link.created';
