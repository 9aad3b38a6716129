// What the service makes of Markdown, seen in the page's HTML: GitHub's features, and texts that are
// made to be slow or to break out.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { markdown, newAccount, request, share } from "../../service/api_client.mjs";

let key;
before(() => ({ key } = newAccount()));

async function page(text, more) {
  const { url } = await share(key, markdown(text, more));
  const response = await request("GET", url);
  assert.equal(response.status, 200);
  return response.text;
}
// The document alone, without the frame around it.
const documentOf = (html) => /<article class="document">([\s\S]*)<\/article>/.exec(html)[1];

test("marks every external link as untrusted, without an opener", async () => {
  const html = documentOf(
    await page(
      "[a](https://example.com) <https://b.example> https://c.example [d]: x\n\n[d]: http://d.example\n\n[d]",
    ),
  );
  const links = [...html.matchAll(/<a [^>]*href="https?:[^>]*>/g)].map(([tag]) => tag);
  assert.ok(links.length >= 4, html);
  for (const tag of links)
    for (const word of ["noopener", "noreferrer", "nofollow", "ugc"])
      assert.match(tag, new RegExp(`rel="[^"]*\\b${word}\\b`), tag);
});

test("takes the page title from the artifact or the first heading", async () => {
  assert.match(await page("# Heading", { title: "Title" }), /<title>Title<\/title>/);
  assert.match(await page("intro\n\n## The *first* heading\n\n# Other"), /<title>The first heading<\/title>/);
  assert.match(await page("no heading"), /<title>[^<]+<\/title>/);
});

test("has a non-empty first-level heading for any document, and no more than it needs", async () => {
  for (const [text, more, count = 1] of [
    ["x"],
    ["# a"],
    ["# a", { title: "a" }],
    // Its own are left as they are.
    ["# a\n\n# b", { title: "c" }, 3],
    ["", {}],
    ["#", { title: "T" }],
  ]) {
    const headings = [...(await page(text, more)).matchAll(/<h1[^>]*>([\s\S]*?)<\/h1>/g)].filter(
      ([, inside]) => inside.replace(/<[^>]+>/g, "").trim(),
    );
    assert.equal(headings.length, count, JSON.stringify([text, more]));
  }
});

test("renders empty and invisible documents", async () => {
  for (const text of ["", " ", "\n\n\n", "<!-- comment -->", "[a]: https://example.com", "\u200b", "\u202e"])
    assert.match(await page(text), /<article class="document">/);
});

test("writes the HTML of a document that GitHub allows, and nothing else of it", async () => {
  const html = documentOf(
    await page(
      `<b>bold</b> <kbd>x</kbd> <script>alert(1)</script>\n\n<div align="center" onclick="x()">\n\n*em*\n\n</div>\n\n<details><summary>More</summary>\n\n- a\n\n</details>\n\n<!-- c --> <svg><desc>text</svg>\n\n<style>*{}</style>`,
    ),
  );
  for (const part of [
    "<b>bold</b> <kbd>x</kbd>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    '<div class="align-center">',
    "<em>em</em>",
    "<details><summary>More</summary>",
    "&lt;style&gt;",
  ])
    assert.ok(html.includes(part), `${part} in ${html}`);
  assert.doesNotMatch(html, /onclick|<!--|<svg|<desc|<style|<script/);
});

test("allows pictures of data: URLs only on pages that have some", async () => {
  const policy = async (text) =>
    (await request("GET", (await share(key, markdown(text))).url)).headers["content-security-policy"];
  assert.match(await policy("![x](data:image/gif;base64,R0lGODlhAQABAAAAACw=)"), /img-src 'self' data:;/);
  assert.match(await policy("![x](data:image/svg+xml;base64,AAAA)"), /img-src 'self';/);
});

test("says that a document is empty", async () => {
  for (const text of ["", " \n", "<!-- nothing -->"])
    assert.match(documentOf(await page(text)), /This document is empty\./, text);
});

test("shows a title that the document begins with once", async () => {
  const count = async (text, title) =>
    (await page(text, { title })).split("<body")[1].match(/<h[1-6][^>]*>[^<]*Wide\s+Harbour/g).length;
  assert.equal(await count("# Wide Harbour\n\nText", undefined), 1);
  assert.equal(await count('<h1 align="center">Wide Harbour</h1>\n\nText', undefined), 1);
  assert.equal(
    await count(
      "![logo](https://e.example/x.png)\n\n# Wide  harbour\n\nText".replace("harbour", "Harbour"),
      "Wide Harbour",
    ),
    1,
  );
  assert.equal(await count("# Wide Harbour\n\nText", "Another"), 1);
});

test("handles control characters and unusual code points", async () => {
  const html = await page(
    "a\u0001b\u0008c\u001bd\u007fe\u0085f\u2028g\ufffeh\uffffi\u{10ffff}j\ufeffk \u202ereversed\u202c &#0; &#x110000; &#xd800; \r\n\ttab",
  );
  assert.ok(!html.includes("\0"));
  assert.match(html, /reversed/);
});

// Each made many a renderer quadratic or worse, or its output enormous.
const bombs = {
  "nested quotations": ">".repeat(100000),
  "spaced quotations": "> ".repeat(50000),
  "open brackets": "[".repeat(100000),
  "closed links": "[a](".repeat(50000),
  "image openings": "![[]()".repeat(20000),
  "nested lists": Array.from({ length: 2000 }, (_, i) => `${" ".repeat(2 * (i % 1000))}- x`).join("\n"),
  "list markers": "- ".repeat(50000),
  "numbered markers": "1. ".repeat(50000),
  stars: "*".repeat(100000),
  "stars apart": "*a ".repeat(50000),
  underscores: "_a_".repeat(50000),
  "mixed emphasis": "*a_b".repeat(40000),
  backticks: Array.from({ length: 400 }, (_, i) => "`".repeat(i + 1)).join(" "),
  tildes: "~~a".repeat(50000),
  entities: "&".repeat(100000),
  "angle brackets": "<".repeat(100000),
  "HTML openings": "<!--".repeat(50000),
  CDATA: "<![CDATA[".repeat(20000),
  "a wide table": `|${"a|".repeat(20000)}\n|${"---|".repeat(20000)}\n${"|b\n".repeat(1000)}`,
  "a long table": `|a|b|\n|---|---|\n${"|1|2|\n".repeat(100000)}`,
  references: `${Array.from({ length: 5000 }, (_, i) => `[r${i}]: https://example.com/${"x".repeat(100)}`).join("\n")}\n${"[r1]".repeat(10000)}`,
  "bare addresses": "https://".repeat(30000),
  "dots of www": "www.".repeat(50000),
  "at signs": "a@".repeat(50000),
  colons: ":a".repeat(50000),
  smileys: ":smile:".repeat(20000),
  headings: "# a\n".repeat(30000),
  "one heading": `# ${"a".repeat(200000)}`,
  rules: "---\n".repeat(50000),
  setext: `${"a\n".repeat(30000)}===`,
  escapes: "\\".repeat(100000),
  "dollar signs": "$a".repeat(50000),
  "one line": "a".repeat(1000000),
  spaces: `a${" ".repeat(500000)}b`,
  tabs: "\t".repeat(100000),
  "line ends": "\n".repeat(500000),
  "carriage returns": "\r".repeat(100000),
  "nested HTML": "<div>".repeat(100000),
  "nested formatting": `${Array.from({ length: 20000 }, (_, i) => `<b id=${i}>`).join("")}${"<p>x".repeat(50000)}`,
  "tables in HTML": "<table><tr><td>".repeat(30000),
  "tags without an end": '<a b="'.repeat(50000),
  "Markdown in HTML": `<div>\n\n${"- *x* <b>y</b>\n".repeat(20000)}`,
  "code fences": "```\n".repeat(50000),
  "combining marks": `a${"\u0301".repeat(50000)}`,
  directions: "\u202e".repeat(50000),
  alerts: "> [!NOTE]\n".repeat(20000),
  "headings in headings": `${"<h1><b>".repeat(49)}\n${'"'.repeat(500000)}`,
  "reserved characters": `<div title="${"\u{f5a1e}".repeat(250000)}">x</div>`,
  "more than a megabyte": "word ".repeat(400000),
};
test("limits time and size of pages for hostile documents", async () => {
  for (const [name, text] of Object.entries(bombs)) {
    const { url } = await share(key, markdown(text));
    const response = await request("GET", url);
    assert.equal(response.status, 200, `${name}: ${response.status}`);
    assert.match(response.text, /<article class="document">/, name);
    assert.ok(
      response.text.length < Math.max(8 * text.length, 4 << 20),
      `${name}: ${text.length} characters became ${response.text.length}`,
    );
  }
});
