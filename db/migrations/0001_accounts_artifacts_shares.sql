-- Accounts, their API keys, their artifacts, and the links by which these are shared.
-- Ids are UUIDv7, made by the workers; every moment is the database's own, to the millisecond.

create table accounts (
  id uuid primary key,
  name text not null,
  plan text not null check (plan in ('free', 'pro', 'enterprise')),
  -- What was agreed with an Enterprise account.
  requests_per_minute integer check (requests_per_minute > 0),
  created_at timestamptz not null default date_trunc('milliseconds', now())
);

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null,
  -- SHA-256 of the key. The key itself is nowhere.
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  display_prefix text not null,
  scopes text[] not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_of_account on api_keys (account_id, created_at);

create table artifacts (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  template text not null check (template in ('markdown', 'chart', 'table', 'pdf')),
  title text,
  description text,
  -- JSON exactly as it was sent, hence text: json types would be parsed again, jsonb changed.
  content text compression lz4 not null,
  metadata text compression lz4 not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  deleted_at timestamptz,
  -- Counts the writes; what ETag and the workers' caches go by.
  version bigint not null default 1
);

create table share_links (
  id uuid primary key,
  artifact_id uuid not null references artifacts on delete cascade,
  -- The key that its token is signed with, and the claim `iat` (created_at, in seconds): with them
  -- the same token can be made again.
  signing_key_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  allow_download boolean not null default false,
  -- scrypt, with its parameters; null where the link has no password.
  password_hash text,
  max_views integer check (max_views between 1 and 1000000),
  view_count bigint not null default 0,
  last_viewed_at timestamptz,
  revoked_at timestamptz
);
create index share_links_of_artifact on share_links (artifact_id, created_at);

-- Workers keep verified keys in memory for a while; these tell them at once what no longer holds.
create function announce_changed_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys_changed', encode(old.secret_hash, 'hex'));
  return null;
end
$$;
create trigger announce_changed_key after update or delete on api_keys
  for each row execute function announce_changed_key();

create function announce_changed_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys_changed', encode(secret_hash, 'hex'))
    from api_keys where account_id = new.id;
  return null;
end
$$;
create trigger announce_changed_account after update on accounts
  for each row execute function announce_changed_account();
