// Headers that keep what is shown apart from other sites, and what is read out of caches.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, origin, request, share } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";

let key;
let made;
before(async () => {
  ({ key } = newAccount());
  made = await share(key, { template: "pdf", content: { html: "<p>text</p>" }, allowDownload: true });
});

function assertIsolated({ headers }, what) {
  assert.equal(headers["cross-origin-opener-policy"], "same-origin", what);
  assert.equal(headers["cross-origin-resource-policy"], "same-origin", what);
  assert.match(headers["permissions-policy"], /camera=\(\).*geolocation=\(\)/, what);
}

test("isolates pages, files and errors from other sites", async () => {
  const file = made.url.replace("?token=", "/file?token=");
  for (const url of [made.url, `${made.url}&embed=1`, file, `${file}&download=1`, `${origin}/a/nothing`])
    assertIsolated(await request("GET", url), url);
  const { visitor } = await newUser();
  for (const path of ["/", "/docs", "/dashboard/sign-in"])
    assertIsolated(await request("GET", origin + path, { isDescribed: false }), path);
  assertIsolated(await visitor.open("/dashboard/artifacts"), "artifacts");
});

test("marks API responses as private and to be revalidated", async () => {
  const { id } = made;
  for (const [method, path, body] of [
    ["GET", `/artifacts/${id}`],
    ["GET", "/artifacts"],
    ["GET", `/artifacts/${id}/shares`],
    ["PUT", `/artifacts/${id}`, { title: "x" }],
    ["POST", "/artifacts", markdown("x")],
    ["GET", "/account"],
  ]) {
    const { headers } = await call(key, method, path, body);
    assert.equal(headers["cache-control"], "private, no-cache", `${method} ${path}`);
  }
  const { headers } = await call(key, "GET", `/artifacts/${id}`);
  const again = await call(key, "GET", `/artifacts/${id}`, undefined, { "if-none-match": headers.etag });
  assert.equal(again.status, 304);
  assert.equal(again.headers["cache-control"], "private, no-cache");
});
