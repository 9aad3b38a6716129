// The versions of an artifact: what makes one, who wrote it, what is kept, restored and erased.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { admin, call, markdown, newAccount, newKey, sql, uuidOf } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { githubToken } from "../../service/github_token.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount()));

const create = async (text = "one", more = {}) =>
  (await call(key, "POST", "/artifacts", markdown(text, more))).json.id;
const put = (id, body, headers, by = key) => call(by, "PUT", `/artifacts/${id}`, body, headers);
const write = async (id, text, more = {}, by = key) => {
  const { status, json, text: answer } = await put(id, { content: { text }, ...more }, {}, by);
  assert.equal(status, 200, answer);
  return json;
};
const get = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json;
const versionsOf = async (id, query = "") => {
  const { status, json, text } = await call(key, "GET", `/artifacts/${id}/versions${query}`);
  assert.equal(status, 200, text);
  return json;
};
const numbersOf = async (id) => (await versionsOf(id, "?limit=100")).data.map(({ version }) => version);
const version = (id, number, by = key) => call(by, "GET", `/artifacts/${id}/versions/${number}`);
const textOf = async (id, number) => (await version(id, number)).json.content.text;
const erase = (id, number) => call(key, "DELETE", `/artifacts/${id}/versions/${number}`);
const restore = (id, number, body, headers) =>
  call(key, "POST", `/artifacts/${id}/versions/${number}/restore`, body, headers);
const historyBytes = (owner = account) =>
  Number(
    sql(
      `select coalesce(sum(bytes), 0) from artifact_counts
        where account_id = '${uuidOf(owner)}' and listed_as = 'history'`,
    ),
  );

test("each change of content, title or description makes a version, and says what changed", async () => {
  const made = (await call(key, "POST", "/artifacts", markdown("one", { note: "First draft" }))).json;
  assert.equal(made.version, 1);
  const { id } = made;
  assert.equal((await write(id, "two", { note: "Second" })).version, 2);
  assert.equal((await put(id, { title: "Plan" })).json.version, 3);
  assert.equal(
    (await put(id, { title: "Plan B", description: "of March", content: { text: "four" } })).json.version,
    4,
  );
  const { data, pagination } = await versionsOf(id);
  assert.deepEqual(
    data.map(({ version: number, changed, note }) => [number, changed, note]),
    [
      [4, ["content", "title", "description"], undefined],
      [3, ["title"], undefined],
      [2, ["content"], "Second"],
      [1, [], "First draft"],
    ],
  );
  assert.deepEqual(pagination, { limit: 20, hasMore: false, nextCursor: null });
  assert.equal((await get(id)).version, 4);
  assert.equal(data[1].bytes, '{"text":"two"}'.length);
  const third = (await version(id, 3)).json;
  assert.deepEqual([third.title, third.content.text, third.version], ["Plan", "two", 3]);
  assert.equal(third.updatedAt, data[1].createdAt);
  const fourth = (await version(id, 4)).json;
  assert.deepEqual([fourth.content, fourth.title], [(await get(id)).content, "Plan B"]);
});

test("a change that changes nothing, and one of metadata or expiry, makes no version", async () => {
  const id = await create("same", { title: "Plan", description: "d" });
  for (const body of [
    {},
    { content: { text: "same" }, title: "Plan", description: "d", note: "Nothing" },
    { title: "Plan", note: "Nothing" },
    { metadata: { a: 1 } },
    { expiresIn: "7d" },
  ])
    assert.equal((await put(id, body)).json.version, 1, JSON.stringify(body));
  const { data } = await versionsOf(id);
  assert.deepEqual([data.length, data[0].note], [1, undefined]);
});

test("each version says which key or app wrote it, by name", async () => {
  const nightly = admin("key", "add", "--account", account, "--name", "Nightly report");
  const id = await create();
  await write(id, "two", {}, nightly);
  const { data } = await versionsOf(id);
  assert.deepEqual(data[0].by, { type: "key", name: "Nightly report" });
  assert.equal(data[1].by.type, "key");
  assert.notEqual(data[1].by.name, "Nightly report");
});

test("the list of versions has pages", async () => {
  const id = await create("1");
  for (let i = 2; i <= 5; ++i) await write(id, String(i));
  const numbers = [];
  let cursor = "";
  do {
    const page = await versionsOf(id, `?limit=2${cursor}`);
    numbers.push(...page.data.map(({ version: number }) => number));
    cursor = page.pagination.nextCursor && `&cursor=${encodeURIComponent(page.pagination.nextCursor)}`;
  } while (cursor);
  assert.deepEqual(numbers, [5, 4, 3, 2, 1]);
  const other = await create();
  const { nextCursor } = (await versionsOf(id, "?limit=1")).pagination;
  assertError(
    await call(key, "GET", `/artifacts/${other}/versions?cursor=${encodeURIComponent(nextCursor)}`),
    400,
    "invalid_cursor",
  );
});

test("baseVersion refuses a change that another one preceded, and says who made it", async () => {
  const id = await create();
  const other = admin("key", "add", "--account", account, "--name", "Other agent");
  assert.equal((await put(id, { content: { text: "two" }, baseVersion: 1 })).json.version, 2);
  await write(id, "three", {}, other);
  const refused = await put(id, { content: { text: "four" }, baseVersion: 2 });
  assertError(refused, 409, "version_conflict");
  assert.match(refused.json.error.message, /version 3, written by key Other agent at/);
  assert.equal(refused.json.error.field, "/baseVersion");
  assert.equal(refused.json.error.currentVersion, 3);
  assert.equal((await get(id)).content.text, "three");
  assertError(await restore(id, 1, { baseVersion: 2 }), 409, "version_conflict");
  for (const baseVersion of [0, "2.5", 1.5, true])
    assertError(await put(id, { title: "x", baseVersion }), 400, "invalid_request");
});

test("baseVersion and note work with files and with upserts", async () => {
  const upsert = (body) => call(key, "PUT", "/artifacts/ext:report-with-versions", body);
  const unknown = await upsert(markdown("one", { baseVersion: 1 }));
  assertError(unknown, 409, "version_conflict");
  assert.equal("currentVersion" in unknown.json.error, false);
  const { id } = (await upsert(markdown("one", { note: "Begun" }))).json;
  assert.equal((await upsert(markdown("two", { baseVersion: 1, note: "Continued" }))).json.version, 2);
  assertError(await upsert(markdown("three", { baseVersion: 1 })), 409, "version_conflict");
  const asFile = async (fields) => {
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.append(name, text);
    form.append("file", new File(["three"], "three.md", { type: "text/markdown" }));
    const sent = new Response(form);
    const type = { "content-type": sent.headers.get("content-type") };
    return call(key, "PUT", `/artifacts/${id}`, Buffer.from(await sent.arrayBuffer()), type);
  };
  assertError(await asFile({ baseVersion: "1" }), 409, "version_conflict");
  assert.equal((await asFile({ baseVersion: "2", note: "From a file" })).json.version, 3);
  const { data } = await versionsOf(id);
  assert.deepEqual(
    data.map(({ note }) => note),
    ["From a file", "Continued", "Begun"],
  );
});

test("a note is one line of at most 200 characters", async () => {
  const id = await create();
  for (const note of ["x".repeat(201), "two\nlines", 5])
    assertError(await put(id, { title: "x", note }), 400, "invalid_request");
  assert.equal((await put(id, { title: "x", note: "é".repeat(200) })).status, 200);
});

test("restoring a version makes a new one of its title, description and content", async () => {
  const id = await create("one", { title: "Plan", description: "d" });
  await put(id, { title: null, description: null, content: { text: "two" } });
  const answer = await restore(id, 1);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([answer.json.version, answer.json.title], [3, "Plan"]);
  const now = await get(id);
  assert.deepEqual([now.content.text, now.title, now.description], ["one", "Plan", "d"]);
  const { data } = await versionsOf(id);
  assert.equal(data[0].note, "Version 1 restored");
  assert.equal((await restore(id, 2, { note: "The other was wrong" })).json.version, 4);
  assert.equal((await versionsOf(id)).data[0].note, "The other was wrong");
});

test("restoring the version that is current changes nothing", async () => {
  const id = await create("one");
  await write(id, "two");
  const before = await get(id);
  const answer = await restore(id, 2, { note: "Once more" });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([answer.json.version, answer.json.updatedAt], [2, before.updatedAt]);
  assert.deepEqual(await get(id), before);
  assert.deepEqual(await numbersOf(id), [2, 1]);
  assertError(await restore(id, 2, { baseVersion: 1 }), 409, "version_conflict");
});

test("restoring honours If-Match and Idempotency-Key, and refuses unknown fields that are alike", async () => {
  const id = await create();
  await write(id, "two");
  assertError(await restore(id, 1, {}, { "if-match": '"0-active"' }), 412, "precondition_failed");
  const headers = { "idempotency-key": "restore-once" };
  const first = await restore(id, 1, {}, headers);
  const again = await restore(id, 1, {}, headers);
  assert.deepEqual(again.json, first.json);
  assert.deepEqual(await numbersOf(id), [3, 2, 1]);
  assertError(await restore(id, 1, { notes: "x" }), 400, "invalid_request");
});

test("versions are compared, in JSON and in Markdown", async () => {
  const id = await create("# Plan\n\nold words\n", { title: "Plan" });
  await put(id, { content: { text: "# Plan\n\nnew words\n" }, title: "Plan B" });
  await write(id, "# Plan\n\nnew words\n\nMore\n");
  const diff = (number, query = "", headers = {}) =>
    call(key, "GET", `/artifacts/${id}/versions/${number}/diff${query}`, undefined, headers);
  const { json } = await diff(2);
  assert.deepEqual([json.from, json.to, json.kind], [1, 2, "text"]);
  assert.deepEqual(json.title, { from: "Plan", to: "Plan B" });
  assert.deepEqual(json.text.lines, { from: 3, to: 3, removed: 1, added: 1 });
  const whole = await diff(3, "?from=1", { accept: "text/markdown" });
  assert.equal(whole.headers["content-type"], "text/markdown; charset=utf-8");
  assert.match(whole.text, /^-old words\n\+new words$/m);
  assert.match(whole.text, /^\+More$/m);
  assert.equal((await diff(3, "?from=3")).json.isSame, true);
  assertError(await diff(1), 404, "not_found");
  assertError(await diff(2, "?from=9"), 404, "not_found");
  assertError(await diff(2, "?from=x"), 400, "invalid_request");
  await erase(id, 1);
  assertError(await diff(2), 410, "version_erased");
});

test("a version with a secret is not restored by a key that may publish none", async () => {
  const id = await create(`the token is ${githubToken()}`);
  await write(id, "without");
  const strict = newKey(account, undefined, "--refuse-secrets");
  const answer = await call(strict, "POST", `/artifacts/${id}/versions/1/restore`);
  assert.equal(answer.status, 422, answer.text);
  assert.equal((await get(id)).version, 2);
});

test("a version that does not exist is not found, and the answer says which does", async () => {
  const id = await create();
  const missing = await version(id, 2);
  assertError(missing, 404, "not_found");
  assert.match(missing.json.error.message, /the current one is version 1/);
  for (const number of ["0", "01", "x", "-1", "99999999999"])
    assertError(await version(id, number), 404, "not_found");
  assertError(await restore(id, 7), 404, "not_found");
  assertError(await erase(id, 7), 404, "not_found");
  const stranger = newAccount().key;
  for (const method of ["GET", "DELETE"])
    assertError(await call(stranger, method, `/artifacts/${id}/versions/1`), 403, "forbidden");
});

test("versions need the scopes of the artifact itself", async () => {
  const id = await create();
  await write(id, "two");
  const only = (scope) => newKey(account, [scope]);
  const reader = only("artifacts:read");
  assert.equal((await version(id, 1, reader)).status, 200);
  assertError(await call(reader, "POST", `/artifacts/${id}/versions/1/restore`), 403, "forbidden");
  assertError(await call(reader, "DELETE", `/artifacts/${id}/versions/1`), 403, "forbidden");
  assertError(await call(reader, "DELETE", `/artifacts/${id}/versions?before=2`), 403, "forbidden");
  const writer = only("artifacts:write");
  for (const path of ["", "/1", "/2/diff"])
    assertError(await call(writer, "GET", `/artifacts/${id}/versions${path}`), 403, "forbidden");
  assertError(await call(writer, "POST", `/artifacts/${id}/versions/1/restore`), 403, "forbidden");
  const both = newKey(account, ["artifacts:read", "artifacts:write"]);
  assert.equal((await call(both, "POST", `/artifacts/${id}/versions/1/restore`)).status, 200);
  assert.equal((await call(only("artifacts:delete"), "DELETE", `/artifacts/${id}/versions/2`)).status, 200);
});

test("erasing removes what a version contains, and keeps that it was", async () => {
  const id = await create("public");
  await put(id, {
    title: "secret title",
    description: "secret words",
    content: { text: "secret text" },
    note: "secret note",
  });
  await put(id, { title: "Plan", description: null, content: { text: "public" } });
  const bytes = historyBytes();
  const answer = await erase(id, 2);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.json, { id, erased: [2], sameContent: [], endedLinks: [] });
  assert.equal(historyBytes(), bytes - '{"text":"secret text"}'.length);
  const erased = await version(id, 2);
  assertError(erased, 410, "version_erased");
  assertError(await restore(id, 2), 410, "version_erased");
  const { data } = await versionsOf(id);
  assert.deepEqual(
    data.map(({ version: number, note, erasedAt }) => [number, note, erasedAt !== undefined]),
    [
      [3, undefined, false],
      [2, undefined, true],
      [1, undefined, false],
    ],
  );
  assert.equal(
    sql(
      `select count(*) from artifact_versions as kept where artifact_id = '${uuidOf(id)}' and kept::text like '%secret%'`,
    ),
    "0",
  );
  const again = await erase(id, 2);
  assert.deepEqual(again.json.erased, []);
  assert.deepEqual((await erase(id, 1)).json, { id, erased: [1], sameContent: [3], endedLinks: [] });
  const events = (await call(key, "GET", "/account/audit?action=version.erased&limit=2")).json.data;
  assert.deepEqual(
    events.map(({ subject, changes }) => [subject.id ?? subject, changes]),
    [
      [id, ["version_1"]],
      [id, ["version_2"]],
    ],
  );
});

test("a request that is repeated does not bring back what was erased, and is not made again", async () => {
  const once = (name, method, path, body) => () =>
    call(key, method, path, body, { "idempotency-key": `once-${name}` });
  const create = once(
    "create",
    "POST",
    "/artifacts",
    markdown("x", { title: "secret", externalId: "secret" }),
  );
  const share = once("share", "POST", "/artifacts/share", markdown("x", { title: "secret" }));
  const { id } = (await create()).json;
  const { id: shared } = (await share()).json;
  const append = once("append", "PATCH", `/artifacts/${id}`, { append: { text: "+" } });
  const other = once("other", "PATCH", "/artifacts/ext:secret", { append: { text: "+" } });
  assert.equal((await append()).json.version, 2);
  assert.equal((await other()).json.version, 3);
  assert.equal((await create()).json.title, "secret");
  for (const each of [id, shared]) {
    await put(each, { title: "public" });
    await call(key, "DELETE", `/artifacts/${each}/versions?before=9`);
  }
  for (const again of [create, share, append, other]) {
    const answer = await again();
    assertError(answer, 410, "version_erased");
    assert.doesNotMatch(answer.text, /secret/);
  }
  assert.equal((await get(id)).version, 4);
});

test("what was erased is not told again where later versions took its place, or nothing is left", async () => {
  const free = newAccount({ plan: "free" });
  const once = (method, path, body) => () =>
    call(free.key, method, path, body, { "idempotency-key": `erased-${path}` });
  const create = once("POST", "/artifacts", markdown("1", { title: "secret" }));
  const { id } = (await create()).json;
  await call(free.key, "PUT", `/artifacts/${id}`, { content: { text: "2" }, title: "public" });
  await call(free.key, "DELETE", `/artifacts/${id}/versions/1`);
  for (let number = 3; number <= 24; ++number)
    await call(free.key, "PUT", `/artifacts/${id}`, { content: { text: `${number}` } });
  await call(free.key, "PUT", `/artifacts/${id}`, { content: { text: "last" } });
  assertError(await create(), 410, "version_erased");
  const { data } = (await call(free.key, "GET", `/artifacts/${id}/versions?limit=100`)).json;
  assert.ok(data.at(-1).erasedAt);
  await call(free.key, "DELETE", `/artifacts/${id}?permanent=true`);
  const gone = await create();
  assertError(gone, 410, "version_erased");
  assert.doesNotMatch(gone.text, /secret/);
});

test("the audit log forgets the title of what was erased", async () => {
  const own = newAccount();
  const id = (await call(own.key, "POST", "/artifacts", markdown("x", { title: "A secret title" }))).json.id;
  const { id: link } = (await call(own.key, "POST", `/artifacts/${id}/share`, {})).json;
  await call(own.key, "PATCH", `/artifacts/${id}/shares/${link}`, { name: "For Sam" });
  await call(own.key, "PUT", `/artifacts/${id}`, { title: "Public" });
  const { key: other } = newAccount();
  await call(other, "POST", "/artifacts/share", markdown("x", { title: "A secret title" }));
  await call(own.key, "DELETE", `/artifacts/${id}/versions/1`);
  const names = sql(`select string_agg(distinct subject_name, ',') from audit_events
                      where account_id = '${uuidOf(own.account)}' and subject like any (array['art%', 'shr%'])`);
  assert.equal(names, ",Public");
  assert.ok(Number(sql("select count(*) from audit_events where subject_name = 'A secret title'")) > 0);
});

test("of a version that is erased and restored at once, only one happens first", async () => {
  for (let round = 0; round < 40; ++round) {
    const id = await create("secret");
    await write(id, "public");
    const [restored, erased] = await Promise.all([
      restore(id, 1),
      new Promise((resolve) => setTimeout(() => resolve(erase(id, 1)), round % 5)),
    ]);
    assert.deepEqual(erased.json.erased, [1], erased.text);
    if (restored.status === 200) assert.deepEqual(erased.json.sameContent, [3], erased.text);
    else assertError(restored, 410, "version_erased");
  }
});

test("the current version cannot be erased, and all before it can at once", async () => {
  const id = await create("1");
  for (let i = 2; i <= 4; ++i) await write(id, String(i));
  assertError(await erase(id, 4), 409, "version_current");
  for (const query of ["", "?before=0", "?before=x"])
    assertError(await call(key, "DELETE", `/artifacts/${id}/versions${query}`), 400, "invalid_request");
  const answer = await call(key, "DELETE", `/artifacts/${id}/versions?before=100`);
  assert.deepEqual(answer.json, { id, erased: [1, 2, 3], sameContent: [], endedLinks: [] });
  assert.equal((await get(id)).content.text, "4");
});

test("what was appended can be restored, and older appends are thinned to the last of each hour", async () => {
  const other = newKey(account);
  const id = await create("one");
  const append = async (by = key) => {
    const { status, json, text } = await call(by, "PATCH", `/artifacts/${id}`, {
      append: { text: "+" },
      note: "More",
    });
    assert.equal(status, 200, text);
    return json.version;
  };
  for (let number = 2; number <= 3; ++number) assert.equal(await append(), number);
  assert.deepEqual(await numbersOf(id), [3, 2, 1]);
  assert.equal((await call(key, "POST", `/artifacts/${id}/versions/2/restore`)).status, 200);
  assert.equal((await get(id)).content.text, await textOf(id, 2));
  for (let number = 5; number <= 16; ++number) assert.equal(await append(), number);
  await append(other);
  // Appends of two hours are there if an hour has ended meanwhile.
  const numbers = await numbersOf(id);
  assert.deepEqual(numbers.slice(0, 7), [17, 16, 15, 14, 13, 12, 11]);
  const earlier = numbers.slice(7);
  assert.deepEqual(
    [1, 2, 3, 4].filter((number) => earlier.includes(number)),
    [1, 3, 4],
    String(numbers),
  );
  assert.ok(earlier.length <= 4, String(numbers));
  assert.match((await version(id, 6)).json.error.message, /version 6 was not kept/);
  assert.equal((await versionsOf(id)).data[1].note, "More");
});

test("small changes take a note and a base version", async () => {
  const id = await create("one two");
  const edit = (body) =>
    call(key, "PATCH", `/artifacts/${id}`, { edits: [{ find: "two", replace: "three" }], ...body });
  assert.equal((await edit({ baseVersion: 1, note: "Counted on" })).json.version, 2);
  assert.equal((await versionsOf(id)).data[0].note, "Counted on");
  // What it was made from is looked at before what it finds.
  assertError(await edit({ baseVersion: 1 }), 409, "version_conflict");
  assertError(await edit({ baseVersion: 2 }), 409, "edit_not_found");
});

test("as many earlier versions are kept as the plan says", async () => {
  const free = newAccount({ plan: "free" });
  const { id } = (await call(free.key, "POST", "/artifacts", markdown("0"))).json;
  for (let i = 1; i <= 24; ++i)
    await call(free.key, "PUT", `/artifacts/${id}`, { content: { text: `${i}` } });
  assert.equal((await call(free.key, "PUT", `/artifacts/${id}`, { content: { text: "last" } })).status, 200);
  const { data } = (await call(free.key, "GET", `/artifacts/${id}/versions?limit=100`)).json;
  assert.deepEqual([data.length, data[0].version, data.at(-1).version], [21, 26, 6]);
  // Only a new version takes the place of an old one.
  await call(free.key, "POST", `/artifacts/${id}/share`, { version: 6 });
  const kept = async () =>
    (await call(free.key, "GET", `/artifacts/${id}/versions?limit=100`)).json.data.length;
  await call(free.key, "PUT", `/artifacts/${id}`, { content: { text: "another" } });
  assert.equal(await kept(), 22);
  await call(free.key, "PUT", `/artifacts/${id}`, { metadata: { a: 1 } });
  assert.equal(await kept(), 22);
});

test("maintenance removes versions that are older than the plan keeps them", () =>
  withoutMaintenance(async (maintainHere) => {
    const free = newAccount({ plan: "free" });
    const { id } = (await call(free.key, "POST", "/artifacts", markdown("1"))).json;
    for (const text of ["2", "3"]) await call(free.key, "PUT", `/artifacts/${id}`, { content: { text } });
    const age = (number, days) =>
      sql(
        `update artifact_versions set kept_at = now() - interval '${days} days'
          where artifact_id = '${uuidOf(id)}' and version = ${number}`,
      );
    age(1, 91);
    age(2, 89);
    await maintainHere();
    const { data } = (await call(free.key, "GET", `/artifacts/${id}/versions`)).json;
    assert.deepEqual(
      data.map(({ version: number }) => number),
      [3, 2],
    );
    const gone = await call(free.key, "GET", `/artifacts/${id}/versions/1`);
    assertError(gone, 404, "not_found");
    assert.match(gone.json.error.message, /was not kept/);
  }));

test("history counts in storage, and yields before a write is refused", async () => {
  const small = newAccount();
  const size = (text) => JSON.stringify({ text }).length;
  const most = 3 * size("x".repeat(1000)) + 100;
  sql(`update accounts set max_bytes = ${most} where id = '${uuidOf(small.account)}'`);
  const create2 = async (text) => {
    const { status, json, text: answer } = await call(small.key, "POST", "/artifacts", markdown(text));
    assert.equal(status, 201, answer);
    return json.id;
  };
  const used = () =>
    Number(sql(`select sum(bytes) from artifact_counts where account_id = '${uuidOf(small.account)}'`));
  const id = await create2("a".repeat(1000));
  for (const letter of ["b", "c"])
    assert.equal(
      (await call(small.key, "PUT", `/artifacts/${id}`, { content: { text: letter.repeat(1000) } })).status,
      200,
    );
  assert.equal(used(), 3 * size("x".repeat(1000)));
  // The oldest version goes for the next one, and all of them for another artifact.
  assert.equal(
    (await call(small.key, "PUT", `/artifacts/${id}`, { content: { text: "d".repeat(1000) } })).json.version,
    4,
  );
  const numbers = async () =>
    (await call(small.key, "GET", `/artifacts/${id}/versions`)).json.data.map(
      ({ version: number }) => number,
    );
  assert.deepEqual(await numbers(), [4, 3, 2]);
  await create2("e".repeat(1500));
  assert.deepEqual(await numbers(), [4]);
  // Where only the content itself has room, the version before is not kept.
  assert.equal(
    (await call(small.key, "PUT", `/artifacts/${id}`, { content: { text: "f".repeat(1100) } })).json.version,
    5,
  );
  assert.deepEqual(await numbers(), [5]);
  assert.ok(used() <= most, String(used()));
  const refused = await call(small.key, "POST", "/artifacts", markdown("g".repeat(1000)));
  assertError(refused, 403, "quota_exceeded");
  await call(small.key, "DELETE", `/artifacts/${id}?permanent=true`);
  assert.equal(used(), size("e".repeat(1500)));
});

test("a version that differs in its title counts in storage too", async () => {
  const size = JSON.stringify({ text: "a".repeat(1000) }).length;
  const content = { text: "a".repeat(1000) };
  for (const way of ["with the same content", "without content"]) {
    const small = newAccount();
    const used = () =>
      Number(sql(`select sum(bytes) from artifact_counts where account_id = '${uuidOf(small.account)}'`));
    sql(`update accounts set max_bytes = ${2 * size + 100} where id = '${uuidOf(small.account)}'`);
    const { id } = (await call(small.key, "POST", "/artifacts", { template: "markdown", content })).json;
    const title = (name) =>
      call(small.key, "PUT", `/artifacts/${id}`, {
        title: name,
        ...(way.startsWith("with ") && { content }),
      });
    for (let number = 2; number <= 4; ++number) {
      assert.equal((await title(`${way} ${number}`)).json.version, number);
      assert.equal(used(), 2 * size);
    }
    // What changes nothing removes nothing.
    await title(`${way} 4`);
    assert.equal((await call(small.key, "GET", `/artifacts/${id}/versions/3`)).status, 200);
    // The version before has to be kept, and the one that is kept, too.
    for (const version of [3, 4])
      assert.equal((await call(small.key, "POST", `/artifacts/${id}/share`, { version })).status, 200);
    assertError(await title("another"), 403, "quota_exceeded");
    assert.equal(used(), 2 * size);
    assert.equal((await call(small.key, "PUT", `/artifacts/${id}`, { metadata: { a: 1 } })).status, 200);
  }
});

test("a write that has no room even without history leaves history as it is", async () => {
  const small = newAccount();
  sql(`update accounts set max_bytes = 5000 where id = '${uuidOf(small.account)}'`);
  const { id } = (await call(small.key, "POST", "/artifacts", markdown("a".repeat(1000)))).json;
  await call(small.key, "PUT", `/artifacts/${id}`, { content: { text: "b".repeat(1000) } });
  assertError(await call(small.key, "POST", "/artifacts", markdown("c".repeat(6000))), 403, "quota_exceeded");
  assert.equal((await call(small.key, "GET", `/artifacts/${id}/versions/1`)).status, 200);
});

test("two hundred updates at once are two hundred versions, in order and none lost", async () => {
  const own = newAccount();
  const { id } = (await call(own.key, "POST", "/artifacts", markdown("0"))).json;
  const texts = Array.from({ length: 200 }, (_, i) => `text ${i + 1}`);
  const answers = await Promise.all(
    texts.map((text) => call(own.key, "PUT", `/artifacts/${id}`, { content: { text } })),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.deepEqual(
    answers.map(({ json }) => json.version).sort((one, other) => one - other),
    texts.map((_, i) => i + 2),
  );
  const kept = sql(
    `select string_agg(content::json ->> 'text', ',' order by version) from artifact_versions
      where artifact_id = '${uuidOf(id)}'`,
  ).split(",");
  const { json: now } = await call(own.key, "GET", `/artifacts/${id}`);
  const byVersion = new Map(answers.map(({ json }, i) => [json.version, texts[i]]));
  assert.deepEqual(
    kept,
    Array.from({ length: 200 }, (_, i) => byVersion.get(i + 1) ?? "0"),
  );
  assert.equal(now.content.text, byVersion.get(201));
  assert.equal(
    Number(sql(`select sum(bytes) from artifact_counts where account_id = '${uuidOf(own.account)}'`)),
    ["0", ...texts].reduce((sum, text) => sum + JSON.stringify({ text }).length, 0),
  );
});
