-- Addresses for uploads

-- An address that takes one file, until it is used or has expired (db/upload_store.h).
create table uploads (
  -- SHA-256 of the token in the address, which is nowhere.
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null references accounts on delete cascade,
  -- The API key or access token of the program that asked for it, by its SHA-256. It is looked up again when the file
  -- comes.
  asker_kind text not null check (asker_kind in ('api_key', 'access_token')),
  asker_hash bytea not null check (length(asker_hash) = 32),
  -- What is to be done with the file, encrypted with the token, for it may have the password of a link. Null once used.
  sealed_request text,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index uploads_waiting on uploads (account_id) where used_at is null;
create index uploads_by_expiry on uploads (expires_at);
