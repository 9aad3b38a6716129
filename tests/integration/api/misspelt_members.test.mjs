// Names in a request's body that are nearly right, or right in another call.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, share } from "../../service/api_client.mjs";

let key;
let artifact;
let link;
before(async () => {
  ({ key } = newAccount());
  const { id } = await share(key, markdown("text"));
  artifact = `/artifacts/${id}`;
  const { json } = await call(key, "GET", `${artifact}/shares`);
  link = `${artifact}/shares/${json.data[0].id}`;
});

async function assertRefused(method, path, body, wrong, right) {
  const { status, json } = await call(key, method, path, body);
  assert.equal(status, 400, JSON.stringify(body));
  assert.equal(json.error.code, "invalid_request");
  assert.ok(json.error.message.includes(`"${wrong}"`), json.error.message);
  assert.ok(json.error.message.includes(right), json.error.message);
}

test("refuses a name that is one of ours but for case, underscores or hyphens", async () => {
  for (const [wrong, right] of [
    ["Password", "password"],
    ["PASSWORD", "password"],
    ["max_views", "maxViews"],
    ["maxviews", "maxViews"],
    ["expires_in", "expiresIn"],
    ["expires-in", "expiresIn"],
    ["allow_download", "allowDownload"],
    ["AllowDownload", "allowDownload"],
    ["Title", "title"],
    ["meta_data", "metadata"],
  ])
    await assertRefused("POST", "/artifacts/share", markdown("x", { [wrong]: null }), wrong, `"${right}"`);
});

test("refuses a name that is one of ours but for up to two letters, and says the right one", async () => {
  for (const [wrong, right] of [
    ["pasword", "password"],
    ["passwrod", "password"],
    ["passwd", "password"],
    ["expireIn", "expiresIn"],
    ["expires", "expiresIn"],
    ["maxView", "maxViews"],
    ["allowDownloads", "allowDownload"],
    ["desciption", "description"],
    ["titel", "title"],
    ["titles", "title"],
    ["contnet", "content"],
    ["contents", "content"],
    ["metdata", "metadata"],
  ])
    await assertRefused("POST", "/artifacts/share", markdown("x", { [wrong]: "x" }), wrong, `"${right}"`);
});

test("every call with a body looks at its names", async () => {
  await assertRefused("POST", "/artifacts", markdown("x", { titel: "x" }), "titel", '"title"');
  await assertRefused("PUT", artifact, { titel: "x" }, "titel", '"title"');
  await assertRefused("POST", `${artifact}/share`, { pasword: "x" }, "pasword", '"password"');
  await assertRefused("PATCH", link, { pasword: "x" }, "pasword", '"password"');
  const { json } = await call(key, "GET", `${artifact}/shares`);
  assert.deepEqual(
    json.data.map(({ hasPassword }) => hasPassword),
    [false],
  );
});

test("refuses a name that belongs to another call, and says to which", async () => {
  for (const body of [{ password: "x" }, { maxViews: 1 }, { allowDownload: true }]) {
    const [name] = Object.keys(body);
    await assertRefused("PUT", artifact, body, name, "POST /artifacts/{artifact_id}/share");
    await assertRefused("POST", "/artifacts", markdown("x", body), name, "share link");
  }
  for (const body of [{ title: "x" }, { content: { text: "x" } }, { template: "markdown" }]) {
    const [name] = Object.keys(body);
    await assertRefused("POST", `${artifact}/share`, body, name, "PUT /artifacts/{artifact_id}");
    await assertRefused("PATCH", link, body, name, "PUT /artifacts/{artifact_id}");
  }
});

test("ignores what nobody knows, however short it is or near to a word of ours", async () => {
  const more = Object.fromEntries(
    [
      "id tag tags tile tiles context consent contest contact passport prescription inscription",
      "subscription descriptor temple timeout titan name url text meta data x-note options expiry",
    ].flatMap((line) => line.split(" ").map((name) => [name, "x"])),
  );
  delete more.tiles;
  const made = await call(key, "POST", "/artifacts/share", markdown("x", more));
  assert.equal(made.status, 201, made.text);
  assert.equal((await call(key, "PUT", artifact, more)).status, 200);
});

test("takes back what it has answered", async () => {
  const { json } = await call(key, "GET", artifact);
  assert.equal((await call(key, "PUT", artifact, { ...json, title: "Changed" })).status, 200);
  const links = await call(key, "GET", `${artifact}/shares`);
  assert.equal((await call(key, "PATCH", link, links.json.data[0])).status, 200);
});

test("names within content and metadata are the sender's own", async () => {
  const inner = { pasword: "x", Title: "x", expires_in: "x" };
  const made = await call(key, "POST", "/artifacts", {
    ...markdown("x"),
    content: { text: "x", ...inner },
    metadata: inner,
  });
  assert.equal(made.status, 201, made.text);
});
