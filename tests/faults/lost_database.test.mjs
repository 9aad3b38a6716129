// PostgreSQL is lost before or within a request: each route answers 503 with Retry-After, or does without it. If it
// only accepts no writes, all that reads works.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { call, markdown, newKey, origin, share, sql, until } from "../service/api_client.mjs";
import { newUser, password, Visitor } from "../service/dashboard_client.mjs";
import { changeSchema } from "../service/database/schema_changes.mjs";
import { connect } from "../service/oauth_client.mjs";
import { ownWorker } from "../service/own_worker.mjs";
import { routes } from "../service/route_table.mjs";

// Between a worker and PostgreSQL: passes on what they say until it is told to cut all connections off, at once or
// after some of the worker's messages.
class Link {
  #folder = mkdtempSync(path.join(tmpdir(), "link-"));
  #server;
  #connections = new Set();
  #left = Infinity;

  async open() {
    const [, host] = /host=(\S+?)\\? /.exec(process.env.DATABASE_URL);
    this.#server = net.createServer((worker) => {
      const database = net.connect(path.join(host, ".s.PGSQL.5432"));
      for (const end of [worker, database]) {
        this.#connections.add(end);
        end.on("error", () => {});
        end.on("close", () => {
          this.#connections.delete(end);
          worker.destroy();
          database.destroy();
        });
      }
      worker.on("data", (message) => {
        if (this.#left > 0) database.write(message);
        else this.#cut();
        this.#left -= 1;
      });
      database.pipe(worker);
      if (this.#left <= 0) worker.destroy();
    });
    await new Promise((resolve) => this.#server.listen(path.join(this.#folder, ".s.PGSQL.5432"), resolve));
  }

  get url() {
    return `host=${this.#folder} dbname=artifact_share user=artifact_share`;
  }
  endAfter(messages) {
    this.#left = messages;
    if (messages === 0) this.#cut();
  }
  mend() {
    this.#left = Infinity;
  }
  close() {
    this.#cut();
    this.#server.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
  #cut() {
    for (const end of this.#connections) end.destroy();
  }
}

const link = new Link();
let worker;
let user;
let key;
let ids;
let shareUrl;
let app;
const stranger = new Visitor();
before(async () => {
  await link.open();
  worker = await ownWorker({
    database_url: link.url,
    threads: 1,
    sign_up: "on",
  });
  user = await newUser();
  key = newKey(user.account);
  const made = await share(key, markdown("# Text"));
  shareUrl = made.url;
  app = await connect(user.visitor);
  const keys = await user.visitor.open("/dashboard/settings/keys");
  const apps = await user.visitor.open("/dashboard/settings/apps");
  ids = {
    artifact_id: made.id,
    share_id: (await call(key, "GET", `/artifacts/${made.id}/shares`)).json.data[0].id,
    key_id: /key_[0-9a-z]{26}/.exec(keys.text)[0],
    app_id: /app_[0-9a-z]{26}/.exec(apps.text)[0],
    user_id: "usr_01h455vb4pex5vsknk084sn02q",
    external_id: randomUUID(),
  };
  await user.visitor.open("/dashboard/settings/profile");
  await stranger.open("/dashboard/sign-up");
});
after(async () => {
  link.close();
  await worker?.stop();
});

const form = (fields) => ({
  body: new URLSearchParams(fields).toString(),
  more: { CONTENT_TYPE: "application/x-www-form-urlencoded", HTTP_ORIGIN: origin },
});
const json = (value) => ({ body: JSON.stringify(value), more: { CONTENT_TYPE: "application/json" } });

function requestOf({ method, pattern }) {
  let at = pattern.replace(/\{(\w+)\}/g, (_, name) => ids[name]);
  // These forms are for people who are not signed in, and have the token of their page.
  const isForStrangers = /sign-in|sign-up|set-password/.test(pattern);
  const visitor = isForStrangers ? stranger : user.visitor;
  const cookies = ["__Host-session", "__Host-visitor"]
    .filter((name) => visitor.cookie(name))
    .map((name) => `${name}=${visitor.cookie(name)}`)
    .join("; ");
  const request = { body: "", more: {} };
  if (method === "POST" || method === "PUT" || method === "PATCH")
    Object.assign(
      request,
      pattern.startsWith("/dashboard") || pattern.startsWith("/oauth") || pattern.startsWith("/a/")
        ? form({
            form_token: visitor.formToken,
            email: `${randomUUID()}@example.org`,
            password,
            currentPassword: password,
            accountName: "Test",
            name: "Test",
            title: "Test",
            client_id: "artifact-command",
            grant_type: "refresh_token",
            refresh_token: app.refresh_token,
            token: app.refresh_token,
            newPassword: `${password} again`,
            open: "1",
            role: "member",
            code: "123456",
            user_code: "BBBB-BBBB",
            expiresIn: "7d",
            "artifacts:read": "on",
            scope: "artifacts:read",
          })
        : json({ ...markdown("# More"), redirect_uris: ["https://app.example.org/callback"], confirm: true }),
    );
  if (pattern === "/oauth/register")
    Object.assign(request, json({ redirect_uris: ["https://app.example.org/x"] }));
  if (pattern === "/mcp")
    Object.assign(
      request,
      json({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "find", arguments: {} } }),
    );
  if (pattern.startsWith("/a/")) at += new URL(shareUrl).search;
  if (pattern.startsWith("/dashboard") || pattern === "/oauth/authorize") request.more.HTTP_COOKIE = cookies;
  else request.more.HTTP_AUTHORIZATION = `Bearer ${key}`;
  return [method, at, request];
}

const isUp = () =>
  until(
    async () => (await worker.ask("GET", "/readyz")).status,
    (status) => status === 200,
  );

function assertFits(route, { status, headers, text }) {
  const what = `${route.method} ${route.pattern}: ${status} ${text.slice(0, 300)}`;
  assert.ok(status < 500 || status === 503, what);
  if (status === 503) assert.ok(Number(headers["retry-after"]) > 0, what);
}

// As if the last use of the session had been noted long ago.
const letUseBeNoted = () =>
  sql(`update sessions set last_used_at = now() - interval '2 hours'
        where user_id = (select id from users where email = '${user.email}')`);

for (const redis of [{}, { redis_url: "unix:///nowhere" }])
  test(`all that reads answers while PostgreSQL accepts no writes${redis.redis_url ? ", without Redis" : ""}`, async (t) => {
    const url = `${process.env.DATABASE_URL} options='-c default_transaction_read_only=on'`;
    const reader = await ownWorker({ database_url: url, threads: 1, ...redis });
    t.after(() => reader.stop());
    letUseBeNoted();
    const answered = [];
    for (const route of routes) {
      if ((route.method !== "GET" && route.pattern !== "/mcp") || route.pattern === "/readyz") continue;
      const { status, text } = await reader.ask(...requestOf(route));
      assert.ok(status < 500, `${route.method} ${route.pattern}: ${status} ${text.slice(0, 300)}`);
      if (status === 200) answered.push(route.pattern);
    }
    for (const pattern of ["/dashboard/artifacts", "/artifacts/{artifact_id}", "/a/{artifact_id}", "/mcp"])
      assert.ok(answered.includes(pattern), `${pattern} was not among ${answered}`);
  });

test("a page is shown although the disk is full and the use of the session cannot be noted", async (t) => {
  const reader = await ownWorker({ threads: 1 });
  t.after(() => reader.stop());
  letUseBeNoted();
  changeSchema(`
    create function meet_full_disk_in_sessions() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger meet_full_disk before update on sessions for each row
      when (new.user_id = '${sql(`select id from users where email = '${user.email}'`)}')
      execute function meet_full_disk_in_sessions()`);
  t.after(() => changeSchema("drop function meet_full_disk_in_sessions cascade"));
  const page = { method: "GET", pattern: "/dashboard/artifacts" };
  for (let i = 0; i < 2; ++i) {
    const { status, text } = await reader.ask(...requestOf(page));
    assert.equal(status, 200, text.slice(0, 300));
  }
});

test("an artifact that could not be saved is shown again, as it was typed", async () => {
  const body = [
    ["form_token", user.visitor.formToken],
    ["text", "# Typed for an hour"],
    ["title", "A <title>"],
  ]
    .map(([name, text]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
    .join("")
    .concat("--x--\r\n");
  const [method, at, { more }] = requestOf({ method: "POST", pattern: "/dashboard/artifacts/new" });
  const typed = { body, more: { ...more, CONTENT_TYPE: "multipart/form-data; boundary=x" } };
  for (const messages of [0, 1]) {
    await isUp();
    link.endAfter(messages);
    const { status, text, headers } = await worker.ask(method, at, typed);
    link.mend();
    assert.equal(status, 503, text);
    assert.ok(headers["retry-after"]);
    assert.match(text, /The database is unavailable; .*nothing was saved\./);
    assert.match(text, /<textarea id="text"[^>]*>\n# Typed for an hour<\/textarea>/);
    assert.match(text, /name="title"[^>]* value="A &lt;title&gt;"/);
    assert.match(text, /name="form_token" value="[^"]+"/);
  }
});

for (const messages of [0, 1, 2, 3])
  test(`every route answers, at worst 503 with Retry-After, if PostgreSQL is lost after ${messages} messages`, async () => {
    let unavailable = 0;
    for (const route of routes) {
      await isUp();
      link.endAfter(messages);
      const answer = await worker.ask(...requestOf(route));
      link.mend();
      assertFits(route, answer);
      if (answer.status === 503) unavailable += 1;
    }
    assert.ok(unavailable > 0);
  });
