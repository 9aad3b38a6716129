-- The index of titles moves to a table of its own, which maintenance fills many titles at a time: creating an
-- artifact only notes it here.

create table if not exists unindexed_titles (
  account_id uuid not null,
  artifact_id uuid not null,
  primary key (account_id, artifact_id)
);

-- An entry may be out of date, so searches check each title again. The artifact is noted as unindexed then.
create table if not exists indexed_titles (
  artifact_id uuid primary key references artifacts on delete cascade,
  pieces bigint[] not null
);

-- Maintenance empties the pending list.
create index if not exists indexed_titles_by_piece on indexed_titles using gin (pieces)
  with (fastupdate = on);

create or replace function note_unindexed_title() returns trigger language plpgsql as $$
begin
  -- An update locks a row that is there, so maintenance does not take it before the new title is committed.
  insert into unindexed_titles (account_id, artifact_id) values (new.account_id, new.id)
  on conflict (account_id, artifact_id) do update set artifact_id = excluded.artifact_id;
  return null;
end
$$;

create or replace trigger note_new_title after insert on artifacts
  for each row when (new.title is not null) execute function note_unindexed_title();
create or replace trigger note_changed_title after update of title on artifacts
  for each row when (new.title is not null and old.title is distinct from new.title)
  execute function note_unindexed_title();
