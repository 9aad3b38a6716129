-- What an artifact without a title is called in lists: the first heading of its document, as plain text. Empty if it
-- has none; null for templates without headings, and until it is read from content that an earlier release wrote.

alter table artifacts add column if not exists first_heading text;

create or replace trigger note_new_title after insert on artifacts
  for each row when (not new.is_recorded and coalesce(new.title, nullif(new.first_heading, '')) is not null)
  execute function note_unindexed_title();
create or replace trigger note_changed_title after update of title, first_heading on artifacts
  for each row when (coalesce(new.title, nullif(new.first_heading, '')) is distinct from
                     coalesce(old.title, nullif(old.first_heading, ''))
                     and coalesce(new.title, nullif(new.first_heading, '')) is not null)
  execute function note_unindexed_title();

-- concurrently

-- What maintenance still has to read.
create index concurrently artifacts_without_first_heading on artifacts (id)
  where template = 'markdown' and first_heading is null;
