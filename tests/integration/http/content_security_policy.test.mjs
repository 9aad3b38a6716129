// The policies of all pages, as an evaluator of such policies sees them.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { markdown, newAccount, origin, request, share } from "../../service/api_client.mjs";

const require = createRequire(import.meta.url);
const { CspEvaluator } = require("csp_evaluator");
const { CspParser } = require("csp_evaluator/dist/parser.js");
const { Severity } = require("csp_evaluator/dist/finding.js");

const { key } = newAccount();

function highFindings(policy) {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => [Severity.HIGH, Severity.HIGH_MAYBE, Severity.SYNTAX].includes(severity))
    .map(({ directive, value, description }) => `${directive} ${value}: ${description}`);
}

test("finds the weaknesses of a weak policy", () => {
  assert.notDeepEqual(highFindings("default-src 'none'; script-src 'self' 'unsafe-inline'"), []);
  assert.notDeepEqual(highFindings("script-src https:"), []);
});

test("serves every page with a strict policy", async () => {
  const link = async (artifact) => (await share(key, artifact)).url;
  const locked = await link(markdown("x", { password: "open sesame" }));
  const pages = {
    markdown: await link(markdown("x $y$\n\n```mermaid\ngraph LR\n```")),
    chart: await link({ template: "chart", content: { type: "bar", values: [1] } }),
    table: await link({ template: "table", content: { rows: [[1]] } }),
    pdf: await link({ template: "pdf", content: { url: "https://example.org/x.pdf" } }),
    code: await link({ template: "code", content: { text: "x", language: "js" } }),
    html: await link({ template: "html", content: { html: "x" } }),
    json: await link({ template: "chart", content: { x: 1 } }),
    password: locked,
    "not found": `${origin}/a/nothing`,
    forged: `${locked.split("?")[0]}?token=x`,
    docs: `${origin}/docs`,
  };
  for (const [name, url] of Object.entries(pages)) {
    const { headers } = await request("GET", url);
    assert.match(headers["content-type"], /^text\/html/, name);
    const policy = headers["content-security-policy"];
    assert.match(policy, /^default-src 'none';/, name);
    // Who may frame pages is the operator's to say.
    const ancestors = `; frame-ancestors ${name === "docs" ? "'none'" : process.env.FRAME_ANCESTORS}`;
    assert.ok(policy.endsWith(ancestors), name);
    assert.match(policy, /base-uri 'none'/, name);
    assert.doesNotMatch(policy.slice(0, -ancestors.length), /unsafe|\*/, name);
    assert.deepEqual(highFindings(policy), [], name);
  }
});
