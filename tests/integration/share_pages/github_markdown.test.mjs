// Details in which GitHub's rendering differs from what md4c gives by itself.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { markdown, newAccount, request, share } from "../../service/api_client.mjs";

let key;
before(() => ({ key } = newAccount()));

async function rendered(text) {
  const { url } = await share(key, markdown(text));
  return (await request("GET", url)).text;
}

test("keeps tabs in code, so that a copied Makefile works", async () => {
  for (const [text, line] of [
    ["```make\nall:\n\techo\n\t\techo\n```", "all:\n\techo\n\t\techo\n"],
    ["    a\n    \tb", "a\n\tb"],
    ["- x\n\n  ```\n  \ty\n  ```", "\ty\n"],
  ]) {
    const html = await rendered(text);
    assert.ok(html.includes(line), /<pre[\s\S]*<\/pre>/.exec(html)[0]);
  }
});

test("unescapes a bar in code in a table", async () => {
  assert.match(await rendered("| a |\n|---|\n| `x\\|y` |"), /<code>x\|y<\/code>/);
});
