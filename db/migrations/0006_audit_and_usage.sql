-- The audit log as owners read it, and what accounts use.

-- Read by account and perhaps action, newest first; removed by account and age, for which
-- audit_events_of_account will do.
drop index audit_events_by_age;
create index audit_events_by_action on audit_events (account_id, action, created_at, id);

-- Requests within the limit, and views of share links, by day (UTC). Folded in from Redis.
create table usage_days (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  requests bigint not null default 0,
  views bigint not null default 0,
  primary key (account_id, day)
);

-- Folded in from Redis, so some minutes late. Workers need not hear of it.
alter table api_keys add column last_used_at timestamptz;
drop trigger announce_changed_key on api_keys;
create trigger announce_removed_key after delete on api_keys
  for each row execute function announce_changed_key();
create trigger announce_changed_key
  after update of account_id, name, secret_hash, scopes, expires_at, revoked_at on api_keys
  for each row execute function announce_changed_key();

-- Whose link it is, so that an account's live links can be counted. Null in what a worker of an
-- older version makes while both run.
alter table share_links add column account_id uuid;
update share_links set account_id = (select account_id from artifacts where id = artifact_id);
create index share_links_alive on share_links (account_id, expires_at) where revoked_at is null;

-- The bytes of the contents that artifact_counts counts.
lock table artifacts in share row exclusive mode;
alter table artifact_counts add column bytes bigint not null default 0;
insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
select account_id, listed_as, template, 0, 0, sum(octet_length(content)) from artifacts group by 1, 2, 3
    on conflict (account_id, listed_as, template, slot) do update set bytes = excluded.bytes;

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
    insert into artifact_counts
    select account_id, listed_as, template, pg_backend_pid() % 16, count(*),
           sum(octet_length(content))
      from after_change
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
