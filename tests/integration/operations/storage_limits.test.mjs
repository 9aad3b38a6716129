// How much an account may keep, exactly; and what happens when the database has no room for more.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import {
  admin,
  call,
  markdown,
  newAccount,
  newKey,
  origin,
  recorded,
  share,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { askOwnWorker } from "../../service/own_worker.mjs";

const gibibyte = 2 ** 30;
const setStorage = (account, ...options) => admin("account", "set-storage", "--account", account, ...options);
const storageOf = async (key) => (await call(key, "GET", "/account")).json.storage;
const kept = (account, what) =>
  Number(sql(`select ${what} from artifacts where account_id = '${uuidOf(account)}'`));
// Markdown whose content has so many bytes of JSON.
const ofBytes = (bytes) => markdown("x".repeat(bytes - '{"text":""}'.length));
const statuses = (answers) => answers.map(({ status }) => status);
const refused = (response) => {
  assertError(response, 403, "quota_exceeded");
  return response.json.error.message;
};

test("enforces the artifact limit exactly under concurrent creation", async () => {
  const { account, key } = newAccount();
  setStorage(account, "--max-artifacts", "60");
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      call(key, "POST", i % 3 === 0 ? "/artifacts/share" : "/artifacts", markdown("x")),
    ),
  );
  assert.equal(statuses(answers).filter((status) => status === 201).length, 60);
  assert.equal(kept(account, "count(*)"), 60);
  for (const response of answers.filter(({ status }) => status !== 201))
    assert.match(refused(response), /is limited to 60 artifacts and has 60\. .*delete some permanently/);
  const links = sql(`select count(*) from share_links where account_id = '${uuidOf(account)}'`);
  assert.ok(Number(links) <= 34, "no link is made without its artifact");
});

test("enforces the storage limit exactly under concurrent writes", async () => {
  const { account, key } = newAccount();
  setStorage(account, "--max-bytes", "10000");
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => call(key, "POST", "/artifacts", ofBytes(900))),
  );
  assert.equal(statuses(answers).filter((status) => status === 201).length, 11);
  const message = refused(answers.find(({ status }) => status !== 201));
  assert.match(message, /is limited to 10000 bytes of content and uses \d+; this content has 900 bytes/);
  assert.equal((await call(key, "POST", "/artifacts", ofBytes(100))).status, 201);
  assert.deepEqual(await storageOf(key), {
    contentBytes: 10000,
    maxContentBytes: 10000,
    artifacts: 12,
    maxArtifacts: null,
    rewrittenBytesToday: 0,
    maxRewrittenBytesPerDay: null,
  });
});

test("writers wait for each other only near the limit", async (t) => {
  const { account } = newAccount();
  const admit = (limit) =>
    `select (admit_content('${uuidOf(account)}', 1, 10, ${limit}, ${2 ** 40})).refused`;
  const add =
    recorded(`insert into artifacts (id, account_id, template, content, metadata, created_at, updated_at)
    values (gen_random_uuid(), '${uuidOf(account)}', 'markdown', '{}', '{}', now(), now())`);
  const slot = (session) => session.ask("select pg_backend_pid() % 16");
  const first = new DatabaseSession(t);
  let second = new DatabaseSession(t);
  while ((await slot(first)) === (await slot(second))) second = new DatabaseSession(t);

  assert.equal(await first.ask(`begin; ${admit(1000)}; ${add}`), "");
  assert.equal(await second.ask(admit(1000)), "", "far from the limit nobody waits");

  const pid = await second.ask("select pg_backend_pid()");
  second.send(admit(1));
  await until(
    () => sql(`select count(*) from pg_locks where not granted and pid = ${pid}`),
    (count) => count === "1",
  );
  await first.ask("commit");
  assert.equal(await second.answer(), "artifacts");
});

test("accepts new content that fits or is not larger than the old", async () => {
  const { account, key } = newAccount();
  setStorage(account, "--max-bytes", "1000");
  const { id } = (await call(key, "POST", "/artifacts", ofBytes(500))).json;
  const replace = (bytes) => call(key, "PUT", `/artifacts/${id}`, { content: ofBytes(bytes).content });
  assert.equal((await replace(1000)).status, 200);
  refused(await replace(1001));
  assert.equal(kept(account, "octet_length(content)"), 1000, "a refused write changes nothing");
  setStorage(account, "--max-bytes", "100");
  assert.equal((await replace(1000)).status, 200);
  assert.equal((await replace(600)).status, 200);
  refused(await replace(601));
  assert.equal((await call(key, "PUT", `/artifacts/${id}`, { title: "T" })).status, 200);
});

test("concurrent writes to one artifact stay within the storage limit", async () => {
  const { account, key } = newAccount();
  setStorage(account, "--max-bytes", "3000");
  const ids = await Promise.all(
    [1, 2, 3].map(async () => (await call(key, "POST", "/artifacts", ofBytes(500))).json.id),
  );
  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      call(key, "PUT", `/artifacts/${ids[i % 3]}`, { content: ofBytes(400 + 50 * i).content }),
    ),
  );
  // With the earlier versions for which there was room.
  const earlier = `select coalesce(sum(bytes), 0) from artifact_versions where account_id = '${uuidOf(account)}'`;
  const bytes = kept(account, "sum(octet_length(content))") + Number(sql(earlier));
  assert.ok(bytes <= 3000, `${bytes}`);
  assert.equal((await storageOf(key)).contentBytes, bytes);
});

test("a deleted artifact counts until it is deleted permanently", async () => {
  const { account, key } = newAccount();
  setStorage(account, "--max-artifacts", "1");
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  await call(key, "DELETE", `/artifacts/${id}`);
  assert.match(refused(await call(key, "POST", "/artifacts", markdown("x"))), /Deleted artifacts count/);
  assert.equal((await call(key, "POST", `/artifacts/${id}/restore`)).status, 200);
  await call(key, "DELETE", `/artifacts/${id}?permanent=true`);
  assert.equal((await call(key, "POST", "/artifacts", markdown("x"))).status, 201);
});

test("an account can override the limits of its plan", async () => {
  const { account, key } = newAccount({ plan: "free" });
  assert.deepEqual(await storageOf(key), {
    contentBytes: 0,
    maxContentBytes: gibibyte,
    artifacts: 0,
    maxArtifacts: 10000,
    rewrittenBytesToday: 0,
    maxRewrittenBytesPerDay: 5 * gibibyte,
  });
  const limits = () => {
    const shown = JSON.parse(admin("account", "show", "--account", account, "--json"));
    return [shown.maxContentBytes, shown.maxArtifacts];
  };
  assert.deepEqual(limits(), [gibibyte, 10000]);
  setStorage(account, "--max-bytes", "5", "--max-artifacts", "unlimited");
  assert.deepEqual(limits(), [5, null]);
  refused(await call(key, "POST", "/artifacts", markdown("x")));
  setStorage(account, "--max-bytes", "plan");
  assert.deepEqual(limits(), [gibibyte, null]);
  const [event] = JSON.parse(admin("audit", "list", "--account", account, "--json"));
  assert.equal(event.action, "account.plan_changed");
  assert.match(event.subjectName, /1073741824 bytes, unlimited artifacts/);
  for (const wrong of ["-1", "1.5", "1e3", "", "many", "9223372036854775808"])
    assert.throws(() => setStorage(account, "--max-bytes", wrong), /must be a whole number|requires a value/);
});

test("the usage page shows usage and limits", async () => {
  const { account, visitor } = await newUser({ plan: "free" });
  await call(newKey(account), "POST", "/artifacts", markdown("x"));
  const { text } = await visitor.open("/dashboard/usage");
  assert.match(text, /limit 10,000/);
  assert.match(text, /of 1 GiB/);
  setStorage(account, "--max-bytes", "unlimited", "--max-artifacts", "unlimited");
  const unlimited = (await visitor.open("/dashboard/usage")).text;
  assert.doesNotMatch(unlimited, /limit 10,000|of 1 GiB/);
});

test("enforces the limit of share links per artifact exactly under concurrent creation", async () => {
  const { account, key } = newAccount();
  const { id } = await share(key, markdown("x"));
  sql(`insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at)
       select gen_random_uuid(), '${uuidOf(id)}', '${uuidOf(account)}', 'k1', now(), now() + interval '1 day'
         from generate_series(1, 979)`);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => call(key, "POST", `/artifacts/${id}/share`, {})),
  );
  assert.equal(statuses(answers).filter((status) => status === 200).length, 20);
  assert.equal(sql(`select count(*) from share_links where artifact_id = '${uuidOf(id)}'`), "1000");
  assert.match(
    refused(answers.find(({ status }) => status !== 200)),
    /limit of 1000 share links\. Expired and revoked links count/,
  );
});

test("the stored response of an Idempotency-Key does not grow with the content", async () => {
  const { account, key } = newAccount();
  const { id } = (await call(key, "POST", "/artifacts", ofBytes(1000000))).json;
  await call(key, "DELETE", `/artifacts/${id}`);
  const restore = () =>
    call(key, "POST", `/artifacts/${id}/restore`, undefined, {
      "idempotency-key": `restore ${id}`.replace(" ", "-"),
    });
  const first = await restore();
  const second = await restore();
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.equal(second.text, first.text);
  assert.equal(second.headers.etag, first.headers.etag);
  const bytes = sql(
    `select sum(octet_length(sealed_response)) from idempotent_requests where account_id = '${uuidOf(account)}'`,
  );
  assert.ok(bytes !== "" && Number(bytes) < 1000, `${bytes} bytes are kept`);
});

// Calls a worker that has these settings.
async function withKey(t, settings) {
  const asked = await askOwnWorker(t, settings);
  return (key, method, uri, body = "", more = {}) =>
    asked(method, uri, {
      body: typeof body === "string" ? body : JSON.stringify(body),
      more: {
        HTTP_AUTHORIZATION: `Bearer ${key}`,
        ...(body ? { CONTENT_TYPE: "application/json" } : {}),
        ...more,
      },
    });
}

for (const [what, settings] of [
  ["the database is as large as it may be", { max_database_bytes: "1" }],
  ["too little of its disk is free", { database_folder: "/", min_free_disk_bytes: String(2 ** 60) }],
])
  test(`when ${what} nothing is written, and everything else works`, async (t) => {
    const { key } = newAccount();
    const { id, url } = await share(key, markdown("the text"));
    const through = await withKey(t, settings);
    for (const [method, uri, body] of [
      ["POST", "/artifacts", markdown("x")],
      ["POST", "/artifacts/share", markdown("x")],
      ["PUT", `/artifacts/${id}`, { title: "T" }],
      ["POST", `/artifacts/${id}/share`, {}],
    ]) {
      const { status, headers, text } = await through(key, method, uri, body);
      assert.equal(status, 503, `${method} ${uri}`);
      assert.ok(headers["retry-after"]);
      const { code, message } = JSON.parse(text).error;
      assert.equal(code, "unavailable");
      assert.match(message, /out of storage space; reading and deleting still work/);
    }
    for (const uri of [
      "/artifacts",
      `/artifacts/${id}`,
      "/account",
      new URL(url).pathname + new URL(url).search,
    ])
      assert.equal((await through(key, "GET", uri)).status, 200, uri);
    const all = { filter: { createdAfter: "2000-01-01T00:00:00Z" }, dryRun: false };
    for (const [uri, changed] of [
      ["/artifacts/shares/revoke-matching", "revoked"],
      ["/artifacts/delete-matching", "deleted"],
    ]) {
      const { status, text } = await through(key, "POST", uri, all);
      assert.equal(status, 200, text);
      assert.equal(JSON.parse(text)[changed], 1, text);
    }
    assert.equal((await through(key, "DELETE", `/artifacts/${id}`)).status, 200);
  });

test("accepts writes if the disk of the database is on another host", async (t) => {
  const { key } = newAccount();
  const through = await withKey(t, {
    database_folder: "/nothing/here",
    min_free_disk_bytes: String(2 ** 60),
  });
  assert.equal((await through(key, "POST", "/artifacts", markdown("x"))).status, 201);
});

test("sign-up explains that the service is out of storage space", async (t) => {
  const through = await withKey(t, { max_database_bytes: "1", sign_up: "on" });
  const page = await through("", "GET", "/dashboard/sign-up");
  assert.equal(page.status, 200);
  const email = `${randomUUID()}@example.org`;
  const form = {
    form_token: /name="form_token" value="([^"]*)"/.exec(page.text)[1],
    email,
    accountName: "No room",
    password,
  };
  const answer = await through("", "POST", "/dashboard/sign-up", new URLSearchParams(form).toString(), {
    CONTENT_TYPE: "application/x-www-form-urlencoded",
    HTTP_ORIGIN: origin,
    HTTP_COOKIE: page.headers["set-cookie"].split(";")[0],
  });
  assert.equal(answer.status, 503);
  assert.match(answer.text, /out of storage space/);
  assert.equal(sql(`select count(*) from users where email = '${email}'`), "0");
});
