// The root of the host, and what browsers and people ask for by habit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { origin, request } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";

const get = (path, method = "GET") => request(method, origin + path, { isDescribed: false });

test("says at the root what the service is, and leads to the dashboard, the reference and the specification", async () => {
  const { status, headers, text } = await get("/");
  assert.equal(status, 200);
  assert.match(headers["content-type"], /^text\/html/);
  assert.match(headers["content-security-policy"], /default-src 'none'/);
  assert.match(headers.link, /<\/openapi\.json>; rel="service-desc"/);
  assert.match(text, /<h1>Paste a table, a document or code\./);
  for (const [, path] of text.matchAll(/<a [^>]*href="([^"#]+)">/g))
    assert.ok([200, 303].includes((await get(path)).status), path);
  assert.equal([...text.matchAll(/<a class="button[ a-z]*" href="(\/dashboard|\/docs)">/g)].length, 2);
  assert.ok(text.includes(`${origin}/mcp`));
  assert.equal((await get("/", "HEAD")).status, 200);
});

test("the samples of the home page are share pages, and there are no others", async () => {
  for (const [name, title] of [
    ["document", "When the pump stops"],
    ["chart", "Visitors by month"],
    ["table", "Orders of the week"],
  ]) {
    const { status, headers, text } = await get(`/samples/${name}`);
    assert.equal(status, 200);
    assert.match(headers["content-security-policy"], /script-src 'self'/);
    assert.ok(text.includes(`<h1 dir="auto">${title}</h1>`), name);
  }
  assert.equal((await get("/samples/other")).status, 404);
});

test("llms.txt has a request, and the content of each template", async () => {
  const { text } = await get("/llms.txt");
  assert.match(text, /^curl .*\/api\/artifacts\/share/m);
  for (const [template, content] of [
    ["markdown", '{"text": "# Title"}'],
    ["chart", '"bar"'],
    ["table", '"columns"'],
    ["pdf", '{"markdown": '],
    ["code", '"language"'],
  ]) {
    const line = text.split("\n").find((one) => one.startsWith(`- \`${template}\``));
    assert.ok(line?.includes(content), line);
  }
});

test("redirects /favicon.ico to the icon", async () => {
  const { status, headers } = await get("/favicon.ico");
  assert.equal(status, 303);
  const icon = await get(headers.location);
  assert.equal(icon.status, 200);
  assert.equal(icon.headers["content-type"].split(";")[0], "image/x-icon");
  assert.equal(icon.bytes.readUInt32LE(0), 0x10000);
});

test("redirects pages with a trailing slash, but not API resources", async () => {
  for (const path of ["/docs", "/dashboard"]) {
    const { status, headers } = await get(`${path}/`);
    assert.equal(status, 301);
    assert.equal(new URL(headers.location, origin).href, origin + path);
  }
  assert.equal((await request("GET", "/artifacts/")).status, 404);
});

const fromBrowser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
const getAs = (path, accept, method = "GET") =>
  request(method, origin + path, { isDescribed: false, headers: accept ? { accept } : {} });

test("programs get the API's error for an unknown address, and so does everybody below what is for programs", async () => {
  for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.5", "text/html;q=0", ""])
    assertError(await getAs("/share", accept), 404, "not_found");
  for (const path of ["/api", "/api/x", "/artifacts/x", "/account/x", "/mcp/x", "/oauth/x", "/.well-known/x"])
    assertError(await getAs(path, fromBrowser), 404, "not_found");
  assertError(await getAs("/share", fromBrowser, "POST"), 404, "not_found");
});
