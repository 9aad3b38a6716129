// How many bytes of content the changes of an account's artifacts may write in a day.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  admin,
  call,
  markdown,
  newAccount,
  patiently,
  redis,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { askOwnWorker } from "../../service/own_worker.mjs";

const ofFree = 5 * 2 ** 30;
const storageOf = async (key) => (await call(key, "GET", "/account")).json.storage;
const writtenBy = async (key) => (await storageOf(key)).rewrittenBytesToday;
const sizeOf = (id) => Number(sql(`select octet_length(content) from artifacts where id = '${uuidOf(id)}'`));
const create = async (key, text) => (await call(key, "POST", "/artifacts", markdown(text))).json.id;
const put = (key, id, body) => call(key, "PUT", `/artifacts/${id}`, body);
// As if changes of the account had written so many bytes today.
const note = (account, bytes) =>
  redis("SET", `rewritten:${account}:${Math.floor(Date.now() / 86_400_000)}`, String(bytes), "EX", "172800");

test("each version counts with all of its content, and what makes none does not count", async () => {
  const { key } = newAccount({ plan: "free" });
  const id = await create(key, "x".repeat(9000));
  assert.deepEqual(await writtenBy(key), 0);
  let written = 0;
  const changes = [
    () => call(key, "PATCH", `/artifacts/${id}`, { append: { text: "y" } }),
    () => call(key, "PATCH", `/artifacts/${id}`, { edits: [{ find: "y", replace: "z" }] }),
    () => put(key, id, { content: { text: "short" } }),
    () => put(key, id, { title: "Named" }),
    () => call(key, "POST", `/artifacts/${id}/versions/1/restore`),
  ];
  for (const change of changes) {
    const answer = await change();
    assert.equal(answer.status, 200, answer.text);
    written += sizeOf(id);
    assert.equal(await writtenBy(key), written);
  }
  for (const body of [{ metadata: { a: "b" } }, { expiresIn: "7d" }, { title: null }])
    assert.equal((await put(key, id, body)).status, 200);
  assert.equal(await writtenBy(key), written);
});

test("beyond the budget changes are refused until the next day, and nothing else is", async () => {
  const { account, key } = newAccount({ plan: "free" });
  const id = await create(key, "x".repeat(900));
  const content = { text: "y".repeat(900) };
  note(account, ofFree - 1000);
  assert.equal((await put(key, id, { content })).status, 200);
  const used = ofFree - 1000 + sizeOf(id);
  assert.deepEqual(await storageOf(key), {
    ...(await storageOf(key)),
    rewrittenBytesToday: used,
    maxRewrittenBytesPerDay: ofFree,
  });
  for (const refused of [
    await put(key, id, { content }),
    await put(key, id, { title: "Another" }),
    await call(key, "PATCH", `/artifacts/${id}`, { append: { text: "z" } }),
    await call(key, "POST", `/artifacts/${id}/versions/1/restore`),
  ]) {
    assertError(refused, 403, "quota_exceeded");
    const { message } = refused.json.error;
    assert.match(message, new RegExp(`may write ${ofFree} bytes of content a day and have written ${used}`));
    assert.match(message, /the next day begins at 20\d\d-\d\d-\d\dT00:00:00/);
    const wait = Number(refused.headers["retry-after"]);
    assert.ok(wait >= 1 && wait <= 86_400, `${wait}`);
  }
  assert.equal((await put(key, id, { metadata: { a: "b" } })).status, 200);
  const other = await create(key, "a new one");
  assert.equal((await call(key, "DELETE", `/artifacts/${other}`)).status, 200);
  assert.equal(await writtenBy(key), used);
});

test("the budget is that of the plan, by the settings", async (t) => {
  const pro = newAccount({ plan: "pro" });
  assert.equal((await storageOf(pro.key)).maxRewrittenBytesPerDay, 100 * 2 ** 30);
  const { account, key } = newAccount();
  assert.equal((await storageOf(key)).maxRewrittenBytesPerDay, null);
  const shown = (id) => JSON.parse(admin("account", "show", "--account", id, "--json"));
  assert.equal(shown(account).maxRewrittenBytesPerDay, null);
  assert.equal(shown(pro.account).maxRewrittenBytesPerDay, 100 * 2 ** 30);
  assert.match(admin("account", "show", "--account", account), /unlimited bytes rewritten a day/);
  const ask = await askOwnWorker(t, { plan_enterprise: "max_rewritten_bytes_per_day 20" });
  const id = await create(key, "x");
  const answer = await ask("PUT", `/artifacts/${id}`, {
    body: JSON.stringify({ content: { text: "more than that" } }),
    more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
  });
  assert.equal(answer.status, 403, answer.text);
});

test("changes at the same time exceed the budget by no more than what is being written", async (t) => {
  const { key } = newAccount();
  const threads = 5;
  const size = markdown("x".repeat(900));
  const ids = await Promise.all(Array.from({ length: 40 }, () => create(key, "x")));
  const bytes = JSON.stringify(size.content).length;
  const ask = await askOwnWorker(t, {
    threads,
    plan_enterprise: `max_rewritten_bytes_per_day ${10 * bytes}`,
  });
  const answers = await Promise.all(
    ids.map((id) =>
      patiently(() =>
        ask("PUT", `/artifacts/${id}`, {
          body: JSON.stringify({ content: size.content }),
          more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
        }),
      ),
    ),
  );
  const made = answers.filter(({ status }) => status === 200).length;
  assert.ok(made >= 10 && made < 10 + threads, `${made}`);
  assert.ok(answers.every(({ status }) => [200, 403].includes(status)));
  assert.equal(await writtenBy(key), made * bytes);
});

test("without Redis changes go on", async (t) => {
  const { key } = newAccount();
  const id = await create(key, "x");
  const ask = await askOwnWorker(t, {
    plan_enterprise: "max_rewritten_bytes_per_day 100",
    redis_url: "unix:///nonexistent/redis.sock",
  });
  for (let i = 0; i < 5; ++i) {
    const answer = await ask("PUT", `/artifacts/${id}`, {
      body: JSON.stringify({ content: { text: `${i}`.repeat(50) } }),
      more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
    });
    assert.equal(answer.status, 200, answer.text);
  }
});

test("the dashboard says how much of the budget is used, and refuses changes beyond it", async () => {
  const { account, visitor } = await newUser({ plan: "free" });
  const key = admin("key", "add", "--account", account, "--name", "Test");
  const id = await create(key, "x");
  note(account, ofFree);
  const usage = await visitor.open("/dashboard/usage");
  assert.match(usage.text, /Rewritten today<\/dt><dd><strong>5 GiB<\/strong>/);
  await visitor.open(`/dashboard/artifacts/${id}/content`);
  const answer = await visitor.post(`/dashboard/artifacts/${id}/content`, {
    version: "1",
    text: "changed",
    note: "",
  });
  assert.equal(answer.status, 403);
  assert.match(answer.text, /bytes of content a day/);
  const { json } = await call(key, "GET", `/artifacts/${id}`);
  assert.equal(json.content.text, "x");
});
