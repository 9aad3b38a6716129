-- Who shares: pages of share links may show their account's name and logo.

alter table accounts
  -- Whether the operator allows it.
  add column may_show_sender boolean not null default false,
  -- Whether links show it that do not say so themselves.
  add column shows_sender boolean not null default false,
  add column sender_name text check (sender_name <> ''),
  -- A PNG in base64, and the beginning of its SHA-256 in hexadecimal, by which viewers get it.
  add column sender_logo text,
  add column sender_logo_digest text,
  add constraint accounts_sender_logo check ((sender_logo is null) = (sender_logo_digest is null));
create index accounts_sender_logo_digest on accounts (sender_logo_digest)
  where sender_logo_digest is not null;
