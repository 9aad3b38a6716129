-- What the service keeps beside the rows: counts for each account, and usage of the last 90 days.
\set ON_ERROR_STOP on
set session_replication_role = replica;
truncate artifact_counts, usage_days, unindexed_artifacts;
insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
select account_id, listed_as, template, 0, count(*), sum(octet_length(content)) from artifacts group by 1, 2, 3;
insert into usage_days (account_id, day, requests, views)
select bench.account(k), current_date - day, 1000, 100
  from generate_series(0::bigint, :accounts - 1) as k, generate_series(0, 89) as day;
