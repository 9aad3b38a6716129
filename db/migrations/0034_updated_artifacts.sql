-- Updates by keys and apps are recorded too, as artifact.updated. Those by users were artifact.edited, and workers of
-- the previous release still write that.
update audit_events set action = 'artifact.updated' where action = 'artifact.edited';
