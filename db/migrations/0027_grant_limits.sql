-- What bounds the publishing of a connected app, as it does that of an API key (migration 0022). The user
-- chooses it when they allow the app, and it never changes.

alter table oauth_grants
  add column maximum_expiry_seconds bigint,
  add column password_required boolean not null default false,
  add column refuses_secrets boolean not null default false;
