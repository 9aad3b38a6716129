-- Lists by metadata and by the time of the last update.

-- One number for each key and value of an artifact's metadata. The numbers depend on the account, so that
-- a search does not read the entries of other accounts. The value is its text: the characters of a string,
-- or the JSON of any other value. Different pairs may have the same number, so searches check each artifact
-- again. The high cost keeps the planner from calling this for every row instead of using the index. (jsonb
-- is no alternative: it rejects numbers that are out of its range, which metadata may contain.)
create or replace function metadata_pairs(account uuid, metadata text) returns bigint[]
  language plpgsql immutable strict parallel safe cost 10000 as $$
declare
  seed constant bigint := uuid_hash_extended(account, 0);
begin
  return array(select hashtextextended(value, hashtextextended(key, seed))
                 from json_each_text(metadata::json)
                where value is not null);
end
$$;

-- concurrently

-- Without a pending list, which every search would have to read. Artifacts without metadata have no entry.
create index concurrently artifacts_by_metadata
  on artifacts using gin (metadata_pairs(account_id, metadata))
  with (fastupdate = off) where metadata <> '{}';

-- Like artifacts_listed, for lists that are sorted by the last update.
create index concurrently artifacts_by_update
  on artifacts (account_id, listed_as, template, updated_at, id);
