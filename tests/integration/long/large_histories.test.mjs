// Histories with more versions, links and events than one step of removal, erasure and retention takes.
// large_accounts.test.mjs has those at the limits of plans.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, share, sql, uuidOf } from "../../service/api_client.mjs";
import { maintain } from "../../service/maintenance.mjs";
import {
  addEvents,
  addPins,
  addVersions,
  miscounted,
  namesIn,
  versionsOf,
} from "../../service/stored_histories.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount({ plan: "pro" })));

const create = async (more) => (await call(key, "POST", "/artifacts", markdown("now", more))).json.id;

test("pinned and erased versions don't keep others from being removed by age", async () => {
  const id = await create();
  addVersions(id, 3500, { owner: account });
  addPins(id, 1, 1500, account);
  sql(`
    with erased as (
      update artifact_versions set content = null, content_hash = null, erased_at = now()
       where artifact_id = '${uuidOf(id)}' and version between 1501 and 2000
      returning bytes
    )
    update artifact_counts set bytes = bytes - (select sum(bytes) from erased)
     where account_id = '${uuidOf(account)}' and listed_as = 'history' and slot = 0`);
  maintain();
  assert.equal(versionsOf(id), 1500);
  assert.equal(versionsOf(id, "version <= 1500"), 1500);
  assert.equal(miscounted(account), 0);
  // Once no link shows them, they go as well.
  sql(`update share_links set revoked_at = now() where artifact_id = '${uuidOf(id)}'`);
  maintain();
  assert.equal(versionsOf(id), 0);
  assert.equal(miscounted(account), 0);
});

test("as many versions as needed give way to new content, and pinned ones stay", async () => {
  const own = newAccount({ plan: "pro" });
  const { id } = (await call(own.key, "POST", "/artifacts", markdown("now"))).json;
  addVersions(id, 5000, { owner: own.account });
  addPins(id, 1, 1200, own.account);
  // With room for the pinned versions and the new content.
  sql(`update accounts set max_bytes = 1300 * 19 + 60000 where id = '${uuidOf(own.account)}'`);
  for (const [method, path] of [
    ["PUT", `/artifacts/${id}`],
    ["POST", "/artifacts"],
    ["POST", "/artifacts/share"],
  ]) {
    const body = markdown("n".repeat(20_000));
    const answer = await call(own.key, method, path, method === "PUT" ? { content: body.content } : body);
    assert.ok([200, 201].includes(answer.status), answer.text);
  }
  assert.equal(versionsOf(id, "version <= 1200"), 1200);
  assert.ok(versionsOf(id) < 1400);
  assert.equal(miscounted(own.account), 0);
  const refused = await call(own.key, "POST", "/artifacts", markdown("n".repeat(60_000)));
  assert.deepEqual([refused.status, refused.json.error.code], [403, "quota_exceeded"]);
});

test("a change leaves as many versions as the plan keeps, step by step, and pinned ones", async () => {
  const id = await create();
  addVersions(id, 3000, { owner: account, keptAt: "now()" });
  addPins(id, 1, 1100, account);
  const write = async (text) =>
    assert.equal((await call(key, "PUT", `/artifacts/${id}`, { content: { text } })).status, 200);
  for (const text of ["1", "2", "3"]) await write(text);
  assert.equal(versionsOf(id, "version <= 1100"), 1100);
  const kept = versionsOf(id, "version > 1100");
  await write("4");
  assert.equal(versionsOf(id, "version > 1100"), kept);
  assert.equal(miscounted(account), 0);
});

test("erasing takes steps, names each version once, and forgets titles that no version has", async () => {
  const own = newAccount({ plan: "pro" });
  const { id } = await share(own.key, markdown("now", { title: "Public" }));
  const title = "case when n = 7 then 'Public' else 'Secret ' || n % 3 end";
  addVersions(id, 2500, { owner: own.account, title, keptAt: "now()" });
  addPins(id, 5, 5, own.account);
  addPins(id, 2500, 2500, own.account);
  for (let links = 0; links < 3; ++links) addPins(id, 100, 500, own.account);
  const links = sql(`select public_id('shr', id) from share_links where artifact_id = '${uuidOf(id)}'`).split(
    "\n",
  );
  addEvents([id], 1500, "Secret 0", own.account);
  addEvents(links, 2, "Secret 1", own.account);
  sql(`insert into audit_events (id, account_id, created_at, action, actor_name, client_address, subject, subject_name)
       select gen_random_uuid(), account_id, created_at, 'link.created', 'k', '', public_id('shr', id), 'Secret 2'
         from share_links where artifact_id = '${uuidOf(id)}'`);
  const { status, json, text } = await call(own.key, "DELETE", `/artifacts/${id}/versions?before=2400`);
  assert.equal(status, 200, text);
  assert.deepEqual(
    json.erased,
    Array.from({ length: 2399 }, (_, i) => i + 1),
  );
  assert.deepEqual(json.sameContent, []);
  // Versions from 2400 on have the same titles.
  assert.equal(namesIn(own.account), "Public,Secret 0,Secret 1,Secret 2");
  assert.equal((await call(own.key, "DELETE", `/artifacts/${id}/versions?before=2501`)).status, 200);
  assert.equal(namesIn(own.account), ",Public");
  assert.equal(versionsOf(id, "erased_at is null"), 0);
  assert.equal(miscounted(own.account), 0);
  const changes = sql(`select count(*), count(distinct change)
                         from audit_events, unnest(changes) as change
                        where subject = '${id}' and action = 'version.erased'`);
  assert.equal(changes, "2500|2500");
});

test("which versions have the same content as an erased one is told by their hashes", async () => {
  const id = await create();
  for (const text of ["a", "b", "a", "c", "a"])
    assert.equal((await call(key, "PUT", `/artifacts/${id}`, { content: { text } })).status, 200);
  const erased = await call(key, "DELETE", `/artifacts/${id}/versions/2`);
  assert.deepEqual([erased.json.erased, erased.json.sameContent], [[2], [4, 6]]);
  assert.equal(
    sql(`select count(*) from (select content, content_hash from artifacts where id = '${uuidOf(id)}'
           union all select content, content_hash from artifact_versions
                      where artifact_id = '${uuidOf(id)}' and erased_at is null) as kept
          where content_hash = sha256(convert_to(content, 'UTF8'))`),
    "5",
  );
});

// Each way removes an artifact for good that has more of everything than a step.
const removals = {
  "a permanent deletion": async (own, id) =>
    assert.equal((await call(own.key, "DELETE", `/artifacts/${id}?permanent=true`)).status, 200),
  "a bulk deletion": async (own) => {
    let cursor;
    let deleted = 0;
    do {
      const body = { filter: { template: "markdown" }, permanent: true, dryRun: false, cursor };
      const { status, json, text } = await call(own.key, "POST", "/artifacts/delete-matching", body);
      assert.equal(status, 200, text);
      deleted += json.deleted;
      cursor = json.nextCursor;
    } while (cursor);
    assert.equal(deleted, 3);
  },
  "maintenance, once deleted": async (own) => {
    sql(
      `update artifacts set deleted_at = now() - interval '40 days' where account_id = '${uuidOf(own.account)}'`,
    );
    maintain();
  },
  "maintenance, long expired": async (own) => {
    sql(
      `update artifacts set expires_at = now() - interval '400 days' where account_id = '${uuidOf(own.account)}'`,
    );
    // The first run notes what has expired.
    maintain();
    maintain();
  },
};
for (const [way, remove] of Object.entries(removals)) {
  test(`what ${way} removes is gone with all it had, and its title from the audit log`, async () => {
    const own = newAccount({ plan: "pro" });
    const small = await share(own.key, markdown("x", { title: "A secret title" }));
    const { id } = await share(own.key, markdown("x", { title: "A secret title" }));
    const disabled = await share(own.key, markdown("x", { title: "A secret title" }));
    sql(
      `update artifacts set disabled_at = now(), disabled_reason = 'r' where id = '${uuidOf(disabled.id)}'`,
    );
    addVersions(id, 2500, { owner: own.account, keptAt: "now()" });
    addPins(id, 1, 1300, own.account);
    const links = sql(
      `select public_id('shr', id) from share_links where artifact_id = '${uuidOf(id)}'`,
    ).split("\n");
    addEvents([id, small.id, disabled.id], 1100, "A secret title", own.account);
    addEvents(links, 1, "A secret title", own.account);
    await remove(own, id);
    const owned = `account_id = '${uuidOf(own.account)}'`;
    const left = await Promise.all(
      [id, small.id, disabled.id].map(
        async (one) => (await call(own.key, "GET", `/artifacts/${one}`)).status,
      ),
    );
    if (way === "a permanent deletion") {
      assert.deepEqual(left, [404, 200, 200]);
      assert.equal(sql(`select count(*) from share_links where ${owned}`), "2");
      for (const one of [small.id, disabled.id])
        assert.equal((await call(own.key, "DELETE", `/artifacts/${one}?permanent=true`)).status, 200);
    } else {
      assert.deepEqual(left, [404, 404, 404]);
    }
    for (const table of ["share_links", "artifact_versions", "artifacts"])
      assert.equal(sql(`select count(*) from ${table} where ${owned}`), "0", table);
    assert.equal(namesIn(own.account), "");
    assert.equal(sql(`select sum(bytes) from artifact_counts where ${owned}`), "0");
  });
}
