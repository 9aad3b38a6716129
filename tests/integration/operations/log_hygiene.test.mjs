// What the logs may not hold: keys, tokens, passwords, cookies, and what people wrote.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { call, markdown, newAccount, origin, request, share } from "../../service/api_client.mjs";
import { logsWith } from "../../service/log_files.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { exchange, rawRequest } from "../../service/raw_connection.mjs";
import { takeApart, tokenOf } from "../../service/share_token_forge.mjs";

const { STATE_DIR } = process.env;
let account;
let key;
before(() => ({ account, key } = newAccount()));

test("logs no secrets and no content, whatever the request", async () => {
  const mark = `canary${Math.random().toString(36).slice(2)}`;
  const password = `${mark}password`;
  const body = markdown(`${mark}content`, {
    title: `${mark}title`,
    description: `${mark}description`,
    metadata: { [`${mark}name`]: `${mark}value` },
    password,
  });
  const { id, url } = await share(key, body);
  const open = await call(key, "POST", `/artifacts/${id}/share`, {});
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const from = ownAddress();

  // Share links: read, tried, broken and misused in each way that leads to another answer.
  const unlocked = await request("POST", url, { body: `password=${password}`, headers: form, from });
  const cookie = unlocked.headers["set-cookie"][0].split(";")[0];
  await request("POST", url, { body: `password=${mark}wrong`, headers: form, from });
  await request("POST", url, { body: `password=${mark}&password=%zz`, headers: form, from });
  await request("POST", url, {
    body: `password=${mark}${"x".repeat(11 * 1024 * 1024)}`,
    headers: form,
    from,
  });
  for (const headers of [
    { cookie },
    { "x-share-password": password },
    { "x-share-password": `${mark}wrong` },
    { accept: "application/json", "x-share-password": password },
    { accept: `${mark}/x` },
  ])
    await request("GET", url, { headers, from });
  for (const address of [
    url,
    open.json.url,
    `${url}x`,
    `${url}&broken=%zz`,
    `${url}&token=${tokenOf(url)}`,
    url.replace("/a/", "/a//"),
    url.replace("?", "/?"),
    url.replace("?token=", "/"),
    `${origin}/a/${tokenOf(url)}`,
    `${origin}/${tokenOf(url)}`,
    ...["/nothing", "/assets/nothing", "/api/artifacts", "/healthz"].map(
      (path) => `${origin}${path}?token=${tokenOf(url)}`,
    ),
    `${url}${"&x=1".repeat(10000)}`,
  ])
    await request("GET", address, { from });
  for (const method of ["HEAD", "DELETE", "OPTIONS"]) await request(method, url, { from });
  await request("GET", `${origin}/`, { headers: { referer: url }, from, isDescribed: false });
  await exchange(rawRequest(`GET ${url.slice(origin.length)}\0 HTTP/1.1`), { from });
  await exchange(rawRequest(`GET ${url} HTTP/1.1`, ["Content-Length: x"]), { from });

  // The API: the key in each place where people put one, and documents that are refused.
  await call(key, "GET", `/artifacts/${id}`);
  await call(key, "GET", `/artifacts/${id}?api_key=${key}`);
  await call(key, "GET", `/artifacts/${key}`);
  await call(key, "GET", `/artifacts/ext:${mark}`);
  for (const authorization of [`Basic ${key}`, key, `Bearer ${key}x`, `Bearer ${key} ${key}`])
    await request("GET", `/artifacts/${id}`, { headers: { authorization }, from });
  await request("GET", `/artifacts/${id}`, { headers: { "x-api-key": key }, from });
  for (const secret of [key, `trace-${key}`, tokenOf(url), `trace-${tokenOf(url)}`])
    await request("GET", `/artifacts/${id}`, { headers: { "x-request-id": secret }, from });
  for (const broken of [
    `{"${mark}`,
    `{"title":"${mark}`,
    `{"template":"${mark}"}`,
    `{"template":"markdown","content":"${mark}"}`,
    `{"template":"markdown","content":{},"${mark}":1,"${mark}":2}`,
    `{"template":"markdown","content":{},"expiresIn":"${mark}"}`,
    `{"template":"markdown","content":{},"metadata":{"${mark}":1,"${mark}":2}}`,
  ])
    await call(key, "POST", "/artifacts", broken);
  await call(key, "POST", "/artifacts", `"${mark}${" ".repeat(10 * 1024 * 1024)}"`);
  await exchange(
    rawRequest("GET /api/artifacts HTTP/1.1", [
      `Authorization: Bearer ${key}`,
      `Authorization: Bearer ${key}`,
    ]),
    { from },
  );

  const last = await call(key, "GET", `/artifacts/${id}`);
  const secrets = {
    "the key": key.slice(12),
    "a token": takeApart(tokenOf(url)).signed,
    "an open link's token": takeApart(open.json.token).signed,
    "a cookie": cookie.split("=")[1],
    "something written": mark,
  };
  for (const { file, text } of await logsWith(last))
    for (const [what, secret] of Object.entries(secrets)) {
      const at = text.indexOf(secret);
      assert.equal(at, -1, `${file} holds ${what}: ${text.slice(text.lastIndexOf("\n", at) + 1, at + 40)}`);
    }
});

test("logs a request as one line of JSON with its id, route, status, duration and account", async () => {
  const artifact = "art_01h455vb4pex5vsknk084sn02q";
  const response = await call(key, "GET", `/artifacts/${artifact}`);
  assert.equal(response.status, 404);
  const id = response.headers["x-request-id"];
  const lines = (await logsWith(response))
    .filter(({ file }) => /worker/.test(file))
    .flatMap(({ text }) => text.split("\n"))
    .filter((line) => line.includes(id));
  assert.equal(lines.length, 1);
  const line = JSON.parse(lines[0]);
  assert.equal(line.artifact, artifact);
  const values = Object.values(line).map(String);
  assert.ok(values.includes(id) && values.includes("404") && values.includes(account), lines[0]);
  assert.ok(
    values.some((value) => value.includes("/artifacts/{")),
    `the route, not the address: ${lines[0]}`,
  );
  assert.ok(
    Object.entries(line).some(
      ([name, value]) => /duration|seconds|_ms|time/i.test(name) && typeof value === "number",
    ),
    lines[0],
  );
});

test("writes only JSON lines", async () => {
  const response = await call(key, "POST", "/artifacts", '{"title":"\\n\\"');
  for (const { file, text } of (await logsWith(response)).filter(({ file }) => /worker/.test(file))) {
    // The last line may be half written.
    for (const line of text.split("\n").slice(0, -1).slice(-2000))
      assert.doesNotThrow(() => JSON.parse(line), `${file}: ${line.slice(0, 200)}`);
  }
});

test("has no secrets on any command line", async () => {
  const { url } = await share(key, markdown("x", { password: "canary" }));
  let seen = 0;
  for (const pid of readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  )) {
    let words;
    try {
      words = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    } catch {
      continue;
    }
    seen += /artifact-worker/.test(words) ? 1 : 0;
    for (const secret of [key, tokenOf(url)]) assert.ok(!words.includes(secret), words.split("\0")[0]);
  }
  assert.ok(seen > 0, "the workers were among them");
});

test("makes secret files readable by their owner alone", () => {
  const configuration = readFileSync(process.env.CONFIG, "utf8");
  const signingKeys = /^\s*signing_keys_file\s*=\s*(\S+)/m.exec(configuration)[1];
  for (const file of [signingKeys, path.join(STATE_DIR, "env")])
    assert.equal((statSync(file).mode & 0o077).toString(8), "0", file);
  assert.ok(!configuration.includes(readFileSync(signingKeys, "utf8").trim().split(/\s+/)[1]));
});
