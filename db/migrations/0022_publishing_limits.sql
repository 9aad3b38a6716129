-- What bounds the publishing of an API key, for keys that are given to agents, and whether content with
-- what looks like a secret is refused, by a key or by a whole account.

-- Null: the key may set any expiry that its account may. It never changes: a key keeps the limits that it
-- was made with.
alter table api_keys
  add column maximum_expiry_seconds bigint,
  add column password_required boolean not null default false,
  add column refuses_secrets boolean not null default false;

alter table accounts add column refuses_secrets boolean not null default false;
