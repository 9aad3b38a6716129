// Links that show one version of their artifact, and the history that viewers may read.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  admin,
  call,
  markdown,
  newAccount,
  newKey,
  patiently,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { githubToken } from "../../service/github_token.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";
import { ownWorker } from "../../service/own_worker.mjs";
import { callTool } from "../mcp/messages.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount()));

const create = async (text = "one", more = {}) =>
  (await call(key, "POST", "/artifacts", markdown(text, more))).json.id;
const write = async (id, text, more = {}, by = key) => {
  const {
    status,
    json,
    text: answer,
  } = await call(by, "PUT", `/artifacts/${id}`, { content: { text }, ...more });
  assert.equal(status, 200, answer);
  return json.version;
};
const linkTo = async (id, body, by = key) => {
  const { status, json, text } = await call(by, "POST", `/artifacts/${id}/share`, body);
  assert.equal(status, 200, text);
  return json;
};
const change = (id, link, body, by = key) => call(by, "PATCH", `/artifacts/${id}/shares/${link}`, body);
const revoke = (id, link) => call(key, "DELETE", `/artifacts/${id}/shares/${link}`);
const erase = (id, number) => call(key, "DELETE", `/artifacts/${id}/versions/${number}`);
const numbersOf = async (id) =>
  (await call(key, "GET", `/artifacts/${id}/versions?limit=100`)).json.data.map(({ version }) => version);
const open = (url, query = "", accept = "application/json") =>
  request("GET", `${url}${query}`, { headers: { accept } });
const textAt = async (url, query) => {
  const { status, json, text } = await open(url, query);
  assert.equal(status, 200, text);
  return [json.version, json.content.text];
};
const assertSecret = ({ status, json }) =>
  assert.deepEqual([status, json.error.code], [422, "secret_detected"]);
const shown = ({ version, showHistory, live }) => [version, showHistory, live];

test("a link shows the latest version, or stays at the one that it is pinned to", async () => {
  const id = await create("one", { title: "First" });
  const latest = await linkTo(id, {});
  const pinned = await linkTo(id, { version: 1 });
  assert.deepEqual(shown(latest), ["latest", false, "offer"]);
  assert.deepEqual(shown(pinned), [1, false, "offer"]);
  assert.deepEqual(await textAt(pinned.url), [1, "one"]);
  await write(id, "two", { title: "Second" });
  assert.deepEqual(await textAt(latest.url), [2, "two"]);
  assert.deepEqual(await textAt(pinned.url), [1, "one"]);
  const old = await open(pinned.url);
  assert.equal(old.json.title, "First");
  const page = await open(pinned.url, "", "text/html");
  assert.match(page.text, /<title>First/);
  assert.match(page.text, /Version 1 of <time/);
  assert.doesNotMatch(page.text, /Second|two|History|newer/);
  assert.equal((await open(pinned.url, "&format=md", "*/*")).text.trim(), "one");
});

test("a pin moves, and goes back to the latest, by PATCH", async () => {
  const id = await create("one");
  await write(id, "two");
  const { id: link, url } = await linkTo(id, {});
  const moved = await change(id, link, { version: 1, showHistory: true, live: "auto" });
  assert.deepEqual(shown(moved.json), [1, true, "auto"]);
  assert.deepEqual(await textAt(url), [1, "one"]);
  assert.deepEqual(shown((await change(id, link, { name: "for Sam" })).json), [1, true, "auto"]);
  for (const version of ["latest", null]) {
    await change(id, link, { version: 1 });
    assert.deepEqual(shown((await change(id, link, { version })).json), ["latest", true, "auto"]);
    assert.deepEqual(await textAt(url), [2, "two"]);
  }
  const events = (await call(key, "GET", "/account/audit?action=link.changed&limit=10")).json.data;
  const changes = events
    .filter(({ subject }) => (subject.id ?? subject) === link)
    .map((event) => event.changes);
  assert.deepEqual(changes.at(-1), ["version_pinned", "history_shown", "live_changed"]);
  assert.deepEqual(changes[0], ["version_unpinned"]);
});

test("what cannot be pinned is refused, with the field and what would be right", async () => {
  const id = await create("one");
  const link = await linkTo(id, {});
  await write(id, "two");
  await write(id, "three");
  await erase(id, 1);
  for (const send of [
    (body) => call(key, "POST", `/artifacts/${id}/share`, body),
    (body) => change(id, link.id, body),
  ]) {
    for (const [version, message] of [
      [9, /no version that the artifact has/],
      [1, /erased/],
      [0, /whole number from 1 .*or "latest"/],
      ["newest", /"latest"/],
      [true, /"latest"/],
    ]) {
      const refused = await send({ version });
      assertError(refused, 400, "invalid_request", "version");
      assert.match(refused.json.error.message, message);
    }
    assertError(await send({ live: "yes" }), 400, "invalid_request", "live");
    assertError(await send({ showHistory: "yes" }), 400, "invalid_request", "showHistory");
  }
  const created = (body) => call(key, "POST", "/artifacts/share", markdown("one", body));
  assertError(await created({ share: { version: 2 } }), 400, "invalid_request", "/share/version");
  assert.equal((await created({ share: { version: 1 } })).json.share.version, 1);
  assert.equal((await created({ share: { version: "latest" } })).json.share.version, "latest");
});

test("a response can be sent back: the version of an artifact is not that of its link", async () => {
  const id = await create("one");
  const artifact = (await call(key, "GET", `/artifacts/${id}`)).json;
  const { status, json } = await call(key, "PUT", `/artifacts/${id}`, artifact);
  assert.equal(status, 200);
  assert.ok(json.warnings.some(({ code, field }) => code === "read_only_field" && field === "/version"));
});

test("the link that an upsert keeps can be pinned", async () => {
  const path = "/artifacts/ext:pinned";
  const put = async (text, share) => (await call(key, "PUT", path, markdown(text, { share }))).json;
  const { url } = (await put("one", {})).share;
  assert.equal((await put("two", { version: 1 })).share.version, 1);
  assert.deepEqual(await textAt(url), [1, "one"]);
  assert.equal((await put("three", {})).share.version, 1);
  assert.equal((await put("three", { version: "latest" })).share.version, "latest");
  assert.deepEqual(await textAt(url), [3, "three"]);
});

test("a pinned version is kept until its link is revoked, whatever removes versions", async () => {
  const free = newAccount({ plan: "free" });
  const mine = (await call(free.key, "POST", "/artifacts", markdown("1"))).json.id;
  const { id: link, url } = await linkTo(mine, { version: 1 }, free.key);
  for (let i = 2; i <= 24; ++i) await write(mine, String(i), {}, free.key);
  const kept = async () =>
    (await call(free.key, "GET", `/artifacts/${mine}/versions?limit=100`)).json.data.map(
      ({ version }) => version,
    );
  assert.deepEqual((await kept()).slice(-2), [4, 1]);
  assert.deepEqual(await textAt(url), [1, "1"]);
  sql(
    `update artifact_versions set kept_at = now() - interval '400 days' where artifact_id = '${uuidOf(mine)}'`,
  );
  await withoutMaintenance(() => admin("maintain"));
  assert.deepEqual(await kept(), [24, 1]);
  assert.deepEqual(await textAt(url), [1, "1"]);
  await call(free.key, "DELETE", `/artifacts/${mine}/shares/${link}`);
  await withoutMaintenance(() => admin("maintain"));
  assert.deepEqual(await kept(), [24]);
});

test("storage frees earlier versions, but none that is pinned, and then refuses", async () => {
  const limited = newAccount();
  const text = "x".repeat(40_000);
  const { id } = (await call(limited.key, "POST", "/artifacts", markdown(`1${text}`))).json;
  sql(`update accounts set max_bytes = 100000 where id = '${uuidOf(limited.account)}'`);
  const { id: link, url } = await linkTo(id, { version: 1 }, limited.key);
  await write(id, `2${text}`, {}, limited.key);
  const refused = await call(limited.key, "PUT", `/artifacts/${id}`, {
    content: { text: "y".repeat(70_000) },
  });
  assertError(refused, 403, "quota_exceeded");
  assert.equal((await textAt(url))[0], 1);
  await call(limited.key, "DELETE", `/artifacts/${id}/shares/${link}`);
  await write(id, `3${text}${text}`.slice(0, 70_000), {}, limited.key);
  assert.deepEqual(
    (await call(limited.key, "GET", `/artifacts/${id}/versions`)).json.data.map(({ version }) => version),
    [3],
  );
});

test("a pinned version is kept, also where appends are thinned and where storage is short", async () => {
  const id = await create("one");
  const append = async () => {
    const { status, text } = await call(key, "PATCH", `/artifacts/${id}`, { append: { text: "+" } });
    assert.equal(status, 200, text);
  };
  await append();
  const { url } = await linkTo(id, { version: 2 });
  for (let number = 3; number <= 16; ++number) await append();
  const numbers = await numbersOf(id);
  assert.deepEqual(numbers.slice(0, 6), [16, 15, 14, 13, 12, 11]);
  assert.ok(numbers.includes(2) && !numbers.includes(3), String(numbers));
  assert.equal((await textAt(url))[0], 2);

  const limited = newAccount();
  const { id: full } = (await call(limited.key, "POST", "/artifacts", markdown("x".repeat(50_000)))).json;
  sql(`update accounts set max_bytes = 90000 where id = '${uuidOf(limited.account)}'`);
  await linkTo(full, { version: 1 }, limited.key);
  const refused = await call(limited.key, "PUT", `/artifacts/${full}`, {
    content: { text: "y".repeat(50_000) },
  });
  assertError(refused, 403, "quota_exceeded");
});

test("after a restore from backup a pinned link shows the version that is there now, not one in a cache", async () => {
  const id = await create("one");
  await write(id, "of the lost future");
  await write(id, "three");
  const { url } = await linkTo(id, { version: 2 });
  for (let i = 0; i < 8; ++i) assert.deepEqual(await textAt(url), [2, "of the lost future"]);
  // The number was given out again, for other content.
  sql(`
    update artifact_versions
       set content = '{"text":"made after the restore"}', created_at = created_at + interval '1 second'
     where artifact_id = '${uuidOf(id)}' and version = 2`);
  // What a worker knows of a link may be a second old.
  await sleep(1100);
  for (let i = 0; i < 8; ++i) assert.deepEqual(await textAt(url), [2, "made after the restore"]);
});

test("a pin and changes at the same time: each pinned version is there", async () => {
  const id = await create("0");
  const links = [];
  await Promise.all([
    (async () => {
      for (let i = 1; i <= 40; ++i) await call(key, "PATCH", `/artifacts/${id}`, { append: { text: "+" } });
    })(),
    (async () => {
      for (let i = 0; i < 40; ++i) {
        const { version } = (await call(key, "GET", `/artifacts/${id}`)).json;
        const { status, json } = await call(key, "POST", `/artifacts/${id}/share`, { version });
        // The version was perhaps thinned out by now.
        if (status === 200) links.push([version, json.url]);
        else assert.equal(json.error.code, "invalid_request");
      }
    })(),
  ]);
  assert.ok(links.length > 5);
  for (const [version, url] of links) assert.equal((await textAt(url))[0], version);
});

test("an erased version is unreachable by its link at once", async () => {
  const id = await create("secret");
  const { url } = await linkTo(id, { version: 1, showHistory: true });
  await write(id, "public");
  assert.deepEqual(await textAt(url), [1, "secret"]);
  await erase(id, 1);
  assertError(await open(url), 410, "version_erased");
  const page = await open(url, "", "text/html");
  assert.equal(page.status, 410);
  assert.doesNotMatch(page.text, /secret/);
  assert.deepEqual(await textAt(url, "&version=2"), [2, "public"]);
});

test("a link whose version was erased says so wherever it is, and counts as ended", async () => {
  const own = newAccount();
  const { json } = await call(own.key, "POST", "/artifacts", markdown("secret"));
  const { id, url } = await linkTo(json.id, { version: 1 }, own.key);
  const whole = await linkTo(json.id, { version: 1, showHistory: true }, own.key);
  await write(json.id, "public", {}, own.key);
  const states = async () => {
    const changed = await change(json.id, id, { name: "for Sam" }, own.key);
    const lists = await Promise.all(
      [`/artifacts/${json.id}/shares`, "/artifacts/shares"].map((path) => call(own.key, "GET", path)),
    );
    const { structuredContent } = await callTool(own.key, "list_links", { artifact: json.id });
    const links = [changed.json, ...[...lists.map((list) => list.json.data), structuredContent.links].flat()];
    const found = await callTool(own.key, "find", {});
    return {
      links: links.map(({ isActive, invalidReason }) => [isActive, invalidReason]),
      ended: (await call(own.key, "GET", "/artifacts/shares?status=expired")).json.data.length,
      active: (await call(own.key, "GET", `/artifacts/${json.id}/shares?status=active`)).json.data.length,
      found: found.structuredContent.artifacts[0].links,
    };
  };
  const links = Array(7);
  assert.deepEqual(await states(), {
    links: [...links.fill([true, undefined])],
    ended: 0,
    active: 2,
    found: 2,
  });
  await call(own.key, "DELETE", `/artifacts/${json.id}/versions/1`);
  assert.deepEqual(await states(), {
    links: [...links.fill([false, "version_erased"])],
    ended: 2,
    active: 0,
    found: undefined,
  });
  for (const address of [url, whole.url]) assertError(await open(address), 410, "version_erased");

  const shown = await change(json.id, id, { version: "latest" }, own.key);
  assert.deepEqual([shown.json.isActive, shown.json.invalidReason], [true, undefined]);
  assert.equal((await textAt(url))[1], "public");
});

test("erasing a version says which links showed it, to who may see links", async () => {
  const id = await create("one");
  const { id: pinned } = await linkTo(id, { version: 1 });
  await linkTo(id, {});
  await write(id, "two");
  const { id: revoked } = await linkTo(id, { version: 1 });
  await call(key, "DELETE", `/artifacts/${id}/shares/${revoked}`);
  const { json } = await call(key, "DELETE", `/artifacts/${id}/versions/1`);
  assert.deepEqual([json.erased, json.endedLinks], [[1], [pinned]]);
  await linkTo(id, { version: 2 });
  await write(id, "three");
  const eraser = newKey(account, ["artifacts:delete"]);
  const blind = await call(eraser, "DELETE", `/artifacts/${id}/versions?before=3`);
  assert.deepEqual([blind.json.erased, blind.json.endedLinks], [[2], []]);
});

test("a link that shows another version than an erased one says so, and leads to it", async () => {
  const id = await create("secret");
  const { url } = await linkTo(id, { showHistory: true });
  await write(id, "public");
  await erase(id, 1);
  for (const address of [url, url.replace("?", "/history?")]) {
    const page = await open(address, "&version=1", "text/html");
    assert.equal(page.status, 410);
    assert.match(page.text, /<h1>This version was removed<\/h1>/);
    assert.doesNotMatch(page.text, /secret|new link/);
    const [, path] = /<a class="button" href="([^"]*)"/.exec(page.text);
    assert.equal(path.replaceAll("&amp;", "&"), url.slice(new URL(url).origin.length));
    assertError(await open(address, "&version=1"), 410, "version_erased");
  }
});

test("only links that show the history open other versions, and tell of them", async () => {
  const id = await create("one", { note: "First draft" });
  await write(id, "two", { note: "Numbers of May" });
  await write(id, "three");
  const closed = await linkTo(id, {});
  const shows = await linkTo(id, { version: 2, showHistory: true });
  assert.deepEqual(await textAt(closed.url, "&version=3"), [3, "three"]);
  for (const version of [1, 2, 9, "x", "0"])
    assertError(await open(closed.url, `&version=${version}`), 404, "not_found");
  assert.deepEqual(await textAt(shows.url), [2, "two"]);
  for (const [version, text] of [
    [1, "one"],
    [2, "two"],
    [3, "three"],
  ])
    assert.deepEqual(await textAt(shows.url, `&version=${version}`), [version, text]);
  for (const version of [4, "x"]) assertError(await open(shows.url, `&version=${version}`), 404, "not_found");

  const historyOf = (url) => url.replace("?", "/history?");
  assertError(await open(historyOf(closed.url)), 404, "not_found");
  const history = await open(historyOf(shows.url), "", "text/html");
  assert.equal(history.status, 200);
  assert.match(history.text, /First draft/);
  assert.match(history.text, /Numbers of May/);
  assert.doesNotMatch(history.text, new RegExp(account));
  assert.match(history.text, /<h1[^>]*>History: /);
  const rows = history.text.split("<tr>").slice(2);
  assert.deepEqual(
    rows.map((row) => row.match(/Compare with version \d|current version|shown by this link/g)),
    [["current version", "Compare with version 2"], ["shown by this link", "Compare with version 1"], null],
  );
  const changes = await open(historyOf(shows.url), "&version=2", "text/html");
  assert.match(changes.text, /Version 2, compared with version 1/);
  assert.match(changes.text, /two/);
  const first = await open(historyOf(shows.url), "&version=1", "text/html");
  assert.match(first.text, /first version/);
});

test("the history is as protected as the link, and links with a view limit show none", async () => {
  const id = await create("one");
  await write(id, "two");
  const historyOf = (url) => url.replace("?", "/history?");
  const protectedLink = await linkTo(id, { showHistory: true, password: "correct horse" });
  for (const query of ["", "&version=2"]) {
    const asked = await open(historyOf(protectedLink.url), query, "text/html");
    assert.equal(asked.status, 401);
    assert.doesNotMatch(asked.text, /one|two|History/);
    const [, action] = /action="([^"]*)"/.exec(asked.text);
    const unlocked = await request("POST", new URL(action.replaceAll("&amp;", "&"), protectedLink.url).href, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "password=correct+horse",
    });
    assert.equal(unlocked.status, 303);
    assert.equal(
      new URL(unlocked.headers.location, protectedLink.url).href,
      historyOf(protectedLink.url) + query,
    );
  }
  const guess = () =>
    request("GET", historyOf(protectedLink.url), { headers: { "x-share-password": "wrong" } });
  const guesses = [];
  while (guesses.at(-1) !== 429 && guesses.length < 50) guesses.push((await guess()).status);
  assert.equal(guesses.at(-1), 429);
  const limited = await linkTo(id, { showHistory: true, maxViews: 3 });
  assertError(await open(historyOf(limited.url)), 404, "not_found");
  assertError(await open(limited.url, "&version=1"), 404, "not_found");
  const { id: link, url } = await linkTo(id, { showHistory: true });
  await open(historyOf(url), "", "text/html");
  const { data } = (await call(key, "GET", `/artifacts/${id}/shares`)).json;
  const { viewCount } = data.find((one) => one.id === link);
  assert.equal(viewCount, 1);
  await revoke(id, link);
  assertError(await open(historyOf(url)), 410, "gone");
});

test("a key that publishes no secrets cannot pin a version that has one, or show the history", async () => {
  const id = await create(`token ${githubToken()}`);
  await write(id, "clean");
  const careful = newKey(
    account,
    ["artifacts:read", "artifacts:write", "artifacts:share"],
    "--refuse-secrets",
  );
  const pin = await call(careful, "POST", `/artifacts/${id}/share`, { version: 1 });
  assertSecret(pin);
  const { id: link } = await linkTo(id, {}, careful);
  assertSecret(await change(id, link, { version: 1 }, careful));
  assertError(await change(id, link, { showHistory: true }, careful), 400, "invalid_request", "showHistory");
  assert.equal((await change(id, link, { version: 2 }, careful)).status, 200);
});

test("such a key cannot pin the version of the link that an upsert keeps either", async () => {
  const path = "/artifacts/ext:careful";
  await call(key, "PUT", path, markdown(`token ${githubToken()}`, { share: {} }));
  const careful = newKey(
    account,
    ["artifacts:read", "artifacts:write", "artifacts:share"],
    "--refuse-secrets",
  );
  const put = (share) => call(careful, "PUT", path, markdown("clean", { share }));
  assertSecret(await put({ version: 1 }));
  assertError(await put({ showHistory: true }), 400, "invalid_request", "showHistory");
  assert.equal((await put({})).status, 200);
});

const carefulKey = () =>
  newKey(
    account,
    ["artifacts:read", "artifacts:write", "artifacts:share", "artifacts:delete"],
    "--refuse-secrets",
  );

// An artifact of which an earlier version has a secret, and a link as narrow as it can be.
async function withEarlierSecret(shows, more = {}) {
  const { id, externalId } = (
    await call(key, "POST", "/artifacts", markdown(`token ${githubToken()}`, { expiresIn: "2h", ...more }))
  ).json;
  await write(id, "clean");
  const { id: link } = await linkTo(id, { password: "a lamp in every window", expiresIn: "1h", ...shows });
  return { id, link, externalId };
}

test("such a key widens no link that shows an earlier version with a secret, by pin or history", async () => {
  const careful = carefulKey();
  for (const [shows, assertRefused] of [
    [{ version: 1 }, assertSecret],
    [{ showHistory: true }, (refused) => assertError(refused, 400, "invalid_request", "showHistory")],
    [
      { version: 2, showHistory: true },
      (refused) => assertError(refused, 400, "invalid_request", "showHistory"),
    ],
  ]) {
    const { id, link } = await withEarlierSecret(shows);
    for (const wider of [
      { password: null },
      { expiresIn: "90m" },
      { expiresIn: "30d", extendArtifact: true },
      { allowDownload: true },
    ])
      assertRefused(await change(id, link, wider, careful));
    for (const narrower of [{ expiresIn: "30m" }, { name: "for Sam" }, { maxViews: 5 }])
      assert.equal((await change(id, link, narrower, careful)).status, 200);
    // With a view limit, it shows no history; without one, it would again.
    for (const wider of [{ maxViews: 100 }, { maxViews: null }])
      assertRefused(await change(id, link, wider, careful));
    const hidden = { showHistory: false, version: "latest", password: null };
    assert.equal((await change(id, link, hidden, careful)).status, 200);
  }
});

test("such a key makes no link with the history, whichever way links are made", async () => {
  const careful = carefulKey();
  const { id } = await withEarlierSecret({});
  const shows = { showHistory: true };
  const external = (body) => call(careful, "PUT", "/artifacts/ext:new-with-history", body);
  for (const [answer, field] of [
    [await call(careful, "POST", `/artifacts/${id}/share`, shows), "showHistory"],
    [await call(careful, "POST", "/artifacts/share", markdown("x", shows)), "showHistory"],
    [await external(markdown("x", { share: shows })), "/share/showHistory"],
  ])
    assertError(answer, 400, "invalid_request", field);
  assert.equal((await call(key, "GET", "/artifacts/ext:new-with-history")).status, 404);
});

test("such a key does not widen the link that an upsert keeps, if it shows an earlier secret", async () => {
  const careful = carefulKey();
  for (const [name, shows] of [
    ["kept-pinned", { version: 1 }],
    ["kept-history", { showHistory: true }],
  ]) {
    const path = `/artifacts/ext:${name}`;
    const first = markdown(`token ${githubToken()}`, { share: {} });
    const { id, share: kept } = (await call(key, "PUT", path, first)).json;
    const narrow = { password: "a lamp in every window", expiresIn: "30d", ...shows };
    assert.equal((await change(id, kept.id, narrow)).status, 200);
    await call(key, "PUT", path, markdown("clean", { share: {} }));
    const put = (share) => call(careful, "PUT", path, markdown("cleaner", { share }));
    for (const wider of [{ password: null }, { expiresIn: "60d" }]) {
      const refused = await put(wider);
      assert.ok([400, 422].includes(refused.status), refused.text);
      assert.match(refused.json.error.code, /secret_detected|invalid_request/);
    }
    assert.equal((await put({})).status, 200);
    // It would be extended without being asked for.
    await change(id, kept.id, { expiresIn: "1h" });
    assert.notEqual((await put({})).status, 200);
    assert.equal((await put({ expiresIn: "30m" })).status, 200);
  }
});

test("such a key makes no artifact with links to an earlier secret last longer, or available again", async () => {
  const careful = carefulKey();
  for (const [shows, status] of [
    [{ version: 1 }, 422],
    [{ showHistory: true }, 400],
  ]) {
    const { id, link } = await withEarlierSecret({ ...shows, expiresIn: "30d" });
    const longer = () => call(careful, "PUT", `/artifacts/${id}`, { expiresIn: "3d" });
    const clean = () => linkTo(id, {}, careful);
    assert.equal((await longer()).status, status);
    const { id: other } = await clean();
    const extended = { expiresIn: "3d", extendArtifact: true };
    assert.equal((await change(id, other, extended, careful)).status, status);
    assert.equal((await call(careful, "POST", `/artifacts/${id}/share`, extended)).status, status);
    await call(careful, "DELETE", `/artifacts/${id}`);
    assert.equal((await call(careful, "POST", `/artifacts/${id}/restore`)).status, status);
    assert.equal((await call(key, "POST", `/artifacts/${id}/restore`)).status, 200);
    await revoke(id, link);
    assert.equal((await longer()).status, 200);
  }
});

test("the file and the rows of a pinned link are of its version", async () => {
  const table = (cell) => ({ columns: ["Name"], rows: [[cell]] });
  const made = await share(key, { template: "table", content: table("old"), share: { version: 1 } });
  await call(key, "PUT", `/artifacts/${made.id}`, { content: table("new") });
  const csv = await open(made.url, "&format=csv", "*/*");
  assert.match(csv.text, /old/);
  const rows = await open(made.url.replace("?", "/rows?"), "", "*/*");
  assert.match(rows.text, /old/);
  const pdf = (text) => ({ html: `<p>${text}</p>` });
  const document = await share(key, { template: "pdf", content: pdf("old"), share: { version: 1 } });
  const file = () => patiently(() => request("GET", document.url.replace("?", "/file?")));
  const before = await file();
  assert.equal(before.status, 200);
  await call(key, "PUT", `/artifacts/${document.id}`, { content: pdf("new and longer") });
  assert.equal((await file()).text, before.text);
});

test("a pinned link shows its version though the artifact changes while its view waits for a turn", async (t) => {
  const worker = await ownWorker({ threads: 4 });
  t.after(() => worker.stop());
  const view = (url, accept) => {
    const { pathname, search } = new URL(url);
    return worker.ask("GET", pathname + search, { more: { HTTP_ACCEPT: accept } });
  };
  const long = (name, items) =>
    Array.from({ length: items }, (_, i) => `- item **${i}** of ${name} with \`code\` and *more*\n`).join("");
  const accepted = ["text/html", "application/json", "text/markdown"];
  // Where the worker is too busy, the answer is 503.
  let shown = 0;
  for (let round = 0; round < 40 && shown < 12; ++round) {
    const others = await Promise.all(
      [0, 1].map((n) => share(key, markdown(long(`other ${round} ${n}`, 8_000)))),
    );
    const { id, url } = await share(key, markdown(long("the old version", 5_000), { share: { version: 1 } }));
    const busy = others.map((other) => view(other.url, "text/html"));
    const views = accepted.map((accept) => view(url, accept));
    await write(id, long("the new version", 5_000));
    for (const answer of await Promise.all(views)) {
      assert.ok(!answer.text.includes("the new version"), `${answer.status}`);
      shown += answer.status === 200;
    }
    await Promise.all(busy);
  }
  assert.ok(shown > 0);
});

test("without its password, a link says nothing of versions", async () => {
  const password = "open sesame";
  for (const body of [{}, { version: 2 }, { showHistory: true }]) {
    const id = await create("one");
    await write(id, "two");
    await write(id, "three");
    await erase(id, 1);
    const { url } = await linkTo(id, { ...body, password });
    const at = (part) => url.replace("?", `${part}?`);
    for (const query of ["", "&version=1", "&version=2", "&version=3", "&version=4", "&version=x"]) {
      for (const part of ["", "/history", "/file", "/rows"]) {
        const { status, json } = await open(at(part), query);
        assert.deepEqual([status, json.error.code], [401, "unauthorized"], part + query);
      }
      assert.equal((await open(at("/card.png"), query)).status, 200, query);
    }
  }
});

test("a pinned link that tells of no newer version does not tell that the artifact changes", async () => {
  const id = await create("one");
  const { url } = await linkTo(id, { version: 1 });
  const tags = async () => {
    const answers = await Promise.all(["text/html", "text/markdown"].map((accept) => open(url, "", accept)));
    return answers.map(({ headers }) => headers.etag);
  };
  const before = await tags();
  await call(key, "PUT", `/artifacts/${id}`, { metadata: { a: 1 } });
  assert.deepEqual(await tags(), before);
  await write(id, "two");
  assert.deepEqual(await tags(), before);
});
