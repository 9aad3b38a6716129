-- Counts that many write at once, and the sessions of the dashboard.

-- Views of a link that were counted without Redis and are not in its row yet, and views by day that
-- are not in usage_days yet. Maintenance moves them there. Each connection has a slot of its own, as
-- good as always, so that viewers of one link, and of one account's links, do not wait for each
-- other.
create table unfolded_views (
  link_id uuid not null references share_links on delete cascade,
  slot smallint not null,
  views bigint not null,
  last_viewed_at timestamptz not null,
  primary key (link_id, slot)
) with (fillfactor = 50);
create table unfolded_usage (
  account_id uuid not null references accounts on delete cascade,
  day date not null,
  slot smallint not null,
  views bigint not null,
  primary key (account_id, day, slot)
) with (fillfactor = 50);

-- Views that Redis was asked to count and did not confirm: whether it has is found out by sender and
-- number, once it answers. A sender is one connection of a worker; only its last view can be here.
create table views_in_doubt (
  sender text primary key,
  number bigint not null,
  link_id uuid not null,
  account_id uuid not null,
  viewed_at timestamptz not null default date_trunc('milliseconds', now())
);

-- Who is signed in to the dashboard. SHA-256 of the cookie. A session ends when its user's epoch has
-- moved on, when its time is over, and when it was idle for too long.
create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  epoch integer not null,
  ends_at timestamptz not null,
  last_used_at timestamptz not null default now()
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_end on sessions (ends_at);

-- Visitors, by the SHA-256 of their cookie, who have given a user's password and are to give the
-- second factor.
create table awaited_second_factors (
  visitor_hash bytea primary key check (length(visitor_hash) = 32),
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
