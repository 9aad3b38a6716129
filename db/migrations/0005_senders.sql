-- Who shares: pages of share links may show their account's name and logo.

-- An account without a row shows nothing.
create table senders (
  account_id uuid primary key references accounts on delete cascade,
  -- Whether the operator allows it.
  is_allowed boolean not null default false,
  -- Whether links show it that do not say so themselves.
  is_shown boolean not null default false,
  name text check (name <> ''),
  -- A PNG in base64, and the beginning of its SHA-256 in hexadecimal, by which viewers get it.
  logo text,
  logo_digest text,
  constraint senders_logo check ((logo is null) = (logo_digest is null))
);
create index senders_logo_digest on senders (logo_digest) where logo_digest is not null;
