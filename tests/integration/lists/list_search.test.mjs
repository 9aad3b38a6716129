// GET /artifacts by metadata, title and time, in the order of updates, and with some fields only.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { load } from "js-yaml";
import {
  call,
  markdown,
  newAccount,
  patiently,
  recorded,
  relisted,
  removalOfAccounts,
  removalOfArtifacts,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { maintain, withoutMaintenance } from "../../service/maintenance.mjs";

const description = load(readFileSync(new URL("../../../docs/openapi.yaml", import.meta.url), "utf8"));

async function list(key, parameters = {}) {
  const query = new URLSearchParams(parameters);
  const response = await call(key, "GET", `/artifacts?${query}`);
  assert.equal(response.status, 200, `${query}: ${response.text}`);
  return response.json;
}
const idsOf = ({ data }) => data.map(({ id }) => id);
const titlesOf = ({ data }) => data.map(({ title }) => title);

// Every page from the first on, by cursor; also those that are not full.
async function walk(key, parameters) {
  const titles = [];
  let passed = 0;
  for (let cursor; cursor !== null;) {
    const page = await list(key, { ...parameters, ...(cursor ? { cursor } : {}) });
    assert.equal(page.pagination.offset, passed);
    assert.equal(page.pagination.hasMore, page.pagination.nextCursor !== null);
    titles.push(...titlesOf(page));
    passed += page.data.length;
    cursor = page.pagination.nextCursor;
  }
  return titles;
}

// Artifacts of these bodies, the first the oldest, made an hour apart and changed `changed` minutes later.
async function accountWith(bodies) {
  const { account, key } = newAccount();
  const ids = [];
  for (const { changed = 0, ...body } of bodies) {
    const { json } = await call(key, "POST", "/artifacts", markdown("x", body));
    const created = `date_trunc('day', now()) - interval '10 days' + interval '${ids.length} hours'`;
    sql(
      `update artifacts set created_at = ${created}, updated_at = ${created} + interval '${changed} minutes'
        where id = '${uuidOf(json.id)}'`,
    );
    ids.push(json.id);
  }
  return { account, key, ids };
}

let some;
let other;
before(async () => {
  some = await accountWith([
    { title: "Alpha", metadata: { job: "nightly", build: 42, env: "prod" } },
    { title: "Beta", metadata: { job: "nightly", build: "42" }, changed: 200 },
    { title: "Gamma report", metadata: { job: "weekly", ok: true, none: null, list: ["a"], "a.b": "c d+e" } },
    { title: "Delta report", metadata: { job: "nightly", build: 42.0, env: "prod", ok: false } },
    { title: "Epsilon", metadata: {}, changed: 600 },
    { title: "Zeta Report", metadata: { job: "", huge: "x" } },
  ]);
  other = await accountWith([{ title: "Foreign report", metadata: { job: "nightly", env: "prod" } }]);
});

test("a filter with many keys reads the metadata of an artifact once, however large it is", async () => {
  const { key } = newAccount();
  const keys = Object.fromEntries(Array.from({ length: 49 }, (_, i) => [`k${i}`, "1"]));
  const metadata = { ...keys, filling: "x".repeat(15_000) };
  const { json } = await call(key, "POST", "/artifacts", markdown("x", { metadata }));
  sql(
    recorded(`insert into artifacts (id, account_id, template, content, metadata, created_at, updated_at)
     select gen_random_uuid(), account_id, template, content, metadata, created_at, updated_at
       from artifacts, generate_series(1, 999) where id = '${uuidOf(json.id)}'`),
  );
  const filter = Object.entries(keys).map(([name, value]) => [`metadata[${name}]`, value]);
  assert.equal((await list(key, filter)).pagination.total, 1000);
  assert.equal((await list(key, [...filter, ["metadata.k49", "1"]])).pagination.total, 0);
});

test("filters by metadata, by the characters of strings and the JSON of other values", async () => {
  for (const [parameters, expected] of [
    [{ "metadata.job": "nightly" }, ["Delta report", "Beta", "Alpha"]],
    [{ "metadata.job": "weekly" }, ["Gamma report"]],
    [{ "metadata.job": "" }, ["Zeta Report"]],
    [{ "metadata.job": "Nightly" }, []],
    [{ "metadata.Job": "nightly" }, []],
    [{ "metadata.build": "42" }, ["Delta report", "Beta", "Alpha"]],
    [{ "metadata.build": "42.0" }, []],
    [{ "metadata.ok": "true" }, ["Gamma report"]],
    [{ "metadata.ok": "false" }, ["Delta report"]],
    [{ "metadata.none": "null" }, []],
    [{ "metadata.list": "a" }, []],
    [{ "metadata.a.b": "c d+e" }, ["Gamma report"]],
    [{ "metadata.unknown": "x" }, []],
  ]) {
    const { data, pagination } = await list(some.key, parameters);
    assert.deepEqual(titlesOf({ data }), expected, JSON.stringify(parameters));
    assert.equal(pagination.total, expected.length);
    assert.ok(!("totalIsExact" in pagination));
    assert.deepEqual([pagination.offset, pagination.hasMore, pagination.nextCursor], [0, false, null]);
  }
});

test("all filters must hold", async () => {
  for (const [parameters, expected] of [
    [{ "metadata.job": "nightly", "metadata.env": "prod" }, ["Delta report", "Alpha"]],
    [{ "metadata.job": "nightly", "metadata.env": "test" }, []],
    [{ "metadata.job": "nightly", q: "report" }, ["Delta report"]],
    [{ "metadata.job": "nightly", q: "bet" }, ["Beta"]],
    [
      { "metadata.job": "nightly", template: "markdown", status: "active" },
      ["Delta report", "Beta", "Alpha"],
    ],
    [{ "metadata.job": "nightly", template: "chart" }, []],
    [{ "metadata.job": "nightly", status: "deleted" }, []],
    [{ q: "report", status: "expired" }, []],
  ])
    assert.deepEqual(titlesOf(await list(some.key, parameters)), expected, JSON.stringify(parameters));
});

test("metadata with numbers beyond machine precision, and of any depth, can be stored and found", async () => {
  const metadata =
    '{"n": 1e999999, "m": -123456789012345678901234567890.5, "o": {"job": "x", "p": [[{}]]}, "k": "v"}';
  const { key, ids } = await accountWith([{}]);
  const body = `{"template": "markdown", "content": {"text": "x"}, "title": "Large", "metadata": ${metadata}}`;
  const made = await call(key, "POST", "/artifacts", body);
  assert.equal(made.status, 201, made.text);
  for (const [name, value] of [
    ["n", "1e999999"],
    ["m", "-123456789012345678901234567890.5"],
    ["k", "v"],
  ])
    assert.deepEqual(idsOf(await list(key, { [`metadata.${name}`]: value })), [made.json.id]);
  assert.deepEqual(idsOf(await list(key, { "metadata.job": "x" })), []);
  assert.equal(ids.length, 1);
});

test("changed metadata is found by its new value", async () => {
  const { key, ids } = await accountWith([{ metadata: { job: "old", keep: 1 } }]);
  await call(key, "PUT", `/artifacts/${ids[0]}`, { metadata: { job: "new" } });
  assert.deepEqual(idsOf(await list(key, { "metadata.job": "old" })), []);
  assert.deepEqual(idsOf(await list(key, { "metadata.job": "new", "metadata.keep": "1" })), ids);
  await call(key, "PUT", `/artifacts/${ids[0]}`, { metadata: { job: null } });
  assert.deepEqual(idsOf(await list(key, { "metadata.job": "new" })), []);
});

test("finds words of the title ignoring case and order, the last also by its beginning", async () => {
  for (const [q, expected] of [
    ["report", ["Zeta Report", "Delta report", "Gamma report"]],
    [" REPORT ", ["Zeta Report", "Delta report", "Gamma report"]],
    ["report zet", ["Zeta Report"]],
    ["rep zeta", []],
    ["eport", []],
    ["Foreign", []],
  ]) {
    const { data, pagination } = await list(some.key, { q });
    assert.deepEqual(titlesOf({ data }), expected, q);
    assert.equal(pagination.total, expected.length, q);
  }
});

test("lists, walks, counts and bulk changes agree on the words of titles, in any language", () =>
  withoutMaintenance(async (maintainHere) => {
    const titles = [
      ["100% sure"],
      ["100 sure"],
      ["a_b_c"],
      ["axbxc"],
      ["Straße ÜBER"],
      ["日本語の報告"],
      ["back\\slash"],
      ["it's '' so | x"],
      ["  Leading and   many  spaces  "],
      ["Quarterly-Report (2024)"],
      [undefined, "# Quarterly *results*"],
      [" ", "# Blank title"],
      ["%"],
      ["東京都 report"],
      ["x".repeat(200)],
      ["Ångström naïve"],
      ["🎉 party"],
      ["=equals |pipe| %like_"],
      ["C++ & C#"],
      ["O’Brien", "# Hidden heading"],
      ["İstanbul ΟΔΟΣ"],
      ["売上2024年"],
    ];
    const { account, key, ids } = await accountWith(
      titles.map(([title, text = "x"]) => ({ title, content: { text }, metadata: { a: 1 } })),
    );
    const queries = [
      ["100%", 0, 1],
      ["sure 100", 0, 1],
      ["100 % sur", 0, 1],
      ["%"],
      ["_"],
      ["|"],
      ["\\"],
      ["🎉"],
      ["a", 2, 3, 8],
      ["b a", 2],
      ["a_b", 2],
      ["ab"],
      ["xbx"],
      ["axb", 3],
      ["über", 4],
      ["üb", 4],
      ["STRASS"],
      ["straß", 4],
      ["本語の", 5],
      ["報", 5],
      ["の本"],
      ["slash BACK", 6],
      ["it's so", 7],
      ["x", 7, 14],
      ["many leading spa", 8],
      ["re", 9, 10, 13],
      ["quarterly re", 9, 10],
      ["quarterly", 9, 10],
      ["Quarterly RESULTS", 10],
      ["report-2024", 9],
      ["heading"],
      ["blank", 11],
      ["京都", 13],
      ["report 東", 13],
      ["東 report", 13],
      ["x".repeat(200), 14],
      ["xxx", 14],
      ["naïve ångström", 15],
      ["naive"],
      ["party", 16],
      ["equals", 17],
      ["pipe", 17],
      ["like", 17],
      ["|pipe|", 17],
      ["c", 2, 18],
      ["brien", 19],
      ["İstanbul", 20],
      ["ΟΔΟΣ", 20],
      ["2024", 9, 21],
      ["上2", 21],
      ["売上 年", 21],
    ];
    const owner = uuidOf(account);
    const walkOnly = `insert into unindexed_artifacts select '${owner}', gen_random_uuid() from generate_series(1, 5000)`;
    // Few searches that walk run at the same time.
    const ask = async (...words) => (await patiently(() => call(key, ...words))).json;
    const deletion = (q, dryRun) => ask("POST", "/artifacts/delete-matching", { filter: { q }, dryRun });
    const found = async (parameters) =>
      idsOf(await ask("GET", `/artifacts?${new URLSearchParams(parameters)}`));
    for (const prepare of [() => {}, maintainHere, () => sql(walkOnly)]) {
      prepare();
      await Promise.all(
        queries.map(async ([q, ...places]) => {
          const expected = places.map((place) => ids[place]);
          for (const more of [{}, { "metadata.a": "1" }])
            assert.deepEqual(await found({ q, sort: "createdAt", ...more }), expected, q);
          assert.equal((await deletion(q, true)).matching, expected.length, q);
        }),
      );
    }
    for (const [q, ...places] of queries) {
      const expected = places.map((place) => ids[place]);
      assert.equal((await deletion(q, false)).deleted, expected.length, q);
      if (expected.length === 0) continue;
      assert.deepEqual(await found({ status: "deleted", sort: "createdAt" }), expected, q);
      sql(relisted(`account_id = '${owner}' and deleted_at is not null`, "deleted_at = null", "active"));
    }
  }));

test("each way of writing a title makes it found at once, and what it was before no longer", async () => {
  const { key } = newAccount();
  const found = async (q) => idsOf(await list(key, { q }));
  const byExternalId = (body) => call(key, "PUT", "/artifacts/ext:titled", body);
  const { json: shared } = await call(
    key,
    "POST",
    "/artifacts/share",
    markdown("# Egret", { title: "Heron" }),
  );
  const { json: upserted } = await byExternalId(markdown("# Stork", { title: "Ibis" }));
  assert.deepEqual(
    [await found("heron"), await found("ibis"), await found("egret")],
    [[shared.id], [upserted.id], []],
  );
  const change = (body) => call(key, "PUT", `/artifacts/${shared.id}`, body);
  for (const [write, id, gone, there] of [
    [() => change({ title: "Bittern" }), shared.id, "heron", "bittern"],
    [() => change({ title: null }), shared.id, "bittern", "egret"],
    [() => change({ content: { text: "# Spoonbill" } }), shared.id, "egret", "spoonbill"],
    [() => change({ metadata: { a: 1 } }), shared.id, "egret", "spoonbill"],
    [() => change({ title: "Crane", content: { text: "# Rail" } }), shared.id, "spoonbill", "crane"],
    [() => change({ content: { text: "# Coot" } }), shared.id, "coot", "crane"],
    [() => byExternalId(markdown("# Stork", { title: "Jabiru" })), upserted.id, "ibis", "jabiru"],
    [() => byExternalId(markdown("# Shoebill", { title: null })), upserted.id, "jabiru", "shoebill"],
  ]) {
    assert.equal((await write()).status, 200);
    assert.deepEqual([await found(there), await found(gone)], [[id], []], there);
  }
});

test("finds a title whether or not it is indexed yet, and after it has changed", async () => {
  const { key, ids } = await accountWith([{ title: "Quarterly figures" }, { title: "Yearly figures" }]);
  const found = async (q) => idsOf(await list(key, { q }));
  assert.deepEqual(await found("figures"), [ids[1], ids[0]]);
  maintain();
  assert.deepEqual(await found("figures"), [ids[1], ids[0]]);
  assert.deepEqual(await found("quarter"), [ids[0]]);
  await call(key, "PUT", `/artifacts/${ids[0]}`, { title: "Monthly figures" });
  for (const prepare of [() => {}, maintain]) {
    prepare();
    assert.deepEqual(await found("monthly"), [ids[0]]);
    assert.deepEqual(await found("quarter"), []);
    assert.deepEqual(await found("figures"), [ids[1], ids[0]]);
  }
  await call(key, "PUT", `/artifacts/${ids[1]}`, { title: null });
  assert.deepEqual(await found("figures"), [ids[0]]);
  await call(key, "DELETE", `/artifacts/${ids[0]}?permanent=true`);
  assert.deepEqual(await found("figures"), []);
});

test("ranges of time are exclusive, to the millisecond, and in every form of RFC 3339", async () => {
  const all = (await list(some.key, { sort: "createdAt" })).data;
  const [, , gamma] = all;
  const later = new Date(Date.parse(gamma.createdAt) + 1).toISOString();
  const earlier = new Date(Date.parse(gamma.createdAt) - 1).toISOString();
  const names = titlesOf({ data: all });
  for (const [parameters, expected] of [
    [{ createdAfter: gamma.createdAt }, names.slice(3)],
    [{ createdAfter: earlier }, names.slice(2)],
    [{ createdBefore: gamma.createdAt }, names.slice(0, 2)],
    [{ createdBefore: later }, names.slice(0, 3)],
    [{ createdAfter: earlier, createdBefore: later }, names.slice(2, 3)],
    [{ createdAfter: later, createdBefore: earlier }, []],
    [{ createdAfter: gamma.createdAt.replace(/Z$/, "+01:00") }, names.slice(2)],
    [{ createdBefore: "9999-12-31T23:59:59Z" }, names],
    [{ createdAfter: "0000-01-01T00:00:00Z" }, names],
  ]) {
    for (const sort of ["createdAt", "-createdAt"]) {
      const { data, pagination } = await list(some.key, { ...parameters, sort });
      const inOrder = sort === "createdAt" ? expected : [...expected].reverse();
      assert.deepEqual(titlesOf({ data }), inOrder, JSON.stringify(parameters));
      assert.equal(pagination.total, expected.length);
    }
    assert.deepEqual(
      (await walk(some.key, { ...parameters, sort: "updatedAt", limit: 2 })).sort(),
      [...expected].sort(),
    );
  }
});

test("artifacts are found by their last update, in either order", async () => {
  const all = (await list(some.key, { sort: "updatedAt" })).data;
  // Beta was changed after 200 minutes, Epsilon after 600.
  assert.deepEqual(titlesOf({ data: all }), [
    "Alpha",
    "Gamma report",
    "Delta report",
    "Beta",
    "Zeta Report",
    "Epsilon",
  ]);
  assert.deepEqual(titlesOf(await list(some.key, { sort: "-updatedAt" })), titlesOf({ data: all }).reverse());
  const delta = all[2].updatedAt;
  for (const [parameters, expected] of [
    [{ updatedAfter: delta }, ["Beta", "Zeta Report", "Epsilon"]],
    [{ updatedBefore: delta }, ["Alpha", "Gamma report"]],
    [{ updatedAfter: delta, q: "report" }, ["Zeta Report"]],
    [{ updatedAfter: delta, createdBefore: delta }, ["Beta"]],
  ]) {
    for (const sort of ["updatedAt", "-updatedAt", "createdAt", "-createdAt"]) {
      const { data, pagination } = await list(some.key, { ...parameters, sort });
      assert.deepEqual(
        titlesOf({ data }).sort(),
        [...expected].sort(),
        `${sort} ${JSON.stringify(parameters)}`,
      );
      assert.equal(pagination.total, expected.length);
    }
    assert.deepEqual(titlesOf(await list(some.key, { ...parameters, sort: "updatedAt" })), expected);
  }
});

test("cursors lead through every search, each artifact once, with any limit and order", async () => {
  for (const parameters of [
    { "metadata.job": "nightly" },
    { q: "report" },
    { q: "rep", "metadata.job": "nightly" },
    { createdAfter: "2020-01-01T00:00:00Z" },
    { updatedAfter: "2020-01-01T00:00:00Z" },
    { sort: "updatedAt" },
    { status: "active", updatedBefore: "2100-01-01T00:00:00Z" },
    { status: "active", template: "markdown" },
  ])
    for (const sort of ["createdAt", "-createdAt", "updatedAt", "-updatedAt"]) {
      const whole = titlesOf(await list(some.key, { ...parameters, sort, limit: 100 }));
      for (const limit of [1, 2, 3, 6])
        assert.deepEqual(
          await walk(some.key, { ...parameters, sort, limit }),
          whole,
          `${sort} ${limit} ${JSON.stringify(parameters)}`,
        );
    }
});

test("pages by update have unchanged artifacts once, and changed ones again at the latest end", async () => {
  const { key, ids } = await accountWith(Array.from({ length: 12 }, (_, i) => ({ title: `T${i}` })));
  const first = await list(key, { sort: "updatedAt", limit: 5 });
  await call(key, "PUT", `/artifacts/${ids[1]}`, { title: "T1 again" });
  await call(key, "PUT", `/artifacts/${ids[8]}`, { title: "T8 again" });
  const rest = await walkFrom(key, { sort: "updatedAt", limit: 5 }, first.pagination.nextCursor);
  assert.deepEqual(
    [...titlesOf(first), ...rest],
    [..."T0 T1 T2 T3 T4 T5 T6 T7 T9 T10 T11".split(" "), "T1 again", "T8 again"],
  );

  const latest = await list(key, { sort: "-updatedAt", limit: 5 });
  await call(key, "PUT", `/artifacts/${ids[0]}`, { title: "T0 again" });
  const back = await walkFrom(key, { sort: "-updatedAt", limit: 5 }, latest.pagination.nextCursor);
  assert.deepEqual(
    [...titlesOf(latest), ...back],
    [..."T8 again,T1 again,T11,T10,T9,T7,T6,T5,T4,T3,T2".split(",")],
  );
  assert.equal(titlesOf(await list(key, { sort: "-updatedAt", limit: 1 }))[0], "T0 again");
});

async function walkFrom(key, parameters, cursor) {
  const titles = [];
  while (cursor !== null) {
    const page = await list(key, { ...parameters, cursor });
    titles.push(...titlesOf(page));
    cursor = page.pagination.nextCursor;
  }
  return titles;
}

test("a search has expired or deleted artifacts if their status is requested", async () => {
  const bodies = ["active", "expired", "deleted"].map((title) => ({
    title: `of ${title}`,
    metadata: { job: "x" },
  }));
  const { key, ids } = await accountWith(bodies);
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(ids[1])}'`);
  await call(key, "DELETE", `/artifacts/${ids[2]}`);
  for (const search of [
    { "metadata.job": "x" },
    { q: "of" },
    { q: "delet", "metadata.job": "x" },
    { createdAfter: "2020-01-01T00:00:00Z" },
    { updatedAfter: "2020-01-01T00:00:00Z" },
  ])
    for (const sort of ["createdAt", "updatedAt"])
      for (const [status, expected] of [
        ["active", ["active"]],
        ["expired", ["expired"]],
        ["deleted", ["deleted"]],
        [undefined, ["active", "expired"]],
      ]) {
        const wanted = expected.map((name) => `of ${name}`).filter((title) => title.includes(search.q ?? ""));
        const page = await list(key, { ...search, sort, ...(status ? { status } : {}) });
        assert.deepEqual(titlesOf(page), wanted, `${JSON.stringify(search)} ${sort} ${status}`);
        assert.equal(page.pagination.total, wanted.length);
      }
});

test("filters by the external ID, which at most one artifact has", async () => {
  const { key } = newAccount();
  for (const externalId of ["nightly-1", "nightly-2", "NIGHTLY-1"])
    await call(
      key,
      "POST",
      "/artifacts",
      markdown("x", { title: externalId, externalId, metadata: { a: 1 } }),
    );
  const found = await list(key, { externalId: "nightly-1" });
  assert.deepEqual(titlesOf(found), ["nightly-1"]);
  assert.deepEqual(found.pagination, { total: 1, limit: 20, offset: 0, hasMore: false, nextCursor: null });
  for (const [more, titles] of [
    [
      { sort: "updatedAt", q: "night", "metadata.a": "1", createdAfter: "2026-01-01T00:00:00Z" },
      ["nightly-1"],
    ],
    [{ q: "nightly 2" }, []],
    [{ "metadata.a": "2" }, []],
    [{ createdBefore: "2026-01-01T00:00:00Z" }, []],
    [{ template: "table" }, []],
    [{ status: "deleted" }, []],
  ])
    assert.deepEqual(titlesOf(await list(key, { externalId: "nightly-1", ...more })), titles);
  assert.deepEqual(titlesOf(await list(key, { externalId: "nightly" })), []);
  assertError(
    await call(key, "GET", "/artifacts?externalId=a%20b"),
    400,
    "invalid_request",
    "externalId must have 1 to 128",
  );
  const filter = { externalId: "nightly-2" };
  for (const dryRun of [true, false]) {
    const { json } = await call(key, "POST", "/artifacts/delete-matching", { filter, dryRun });
    assert.deepEqual([json.matching, json.nextCursor], [1, null]);
  }
  assert.deepEqual(titlesOf(await list(key, { q: "nightly" })).sort(), ["NIGHTLY-1", "nightly-1"]);
});

test("malformed search parameters are rejected by name", async () => {
  const refused = (query, words) =>
    call(some.key, "GET", `/artifacts?${query}`).then((response) =>
      assertError(response, 400, "invalid_request", words),
    );
  for (const name of ["createdAfter", "createdBefore", "updatedAfter", "updatedBefore"])
    for (const value of ["", "2026-01-15"]) await refused(`${name}=${value}`, name);
  await refused("createdAfter=2026-01-15T12:00:00+01:00", "%2B");
  await refused("q=", "q");
  await refused("q=%20%20", "q");
  await refused(`q=${"x".repeat(256)}`, "q");
  await refused("metadata[]=x", "metadata[]");
  await refused("metadata[job=x", "unknown");
  await refused(`metadata.${"k".repeat(65)}=x`, "metadata.");
  await refused("metadata.job=a&metadata.job=b", "metadata.job");
  await refused("sort=-size", "sort");
  for (const search of ["q=report", "metadata.job=nightly", "createdAfter=2020-01-01T00:00:00Z"])
    await refused(`${search}&offset=0`, "offset");
});

test("a listed artifact has every documented field", async () => {
  const names = Object.keys(description.components.schemas.ArtifactListItem.properties);
  const { key, ids } = await accountWith([{ title: "A", description: "D", metadata: { a: 1 } }]);
  sql(
    relisted(
      `id = '${uuidOf(ids[0])}'`,
      `expires_at = now() + interval '1 day', deleted_at = now(), disabled_at = now(),
       disabled_reason = 'spam', external_id = 'report'`,
      "deleted",
    ),
  );
  const [whole] = (await list(key, { status: "deleted" })).data;
  assert.deepEqual(Object.keys(whole).sort(), names.sort());
});

test("no filter finds another account's artifacts", async () => {
  for (const parameters of [
    { "metadata.job": "nightly" },
    { q: "report" },
    { q: "fore" },
    { createdAfter: "2020-01-01T00:00:00Z" },
    { updatedAfter: "2020-01-01T00:00:00Z", sort: "-createdAt" },
    { sort: "updatedAt" },
  ])
    assert.deepEqual(idsOf(await list(other.key, parameters)), other.ids, JSON.stringify(parameters));
});

test("if many artifacts match, the list is walked, and the total is a lower bound", async () => {
  const { account, key } = newAccount();
  const owner = uuidOf(account);
  sql(
    recorded(`
    insert into artifacts (id, account_id, template, title, title_words, content, metadata, created_at, updated_at)
    select gen_random_uuid(), '${owner}', 'markdown', case when n <= 5500 then 'Weekly ' || n else 'Other' end,
           case when n <= 5500 then '|weekly|' else '|other|' end, '{}', case when n <= 5500 then '{"job":"weekly"}' else '{"job":"other"}' end,
           moment - n * interval '1 second', moment - n * interval '1 second'
      from generate_series(1, 6000) as n, date_trunc('milliseconds', now()) as moment`),
  );
  for (const parameters of [
    { "metadata.job": "weekly" },
    { q: "weekly" },
    { createdAfter: "2020-01-01T00:00:00Z" },
  ]) {
    const { data, pagination } = await list(key, parameters);
    assert.deepEqual(
      titlesOf({ data }),
      Array.from({ length: 20 }, (_, n) => `Weekly ${n + 1}`),
    );
    assert.equal(pagination.totalIsExact, false);
    assert.ok(pagination.total >= 20 && pagination.total <= 6000);
    assert.ok(pagination.hasMore);
  }
  const rare = await list(key, { "metadata.job": "other", limit: 1 });
  assert.deepEqual([rare.pagination.total, rare.pagination.totalIsExact], [500, undefined]);
  assert.equal((await walk(key, { "metadata.job": "weekly", limit: 100 })).length, 5500);
  sql(removalOfArtifacts(`account_id = '${owner}'`));
});

test("in a large account, what is frequent is found without reading an index to its end", async () => {
  const { account, key } = newAccount();
  const owner = uuidOf(account);
  sql(
    recorded(`
    insert into artifacts (id, account_id, template, title, title_words, content, metadata, created_at, updated_at)
    select gen_random_uuid(), '${owner}', 'markdown', case when n % 50 = 0 then 'Yearly' else 'Weekly' end,
           case when n % 50 = 0 then '|yearly|' else '|weekly|' end, '{}',
           '{"job":"report"}', moment - n * interval '1 second', moment
      from generate_series(1, 600) as n, date_trunc('milliseconds', now()) as moment`),
  );
  const totals = async (parameters) => {
    const { data, pagination } = await list(key, parameters);
    return [data.length, pagination.totalIsExact ?? pagination.total];
  };
  const frequent = [{ q: "weekly" }, { "metadata.job": "report" }];
  assert.deepEqual(await totals(frequent[0]), [20, 588]);
  // As if it had many more, which are not among the latest.
  sql(`
    update artifact_counts set count = count + 1000000
     where (account_id, listed_as, template, slot) =
           (select account_id, listed_as, template, slot from artifact_counts
             where account_id = '${owner}' and listed_as = 'active' limit 1)`);
  for (const parameters of frequent) assert.deepEqual(await totals(parameters), [20, false]);
  assert.deepEqual(await totals({ q: "yearly", limit: 5 }), [5, 12]);
  sql(removalOfAccounts(`id = '${owner}'`));
});
