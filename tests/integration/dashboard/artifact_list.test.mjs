// The dashboard's list of artifacts: its columns and orders, and what is done with those that are chosen.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newKey,
  recorded,
  removalOfAccounts,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { newUser, nextOf, titlesOf } from "../../service/dashboard_client.mjs";

const path = "/dashboard/artifacts";
const change = `${path}/change`;
let user;
let key;

// An artifact with a link, of the user or another.
const make = async (title, more = {}, of = key) => (await share(of, markdown("x", { title, ...more }))).id;
const fieldsOf = (ids) => Object.fromEntries(ids.map((id) => [id, "yes"]));
const get = async (query, { visitor } = user) => {
  const { status, text } = await visitor.get(`${path}${query}`);
  assert.equal(status, 200);
  return text;
};
// The cells of the row with this title, without markup.
function rowOf(text, title) {
  const row = [...text.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].find(([, cells]) =>
    cells.includes(`>${title}</a>`),
  );
  const cell = ([, name, content]) => [
    name.split(" ").at(-1),
    content
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ];
  return Object.fromEntries([...row[1].matchAll(/<td class="([^"]*)"[^>]*>([\s\S]*?)<\/td>/g)].map(cell));
}
// Confirms what the page asks, as a browser sends its form.
async function confirm(visitor, fields) {
  const query = new URLSearchParams(fields);
  const { status, text } = await visitor.get(`${change}?${query}`);
  assert.equal(status, 200, text);
  const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const form = Object.fromEntries(hidden.map(([, name, value]) => [name, value.replaceAll("&amp;", "&")]));
  return { text, send: (more = {}) => visitor.post(change, { ...form, ...more }) };
}
const statusOf = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json.status;
const expiryOf = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json.expiresAt;
const daysUntil = (time) => (new Date(time) - Date.now()) / 864e5;
const eventsOf = async (action) =>
  (await call(key, "GET", `/account/audit?action=${action}&limit=100`)).json.data;

before(async () => {
  user = await newUser();
  key = newKey(user.account);
});

test("a row has links, views and dates, and a mark for what is unusual alone", async () => {
  const id = await make("Plain");
  const { url } = (await call(key, "POST", `/artifacts/${id}/share`, {})).json;
  await call(key, "POST", `/artifacts/${id}/share`, { expiresIn: "1h" });
  sql(`
    update share_links set view_count = 3, last_viewed_at = '2026-01-15' where artifact_id = '${uuidOf(id)}';
    update share_links set revoked_at = now()
     where id = (select id from share_links where artifact_id = '${uuidOf(id)}' order by created_at limit 1)`);
  assert.equal((await request("GET", url)).status, 200);
  const soon = await make("Ends soon", { expiresIn: "2d" });
  const late = await make("Ends late", { expiresIn: "20d" });
  const bare = (await call(key, "POST", "/artifacts", markdown("x", { title: "Bare" }))).json.id;
  const gone = await make("Over");
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(gone)}'`);

  const text = await get("");
  const plain = rowOf(text, "Plain");
  const today = new Date().getUTCDate();
  assert.equal(plain.title, "Plain Markdown Edit");
  assert.equal(plain.links, "2 active Copy link");
  assert.equal(plain.views, "10", "also the view that Redis counts");
  assert.match(plain.changed, new RegExp(`^${today} `));
  assert.match(plain.expires, /^\d+ \w+ 20\d\d$/);
  assert.equal(rowOf(text, "Ends soon").title, "Ends soon Expires soon Markdown Edit");
  assert.equal(rowOf(text, "Ends late").title, "Ends late Markdown Edit");
  assert.equal(rowOf(text, "Over").title, "Over Expired Markdown Edit");
  assert.equal(rowOf(text, "Over").links, "None");
  const none = rowOf(text, "Bare");
  const { links, views, expires } = none;
  assert.deepEqual([links, views, expires], ["None Create link", "0", "Never"]);
  assert.ok(text.includes(`href="${path}/${bare}/shares/new"`));
  // The newest link that works, to be copied without another request.
  const newest = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].url;
  assert.ok(text.includes(`data-copy="${newest}"`));
  for (const one of [id, soon, late, bare, gone]) await call(key, "DELETE", `/artifacts/${one}`);
  assert.equal(rowOf(await get("?status=deleted"), "Plain").title, "Plain Deleted Markdown");
});

test("each heading sorts, in one direction and then in the other, and keeps the filters", async () => {
  const own = await newUser();
  const ownKey = newKey(own.account);
  for (const [title, expiresIn, views] of [
    ["Report 10", "9d", 1],
    ["Report 2", "8d", 3],
    ["Report 33", "7d", 2],
  ]) {
    const id = await make(title, { expiresIn }, ownKey);
    sql(`update share_links set view_count = ${views}, last_viewed_at = now() - interval '${views} days'
          where artifact_id = '${uuidOf(id)}'`);
    if (title === "Report 2") await call(ownKey, "POST", `/artifacts/${id}/share`, {});
  }
  const first = await get("", own);
  assert.deepEqual(titlesOf(first), ["Report 33", "Report 2", "Report 10"]);
  const linkOf = (text, name) =>
    new RegExp(`id="sort-${name}" href="([^"]*)"`).exec(text)[1].replaceAll("&amp;", "&");
  const sortOf = (text) => /aria-sort="(\w+)"><a id="sort-(\w+)"/.exec(text).slice(1).join(" ");
  assert.equal(sortOf(first), "descending changed");
  for (const [name, direction, titles] of [
    ["title", "ascending", ["Report 2", "Report 10", "Report 33"]],
    ["links", "descending", ["Report 2"]],
    ["views", "descending", ["Report 2", "Report 33", "Report 10"]],
    ["expires", "ascending", ["Report 33", "Report 2", "Report 10"]],
  ]) {
    const text = await get(linkOf(first, name).slice(path.length), own);
    assert.equal(sortOf(text), `${direction} ${name}`);
    assert.deepEqual(titlesOf(text).slice(0, titles.length), titles, name);
    const back = await get(linkOf(text, name).slice(path.length), own);
    assert.equal(sortOf(back), `${direction === "ascending" ? "descending" : "ascending"} ${name}`);
    assert.deepEqual(titlesOf(back).reverse().slice(0, titles.length), titles, name);
  }
  const filtered = await get("?search=report&template=markdown&status=active&sort=-title", own);
  assert.deepEqual(titlesOf(filtered), ["Report 33", "Report 10", "Report 2"]);
  assert.match(filtered, /<select id="order" name="sort"[^]*<option value="-title" selected>/);
  for (const part of ["search=report", "template=markdown", "status=active", "sort=viewCount"])
    assert.ok(
      linkOf(
        await get("?search=report&template=markdown&status=active&sort=-viewCount", own),
        "views",
      ).includes(part),
    );
  assert.equal((await own.visitor.get(`${path}?sort=size`)).status, 400);
});

test("a list that is too long to be sorted says so, and leads to one that is not", async () => {
  const own = await newUser();
  const owner = uuidOf(own.account);
  sql(
    recorded(`
    insert into artifacts (id, account_id, template, title, content, metadata, created_at, updated_at)
    select gen_random_uuid(), '${owner}', 'markdown', 'One of many', '{}', '{}', now(), now()
      from generate_series(1, 10001)`),
  );
  const { status, text } = await own.visitor.get(`${path}?sort=title`);
  assert.equal(status, 400);
  assert.match(text, /More than 10,000 artifacts match\. These are too many to sort by Title\./);
  assert.match(text, new RegExp(`<a class="button quiet" href="${path}">Sort by date of change</a>`));
  assert.equal(titlesOf(await get("?sort=expiresAt", own)).length, 25);
  sql(removalOfAccounts(`id = '${owner}'`));
});

test("the pages of a sorted list have everything once", async () => {
  const own = await newUser();
  const ownKey = newKey(own.account);
  const titles = Array.from({ length: 30 }, (_, n) => `Page ${n + 1}`);
  for (const title of titles) await call(ownKey, "POST", "/artifacts", markdown("x", { title }));
  const text = await get("?sort=title", own);
  const { text: more } = await own.visitor.get(nextOf(text));
  assert.deepEqual([...titlesOf(text), ...titlesOf(more)], titles);
  assert.match(more, /26 to 30 of 30/);
});

test("deletes what was chosen after a confirmation, and undoes it", async () => {
  const ids = [await make("Chosen one"), await make("Chosen two"), await make("Chosen three")];
  const { visitor } = user;
  const list = `${path}?search=chosen&sort=title`;
  const { text, send } = await confirm(visitor, { action: "delete", list, ...fieldsOf(ids.slice(0, 2)) });
  assert.match(text, /<h1>Delete 2 artifacts\?<\/h1>/);
  assert.match(text, /Their 2 active share links stop working immediately\./);
  assert.match(text, />Chosen one<\/a>[\s\S]*>Chosen two<\/a>/);
  assert.equal(await statusOf(ids[0]), "active", "nothing is done before");
  const sent = await send();
  assert.equal(sent.status, 303);
  assert.ok(sent.headers.location.startsWith(`${path}?search=chosen&sort=title&done=delete`));
  const after = await visitor.get(sent.headers.location);
  assert.match(after.text, /2 artifacts deleted\. You can restore them for 30 days\./);
  assert.deepEqual(titlesOf(after.text), ["Chosen three"]);
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ["deleted", "deleted", "active"]);
  const events = (await eventsOf("artifact.deleted")).filter(({ subject }) => ids.includes(subject));
  assert.deepEqual(new Set(events.map(({ subject }) => subject)), new Set(ids.slice(0, 2)));
  assert.ok(events.every(({ actor }) => actor.name === user.email));

  const undo = /<div class="done"[\s\S]*?<form method="post" action="([^"]*)">([\s\S]*?)<\/form>/.exec(
    after.text,
  );
  const hidden = [...undo[2].matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  const restored = await visitor.submit(
    undo[1],
    Object.fromEntries(hidden.map(([, name, value]) => [name, value.replaceAll("&amp;", "&")])),
  );
  assert.match(restored.text, /2 artifacts restored\./);
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ["active", "active", "active"]);
  assert.equal(titlesOf(restored.text).length, 3);
});

test("restores what was chosen among deleted ones", async () => {
  const ids = [await make("Back one"), await make("Back two")];
  for (const id of ids) await call(key, "DELETE", `/artifacts/${id}`);
  const list = await get("?status=deleted&search=back");
  assert.match(list, /value="restore"/);
  assert.doesNotMatch(list, /value="(delete|revoke|extend)"/);
  const { send } = await confirm(user.visitor, { action: "restore", ...fieldsOf(ids) });
  const { text } = await user.visitor.open((await send()).headers.location);
  assert.match(text, /2 artifacts restored\./);
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ["active", "active"]);
});

test("says of each artifact that could not be restored why, and restores the others", async () => {
  const ids = [await make("Late"), await make("In time")];
  for (const id of ids) await call(key, "DELETE", `/artifacts/${id}`);
  sql(`update artifacts set deleted_at = now() - interval '31 days' where id = '${uuidOf(ids[0])}'`);
  const { send } = await confirm(user.visitor, { action: "restore", ...fieldsOf(ids) });
  const { status, text } = await send();
  assert.equal(status, 409);
  assert.match(text, /1 of 2 artifacts changed/);
  assert.match(text, /<li>The artifact was deleted more than 30 days ago and cannot be restored\.<\/li>/);
  assert.equal(await statusOf(ids[1]), "active");
});

test("revokes all links of what was chosen, however many", async () => {
  const [many, one, other] = [await make("Many links"), await make("One link"), await make("Kept link")];
  sql(`
    insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at)
    select gen_random_uuid(), artifact_id, account_id, signing_key_id, created_at, expires_at
      from share_links, generate_series(1, 600) where artifact_id = '${uuidOf(many)}'`);
  const { text, send } = await confirm(user.visitor, { action: "revoke", ...fieldsOf([many, one]) });
  assert.match(text, /permanently disables all their share links, of which 602 are active/);
  const after = await user.visitor.open((await send()).headers.location);
  assert.match(after.text, /602 share links revoked\./);
  assert.equal(rowOf(after.text, "Many links").links, "None Create link");
  assert.match(rowOf(after.text, "Kept link").links, /^1 active/);
  assert.equal(await statusOf(other), "active");
  const events = sql(
    `select count(*) from audit_events where account_id = '${uuidOf(user.account)}' and action = 'link.revoked'`,
  );
  assert.equal(events, "602");
});

test("extends the expiry of what was chosen, and shortens none", async () => {
  const soon = await make("Soon over", { expiresIn: "1d" });
  const late = await make("Much later", { expiresIn: "300d" });
  const never = await make("Everlasting", { expiresIn: "never" });
  const over = await make("Is over", { expiresIn: "1d" });
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(over)}'`);
  const chosen = fieldsOf([soon, late, never, over]);
  const { text, send } = await confirm(user.visitor, { action: "extend", ...chosen });
  assert.match(text, /<option value="30d" selected>30 days<\/option>/);

  for (const fields of [
    { expiresIn: "date", endDate: "2020-01-01" },
    { expiresIn: "date", endDate: "" },
    { expiresIn: "soon" },
  ]) {
    const refused = await send(fields);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /role="alert"/);
    assert.match(refused.text, new RegExp(`name="${soon}" value="yes"`), "the choice stays");
  }
  const after = await user.visitor.open((await send({ expiresIn: "30d" })).headers.location);
  assert.match(after.text, /Expiry of 2 artifacts extended\. 2 artifacts already ended later and stayed/);
  assert.equal(Math.round(daysUntil(await expiryOf(soon))), 30);
  assert.equal(Math.round(daysUntil(await expiryOf(late))), 300);
  assert.equal(await expiryOf(never), undefined);
  assert.equal(await statusOf(over), "active");

  const day = new Date(Date.now() + 60 * 864e5).toISOString().slice(0, 10);
  await send({ expiresIn: "date", endDate: day });
  assert.equal(await expiryOf(soon), `${day}T23:59:59.000Z`);
  await send({ expiresIn: "never" });
  assert.equal(await expiryOf(late), undefined);
});

test("changes nothing of another account, without a choice, or without the form's token", async () => {
  const stranger = await newUser();
  const foreign = await make("Foreign", {}, newKey(stranger.account));
  const own = await make("Own");
  const { visitor } = user;
  const asked = await visitor.get(`${change}?action=delete&${foreign}=yes`);
  assert.deepEqual([asked.status, asked.headers.location], [303, path]);
  assert.equal((await visitor.get(`${change}?action=delete`)).status, 303);
  assert.equal((await visitor.get(`${change}?action=sell&${own}=yes`)).status, 400);
  await visitor.get(path);
  const sent = await visitor.post(change, { action: "delete", ...fieldsOf([foreign, own]) });
  assert.equal(sent.status, 303);
  assert.equal(await statusOf(own), "deleted");
  assert.equal(sql(`select deleted_at is null from artifacts where id = '${uuidOf(foreign)}'`), "t");
  const refused = await visitor.post(change, { form_token: "x", action: "restore", ...fieldsOf([own]) });
  assert.equal(refused.status, 403);
  assert.equal(await statusOf(own), "deleted");
});
