// What is behind a share link, and who gets to see it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import {
  markdown,
  newAccount,
  origin,
  removalOfArtifacts,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertFields, idPattern } from "../../service/contract_assertions.mjs";
import { linkOf, takeApart, tokenOf } from "../../service/share_token_forge.mjs";

let key;
before(() => ({ key } = newAccount()));

const view = (url, headers = {}, method = "GET") => request(method, url, { headers });
const asJson = { accept: "application/json" };

function assertPageHeaders({ headers }) {
  assert.match(headers["x-request-id"], idPattern("req"));
  const policy = headers["content-security-policy"];
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${process.env.FRAME_ANCESTORS}`,
  ])
    assert.ok(policy.split("; ").includes(directive), directive);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cache-control"], "private, no-store");
  assert.equal(headers["x-robots-tag"], "noindex");
  assert.match(headers["strict-transport-security"], /max-age=\d+/);
}

function assertMessagePage(response, status) {
  assert.equal(response.status, status);
  assertPageHeaders(response);
  assert.equal(response.headers["content-type"], "text/html; charset=utf-8");
  assert.match(response.text, /<h1>/);
}

test("renders the document without inline scripts", async () => {
  const { url } = await share(
    key,
    markdown("# One\n\n**two** [three](https://example.com)\n\n```js\nlet a;\n```", {
      title: "The title",
      description: "The description",
    }),
  );
  const response = await view(url);
  assert.equal(response.status, 200);
  assertPageHeaders(response);
  assert.equal(response.headers["content-type"], "text/html; charset=utf-8");
  for (const part of [
    "<title>The title</title>",
    "The description",
    'id="h-one"',
    "<strong>two</strong>",
    '<a href="https://example.com" rel="noopener noreferrer nofollow ugc">three</a>',
    'class="language-js"',
    '<meta property="og:title" content="The title">',
    '<meta name="robots" content="noindex">',
  ])
    assert.ok(response.text.includes(part), part);
  assert.doesNotMatch(response.text, /<script(?![^>]* src="\/assets\/)/);
  assert.doesNotMatch(response.text, / style="|<style| on\w+="/);
  const withoutAddresses = response.text.replaceAll(
    /<link rel="alternate"[^>]*>|<meta property="og:(url|image)"[^>]*>| href="\/a\/[^"]*"/g,
    "",
  );
  assert.ok(!withoutAddresses.includes(tokenOf(url)));
});

test("returns JSON, and the source of a document as Markdown, on request", async () => {
  const { id, url } = await share(key, markdown("# x", { title: "T", metadata: { private: 1 } }));
  for (const accept of [
    "application/json",
    "application/json, */*",
    "application/json;q=0.9, text/html;q=0.1",
  ]) {
    const response = await view(url, { accept });
    assert.equal(response.status, 200);
    assertPageHeaders(response);
    assertFields(
      response.json,
      "id",
      "template",
      "title",
      "description",
      "version",
      "content",
      "createdAt",
      "updatedAt",
      "expiresAt",
    );
    assert.equal(response.json.id, id);
    assert.deepEqual(response.json.content, { text: "# x" });
  }
  const source = await view(url, { accept: "text/markdown" });
  assert.equal(source.headers["content-type"], "text/markdown; charset=utf-8");
  assert.equal(source.text, "# x");
  for (const accept of ["*/*", "text/html,application/xhtml+xml,*/*;q=0.8", "", "image/png, */*;q=0.1"])
    assert.match((await view(url, { accept })).text, /^<!doctype html>/, accept);
});

test("answers every invalid token with the same 404", async () => {
  const mine = await share(key, markdown("secret"));
  const other = await share(key, markdown("other"));
  const token = tokenOf(mine.url);
  const { kid, signed } = takeApart(token);
  const tokens = [
    undefined,
    "",
    "x",
    ".",
    tokenOf(other.url),
    signed,
    `other.${signed}`,
    `../../dev/null.${signed}`,
    `${token}A`,
    `${kid}.${signed[0] === "A" ? "B" : "A"}${signed.slice(1)}`,
  ];
  const bodies = new Set();
  for (const token of tokens) {
    const query = token === undefined ? "" : `?token=${encodeURIComponent(token)}`;
    const response = await view(`${origin}/a/${mine.id}${query}`);
    assertMessagePage(response, 404);
    bodies.add(response.text);
  }
  for (const path of ["/a/", "/a/x", `/a/${mine.id}/`, `/a/${mine.id}/nothing`, `/a//${mine.id}`])
    assertMessagePage(await view(`${origin}${path}?token=${tokenOf(mine.url)}`), 404);
  assert.equal(bodies.size, 1);
  assert.equal((await view(`${mine.url}&token=${tokenOf(mine.url)}`)).status, 404);
});

test("answers 410 for a link that expired or whose artifact is gone", async () => {
  const changes = {
    "expired link": ({ share: link }) => `update share_links set expires_at = now() where id = '${link}'`,
    "revoked link": ({ share: link }) => `update share_links set revoked_at = now() where id = '${link}'`,
    "expired artifact": ({ artifact }) => `update artifacts set expires_at = now() where id = '${artifact}'`,
    "deleted artifact": ({ artifact }) => `update artifacts set deleted_at = now() where id = '${artifact}'`,
    "removed artifact": ({ artifact }) => removalOfArtifacts(`id = '${artifact}'`),
  };
  for (const [what, change] of Object.entries(changes)) {
    const { id, url } = await share(key, markdown("secret", { title: "secret" }));
    assert.equal((await view(url)).status, 200);
    sql(change({ share: uuidOf(linkOf(url)), artifact: uuidOf(id) }));
    const response = await view(url);
    assertMessagePage(response, 410);
    assert.doesNotMatch(response.text, /secret/, what);
    assert.equal((await view(url, asJson)).json.error.code, "gone", what);
  }
});

test("compresses pages for browsers that accept gzip, and sends no earlier version", async () => {
  const { id, url } = await share(key, markdown("earlier ".repeat(1000)));
  const compressed = async () => {
    const response = await view(url, { "accept-encoding": "gzip, deflate, br" });
    assert.equal(response.headers["content-encoding"], "gzip");
    assert.equal(response.headers.vary, "Accept, Accept-Language, Accept-Encoding");
    assertPageHeaders(response);
    return gunzipSync(response.bytes).toString();
  };
  const plain = await view(url, { "accept-encoding": "gzip;q=0, identity" });
  assert.equal(plain.headers["content-encoding"], undefined);
  for (let i = 0; i < 4; ++i) assert.equal(await compressed(), plain.text);

  const changed = await request("PUT", `/artifacts/${id}`, {
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(markdown("later ".repeat(1000))),
  });
  assert.equal(changed.status, 200, changed.text);
  for (let i = 0; i < 4; ++i) {
    const text = await compressed();
    assert.match(text, /later later/);
    assert.doesNotMatch(text, /earlier/);
  }
});

test("serves assets compressed and with a permanent cache lifetime", async () => {
  const { url } = await share(key, markdown("x"));
  const { text } = await view(url);
  const assets = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  assert.ok(assets.length >= 3);
  for (const path of assets) {
    const response = await view(origin + path, { "accept-encoding": "gzip" });
    assert.equal(response.status, 200);
    assert.equal(response.headers["cache-control"], "public, max-age=31536000, immutable");
    // Pictures are compressed already.
    assert.equal(response.headers["content-encoding"], path.endsWith(".png") ? undefined : "gzip");
    assert.equal(response.headers["x-content-type-options"], "nosniff");
  }
});
