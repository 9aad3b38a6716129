// Addresses that take one file each, without a key: what they create and replace, for whom, and how often.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { pdf } from "../../documents/pdf_writer.mjs";
import {
  admin,
  call,
  markdown,
  newAccount,
  newKey,
  origin,
  patiently,
  request,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertApiHeaders, assertError, timestampPattern } from "../../service/contract_assertions.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { githubToken } from "../../service/github_token.mjs";
import { logsWith } from "../../service/log_files.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { connect, mcp, refresh } from "../../service/oauth_client.mjs";
import { maintain } from "../../service/maintenance.mjs";
import { connect as connectRaw, rawRequest } from "../../service/raw_connection.mjs";
import { callTool } from "../mcp/messages.mjs";

const mebibyte = 1024 * 1024;

let account;
let key;
before(() => ({ account, key } = newAccount()));

const ask = (asker, body) => call(asker, "POST", "/artifacts/uploads", body);
async function addressOf(body, asker = key) {
  const response = await ask(asker, body);
  assert.equal(response.status, 201, response.text);
  return response.json.url;
}
// Sends a file as curl -T does, from an address of its own: nothing of it may count by network.
const put = (url, file, headers = {}) =>
  patiently(() => request("PUT", url, { body: file, headers, from: ownAddress() }));
const upload = async (body, file, headers) => put(await addressOf(body), file, headers);
const get = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json;
const hashOf = (url) => createHash("sha256").update(url.split("/").at(-1)).digest("hex");
const expire = (url, when = "now()") =>
  sql(`update uploads set expires_at = ${when} where token_hash = '\\x${hashOf(url)}'`);
const countOf = (of) =>
  Number(sql(`select count(*) from artifacts where account_id = '${uuidOf(of.account)}'`));

test("an address says where to send the file, until when, and how", async () => {
  const response = await ask(key, { filename: "out/it's a {report}.md" });
  assert.equal(response.status, 201, response.text);
  assertApiHeaders(response);
  const { url, expiresAt, maxBytes, command, ...rest } = response.json;
  assert.deepEqual(rest, {});
  assert.match(url, /^https:\/\/[^/]+\/artifacts\/uploads\/artu_[0-9A-Za-z]{42}$/);
  assert.ok(url.startsWith(origin));
  assert.match(expiresAt, timestampPattern);
  const minutes = (Date.parse(expiresAt) - Date.parse(response.headers.date)) / 60_000;
  assert.ok(minutes > 9.9 && minutes < 10.1, String(minutes));
  assert.equal(maxBytes, 32 * mebibyte);
  assert.equal(command, `curl -sS -g -T 'out/it'\\''s a {report}.md' '${url}'`);
});

test("the command uploads the file with curl", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "upload-"));
  try {
    const filename = path.join(folder, "it's a {report}.md");
    writeFileSync(filename, "# Report\n");
    const { command } = (await ask(key, { filename, share: {} })).json;
    const answer = JSON.parse(
      execFileSync("sh", ["-c", command], {
        encoding: "utf8",
        env: { ...process.env, CURL_CA_BUNDLE: process.env.CA_CERT },
      }),
    );
    assert.deepEqual((await get(answer.id)).content, { text: "# Report\n" });
    const page = await request("GET", answer.url, { headers: { accept: "text/markdown" } });
    assert.match(page.text, /# Report/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a file becomes an artifact with the fields that were asked for", async () => {
  const asked = {
    filename: "files/notes.md",
    title: "Notes",
    description: "two\nlines",
    metadata: { job: 7 },
    expiresIn: "1h",
  };
  const response = await upload(asked, "\ufeff# Title\n");
  assert.equal(response.status, 201, response.text);
  assertApiHeaders(response);
  const { id, url, share } = response.json;
  assert.deepEqual([url, share], [undefined, undefined]);
  assert.equal(response.headers.location, `/artifacts/${id}`);
  const artifact = await get(id);
  const { template, title, description, metadata, content, createdAt, expiresAt } = artifact;
  assert.deepEqual(
    { template, title, description, metadata, content },
    {
      template: "markdown",
      title: "Notes",
      description: "two\nlines",
      metadata: { job: 7 },
      content: { text: "# Title\n" },
    },
  );
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 3_600_000);
  assert.equal(response.headers.etag, (await call(key, "GET", `/artifacts/${id}`)).headers.etag);
});

test("files of each kind become the content of their template", async () => {
  const large = pdf([["Page 1"]], { filler: 4 * mebibyte });
  assert.ok(large.length > 3 * mebibyte);
  for (const [asked, file, template, content] of [
    [{ filename: "a.csv" }, "a;b\r\n1;2\r\n", "table", { csv: "a;b\r\n1;2\r\n" }],
    [{ mediaType: "text/tab-separated-values" }, "a\tb\n", "table", { csv: "a\tb\n" }],
    [{ template: "markdown" }, "# x", "markdown", { text: "# x" }],
    [{ filename: "a.html" }, "<h1>x</h1>", "html", { html: "<h1>x</h1>" }],
    [
      { filename: "a.html", template: "pdf" },
      "<h1>x</h1>",
      "pdf",
      { filename: "a.html", html: "<h1>x</h1>" },
    ],
    [{ filename: "a.md", template: "pdf" }, "# x", "pdf", { filename: "a.md", markdown: "# x" }],
    [{ filename: "dir/a.pdf" }, large, "pdf", { filename: "a.pdf", data: large.toString("base64") }],
    [
      { template: "chart", filename: "a.json" },
      '{"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]}]}}',
      "chart",
    ],
    [{ template: "table", filename: "a.json" }, '[{"a":1}]', "table"],
    [{ template: "code", filename: "a.py" }, "print(1)\n", "code"],
  ]) {
    const response = await upload(asked, file);
    assert.equal(response.status, 201, `${JSON.stringify(asked)}: ${response.text}`);
    const artifact = await get(response.json.id);
    assert.equal(artifact.template, template);
    if (content) assert.deepEqual(artifact.content, content);
    assert.equal(response.json.warnings, undefined, response.text);
  }
});

test("a compressed file is decompressed", async () => {
  const response = await upload({ filename: "a.md" }, gzipSync("# x"), { "content-encoding": "gzip" });
  assert.deepEqual((await get(response.json.id)).content, { text: "# x" });
});

test("with an external ID, uploads create once and then replace, under one link", async () => {
  const externalId = randomUUID();
  const asked = { filename: "a.csv", externalId, share: { expiresIn: "2d", name: "for Sam" } };
  const first = await upload(asked, "a\n1\n");
  assert.equal(first.status, 201, first.text);
  assert.equal(first.json.externalId, externalId);
  assert.equal(first.json.share.name, "for Sam");
  assert.equal(first.json.url, first.json.share.url);
  const second = await upload(asked, "a\n2\n");
  assert.equal(second.status, 200, second.text);
  assert.equal(second.json.id, first.json.id);
  assert.equal(second.json.url, first.json.url);
  const page = await request("GET", first.json.url, { headers: { accept: "text/csv" } });
  assert.match(page.text, /2/);
});

test("the artifact that an upload replaces is not ignored under the name that it has in tools", async () => {
  const { status, json } = await ask(key, { filename: "a.md", artifact: "art_00000000000000000000000000" });
  assert.equal(status, 400);
  assert.match(json.error.message, /did you mean "artifactId"/);
});

test("with an artifact's ID, an upload replaces its content and keeps the rest", async () => {
  const { id } = (await call(key, "POST", "/artifacts", markdown("before", { title: "Kept" }))).json;
  // Its template says how the file is read.
  const response = await upload({ artifactId: id }, "after");
  assert.equal(response.status, 200, response.text);
  assert.equal(response.json.title, "Kept");
  assert.equal(response.json.url, undefined);
  assert.deepEqual((await get(id)).content, { text: "after" });
  const shared = await upload({ artifactId: id, title: null, share: { password: "between us" } }, "again");
  assert.equal(shared.status, 200, shared.text);
  assert.equal(shared.json.title, null);
  assert.equal(shared.json.share.hasPassword, true);
  assert.equal((await upload({ artifactId: id, share: {} }, "x")).json.url, shared.json.url);
});

test("an upload makes a version with its note, after the version that was asked for only", async () => {
  const { id } = (await call(key, "POST", "/artifacts", markdown("one"))).json;
  const asked = { artifactId: id, baseVersion: 1, note: "From the file" };
  const [url, late] = [await addressOf(asked), await addressOf(asked)];
  const response = await put(url, "two");
  assert.equal(response.json.version, 2, response.text);
  const { data } = (await call(key, "GET", `/artifacts/${id}/versions`)).json;
  assert.equal(data[0].note, "From the file");
  assertError(await put(late, "three"), 409, "version_conflict", "version 2");
  assertError(await ask(key, { filename: "a.md", baseVersion: 1 }), 400, "invalid_request", "artifactId");
});

test("an address takes one file", async () => {
  const own = newAccount();
  const url = await addressOf({ filename: "a.md" }, own.key);
  assert.equal((await put(url, "one")).status, 201);
  assertError(await put(url, "two"), 410, "gone", "was used already");
  assert.equal(countOf(own), 1);
  assert.equal(sql(`select sealed_request is null from uploads where token_hash = '\\x${hashOf(url)}'`), "t");
});

test("of many uploads to an address at once, exactly one wins", async () => {
  const own = newAccount();
  // With a link, which is written in a transaction within that of the upload.
  const externalId = "one";
  await put(await addressOf({ filename: "a.md", externalId, share: {} }, own.key), "before");
  for (const asked of [{ filename: "a.md" }, { filename: "a.md", externalId, share: {} }]) {
    const made = countOf(own);
    const url = await addressOf(asked, own.key);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => put(url, `text ${i}`)));
    const winners = answers.filter(({ status }) => status < 300);
    assert.equal(winners.length, 1);
    for (const answer of answers) {
      if (answer.status === 409) {
        assertError(answer, 409, "upload_in_progress");
        assert.equal(answer.headers["retry-after"], "1");
      } else if (!winners.includes(answer)) assertError(answer, 410, "gone");
    }
    assert.equal(countOf(own), made + (asked.externalId ? 0 : 1));
    const { content } = (await call(own.key, "GET", `/artifacts/${winners[0].json.id}`)).json;
    assert.deepEqual(content, { text: `text ${answers.indexOf(winners[0])}` });
  }
});

test("while a file is being written, another is refused, and taken if the first fails", async (t) => {
  const url = await addressOf({ filename: "a.md" });
  const holder = new DatabaseSession(t);
  await holder.ask(`begin; select from uploads where token_hash = '\\x${hashOf(url)}' for update`);
  assertError(await put(url, "one"), 409, "upload_in_progress");
  await holder.ask("rollback");
  assert.equal((await put(url, "one")).status, 201);
});

test("an address expires", async () => {
  const url = await addressOf({ filename: "a.md" });
  expire(url);
  assertError(await put(url, "x"), 410, "gone", "has expired");
});

test("an address does not outlive the key that asked for it", async () => {
  const brief = newKey(account, undefined, "--expires-in", "2m");
  const { expiresAt } = (await ask(brief, { filename: "a.md" })).json;
  assert.ok(Date.parse(expiresAt) - Date.now() < 2.1 * 60_000);
});

test("a file that is refused leaves the address open, and creates nothing", async () => {
  const own = newAccount();
  const chart = await addressOf({ template: "chart", filename: "a.json" }, own.key);
  assertError(await put(chart, "{not json"), 400, "invalid_content", "the file ");
  assertError(await put(chart, '{"type":"bar","data":{"labels":5}}'), 400, "invalid_content", "/data/labels");
  assertError(await put(chart, ""), 400, "invalid_request", "empty");
  const document = await addressOf({ filename: "a.pdf" }, own.key);
  assertError(await put(document, "GIF89a"), 400, "invalid_content", "application/pdf");
  for (const type of ["text/csv", "multipart/form-data; boundary=x", "image/png"])
    assertError(await put(document, pdf([["x"]]), { "content-type": type }), 415, "unsupported_media_type");
  const text = await addressOf({ filename: "a.md" }, own.key);
  assertError(await put(text, Buffer.from([0x66, 0xff])), 400, "invalid_content", "UTF-8");
  assertError(
    await put(text, "x", { "content-type": "text/markdown; charset=latin1" }),
    415,
    "unsupported_media_type",
  );
  assertError(await put(text, "x".repeat(32 * mebibyte + 1)), 413, "payload_too_large");
  assertError(await put(text, "x", { "content-encoding": "br" }), 415, "unsupported_media_type");
  assertError(await put(`${text}?title=x`, "x"), 400, "invalid_request", '"title"');
  assert.equal(countOf(own), 0);

  assert.equal((await put(text, "x", { "content-type": "text/markdown" })).status, 201);
  const generic = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal((await put(document, pdf([["x"]]), generic)).status, 201);
  assert.equal(countOf(own), 2);
});

test("half an upload creates nothing and leaves the address open", async () => {
  const own = newAccount();
  const url = await addressOf({ filename: "a.md" }, own.key);
  const socket = await connectRaw();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  const head = rawRequest(`PUT ${url.slice(origin.length)} HTTP/1.1`, [`Content-Length: ${mebibyte}`]);
  await new Promise((resolve) =>
    socket.write(Buffer.concat([head, Buffer.alloc(mebibyte / 2, "x")]), resolve),
  );
  socket.destroy();
  await closed;
  // The next request comes to the service after the end of that one.
  assert.equal((await put(url, "whole")).status, 201);
  assert.equal(countOf(own), 1);
});

test("once its key is revoked, an address is refused", async () => {
  const other = newKey(account);
  const url = await addressOf({ filename: "a.md" }, other);
  const { id } = (await call(other, "GET", "/account")).json.key;
  admin("key", "revoke", id);
  assertError(await put(url, "x"), 403, "forbidden", "revoked");
});

test("an app uploads with its user's rights, until it is disconnected", async () => {
  const { visitor } = await newUser();
  const app = await connect(visitor, { resource: mcp, scope: "artifacts:write" });
  const [one, two, three] = await Promise.all(
    ["a.md", "b.md", "c.md"].map(async (filename) => {
      const prepared = await callTool(app.access_token, "prepare_upload", { filename });
      return prepared.structuredContent.url;
    }),
  );
  assert.equal((await put(one, "x")).status, 201);
  // New tokens of the app change nothing.
  await refresh(app.refresh_token);
  assert.equal((await put(two, "x")).status, 201);
  const page = "/dashboard/settings/apps";
  const [, id] = /settings\/apps\/(app_[0-9a-z]{26})\/disconnect/.exec((await visitor.open(page)).text);
  await visitor.submit(`${page}/${id}/disconnect`);
  assertError(await put(three, "x"), 403, "forbidden", "revoked");
});

test("once its account is disabled, an address is refused", async () => {
  const own = newAccount();
  const url = await addressOf({ filename: "a.md" }, own.key);
  admin("disable", own.account, "--reason", "unpaid");
  // Workers are notified. A form is no file, and would leave the address as it is.
  await until(
    () => put(url, "x", { "content-type": "multipart/form-data; boundary=x" }),
    ({ status }) => status === 403,
  );
  assertError(await put(url, "x"), 403, "account_disabled", "unpaid");
});

test("scopes are those of the key", async () => {
  assertError(
    await ask(newKey(account, ["artifacts:read"]), { filename: "a.md" }),
    403,
    "forbidden",
    "write",
  );
  const writer = newKey(account, ["artifacts:write"]);
  assertError(await ask(writer, { filename: "a.md", share: {} }), 403, "forbidden", "artifacts:share");
  assert.equal((await put(await addressOf({ filename: "a.md" }, writer), "x")).status, 201);
});

test("limits of the key apply when the address is asked for, and to the upload", async () => {
  const guarded = newKey(account, undefined, "--password-required");
  assertError(await ask(guarded, { filename: "a.md", share: {} }), 403, "password_required");
  const locked = { filename: "a.md", share: { password: "between us" } };
  assert.equal((await put(await addressOf(locked, guarded), "x")).json.share.hasPassword, true);

  const brief = newKey(account, undefined, "--maximum-expiry", "2d");
  for (const more of [{ expiresIn: "3d" }, { share: { expiresIn: "never" } }])
    assertError(await ask(brief, { filename: "a.md", ...more }), 403, "expiry_not_allowed");
  const made = await put(await addressOf({ filename: "a.md" }, brief), "x");
  assert.equal(Date.parse(made.json.expiresAt) - Date.parse(made.json.createdAt), 2 * 86_400_000);

  const careful = newKey(account, undefined, "--refuse-secrets");
  const secret = githubToken();
  const titled = await ask(careful, { filename: "a.md", title: secret });
  assert.equal(titled.status, 422, titled.text);
  const url = await addressOf({ filename: "a.md" }, careful);
  const refused = await put(url, `# x\n${secret}\n`);
  assert.equal(refused.status, 422, refused.text);
  assert.equal(refused.json.error.code, "secret_detected");
  assert.equal((await put(url, "# x")).status, 201);
});

test("an upload counts against the limit of the account that asked", async () => {
  // A window may end between the two; then the second is the first of the next.
  for (;;) {
    const limited = newAccount({ requestsPerMinute: 2 });
    const asked = await ask(limited.key, { filename: "a.md" });
    const first = await put(asked.json.url, "");
    assert.equal(first.headers["x-ratelimit-limit"], "2");
    const second = await put(asked.json.url, "x");
    if (asked.headers["x-ratelimit-reset"] !== second.headers["x-ratelimit-reset"]) continue;
    assertError(second, 429, "rate_limited");
    break;
  }
});

test("what can be wrong before the file comes is said at once", async () => {
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  const foreign = (await call(newAccount().key, "POST", "/artifacts", markdown("x"))).json.id;
  const externalId = randomUUID();
  const deleted = (await call(key, "POST", "/artifacts", markdown("x", { externalId }))).json.id;
  await call(key, "DELETE", `/artifacts/${deleted}`);
  for (const [asked, status, code, field] of [
    [{}, 400, "invalid_request", "/template"],
    [{ filename: "a.py" }, 400, "invalid_request", "/template"],
    [{ filename: "a.md", template: "page" }, 400, "invalid_template", "/template"],
    [{ filename: "a.md", template: "table" }, 400, "invalid_request", "/filename"],
    [{ mediaType: "csv" }, 400, "invalid_request", "/mediaType"],
    [{ filename: "a.md", expiresIn: "soon" }, 400, "invalid_expires_in", "/expiresIn"],
    [{ filename: "a.md", externalId: "a b" }, 400, "invalid_request", "/externalId"],
    [{ filename: "a.md", content: { text: "x" } }, 400, "invalid_request", "/content"],
    [{ filename: "a.md", pasword: "x" }, 400, "invalid_request", "/pasword"],
    [{ filename: "a.md", password: "x" }, 400, "invalid_request", "/password"],
    [{ filename: "a.md", share: { maxViews: 0 } }, 400, "invalid_request", "/share/maxViews"],
    [{ filename: "a.md", artifactId: "x" }, 400, "invalid_request", "/artifactId"],
    [{ filename: "a.md", artifactId: id, externalId: "x" }, 400, "invalid_request", "/artifactId"],
    [{ filename: "a.csv", artifactId: id }, 415, "unsupported_media_type"],
    [{ artifactId: id, template: "table" }, 400, "template_immutable", "/template"],
    [{ artifactId: foreign }, 403, "forbidden"],
    [{ artifactId: "art_01h455vb4pex5vsknk084sn02q" }, 404, "not_found"],
    [{ artifactId: deleted }, 409, "artifact_deleted"],
    [{ filename: "a.md", externalId }, 409, "artifact_deleted"],
  ]) {
    const response = await ask(key, asked);
    assert.equal(response.status, status, `${JSON.stringify(asked)}: ${response.text}`);
    assert.deepEqual([response.json.error.code, response.json.error.field], [code, field], response.text);
  }
});

test("artifactId takes an external ID, of an artifact that exists", async () => {
  const externalId = randomUUID();
  const { id } = (await call(key, "POST", "/artifacts", markdown("before", { externalId }))).json;
  const url = await addressOf({ artifactId: `ext:${externalId}`, baseVersion: 1 });
  // The file is for that artifact, whatever has the external ID by then.
  await call(key, "PATCH", `/artifacts/${id}`, { externalId: null });
  const { status, json } = await put(url, "after");
  assert.deepEqual([status, json.id, (await get(id)).content], [200, id, { text: "after" }]);
  for (const artifactId of [`ext:${externalId}`, "ext:"]) {
    const refused = await ask(key, { artifactId });
    const isAddress = artifactId !== "ext:";
    assertError(refused, isAddress ? 404 : 400, isAddress ? "not_found" : "invalid_request");
  }
  assertError(
    await ask(key, { artifactId: `ext:${externalId}`, expiresIn: "soon" }),
    400,
    "invalid_expires_in",
  );
});

test("an artifact that was deleted meanwhile stays deleted", async () => {
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  const url = await addressOf({ artifactId: id });
  await call(key, "DELETE", `/artifacts/${id}`);
  assertError(await put(url, "y"), 409, "artifact_deleted");
});

test("an unknown address is an unknown path", async () => {
  const url = await addressOf({ filename: "a.md" });
  sql(`delete from uploads where token_hash = '\\x${hashOf(url)}'`);
  const unknown = await put(url, "x");
  assertError(unknown, 404, "not_found", "no resource at this path");
  assert.equal(unknown.json.error.message, "no resource at this path");
  assertError(await put(`${url.slice(0, -1)}-`, "x"), 404, "not_found", "whole");
});

test("an address is no key, and a key no address", async () => {
  const url = await addressOf({ filename: "a.md" });
  const token = url.split("/").at(-1);
  assertError(await call(token, "GET", "/account"), 401, "unauthorized");
  assertError(await put(`${origin}/artifacts/uploads/${key}`, "x"), 404, "not_found");
});

test("a repeated request with an Idempotency-Key gets the same address", async () => {
  const headers = { "idempotency-key": randomUUID() };
  const send = () => call(key, "POST", "/artifacts/uploads", { filename: "a.md" }, headers);
  const first = await send();
  const second = await send();
  assert.equal(second.text, first.text);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.equal(second.headers.location, undefined);
});

test("the database has nothing that an address or its link's password could be made of", async () => {
  const password = randomUUID();
  const url = await addressOf({ filename: "a.md", share: { password } });
  const row = sql(`select uploads from uploads where token_hash = '\\x${hashOf(url)}'`);
  assert.ok(row.length > 100);
  for (const secret of [password, url.split("/").at(-1)]) assert.ok(!row.includes(secret));
});

test("the audit log names the key that asked", async () => {
  const named = admin("key", "add", "--account", account, "--name", "upload agent");
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  assert.equal((await put(await addressOf({ artifactId: id }, named), "y")).status, 200);
  const { data } = (await call(key, "GET", "/account/audit?action=artifact.updated")).json;
  assert.deepEqual([data[0].subject, data[0].actor.name], [id, "upload agent"]);
});

test("an account can have a thousand addresses that wait", async () => {
  const own = newAccount();
  const url = await addressOf({ filename: "a.md" }, own.key);
  sql(`insert into uploads (token_hash, account_id, asker_kind, asker_hash, sealed_request, expires_at)
       select sha256(('${own.account}' || i)::bytea), account_id, asker_kind, asker_hash, sealed_request, expires_at
         from uploads, generate_series(1, 999) as i where token_hash = '\\x${hashOf(url)}'`);
  assertError(await ask(own.key, { filename: "a.md" }), 403, "quota_exceeded", "1000");
  assert.equal((await put(url, "x")).status, 201);
  assert.equal((await ask(own.key, { filename: "a.md" })).status, 201);
});

test("maintenance removes addresses an hour after their end", async () => {
  const kept = await addressOf({ filename: "a.md" });
  const over = await addressOf({ filename: "a.md" });
  expire(kept, "now() - interval '59 minutes'");
  expire(over, "now() - interval '61 minutes'");
  maintain();
  const stored = (url) => sql(`select count(*) from uploads where token_hash = '\\x${hashOf(url)}'`);
  assert.deepEqual([stored(kept), stored(over)], ["1", "0"]);
});

test("no log has an address, whatever becomes of the request", async () => {
  const url = await addressOf({ filename: "a.md", share: {} });
  const token = url.split("/").at(-1);
  const from = ownAddress();
  for (const method of ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"])
    await request(method, url, { from });
  await put(url, "");
  await put(url, "x".repeat(32 * mebibyte + 1));
  await put(`${url}?x=%zz`, "x");
  await put(`${url}/`, "x");
  await put(url.replace("/uploads/", "/uploads//"), "x");
  await put(url.replace(origin, `${origin}/api`), "x", { "content-encoding": "br" });
  await request("GET", "/account", { headers: { "x-request-id": token }, from });
  assert.equal((await put(url, "x")).status, 201);
  const last = await put(url, "x");
  const logs = await logsWith(last);
  for (const { file, text } of logs) assert.ok(!text.includes(token), `${file} holds the address`);
  const line = logs
    .flatMap(({ text }) => text.split("\n"))
    .find((text) => text.includes(last.headers["x-request-id"]) && text.includes('"path"'));
  assert.equal(JSON.parse(line).path, "/artifacts/uploads/");
});

test("the tool prepare_upload gives a model the command", async () => {
  const { id, url: link } = (await call(key, "POST", "/artifacts/share", markdown("before"))).json;
  const prepared = await callTool(key, "prepare_upload", { filename: "a.md", artifact: link, title: null });
  assert.ok(!prepared.isError, JSON.stringify(prepared));
  const { url, command, maxBytes } = prepared.structuredContent;
  assert.ok(prepared.content[0].text.includes(command));
  assert.equal(maxBytes, 32 * mebibyte);
  assert.equal((await put(url, "after")).json.id, id);

  const made = await callTool(key, "prepare_upload", { filename: "a.csv", share: { expiresIn: "1d" } });
  const answer = await put(made.structuredContent.url, "a\n1\n");
  assert.equal(answer.status, 201, answer.text);
  assert.match(answer.json.url, /\?token=/);

  for (const [args, pattern] of [
    [{ filename: "a.md", artifact: "x" }, /artifact must be an artifact's id/],
    [{ filename: "a.md", artifact: id, externalId: "x" }, /^artifact cannot be given with externalId/],
    [{ filename: "a.md", markdown: "x" }, /no argument of this tool/],
    [{ filename: "a.md", share: { pasword: "x" } }, /password/],
    [{}, /template is required/],
  ]) {
    const { isError, content } = await callTool(key, "prepare_upload", args);
    assert.equal(isError, true, JSON.stringify(args));
    assert.match(content[0].text, pattern);
  }
});
