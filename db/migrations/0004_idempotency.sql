-- Requests that a client may safely send again, by its Idempotency-Key, with their responses.
create table idempotent_requests (
  account_id uuid not null references accounts on delete cascade,
  -- SHA-256 of the key: what clients make their keys of is theirs.
  key_hash bytea not null check (length(key_hash) = 32),
  -- SHA-256 of the method, the path and the body.
  request_hash bytea not null check (length(request_hash) = 32),
  created_at timestamptz not null default now(),
  status smallint not null,
  -- Encrypted, for it may hold a share token, and those are stored nowhere; and with what.
  signing_key_id text not null,
  sealed_response text not null,
  primary key (account_id, key_hash)
);
create index idempotent_requests_by_age on idempotent_requests (created_at);
