// Making, sharing and reading artifacts, when everything is right.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, origin, request } from "../../service/api_client.mjs";
import {
  assertApiHeaders,
  assertFields,
  idPattern,
  timestampPattern,
} from "../../service/contract_assertions.mjs";

let key;
before(() => ({ key } = newAccount()));

const seconds = (from, to) => (Date.parse(to) - Date.parse(from)) / 1000;

test("create and share creates an artifact and a link that both expire after seven days", async () => {
  const response = await call(key, "POST", "/artifacts/share", markdown("# Hi", { title: "Hi" }));
  assert.equal(response.status, 201);
  assertApiHeaders(response);
  assertFields(
    response.json,
    "id",
    "template",
    "title",
    "status",
    "url",
    "expiresAt",
    "createdAt",
    "updatedAt",
    "version",
    "share",
  );
  assert.match(response.json.id, idPattern("art"));
  assert.match(response.json.createdAt, timestampPattern);
  assert.match(response.json.expiresAt, timestampPattern);
  assert.equal(seconds(response.json.createdAt, response.json.expiresAt), 7 * 86400);
  assert.equal(response.json.status, "active");
  assert.ok(response.json.url.startsWith(`${origin}/a/${response.json.id}?token=`));

  const artifact = (await call(key, "GET", `/artifacts/${response.json.id}`)).json;
  assert.equal(artifact.expiresAt, response.json.expiresAt);
  assert.equal((await request("GET", response.json.url)).status, 200);
});

test("an artifact created without an expiry does not expire", async () => {
  const response = await call(key, "POST", "/artifacts", markdown("x"));
  assert.equal(response.status, 201);
  assertApiHeaders(response);
  assertFields(response.json, "id", "template", "title", "status", "createdAt", "updatedAt", "version");
  assert.equal(response.json.title, null);
});

test("get returns every field of the artifact", async () => {
  const created = await call(
    key,
    "POST",
    "/artifacts",
    markdown("# T", { title: "T", description: "two\nlines", metadata: { k: null }, expiresIn: "24h" }),
  );
  const response = await call(key, "GET", `/artifacts/${created.json.id}`);
  assert.equal(response.status, 200);
  assertApiHeaders(response);
  assertFields(
    response.json,
    "id",
    "template",
    "title",
    "displayTitle",
    "description",
    "content",
    "status",
    "metadata",
    "createdAt",
    "updatedAt",
    "version",
    "expiresAt",
  );
  assert.deepEqual(response.json, {
    id: created.json.id,
    template: "markdown",
    title: "T",
    displayTitle: "T",
    description: "two\nlines",
    content: { text: "# T" },
    status: "active",
    metadata: { k: null },
    createdAt: created.json.createdAt,
    updatedAt: created.json.createdAt,
    version: 1,
    expiresAt: created.json.expiresAt,
  });
});

test("share creates a new link each time, which expires after seven days by default", async () => {
  const { json } = await call(key, "POST", "/artifacts", markdown("# Shared"));
  const first = await call(key, "POST", `/artifacts/${json.id}/share`);
  const second = await call(key, "POST", `/artifacts/${json.id}/share`, {
    expiresIn: "1h",
    allowDownload: true,
  });
  assert.equal(first.status, 200);
  assertApiHeaders(first);
  assertFields(
    first.json,
    ...["id", "url", "token", "createdAt", "expiresAt", "allowDownload", "hasPassword"],
    ...["version", "showHistory", "live", "cards"],
  );
  assert.equal(first.json.url, `${origin}/a/${json.id}?token=${first.json.token}`);
  assert.notEqual(first.json.token, second.json.token);
  assert.equal(Math.round(seconds(new Date().toISOString(), first.json.expiresAt) / 60), 7 * 1440);
  assert.equal(Math.round(seconds(new Date().toISOString(), second.json.expiresAt) / 60), 60);
  for (const link of [first, second]) assert.match((await request("GET", link.json.url)).text, /Shared/);
});

test("sharing returns every setting of the link", async () => {
  const options = {
    name: "for Sam",
    expiresIn: "1h",
    password: "open sesame",
    maxViews: 3,
    allowDownload: true,
    remoteImages: "off",
  };
  const pdf = { template: "pdf", content: { html: "<p>x" } };
  const both = await call(key, "POST", "/artifacts/share", { ...pdf, share: options });
  const alone = await call(key, "POST", `/artifacts/${both.json.id}/share`, options);
  assert.equal(both.json.share.url, both.json.url);
  assert.equal(both.json.share.expiresAt, both.json.expiresAt);
  assert.equal(new URL(alone.json.url).searchParams.get("token"), alone.json.token);
  for (const { url, token: _token, ...link } of [both.json.share, alone.json]) {
    const { json } = await call(key, "GET", `/artifacts/${both.json.id}/shares`);
    const listed = json.data.find(({ id }) => id === link.id);
    assert.deepEqual({ ...link, url, viewCount: 0, isActive: true }, listed);
    assert.deepEqual(
      [link.name, link.hasPassword, link.maxViews, link.allowDownload, link.remoteImages],
      ["for Sam", true, 3, true, "off"],
    );
  }
});

test("creating returns a Location under the prefix of the call", async () => {
  for (const prefix of ["", "/api"])
    for (const path of ["/artifacts", "/artifacts/share"]) {
      const { json, headers } = await call(key, "POST", `${origin}${prefix}${path}`, markdown("x"));
      assert.equal(headers.location, `${prefix}/artifacts/${json.id}`);
      assert.equal((await call(key, "GET", `${origin}${headers.location}`)).json.id, json.id);
    }
});
