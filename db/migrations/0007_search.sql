-- Search of an account's artifacts by a part of their title.

-- The pieces of three characters that a title consists of, each as a number that belongs to the
-- account as well: what other accounts have costs a search nothing. No extension is needed. Two
-- pieces may have the same number, so whoever finds a title by this looks at it again. The high cost
-- keeps the planner from working them out for every row where it can ask the index.
create function title_pieces(account uuid, title text) returns bigint[]
  language plpgsql immutable strict parallel safe cost 10000 as $$
declare
  lowered constant text := lower(title);
  seed constant bigint := uuid_hash_extended(account, 0);
begin
  return array(select distinct hashtextextended(substr(lowered, start, 3), seed)
                 from generate_series(1, length(lowered) - 2) as start);
end
$$;

-- Without a list of pending entries, which every search would have to read through.
create index artifacts_by_title on artifacts using gin (title_pieces(account_id, title))
  with (fastupdate = off) where title is not null;
