// Histories with many versions, links and events, written to the database as if they had come about over time.
import { sql, uuidOf } from "./api_client.mjs";

// Earlier versions as if they had been kept long ago, of this many bytes each and what `text` makes of their number n;
// they count in the account's storage.
export function addVersions(
  id,
  count,
  {
    owner,
    title = "null",
    keptAt = "now() - interval '4000 days'",
    bytes = 0,
    text = "lpad(n::text, 8, '0')",
  },
) {
  sql(`
    with rest as materialized (
      select left(coalesce(string_agg(md5(n::text), ''), ''), ${bytes}) as filling
        from generate_series(1, ${Math.ceil(bytes / 32)}) as n
    ), made as (
      insert into artifact_versions
        (artifact_id, version, account_id, created_at, changes, title, content, content_hash, bytes, kept_at)
      select '${uuidOf(id)}', n, '${uuidOf(owner)}', now(), '{content}', ${title}, text, sha256(convert_to(text, 'UTF8')),
             octet_length(text), ${keptAt}
        from rest, generate_series(1, ${count}) as n,
             lateral (select '{"text":"' || ${text} || filling || '"}' as text) as made
      returning bytes
    )
    insert into artifact_counts
    select '${uuidOf(owner)}', 'history', '', 0, 0, sum(bytes) from made
        on conflict (account_id, listed_as, template, slot)
        do update set bytes = artifact_counts.bytes + excluded.bytes;
    update artifacts set version = ${count + 1} where id = '${uuidOf(id)}'`);
}
export const addPins = (id, from, to, owner) =>
  sql(`
    insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at, version)
    select gen_random_uuid(), '${uuidOf(id)}', '${uuidOf(owner)}', 'k',
           date_trunc('milliseconds', now()) - n * interval '1 millisecond', 'infinity', n
      from generate_series(${from}, ${to}) as n`);
export const addEvents = (subjects, count, name, owner) =>
  sql(`
    insert into audit_events (id, account_id, action, actor_name, client_address, subject, subject_name)
    select gen_random_uuid(), '${uuidOf(owner)}', 'artifact.updated', 'k', '', subject, '${name}'
      from unnest('{${subjects.join(",")}}'::text[]) as subject, generate_series(1, ${count})`);
export const versionsOf = (id, condition = "true") =>
  Number(sql(`select count(*) from artifact_versions where artifact_id = '${uuidOf(id)}' and ${condition}`));
export const namesIn = (owner) =>
  sql(`select string_agg(distinct subject_name, ',') from audit_events
        where account_id = '${uuidOf(owner)}' and subject like any (array['art%', 'shr%'])`);
// What the counts differ by from what is stored.
export const miscounted = (owner) =>
  Number(
    sql(`select (select coalesce(sum(bytes), 0) from artifact_counts
                  where account_id = '${uuidOf(owner)}' and listed_as = 'history')
              - (select coalesce(sum(bytes), 0) from artifact_versions
                  where account_id = '${uuidOf(owner)}' and erased_at is null)`),
  );
