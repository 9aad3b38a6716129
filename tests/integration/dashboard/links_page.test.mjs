// The dashboard's list of all share links: what it shows, its order, its filters, and changes of several links.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newKey, request, sql, uuidOf } from "../../service/api_client.mjs";
import { newUser, nextOf } from "../../service/dashboard_client.mjs";

let user;
let key;
const made = {}; // by name
const links = "/dashboard/links";

// A link named so, to an artifact of the same name in capitals or another.
async function make(name, { artifact, ...options } = {}, owner = key) {
  const id =
    artifact ??
    (await call(owner, "POST", "/artifacts", markdown("x", { title: name.toUpperCase() }))).json.id;
  const { json } = await call(owner, "POST", `/artifacts/${id}/share`, { name, ...options });
  return { id: json.id, artifact: id, url: json.url };
}
const namesOf = (text) =>
  [...text.matchAll(/<span class="hint" dir="auto">([^<]*)<\/span><\/th>/g)].map(([, name]) => name);
async function shown(query = "", { visitor } = user) {
  const { status, text } = await visitor.get(`${links}${query}`);
  assert.equal(status, 200, text);
  return { text, names: namesOf(text) };
}
const rowOf = (text, name) => text.split("<tr>").find((row) => row.includes(`>${name}</span></th>`));
const stateOf = async ({ artifact, id }) =>
  (await call(key, "GET", `/artifacts/${artifact}/shares?limit=100`)).json.data.find(
    (link) => link.id === id,
  );

before(async () => {
  user = await newUser();
  key = newKey(user.account);
  made.ada = await make("ada", { expiresIn: "3d", password: "a long password" });
  made.bob = await make("bob", { expiresIn: "30d", maxViews: 1 });
  made.cy = await make("cy", { expiresIn: "9d", artifact: made.ada.artifact });
  made.dee = await make("dee", { expiresIn: "1d" });
  made.eve = await make("eve", { expiresIn: "20d" });
  await call(key, "DELETE", `/artifacts/${made.dee.artifact}/shares/${made.dee.id}`);
  await call(key, "DELETE", `/artifacts/${made.eve.artifact}`);
  // As maintenance adds them.
  const viewed = (link, count, day) =>
    sql(
      `update share_links set view_count = ${count}, last_viewed_at = '${day}' where id = '${uuidOf(link.id)}'`,
    );
  viewed(made.cy, 2, "2026-01-01");
  viewed(made.bob, 1, "2026-01-02");
});

test("shows the links of all artifacts, with marks only for what is unusual", async () => {
  const { text, names } = await shown();
  assert.deepEqual(names, ["eve", "dee", "cy", "bob", "ada"]);
  const badges = (name) =>
    [...rowOf(text, name).matchAll(/class="badge[^"]*">([^<]*)</g)].map(([, mark]) => mark);
  assert.deepEqual(Object.fromEntries(names.map((name) => [name, badges(name)])), {
    eve: ["Artifact deleted"],
    dee: ["Revoked"],
    cy: [],
    bob: ["View limit reached"],
    ada: ["Password"],
  });
  const row = rowOf(text, "cy");
  const { artifact, id, url } = made.cy;
  for (const part of [
    `<a href="/dashboard/artifacts/${artifact}?link=${id}#${id}" dir="auto">ADA</a>`,
    `data-copy="${url.replaceAll("&", "&amp;")}"`,
    `href="/dashboard/artifacts/${artifact}/shares/${id}/revoke"`,
    "<span>2</span>",
  ])
    assert.ok(row.includes(part), part);
  assert.ok(rowOf(text, "bob").includes("<span>1 of 1</span>"));
  assert.ok(!rowOf(text, "dee").includes("/revoke"));
  assert.ok(!rowOf(text, "bob").includes("data-copy"), "what does not work is not copied");
});

test("filters by state, password and text", async () => {
  for (const [query, names] of [
    ["?status=active", ["cy", "ada"]],
    ["?status=ended", ["eve", "bob"]],
    ["?status=revoked", ["dee"]],
    ["?password=yes", ["ada"]],
    ["?search=CY", ["cy"]],
    ["?search=ada", ["cy", "ada"]],
    ["?search=ada&password=yes&status=active&sort=name", ["ada"]],
    ["?search=%25", []],
    ["?search=&status=&password=&sort=", ["eve", "dee", "cy", "bob", "ada"]],
  ])
    assert.deepEqual((await shown(query)).names, names, query);
  for (const query of ["?status=lost", "?sort=colour", "?cursor=nonsense", `?search=${"x".repeat(256)}`])
    assert.equal((await user.visitor.get(`${links}${query}`)).status, 400, query);
});

test("is sorted in both directions, each column by its heading, and what has no value comes last", async () => {
  for (const [sort, names] of [
    ["name", ["ada", "bob", "cy", "dee", "eve"]],
    ["-artifact", ["eve", "dee", "bob", "cy", "ada"]],
    ["-viewCount", ["cy", "bob", "eve", "dee", "ada"]],
    ["viewCount", ["eve", "dee", "ada", "bob", "cy"]],
    ["-lastViewedAt", ["bob", "cy", "eve", "dee", "ada"]],
    ["lastViewedAt", ["cy", "bob", "eve", "dee", "ada"]],
    ["createdAt", ["ada", "bob", "cy", "dee", "eve"]],
    ["expiresAt", ["dee", "ada", "cy", "eve", "bob"]],
  ]) {
    const { text, names: sorted } = await shown(`?sort=${sort}`);
    assert.deepEqual(sorted, names, sort);
    const direction = sort.startsWith("-") ? "descending" : "ascending";
    const other = sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
    const address = other === "-createdAt" ? links : `${links}?sort=${other}`;
    if (/name|created/.test(sort)) continue; // have no column
    const heading = /aria-sort="(\w+)"><a id="[\w-]+" href="([^"]*)">/.exec(text);
    assert.deepEqual(heading.slice(1), [direction, address], sort);
  }
});

test("the pages have each link once, in every order", async () => {
  const many = await newUser();
  const { artifact } = await make("first", {}, newKey(many.account));
  sql(`insert into share_links (id, artifact_id, account_id, name, signing_key_id, created_at, expires_at)
       select gen_random_uuid(), artifact_id, account_id, 'n' || lpad(n::text, 3, '0'), signing_key_id,
              created_at - n * interval '1 second', expires_at
         from share_links, generate_series(1, 59) n where artifact_id = '${uuidOf(artifact)}'`);
  const expected = ["first", ...Array.from({ length: 59 }, (_, n) => `n${String(n + 1).padStart(3, "0")}`)];
  for (const [query, names] of [
    ["", expected],
    ["?sort=createdAt", [...expected].reverse()],
    ["?sort=name", expected],
    ["?search=n0&status=active", expected.filter((name) => name.startsWith("n0"))],
  ]) {
    const all = [];
    let { text, names: some } = await shown(query, many);
    for (let next = nextOf(text); ; next = nextOf(text)) {
      all.push(...some);
      if (!next) break;
      ({ text, names: some } = await shown(next.slice(links.length), many));
    }
    assert.deepEqual(all, names, query);
  }
  assert.match((await shown("?sort=name&page=2", many)).text, /26 to 50 of 60/);
});

test("too many links are listed by their creation only", async () => {
  const many = await newUser();
  const { artifact } = await make("first", {}, newKey(many.account));
  sql(`insert into share_links (id, artifact_id, account_id, name, signing_key_id, created_at, expires_at)
       select gen_random_uuid(), artifact_id, account_id, case when n = 20100 then 'last' else 'n' end, signing_key_id,
              created_at - n * interval '1 second', expires_at
         from share_links, generate_series(1, 20100) n where artifact_id = '${uuidOf(artifact)}'`);
  const sorted = await many.visitor.get(`${links}?sort=-viewCount`);
  assert.equal(sorted.status, 400);
  assert.match(sorted.text, /There are too many links to sort them by this column/);
  assert.equal((await shown("", many)).names[0], "first");
  assert.equal((await shown("?sort=createdAt", many)).names[0], "last");
  let page = await shown("?search=last", many);
  let pages = 1;
  for (; page.names.length === 0; ++pages) page = await shown(nextOf(page.text).slice(links.length), many);
  assert.deepEqual([page.names, pages], [["last"], 5]);
});

test("several links are revoked and extended at once, each with its audit event", async () => {
  const [one, two, three] = [
    await make("one", { expiresIn: "2d" }),
    await make("two", { expiresIn: "60d" }),
    await make("three", { expiresIn: "2d" }),
  ];
  const { visitor } = user;
  const chosen = (...some) => Object.fromEntries(some.map(({ id }) => [id, "yes"]));
  const list = "search=e&sort=name";
  const ask = (what, fields) => visitor.open(`${links}/${what}?${new URLSearchParams({ ...fields, list })}`);

  const asked = await ask("extend", chosen(one, two, three));
  assert.match(asked.text, /<h1>Extend 3 share links<\/h1>/);
  const before = await stateOf(two);
  const send = (what, fields) => visitor.post(`${links}/${what}`, { ...fields, list });
  let answer = await send("extend", { ...chosen(one, two, three), expiresIn: "date", endDate: "2020-01-01" });
  assert.equal(answer.status, 400);
  assert.match(answer.text, /must be a day from today on/);
  await ask("extend", chosen(one, two, three));
  answer = await send("extend", { ...chosen(one, two, three), expiresIn: "30d", extendArtifact: "yes" });
  assert.deepEqual(
    [answer.status, answer.headers.location],
    [303, `${links}?${list}&done=links-extended`],
    answer.text,
  );
  const days = async (link) =>
    Math.round((Date.parse((await stateOf(link)).expiresAt) - Date.now()) / 86_400_000);
  assert.deepEqual([await days(one), await days(three)], [30, 30]);
  assert.deepEqual(await stateOf(two), before, "what ends later stays as it is");

  const stranger = await newUser();
  const theirs = await make("theirs", {}, newKey(stranger.account));
  const confirm = await ask("revoke", chosen(one, three, theirs));
  assert.match(confirm.text, /<h1>Revoke 2 share links\?<\/h1>/);
  assert.ok(!confirm.text.includes(theirs.id));
  answer = await send("revoke", chosen(one, three, theirs));
  assert.equal(answer.headers.location, `${links}?${list}&done=links-revoked`);
  for (const { url } of [one, three]) assert.equal((await request("GET", url)).status, 410);
  assert.equal((await request("GET", theirs.url)).status, 200);
  const events = sql(
    `select action from audit_events where subject in ('${one.id}', '${three.id}') order by action`,
  );
  assert.deepEqual(events.trim().split("\n"), [
    "link.changed",
    "link.changed",
    "link.created",
    "link.created",
    "link.revoked",
    "link.revoked",
  ]);

  await ask("extend", chosen(one, two));
  answer = await send("extend", { ...chosen(one, two), expiresIn: "90d" });
  assert.equal(answer.status, 409);
  assert.match(answer.text, /These links could not be extended[^]*<bdi>one<\/bdi>[^]*It is revoked/);
  assert.equal(await days(two), 90);
  assert.equal((await visitor.get(`${links}/revoke?list=x`)).status, 400);
});

test("an account without links is told where to begin", async () => {
  const { text } = await shown("", await newUser());
  assert.match(text, /No share links yet\./);
});
