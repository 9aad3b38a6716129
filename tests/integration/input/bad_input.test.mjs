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
const writers = () => ["/artifacts", "/artifacts/share", `/artifacts/${artifact}/share`];

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
      ["invalid_request", "/allowDownload"],
      ["invalid_request", "/maxViews"],
      ["invalid_request", "/remoteImages"],
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
    externalId: "other",
    pasword: "x",
  };
  const mixed = await call(key, "PUT", `/artifacts/${artifact}`, wrong);
  assertError(mixed, 400, "invalid_request", "pasword");
  assert.deepEqual(
    mixed.json.error.errors.map(({ field }) => field),
    ["/pasword", "/title", "/metadata", "/template", "/externalId", "/content/text"],
  );
  const nowhere = await call(key, "PUT", "/artifacts/art_00000000000000000000000000", wrong);
  assertError(nowhere, 400, "invalid_request", "pasword");
  const put = await call(key, "PUT", "/artifacts/by-external-id/several-problems", {
    title: 5,
    externalId: "another",
    share: { maxViews: 0, pasword: "x" },
  });
  assert.deepEqual(
    put.json.error.errors.map(({ field }) => field),
    ["/title", "/externalId", "/template", "/content", "/share/pasword", "/share/maxViews"],
  );
  const one = await create({ template: "markdown", content: {}, title: 5 });
  assert.ok(!("errors" in one.json.error), one.text);
});

test("JSON that the service does not accept is invalid_json and says why", async () => {
  const cases = [
    ['{"a":1,"a":2}', "duplicate key"],
    ['{"content":{"x":1,"x":2}}', "duplicate key"],
    ['{"a":"\\u0000"}', "NUL"],
    ['{"a":"\\ud800"}', "surrogate"],
    ['{"a":"\\udc00"}', "surrogate"],
    [Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), ""],
    [`{"a":${"[".repeat(64)}${"]".repeat(64)}}`, "64"],
    ["[".repeat(100000), ""],
    [Buffer.from('{"a":"\0"}'), "NUL"],
    [Buffer.from('{"a":1}\0'), "NUL"],
  ];
  for (const [body, part] of cases) assertError(await create(body), 400, "invalid_json", part);
});

test("a body that is not an object is invalid_request", async () => {
  for (const body of ["[]", "1", "null", '"text"', "true"])
    assertError(await create(body), 400, "invalid_request", "object");
});

test("a body with another content type than JSON is unsupported_media_type", async () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "text/json",
    "",
  ])
    for (const path of writers())
      assertError(
        await call(key, "POST", path, "{}", { "content-type": type }),
        415,
        "unsupported_media_type",
        "application/json",
      );
  const parameters = await create(JSON.stringify(markdown("x")), {
    "content-type": "Application/JSON; charset=utf-8",
  });
  assert.equal(parameters.status, 201);
});

test("JSON and text are UTF-8, and another charset is unsupported_media_type", async () => {
  const json = Buffer.from(JSON.stringify(markdown("x")), "utf16le");
  const send = (type, body, path = "/artifacts") => call(key, "POST", path, body, { "content-type": type });
  for (const [type, body] of [
    ["application/json;charset=utf-16", json],
    ['application/json; Charset="UTF-16LE"', json],
    ["application/json; charset=iso-8859-1", "{}"],
    ["text/markdown; charset=iso-8859-1", "# x"],
    ["text/csv;charset=windows-1252", "a\n1\n"],
    ["text/html; charset=utf-16", "<p>x"],
  ])
    assertError(await send(type, body), 415, "unsupported_media_type", "UTF-8");
  assertError(
    await send("text/csv;charset=utf-16", "a", "/artifacts?title=x"),
    415,
    "unsupported_media_type",
  );
  assertError(
    await send("application/json;charset=utf-16", "{}", "/artifacts?title=x"),
    415,
    "unsupported_media_type",
    "UTF-8",
  );
  const part = ["--b", 'Content-Disposition: form-data; name="file"; filename="a.csv"'];
  const csv = (charset) => [...part, `Content-Type: text/csv;charset=${charset}`, "", "a", "--b--", ""];
  const form = (charset) => send("multipart/form-data; boundary=b", csv(charset).join("\r\n"));
  assertError(await form("utf-16"), 415, "unsupported_media_type", "UTF-8");
  assert.equal((await form("UTF-8")).status, 201);
  for (const charset of ["UTF-8", '"utf-8"', "Utf-8; profile=x"])
    assert.equal((await send(`application/json; charset=${charset}`, markdown("x"))).status, 201, charset);
  assert.equal((await send('text/markdown; charset="UTF-8"', "# x")).status, 201);
});

test("accepts a body of exactly the limit; one byte more is payload_too_large", async () => {
  const limit = 10 * 1024 * 1024;
  const frame = JSON.stringify(markdown(""));
  const fitting = JSON.stringify(markdown("x".repeat(limit - frame.length)));
  assert.equal(fitting.length, limit);
  assert.equal((await create(fitting)).status, 201);
  assertError(await create(`${fitting} `), 413, "payload_too_large");
  assertError(await create(`${fitting} `, { "transfer-encoding": "chunked" }), 413, "payload_too_large");
});

test("a malformed id is not_found", async () => {
  const { length } = artifact;
  for (const id of [
    "x",
    "art_",
    artifact.slice(0, -1),
    `${artifact}0`,
    artifact.toUpperCase(),
    artifact.replace("art_", "shr_"),
    `art_8${artifact.slice(5)}`,
    `${artifact.slice(0, length - 1)}u`,
    "art_01h455vb4pex5vsknk084sn02q",
  ]) {
    assertError(await call(key, "GET", `/artifacts/${id}`), 404, "not_found");
    assertError(await call(key, "POST", `/artifacts/${id}/share`, {}), 404, "not_found");
  }
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
