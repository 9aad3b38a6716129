// GET /artifacts in the orders that no index has, and by expiry.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  recorded,
  relisted,
  removalOfAccounts,
  share,
  sql,
  titleWords,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";

async function list(key, parameters = {}) {
  const query = new URLSearchParams(parameters);
  const response = await call(key, "GET", `/artifacts?${query}`);
  assert.equal(response.status, 200, `${query}: ${response.text}`);
  return response.json;
}
const namesOf = ({ data }) => data.map(({ metadata }) => metadata.name).join(" ");
const sorted = async (sort, parameters) => namesOf(await list(some.key, { sort, ...parameters }));

// Every page from the first on, by cursor.
async function walk(key, parameters) {
  const names = [];
  let passed = 0;
  for (let cursor; cursor !== null;) {
    const page = await list(key, { ...parameters, ...(cursor ? { cursor } : {}) });
    assert.equal(page.pagination.offset, passed);
    names.push(...page.data.map(({ metadata }) => metadata.name));
    passed += page.data.length;
    cursor = page.pagination.nextCursor;
  }
  return names.join(" ");
}

let some;
let stranger;
before(async () => {
  some = newAccount();
  const ids = {};
  const make = async (name, body) => {
    const artifact = markdown("Some text", { metadata: { name }, ...body });
    ids[name] = (await call(some.key, "POST", "/artifacts", artifact)).json.id;
  };
  await make("a", { title: "Report 10", expiresIn: "3d" });
  await make("b", { title: "report 9", expiresIn: "2d" });
  await make("c", { title: "Ähren", expiresIn: "9d" });
  await make("d", { title: "Zebra" });
  await make("e", { title: "  Boats" });
  await make("f", {});
  await make("g", { content: { text: "# Ahorn\n\nSome text" } });

  const link = async (name, { views = 0, viewed, ...more } = {}) => {
    const { json } = await call(some.key, "POST", `/artifacts/${ids[name]}/share`, {});
    const changes = [`view_count = ${views}`, ...(viewed ? [`last_viewed_at = '${viewed}'`] : [])];
    if (more.revoked) changes.push("revoked_at = now()");
    if (more.expired) changes.push("expires_at = now()");
    if (more.usedUp) changes.push("max_views = 1");
    sql(`update share_links set ${changes.join(", ")} where id = '${uuidOf(json.id)}'`);
    return json.id;
  };
  await link("a", { views: 2, viewed: "2026-03-01T00:00:00Z" });
  await link("a", { views: 3, viewed: "2026-01-01T00:00:00Z" });
  await link("b", { views: 40, viewed: "2026-02-01T00:00:00Z", revoked: true });
  await link("b", { expired: true });
  await link("b", { views: 1, usedUp: true });
  await link("c", {});
  await link("c", {});
  await link("c", {});
  await link("d", { views: 11, viewed: "2026-04-01T00:00:00Z" });
  stranger = newAccount();
  await share(stranger.key, markdown("Some text", { title: "Foreign report", metadata: { name: "z" } }));
});

test("titles are sorted as people do, and what has none comes last in both directions", async () => {
  assert.equal(await sorted("title"), "g c e b a d f");
  assert.equal(await sorted("-title"), "d a b e c g f");
});

test("links that work are counted", async () => {
  assert.match(await sorted("-activeLinks"), /^c a d /);
  assert.match(await sorted("activeLinks"), / d a c$/);
});

test("views are those of all links, and the last of them counts", async () => {
  assert.match(await sorted("-viewCount"), /^b d a /);
  assert.match(await sorted("viewCount"), / a d b$/);
  assert.match(await sorted("-lastViewedAt"), /^d a b /);
  assert.match(await sorted("lastViewedAt"), /^b a d /);
});

test("the soonest expiry is first, or the latest, and what never expires is last", async () => {
  for (const filter of [{}, { createdAfter: "2020-01-01T00:00:00Z" }]) {
    assert.match(await sorted("expiresAt", filter), /^b a c /);
    assert.match(await sorted("-expiresAt", filter), /^c a b /);
  }
});

test("cursors lead through every order and filter, each artifact once", async () => {
  const orders = ["expiresAt", "title", "activeLinks", "viewCount", "lastViewedAt"];
  for (const sort of orders.flatMap((order) => [order, `-${order}`]))
    for (const filter of [{}, { status: "active" }, { q: "rep" }, { createdAfter: "2020-01-01T00:00:00Z" }]) {
      const page = await list(some.key, { sort, ...filter, limit: 100 });
      const whole = namesOf(page);
      assert.equal(page.pagination.total, page.data.length);
      assert.equal(page.pagination.totalIsExact, undefined);
      assert.equal(page.data.length, filter.q ? 2 : 7);
      for (const limit of [1, 2, 3])
        assert.equal(await walk(some.key, { sort, ...filter, limit }), whole, `${sort} ${limit}`);
    }
});

test("an offset leads into a sorted list, and a cursor of another order does not", async () => {
  for (const sort of ["title", "expiresAt"]) {
    const whole = await sorted(sort);
    assert.equal(await sorted(sort, { offset: 4 }), whole.split(" ").slice(4).join(" "));
    const { pagination } = await list(some.key, { sort, limit: 2 });
    const query = new URLSearchParams({ sort: "-title", limit: 2, cursor: pagination.nextCursor });
    assertError(await call(some.key, "GET", `/artifacts?${query}`), 400, "invalid_cursor");
  }
});

test("a page begins where the last one ended, also if its artifact is gone", async () => {
  const { key } = newAccount();
  const ids = [];
  for (const title of ["One", "Two", "Three", "Four", "Five"])
    ids.push(
      (await call(key, "POST", "/artifacts", markdown("x", { title, metadata: { name: title } }))).json.id,
    );
  const first = await list(key, { sort: "title", limit: 2 });
  assert.equal(namesOf(first), "Five Four");
  await call(key, "DELETE", `/artifacts/${ids[3]}`);
  await call(key, "POST", "/artifacts", markdown("x", { title: "Aha", metadata: { name: "Aha" } }));
  const rest = await list(key, { sort: "title", cursor: first.pagination.nextCursor });
  assert.equal(namesOf(rest), "One Three Two");
});

test("lists by expiry know what has expired since the last maintenance", () =>
  withoutMaintenance(async () => {
    const { account, key } = newAccount();
    for (const [name, expiresIn] of [
      ["past", "1d"],
      ["soon", "2d"],
      ["never", "never"],
    ])
      await call(key, "POST", "/artifacts", markdown("x", { title: name, metadata: { name }, expiresIn }));
    sql(
      `update artifacts set expires_at = date_trunc('milliseconds', now())
        where title = 'past' and account_id = '${uuidOf(account)}'`,
    );
    for (const [status, names, reversed = names] of [
      ["", "past soon never", "soon past never"],
      ["active", "soon never"],
      ["expired", "past"],
    ]) {
      const filter = status ? { status } : {};
      const page = await list(key, { ...filter, sort: "expiresAt" });
      assert.deepEqual([namesOf(page), page.pagination.total], [names, names.split(" ").length]);
      assert.equal(namesOf(await list(key, { ...filter, sort: "-expiresAt" })), reversed);
      assert.equal(await walk(key, { ...filter, sort: "expiresAt", limit: 1 }), names);
    }
    for (const [status, names] of [
      ["active", "soon never"],
      ["expired", "past"],
    ])
      for (const sort of ["title", "-title"])
        assert.equal((await list(key, { status, sort })).pagination.total, names.split(" ").length);
  }));

test("beyond 10,000 artifacts, only a filter that leaves few of them is sorted", () =>
  withoutMaintenance(async () => {
    const { account, key } = newAccount();
    const owner = uuidOf(account);
    sql(
      recorded(`
      insert into artifacts (id, account_id, template, title, title_words, content, metadata, created_at, updated_at,
                             expires_at)
      select gen_random_uuid(), '${owner}', 'markdown', title, ${titleWords("title")}, '{"text":"x"}',
             case when n % 5000 = 0 then '{"job":"rare"}' else '{"job":"usual"}' end,
             now() - n * interval '1 second', now(), now() + n * interval '1 minute'
        from (select n, case when n % 5000 = 0 then 'Rare ' || n else 'Usual ' || n end as title
                from generate_series(1, 10003) as n) as made`),
    );
    // As maintenance enters their words.
    const mark = owner.replaceAll("-", "").slice(-8);
    sql(`
      insert into artifact_words (artifact_id, words)
      select id, array_to_tsvector(array['${mark}' || word, '${mark}=' || word])
        from artifacts, lower(split_part(title, ' ', 1)) as word
       where account_id = '${owner}';
      delete from unindexed_artifacts where account_id = '${owner}'`);
    const titles = ({ data }) => data.map(({ title }) => title);
    const query = (parameters) => `/artifacts?${new URLSearchParams(parameters)}`;
    for (const sort of ["title", "-activeLinks", "viewCount", "-lastViewedAt"]) {
      const refusal = await call(key, "GET", query({ sort }));
      assertError(refusal, 400, "too_many_to_sort");
      assert.match(refusal.json.error.message, new RegExp(`sort=${sort}; add filters`));
      assert.deepEqual(titles(await list(key, { sort, q: "rare" })).sort(), ["Rare 10000", "Rare 5000"]);
    }
    assert.deepEqual(titles(await list(key, { sort: "title", q: "rare" })), ["Rare 5000", "Rare 10000"]);
    assert.deepEqual(titles(await list(key, { sort: "-title", "metadata.job": "rare" })), [
      "Rare 10000",
      "Rare 5000",
    ]);
    assertError(await call(key, "GET", query({ sort: "title", q: "usual" })), 400, "too_many_to_sort");
    assertError(await call(key, "GET", query({ sort: "expiresAt", q: "usual" })), 400, "too_many_to_sort");
    const soonest = await list(key, { sort: "expiresAt", limit: 2 });
    assert.deepEqual([titles(soonest), soonest.pagination.total], [["Usual 1", "Usual 2"], 10003]);
    // Some less, and all are sorted.
    sql(
      relisted(
        `account_id = '${owner}' and title in ('Usual 1', 'Usual 2', 'Usual 3')`,
        "deleted_at = now()",
        "deleted",
      ),
    );
    const all = await list(key, { sort: "title", limit: 2 });
    assert.deepEqual([titles(all), all.pagination.total], [["Rare 5000", "Rare 10000"], 10000]);
    // Too many links.
    sql(`
      insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at)
      select gen_random_uuid(), id, '${owner}', 'x', now(), 'infinity'
        from artifacts, generate_series(1, 11) where account_id = '${owner}' and deleted_at is null`);
    assertError(await call(key, "GET", query({ sort: "viewCount" })), 400, "too_many_to_sort");
    assert.equal((await list(key, { sort: "title" })).pagination.total, 10000);
    sql(removalOfAccounts(`id = '${owner}'`));
  }));

test("a sorted list has nothing of another account", async () => {
  for (const sort of ["title", "-viewCount", "expiresAt"])
    for (const filter of [{}, { q: "report" }, { "metadata.name": "z" }])
      assert.equal(namesOf(await list(stranger.key, { sort, ...filter })), "z");
});
