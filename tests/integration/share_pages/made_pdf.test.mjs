// PDFs that the service makes of HTML and Markdown content.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  call,
  newAccount,
  origin,
  patiently,
  request,
  share,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { databaseWithHeldStatement } from "../../service/database/held_statement.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { askOwnWorker } from "../../service/own_worker.mjs";
import { checkQuickly } from "../../service/quick_hash.mjs";
import { changeSchema } from "../../service/database/schema_changes.mjs";

let key;
before(() => ({ key } = newAccount()));

const make = (content, more = {}) => share(key, { template: "pdf", title: "Made", content, ...more });
const fileOf = (link) => link.replace("?token=", "/file?token=");

async function assertPdf(link) {
  // While it is made in advance, viewers are asked to come again.
  const response = await patiently(() => request("GET", fileOf(link)));
  assert.equal(response.status, 200, response.text.slice(0, 300));
  assert.equal(response.headers["content-type"], "application/pdf");
  assert.ok(response.bytes.subarray(0, 5).equals(Buffer.from("%PDF-")));
  assert.ok(response.bytes.subarray(-1024).includes("%%EOF"));
  return response.bytes;
}

test("the state of the PDF is written with the content, by the same statement", async () => {
  const table = `artifacts_not_updated_${process.pid}`;
  // No statement after the first can change these artifacts.
  changeSchema(`
    create function ${table}() returns trigger language plpgsql as $$
    begin
      raise 'no further change';
    end $$;
    create trigger ${table} before update on artifacts for each row
      when (old.title = '${table}') execute function ${table}()`);
  try {
    const body = { template: "pdf", title: table, content: { html: "<p>x</p>" } };
    for (const path of ["/artifacts", "/artifacts/share"]) {
      const created = await call(key, "POST", path, body);
      assert.equal(created.status, 201, created.text);
      assert.deepEqual(created.json.pdf, { status: "rendering" });
      const { json } = await call(key, "GET", `/artifacts/${created.json.id}`);
      assert.deepEqual(json.pdf, { status: "rendering" });
    }
  } finally {
    changeSchema(`drop trigger ${table} on artifacts; drop function ${table}`);
  }
});

test("makes the PDF of an artifact that is changed together with its link", async () => {
  const path = `/artifacts/ext:minutes-${process.pid}`;
  for (const markdown of ["# One", "# Two", "# Three"]) {
    const { json, text } = await call(key, "PUT", path, {
      template: "pdf",
      content: { markdown },
      share: {},
    });
    assert.equal(json.pdf?.status, "rendering", text);
    await until(
      () => call(key, "GET", path),
      ({ json: { pdf } }) => pdf.status === "ready",
    );
  }
});

test("serves the same PDF whole, in ranges and from every worker", async () => {
  const { url } = await make({ markdown: "# Report\n\n" + "word ".repeat(5000) });
  const whole = await assertPdf(url);
  // While another worker makes it, some are asked to come again.
  const getOnceMade = () =>
    until(
      () => request("GET", fileOf(url)),
      ({ status }) => status !== 503,
    );
  const answers = await Promise.all(Array.from({ length: 12 }, getOnceMade));
  for (const answer of answers) assert.ok(answer.bytes.equals(whole));
  const part = await request("GET", fileOf(url), { headers: { range: "bytes=100-1099" } });
  assert.equal(part.status, 206);
  assert.ok(part.bytes.equals(whole.subarray(100, 1100)));
});

test("limits password attempts for the file like those for the page", async () => {
  const { url } = await make({ markdown: "secret" }, { password: "right" });
  checkQuickly(url, "right");
  const from = ownAddress();
  const guess = () => request("GET", fileOf(url), { from, headers: { "x-share-password": "wrong" } });
  for (let i = 0; i < 10; ++i) assert.equal((await guess()).status, 401);
  assert.equal((await guess()).status, 429);
  const right = { from: ownAddress(), headers: { "x-share-password": "right" } };
  assert.equal((await patiently(() => request("GET", fileOf(url), right))).status, 200);
});

test("a new title makes another PDF, in advance as well", async () => {
  const { json } = await call(key, "POST", "/artifacts", {
    template: "pdf",
    title: "Before",
    content: { markdown: "x" },
  });
  const status = async () => (await call(key, "GET", `/artifacts/${json.id}`)).json.pdf.status;
  await until(status, (progress) => progress === "ready");
  const put = async (change) => (await call(key, "PUT", `/artifacts/${json.id}`, change)).json.pdf.status;
  assert.equal(await put({ title: "Before", description: "D" }), "ready");
  assert.equal(await put({ title: "After" }), "rendering");
  await until(status, (progress) => progress === "ready");
});

test("makes PDFs in advance, and says how far they are", async () => {
  const { id, pdf } = await make({ html: "<h1>Report</h1>" });
  assert.deepEqual(pdf, { status: "rendering" });
  const get = (headers) => call(key, "GET", `/artifacts/${id}`, undefined, headers);
  const done = await until(get, ({ json }) => json.pdf.status !== "rendering");
  assert.deepEqual(done.json.pdf, { status: "ready" });
  // The state is part of what GET gives, but no change of the artifact.
  assert.equal(done.json.updatedAt, done.json.createdAt);
  const tagWhile = (progress) => `"1-active-${progress}-${id.slice(-8)}-${Date.parse(done.json.updatedAt)}"`;
  assert.equal(done.headers.etag, tagWhile("ready"));
  const since = (tag) => get({ "if-none-match": tag });
  assert.equal((await since(tagWhile("rendering"))).status, 200);
  assert.equal((await since(tagWhile("ready"))).status, 304);
  const change = await call(
    key,
    "PUT",
    `/artifacts/${id}`,
    { content: { html: "<h1>Another</h1>" } },
    { "if-match": tagWhile("rendering") },
  );
  assert.equal(change.status, 200, change.text);
  assert.deepEqual(change.json.pdf, { status: "rendering" });
  await until(get, ({ json }) => json.pdf.status === "ready");
});

test("says why a PDF could not be made", async () => {
  const { id } = await make({ html: "<span>".repeat(20_001) });
  const get = () => call(key, "GET", `/artifacts/${id}`);
  const { json } = await until(get, (answer) => answer.json.pdf.status !== "rendering");
  assert.equal(json.pdf.status, "failed");
  assert.match(json.pdf.reason, /too large or too complex/);
  // What no PDF is made of has no state.
  const replaced = await call(key, "PUT", `/artifacts/${id}`, {
    content: { url: "https://example.org/a.pdf" },
  });
  assert.equal(replaced.json.pdf, undefined);
  assert.equal((await get()).json.pdf, undefined);
});

test("tells viewers that a document is too complex", async () => {
  const { url } = await make({ html: "<span>".repeat(20_000) });
  const page = await patiently(() => request("GET", fileOf(url), { headers: { accept: "text/html" } }));
  assert.equal(page.status, 400);
  assert.match(page.text, /This document cannot be displayed/);
  assert.match(page.text, /too large or too complex/);
});

test("a table that is wider than its page gets pages of its own, in landscape", () => {
  const program = fileURLToPath(new URL("../../../pdf/make_pdf.py", import.meta.url));
  const row = (cells) => `<tr>${"<td>7234567.89</td>".repeat(cells)}</tr>`;
  const orientations = (cells) => {
    const input = `<p>before</p><table>${row(cells)}${row(cells)}</table>`;
    const { stdout, stderr, status } = spawnSync("/usr/bin/python3", ["-IB", program], {
      input,
      encoding: "latin1",
    });
    assert.equal(status, 0, stderr);
    const boxes = [...stdout.matchAll(/\/MediaBox \[ ?0 0 ([0-9.]+) ([0-9.]+) ?\]/g)];
    return boxes.map(([, width, height]) => (Number(width) < Number(height) ? "portrait" : "landscape"));
  };
  assert.deepEqual(orientations(4), ["portrait"]);
  assert.deepEqual(orientations(30), ["portrait", "landscape"]);
});

test("the program that makes PDFs ends at once, as threads of its libraries would not survive an orderly end", () => {
  const program = fileURLToPath(new URL("../../../pdf/make_pdf.py", import.meta.url));
  const code = `import atexit, runpy, sys
atexit.register(lambda: print("an orderly end", file=sys.stderr))
sys.argv = [sys.argv[1]]
runpy.run_path(sys.argv[0], run_name="__main__")`;
  const run = (input) =>
    spawnSync("/usr/bin/python3", ["-B", "-c", code, program], { input, encoding: "latin1" });
  const made = run("<p>x</p>");
  assert.deepEqual([made.status, made.stdout.slice(0, 5), made.stderr], [0, "%PDF-", ""]);
  const refused = run("<span>".repeat(20_000));
  assert.deepEqual([refused.status, refused.stdout], [1, ""]);
  assert.doesNotMatch(refused.stderr, /orderly/);
});

// A program in place of the one that makes PDFs, which writes its document, and ends once it is let go.
const waitingProgram = `import os, sys, time
document = sys.stdin.read()
open(__file__ + ".begun", "w").close()
while not os.path.exists(__file__ + ".may-end"): time.sleep(0.005)
sys.stdout.write("%PDF-1.7 " + document)
`;

test("a PDF is ready whose artifact was changed while it was made", async (t) => {
  for (const change of [{ title: "Renamed" }, { metadata: { a: "b" } }]) {
    const folder = mkdtempSync(path.join(tmpdir(), "pdfs-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const program = path.join(folder, "make_pdf.py");
    writeFileSync(program, waitingProgram);
    const ask = await askOwnWorker(t, {
      pdf_cache_folder: path.join(folder, "pdfs"),
      pdf_command: program,
    });
    const created = await ask("POST", "/artifacts", {
      body: JSON.stringify({ template: "pdf", title: "Made", content: { markdown: "x" } }),
      more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
    });
    assert.equal(created.status, 201, created.text);
    const { id } = JSON.parse(created.text);
    await until(() => existsSync(`${program}.begun`), Boolean);
    const { json, text } = await call(key, "PUT", `/artifacts/${id}`, change);
    assert.deepEqual(json.pdf, { status: "rendering" }, text);
    writeFileSync(`${program}.may-end`, "");
    // A GET could restart it.
    await until(
      () => sql(`select pdf_status from artifacts where id = '${uuidOf(id)}'`),
      (status) => status === "ready",
    );
  }
});

test("a PDF of a version that was erased is removed from the files of a host", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "pdfs-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const pdfs = path.join(folder, "pdfs");
  const settings = { pdf_cache_folder: pdfs };
  const { id, url } = await make({ markdown: "secret" });
  const ask = await askOwnWorker(t, settings);
  assert.equal((await ask("GET", fileOf(url).slice(origin.length))).status, 200);
  const kept = () => readdirSync(pdfs).filter((name) => name.startsWith(id));
  const [file] = kept();
  await call(key, "PUT", `/artifacts/${id}`, { content: { markdown: "public" } });
  assert.equal((await call(key, "DELETE", `/artifacts/${id}/versions/1`)).status, 200);
  // Each worker looks for them when it starts, and then every half hour.
  await askOwnWorker(t, settings);
  await until(kept, (names) => !names.includes(file));
});

test("the worker that erases a version or deletes for good removes its PDF at once", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "pdfs-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const pdfs = path.join(folder, "pdfs");
  const ask = await askOwnWorker(t, { pdf_cache_folder: pdfs });
  const withKey = { more: { HTTP_AUTHORIZATION: `Bearer ${key}` } };
  const kept = (id) => readdirSync(pdfs).filter((name) => name.startsWith(id));
  const { id, url } = await make({ markdown: "secret" });
  const other = await make({ markdown: "other" });
  for (const one of [url, other.url])
    assert.equal((await ask("GET", fileOf(one).slice(origin.length))).status, 200);
  const [file] = kept(id);
  assert.ok(file);
  await call(key, "PUT", `/artifacts/${id}`, { content: { markdown: "public" } });
  assert.equal((await ask("DELETE", `/api/artifacts/${id}/versions/1`, withKey)).status, 200);
  assert.ok(!kept(id).includes(file));
  assert.equal(kept(other.id).length, 1);
  assert.equal((await ask("DELETE", `/api/artifacts/${other.id}?permanent=true`, withKey)).status, 200);
  assert.deepEqual(kept(other.id), []);
});

test("files of an artifact that another host has deleted for good are removed", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "pdfs-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const pdfs = path.join(folder, "pdfs");
  const settings = { pdf_cache_folder: pdfs };
  const { id, url } = await make({ markdown: "gone" });
  const ask = await askOwnWorker(t, settings);
  assert.equal((await ask("GET", fileOf(url).slice(origin.length))).status, 200);
  const kept = () => readdirSync(pdfs).filter((name) => name.startsWith(id));
  assert.equal(kept().length, 1);
  assert.equal((await call(key, "DELETE", `/artifacts/${id}?permanent=true`)).status, 200);
  // Each worker looks for them when it starts, and then every half hour.
  await askOwnWorker(t, settings);
  await until(kept, (names) => names.length === 0);
});

test("a PDF with an earlier title is not kept for the later version", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "pdfs-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const program = path.join(folder, "make_pdf.py");
  writeFileSync(program, waitingProgram);
  writeFileSync(`${program}.may-end`, "");
  const database = await databaseWithHeldStatement(t);
  const ask = await askOwnWorker(t, {
    database_url: database.url,
    database_timeout_milliseconds: 60_000,
    pdf_cache_folder: "",
    pdf_command: program,
  });
  const { id, url } = await make({ markdown: "x" }, { title: "Before" });
  const target = fileOf(url).slice(origin.length);
  // Its title has been read, its content has not.
  const content = database.hold("share_find_content");
  const first = ask("GET", target);
  await content.isReached;
  assert.equal((await call(key, "PUT", `/artifacts/${id}`, { title: "After" })).status, 200);
  content.letGo();
  assert.equal((await first).status, 200);
  assert.match((await ask("GET", target)).text, /<title>After</);
});

test("a new title makes another PDF also if the first became ready while the title was written", async (t) => {
  const { id } = await make({ markdown: "x" });
  const where = `where id = '${uuidOf(id)}'`;
  const state = () => sql(`select pdf_status from artifacts ${where}`);
  const isReady = (status) => status === "ready";
  await until(state, isReady);
  sql(`update artifacts set pdf_status = 'rendering' ${where}`);
  const database = await databaseWithHeldStatement(t);
  const ask = await askOwnWorker(t, { database_url: database.url, database_timeout_milliseconds: 60_000 });
  // The artifact has been read, but not changed.
  const update = database.hold("artifact_update");
  const changed = ask("PUT", `/artifacts/${id}`, {
    body: JSON.stringify({ title: "After" }),
    more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
  });
  await update.isReached;
  sql(`update artifacts set pdf_status = 'ready' ${where}`);
  update.letGo();
  assert.deepEqual(JSON.parse((await changed).text).pdf, { status: "rendering" });
  // A GET could restart it.
  await until(state, isReady);
});

test("a GET restarts the PDF that a stopped process was making", async () => {
  const { id } = await make({ markdown: "x" });
  const state = async () => (await call(key, "GET", `/artifacts/${id}`)).json.pdf.status;
  const isReady = (status) => status === "ready";
  await until(state, isReady);
  sql(
    `update artifacts set pdf_status = 'rendering', updated_at = now() - interval '2 minutes' where id = '${uuidOf(id)}'`,
  );
  await until(state, isReady);
});
