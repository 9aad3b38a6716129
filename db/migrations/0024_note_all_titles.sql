-- All titles that were not noted when they were written. (Creating the triggers has waited for the others.)

insert into unindexed_titles (account_id, artifact_id)
select account_id, id from artifacts where title is not null
on conflict do nothing;

drop index if exists artifacts_by_title;
