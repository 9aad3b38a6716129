// The page of a document: its title, what it may load, and what it says where there is nothing.
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
const documentOf = (html) => /<article class="document"[^>]*>([\s\S]*)<\/article>/.exec(html)[1];

test("takes the page title from the artifact or the first heading", async () => {
  assert.match(await page("# Heading", { title: "Title" }), /<title>Title<\/title>/);
  assert.match(await page("intro\n\n## The *first* heading\n\n# Other"), /<title>The first heading<\/title>/);
  assert.match(await page("no heading"), /<title>[^<]+<\/title>/);
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
