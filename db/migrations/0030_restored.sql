-- An expired artifact is kept for its full time after it was restored: it may have expired long before.

alter table artifacts add column if not exists restored_at timestamptz;
