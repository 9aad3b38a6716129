-- The people who use the dashboard, and what was done in their accounts.

create table users (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- In lower case; one address signs in to one account.
  email text not null unique,
  role text not null check (role in ('member', 'owner')),
  -- scrypt, with its parameters; null until the user has chosen a password.
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

-- Codes that stand in for the second factor, each once. SHA-256 of them.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- Links by which a user chooses a password, each once. SHA-256 of the token in them.
create table password_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_links_of_user on password_links (user_id);

create table audit_events (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
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
  subject_name text not null
);
create index audit_events_of_account on audit_events (account_id, created_at, id);
create index audit_events_by_age on audit_events (created_at);
