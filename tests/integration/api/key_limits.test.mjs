// API keys that may create and share, but not widen an audience: maximumExpiry and passwordRequired.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import {
  admin,
  call,
  markdown,
  newAccount,
  newKey,
  request,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { callTool } from "../mcp/messages.mjs";

const day = 24 * 60 * 60 * 1000;
const password = "between you and me";
const later = (days) => new Date(Date.now() + days * day).toISOString();

let owner; // without limits, as people have in the dashboard
let shortLived; // two days at most
let guarded; // a password on every link
before(() => {
  owner = newAccount();
  const scopes = undefined;
  shortLived = newKey(owner.account, scopes, "--maximum-expiry", "2d");
  guarded = newKey(owner.account, scopes, "--password-required");
});

const lifetime = ({ createdAt, expiresAt }) => (Date.parse(expiresAt) - Date.parse(createdAt)) / day;
const codes = ({ json }) => (json.warnings ?? []).map(({ code, field }) => `${code} ${field}`);

function refused({ status, json, text }, code, field) {
  assert.equal(status, 403, text);
  assert.equal(json.error.code, code, text);
  assert.equal(json.error.field, field, text);
  assert.match(json.error.message, code === "expiry_not_allowed" ? /"2d"/ : /password/);
}

async function sharedByOwner(more = {}) {
  const body = markdown("x", more);
  const { json } = await call(owner.key, "POST", "/artifacts/share", body);
  return { id: json.id, link: json.share.id, url: json.url };
}

test("lists and the account show the limits of a key", async () => {
  const key = newKey(
    owner.account,
    undefined,
    "--maximum-expiry",
    "168h",
    "--password-required",
    "--refuse-secrets",
  );
  const { json } = await call(key, "GET", "/account");
  const { maximumExpiry, passwordRequired, refusesSecrets } = json.key;
  assert.deepEqual(
    { maximumExpiry, passwordRequired, refusesSecrets },
    { maximumExpiry: "7d", passwordRequired: true, refusesSecrets: true },
  );
  const listed = JSON.parse(admin("key", "list", "--account", owner.account, "--json"));
  const own = listed.find(({ id }) => id === json.key.id);
  assert.equal(own.maximumExpiry, "7d");
  assert.equal(own.passwordRequired, true);
  assert.match(
    admin("key", "list", "--account", owner.account),
    /\(expiry at most 7d, password required, refuses secrets\)/,
  );
  const unlimited = (await call(owner.key, "GET", "/account")).json.key;
  assert.equal(unlimited.maximumExpiry, undefined);
  assert.equal(unlimited.passwordRequired, false);
});

test("without an expiry, the limit of the key applies, and the response says so", async () => {
  const created = await call(shortLived, "POST", "/artifacts", markdown("x"));
  assert.equal(lifetime(created.json), 2);
  assert.deepEqual(codes(created), ["expiry_limited /expiresIn"]);
  assert.match(created.json.warnings[0].message, /"2d", the limit of this API key/);
  const linked = await call(shortLived, "POST", `/artifacts/${created.json.id}/share`, {});
  assert.deepEqual(codes(linked), ["expiry_limited /expiresIn"]);
  assert.ok(lifetime(linked.json) <= 2);

  const both = await call(shortLived, "POST", "/artifacts/share", markdown("x"));
  assert.equal(lifetime(both.json), 2);
  assert.equal(lifetime(both.json.share), 2);
  assert.deepEqual(codes(both), ["expiry_limited /expiresIn"]);

  const put = await call(shortLived, "PUT", `/artifacts/ext:${randomUUID()}`, markdown("x", { share: {} }));
  assert.equal(lifetime(put.json), 2);
  assert.equal(lifetime(put.json.share), 2);
  assert.deepEqual(codes(put), ["expiry_limited /expiresIn"]);

  // A limit beyond what is usual changes no default of a link.
  const month = newKey(owner.account, undefined, "--maximum-expiry", "30d");
  const usual = await call(month, "POST", "/artifacts/share", markdown("x"));
  assert.equal(lifetime(usual.json.share), 7);
  assert.deepEqual(codes(usual), []);
});

test("a limited key creates and extends nothing beyond its limit, in any call", async () => {
  const { id, link } = await sharedByOwner({ expiresIn: "1h" });
  const externalId = randomUUID();
  await call(
    owner.key,
    "PUT",
    `/artifacts/ext:${externalId}`,
    markdown("x", { expiresIn: "1h", share: { expiresIn: "1h" } }),
  );
  for (const expiresIn of ["49h", "never", later(3), "3650d"]) {
    const beyond = { expiresIn };
    const calls = [
      ["POST", "/artifacts", markdown("x", beyond)],
      ["POST", "/artifacts/share", markdown("x", beyond)],
      ["POST", `/artifacts/${id}/share`, beyond],
      ["PUT", `/artifacts/${id}`, beyond],
      ["PATCH", `/artifacts/${id}/shares/${link}`, beyond],
      ["PUT", `/artifacts/ext:${externalId}`, markdown("x", beyond)],
      ["PUT", `/artifacts/ext:${randomUUID()}`, markdown("x", beyond)],
    ];
    for (const [method, path, body] of calls)
      refused(await call(shortLived, method, path, body), "expiry_not_allowed", "/expiresIn");
    for (const existing of [externalId, randomUUID()]) {
      const body = markdown("x", { share: beyond });
      refused(
        await call(shortLived, "PUT", `/artifacts/ext:${existing}`, body),
        "expiry_not_allowed",
        "/share/expiresIn",
      );
    }
  }
  // An empty expiry of an artifact stands for none.
  refused(
    await call(shortLived, "PUT", `/artifacts/${id}`, { expiresIn: null }),
    "expiry_not_allowed",
    "/expiresIn",
  );
  for (const expiresIn of ["48h", "60s", later(1.99)]) {
    assert.equal(
      (await call(shortLived, "POST", "/artifacts/share", markdown("x", { expiresIn }))).status,
      201,
    );
    assert.equal(
      (await call(shortLived, "PATCH", `/artifacts/${id}/shares/${link}`, { expiresIn })).status,
      200,
    );
    assert.equal((await call(shortLived, "PUT", `/artifacts/${id}`, { expiresIn })).status, 200);
  }
});

test("a limited key extends a kept link up to its limit only", async () => {
  const path = `/artifacts/ext:${randomUUID()}`;
  const body = markdown("x", { expiresIn: "2d", share: { expiresIn: "60s" } });
  const made = await call(owner.key, "PUT", path, body);
  const kept = await call(shortLived, "PUT", path, markdown("y", { share: {} }));
  assert.equal(kept.json.share.id, made.json.share.id);
  assert.ok(Date.parse(kept.json.share.expiresAt) <= Date.now() + 2 * day);
  assert.ok(Date.parse(kept.json.share.expiresAt) > Date.now() + 1.9 * day);
});

test("a key that requires passwords extends no open link through its artifact", async () => {
  const externalId = randomUUID();
  const { id } = await sharedByOwner({ expiresIn: "1d", externalId });
  const links = async () => (await call(owner.key, "GET", `/artifacts/${id}/shares`)).json.data;
  const before = await links();
  const put = (expiresIn) => call(guarded, "PUT", `/artifacts/${id}`, { expiresIn });
  for (const expiresIn of ["30d", later(30), null, "never"])
    refused(await put(expiresIn), "password_required");
  const upsert = markdown("x", { expiresIn: "30d" });
  refused(await call(guarded, "PUT", `/artifacts/ext:${externalId}`, upsert), "password_required");
  assert.deepEqual(await links(), before);
  assert.equal((await put("1h")).status, 200);

  // A link that ends before its artifact gets no longer by it.
  const kept = (await call(owner.key, "POST", "/artifacts", markdown("x", { expiresIn: "2d" }))).json.id;
  await call(owner.key, "POST", `/artifacts/${kept}/share`, { expiresIn: "1h" });
  assert.equal((await call(guarded, "PUT", `/artifacts/${kept}`, { expiresIn: "30d" })).status, 200);
  // One that ends by it does.
  await call(owner.key, "POST", `/artifacts/${kept}/share`, { expiresIn: "60d" });
  refused(await call(guarded, "PUT", `/artifacts/${kept}`, { expiresIn: "50d" }), "password_required");
});

test("a short-lived key reopens no used-up link that lasts longer", async () => {
  const { id, link, url } = await sharedByOwner({ expiresIn: "365d", maxViews: 1 });
  // A page would ask first whether to use up a view.
  const view = async () => (await request("GET", url, { headers: { accept: "text/markdown" } })).status;
  assert.equal(await view(), 200);
  assert.equal(await view(), 410);
  const path = `/artifacts/${id}/shares/${link}`;
  for (const maxViews of [1_000_000, null])
    refused(await call(shortLived, "PATCH", path, { maxViews }), "expiry_not_allowed", "/expiresIn");
  assert.equal(await view(), 410);
  assert.equal((await call(shortLived, "PATCH", path, { maxViews: 5, expiresIn: "1d" })).status, 200);
  assert.equal(await view(), 200);
});

test("a short-lived key reopens no used-up link by an upsert either", async () => {
  const path = `/artifacts/ext:${randomUUID()}`;
  const put = (key, share) => call(key, "PUT", path, markdown("x", { share }));
  const { json } = await put(owner.key, { expiresIn: "365d", maxViews: 1 });
  const view = async () =>
    (await request("GET", json.share.url, { headers: { accept: "text/markdown" } })).status;
  assert.equal(await view(), 200);
  assert.equal(await view(), 410);
  for (const maxViews of [1_000_000, null])
    refused(await put(shortLived, { maxViews }), "expiry_not_allowed", "/share/expiresIn");
  assert.equal(await view(), 410);
  assert.equal((await put(shortLived, {})).status, 200);
  assert.equal(await view(), 410);
  assert.equal((await put(shortLived, { maxViews: 5, expiresIn: "1d" })).status, 200);
  assert.equal(await view(), 200);
});

test("a key that requires passwords creates and leaves no link without one, in any call", async () => {
  const { id, link } = await sharedByOwner();
  const protectedLink = (await call(owner.key, "POST", `/artifacts/${id}/share`, { password })).json.id;
  const opened = `/artifacts/${id}/shares/${link}`;
  const closed = `/artifacts/${id}/shares/${protectedLink}`;
  const externalId = randomUUID();
  await call(owner.key, "PUT", `/artifacts/ext:${externalId}`, markdown("x", { share: {} }));
  const calls = [
    ["POST", "/artifacts/share", markdown("x")],
    ["POST", `/artifacts/${id}/share`, {}],
    ["POST", `/artifacts/${id}/share`, { password: null }],
    ["PATCH", closed, { password: null }],
    ["PATCH", closed, { password: "" }],
    ["PATCH", opened, { expiresIn: "30d" }],
    ["PATCH", opened, { allowDownload: true }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await call(guarded, method, path, body);
    if (answer.status !== 400) refused(answer, "password_required", "/password");
    else assert.equal(body.password, "", answer.text);
  }
  for (const [existing, linkOptions] of [
    [externalId, {}],
    [externalId, { password: null }],
    [randomUUID(), {}],
  ]) {
    const body = markdown("x", { share: linkOptions });
    const answer = await call(guarded, "PUT", `/artifacts/ext:${existing}`, body);
    refused(answer, "password_required", "/share/password");
  }
  assert.equal(
    (await call(owner.key, "GET", `/artifacts/${id}/shares`)).json.data.find(
      (each) => each.id === protectedLink,
    ).hasPassword,
    true,
  );

  // With a password, and by a stricter change.
  assert.equal(
    (await call(guarded, "POST", "/artifacts/share", markdown("x", { password }))).json.share.hasPassword,
    true,
  );
  assert.equal((await call(guarded, "POST", `/artifacts/${id}/share`, { password })).status, 200);
  assert.equal((await call(guarded, "PATCH", closed, { expiresIn: "30d" })).status, 200);
  assert.equal((await call(guarded, "PATCH", closed, { password: `${password}!` })).status, 200);
  assert.equal((await call(guarded, "PATCH", opened, { password, expiresIn: "1h" })).json.hasPassword, true);
  const put = (body) => call(guarded, "PUT", `/artifacts/ext:${externalId}`, markdown("x", { share: body }));
  assert.equal((await put({ password })).json.share.hasPassword, true);
  assert.equal((await put({})).json.share.hasPassword, true);
  assert.equal((await call(guarded, "DELETE", opened)).status, 200);
  assert.equal((await call(guarded, "POST", "/artifacts", markdown("x"))).status, 201);
});

test("a limited key restores nothing that would exceed its limits", async () => {
  const restore = (key, id) => call(key, "POST", `/artifacts/${id}/restore`);
  const deleted = async (more) => {
    const made = await sharedByOwner(more);
    await call(owner.key, "DELETE", `/artifacts/${made.id}`);
    return made.id;
  };
  const long = await deleted({ expiresIn: "30d", password });
  refused(await restore(shortLived, long), "expiry_not_allowed", undefined);
  const endless = (await call(owner.key, "POST", "/artifacts", markdown("x"))).json.id;
  await call(owner.key, "DELETE", `/artifacts/${endless}`);
  refused(await restore(shortLived, endless), "expiry_not_allowed", undefined);
  assert.equal((await restore(shortLived, await deleted({ expiresIn: "1d" }))).status, 200);

  const open = await deleted({ expiresIn: "1d" });
  refused(await restore(guarded, open), "password_required", undefined);
  assert.equal((await restore(guarded, await deleted({ password }))).status, 200);
  // A link that was revoked does not come back.
  assert.equal((await restore(owner.key, open)).status, 200);
  const links = (await call(owner.key, "GET", `/artifacts/${open}/shares`)).json.data;
  await call(owner.key, "DELETE", `/artifacts/${open}/shares/${links[0].id}`);
  await call(owner.key, "DELETE", `/artifacts/${open}`);
  assert.equal((await restore(guarded, open)).status, 200);
});

test("a key that requires passwords extends no expired artifact with links without a password", async () => {
  const expire = (id) =>
    sql(`update artifacts set expires_at = now() - interval '1 minute' where id = '${uuidOf(id)}'`);
  const open = (await call(owner.key, "POST", "/artifacts", markdown("x"))).json.id;
  await call(owner.key, "POST", `/artifacts/${open}/share`, { expiresIn: "30d" });
  const closed = (await call(owner.key, "POST", "/artifacts", markdown("x"))).json.id;
  await call(owner.key, "POST", `/artifacts/${closed}/share`, { expiresIn: "30d", password });
  expire(open);
  expire(closed);
  refused(
    await call(guarded, "PUT", `/artifacts/${open}`, { expiresIn: "1d" }),
    "password_required",
    undefined,
  );
  assert.equal((await call(guarded, "PUT", `/artifacts/${open}`, { title: "still expired" })).status, 200);
  assert.equal((await call(guarded, "PUT", `/artifacts/${closed}`, { expiresIn: "1d" })).status, 200);
  assert.equal((await call(owner.key, "PUT", `/artifacts/${open}`, { expiresIn: "1d" })).status, 200);
});

test("it extends no expired artifact whose link would follow, as both were created together", async () => {
  const expireWithLink = (id) =>
    sql(`with moment as materialized (select date_trunc('milliseconds', now()) - interval '1 minute' as at),
              artifact as (update artifacts set expires_at = at from moment where id = '${uuidOf(id)}')
         update share_links set expires_at = at from moment where artifact_id = '${uuidOf(id)}'`);
  const open = await sharedByOwner({ expiresIn: "1d" });
  const closed = await sharedByOwner({ expiresIn: "1d", password });
  for (const { id } of [open, closed]) expireWithLink(id);
  const extend = (key, { id }) => call(key, "PUT", `/artifacts/${id}`, { expiresIn: "1d" });
  refused(await extend(guarded, open), "password_required", undefined);
  assert.equal((await request("GET", open.url)).status, 410);
  assert.equal((await extend(guarded, closed)).status, 200);
  assert.equal((await extend(owner.key, open)).status, 200);
  assert.equal((await request("GET", open.url)).status, 200);
});

test("the tools of the MCP server apply the limits of the key", async () => {
  const fails = async (key, tool, args, pattern) => {
    const result = await callTool(key, tool, args);
    assert.equal(result.isError, true, JSON.stringify(result));
    assert.match(result.content[0].text, pattern);
  };
  const { id, url } = await sharedByOwner({ password });
  await fails(shortLived, "share", { markdown: "x", expiresIn: "30d" }, /at most "2d".*Leave expiresIn out/);
  await fails(shortLived, "share", { artifact: id, expiresIn: "never" }, /at most "2d"/);
  await fails(shortLived, "change_link", { link: url, expiresIn: "3d" }, /at most "2d"/);
  await fails(guarded, "share", { markdown: "x" }, /password is required.*Give a password/);
  await fails(guarded, "share", { artifact: id }, /password is required/);
  await fails(guarded, "change_link", { link: url, password: null }, /password is required/);
  await call(owner.key, "DELETE", `/artifacts/${id}`);
  await fails(shortLived, "restore", { artifact: id }, /longer than "2d"/);
  const shared = await callTool(shortLived, "share", { markdown: "x" });
  assert.match(shared.content[0].text, /the limit of this API key/);
  assert.ok(Date.parse(shared.structuredContent.expiresAt) <= Date.now() + 2 * day);
});
