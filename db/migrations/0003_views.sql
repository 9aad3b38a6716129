-- The folds of view counts from Redis that have been done: none is done twice.
create table view_folds (
  name text primary key,
  folded_at timestamptz not null default now()
);
