-- How much an account may keep, and the decision whether a writer may add to it.

-- What was agreed with an account; null: what its plan has. The largest bigint stands for no limit.
alter table accounts
  add column max_bytes bigint check (max_bytes >= 0),
  add column max_artifacts bigint check (max_artifacts >= 0);

-- Whether the account may add so many artifacts and bytes of content. Whoever is admitted writes in
-- the same transaction. What is refused comes back as `bytes` or `artifacts`, with the limit and the
-- use; null if nothing is. `plan_limits`: bytes and artifacts of free, pro and enterprise.
--
-- Exact, however many write at once. Far from the limits writers of one account do not wait for each
-- other: there can be at most one of them for each slot (connections share these by their number),
-- and none adds more than `largest`, so as long as all of them together stay within the limits, what
-- the others have not committed yet does not matter. Nearer to the limits a writer waits until all
-- others have ended, and keeps new ones out.
create function admit_content(of_account uuid, more_artifacts bigint, more_bytes bigint,
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
  is_near boolean;
begin
  if more_artifacts <= 0 and more_bytes <= 0 then
    return;
  end if;
  select coalesce(max_bytes, limits[case plan when 'free' then 1 when 'pro' then 3 else 5 end]),
         coalesce(max_artifacts, limits[case plan when 'free' then 2 when 'pro' then 4 else 6 end])
    into most_bytes, most_artifacts
    from accounts
   where id = of_account;
  if most_bytes = unlimited and most_artifacts = unlimited then
    return;
  end if;

  select sum(bytes), sum(count) into bytes_now, artifacts_now
    from artifact_counts where account_id = of_account;
  is_near := coalesce(bytes_now, 0) > most_bytes - more_bytes - (slots - 1) * largest
             or coalesce(artifacts_now, 0) > most_artifacts - more_artifacts - (slots - 1)
             or more_bytes > largest or more_artifacts > 1;
  if not is_near then
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended(lock_name, 0));
      perform pg_advisory_xact_lock(
        hashtextextended(lock_name || ' ' || pg_backend_pid() % slots, 0));
      select sum(bytes), sum(count) into bytes_now, artifacts_now
        from artifact_counts where account_id = of_account;
      if coalesce(bytes_now, 0) <= most_bytes - more_bytes - (slots - 1) * largest
         and coalesce(artifacts_now, 0) <= most_artifacts - more_artifacts - (slots - 1) then
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

-- Whether an artifact may have one more link, if it may have `most` in all. In the same way: far from
-- the limit there are never more writers than connections.
create function admit_link(of_artifact uuid, most bigint) returns boolean language plpgsql as $$
declare
  lock_key constant bigint := hashtextextended('links ' || of_artifact, 0);
  connections constant bigint := current_setting('max_connections')::bigint;
  links bigint;
begin
  begin
    perform pg_advisory_xact_lock_shared(lock_key);
    select count(*) into links
      from (select from share_links where artifact_id = of_artifact limit most) as link;
    if links <= most - connections then
      return true;
    end if;
    raise exception using errcode = 'AS001';
  exception when sqlstate 'AS001' then
    null;
  end;
  if links >= most then
    return false;
  end if;
  perform pg_advisory_xact_lock(lock_key);
  select count(*) into links
    from (select from share_links where artifact_id = of_artifact limit most) as link;
  return links < most;
end
$$;
