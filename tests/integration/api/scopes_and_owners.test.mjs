// Every operation with every set of scopes, and with another account's key.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { call, markdown, newAccount, newKey, share, sql, uuidOf } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";

const scopes = ["artifacts:read", "artifacts:write", "artifacts:share", "artifacts:delete", "account:read"];
let owner;
before(() => (owner = newAccount()));

// Each call, made on an artifact and link of its own, with the scopes that it needs.
const operations = [
  ["create", ({ key }) => call(key, "POST", "/artifacts", markdown("x")), ["artifacts:write"]],
  [
    "create and share",
    ({ key }) => call(key, "POST", "/artifacts/share", markdown("x")),
    ["artifacts:write", "artifacts:share"],
  ],
  ["list", ({ key }) => call(key, "GET", "/artifacts"), ["artifacts:read"]],
  ["get", ({ key, id }) => call(key, "GET", `/artifacts/${id}`), ["artifacts:read"]],
  [
    "get by external id",
    ({ key, externalId }) => call(key, "GET", `/artifacts/ext:${externalId}`),
    ["artifacts:read"],
  ],
  [
    "put by external id",
    ({ key, externalId }) => call(key, "PUT", `/artifacts/ext:${externalId}`, markdown("x")),
    ["artifacts:write"],
  ],
  [
    "put by external id with a link",
    ({ key, externalId }) => call(key, "PUT", `/artifacts/ext:${externalId}`, markdown("x", { share: {} })),
    ["artifacts:write", "artifacts:share"],
  ],
  [
    "update",
    ({ key, id }) => call(key, "PUT", `/artifacts/${id}`, { title: "changed" }),
    ["artifacts:write"],
  ],
  [
    "edit",
    ({ key, id }) => call(key, "PATCH", `/artifacts/${id}`, { append: { text: "x" } }),
    ["artifacts:write"],
  ],
  [
    "edit a passage",
    ({ key, id }) => call(key, "PATCH", `/artifacts/${id}`, { edits: [{ find: "secret", replace: "x" }] }),
    ["artifacts:write", "artifacts:read"],
  ],
  [
    "set a value",
    ({ key, id }) =>
      call(key, "PATCH", `/artifacts/${id}`, { set: [{ op: "replace", path: "/text", value: "x" }] }),
    ["artifacts:write", "artifacts:read"],
  ],
  [
    "restore a version",
    ({ key, id }) => call(key, "POST", `/artifacts/${id}/versions/1/restore`),
    ["artifacts:read", "artifacts:write"],
  ],
  [
    "edit by external id",
    ({ key, externalId }) => call(key, "PATCH", `/artifacts/ext:${externalId}`, { append: { text: "x" } }),
    ["artifacts:write"],
  ],
  ["share", ({ key, id }) => call(key, "POST", `/artifacts/${id}/share`, {}), ["artifacts:share"]],
  [
    "change a link",
    ({ key, id, link }) => call(key, "PATCH", `/artifacts/${id}/shares/${link}`, { expiresIn: "2h" }),
    ["artifacts:share"],
  ],
  [
    "revoke a link",
    ({ key, id, link }) => call(key, "DELETE", `/artifacts/${id}/shares/${link}`),
    ["artifacts:share"],
  ],
  [
    "delete what matches",
    ({ key }) => call(key, "POST", "/artifacts/delete-matching", { filter: { q: "none" }, dryRun: false }),
    ["artifacts:read", "artifacts:delete"],
  ],
  [
    "revoke what matches",
    ({ key }) =>
      call(key, "POST", "/artifacts/shares/revoke-matching", { filter: { q: "none" }, dryRun: false }),
    ["artifacts:read", "artifacts:share"],
  ],
  ["list all links", ({ key }) => call(key, "GET", "/artifacts/shares"), ["artifacts:share"]],
  ["get views", ({ key, id }) => call(key, "GET", `/artifacts/${id}/views`), ["artifacts:read"]],
  ["list links", ({ key, id }) => call(key, "GET", `/artifacts/${id}/shares`), ["artifacts:share"]],
  ["read the audit log", ({ key }) => call(key, "GET", "/account/audit"), ["account:read"]],
  [
    "share by external id",
    ({ key, externalId }) => call(key, "POST", `/artifacts/ext:${externalId}/share`, {}),
    ["artifacts:share"],
  ],
  [
    "rename",
    ({ key, id }) => call(key, "PATCH", `/artifacts/${id}`, { title: "changed" }),
    ["artifacts:write"],
  ],
  ["delete", ({ key, id }) => call(key, "DELETE", `/artifacts/${id}`), ["artifacts:delete"]],
  [
    "delete permanently",
    ({ key, id }) => call(key, "DELETE", `/artifacts/${id}?permanent=true`),
    ["artifacts:delete"],
  ],
];
const subsets = Array.from({ length: 31 }, (_, i) => scopes.filter((_, bit) => (i + 1) & (1 << bit)));

async function fresh() {
  const externalId = `fresh-${randomUUID()}`;
  const { id, url } = await share(
    owner.key,
    markdown("secret text", { title: "secret title", metadata: { secret: 1 }, externalId }),
  );
  return { id, externalId, url, link: linkOf(url) };
}
const rowsOf = (id) =>
  sql(
    `select a, l from artifacts a left join share_links l on l.artifact_id = a.id where a.id = '${uuidOf(id)}'`,
  );

test("a key can do exactly what its scopes say, for every set of scopes", async () => {
  const keys = subsets.map((subset) => ({ subset, key: newKey(owner.account, subset) }));
  for (const [name, operation, needed] of operations) {
    const untouched = await fresh();
    const beforehand = rowsOf(untouched.id);
    const missingIn = (subset) => needed.find((scope) => !subset.includes(scope));
    await Promise.all(
      keys.map(async ({ subset, key }) => {
        const missing = missingIn(subset);
        const response = await operation({ ...(missing ? untouched : await fresh()), key });
        if (missing) assertError(response, 403, "forbidden", missing);
        else assert.ok([200, 201].includes(response.status), `${name} with ${subset}: ${response.text}`);
      }),
    );
    assert.equal(rowsOf(untouched.id), beforehand, name);
  }
});

test("restoring returns the content only to a key that may read, also when the request is repeated", async () => {
  const deleter = newKey(owner.account, ["artifacts:delete"]);
  const restorer = newKey(owner.account, ["artifacts:read", "artifacts:delete"]);
  for (const [key, shown] of [
    [deleter, false],
    [restorer, true],
  ]) {
    const { id } = await fresh();
    await call(key, "DELETE", `/artifacts/${id}`);
    const headers = { "idempotency-key": randomUUID() };
    for (const attempt of ["first", "repeated"]) {
      const response = await call(key, "POST", `/artifacts/${id}/restore`, undefined, headers);
      assert.equal(response.status, 200, attempt);
      assert.equal(response.json.status, "active", attempt);
      assert.equal("content" in response.json, shown, attempt);
    }
  }
});

test("another account's artifact is forbidden to every call in every state, and neither revealed nor changed", async () => {
  const stranger = newAccount();
  const onOne = operations
    .filter(([, operation]) => String(operation).includes("${id}"))
    .concat([
      ["restore", ({ key, id }) => call(key, "POST", `/artifacts/${id}/restore`)],
      ["head", ({ key, id }) => call(key, "HEAD", `/artifacts/${id}`)],
    ]);
  assert.equal(onOne.length, 16);
  for (const state of [undefined, "expires_at = now()", "deleted_at = now()"]) {
    const target = await fresh();
    if (state) sql(`update artifacts set ${state} where id = '${uuidOf(target.id)}'`);
    const beforehand = rowsOf(target.id);
    for (const [name, operation] of onOne) {
      const response = await operation({ ...target, key: stranger.key });
      assert.equal(response.status, 403, `${name}, ${state}: ${response.text}`);
      assert.doesNotMatch(response.text, /secret/, name);
    }
    assert.equal(rowsOf(target.id), beforehand);
  }
  assert.equal((await call(stranger.key, "GET", "/artifacts")).json.pagination.total, 0);
});

test("a removed artifact is not_found for every account", async () => {
  const { id } = await fresh();
  assert.equal((await call(owner.key, "DELETE", `/artifacts/${id}?permanent=true`)).status, 200);
  const mine = await call(owner.key, "GET", `/artifacts/${id}`);
  const theirs = await call(newAccount().key, "GET", `/artifacts/${id}`);
  for (const response of [mine, theirs]) assertError(response, 404, "not_found");
  assert.equal(mine.text, theirs.text);
});
