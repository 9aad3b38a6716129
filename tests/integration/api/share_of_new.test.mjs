// The options of a link in every call that creates an artifact: in `share`, and what its answer has.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { call, markdown, newAccount, newKey, request, sql, uuidOf } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount()));

const uploaded = async (body) => {
  const { content, ...fields } = body;
  const address = await call(key, "POST", "/artifacts/uploads", fields);
  return address.status === 201
    ? request("PUT", address.json.url, { body: content.text, from: ownAddress() })
    : address;
};
const creating = {
  "POST /artifacts": (body) => call(key, "POST", "/artifacts", body),
  "POST /artifacts/share": (body) => call(key, "POST", "/artifacts/share", body),
  "PUT /artifacts/ext:…": (body) => call(key, "PUT", `/artifacts/ext:${randomUUID()}`, body),
  "POST /artifacts/uploads": uploaded,
};
const lasts = ({ expiresAt }, days) => Math.abs(Date.parse(expiresAt) - Date.now() - days * 86400000) < 60000;

for (const [name, create] of Object.entries(creating))
  test(`${name} makes the link that share describes, and answers with its URL`, async () => {
    const { status, json, text } = await create(markdown("x", { share: { name: "for Sam", maxViews: 3 } }));
    assert.equal(status, 201, text);
    const { url, updatedAt, externalId, share, expiresAt, ...artifact } = json;
    assert.deepEqual(Object.keys(artifact).sort(), [
      "createdAt",
      "id",
      "status",
      "template",
      "title",
      "version",
    ]);
    assert.equal(url, share.url);
    assert.equal(updatedAt, artifact.createdAt);
    assert.deepEqual([share.name, share.maxViews, "token" in share], ["for Sam", 3, false]);
    assert.ok(lasts(share, 7));
    // Only one that is created to be shared expires with its link, if nothing is said.
    assert.equal(expiresAt, name === "POST /artifacts/share" ? share.expiresAt : undefined);
    assert.equal(externalId === undefined, !name.startsWith("PUT"));

    const { json: both } = await create(markdown("x", { expiresIn: "1d", share: {} }));
    assert.ok(lasts(both, 1) && both.share.expiresAt === both.expiresAt, "one expiry is for both");
    const { json: apart } = await create(markdown("x", { expiresIn: "2d", share: { expiresIn: "1d" } }));
    assert.ok(lasts(apart, 2) && lasts(apart.share, 1));
    for (const [body, field] of [
      [{ share: { pasword: "p" } }, "/share/pasword"],
      [{ share: { expiresIn: "soon" } }, "/share/expiresIn"],
      [{ name: "for Sam" }, "/name"],
    ]) {
      const refused = await create(markdown("x", body));
      assert.equal(refused.status, 400, refused.text);
      assert.equal(refused.json.error.field, field);
    }
  });

test("without share, POST /artifacts makes no link", async () => {
  const { json } = await creating["POST /artifacts"](markdown("x", { share: null }));
  assert.ok(!("url" in json) && !("share" in json));
});

test("share in POST /artifacts needs the scope to share", async () => {
  const writer = newKey(account, ["artifacts:write"]);
  assertError(
    await call(writer, "POST", "/artifacts", markdown("x", { share: {} })),
    403,
    "forbidden",
    "share",
  );
});

test("POST /artifacts/share takes the seed's options beside share, and each once", async () => {
  const create = creating["POST /artifacts/share"];
  const { json } = await create(
    markdown("x", { expiresIn: "1d", password: "a lamp post", share: { maxViews: 2 } }),
  );
  assert.deepEqual([json.share.hasPassword, json.share.maxViews], [true, 2]);
  assert.ok(lasts(json, 1) && lasts(json.share, 1));
  for (const field of ["password", "allowDownload"]) {
    const value = field === "password" ? "a lamp post" : true;
    const twice = await create(markdown("x", { [field]: value, share: { [field]: value } }));
    assertError(twice, 400, "invalid_request", "is also in share");
    assert.equal(twice.json.error.field, `/${field}`);
  }
  for (const [field, told] of [
    ["name", 'write "share": {"name": …}, or "title"'],
    ["version", 'write "share": {"version": …}'],
  ])
    assertError(await create(markdown("x", { [field]: 1 })), 400, "invalid_request", told);
});

test("the fields of errors and warnings are those that were sent", async () => {
  const create = creating["POST /artifacts/share"];
  for (const [body, field] of [
    [{ password: "p" }, "/password"],
    [{ password: "p", share: {} }, "/password"],
    [{ share: { password: "p" } }, "/share/password"],
  ])
    assert.deepEqual(
      (await create(markdown("x", body))).json.warnings.map((warning) => warning.field),
      [field],
    );
});

test("nothing is created if its link cannot be", async () => {
  const careful = newKey(account, undefined, "--password-required");
  const count = () => sql(`select count(*) from artifacts where account_id = '${uuidOf(account)}'`);
  const beforehand = count();
  for (const path of ["/artifacts", "/artifacts/share"]) {
    const refused = await call(careful, "POST", path, markdown("x", { share: {} }));
    assertError(refused, 403, "password_required");
    assert.equal(refused.json.error.field, "/share/password");
  }
  assert.equal(count(), beforehand);
});
