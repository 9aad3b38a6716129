// GET /artifacts/{id}/shares, PATCH and DELETE /artifacts/{id}/shares/{share_id}, and views that run out.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  admin,
  call,
  markdown,
  newAccount,
  openCover,
  origin,
  newKey,
  request,
  share,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import {
  assertApiHeaders,
  assertError,
  assertFields,
  idPattern,
  timestampPattern,
} from "../../service/contract_assertions.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { callTool } from "../mcp/messages.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";

let key;
before(() => ({ key } = newAccount()));

// An artifact with one link: its id, and the link's id and address.
async function shared(more) {
  const { id, url, expiresAt } = await share(key, markdown("the text", { title: "the title", ...more }));
  return { id, url, expiresAt, link: linkOf(url) };
}
async function listed(id) {
  const response = await call(key, "GET", `/artifacts/${id}/shares`);
  assert.equal(response.status, 200, response.text);
  assertApiHeaders(response);
  assertFields(response.json, "data", "pagination");
  return response.json.data;
}
const patch = ({ id, link }, body) => call(key, "PATCH", `/artifacts/${id}/shares/${link}`, body);
const revoke = ({ id, link }) => call(key, "DELETE", `/artifacts/${id}/shares/${link}`);
const view = (url, options) => request("GET", url, options);
const submit = (url, password) =>
  request("POST", url, {
    from: ownAddress(),
    body: `password=${encodeURIComponent(password)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

async function assertPatches(target, body) {
  const response = await patch(target, body);
  assert.equal(response.status, 200, response.text);
  assertApiHeaders(response);
  const { warnings = [], ...link } = response.json;
  assert.deepEqual(
    link,
    (await listed(target.id)).find(({ id }) => id === target.link),
  );
  const known = ["name", "expiresIn", "allowDownload", "password", "maxViews", "remoteImages"];
  const ignored = warnings.filter(({ code }) => /^(unknown|read_only)_field$/.test(code));
  assert.deepEqual(
    ignored.map(({ field }) => field.slice(1)),
    Object.keys(body).filter((name) => !known.includes(name)),
  );
  return link;
}

test("warns of a download without a file, and of a password that is soon guessed", async () => {
  const weak = { allowDownload: true, password: "1234567" };
  const good = { allowDownload: true, password: "12345678" };
  const pdf = (more) => ({ template: "pdf", content: { markdown: "x" }, ...more });
  const codes = ({ json, text }) => {
    assert.ok(json, text);
    return (json.warnings ?? []).map(({ code, field }) => `${code} ${field}`).sort();
  };
  const target = await shared();
  const printed = await call(key, "POST", "/artifacts/share", pdf());
  const both = ["download_without_file /allowDownload", "short_password /password"];
  for (const publish of [
    (more) => call(key, "POST", `/artifacts/${target.id}/share`, more),
    (more) => call(key, "POST", "/artifacts/share", markdown("x", more)),
    (more) => patch(target, more),
  ]) {
    assert.deepEqual(codes(await publish(weak)), both);
    assert.deepEqual(codes(await publish(good)), [both[0]]);
    assert.deepEqual(codes(await publish({})), []);
  }
  for (const publish of [
    (more) => call(key, "POST", `/artifacts/${printed.json.id}/share`, more),
    (more) => call(key, "POST", "/artifacts/share", pdf(more)),
  ]) {
    assert.deepEqual(codes(await publish(weak)), [both[1]]);
    assert.deepEqual(codes(await publish(good)), []);
  }
  const kept = `/artifacts/ext:weak-${process.pid}`;
  for (let i = 0; i < 2; ++i) {
    const put = await call(key, "PUT", kept, markdown("x", { share: weak }));
    assert.deepEqual(
      codes(put),
      both.map((line) => line.replace("/", "/share/")),
    );
  }
  for (const tool of [
    ["share", { markdown: "x", ...weak }],
    ["change_link", { link: target.url, ...weak }],
  ]) {
    const { content } = await callTool(key, ...tool);
    assert.match(content[0].text, /allowDownload has no effect/);
    assert.match(content[0].text, /fewer than 8 characters/);
  }
});

test("warns where a link is to show its sender, and pages show none", async () => {
  const { account, key } = newAccount();
  const setSender = (...options) => admin("account", "set-sender", "--account", account, ...options);
  const { id, url } = await share(key, markdown("x"));
  const external = `/artifacts/ext:sender-${process.pid}`;
  const ways = [
    ["/showSender", (body) => call(key, "POST", `/artifacts/${id}/share`, body)],
    ["/showSender", (body) => call(key, "POST", "/artifacts/share", markdown("x", body))],
    ["/showSender", (body) => call(key, "PATCH", `/artifacts/${id}/shares/${linkOf(url)}`, body)],
    ["/share/showSender", (body) => call(key, "PUT", external, markdown("x", { share: body }))],
    ["/share/showSender", (body) => call(key, "PUT", external, markdown("y", { share: body }))],
  ];
  const assertWarned = async (message) => {
    for (const [field, send] of ways) {
      const { text, json } = await send({ showSender: true });
      assert.equal((json.share ?? json).showSender ?? true, true, text);
      const warned = (json.warnings ?? []).map((one) => [one.code, one.field]);
      assert.deepEqual(warned, message ? [["sender_not_shown", field]] : []);
      if (message) assert.match(json.warnings[0].message, message);
      assert.equal((await send({ showSender: false })).json.warnings, undefined);
    }
    const { content } = await callTool(key, "change_link", { link: url, showSender: true });
    if (message) assert.match(content[0].text, message);
    else assert.doesNotMatch(content[0].text, /showSender/);
  };
  await assertWarned(/the account has no name for viewers/);
  setSender("--name", "Acme");
  await assertWarned(/showSender has no effect: the operator of this service has not allowed/);
  setSender("--allowed", "yes");
  await assertWarned();
});

test("an upsert says whether link previews show the content, when it creates the link and later", async () => {
  const path = `/artifacts/ext:cards-${process.pid}`;
  const put = async (share) => (await call(key, "PUT", path, markdown("x", { share }))).json.share.cards;
  assert.equal(await put({ cards: "off" }), "off");
  assert.equal(await put({}), "off");
  assert.equal(await put({ cards: "on" }), "on");
});

test("new links have the defaults of their account, as far as nobody says otherwise", async () => {
  const { visitor, account } = await newUser();
  const publishing = "/dashboard/settings/publishing";
  const { id } = (await call(newKey(account), "POST", "/artifacts/share", markdown("x"))).json;
  await visitor.open(publishing);
  const saved = await visitor.post(publishing, { live: "auto", cards: "off", remoteImages: "click" });
  assert.match((await visitor.open(saved.headers.location)).text, /<option value="click" selected>/);
  const own = newKey(account, ["artifacts:write", "artifacts:share", "artifacts:read", "account:read"]);
  const chosen = ({ live, cards, remoteImages }) => [live, cards, remoteImages];
  const made = async (method, path, body) => (await call(own, method, path, body)).json.share;
  const share = { cards: "on", remoteImages: null };
  assert.deepEqual(chosen(await made("POST", "/artifacts/share", markdown("x"))), ["auto", "off", "click"]);
  assert.deepEqual(chosen(await made("PUT", "/artifacts/ext:defaults", markdown("x", { share }))), [
    "auto",
    "on",
    "click",
  ]);
  await visitor.open(`/dashboard/artifacts/${id}`);
  await visitor.post(`/dashboard/artifacts/${id}/shares/new`, {});
  const links = (await call(own, "GET", `/artifacts/${id}/shares`)).json.data;
  assert.deepEqual(links.map(chosen), [
    ["auto", "off", "click"],
    ["offer", "on", undefined],
  ]);
  const events = (await call(own, "GET", "/account/audit")).json.data;
  const { subjectName } = events.find(({ action }) => action === "account.settings_changed");
  assert.equal(subjectName, "new links have live: auto, cards: off, remoteImages: click");
});

test("an artifact's links are listed with their URLs and settings", async () => {
  const { id, url, link, expiresAt } = await shared();
  const protectedLink = await call(key, "POST", `/artifacts/${id}/share`, {
    expiresIn: "1h",
    allowDownload: true,
    password: "p",
    maxViews: 9,
  });
  assert.equal(protectedLink.status, 200);
  const links = await listed(id);
  assert.equal(links.length, 2);
  const first = links.find((entry) => entry.id === link);
  const versions = { version: "latest", showHistory: false, live: "offer", cards: "on" };
  assert.match(first.id, idPattern("shr"));
  assert.match(first.createdAt, timestampPattern);
  assert.deepEqual(
    { ...first, createdAt: 0 },
    {
      id: link,
      url,
      createdAt: 0,
      expiresAt,
      allowDownload: false,
      hasPassword: false,
      isActive: true,
      ...versions,
      viewCount: 0,
    },
  );
  const second = links.find((entry) => entry.id !== link);
  assertFields(
    second,
    "id",
    "url",
    "createdAt",
    "expiresAt",
    "allowDownload",
    "hasPassword",
    "maxViews",
    "isActive",
    ...Object.keys(versions),
    "viewCount",
  );
  assert.deepEqual(
    [
      second.url,
      second.expiresAt,
      second.allowDownload,
      second.hasPassword,
      second.maxViews,
      second.viewCount,
    ],
    [protectedLink.json.url, protectedLink.json.expiresAt, true, true, 9, 0],
  );
  assert.doesNotMatch(JSON.stringify(links), /scrypt|password_?hash/i);
});

test("views of a link are counted, and only those", async () => {
  const target = await shared({ password: "right" });
  const other = (await call(key, "POST", `/artifacts/${target.id}/share`, {})).json;
  const cookie = (await submit(target.url, "right")).headers["set-cookie"][0].split(";")[0];
  await submit(target.url, "wrong");
  await view(target.url);
  await request("HEAD", target.url, { headers: { cookie } });
  await view(`${target.url}x`);
  const earliest = Date.now();
  for (let i = 0; i < 3; ++i) assert.equal((await view(target.url, { headers: { cookie } })).status, 200);
  const latest = Date.now();
  const find = async () => (await listed(target.id)).find(({ id }) => id === target.link);
  const counted = await until(find, ({ viewCount }) => viewCount >= 3);
  assert.equal(counted.viewCount, 3);
  assert.match(counted.lastViewedAt, timestampPattern);
  assert.ok(
    Date.parse(counted.lastViewedAt) >= earliest - 1 && Date.parse(counted.lastViewedAt) <= latest + 1,
  );
  const untouched = (await listed(target.id)).find(({ url }) => url === other.url);
  assert.deepEqual([untouched.viewCount, "lastViewedAt" in untouched], [0, false]);
});

test("a link's expiry can be changed, earlier or later, and its URL stays", async () => {
  const target = await shared({ expiresIn: "60d" });
  for (const [expiresIn, expected] of [
    ["1h", 3600000],
    ["30d", 30 * 86400000],
    ["60s", 60000],
  ]) {
    const earliest = Date.now();
    const changed = await assertPatches(target, { expiresIn });
    const end = Date.parse(changed.expiresAt) - expected;
    assert.ok(end >= earliest - 1 && end <= Date.now() + 1, `${expiresIn}: off by ${end - earliest} ms`);
    assert.equal(changed.url, target.url);
  }
  sql(`update share_links set expires_at = now() where id = '${uuidOf(target.link)}'`);
  assert.equal((await view(target.url)).status, 410);
  await assertPatches(target, { expiresIn: "1h" });
  assert.equal((await view(target.url)).status, 200);
});

test("each setting can be changed alone, and the others stay", async () => {
  const target = await shared({ maxViews: 50 });
  const beforehand = (await listed(target.id))[0];
  assert.deepEqual(await assertPatches(target, {}), beforehand);
  assert.deepEqual(
    await assertPatches(target, {
      unknown: 1,
      id: "shr_x",
      viewCount: 9,
      url: "x",
      revokedAt: "2000-01-01T00:00:00.000Z",
    }),
    beforehand,
  );
  assert.deepEqual(await assertPatches(target, { allowDownload: true }), {
    ...beforehand,
    allowDownload: true,
  });
  assert.deepEqual(await assertPatches(target, { maxViews: 60 }), {
    ...beforehand,
    allowDownload: true,
    maxViews: 60,
  });
});

test("a password can be set, changed and removed on an existing link", async () => {
  const target = await shared();
  assert.equal((await assertPatches(target, { password: "first" })).hasPassword, true);
  const prompt = await view(target.url);
  assert.equal(prompt.status, 401);
  assert.doesNotMatch(prompt.text, /the text|the title/);
  const cookie = (await submit(target.url, "first")).headers["set-cookie"][0].split(";")[0];
  assert.equal((await view(target.url, { headers: { cookie } })).status, 200);
  await assertPatches(target, { password: "second" });
  assert.equal(
    (await view(target.url, { headers: { cookie } })).status,
    401,
    "the old password's cookie is worthless",
  );
  assert.equal((await submit(target.url, "first")).status, 401);
  assert.equal((await submit(target.url, "second")).status, 303);
  assert.equal((await assertPatches(target, { allowDownload: true })).hasPassword, true);
  assert.equal((await assertPatches(target, { password: null })).hasPassword, false);
  assert.equal((await view(target.url)).status, 200);
});

test("a setting out of bounds is rejected by name, and nothing is changed", async () => {
  const target = await shared();
  const beforehand = (await listed(target.id))[0];
  const refused = {
    allowDownload: ["yes", 1, []],
    password: ["", "x".repeat(129), 1, {}],
    maxViews: [0, -1, 1.5, 1000001, "5", []],
  };
  for (const [name, values] of Object.entries(refused))
    for (const value of values)
      assertError(await patch(target, { [name]: value }), 400, "invalid_request", name);
  for (const expiresIn of [null, "", "59s", "3651d", "Never", 7])
    assertError(await patch(target, { expiresIn }), 400, "invalid_expires_in");
  assertError(await patch(target, { expiresIn: "1h", maxViews: 0 }), 400, "invalid_request", "maxViews");
  assert.deepEqual((await listed(target.id))[0], beforehand);
});

test("a revoked link is invalid from the next view on, on every worker and in every form, and says since when", async () => {
  const target = await shared({ password: "right" });
  const cookie = (await submit(target.url, "right")).headers["set-cookie"][0].split(";")[0];
  const response = await revoke(target);
  assert.equal(response.status, 200, response.text);
  assertApiHeaders(response);
  assertFields(response.json, "id", "revokedAt");
  assert.equal(response.json.id, target.link);
  assert.match(response.json.revokedAt, timestampPattern);
  const views = await Promise.all([
    ...Array.from({ length: 32 }, () => view(target.url, { headers: { cookie } })),
    view(target.url),
    submit(target.url, "right"),
    request("HEAD", target.url),
    view(target.url, { headers: { accept: "application/json" } }),
  ]);
  assert.deepEqual([...new Set(views.map(({ status }) => status))], [410]);
  assert.equal((await listed(target.id))[0].revokedAt, response.json.revokedAt);
  assert.equal((await call(key, "GET", `/artifacts/${target.id}`)).json.status, "active");
  assert.equal(
    (await view((await call(key, "POST", `/artifacts/${target.id}/share`, {})).json.url)).status,
    200,
  );
});

test("a link ends after exactly as many views as it allows", async () => {
  const target = await shared({ maxViews: 3 });
  for (let i = 0; i < 3; ++i) {
    assert.equal((await request("HEAD", target.url)).status, 200);
    assert.equal((await openCover(target.url)).status, 200, `view ${i + 1}`);
  }
  for (const response of [
    await view(target.url),
    await request("HEAD", target.url),
    await view(target.url, { headers: { accept: "application/json" } }),
  ])
    assert.equal(response.status, 410);
});

test("concurrent views never exceed the view limit", async () => {
  for (const maxViews of [1, 7]) {
    const { url } = await shared({ maxViews });
    const statuses = (await Promise.all(Array.from({ length: 50 }, () => openCover(url)))).map(
      ({ status }) => status,
    );
    assert.equal(statuses.filter((status) => status === 200).length, maxViews);
    assert.equal(statuses.filter((status) => status === 410).length, 50 - maxViews);
  }
});

test("the view limit of a link can be raised after its last view, and lowered", async () => {
  const target = await shared({ maxViews: 2 });
  for (const expected of [200, 200, 410]) assert.equal((await openCover(target.url)).status, expected);
  await assertPatches(target, { maxViews: 3 });
  for (const expected of [200, 410]) assert.equal((await openCover(target.url)).status, expected);
  const cut = await shared();
  for (let i = 0; i < 3; ++i) await view(cut.url);
  await assertPatches(cut, { maxViews: 2 });
  assert.equal((await view(cut.url)).status, 410);
});

test("a link can be reached through its own artifact only", async () => {
  const target = await shared();
  const other = await shared();
  for (const [id, link] of [
    [target.id, other.link],
    [other.id, target.link],
    [target.id, "shr_01h455vb4pex5vsknk084sn02q"],
    [target.id, "shr_x"],
    [target.id, target.id],
    ["art_x", target.link],
    ["art_01h455vb4pex5vsknk084sn02q", target.link],
  ]) {
    assertError(await patch({ id, link }, { expiresIn: "1h" }), 404, "not_found");
    assertError(await revoke({ id, link }), 404, "not_found");
  }
  assertError(await call(key, "GET", "/artifacts/art_01h455vb4pex5vsknk084sn02q/shares"), 404, "not_found");
  assert.equal((await view(target.url)).status, 200);
});

test("a link can be changed while one of its views is being counted", async (t) => {
  const { id, url } = await share(key, markdown("x"));
  const link = linkOf(url);
  const view = new DatabaseSession(t);
  // The lock that a foreign key takes.
  await view.ask(`begin; select from share_links where id = '${uuidOf(link)}' for key share`);
  const changed = await call(key, "PATCH", `/artifacts/${id}/shares/${link}`, { maxViews: 3 });
  assert.equal(changed.status, 200, changed.text);
  await view.ask("commit");
});

test("links are paginated, newest first, each once, while others are created", async () => {
  const { id } = await shared();
  for (let i = 0; i < 24; ++i) await call(key, "POST", `/artifacts/${id}/share`, {});
  const page = async (query) => (await call(key, "GET", `/artifacts/${id}/shares${query}`)).json;
  const first = await page("");
  assert.equal(first.data.length, 20);
  assert.deepEqual([first.pagination.limit, first.pagination.hasMore], [20, true]);
  const seen = [];
  for (let cursor = ""; cursor !== null;) {
    const { data, pagination } = await page(`?limit=10${cursor && `&cursor=${cursor}`}`);
    seen.push(...data.map((link) => link.id));
    cursor = pagination.nextCursor;
    assert.equal(pagination.hasMore, cursor !== null);
    await call(key, "POST", `/artifacts/${id}/share`, {});
  }
  const inOrder = sql(
    `select id from share_links where artifact_id = '${uuidOf(id)}' order by created_at desc, id desc`,
  ).split("\n");
  assert.equal(seen.length, 25);
  assert.deepEqual(seen.map(uuidOf), inOrder.slice(-25));
});

test("links are listed by status", async () => {
  const target = await shared({ maxViews: 1 });
  const { id } = target;
  const make = async (body) => linkOf((await call(key, "POST", `/artifacts/${id}/share`, body)).json.url);
  const working = await make({});
  const ended = await make({});
  const revoked = await make({});
  sql(`update share_links set expires_at = now() where id = '${uuidOf(ended)}'`);
  await revoke({ id, link: revoked });
  assert.equal((await openCover(target.url)).status, 200);
  const withStatus = async (status) =>
    (await call(key, "GET", `/artifacts/${id}/shares?status=${status}`)).json.data.map((link) => link.id);
  assert.deepEqual(await withStatus("active"), [working]);
  assert.deepEqual(await withStatus("ended"), [ended, target.link]);
  assert.deepEqual(await withStatus("revoked"), [revoked]);
});

test("each page of a list leads to the next one by its header, with the same filters", async () => {
  const { id } = await shared();
  for (let i = 0; i < 4; ++i) await call(key, "POST", `/artifacts/${id}/share`, { name: "a & b" });
  const seen = [];
  for (let path = `/artifacts/${id}/shares?limit=2&status=active`; path;) {
    const { headers, json } = await call(key, "GET", path);
    seen.push(...json.data.map((link) => link.id));
    const description = `<${origin}/openapi.json>; rel="service-desc"; type="application/json"`;
    assert.ok(headers.link.endsWith(description), headers.link);
    const [, next] = /^<([^>]+)>; rel="next", /.exec(headers.link) ?? [];
    assert.equal(next !== undefined, json.pagination.hasMore);
    path = next;
    if (next) assert.equal(next, `${origin}/api/artifacts/${id}/shares${new URL(next).search}`);
    if (next) assert.match(next, /\?(?=.*\blimit=2\b)(?=.*\bstatus=active\b)(?=.*\bcursor=)/);
  }
  assert.equal(new Set(seen).size, 5);
});

test("an invalid page of links is rejected", async () => {
  const target = await shared();
  const { id } = target;
  await call(key, "POST", `/artifacts/${id}/share`, {});
  const list = (query, artifact = id) => call(key, "GET", `/artifacts/${artifact}/shares?${query}`);
  for (const query of ["limit=0", "limit=101", "limit=x", "status=old", "limit=1&limit=2"])
    assertError(await list(query), 400, "invalid_request");
  const cursor = (await list("limit=1")).json.pagination.nextCursor;
  const other = await shared();
  assertError(await list(`cursor=${cursor}`, other.id), 400, "invalid_cursor");
  assertError(await list(`cursor=${cursor}&status=active`), 400, "invalid_cursor");
  assertError(await list("cursor=x"), 400, "invalid_cursor");
  assert.equal((await list(`cursor=${cursor}`)).json.data.length, 1);
});

test("the links of all artifacts are listed, with their artifacts, by status and page by page", async () => {
  const own = newAccount();
  const list = async (query = "") => (await call(own.key, "GET", `/artifacts/shares${query}`)).json;
  assert.deepEqual(await list(), { data: [], pagination: { limit: 20, hasMore: false, nextCursor: null } });
  const made = [];
  for (const [title, body] of [
    ["Active", {}],
    [null, {}],
    ["Ended", {}],
    ["Used up", { maxViews: 1 }],
    ["Revoked", {}],
    ["Deleted", {}],
    ["Past", {}],
    ["Disabled", {}],
  ]) {
    const { id, url } = await share(own.key, markdown("# Its heading", { title, ...body }));
    made.push({ id, url, link: linkOf(url) });
  }
  const [, untitled, ended, usedUp, revoked, deleted, past, disabled] = made;
  sql(`update share_links set expires_at = now() where id = '${uuidOf(ended.link)}'`);
  await openCover(usedUp.url);
  await call(own.key, "DELETE", `/artifacts/${revoked.id}/shares/${revoked.link}`);
  await call(own.key, "DELETE", `/artifacts/${deleted.id}`);
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(past.id)}'`);
  sql(
    `update artifacts set disabled_at = now(), disabled_reason = 'spam' where id = '${uuidOf(disabled.id)}'`,
  );

  const { data, pagination } = await list();
  assert.equal(pagination.nextCursor, null);
  assert.deepEqual(
    data.map(({ id, url, artifact }) => [id, url, artifact.id]),
    made.map(({ id, url, link }) => [link, url, id]).reverse(),
  );
  assert.deepEqual(data.at(-2).artifact, {
    id: untitled.id,
    title: null,
    displayTitle: "Its heading",
    status: "active",
  });
  assert.equal(data[2].artifact.status, "deleted");
  const titles = async (query) => (await list(query)).data.map(({ artifact }) => artifact.title);
  assert.deepEqual(await titles("?status=active"), [null, "Active"]);
  const neither = ["Disabled", "Past", "Deleted", "Used up", "Ended"];
  assert.deepEqual(await titles("?status=expired"), neither);
  assert.deepEqual(await titles("?status=ended"), neither);
  assert.deepEqual(await titles("?status=revoked"), ["Revoked"]);

  const seen = [];
  let cursor = "";
  do {
    const page = await list(`?limit=3${cursor}`);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.pagination.nextCursor && `&cursor=${page.pagination.nextCursor}`;
  } while (cursor);
  assert.deepEqual(
    seen,
    data.map(({ id }) => id),
  );

  const first = (await list("?limit=1")).pagination.nextCursor;
  assertError(await call(key, "GET", `/artifacts/shares?cursor=${first}`), 400, "invalid_cursor");
  assertError(
    await call(own.key, "GET", `/artifacts/shares?cursor=${first}&status=active`),
    400,
    "invalid_cursor",
  );
  assertError(
    await call(own.key, "GET", `/artifacts/${made[0].id}/shares?cursor=${first}`),
    400,
    "invalid_cursor",
  );
  assertError(await call(own.key, "GET", "/artifacts/shares?status=old"), 400, "invalid_request");
  const reader = newKey(own.account, ["artifacts:read", "artifacts:write"]);
  assertError(await call(reader, "GET", "/artifacts/shares"), 403, "forbidden");
});

test("a page of all links looks at so many links only, and the next one goes on behind them", async () => {
  const own = newAccount();
  const { id } = await share(own.key, markdown("x"));
  await call(own.key, "POST", `/artifacts/${id}/share`, {});
  const account_id = `'${uuidOf(own.account)}'`;
  sql(`
    update share_links set created_at = created_at - interval '1 day' where artifact_id = '${uuidOf(id)}';
    insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at, revoked_at)
    select gen_random_uuid(), '${uuidOf(id)}', ${account_id}, 'x', now() - n * interval '1 second', now(), now()
      from generate_series(1, 6000) as n`);
  const first = (await call(own.key, "GET", "/artifacts/shares?status=active")).json;
  assert.deepEqual([first.data.length, first.pagination.hasMore], [0, true]);
  const rest = (
    await call(own.key, "GET", `/artifacts/shares?status=active&cursor=${first.pagination.nextCursor}`)
  ).json;
  assert.deepEqual([rest.data.length, rest.pagination.hasMore], [2, false]);
});

test("one link is read by its ID, as the list has it, also if it was revoked", async () => {
  const { id, share: link } = await share(key, markdown("x", { share: { name: "for Sam" } }));
  const get = (by = key, artifact = id) => call(by, "GET", `/artifacts/${artifact}/shares/${link.id}`);
  const listed = async () => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0];
  assert.deepEqual((await get()).json, await listed());
  await call(key, "DELETE", `/artifacts/${id}/shares/${link.id}`);
  const { json } = await get();
  assert.deepEqual([json, json.isActive], [await listed(), false]);
  const other = await share(key, markdown("y"));
  assertError(await get(key, other.id), 404, "not_found");
  assertError(await get(newAccount().key), 403, "forbidden");
});
