// All rows of a table, which its page fetches and offers as a file, and who gets them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { markdown, newAccount, openCover, request, share } from "../../service/api_client.mjs";
import { checkQuickly } from "../../service/quick_hash.mjs";

const rows = Array.from({ length: 300 }, (_, i) => [`Ship ${i}`, i * 1000]);
const table = (more = {}) => ({ template: "table", content: { columns: ["Ship", "Tons"], rows }, ...more });

let key;
let url;
before(async () => {
  ({ key } = newAccount());
  ({ url } = await share(key, table({ title: "Ships" })));
});

const rowsOf = (link, query = "") => link.replace("?token=", "/rows?token=") + query;
const get = (address, headers = {}, method = "GET") => request(method, address, { headers });
const cookieOf = (response, name) =>
  (response.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).find((c) => c.includes(name));

test("the page of a large table has its first rows and the URL of all of them", async () => {
  const { text } = await get(url);
  const { pathname, search } = new URL(rowsOf(url));
  assert.ok(text.includes(`data-rows="${pathname}${search}"`));
  assert.ok(text.includes(`href="${pathname}${search}&amp;format=csv"`));
  assert.match(text, /Ship 39</);
  assert.doesNotMatch(text, /Ship 150</);
  const small = await share(key, table({ content: { columns: ["A"], rows: [[1]] } }));
  assert.doesNotMatch((await get(small.url)).text, /data-rows="\/a\//);
});

test("returns all rows as lines of JSON, between the labels and the summary", async () => {
  const response = await get(rowsOf(url));
  assert.equal(response.status, 200);
  assert.equal(response.headers["content-type"], "application/x-ndjson; charset=utf-8");
  assert.match(response.headers["content-security-policy"], /^default-src 'none';/);
  const lines = response.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines.shift(), ["Ship", "Tons"]);
  assert.deepEqual(lines.pop(), { isComplete: true, hasCutCells: false });
  assert.deepEqual(
    lines,
    rows.map(([ship, tons]) => [ship, String(tons)]),
  );
  const compressed = await get(rowsOf(url), { "accept-encoding": "gzip" });
  assert.equal(compressed.headers["content-encoding"], "gzip");
});

test("returns all rows as a CSV file named by the title", async () => {
  const response = await get(rowsOf(url, "&format=csv"));
  assert.equal(response.status, 200);
  assert.equal(response.headers["content-type"], "text/csv; charset=utf-8");
  assert.equal(response.headers["content-disposition"], 'attachment; filename="Ships.csv"');
  assert.equal(response.text.trimEnd().split("\r\n").length, 301);
  assert.equal((await get(rowsOf(url, "&format=csv"), {}, "HEAD")).text, "");
});

test("a view of a link with a limit includes its rows, for its viewer alone", async () => {
  const link = await share(key, table({ maxViews: 1 }));
  const cookie = cookieOf(await openCover(link.url), "view");
  for (const query of ["", "&format=csv"])
    assert.equal((await get(rowsOf(link.url, query), { cookie })).status, 200);
  assert.equal((await get(rowsOf(link.url))).status, 410);
  assert.equal((await get(link.url, { cookie })).status, 410);
});

test("rows fetched without the page count as a view, and previewers get none", async () => {
  const link = await share(key, table({ maxViews: 1 }));
  const previewer = { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" };
  assert.equal((await get(rowsOf(link.url), previewer)).status, 403);
  assert.equal((await get(rowsOf(link.url), {}, "HEAD")).status, 200);
  const first = await get(rowsOf(link.url));
  assert.equal(first.status, 200);
  assert.equal((await get(rowsOf(link.url))).status, 410);
  assert.equal((await get(rowsOf(link.url), { cookie: cookieOf(first, "view") })).status, 200);
});

test("requires the password for the rows, and limits guesses", async () => {
  const link = await share(key, table({ title: "Secret", password: "right" }));
  checkQuickly(link.url, "right");
  for (const query of ["", "&format=csv"]) {
    const refused = await get(rowsOf(link.url, query));
    assert.equal(refused.status, 401);
    assert.doesNotMatch(refused.text, /Secret|Ship/);
  }
  assert.equal((await get(rowsOf(link.url), { "x-share-password": "right" })).status, 200);
  const guess = () => get(rowsOf(link.url), { "x-share-password": "wrong" });
  const guesses = [];
  while (guesses.at(-1) !== 429 && guesses.length < 50) guesses.push((await guess()).status);
  assert.equal(guesses.at(-1), 429);
});

test("an artifact that is not a table has no rows", async () => {
  const link = await share(key, markdown("x"));
  assert.equal((await get(rowsOf(link.url))).status, 404);
  assert.equal((await get(rowsOf(link.url.replace("token=", "token=x")))).status, 404);
});
