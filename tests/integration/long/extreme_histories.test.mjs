// Histories at their limits: versions that end while they are read, many versions, large ones, and a clock that jumps.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, sql, uuidOf } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { addVersions } from "../../service/stored_histories.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount()));

const create = async (text) => (await call(key, "POST", "/artifacts", markdown(text))).json.id;
const write = async (id, text) => {
  const { status, json, text: answer } = await call(key, "PUT", `/artifacts/${id}`, { content: { text } });
  assert.equal(status, 200, answer);
  return json.version;
};
const versionsOf = async (id, query = "") => {
  const { status, json, text } = await call(key, "GET", `/artifacts/${id}/versions?limit=100${query}`);
  assert.equal(status, 200, text);
  return json;
};
const diff = (id, to, from) => call(key, "GET", `/artifacts/${id}/versions/${to}/diff?from=${from}`);
const erase = (id, number) => call(key, "DELETE", `/artifacts/${id}/versions/${number}`);
const historyBytes = () =>
  Number(
    sql(
      `select coalesce(sum(bytes), 0) from artifact_counts
        where account_id = '${uuidOf(account)}' and listed_as = 'history'`,
    ),
  );

test("a version that is erased while it is compared is compared as a whole, or not at all", async () => {
  const lines = (word) => Array.from({ length: 2000 }, (_, i) => `${word} ${i}`).join("\n");
  const statuses = new Set();
  for (let round = 0; round < 8; ++round) {
    const id = await create(lines("one"));
    await write(id, lines("two"));
    const [erased, ...answers] = await Promise.all([
      erase(id, 1),
      ...Array.from({ length: 8 }, () => diff(id, 2, 1)),
    ]);
    assert.equal(erased.status, 200, erased.text);
    for (const { status, json } of answers) {
      statuses.add(status);
      if (status === 200)
        assert.deepEqual(json.text.lines, { from: 2000, to: 2000, removed: 2000, added: 2000 });
      else assert.deepEqual([status, json.error.code], [410, "version_erased"]);
    }
    assertError(await diff(id, 2, 1), 410, "version_erased");
  }
  assert.ok(statuses.has(410), "one was erased before it was compared");
});

test("versions that give way while they are compared are compared, or not there", async () => {
  const small = newAccount();
  const text = (mark) => mark.repeat(30_000);
  const { id } = (await call(small.key, "POST", "/artifacts", markdown(text("a")))).json;
  sql(`update accounts set max_bytes = 100000 where id = '${uuidOf(small.account)}'`);
  for (const mark of "bcdefgh") {
    const [written, ...answers] = await Promise.all([
      call(small.key, "PUT", `/artifacts/${id}`, { content: { text: text(mark) } }),
      ...[1, 2, 3, 4].map((to) => call(small.key, "GET", `/artifacts/${id}/versions/${to + 1}/diff`)),
    ]);
    assert.equal(written.status, 200, written.text);
    for (const { status, text: answer } of answers) assert.ok([200, 404].includes(status), answer);
  }
});

test("ten thousand versions are listed, compared, restored, erased and removed as a few are", async () => {
  const bytesBefore = historyBytes();
  const id = await create("1");
  addVersions(id, 9999, { owner: account, keptAt: "now()", text: "n::text" });
  sql(`
    update artifacts
       set version_changes = '{content}', content = '{"text":"10000"}',
           content_hash = sha256('{"text":"10000"}')
     where id = '${uuidOf(id)}'`);
  const numbers = [];
  let cursor = "";
  do {
    const { data, pagination } = await versionsOf(id, cursor);
    numbers.push(...data.map(({ version }) => version));
    cursor = pagination.nextCursor ? `&cursor=${encodeURIComponent(pagination.nextCursor)}` : "";
  } while (cursor);
  assert.deepEqual(
    numbers,
    Array.from({ length: 10_000 }, (_, i) => 10_000 - i),
  );
  const { json: compared } = await diff(id, 10_000, 1);
  assert.deepEqual(compared.text.hunks[0].lines.map(({ text }) => text).sort(), ["1", "10000"]);
  assert.equal((await call(key, "GET", `/artifacts/${id}/versions/5000`)).json.content.text, "5000");
  const { json: erased } = await call(key, "DELETE", `/artifacts/${id}/versions?before=5000`);
  assert.equal(erased.erased.length, 4999);
  const size = (number) => `{"text":"${number}"}`.length;
  const kept = numbers.filter((number) => number >= 5000 && number < 10_000);
  assert.equal(
    historyBytes() - bytesBefore,
    kept.reduce((sum, number) => sum + size(number), 0),
  );
  const restored = await call(key, "POST", `/artifacts/${id}/versions/5000/restore`, {});
  assert.deepEqual([restored.status, restored.json.version], [200, 10_001]);
  // Each change removes at most a thousand, until there are as many as the plan keeps.
  for (let i = 0; i < 4; ++i) await write(id, `more ${i}`);
  const left = Number(
    sql(`select count(*) from artifact_versions where artifact_id = '${uuidOf(id)}' and erased_at is null`),
  );
  assert.ok(left >= 20 && left <= 1000, `${left}`);
  assert.equal((await call(key, "DELETE", `/artifacts/${id}?permanent=true`)).status, 200);
  assert.equal(sql(`select count(*) from artifact_versions where artifact_id = '${uuidOf(id)}'`), "0");
  assert.equal(historyBytes(), bytesBefore);
});

test("versions of almost 32 MiB are kept, compared in bounds, restored and erased", async () => {
  const own = newAccount();
  const bytesOf = (listed) =>
    Number(
      sql(
        `select coalesce(sum(bytes), 0) from artifact_counts
          where account_id = '${uuidOf(own.account)}' and (listed_as = 'history') = ${listed}`,
      ),
    );
  const size = 30 * 1024 * 1024;
  const line = (mark) => `${mark} is what each of these lines begins with, and it goes on for a while.\n`;
  const text = (mark) => line(mark).repeat(Math.floor(size / line(mark).length));
  const type = { "content-type": "text/markdown" };
  const { status, json } = await call(own.key, "POST", "/artifacts", text("one"), type);
  assert.equal(status, 201, JSON.stringify(json.error));
  const path = `/artifacts/${json.id}`;
  for (const mark of ["two", "three"]) {
    const written = await call(own.key, "PUT", path, text(mark), type);
    assert.equal(written.status, 200, written.text.slice(0, 500));
  }
  assert.equal((await call(own.key, "GET", `${path}/versions/1`)).json.content.text, text("one"));
  const answer = await call(own.key, "GET", `${path}/versions/3/diff?from=1`);
  assert.equal(answer.status, 200);
  assert.equal(answer.json.isComplete, false);
  assert.ok(answer.text.length < 1_000_000, `${answer.text.length}`);
  assert.ok(answer.json.bytes.from > size - 1000 && answer.json.bytes.to > size - 1000);
  const restored = await call(own.key, "POST", `${path}/versions/1/restore`, {});
  assert.deepEqual([restored.status, restored.json.version], [200, 4]);
  assert.ok(bytesOf(true) > 2.9 * size);
  const erased = await call(own.key, "DELETE", `${path}/versions?before=4`);
  assert.deepEqual(erased.json.erased, [1, 2, 3]);
  assert.deepEqual(erased.json.sameContent, [4]);
  assert.equal(bytesOf(true), 0);
  assert.ok(bytesOf(false) > size);
});

test("a clock that jumps back confuses neither the order of versions nor what is kept", async () => {
  const id = await create("one");
  await write(id, "two");
  // As if the clock had been a day ahead until now.
  sql(`
    update artifact_versions set kept_at = now() + interval '1 day', created_at = now() + interval '1 day'
     where artifact_id = '${uuidOf(id)}';
    update artifacts set version_at = now() + interval '1 day', updated_at = now() + interval '1 day'
     where id = '${uuidOf(id)}'`);
  await write(id, "three");
  assert.equal((await call(key, "PATCH", `/artifacts/${id}`, { append: { text: "+" } })).status, 200);
  assert.equal((await call(key, "PATCH", `/artifacts/${id}`, { append: { text: "+" } })).status, 200);
  const { data } = await versionsOf(id);
  assert.deepEqual(
    data.map(({ version }) => version),
    [5, 4, 3, 2, 1],
  );
  const [newest, , third, second] = data.map(({ createdAt }) => Date.parse(createdAt));
  assert.ok(third < second && newest < second);
  for (const [number, text] of [
    [1, "one"],
    [2, "two"],
    [3, "three"],
  ]) {
    const { json } = await call(key, "GET", `/artifacts/${id}/versions/${number}`);
    assert.equal(json.content.text, text);
  }
  const { json } = await diff(id, 3, 2);
  assert.deepEqual(
    json.text.hunks[0].lines.map(({ change, text }) => [change, text]),
    [
      ["removed", "two"],
      ["added", "three"],
    ],
  );
});
