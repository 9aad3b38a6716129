-- External IDs of artifacts, share links that are kept alive by them, and expiries given as times.

-- The caller's own key, unique among the existing artifacts of the account, including deleted ones.
alter table artifacts add column if not exists external_id text;

-- The share link that PUT /artifacts/by-external-id/{external_id} keeps alive.
alter table share_links add column if not exists is_kept boolean not null default false;

-- A share link with expires_at = 'infinity' does not expire by itself.

-- Whether an expiry is in range, which is the same as for durations. Null, for no such expiry, is.
create or replace function may_end_at(ends_at timestamptz, moment timestamptz) returns boolean
  language sql stable parallel safe
  return ends_at is null
         or ends_at between moment + make_interval(secs => 60)
                        and moment + make_interval(secs => 315360000);

-- concurrently

create unique index concurrently artifacts_by_external_id on artifacts (account_id, external_id)
  where external_id is not null;
