// artifact-admin find: whose something is that an operator was sent, and its state.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { admin, call, markdown, newAccount, share, sql, uuidOf } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { logsWith } from "../../service/log_files.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";
import { tokenOf } from "../../service/share_token_forge.mjs";

const { ADMIN, CONFIG, STATE_DIR } = process.env;
const attempt = (words, input = "") =>
  spawnSync(ADMIN, ["--config", CONFIG, ...words], { input, encoding: "utf8" });
const find = (what, ...more) => JSON.parse(admin("find", what, ...more, "--json"));

async function something() {
  const { account, email } = await newUser();
  const key = admin("key", "add", "--account", account, "--name", "Robot");
  const { id, url } = await share(key, markdown("x", { title: "Plan" }));
  const [{ id: link }] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  return { account, email, key, id, url, link };
}

test("finds account and owners by share link, its id or artifact", async () => {
  const { account, email, key, id, url, link } = await something();
  const [{ id: keyId }] = JSON.parse(admin("key", "list", "--account", account, "--json"));
  for (const what of [url, `${url}&embed=1`, link]) {
    const [{ createdAt, ...found }] = find(what).found;
    assert.ok(createdAt);
    assert.deepEqual(found, {
      kind: "share link",
      id: link,
      name: "Plan",
      state: "active",
      artifact: id,
      version: "latest",
      showHistory: false,
      live: "offer",
      cards: "on",
      allowDownload: false,
      madeBy: { name: "Robot", keyId },
      account: { id: account, name: "Test", owners: [email] },
    });
  }
  const [artifact] = find(id).found;
  assert.deepEqual(
    [artifact.kind, artifact.state, artifact.account.id, artifact.account.owners],
    ["artifact", "active", account, [email]],
  );
  assert.equal(find(account).found[0].account.id, account);
  assert.match(attempt(["find", link]).stdout, new RegExp(`^  made by   API key ${keyId}  Robot$`, "m"));
  // As long as the audit log knows it.
  sql(`delete from audit_events where subject = '${link}'`);
  assert.equal(find(link).found[0].madeBy, undefined);
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).status, 200);
});

test("says which version a share link shows, and that it was erased", async () => {
  const { key, id, link } = await something();
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "y" } });
  const pin = { version: 1, showHistory: true };
  assert.equal((await call(key, "PATCH", `/artifacts/${id}/shares/${link}`, pin)).status, 200);
  const shown = () => {
    const [{ state, version, showHistory }] = find(link).found;
    return [state, version, showHistory];
  };
  assert.deepEqual(shown(), ["active", 1, true]);
  assert.equal((await call(key, "DELETE", `/artifacts/${id}/versions/1`)).status, 200);
  assert.deepEqual(shown(), ["version erased", 1, true]);
  assert.match(
    attempt(["find", link]).stdout,
    /^ {2}state {5}version erased\n(?:.*\n)* {2}shows {5}version 1, with history$/m,
  );
});

test("finds an artifact by the address of a version, which disables nothing", async () => {
  const { id } = await something();
  const { origin } = new URL((await share(newAccount().key, markdown("x"))).url);
  for (const address of [
    `${origin}/artifacts/${id}/versions/3`,
    `/api/artifacts/${id}/versions/3/diff?from=1`,
    `${origin}/dashboard/artifacts/${id}/history/3`,
  ]) {
    assert.deepEqual(
      find(address).found.map((one) => one.id),
      [id],
      address,
    );
    assert.match(attempt(["disable", address, "--reason", "x"]).stderr, /specify the ID/);
  }
});

test("finds the user who made a share link in the dashboard", async () => {
  const { account, email, visitor } = await newUser();
  const key = admin("key", "add", "--account", account, "--name", "Robot");
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  const form = `/dashboard/artifacts/${id}/shares/new`;
  await visitor.open(form);
  assert.equal((await visitor.post(form, { expiresIn: "7d", password: "", maxViews: "" })).status, 303);
  const [{ id: link }] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  const [found] = find(link).found;
  assert.deepEqual([found.madeBy.name, found.madeBy.keyId], [email, undefined]);
  assert.equal(find(found.madeBy.userId).found[0].name, email);
});

test("finds the account of a key by its text, prefix or id", async () => {
  const { account, key } = await something();
  const [{ id }] = JSON.parse(admin("key", "list", "--account", account, "--json"));
  for (const what of [key, id]) {
    const { found } = find(what);
    assert.deepEqual([found.length, found[0].id, found[0].account.id], [1, id, account]);
  }
  assert.ok(find(key.slice(0, 12)).found.some((found) => found.id === id && found.account.id === account));
  admin("key", "revoke", id);
  assert.equal(find(id).found[0].state, "revoked");
});

test("finds a user's account by email address", async () => {
  const { account, email } = await newUser();
  const [found] = find(email.toUpperCase()).found;
  assert.deepEqual(
    [found.kind, found.name, found.state, found.account.id],
    ["user", email, "owner", account],
  );
});

test("finds deleted, revoked and expired resources with their state", () =>
  withoutMaintenance(async () => {
    const { key, id, link } = await something();
    await call(key, "DELETE", `/artifacts/${id}`);
    assert.equal(find(link).found[0].state, "artifact deleted");
    sql(`update artifacts set deleted_at = now() - interval '31 days' where id = '${uuidOf(id)}'`);
    assert.equal(find(id).found[0].state, "deleted");
  }));

test("finds a link in what mails contain", async () => {
  const { email, id, url, link } = await something();
  for (const what of [
    `<${url}>`,
    `${url}.`,
    `"${url}",`,
    `[the page](${url})`,
    `Hello, ${url}. It asks for passwords!`,
    `Report by ${email}: see ${url}; regards`,
  ]) {
    const result = attempt(["find", "--json"], `${what}\n`);
    assert.deepEqual(
      JSON.parse(result.stdout).found.map((one) => one.id),
      [link],
      what,
    );
    assert.equal(result.stderr, "");
    assert.equal(find(what).found[0].id, link);
  }
  for (const sentence of [`<${id}>`, `The artifact ${id}, please.`])
    assert.equal(find(sentence).found[0].id, id);
  assert.equal(find(`From: ${email}`).found[0].name, email);
  assert.match(attempt(["find", "Hello, who is this?"]).stderr, /WHAT must be/);
});

test("says that the token of a URL opens nothing", async () => {
  const { id, url, link } = await something();
  const damaged = url.replace(/.{3}$/, "xxx");
  for (const what of [damaged, `<${damaged}>`, `See ${damaged}.`]) {
    const { stdout, stderr, status } = attempt(["find", what, "--json"]);
    assert.equal(status, 0);
    assert.equal(JSON.parse(stdout).found[0].id, id);
    assert.match(stderr, /the token of this URL opens nothing/);
    assert.match(attempt(["disable", what, "--reason", "x"]).stderr, /specify the ID/);
  }
  assert.equal(find(link).found[0].state, "active");
});

test("never prints tokens or keys", async () => {
  const { key, url } = await something();
  const outputs = [
    attempt(["find", url]),
    attempt(["find"], `${url}\n`),
    attempt(["find", key]),
    attempt(["find", `${url}x`]),
    attempt(["find", url.replace("/a/art_", "/a/")]),
    attempt(["find", key.slice(0, -1)]),
    attempt(["disable", `${url}x`, "--reason", "x"]),
  ];
  assert.deepEqual(
    outputs.map(({ status }) => status),
    [0, 0, 0, 0, 2, 0, 1],
  );
  for (const { stdout, stderr } of outputs)
    for (const secret of [tokenOf(url), key.slice(12, -1)]) assert.ok(!(stdout + stderr).includes(secret));
  assert.equal(outputs[1].stdout, outputs[0].stdout);
  // The token is not one of the service's, so it is the artifact that is found.
  assert.match(outputs[3].stdout, /^artifact art_/);
});

test("finds account and artifact of a request id in the log", async () => {
  const { account, key, id } = await something();
  const response = await call(key, "GET", `/artifacts/${id}`);
  const logs = await logsWith(response);
  const requestId = response.headers["x-request-id"];
  const { file } = logs.find(({ file, text }) => /worker/.test(file) && text.includes(requestId));
  const { request: logged, found } = find(requestId, "--log", file);
  assert.deepEqual([logged.request_id, logged.account, logged.artifact], [requestId, account, id]);
  assert.deepEqual(
    found.map((one) => one.id),
    [account, id],
  );
  const { status, stderr } = attempt(["find", requestId]);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /the request started at \d{4}-.*; to find it in the log of the workers, run: journalctl/,
  );
  const other = attempt(["find", requestId, "--log", path.join(STATE_DIR, "log", "redis.log")]);
  assert.match(other.stderr, /the log does not contain this request/);
});

test("a client's own id of a request leads to it too", async () => {
  const { account, key, id } = await something();
  const own = `trace-${process.pid}/${Date.now()}`;
  const response = await call(key, "GET", `/artifacts/${id}`, undefined, { "x-request-id": own });
  const { file } = (await logsWith(response)).find(
    ({ file, text }) => /worker/.test(file) && text.includes(own),
  );
  assert.deepEqual(
    find(own, "--log", file).found.map((one) => one.id),
    [account, id],
  );
  for (const words of [
    ["find", own],
    ["find", id, "--log", file],
    ["find", "not one", "--log", file],
  ])
    assert.equal(attempt(words).status, 2, words.join(" "));
});

test("reports missing resources and rejects invalid arguments", () => {
  const missing = attempt(["find", "art_01h455vb4pex5vsknk084sn02q"]);
  assert.deepEqual([missing.status, missing.stderr], [1, "artifact-admin: not found\n"]);
  for (const words of [["find", "nonsense"], ["find"], ["find", newAccount().account, "--log", "x"]])
    assert.equal(attempt(words).status, 2, words.join(" "));
});

test("SQL functions convert the API's ids", () => {
  const { account } = newAccount();
  assert.equal(sql(`select public_id('acc', id) from accounts where id = uuid_of('${account}')`), account);
  assert.equal(sql(`select uuid_of('${account}')`), uuidOf(account));
  assert.equal(
    sql(`select uuid_of('art_7zzzzzzzzzzzzzzzzzzzzzzzzz')`),
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  );
  assert.throws(() => sql(`select uuid_of('art_8zzzzzzzzzzzzzzzzzzzzzzzzz')`), /no id of the API/);
});
