// What is refused, and how it is said.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, origin } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";

let key;
let artifact;
before(async () => {
  ({ key } = newAccount());
  artifact = (await call(key, "POST", "/artifacts", markdown("x"))).json.id;
});

const create = (body, headers) => call(key, "POST", "/artifacts", body, headers);

test("a byte order mark before JSON is skipped", async () => {
  const created = await create(`\ufeff${JSON.stringify(markdown("\ufefftext"))}`);
  assert.equal(created.status, 201, created.text);
  const { json } = await call(key, "GET", `/artifacts/${created.json.id}`);
  assert.deepEqual(json.content, { text: "\ufefftext" });
  assert.equal((await call(key, "PUT", `/artifacts/${artifact}`, "\ufeff{}")).status, 200);
  assert.equal((await call(key, "POST", `/artifacts/${artifact}/share`, "\ufeff")).status, 200);
  assertError(await create("\ufeff"), 400, "invalid_json");
});

test("all problems of a body are reported at once, the first of each field", async () => {
  const { json } = await call(key, "POST", "/artifacts/share", {
    template: "table",
    content: { columns: [true, "a", {}, null], rows: [] },
    title: `${"x".repeat(256)}\n`,
    description: 5,
    expiresIn: "soon",
    allowDownload: "yes",
    password: "",
    maxViews: 0,
    remoteImages: "maybe",
  });
  assert.deepEqual(
    json.error.errors.map(({ code, field }) => [code, field]),
    [
      ["invalid_request", "/title"],
      ["invalid_request", "/description"],
      ["invalid_expires_in", "/expiresIn"],
      ["invalid_content", "/content/columns/0"],
      ["invalid_content", "/content/columns/3"],
      ["invalid_request", "/maxViews"],
      ["invalid_request", "/remoteImages"],
      ["invalid_request", "/allowDownload"],
      ["invalid_request", "/password"],
    ],
  );
  const many = await create({ template: "table", content: { columns: Array(1000).fill(true) } });
  assertError(many, 400, "invalid_content", "/content/columns/0");
  assert.equal(many.json.error.errors.length, 20);
  const both = await create({});
  assertError(both, 400, "invalid_request", "template");
  assert.deepEqual(
    both.json.error.errors.map(({ field }) => field),
    ["/template", "/content"],
  );
  const change = await call(key, "PUT", `/artifacts/${artifact}`, {
    template: "chart",
    content: { text: 5 },
    metadata: { k: null },
  });
  assertError(change, 400, "template_immutable", "template");
  assert.deepEqual(
    change.json.error.errors.map(({ field }) => field),
    ["/template", "/content/text"],
  );
  const wrong = {
    template: "chart",
    title: 5,
    content: { text: 5 },
    metadata: { [key]: "x".repeat(20_000) },
    externalId: "not / valid",
    pasword: "x",
  };
  const mixed = await call(key, "PUT", `/artifacts/${artifact}`, wrong);
  assertError(mixed, 400, "invalid_request", "pasword");
  assert.deepEqual(
    mixed.json.error.errors.map(({ field }) => field),
    ["/pasword", "/title", "/externalId", "/metadata", "/template", "/content/text"],
  );
  const nowhere = await call(key, "PUT", "/artifacts/art_00000000000000000000000000", wrong);
  assertError(nowhere, 400, "invalid_request", "pasword");
  const put = await call(key, "PUT", "/artifacts/ext:several-problems", {
    title: 5,
    externalId: "another",
    share: { maxViews: 0, pasword: "x" },
  });
  assert.deepEqual(
    put.json.error.errors.map(({ field }) => field),
    ["/title", "/externalId", "/share/pasword", "/share/maxViews", "/template", "/content"],
  );
  const one = await create({ template: "markdown", content: {}, title: 5 });
  assert.ok(!("errors" in one.json.error), one.text);
});

test("another charset than UTF-8 is unsupported_media_type, in a body and in a part of a form", async () => {
  const send = (type, body, path = "/artifacts") => call(key, "POST", path, body, { "content-type": type });
  const part = 'Content-Disposition: form-data; name="file"; filename="a.csv"';
  const form = ["--b", part, "Content-Type: text/csv;charset=utf-16", "", "a", "--b--", ""].join("\r\n");
  for (const [type, body, path] of [
    ['application/json; Charset="UTF-16LE"', Buffer.from(JSON.stringify(markdown("x")), "utf16le")],
    ["application/json;charset=utf-16", "{}", "/artifacts?title=x"],
    ["text/markdown; charset=iso-8859-1", "# x"],
    ["multipart/form-data; boundary=b", form],
  ])
    assertError(await send(type, body, path), 415, "unsupported_media_type", "UTF-8");
  assert.equal((await send('text/markdown; charset="UTF-8"', "# x")).status, 201);
});

test("an almost correct path is not_found, never another resource", async () => {
  for (const path of [
    "/artifacts/",
    "//artifacts",
    "/api//artifacts",
    `/artifacts/${artifact}/`,
    `/artifacts//${artifact}`,
    `/artifacts/%2f${artifact}`,
    `/artifacts%2f${artifact}`,
    `/x/../artifacts/${artifact}`,
    `/artifacts/./${artifact}`,
    `/artifacts/${artifact}/.`,
    `/artifacts/${artifact}/../${artifact}`,
    `/api/api/artifacts/${artifact}`,
    `/%61rtifacts/${artifact}`,
    `/artifacts/${artifact};a=b`,
    `/artifacts/${artifact}%00`,
    `/artifacts/${artifact}%0d%0aX: y`,
    "/api",
    "/nothing",
    "/api/a/x",
  ]) {
    const response = await call(key, "GET", origin + encodeURI(path).replaceAll("%25", "%"));
    assert.ok([400, 404].includes(response.status), `${path}: ${response.status}`);
    assertError(response, response.status, response.status === 404 ? "not_found" : "invalid_request");
  }
});
