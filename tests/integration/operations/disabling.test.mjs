// What the operator disables: a share link, an artifact, an account; and lets back.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { admin, call, markdown, newAccount, request, share, until } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { newUser } from "../../service/dashboard_client.mjs";

const { ADMIN, CONFIG } = process.env;
const attempt = (words, input = "") =>
  spawnSync(ADMIN, ["--config", CONFIG, ...words], { input, encoding: "utf8" });
const reason = "It asks for passwords <of others>.";
const disable = (what, why = reason) => admin("disable", what, "--reason", why);
const audited = (account, count) =>
  JSON.parse(admin("audit", "list", "--account", account, "--limit", String(count), "--json")).map(
    ({ action, actor, subject, reason: why }) => [action, actor, subject, why],
  );

const json = { accept: "application/json" };
async function assertDisabled(url) {
  const page = await request("GET", url);
  assert.equal(page.status, 410);
  assert.match(page.text, /<h1>This link is disabled<\/h1>/);
  assert.ok(!page.text.includes("passwords"), "viewers are not told why");
  const answer = await request("GET", url, { headers: json });
  assert.deepEqual([answer.status, answer.json.error.code], [410, "disabled"]);
  assert.equal((await request("GET", url.replace("?", "/file?"))).status, 410);
}
const assertOpen = async (url) => assert.equal((await request("GET", url)).status, 200);

async function shared(key, more) {
  const { id, url } = await share(key, markdown("x", { title: "Plan", ...more }));
  const [link] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  return { id, url, link: link.id };
}

test("a disabled link is gone for viewers, and shows its owner the reason", async () => {
  const { account, key } = newAccount();
  const { id, url, link } = await shared(key);
  const other = (await call(key, "POST", `/artifacts/${id}/share`, {})).json.url;
  assert.equal(disable(url), `disabled ${link}`);
  await assertDisabled(url);
  await assertOpen(other);
  const listed = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data.find((one) => one.id === link);
  assert.equal(listed.disabledReason, reason);
  assert.ok(listed.disabledAt);
  const changed = await call(key, "PATCH", `/artifacts/${id}/shares/${link}`, { expiresIn: "9d" });
  assert.equal(changed.json.disabledReason, reason, "what its owner changes does not let it back");
  await assertDisabled(url);
  assert.equal(admin("enable", link), `enabled ${link}`);
  await assertOpen(url);
  assert.deepEqual(
    audited(account, 4).filter(([, actor]) => actor === "operator"),
    [
      ["link.enabled", "operator", link, undefined],
      ["link.disabled", "operator", link, reason],
    ],
  );
});

test("a disabled artifact has no working links and gets no new ones", async () => {
  const { account, key } = newAccount();
  const { id, url } = await shared(key);
  const before = (await call(key, "GET", `/artifacts/${id}`)).headers.etag;
  disable(id);
  await assertDisabled(url);
  const got = await call(key, "GET", `/artifacts/${id}`, undefined, { "if-none-match": before });
  assert.deepEqual([got.status, got.json.disabledReason, got.json.status], [200, reason, "active"]);
  const [listed] = (await call(key, "GET", "/artifacts")).json.data;
  assert.equal(listed.disabledReason, reason);
  const active = (await call(key, "GET", "/artifacts?status=active")).json;
  assert.deepEqual([active.data[0].disabledReason, active.pagination.total], [reason, 1]);
  assertError(await call(key, "POST", `/artifacts/${id}/share`, {}), 409, "artifact_disabled", reason);
  assert.equal((await call(key, "PUT", `/artifacts/${id}`, markdown("y"))).status, 200);
  await assertDisabled(url);
  admin("enable", id);
  await assertOpen(url);
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).json.disabledReason, undefined);
  assert.deepEqual(
    audited(account, 3).filter(([, actor]) => actor === "operator"),
    [
      ["artifact.enabled", "operator", id, undefined],
      ["artifact.disabled", "operator", id, reason],
    ],
  );
});

test("rejects the keys of a disabled account with the reason, and its links", async () => {
  const { account, key } = newAccount();
  const { id, url } = await shared(key);
  disable(account);
  for (const [method, path, body] of [
    ["GET", "/account"],
    ["GET", `/artifacts/${id}`],
    ["POST", "/artifacts", markdown("x")],
    ["DELETE", `/artifacts/${id}`],
  ]) {
    const refused = await until(
      () => call(key, method, path, body),
      ({ status }) => status === 403,
    );
    assertError(refused, 403, "account_disabled", reason);
  }
  await assertDisabled(url);
  assert.equal(JSON.parse(admin("account", "show", "--account", account, "--json")).disabledReason, reason);
  admin("enable", account);
  await until(
    () => call(key, "GET", "/account"),
    ({ status }) => status === 200,
  );
  await assertOpen(url);
  assert.deepEqual(audited(account, 2), [
    ["account.enabled", "operator", account, undefined],
    ["account.disabled", "operator", account, reason],
  ]);
});

test("members of a disabled account see why, and can change only their sign-in", async () => {
  const { account, visitor, email } = await newUser();
  const key = admin("key", "add", "--account", account, "--name", "Robot");
  const { id } = await shared(key);
  disable(account);
  const shown = await visitor.open(`/dashboard/artifacts/${id}`);
  assert.equal(shown.status, 200);
  const escaped = reason.replace("<", "&lt;").replace(">", "&gt;");
  assert.ok(shown.text.includes(escaped));
  for (const path of [
    `/dashboard/artifacts/${id}/shares/new`,
    `/dashboard/artifacts/${id}/delete`,
    "/dashboard/settings/keys/new",
    "/dashboard/settings/members",
  ]) {
    const refused = await visitor.post(path, { email: "a@b.example", name: "x", expiresIn: "7d" });
    assert.equal(refused.status, 403, path);
    assert.ok(refused.text.includes(escaped));
    await visitor.open("/dashboard/artifacts");
  }
  assert.equal((await visitor.post("/dashboard/sign-out")).status, 303);
  assert.equal((await visitor.signIn(email)).status, 303);
});

test("shows which artifact and link are disabled, and why", async () => {
  const { account, visitor } = await newUser();
  const key = admin("key", "add", "--account", account, "--name", "Robot");
  const { id, link } = await shared(key);
  disable(link, "This link only.");
  const page = `/dashboard/artifacts/${id}`;
  assert.match(
    (await visitor.open(page)).text,
    /disabled this link\. Reason: <span dir="auto">This link only\./,
  );
  disable(id, "All of it.");
  const { text } = await visitor.open(page);
  assert.match(text, /disabled this artifact: .* Reason: <span dir="auto">All of it\./);
  assert.ok(!text.includes(`${page}/shares/new`), "no link is offered that would be refused");
  assert.match((await visitor.open("/dashboard/artifacts")).text, /<span class="badge bad">Disabled<\/span>/);
  assert.match((await visitor.open("/dashboard/settings/audit")).text, /Artifact disabled.*All of it\./s);
});

test("a view of a disabled link is not counted", async () => {
  const { key } = newAccount();
  const { id, url, link } = await shared(key, { maxViews: 1 });
  disable(link);
  for (const method of ["GET", "POST"])
    assert.equal(
      (
        await request(method, url, {
          headers: method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {},
          body: method === "POST" ? "open=1" : undefined,
        })
      ).status,
      410,
    );
  assert.equal((await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount, 0);
});

test("disabling requires a reason and an existing subject", () => {
  const { account, key } = newAccount();
  for (const [words, status] of [
    [["disable", account], 2],
    [["disable", account, "--reason", "\n"], 2],
    [["disable", account, "--reason", "x".repeat(501)], 2],
    [["disable", key, "--reason", "x"], 2],
    [["disable", "art_01h455vb4pex5vsknk084sn02q", "--reason", "x"], 1],
    [["enable", account], 1],
    [["enable", "nonsense"], 2],
  ]) {
    const answer = attempt(words);
    assert.equal(answer.status, status, `${words}: ${answer.stderr}`);
  }
  const again = attempt(["disable", "--reason", "First."], `${account}\n`);
  assert.deepEqual([again.status, again.stdout], [0, `disabled ${account}\n`]);
});
