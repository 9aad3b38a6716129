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
  const { message, field } = (json.error.errors ?? [json.error]).find((one) => one.field === `/${wrong}`);
  assert.ok(message.startsWith(`${wrong} `), message);
  assert.ok(message.includes(right), message);
  assert.equal(field, `/${wrong}`);
}

test("rejects a known name with different case, underscores or hyphens", async () => {
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

test("rejects what other services call the fields that protect a link", async () => {
  for (const [wrong, right] of [
    ["pwd", "password"],
    ["passphrase", "password"],
    ["private", "password"],
    ["ttl", "expiresIn"],
    ["expiry", "expiresIn"],
    ["expirationDate", "expiresIn"],
    ["burn_after_reading", "maxViews"],
  ]) {
    await assertRefused("POST", "/artifacts/share", markdown("x", { [wrong]: 1 }), wrong, `"${right}"`);
    await assertRefused("POST", `${artifact}/share`, { [wrong]: 1 }, wrong, `"${right}"`);
    await assertRefused("PATCH", link, { [wrong]: 1 }, wrong, `"${right}"`);
  }
  // An artifact by itself is not published.
  const { status, json } = await call(key, "POST", "/artifacts", markdown("x", { pass: 12 }));
  assert.equal(status, 201);
  assert.equal(json.warnings[0].field, "/pass");
});

test("rejects a known name with up to two wrong letters, and suggests the right one", async () => {
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
    ["titl", "title"],
    ["titles", "title"],
    ["contemt", "content"],
    ["expiresAt", "expiresIn"],
    ["expires_at", "expiresIn"],
    ["contnet", "content"],
    ["contents", "content"],
    ["metdata", "metadata"],
  ])
    await assertRefused("POST", "/artifacts/share", markdown("x", { [wrong]: "x" }), wrong, `"${right}"`);
});

test("every call with a body checks its names", async () => {
  await assertRefused("POST", "/artifacts", markdown("x", { titel: "x" }), "titel", '"title"');
  await assertRefused("PUT", artifact, { titel: "x" }, "titel", '"title"');
  await assertRefused("POST", `${artifact}/share`, { pasword: "x" }, "pasword", '"password"');
  await assertRefused("PATCH", link, { pasword: "x" }, "pasword", '"password"');
  await assertRefused("POST", `${artifact}/restore`, { titel: "x" }, "titel", '"title"');
  const { json } = await call(key, "GET", `${artifact}/shares`);
  assert.deepEqual(
    json.data.map(({ hasPassword }) => hasPassword),
    [false],
  );
});

test("rejects a name that belongs to another call, and says which", async () => {
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
  await assertRefused("POST", `${artifact}/restore`, { expiresIn: "1h" }, "expiresIn", "PUT /artifacts");
});

const namesIn = (warnings) => warnings.map(({ field }) => field.slice(1));

test("ignores an unknown name with a warning, however short it is or close to a known one", async () => {
  const more = Object.fromEntries(
    [
      "id tag tags tile tiles context consent contest contact passport prescription inscription",
      "subscription descriptor temple timeout titan name text meta data x-note options",
    ].flatMap((line) => line.split(" ").map((name) => [name, "x"])),
  );
  delete more.tiles;
  const names = Object.keys(more);
  const made = await call(key, "POST", "/artifacts/share", markdown("x", more));
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(namesIn(made.json.warnings.slice(0, 20)), names.slice(0, 20));
  assert.equal(made.json.warnings[20].message, `${names.length - 20} more fields were ignored`);
  // Without content, these are taken for parts of it.
  for (const part of ["text", "data"]) delete more[part];
  assert.equal((await call(key, "PUT", artifact, more)).status, 200);
});

test("every call with a body reports the names that it ignored", async () => {
  const more = { tag: "x", "a/b~c": null };
  await call(key, "DELETE", artifact);
  for (const [method, path, body] of [
    ["POST", `${artifact}/restore`, {}],
    ["POST", "/artifacts", markdown("x")],
    ["POST", "/artifacts/share", markdown("x")],
    ["PUT", artifact, {}],
    ["POST", `${artifact}/share`, {}],
    ["PATCH", link, {}],
  ]) {
    const { status, json, text } = await call(key, method, path, { ...body, ...more });
    assert.ok([200, 201].includes(status), text);
    assert.deepEqual(
      json.warnings,
      [
        ["tag", "/tag"],
        ["a/b~c", "/a~1b~0c"],
      ].map(([name, field]) => ({
        code: "unknown_field",
        message: `${name} is not a field of this request and was ignored`,
        field,
      })),
    );
    const quiet = await call(key, method, path, body);
    if (quiet.status < 300) assert.ok(!("warnings" in quiet.json), quiet.text);
  }
});

test("accepts its own responses as input, and reports what it ignored of them", async () => {
  const { json } = await call(key, "GET", artifact);
  const changed = await call(key, "PUT", artifact, { ...json, title: "Changed" });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(namesIn(changed.json.warnings), [
    "id",
    "displayTitle",
    "status",
    "createdAt",
    "updatedAt",
    "expiresAt",
  ]);
  for (const { code } of changed.json.warnings) assert.equal(code, "read_only_field");
  const [one] = (await call(key, "GET", `${artifact}/shares`)).json.data;
  const same = await call(key, "PATCH", `${artifact}/shares/${one.id}`, one);
  assert.equal(same.status, 200, same.text);
  assert.ok(namesIn(same.json.warnings).includes("viewCount"));
});

test("misspellings and all other problems are reported at once", async () => {
  const { status, json } = await call(key, "POST", "/artifacts/share", {
    ...markdown(5),
    pasword: "x",
    titel: "x",
    metadata: [],
    maxViews: 0,
  });
  assert.equal(status, 400);
  assert.deepEqual(
    json.error.errors.map(({ field }) => field),
    ["/pasword", "/titel", "/metadata", "/content/text", "/maxViews"],
  );
  assert.equal(json.error.field, "/pasword");
});

test("names within content and metadata are not checked", async () => {
  const inner = { pasword: "x", Title: "x", expires_in: "x" };
  const made = await call(key, "POST", "/artifacts", {
    ...markdown("x"),
    content: { text: "x", ...inner },
    metadata: inner,
  });
  assert.equal(made.status, 201, made.text);
});

test("rejects what belongs into content, which would change nothing", async () => {
  const before = (await call(key, "GET", artifact)).json;
  for (const body of [{ text: "# y" }, { title: "New", markdown: "# y" }, { rows: [[1]] }]) {
    const [wrong] = Object.keys(body).slice(-1);
    await assertRefused("PUT", artifact, body, wrong, `did you mean "content": {"${wrong}": …}?`);
  }
  await assertRefused(
    "POST",
    "/artifacts",
    { template: "markdown", text: "# y" },
    "text",
    '"content": {"text"',
  );
  assert.deepEqual((await call(key, "GET", artifact)).json, before);
  // A value of the client's own beside the content.
  const { status, json } = await call(key, "PUT", artifact, { content: { text: "z" }, data: 1 });
  assert.deepEqual([status, json.warnings[0].code], [200, "unknown_field"]);
});

test("says what content could be if it is none", async () => {
  const { status, json } = await call(key, "PUT", artifact, { content: "# y" });
  assert.equal(status, 400);
  assert.match(
    json.error.message,
    /^content must be a JSON object, .*; the template markdown has, for example, \{"text"/,
  );
});

test("says which template was probably meant", async () => {
  for (const [template, advice] of [
    ["html", 'html is the template pdf with {"html": …}'],
    ["CSV", 'csv is the template table with {"csv": …}'],
    ["Markdown", 'names are in lower case: "markdown"'],
  ]) {
    const { status, json } = await call(key, "POST", "/artifacts", { template, content: {} });
    assert.equal(status, 400);
    assert.ok(json.error.message.includes(advice), json.error.message);
  }
});
