// Warnings about content that is accepted, and that its page will not show.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { call, newAccount, newKey, share } from "../../service/api_client.mjs";
import { githubToken } from "../../service/github_token.mjs";

let key;
before(() => ({ key } = newAccount()));

const aboutContent = ({ warnings = [] }) =>
  warnings.filter(({ field }) => field?.startsWith("/content")).map(({ code, field }) => `${code} ${field}`);

const cases = [
  ["markdown", { txet: "x" }, ["content_not_shown /content", "misspelt_member /content/txet"]],
  ["markdown", { text: "  \n" }, ["content_empty /content/text"]],
  ["chart", { type: "sankey", data: [1, 2] }, ["unknown_chart_type /content"]],
  ["chart", { type: "bar" }, ["content_not_shown /content"]],
  [
    "chart",
    { type: "bar", data: [{ m: "May", v: 1 }], xKey: "month", yKeys: ["v"] },
    ["unknown_key /content"],
  ],
  ["table", { columns: ["a"], rwos: [[1]] }, ["misspelt_member /content/rwos"]],
  ["table", { rows: [] }, ["content_empty /content"]],
  ["table", { columns: ["A"], rows: [{ a: 1 }] }, ["unknown_key /content", "unknown_key /content"]],
  ["table", { columns: ["a"], rows: [{ a: 1, id: 7 }] }, ["unknown_key /content"]],
  ["table", { columns: ["a"], index: ["x"], data: [[1]] }, []],
  ["pdf", { data: Buffer.from("%PDF-1.7\n").toString("base64") }, ["damaged_pdf /content/data"]],
  ["pdf", { html: "<p></p>" }, ["content_empty /content/html"]],
  ["code", { text: "" }, ["content_empty /content"]],
  ["code", { text: "x", own: "y" }, []],
];

test("creating, sharing and updating warn of content that will not show", async () => {
  for (const [template, content, expected] of cases) {
    const created = await call(key, "POST", "/artifacts", { template, content });
    assert.equal(created.status, 201, created.text);
    assert.deepEqual(aboutContent(created.json), expected, created.text);
    assert.deepEqual(aboutContent(await share(key, { template, content })), expected);
    const path = `/artifacts/${created.json.id}`;
    const changed = await call(key, "PUT", path, { content });
    assert.deepEqual(aboutContent(changed.json), expected, changed.text);
    // What is there already is no news.
    const renamed = await call(key, "PUT", path, { title: "x" });
    assert.deepEqual(aboutContent(renamed.json), []);
  }
});

// Twenty findings, each with the place twice, would be forty times the body.
test("responses do not repeat the long names of a body", async () => {
  const { account, key } = newAccount();
  const strict = newKey(account, undefined, "--refuse-secrets");
  const name = "n".repeat(1_000_000);
  const below = (value) => ({ [name]: Array.from({ length: 20 }, () => value) });
  const specification = { $schema: "https://vega.github.io/schema/vega-lite/v5.json", mark: "bar" };
  const send = (bearer, template, content) =>
    call(bearer, "POST", "/artifacts", gzipSync(JSON.stringify({ template, content })), {
      "content-type": "application/json",
      "content-encoding": "gzip",
    });
  const answers = {
    201: [
      await send(key, "code", { text: "x", own: below(githubToken()) }),
      await send(key, "chart", { ...specification, own: below({ mark: "image", href: "x", bind: {} }) }),
    ],
    400: [await send(key, "chart", { ...specification, own: below({ data: { url: "x" } }) })],
    422: [await send(strict, "code", { text: "x", own: below(githubToken()) })],
  };
  for (const [status, all] of Object.entries(answers)) {
    for (const answer of all) {
      assert.equal(answer.status, Number(status), answer.text.slice(0, 1000));
      assert.ok(answer.text.length < 10_000, `${answer.text.length} characters`);
      const { field } = answer.json.error ?? answer.json.warnings[0];
      assert.equal(field, "/content/own");
    }
  }
});
