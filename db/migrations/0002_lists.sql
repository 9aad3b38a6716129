-- Lists of artifacts that cost the same however many there are, and their exact totals.

-- What a list counts an artifact as. `deleted` is exact; an artifact that has expired stays `active`
-- here until maintenance comes by, so queries look at expires_at as well. Between two rounds of
-- maintenance these are few, and the index artifacts_by_expiry finds them.
alter table artifacts add column listed_as text not null default 'active'
  check (listed_as in ('active', 'expired', 'deleted'));
update artifacts set listed_as = 'deleted' where deleted_at is not null;
create function list_changed_artifact() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    new.listed_as := 'deleted';
  elsif old.deleted_at is not null or new.expires_at is distinct from old.expires_at then
    new.listed_as := 'active';
  end if;
  return new;
end
$$;
create trigger list_changed_artifact before update of deleted_at, expires_at on artifacts
  for each row execute function list_changed_artifact();

-- The one index that serves every list: a list is the merge of one run of it for each kind and
-- template that the filters allow.
create index artifacts_listed on artifacts (account_id, listed_as, template, created_at, id)
  include (expires_at, deleted_at);
-- Both are read by account, kind and template as well, so that the planner never takes a whole run
-- of artifacts_listed for them.
create index artifacts_by_expiry on artifacts (account_id, listed_as, template, expires_at)
  include (created_at, id) where expires_at is not null;
create index artifacts_by_deletion on artifacts (account_id, template, deleted_at)
  include (id) where deleted_at is not null;
create index share_links_by_end on share_links (least(expires_at, revoked_at));

-- Noting what has expired leaves dead entries in the indexes; they are to go before they are many.
alter table artifacts set (autovacuum_vacuum_scale_factor = 0.02,
                           autovacuum_analyze_scale_factor = 0.02);

-- How many artifacts an account has of each kind and template, kept by a trigger in the transaction
-- that changes them. The number is the sum over all slots: each connection has a slot of its own, as
-- good as always, so that writers of one account do not wait for each other.
create table artifact_counts (
  account_id uuid not null references accounts on delete cascade,
  listed_as text not null,
  template text not null,
  slot smallint not null,
  count bigint not null,
  primary key (account_id, listed_as, template, slot)
) with (fillfactor = 50);

insert into artifact_counts
select account_id, listed_as, template, 0, count(*) from artifacts group by 1, 2, 3;

create function count_changed_artifacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into artifact_counts
    select account_id, listed_as, template, pg_backend_pid() % 16, sum(change)
      from (select account_id, listed_as, template, 1 as change from after_change
            union all
            select account_id, listed_as, template, -1 from before_change) as changes
     group by 1, 2, 3
    having sum(change) <> 0
     order by 1, 2, 3
    on conflict (account_id, listed_as, template, slot)
    do update set count = artifact_counts.count + excluded.count;
  elsif tg_op = 'INSERT' then
    insert into artifact_counts
    select account_id, listed_as, template, pg_backend_pid() % 16, count(*)
      from after_change
     group by 1, 2, 3
     order by 1, 2, 3
    on conflict (account_id, listed_as, template, slot)
    do update set count = artifact_counts.count + excluded.count;
  else
    -- An account that is being removed takes its counts along.
    insert into artifact_counts
    select account_id, listed_as, template, pg_backend_pid() % 16, -count(*)
      from before_change
     where exists (select from accounts where id = account_id)
     group by 1, 2, 3
     order by 1, 2, 3
    on conflict (account_id, listed_as, template, slot)
    do update set count = artifact_counts.count + excluded.count;
  end if;
  return null;
end
$$;
create trigger count_new_artifacts after insert on artifacts
  referencing new table as after_change
  for each statement execute function count_changed_artifacts();
create trigger count_changed_artifacts after update on artifacts
  referencing old table as before_change new table as after_change
  for each statement execute function count_changed_artifacts();
create trigger count_removed_artifacts after delete on artifacts
  referencing old table as before_change
  for each statement execute function count_changed_artifacts();
