// Keys that may write and not read: no answer tells them what an artifact contains.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import {
  call,
  newAccount,
  newKey,
  patiently,
  sql,
  untilPdfIsMade,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertError, assertFields } from "../../service/contract_assertions.mjs";
import { githubToken } from "../../service/github_token.mjs";
import { pdf } from "../../documents/pdf_writer.mjs";
import { callTool } from "../mcp/messages.mjs";

let account;
let key;
let writer;
let strictWriter;
before(() => {
  ({ account, key } = newAccount());
  writer = newKey(account, ["artifacts:write"]);
  strictWriter = newKey(account, ["artifacts:write"], "--refuse-secrets");
});

const mebibyte = 1024 * 1024;
const contents = {
  markdown: [
    { text: "# Alpha\n\none one two" },
    { text: "x" },
    { markdown: `token ${githubToken()}\r\nnone\r\n` },
    { text: "a".repeat(10 * mebibyte - 500) },
    { other: 1 },
  ],
  table: [
    { columns: ["a", "b"], rows: [[1, 2]] },
    { columns: ["patient"], rows: Array.from({ length: 300 }, (_, i) => [i]) },
    { csv: "a;b\n1;2\n3;4\n" },
    { columns: ["a", "b"], rows: [[githubToken(), 2]] },
    { other: 1 },
  ],
  chart: [
    { type: "bar", data: { labels: ["May"], datasets: [{ label: "Sales", data: [3] }] } },
    { type: "bar", data: { labels: ["May"], datasets: [{ label: "A" }, { label: "B", data: [3] }] } },
    { data: [{ a: 1, b: 2 }] },
    { title: githubToken() },
  ],
  code: [{ text: "one" }, { text: `key = "${githubToken()}"\n`, language: "python" }, { other: 1 }],
  pdf: [{ markdown: "# One" }, { html: "<h1>None</h1>" }, { data: pdf([["one"]]).toString("base64") }],
};

// What a write answers, without what belongs to the one artifact: IDs, times, versions and addresses.
const withoutNames = (text) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/(art|req)_[0-9a-z]{26}/g, "$1_ID")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UUID")
    .replaceAll(/(version\W{0,3}:|version |now )\d+/gi, "$1N")
    .replaceAll(/\d+-([a-z-]+)-[0-9a-z]{8}-\d+/g, "$1")
    .replaceAll(/uploads\/[\w-]+/g, "uploads/TOKEN");
const toldBy = ({ status, headers, text }) => {
  const names = [
    "etag",
    "content-type",
    "location",
    "www-authenticate",
    "retry-after",
    "idempotency-replayed",
  ];
  return withoutNames(JSON.stringify([status, ...names.map((name) => headers[name] ?? ""), text]));
};
const toldByTool = (result) => withoutNames(JSON.stringify(result));

const patch = (body) => (by, id) => call(by, "PATCH", `/artifacts/${id}`, body);
const put = (body, headers) => (by, id) => call(by, "PUT", `/artifacts/${id}`, body, headers);
const post = (path, body) => (by, id) => call(by, "POST", `/artifacts/${id}${path}`, body);

const additions = [
  { text: "\n## Next, one" },
  { text: `\n${"b".repeat(1000)}` },
  { rows: [[1, 2]] },
  { rows: [{ patient: 1 }], keepLast: 2 },
  { labels: ["June"], datasets: [{ label: "Sales", data: [4] }] },
  {
    labels: ["June"],
    datasets: [
      { label: "A", data: [4] },
      { label: "B", data: [4] },
    ],
  },
];
const calls = [
  put({ title: "T", metadata: { a: 1 }, note: "why" }),
  put({ expiresIn: "3d" }),
  put({ title: "U", baseVersion: 99 }),
  put({ title: "U" }, { "if-match": '"x"' }),
  put({ template: "none", title: "U" }),
  patch({ edits: [{ find: "one", replace: "1" }] }),
  patch({ edits: [{ find: "one", replace: "1", occurrence: 2 }] }),
  patch({ edits: [{ find: "never there", replace: "1" }] }),
  patch({ set: [{ op: "replace", path: "/text", value: "x" }] }),
  patch({ set: [{ op: "remove", path: "/rows/1" }] }),
  patch({ append: { text: "x" }, baseVersion: 99 }),
  post("/versions/1/restore", {}),
  post("/share", {}),
  (by, artifactId) => call(by, "POST", "/artifacts/uploads", { artifactId, filename: "a.md" }),
  (by, id) => call(by, "GET", `/artifacts/${id}`),
];
const tools = [
  ["update", { title: "V" }],
  ["update", { title: "V", baseVersion: 99 }],
  ["update", { expiresIn: "4d" }],
  ["edit", { edits: [{ find: "one", replace: "1" }] }],
  ["edit", { set: [{ op: "replace", path: "/text", value: "x" }] }],
  ["restore_version", { version: 1 }],
  ["restore_version", { version: 99 }],
];

// A key that may do it and one that refuses to publish secrets are each told one thing.
function assertSame(answers, about) {
  assert.equal(new Set(answers).size, 1, `${about}:\n${[...new Set(answers)].join("\n")}`);
}
// An addition fits or doesn't, and each is told in one way.
function assertTwoWays(answers, isRefusal, about) {
  for (const ofKind of [answers.filter(isRefusal), answers.filter((one) => !isRefusal(one))])
    if (ofKind.length > 0) assertSame(ofKind, about);
}

for (const [template, all] of Object.entries(contents)) {
  test(`what a write answers depends on no content of a ${template}`, async () => {
    const ids = await Promise.all(
      all.map(async (content) => {
        const made = await patiently(() => call(key, "POST", "/artifacts", { template, content }));
        assert.equal(made.status, 201, made.text);
        return made.json.id;
      }),
    );
    if (template === "pdf") for (const id of ids.slice(0, 2)) await untilPdfIsMade(key, id);
    for (const by of [writer, strictWriter]) {
      for (const [i, one] of calls.entries()) {
        const answers = [];
        for (const id of ids) answers.push(toldBy(await patiently(() => one(by, id))));
        assertSame(answers, `call ${i}`);
      }
      for (const [name, args] of tools) {
        const answers = [];
        for (const artifact of ids) answers.push(toldByTool(await callTool(by, name, { artifact, ...args })));
        assertSame(answers, name);
      }
      const headers = Object.fromEntries(ids.map((id) => [id, { "idempotency-key": randomUUID() }]));
      for (const append of additions) {
        const answers = [];
        const again = [];
        const answersOfTool = [];
        for (const artifact of ids) {
          const send = () =>
            patiently(() => call(by, "PATCH", `/artifacts/${artifact}`, { append }, headers[artifact]));
          answers.push(toldBy(await send()));
          again.push(toldBy(await send()).replace('"true"', '""'));
          headers[artifact] = { "idempotency-key": randomUUID() };
          answersOfTool.push(toldByTool(await callTool(by, "append", { artifact, ...append })));
        }
        assert.deepEqual(
          again.map((one) => one.slice(0, 4)),
          answers.map((one) => one.slice(0, 4)),
        );
        assertTwoWays([...answers, ...again], (one) => !one.startsWith("[200"), JSON.stringify(append));
        assertTwoWays(answersOfTool, (one) => one.includes('"isError":true'), `the tool append`);
      }
    }
  });
}

test("a write-only key is told the ID, version and time of what it appended to, or that it cannot", async () => {
  const { id } = (await call(key, "POST", "/artifacts", { template: "markdown", content: { text: "a" } }))
    .json;
  const answer = await patch({ append: { text: "\nb" } })(writer, id);
  assertFields(answer.json, "id", "updatedAt", "version");
  assert.deepEqual([answer.json.id, answer.json.version], [id, 2]);
  const refused = await patch({ append: { rows: [[1]] } })(writer, id);
  assertError(refused, 409, "append_unsupported", "whoever has artifacts:read is told more");
  assert.equal(refused.json.error.field, "/append");
});

test("a write-only key is not told which row its key replaced, or whether it was the same", async () => {
  const rows = [
    ["Mon", 1],
    ["Tue", 2],
    ["Tue", 3],
  ];
  const content = { columns: ["Day", "n"], rows };
  const { id } = (await call(key, "POST", "/artifacts", { template: "table", content })).json;
  const append = (day, n) => patch({ append: { rows: [[day, n]], key: "Day" } })(writer, id);
  let version = 1;
  for (const [day, n] of [
    ["Mon", 1],
    ["Mon", 9],
    ["Wed", 4],
  ]) {
    const { json } = await append(day, n);
    assertFields(json, "id", "updatedAt", "version");
    assert.equal(json.version, ++version);
  }
  const refused = await append("Tue", 2);
  assertError(refused, 409, "append_unsupported", "whoever has artifacts:read is told more");
  assert.equal(refused.json.error.field, "/append");
});

test("edits and restoring a version need artifacts:read, and say so", async () => {
  const { id } = (await call(key, "POST", "/artifacts", { template: "markdown", content: { text: "a" } }))
    .json;
  for (const one of [
    patch({ edits: [{ find: "a", replace: "b" }] }),
    patch({ set: [{ op: "replace", path: "/text", value: "b" }] }),
    post("/versions/1/restore"),
  ])
    assertError(await one(writer, id), 403, "forbidden", "lacks the scope artifacts:read");
  const editor = newKey(account, ["artifacts:read", "artifacts:write"]);
  const edited = await patch({ edits: [{ find: "a", replace: "b" }] })(editor, id);
  assert.equal(edited.status, 200, edited.text);
  assert.equal((await post("/versions/1/restore")(editor, id)).status, 200);
});

test("a key that may only delete restores without being shown what comes back", async () => {
  const { id } = (
    await call(key, "POST", "/artifacts", {
      template: "markdown",
      title: "secret",
      description: "secret",
      metadata: { a: "secret" },
      content: { text: "# secret" },
    })
  ).json;
  const remover = newKey(account, ["artifacts:delete"]);
  await call(remover, "DELETE", `/artifacts/${id}`);
  const restored = await post("/restore")(remover, id);
  assertFields(restored.json, "id", "status", "createdAt", "updatedAt", "version");
  await call(remover, "DELETE", `/artifacts/${id}`);
  const byTool = await callTool(remover, "restore", { artifact: id });
  assert.doesNotMatch(JSON.stringify(byTool), /secret/);
});

test("a key that may not read is told only of the secrets that it sends", async () => {
  const secret = githubToken();
  const { id } = (
    await call(key, "POST", "/artifacts", { template: "markdown", content: { text: `${secret}\n` } })
  ).json;
  const added = await patch({ append: { text: `a\nthe ${secret}\n` } })(writer, id);
  assert.deepEqual(
    added.json.warnings.map(({ field, secret: { line, column } }) => [field, line, column]),
    [["/append/text", 2, 5]],
  );
  assert.equal((await patch({ append: { text: "b\n" } })(strictWriter, id)).status, 200);
  const refused = await patch({ append: { text: secret } })(strictWriter, id);
  assert.deepEqual([refused.status, refused.json.error.code], [422, "secret_detected"]);
  assert.match(refused.json.error.message, /line 1/);
  assert.equal(refused.json.error.field, "/append/text");
  // A link would be a way to read it, so this is refused, and without the place.
  const sharer = newKey(account, ["artifacts:share"], "--refuse-secrets");
  const unshared = await post("/share", {})(sharer, id);
  assertError(unshared, 422, "secret_detected");
  assert.doesNotMatch(unshared.text, /line|column|GitHub/);
});

test("a key that may not read is not told how much the account uses", async () => {
  const small = newAccount({ plan: "free" });
  const its = newKey(small.account, ["artifacts:write"]);
  const messages = [];
  for (const text of ["a", "b".repeat(500)]) {
    const { id } = (await call(small.key, "POST", "/artifacts", { template: "markdown", content: { text } }))
      .json;
    sql(`update accounts set max_bytes = 1000 where id = '${uuidOf(small.account)}'`);
    for (const refused of [
      await put({ content: { text: "c".repeat(2000) } })(its, id),
      await patch({ append: { text: "c".repeat(2000) } })(its, id),
    ]) {
      assertError(refused, 403, "quota_exceeded", "limited to 1000 bytes");
      messages.push(refused.json.error.message);
    }
  }
  assertSame(messages, "storage");
});
