// Arguments as clients send them that can send strings only, or send all that a tool takes.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newAccount } from "../../service/api_client.mjs";
import { callTool } from "./messages.mjs";

let key;
before(() => ({ key } = newAccount()));

const use = async (name, args) => {
  const result = await callTool(key, name, args);
  assert.equal(result.isError, false, result.content[0].text);
  return result.structuredContent;
};
const refused = async (name, args, message) => {
  const result = await callTool(key, name, args);
  assert.equal(result.isError, true, JSON.stringify([name, args]));
  assert.match(result.content[0].text, message);
};
const contentOf = async (artifact) => (await call(key, "GET", `/artifacts/${artifact}`)).json.content;
const text = "# A\n\nx = 1\n";
const document = async () => (await use("share", { title: "m", markdown: text })).artifact;
const table = async () =>
  (await use("share", { title: "t", table: { columns: ["a", "b"], rows: [[1, 2]] } })).artifact;
const linkOf = async (artifact) => (await use("list_links", { artifact })).links[0];

test("rows, edits and operations may be sent as their JSON", async () => {
  const rows = await table();
  assert.equal((await use("append", { artifact: rows, rows: "[[3,4]]", keepLast: "2" })).appended, 1);
  assert.deepEqual((await contentOf(rows)).rows, [
    [1, 2],
    [3, 4],
  ]);
  await use("edit", {
    artifact: rows,
    set: '[{"op":"replace","path":"/rows/0/0","value":1.50}, {"op":"add","path":"/rows/-","value":["5",""]}]',
    baseVersion: "2",
  });
  assert.deepEqual((await contentOf(rows)).rows, [
    [1.5, 2],
    [3, 4],
    ["5", ""],
  ]);
  const artifact = await document();
  await use("edit", { artifact, edits: '[{"find":"x = 1","replace":"x = 2"}]' });
  await use("edit", { artifact, edits: [{ find: "x = ", replace: "y = ", occurrence: "1" }] });
  assert.equal((await contentOf(artifact)).text, "# A\n\ny = 2\n");
});

test("numbers and booleans may be sent as strings, and objects as their JSON", async () => {
  const { artifact } = await use("share", {
    title: "m",
    markdown: text,
    maxViews: "3",
    allowDownload: "true",
    metadata: '{"job":"nightly","run":"7"}',
  });
  const { url } = await linkOf(artifact);
  await use("change_link", { link: url, showSender: "null", version: "1" });
  const link = await linkOf(artifact);
  assert.deepEqual([link.maxViews, link.allowDownload, link.version], [3, true, 1]);
  const { json } = await call(key, "GET", `/artifacts/${artifact}`);
  assert.deepEqual(json.metadata, { job: "nightly", run: "7" });
  const { artifacts } = await use("find", { metadata: '{"job":"nightly"}', limit: "1" });
  assert.equal(artifacts.length, 1);
  assert.equal(
    (await use("change_link", { link: url, maxViews: "null", extendArtifact: "false" })).maxViews,
    undefined,
  );
  const upload = await use("prepare_upload", {
    filename: "a.md",
    share: '{"maxViews":"3","name":"","allowDownload":"false"}',
  });
  const sent = await call(key, "PUT", new URL(upload.url).pathname, Buffer.from("# A"), {
    "content-type": "text/markdown",
  });
  assert.equal(sent.json.share.maxViews, 3, sent.text);
});

test("what is no JSON of the argument's type stays an error", async () => {
  const artifact = await table();
  for (const [name, args, message] of [
    ["append", { artifact, rows: "3,4" }, /rows must be an array/],
    ["append", { artifact, rows: '{"a":3}' }, /rows must be an array/],
    ["append", { artifact, rows: '"[[3,4]]"' }, /rows must be an array/],
    ["append", { artifact, rows: "[[3,4]]", keepLast: "two" }, /keepLast must be a number/],
    ["append", { artifact, rows: "[[3,4]]", keepLast: "1.5" }, /keepLast must be a whole number/],
    ["edit", { artifact, edits: "[{find}]" }, /edits must be an array/],
    ["share", { markdown: text, allowDownload: "yes" }, /allowDownload must be a boolean/],
    ["share", { markdown: text, allowDownload: "1" }, /allowDownload must be a boolean/],
    ["share", { markdown: text, allowDownload: 1 }, /allowDownload must be a boolean/],
    ["share", { markdown: text, maxViews: "three" }, /maxViews must be a number/],
    ["share", { markdown: text, maxViews: "null" }, /maxViews must be a number/],
    ["share", { markdown: text, metadata: "[1]" }, /metadata must be a JSON object/],
    ["share", { markdown: text, title: 3 }, /title must be a string/],
    ["change_link", { link: (await linkOf(artifact)).url, version: "newest" }, /version must be/],
  ])
    await refused(name, args, message);
  assert.deepEqual((await contentOf(artifact)).rows, [[1, 2]]);
});

test("texts stay texts, whatever they look like", async () => {
  const { artifact } = await use("share", { markdown: "[1]", title: "123", description: "true" });
  const { json } = await call(key, "GET", `/artifacts/${artifact}`);
  assert.deepEqual([json.content.text, json.title, json.description], ["[1]", "123", "true"]);
  const sheet = await table();
  await use("edit", { artifact: sheet, set: [{ op: "replace", path: "/rows/0/0", value: "7" }] });
  assert.deepEqual((await contentOf(sheet)).rows, [["7", 2]]);
  await use("edit", { artifact, edits: [{ find: "[1]", replace: "null" }] });
  assert.equal((await contentOf(artifact)).text, "null");
});

test("an empty string for what is not used is as if left out", async () => {
  const unused = {
    chart: "",
    table: "",
    pdf: "",
    code: "",
    externalId: "",
    note: "",
    metadata: "",
    idempotencyKey: "",
  };
  const { artifact } = await use("share", {
    title: "m",
    markdown: text,
    artifact: "",
    name: "",
    allowDownload: "",
    ...unused,
  });
  await use("append", {
    artifact,
    text: "more",
    rows: "",
    labels: "",
    datasets: "",
    keepLast: "",
  });
  await use("edit", {
    artifact,
    edits: [{ find: "more", replace: "", occurrence: "" }],
    set: "",
    baseVersion: "",
  });
  assert.equal((await contentOf(artifact)).text, text);
  await use("update", { artifact, markdown: "# B", title: "", description: "" });
  const { json } = await call(key, "GET", `/artifacts/${artifact}`);
  assert.deepEqual([json.title, json.content.text], ["m", "# B"]);
  const { url } = await linkOf(artifact);
  await use("change_link", { link: url, name: "", showHistory: "true", version: "", live: "" });
  assert.match((await use("read", { artifact, password: "", version: "" })).artifact ?? artifact, /^art_/);
  await refused("update", { artifact, title: "" }, /give what is to change/);
  await refused("append", { artifact, text: "" }, /needs exactly one of/);
  await refused(
    "edit",
    { artifact, edits: [{ find: "", replace: "x" }] },
    /find must be a string that is not empty/,
  );
});

test("an empty password, expiry or view limit publishes nothing", async () => {
  for (const name of ["password", "expiresIn", "maxViews"]) {
    await refused("share", { title: "m", markdown: text, [name]: "" }, new RegExp(`^${name} must`, "m"));
    await refused("prepare_upload", { filename: "a.md", share: { [name]: "" } }, new RegExp(`share/${name}`));
  }
  const { artifact } = await use("share", { markdown: text });
  const { url } = await linkOf(artifact);
  for (const name of ["password", "expiresIn", "maxViews"])
    await refused("change_link", { link: url, [name]: "" }, new RegExp(`^${name} must`, "m"));
});

test("an addition begins a line", async () => {
  const { artifact } = await use("share", { title: "a", markdown: "# Log\n\nLast words." });
  await use("append", { artifact, text: "## Next\n\nMore." });
  assert.equal((await contentOf(artifact)).text, "# Log\n\nLast words.\n## Next\n\nMore.");
});
