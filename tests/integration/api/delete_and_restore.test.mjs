// DELETE /artifacts/{id} and POST /artifacts/{id}/restore
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  newKey,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import {
  assertApiHeaders,
  assertError,
  assertFields,
  timestampPattern,
} from "../../service/contract_assertions.mjs";
import { callTool } from "../mcp/messages.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount()));

const create = async (more) => (await call(key, "POST", "/artifacts", markdown("x", more))).json.id;
const remove = (id, query = "") => call(key, "DELETE", `/artifacts/${id}${query}`);
const restore = (id, body) => call(key, "POST", `/artifacts/${id}/restore`, body);
const get = (id) => call(key, "GET", `/artifacts/${id}`);
const set = (id, what) => sql(`update artifacts set ${what} where id = '${uuidOf(id)}'`);

function assertDeleted(response, id, permanent = false) {
  assert.equal(response.status, 200, response.text);
  assertApiHeaders(response);
  assertFields(response.json, "id", "status", "deletedAt", "permanent");
  assert.equal(response.json.permanent, permanent);
  assert.equal(response.json.id, id);
  assert.equal(response.json.status, "deleted");
  assert.match(response.json.deletedAt, timestampPattern);
  assert.ok(Math.abs(Date.parse(response.json.deletedAt) - Date.now()) < 60000);
}

test("a deleted artifact can still be read, with the time of its deletion", async () => {
  const id = await create({ title: "T" });
  const deleted = await remove(id);
  assertDeleted(deleted, id);
  const { status, json } = await get(id);
  assert.equal(status, 200);
  assert.equal(json.status, "deleted");
  assert.equal(json.deletedAt, deleted.json.deletedAt);
  assert.equal(json.title, "T");
  assert.deepEqual(json.content, { text: "x" });
});

test("deleting it again returns the first time, also concurrently", async () => {
  const id = await create();
  const answers = await Promise.all(Array.from({ length: 20 }, () => remove(id)));
  for (const answer of answers) assertDeleted(answer, id);
  assert.equal(new Set(answers.map(({ json }) => json.deletedAt)).size, 1);
  assert.equal((await remove(id)).json.deletedAt, answers[0].json.deletedAt);
});

test("a permanent deletion removes the artifact and its links, whatever its state", async () => {
  for (const state of [undefined, "expires_at = now()", "deleted_at = now()"]) {
    const { id, url } = await share(key, markdown("x"));
    if (state) set(id, state);
    assertDeleted(await remove(id, "?permanent=true"), id, true);
    for (const response of [
      await get(id),
      await remove(id),
      await remove(id, "?permanent=true"),
      await restore(id),
      await call(key, "PUT", `/artifacts/${id}`, {}),
      await call(key, "POST", `/artifacts/${id}/share`, {}),
      await call(key, "GET", `/artifacts/${id}/shares`),
    ])
      assertError(response, 404, "not_found");
    assert.ok([404, 410].includes((await request("GET", url)).status));
    assert.equal(
      sql(
        `select (select count(*) from artifacts where id = '${uuidOf(id)}') + (select count(*) from share_links where artifact_id = '${uuidOf(id)}')`,
      ),
      "0",
    );
  }
});

test("permanent is true or false, given once, and nothing else", async () => {
  const id = await create();
  for (const query of [
    "permanent=",
    "permanent=1",
    "permanent=yes",
    "permanent=true&permanent=true",
    "permanent=false&permanent=true",
  ])
    assertError(await remove(id, `?${query}`), 400, "invalid_request", "permanent");
  assert.equal((await get(id)).json.status, "active");
});

test("a deleted artifact's links stop working with the next view, and work again after a restore", async () => {
  const { id, url } = await share(key, markdown("x"));
  const views = async () =>
    new Set(
      (await Promise.all(Array.from({ length: 16 }, () => request("GET", url)))).map(({ status }) => status),
    );
  assert.deepEqual(await views(), new Set([200]));
  await remove(id);
  assert.deepEqual(await views(), new Set([410]));
  assert.equal((await restore(id)).status, 200);
  assert.deepEqual(await views(), new Set([200]));
});

test("links of a deleted artifact say so wherever they are, and so does changing one", async () => {
  const own = newAccount();
  const { id, url, share: link } = await share(own.key, markdown("x"));
  assert.equal(link.isActive, true);
  const byStatus = async (path, status) =>
    (await call(own.key, "GET", `${path}?status=${status}`)).json.data.map((one) => one.id);
  for (const [isActive, invalidReason] of [
    [false, "artifact_deleted"],
    [true, undefined],
  ]) {
    if (isActive) await call(own.key, "POST", `/artifacts/${id}/restore`);
    else await call(own.key, "DELETE", `/artifacts/${id}`);
    const changed = await call(own.key, "PATCH", `/artifacts/${id}/shares/${link.id}`, { name: "for Sam" });
    assert.deepEqual(
      changed.json.warnings?.map(({ code }) => code),
      isActive ? undefined : ["artifact_deleted"],
    );
    const lists = await Promise.all(
      [`/artifacts/${id}/shares`, "/artifacts/shares"].map((path) => call(own.key, "GET", path)),
    );
    const { structuredContent, content } = await callTool(own.key, "list_links", { artifact: id });
    for (const one of [changed.json, ...lists.map(({ json }) => json.data[0]), structuredContent.links[0]])
      assert.deepEqual([one.isActive, one.invalidReason, one.url], [isActive, invalidReason, url]);
    assert.equal(/does not open, as its artifact is deleted/.test(content[0].text), !isActive);
    for (const path of [`/artifacts/${id}/shares`, "/artifacts/shares"]) {
      assert.deepEqual(await byStatus(path, "active"), isActive ? [link.id] : [], path);
      assert.deepEqual(await byStatus(path, "expired"), isActive ? [] : [link.id], path);
    }
  }
});

test("a restored artifact is as it was", async () => {
  const id = await create({ title: "T", description: "D", metadata: { a: 1 }, expiresIn: "1h" });
  const beforehand = (await get(id)).json;
  await remove(id);
  assertError(await restore(id, "[]"), 400, "invalid_request", "object");
  const reader = newKey(account, ["artifacts:read"]);
  const refused = await call(reader, "POST", `/artifacts/${id}/restore`);
  assertError(refused, 403, "forbidden", "artifacts:delete");
  const restored = await restore(id);
  assert.equal(restored.status, 200, restored.text);
  assertApiHeaders(restored);
  assert.ok(!("deletedAt" in restored.json));
  assert.deepEqual({ ...restored.json, updatedAt: 0 }, { ...beforehand, updatedAt: 0 });
  assert.deepEqual((await get(id)).json, restored.json);
  assert.equal((await call(key, "PUT", `/artifacts/${id}`, { title: "again" })).json.title, "again");
});

test("an artifact that is not deleted cannot be restored", async () => {
  const active = await create();
  const expired = await create({ expiresIn: "1h" });
  set(expired, "expires_at = now()");
  for (const id of [active, expired]) assertError(await restore(id), 409, "not_deleted");
  await remove(expired);
  assert.equal((await get(expired)).json.status, "deleted");
  assert.equal((await restore(expired, {})).json.status, "expired");
});

test("an artifact can be restored for 30 days, and is kept until it is removed or deleted permanently", () =>
  withoutMaintenance(async () => {
    const late = await create();
    await remove(late);
    set(late, "deleted_at = now() - interval '30 days' + interval '1 minute'");
    assert.equal((await restore(late)).status, 200);
    const tooLate = await create();
    await remove(tooLate);
    set(tooLate, "deleted_at = now() - interval '30 days' - interval '1 second'");
    assertError(await restore(tooLate), 404, "not_found", "more than 30 days ago");
    const { json } = await get(tooLate);
    assert.equal(json.status, "deleted");
    assert.equal((await remove(tooLate)).json.deletedAt, json.deletedAt);
    assertError(await call(key, "PUT", `/artifacts/${tooLate}`, {}), 409, "artifact_deleted");
    assertError(await call(key, "POST", `/artifacts/${tooLate}/share`, {}), 409, "artifact_deleted");
    assertDeleted(await remove(tooLate, "?permanent=true"), tooLate, true);
    for (const response of [await restore(tooLate), await get(tooLate), await remove(tooLate)])
      assertError(response, 404, "not_found");
  }));

test("concurrent restores are one restore", async () => {
  const id = await create();
  await remove(id);
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => restore(id)))).map(
    ({ status }) => status,
  );
  assert.equal(statuses.filter((status) => status === 200).length, 1);
  assert.ok(
    statuses.every((status) => [200, 409].includes(status)),
    statuses.join(" "),
  );
});
