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

const namesIn = (warnings) => warnings.map(({ field }) => field.slice(1));

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
    "version",
    "expiresAt",
  ]);
  for (const { code } of changed.json.warnings) assert.equal(code, "read_only_field");
  const [one] = (await call(key, "GET", `${artifact}/shares`)).json.data;
  const same = await call(key, "PATCH", `${artifact}/shares/${one.id}`, one);
  assert.equal(same.status, 200, same.text);
  assert.ok(namesIn(same.json.warnings).includes("viewCount"));
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

test("says which template was probably meant", async () => {
  for (const [template, advice] of [
    ["CSV", 'csv is the template table with {"csv": …}'],
    ["Markdown", 'names are in lower case: "markdown"'],
  ]) {
    const { status, json } = await call(key, "POST", "/artifacts", { template, content: {} });
    assert.equal(status, 400);
    assert.ok(json.error.message.includes(advice), json.error.message);
  }
});
