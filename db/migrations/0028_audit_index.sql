-- Replaced by audit_events_by_other_action (migration 0025). Workers of the previous release list events of one
-- action by audit_events_of_account meanwhile.
drop index if exists audit_events_by_action;
