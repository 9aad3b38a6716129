// The dashboard's search among so many artifacts that one look does not go through all of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { recorded, removalOfArtifacts, sql, uuidOf } from "../../service/api_client.mjs";
import { newUser, nextOf, titlesOf } from "../../service/dashboard_client.mjs";

test("a frequent word is found by walking the list, and an old one however far back it is", async () => {
  const { account, visitor } = await newUser();
  sql(
    recorded(`
    insert into artifacts (id, account_id, template, title, title_words, content, metadata, created_at, updated_at)
    select gen_random_uuid(), '${uuidOf(account)}', (array['markdown', 'chart'])[1 + n % 2],
           case when n <= 48000 then 'Weekly ' || n else 'Daily qx ' || n end,
           case when n <= 48000 then '|weekly|' else '|daily|qx|' end, '{}', '{}', now() - n * interval '1 second', now() - n * interval '1 second'
      from generate_series(1, 54000) as n`),
  );
  sql("analyze artifacts");
  const weekly = await visitor.get("/dashboard/artifacts?search=weekly");
  assert.deepEqual(
    titlesOf(weekly.text),
    Array.from({ length: 25 }, (_, n) => `Weekly ${n + 1}`),
  );
  // More than the index is asked for, and further back than one walk goes.
  for (const word of ["dail", "qx"]) {
    let { text } = await visitor.get(`/dashboard/artifacts?search=${word}`);
    assert.deepEqual(titlesOf(text), []);
    assert.match(text, /Older artifacts have not been searched yet/);
    ({ text } = await visitor.get(nextOf(text)));
    assert.deepEqual(
      titlesOf(text),
      Array.from({ length: 25 }, (_, n) => `Daily qx ${48001 + n}`),
    );
  }
  sql(removalOfArtifacts(`account_id = '${uuidOf(account)}'`));
});
