-- Search by the words of title, description and content. As with titles (migration 0023), creating or changing
-- an artifact only notes it in unindexed_titles: maintenance enters the title, and moves it on to unindexed_texts.

-- A row may be out of date until maintenance has met the change.
create table if not exists artifact_texts (
  artifact_id uuid primary key references artifacts on delete cascade,
  -- Without positions. Each lexeme begins with a mark of the account (db/search/text_query.h).
  words tsvector compression lz4 not null
);

-- Maintenance empties the pending list.
create index if not exists artifact_texts_by_word on artifact_texts using gin (words)
  with (fastupdate = on);

create table if not exists unindexed_texts (
  artifact_id uuid primary key references artifacts on delete cascade
);

-- Artifacts from before this migration are entered over time, in the order of their ids. As a worker of the
-- previous release does not note artifacts without a title, the walk goes on for a day; then it is removed.
create table if not exists text_index_walk (
  last_id uuid not null,
  ends_after timestamptz not null
);
insert into text_index_walk
select '00000000-0000-0000-0000-000000000000', now() + interval '1 day'
 where not exists (select from text_index_walk);

-- Also without a title, and also if the title was removed.
create or replace trigger note_new_title after insert on artifacts
  for each row when (not new.is_recorded) execute function note_unindexed_title();
create or replace trigger note_changed_title after update of title, first_heading, description on artifacts
  for each row when ((new.title, new.first_heading, new.description) is distinct from
                     (old.title, old.first_heading, old.description))
  execute function note_unindexed_title();
-- The content is not compared, as it may be large.
create or replace trigger note_changed_content after update of content on artifacts
  for each row execute function note_unindexed_title();
