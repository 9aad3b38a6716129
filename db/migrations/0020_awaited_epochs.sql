-- The user's session epoch when they entered the password: a new password, or signing out
-- everywhere, ends a sign-in that waits for the second factor too. Null in rows of an older version,
-- which live for ten minutes.
alter table awaited_second_factors add column epoch bigint;
