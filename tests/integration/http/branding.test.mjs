// Name, logo, colours and links of the installation, as its readers see them.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { markdown, newAccount, origin, request, share } from "../../service/api_client.mjs";
import { ownWorker } from "../../service/own_worker.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "branding-"));
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1z"/></svg>';
writeFileSync(path.join(folder, "logo.svg"), logo);
const worker = await ownWorker({
  installation_name: "Lamps & Sons",
  installation_logo: path.join(folder, "logo.svg"),
  link_color: "#7a1f5c",
  link_color_on_dark: "#ff9ad5",
  footer_links: "Imprint https://lamps.example/imprint Report abuse mailto:abuse@lamps.example",
});
after(async () => {
  await worker.stop();
  rmSync(folder, { recursive: true, force: true });
});
const ask = (uri, more = {}) => worker.ask("GET", uri, { more: { HTTP_ACCEPT: "text/html", ...more } });

const shared = await share(newAccount().key, markdown("# Lamps"));
const pathOf = (url) => url.replace(origin, "");

test("every page has the installation's name, logo, colours and links", async () => {
  const pages = [
    pathOf(shared.url),
    "/",
    "/docs",
    "/nowhere",
    "/dashboard/sign-in",
    `${pathOf(shared.url)}x`,
  ];
  for (const uri of pages) {
    const { text } = await ask(uri);
    // Its documentation names the product too, as its programs do.
    if (uri !== "/docs") assert.doesNotMatch(text, /Artifact Share/, uri);
    assert.match(
      text,
      /<link rel="icon" href="\/branding\/logo\?v=[0-9a-f]{16}" type="image\/svg\+xml">/,
      uri,
    );
    assert.match(text, /<link rel="stylesheet" href="\/branding\/colors\.css\?v=[0-9a-f]{16}">/, uri);
    if (uri === "/docs") continue;
    assert.match(text, /Lamps &amp; Sons/, uri);
    assert.match(text, /<a href="https:\/\/lamps\.example\/imprint">Imprint<\/a>/, uri);
    assert.match(text, /<a href="mailto:abuse@lamps\.example">Report abuse<\/a>/, uri);
  }
  const { text } = await ask(pathOf(shared.url));
  assert.match(text, /<meta property="og:site_name" content="Lamps &amp; Sons">/);
  assert.match((await ask("/dashboard/sign-in")).text, /<title>Sign in · Lamps &amp; Sons<\/title>/);
  assert.match((await ask("/llms.txt")).text, /^# Lamps & Sons\n/);
  assert.equal(JSON.parse((await ask("/mcp/server-card")).text).title, "Lamps & Sons");
});

test("serves them for ever under the address that pages have", async () => {
  const { text } = await ask("/");
  const addresses = [...text.matchAll(/"(\/branding\/[^"]*)"/g)].map(([, address]) => address);
  const [icon, colors] = [...new Set(addresses)];
  const served = await ask(icon);
  assert.equal(served.status, 200);
  assert.equal(served.text, logo);
  assert.equal(served.headers["content-type"], "image/svg+xml");
  assert.equal(served.headers["cache-control"], "public, max-age=31536000, immutable");
  // As a document of its own, it runs nothing.
  assert.match(served.headers["content-security-policy"], /default-src 'none'.*sandbox/);
  assert.match((await ask(colors)).text, /--own-link: #7a1f5c;\n {2}--own-link-on-dark: #ff9ad5;/);
});

test("a file of another configuration is not kept", async () => {
  const { status, headers } = await ask("/branding/logo?v=0000000000000000");
  assert.equal(status, 200);
  assert.equal(headers["cache-control"], "no-cache");
});

test("there are none by default", async () => {
  for (const name of ["logo", "colors.css"])
    assert.equal((await request("GET", `${origin}/branding/${name}`, { isDescribed: false })).status, 404);
});

test("a worker does not start with a colour that cannot be read, or without its logo", async () => {
  const refused = async (settings, reason) =>
    assert.rejects(ownWorker(settings), (error) => reason.test(error.message) || assert.fail(error.message));
  await refused({ link_color: "#ffd400" }, /link_color must have a contrast of at least 4\.5 to #ffffff/);
  await refused({ installation_logo: "/nowhere.png" }, /installation_logo: cannot read \/nowhere\.png/);
  await refused({ footer_links: "Imprint" }, /footer_links must have an address/);
});

test("the home page can be off, or lead elsewhere", async () => {
  for (const [home_page, expected] of [
    ["off", [404, undefined]],
    ["/dashboard", [303, "/dashboard"]],
    ["https://lamps.example/share", [303, "https://lamps.example/share"]],
  ]) {
    const other = await ownWorker({ home_page });
    const { status, headers } = await other.ask("GET", "/", { more: { HTTP_ACCEPT: "text/html" } });
    await other.stop();
    assert.deepEqual([status, headers.location], expected);
  }
});
