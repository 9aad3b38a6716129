// The file of a PDF artifact, and who gets it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { content, pdf } from "../../documents/pdf_writer.mjs";
import {
  call,
  markdown,
  newAccount,
  openCover,
  origin,
  removalOfArtifacts,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { idPattern } from "../../service/contract_assertions.mjs";
import { checkQuickly } from "../../service/quick_hash.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";

const file = pdf([["The first page"], ["The second page"]], { filler: 5000 });
const artifact = (more = {}, contentMore = {}) => ({
  template: "pdf",
  content: content(file, contentMore),
  ...more,
});
const asJson = { accept: "application/json" };

let key;
let url;
before(async () => {
  ({ key } = newAccount());
  ({ url } = await share(key, artifact({ title: "Report" })));
});

const fileOf = (link, query = "") => link.replace("?token=", "/file?token=") + query;
const get = (address, headers = {}, method = "GET") => request(method, address, { headers });
const cookieOf = (response, name) =>
  (response.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).find((c) => c.includes(name));

function assertFileHeaders({ headers }) {
  assert.match(headers["x-request-id"], idPattern("req"));
  const policy = headers["content-security-policy"];
  assert.match(policy, /^default-src 'none';/);
  assert.ok(policy.endsWith(`; frame-ancestors ${process.env.FRAME_ANCESTORS}`), policy);
  assert.equal(headers["referrer-policy"], "no-referrer");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cache-control"], "private, no-store");
  assert.equal(headers["x-robots-tag"], "noindex");
}

async function assertRefused(address, status, code, headers = {}) {
  const shown = await get(address, headers);
  assert.equal(shown.status, status);
  assert.equal(shown.headers["content-type"], "text/html; charset=utf-8");
  assert.match(shown.text, /<h1>/);
  assertFileHeaders(shown);
  const told = await get(address, { ...headers, ...asJson });
  assert.equal(told.status, status);
  assert.equal(told.json.error.code, code);
  const head = await get(address, headers, "HEAD");
  assert.equal(head.status, status);
  assert.equal(head.text, "");
}

test("serves the file unchanged, inline, with the security headers", async () => {
  const response = await get(fileOf(url));
  assert.equal(response.status, 200);
  assertFileHeaders(response);
  assert.equal(response.headers["content-type"], "application/pdf");
  assert.equal(response.headers["accept-ranges"], "bytes");
  assert.equal(response.headers["content-length"], String(file.length));
  assert.equal(response.headers["content-encoding"], undefined);
  assert.equal(response.headers["content-disposition"], 'inline; filename="Report.pdf"');
  assert.equal(response.headers["set-cookie"], undefined);
  assert.deepEqual(response.bytes, file);
  const compressed = await get(fileOf(url), { "accept-encoding": "gzip" });
  assert.equal(compressed.headers["content-encoding"], undefined);
});

test("answers HEAD with the headers of the whole file", async () => {
  for (const headers of [{}, { range: "bytes=0-9" }]) {
    const response = await get(fileOf(url), headers, "HEAD");
    assert.equal(response.status, 200);
    assert.equal(response.text, "");
    assert.equal(response.headers["content-length"], String(file.length));
    assert.equal(response.headers["content-type"], "application/pdf");
    assertFileHeaders(response);
  }
});

test("serves a range", async () => {
  const size = file.length;
  const ranges = {
    "bytes=0-99": [0, 99],
    "bytes=-10": [size - 10, size - 1],
  };
  for (const [range, [first, last]] of Object.entries(ranges)) {
    const response = await get(fileOf(url), { range });
    assert.equal(response.status, 206, range);
    assertFileHeaders(response);
    assert.equal(response.headers["content-range"], `bytes ${first}-${last}/${size}`, range);
    assert.equal(response.headers["content-length"], String(last - first + 1), range);
    assert.equal(response.headers["content-type"], "application/pdf");
    assert.deepEqual(response.bytes, file.subarray(first, last + 1), range);
  }
  for (const headers of [{ range: "bytes=0-1,5-6" }, { range: "bytes=0-1", "if-range": '"x"' }])
    assert.deepEqual((await get(fileOf(url), headers)).bytes, file);
});

test("answers 416 for a range outside the file", async () => {
  const response = await get(fileOf(url), { range: `bytes=${file.length}-` });
  assert.equal(response.status, 416);
  assert.equal(response.headers["content-range"], `bytes */${file.length}`);
  assert.equal(response.text, "");
  assertFileHeaders(response);
});

test("answers an invalid token, or one of another artifact, with 404", async () => {
  const other = await share(key, artifact());
  const token = new URL(other.url).searchParams.get("token");
  const path = new URL(url).pathname;
  const query = new URL(url).search;
  for (const address of [
    `${origin}${path}/file`,
    `${origin}${path}/file?token=`,
    `${origin}${path}/file?token=x`,
    `${origin}${path}/file?token=${token}`,
    `${fileOf(url)}A`,
    `${fileOf(url)}&token=${token}`,
    `${origin}${path}/file/${query}`,
    `${origin}${path}/File${query}`,
    `${origin}/a/x/file${query}`,
  ])
    await assertRefused(address, 404, "not_found");
});

test("answers 404 for an artifact that is not a PDF", async () => {
  for (const body of [
    markdown("x"),
    { template: "table", content: { rows: [[1]] } },
    { template: "pdf", content: { odd: 1 } },
    { template: "pdf", content: { url: "https://example.org/x.pdf" } },
  ]) {
    const link = await share(key, body);
    await assertRefused(fileOf(link.url), 404, "not_found");
  }
});

test("answers 410 for a file whose link expired or whose artifact is gone", async () => {
  const changes = {
    "expired link": ({ share: link }) => `update share_links set expires_at = now() where id = '${link}'`,
    "revoked link": ({ share: link }) => `update share_links set revoked_at = now() where id = '${link}'`,
    "expired artifact": ({ artifact: id }) => `update artifacts set expires_at = now() where id = '${id}'`,
    "deleted artifact": ({ artifact: id }) => `update artifacts set deleted_at = now() where id = '${id}'`,
    "removed artifact": ({ artifact: id }) => removalOfArtifacts(`id = '${id}'`),
  };
  for (const change of Object.values(changes)) {
    const link = await share(key, artifact({ maxViews: 10 }));
    const cookie = cookieOf(await openCover(link.url), "view");
    assert.equal((await get(fileOf(link.url), { cookie })).status, 200);
    sql(change({ share: uuidOf(linkOf(link.url)), artifact: uuidOf(link.id) }));
    await assertRefused(fileOf(link.url), 410, "gone", { cookie });
    assert.equal((await get(fileOf(link.url), { cookie, range: "bytes=0-9" })).status, 410);
  }
});

test("requires the password for the file in every representation", async () => {
  const link = await share(key, artifact({ title: "Secret", password: "right", allowDownload: true }));
  checkQuickly(link.url, "right");
  for (const address of [fileOf(link.url), fileOf(link.url, "&download=1")]) {
    await assertRefused(address, 401, "unauthorized");
    await assertRefused(address, 401, "unauthorized", { "x-share-password": "wrong" });
    const part = await get(address, { range: "bytes=0-4" });
    assert.equal(part.status, 401);
    assert.equal(part.headers["content-range"], undefined);
    assert.doesNotMatch(part.text, /Secret|%PDF/);
  }
  const prompt = await get(fileOf(link.url));
  const path = new URL(link.url).pathname + new URL(link.url).search;
  assert.ok(prompt.text.includes(`action="${path}"`));
  assert.equal((await get(fileOf(link.url), { "x-share-password": "right" })).status, 200);

  const unlocked = await request("POST", link.url, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "password=right",
  });
  const cookie = cookieOf(unlocked, "unlocked");
  const part = await get(fileOf(link.url), { cookie, range: "bytes=0-4" });
  assert.equal(part.status, 206);
  assert.equal(part.text, "%PDF-");
  assert.equal((await get(fileOf(link.url), {}, "POST")).status, 405);
});

test("allows a download only if the link does", async () => {
  await assertRefused(fileOf(url, "&download=1"), 403, "forbidden");
  const link = await share(key, artifact({ title: "Report", allowDownload: true }));
  const disposition = async (query) => (await get(fileOf(link.url, query))).headers["content-disposition"];
  assert.equal(await disposition("&download=1"), 'attachment; filename="Report.pdf"');
  for (const query of ["", "&download=0", "&download=", "&download=true"])
    assert.equal(await disposition(query), 'inline; filename="Report.pdf"', query);
});

test("does not count requests for the file after a view, and serves it after the last view", async () => {
  const link = await share(key, artifact({ maxViews: 1 }));
  const page = await openCover(link.url);
  assert.equal(page.status, 200);
  const cookie = cookieOf(page, "view");
  assert.match(
    page.headers["set-cookie"][0],
    new RegExp(`; Path=/a/${link.id}; Secure; HttpOnly; SameSite=Lax$`),
  );
  for (const range of ["bytes=0-9", "bytes=10-19", undefined]) {
    const response = await get(fileOf(link.url), { cookie, ...(range && { range }) });
    assert.equal(response.status, range ? 206 : 200);
    assert.equal(response.headers["set-cookie"], undefined);
  }
  assert.equal((await get(fileOf(link.url), { cookie }, "HEAD")).status, 200);
  await assertRefused(fileOf(link.url), 410, "gone");
  await assertRefused(link.url, 410, "gone", { cookie });
});

test("counts a file fetched without the page as a view", async () => {
  const link = await share(key, artifact({ maxViews: 2 }));
  assert.equal((await get(fileOf(link.url), {}, "HEAD")).status, 200);
  assert.equal((await get(link.url, {}, "HEAD")).headers["set-cookie"], undefined);
  const first = await get(fileOf(link.url));
  assert.equal(first.status, 200);
  const cookie = cookieOf(first, "view");
  assert.equal((await get(fileOf(link.url), { cookie, range: "bytes=0-9" })).status, 206);
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(fileOf(link.url))));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 410).length, 19);
});

test("does not count an unsatisfiable range as a view", async () => {
  const link = await share(key, artifact({ maxViews: 1 }));
  const refused = await get(fileOf(link.url), { range: "bytes=99999999-" });
  assert.equal(refused.status, 416);
  assert.equal(refused.headers["set-cookie"], undefined);
  assert.equal(refused.headers["content-range"], undefined, "tells the length of what was not viewed");
  assert.equal((await get(fileOf(link.url))).status, 200);
  assert.equal((await get(fileOf(link.url))).status, 410);
});

test("does not count requests for the file of a link without a limit", async () => {
  const { id, url: link } = await share(key, artifact());
  await get(link);
  for (let i = 0; i < 3; ++i) await get(fileOf(link));
  const [listed] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  assert.equal(listed.viewCount, 1);
});

test("serves the new file as soon as the artifact changes", async () => {
  const { id, url: link } = await share(key, artifact());
  assert.deepEqual((await get(fileOf(link))).bytes, file);
  const other = pdf([["Another page"]]);
  assert.equal((await call(key, "PUT", `/artifacts/${id}`, { content: content(other) })).status, 200);
  for (let i = 0; i < 10; ++i) assert.deepEqual((await get(fileOf(link))).bytes, other);
});
