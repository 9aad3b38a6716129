-- When maintenance has run, about one run an hour, by the database's clock. What is removed for good is
-- what was due at a run some days ago, and a clock that has moved far since the last run is not trusted.
create table maintenance_runs (
  ran_at timestamptz primary key
);
