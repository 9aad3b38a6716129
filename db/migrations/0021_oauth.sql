-- Apps to which users give access by OAuth 2.1.

-- Clients that registered themselves (RFC 7591). The others are built in, or described by the document
-- at their id.
create table oauth_clients (
  id uuid primary key,
  name text not null,
  -- Separated by spaces.
  redirect_uris text not null,
  created_at timestamptz not null default now(),
  -- When a user last gave it access.
  last_allowed_at timestamptz
);
create index oauth_clients_by_use on oauth_clients (last_allowed_at, created_at);

-- The access that a user gave to an app once: what the code, and then the tokens, stand for. It is over
-- when it has expired or is revoked, or when the user's sessions were ended since.
create table oauth_grants (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_epoch integer not null,
  client_id text not null,
  client_name text not null,
  audience text not null check (audience in ('api', 'mcp')),
  scopes text[] not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  -- At first when its code expires, then with its refresh token.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The authorization code, by its SHA-256; null for the device grant.
  code_hash bytea unique check (length(code_hash) = 32),
  code_challenge bytea check (length(code_challenge) = 32),
  redirect_uri text,
  code_used_at timestamptz
);
create index oauth_grants_of_user on oauth_grants (user_id, created_at);
create index oauth_grants_by_expiry on oauth_grants (expires_at);

-- SHA-256 of access and refresh tokens. A grant has one refresh token that is not used; the used ones
-- remain until they would have expired, to detect that one is used again.
create table oauth_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  grant_id uuid not null references oauth_grants on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  -- Of an access token: the grant's, or fewer.
  scopes text[],
  expires_at timestamptz not null,
  -- '-infinity' if another took its place before it was used.
  used_at timestamptz
);
create index oauth_tokens_of_grant on oauth_tokens (grant_id);
create index oauth_tokens_by_expiry on oauth_tokens (expires_at);

-- Requests of devices (RFC 8628), until the user has decided and the device was told.
create table oauth_device_codes (
  code_hash bytea primary key check (length(code_hash) = 32),
  user_code text not null unique,
  client_id text not null,
  audience text not null check (audience in ('api', 'mcp')),
  scopes text[] not null,
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

-- Workers keep verified access tokens in memory as they keep API keys, and hear of changes by the same
-- channel.
create function announce_removed_token() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys_changed', encode(old.token_hash, 'hex'));
  return null;
end
$$;
create trigger announce_removed_token after delete on oauth_tokens
  for each row when (old.kind = 'access' and old.expires_at > now())
  execute function announce_removed_token();

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

create function announce_changed_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('api_keys_changed', encode(token.token_hash, 'hex'))
    from oauth_grants granted
    join oauth_tokens token on token.grant_id = granted.id
   where granted.user_id = new.id and token.kind = 'access' and token.expires_at > now();
  return null;
end
$$;
create trigger announce_changed_user after update of role, session_epoch, email on users
  for each row execute function announce_changed_user();

create or replace function announce_changed_account() returns trigger language plpgsql as $$
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
