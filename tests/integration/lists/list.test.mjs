// GET /artifacts
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, relisted, sql, uuidOf } from "../../service/api_client.mjs";
import {
  assertApiHeaders,
  assertError,
  assertFields,
  timestampPattern,
} from "../../service/contract_assertions.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";

// An account with `count` artifacts, the oldest first in `ids`, made a second apart.
async function accountWith(count, body = () => markdown("x")) {
  const { account, key } = newAccount();
  const ids = [];
  for (let i = 0; i < count; ++i) ids.push((await call(key, "POST", "/artifacts", body(i))).json.id);
  const moments = ids.map((id, i) => `('${uuidOf(id)}'::uuid, ${i})`).join(",");
  if (count > 0)
    sql(
      `update artifacts a set created_at = date_trunc('milliseconds', now()) - interval '1 hour' + m.i * interval '1 second' from (values ${moments}) m(id, i) where a.id = m.id`,
    );
  return { account, key, ids };
}

let thirty;
before(
  async () =>
    (thirty = await accountWith(30, (i) => ({
      template: ["markdown", "chart", "table"][i % 3],
      title: `T${i}`,
      content: { a: "in content" },
    }))),
);

async function list(key, query = "") {
  const response = await call(key, "GET", `/artifacts${query}`);
  assert.equal(response.status, 200, response.text);
  return response.json;
}
const idsOf = ({ data }) => data.map(({ id }) => id);
const newestFirst = (ids) => [...ids].reverse();

// Every page from the first on, by cursor.
async function walk(key, query) {
  const ids = [];
  let cursor;
  do {
    const page = await list(key, `?${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    ids.push(...idsOf(page));
    cursor = page.pagination.nextCursor;
    assert.equal(page.pagination.hasMore, cursor !== null);
  } while (cursor !== null);
  return ids;
}

test("a list has twenty artifacts, newest first, and the total", async () => {
  const response = await call(thirty.key, "GET", "/artifacts");
  assertApiHeaders(response);
  assertFields(response.json, "data", "pagination");
  assert.deepEqual(idsOf(response.json), newestFirst(thirty.ids).slice(0, 20));
  const { nextCursor, ...rest } = response.json.pagination;
  assert.deepEqual(rest, { total: 30, limit: 20, offset: 0, hasMore: true });
  assert.equal(typeof nextCursor, "string");
});

test("an item has all fields of an artifact except its content", async () => {
  const { key, ids } = await accountWith(1, () =>
    markdown("in content", { title: "T", description: "D", metadata: { a: 1.5 }, expiresIn: "1h" }),
  );
  const {
    data: [item],
  } = await list(key);
  assertFields(
    item,
    "id",
    "template",
    "title",
    "displayTitle",
    "description",
    "status",
    "metadata",
    "createdAt",
    "updatedAt",
    "version",
    "expiresAt",
  );
  const { content, ...read } = (await call(key, "GET", `/artifacts/${ids[0]}`)).json;
  assert.deepEqual(content, { text: "in content" });
  assert.deepEqual(item, read);
  assert.match(item.createdAt, timestampPattern);
  const bare = await list((await accountWith(1)).key);
  assertFields(
    bare.data[0],
    "id",
    "template",
    "title",
    "displayTitle",
    "description",
    "status",
    "metadata",
    "createdAt",
    "updatedAt",
    "version",
  );
  assert.deepEqual([bare.data[0].title, bare.data[0].description, bare.data[0].metadata], [null, null, {}]);
});

test("an account without artifacts has an empty list", async () => {
  const { data, pagination } = await list(newAccount().key);
  assert.deepEqual(data, []);
  assert.deepEqual(pagination, { total: 0, limit: 20, offset: 0, hasMore: false, nextCursor: null });
});

test("limit and offset select a part", async () => {
  for (const [limit, offset] of [
    [1, 0],
    [7, 0],
    [7, 7],
    [7, 28],
    [10, 20],
    [30, 0],
    [100, 0],
    [100, 29],
    [5, 30],
    [5, 1000000],
  ]) {
    const { data, pagination } = await list(thirty.key, `?limit=${limit}&offset=${offset}`);
    assert.deepEqual(
      idsOf({ data }),
      newestFirst(thirty.ids).slice(offset, offset + limit),
      `${limit} ${offset}`,
    );
    assert.equal(pagination.total, 30);
    assert.equal(pagination.limit, limit);
    assert.equal(pagination.offset, offset);
    assert.equal(pagination.hasMore, offset + limit < 30, `${limit} ${offset}`);
  }
});

test("artifacts created at the same time are each listed once", async () => {
  const { account, key, ids } = await accountWith(25);
  sql(
    `update artifacts set created_at = date_trunc('milliseconds', now()) where account_id = '${uuidOf(account)}'`,
  );
  for (const sort of ["createdAt", "-createdAt"]) {
    const walked = await walk(key, `limit=4&sort=${sort}`);
    assert.deepEqual([...walked].sort(), [...ids].sort());
    assert.deepEqual(idsOf(await list(key, `?limit=100&sort=${sort}`)), walked);
  }
});

test("pagination by cursor is stable while artifacts are added or deleted", async () => {
  const { key, ids } = await accountWith(12);
  const first = await list(key, "?limit=5");
  for (let i = 0; i < 7; ++i) await call(key, "POST", "/artifacts", markdown("new"));
  sql(relisted(`id = '${uuidOf(ids[11])}'`, "deleted_at = now()", "deleted"));
  const second = await list(key, `?limit=5&cursor=${encodeURIComponent(first.pagination.nextCursor)}`);
  const third = await list(key, `?limit=5&cursor=${encodeURIComponent(second.pagination.nextCursor)}`);
  assert.deepEqual([first, second, third].flatMap(idsOf), newestFirst(ids));
  assert.equal(third.pagination.nextCursor, null);
  assert.equal(second.pagination.total, 18);
});

test("a list can be filtered by template", async () => {
  for (const [number, template] of ["markdown", "chart", "table"].entries()) {
    const { data, pagination } = await list(thirty.key, `?template=${template}&limit=100`);
    assert.deepEqual(idsOf({ data }), newestFirst(thirty.ids.filter((_, i) => i % 3 === number)));
    assert.ok(data.every((item) => item.template === template));
    assert.equal(pagination.total, 10);
  }
  assert.equal((await list(thirty.key, "?template=pdf")).pagination.total, 0);
});

test("a list has active and expired artifacts, and deleted ones on request", () =>
  withoutMaintenance(async () => {
    const { key, ids } = await accountWith(6, () => markdown("x", { expiresIn: "1h" }));
    const [active, other, expired, deleted, both, old] = ids;
    const set = (id, what) => sql(`update artifacts set ${what} where id = '${uuidOf(id)}'`);
    set(expired, "expires_at = now()");
    const setDeleted = (id, what) => sql(relisted(`id = '${uuidOf(id)}'`, what, "deleted"));
    setDeleted(deleted, "deleted_at = now()");
    setDeleted(both, "expires_at = now(), deleted_at = now()");
    setDeleted(old, "deleted_at = now() - interval '31 days'");
    const expected = {
      "": [expired, other, active],
      "?status=active": [other, active],
      "?status=expired": [expired],
      "?status=deleted": [old, both, deleted],
    };
    for (const [query, wanted] of Object.entries(expected)) {
      const { data, pagination } = await list(key, query);
      assert.deepEqual(idsOf({ data }), wanted, query);
      assert.equal(pagination.total, wanted.length, query);
      for (const item of data) {
        const status = [deleted, both, old].includes(item.id)
          ? "deleted"
          : item.id === expired
            ? "expired"
            : "active";
        assert.equal(item.status, status);
        assert.equal("deletedAt" in item, status === "deleted");
      }
    }
  }));

test("the total is exact after every kind of change", async () => {
  const { key, ids } = await accountWith(5);
  const total = async (query = "") => (await list(key, query)).pagination.total;
  assert.equal(await total(), 5);
  await call(key, "POST", "/artifacts", markdown("x"));
  assert.equal(await total(), 6);
  await call(key, "DELETE", `/artifacts/${ids[0]}`);
  assert.deepEqual([await total(), await total("?status=deleted")], [5, 1]);
  await call(key, "POST", `/artifacts/${ids[0]}/restore`);
  assert.deepEqual([await total(), await total("?status=deleted")], [6, 0]);
  await call(key, "DELETE", `/artifacts/${ids[0]}?permanent=true`);
  assert.deepEqual([await total(), await total("?status=deleted")], [5, 0]);
  await Promise.all(Array.from({ length: 20 }, () => call(key, "POST", "/artifacts", markdown("x"))));
  assert.equal(await total(), 25);
});

test("an artifact is listed as expired from its expiry on", async () => {
  const { key, ids } = await accountWith(1, () => markdown("x", { expiresIn: "1h" }));
  const end = Number(
    sql(
      `update artifacts set expires_at = date_trunc('milliseconds', now()) + interval '700 ms' where id = '${uuidOf(ids[0])}' returning floor(extract(epoch from expires_at) * 1000)`,
    ),
  );
  for (let seenAfter = 0; seenAfter < 3;) {
    const asked = Date.now();
    const [active, expired] = await Promise.all([list(key, "?status=active"), list(key, "?status=expired")]);
    const answered = Date.now();
    if (answered < end) assert.deepEqual([active.pagination.total, expired.pagination.total], [1, 0]);
    if (asked > end) {
      assert.deepEqual([active.pagination.total, expired.pagination.total], [0, 1]);
      ++seenAfter;
    }
  }
});

test("parameters out of bounds are rejected by name", async () => {
  const wrong = {
    limit: ["0", "101", "-1", "1000000000000000000000", "abc", "1.5", "", "1e1", "%2010", "%D9%A3"],
    offset: ["-1", "abc", "1.5", "", "1e1", "100000000000000000000000"],
    template: ["page", "", "MARKDOWN", "markdown,chart"],
    status: ["gone", "", "Active", "all"],
    sort: ["name", "", "CreatedAt", "+createdAt", "--createdAt", "updatedat"],
  };
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      assertError(await call(thirty.key, "GET", `/artifacts?${name}=${value}`), 400, "invalid_request", name);
});

test("an invalid cursor, or one of another list, is rejected", async () => {
  const { nextCursor } = (await list(thirty.key, "?limit=5")).pagination;
  const refused = async (query) =>
    assertError(await call(thirty.key, "GET", `/artifacts?${query}`), 400, "invalid_cursor", "cursor");
  for (const cursor of [
    "",
    "x",
    "null",
    "0",
    `${nextCursor}x`,
    "a".repeat(5000),
    encodeURIComponent("' or 1=1 --"),
  ])
    await refused(`limit=5&cursor=${cursor}`);
  const sent = encodeURIComponent(nextCursor);
  await refused(`cursor=${sent}&offset=5`);
  await refused(`cursor=${sent}&offset=0`);
  await refused(`cursor=${sent}&template=table`);
  // The limit is no filter: it may change along the way.
  assert.deepEqual(
    idsOf(await list(thirty.key, `?limit=3&cursor=${sent}`)),
    newestFirst(thirty.ids).slice(5, 8),
  );
});

test("hides the artifacts of other accounts, even from a caller with their cursor", async () => {
  const stranger = await accountWith(2);
  assert.deepEqual(idsOf(await list(stranger.key)), newestFirst(stranger.ids));
  const { nextCursor } = (await list(thirty.key, "?limit=5")).pagination;
  const response = await call(stranger.key, "GET", `/artifacts?cursor=${encodeURIComponent(nextCursor)}`);
  if (response.status === 200) assert.ok(idsOf(response.json).every((id) => stranger.ids.includes(id)));
  else assertError(response, 400, "invalid_cursor");
});
