// The share page of a file of code, and its forms for programs.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newAccount, openCover, request, share } from "../../service/api_client.mjs";

let key;
before(() => ({ key } = newAccount()));

const link = async (content, more = {}) => (await share(key, { template: "code", content, ...more })).url;
const view = (url, headers = {}) => request("GET", url, { headers });

test("shows the file with a number and an anchor for each line", async () => {
  const text = "def greet(name):\n\treturn f'<{name}>'\n";
  const response = await view(await link({ text, language: "Python", filename: "src/greet.py" }));
  assert.equal(response.status, 200);
  for (const part of [
    "<title>greet.py</title>",
    '<a id="L2" href="#L2" tabindex="-1">2</a>',
    '<pre class="code-text">\ndef greet(name):\n\treturn f&#39;&lt;{name}&gt;&#39;\n</pre>',
    'data-language="python"',
    "2 lines",
    '<meta name="description" content="2 lines of python">',
  ])
    assert.ok(response.text.includes(part), part);
  assert.ok(!response.text.includes('id="L3"'));
  assert.match(response.text, /<script src="\/assets\/code\.[0-9a-f]+\.js" defer>/);
});

test("returns JSON, and the text as it was sent, on request", async () => {
  const text = "a\r\n\tb \u202e ünï\r";
  const url = await link({ source: text, lang: "c" }, { title: "T" });
  const json = await view(url, { accept: "application/json" });
  assert.equal(json.json.template, "code");
  assert.deepEqual(json.json.content, { source: text, lang: "c" });
  for (const accept of ["text/plain", "text/plain, */*;q=0.1"]) {
    const plain = await view(url, { accept });
    assert.equal(plain.headers["content-type"], "text/plain; charset=utf-8", accept);
    assert.equal(plain.text, text);
  }
  assert.match((await view(url, { accept: "*/*" })).text, /^<!doctype html>/);
  const both = await view(url, { accept: "application/json, text/plain, */*" });
  assert.match(both.headers["content-type"], /^application\/json/);
});

test("offers no text/plain for what has no source text", async () => {
  const { url } = await share(key, { template: "table", content: { rows: [[1]] } });
  assert.equal((await view(url, { accept: "text/plain" })).status, 406);
});

test("shows the cover page of a link with a view limit, and none for a form that the template has", async () => {
  const content = { text: "the code itself" };
  const url = await link(content, { maxViews: 2 });
  for (const accept of ["text/html", "*/*"]) {
    const cover = await view(url, { accept });
    assert.ok(!cover.text.includes("the code itself"), accept);
  }
  assert.equal((await view(url, { accept: "text/plain" })).text, "the code itself");
  assert.ok((await openCover(url)).text.includes("the code itself"));
  assert.equal((await view(url, { accept: "text/plain" })).status, 410);
});

test("has an anchor for each of 100,000 lines", async () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `value[${i}] = compute("line", ${i});`);
  const { text, status } = await view(await link({ text: lines.join("\n"), language: "js" }));
  assert.equal(status, 200);
  assert.equal(text.match(/<a id="L\d+"/g).length, 100_000);
  assert.ok(text.includes("100,000 lines"));
  assert.equal(text.match(/<div class="code-part">/g).length, 400);
});

test("shows content without a text as readable JSON", async () => {
  const { text } = await view(await link({ lines: ["a"] }));
  assert.ok(text.includes("&quot;lines&quot;"), text);
});
