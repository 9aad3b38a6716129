-- What an event changed about its subject: names such as password_set, never the values. Null where the action says
-- it all, and in events of the previous release.
alter table audit_events add column if not exists changes text[];
