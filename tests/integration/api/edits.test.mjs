// PATCH /artifacts/{id}: edits, append and set.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  newKey,
  sql,
  untilPdfIsMade,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertApiHeaders, assertError } from "../../service/contract_assertions.mjs";
import { githubToken } from "../../service/github_token.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount()));

const create = async (body) => (await call(key, "POST", "/artifacts", body)).json.id;
const table = (content) => create({ template: "table", content });
const patch = (id, body, headers, by = key) => call(by, "PATCH", `/artifacts/${id}`, body, headers);
const read = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json;
const contentOf = async (id) => (await read(id)).content;

let used = 0;
const idempotencyKey = () => ({ "idempotency-key": `edit-${process.pid}-${++used}` });

test("edits apply in order, and the answer is that of an update, with their count", async () => {
  const id = await create(markdown("# One\n\ntwo two\n", { title: "T", metadata: { a: 1 } }));
  const answer = await patch(id, {
    edits: [
      { find: "One", replace: "Three" },
      { find: "Three\n\ntwo", replace: "Three\n\n2" },
      { find: "two", replace: "", occurrence: 1 },
    ],
  });
  assert.equal(answer.status, 200, answer.text);
  assertApiHeaders(answer);
  const { edited, ...json } = answer.json;
  assert.equal(edited, 3);
  const now = await read(id);
  assert.deepEqual(now.content, { text: "# Three\n\n2 \n" });
  for (const name of Object.keys(json)) assert.deepEqual(json[name], now[name], name);
  assert.equal(now.title, "T");
  const again = await call(key, "GET", `/artifacts/${id}`);
  assert.equal(again.headers.etag, answer.headers.etag);
});

test("edits are made all or none", async () => {
  const id = await create(markdown("one\ntwo\none"));
  const first = { find: "two", replace: "2" };
  const unfound = await patch(id, { edits: [first, { find: "twofold", replace: "" }] });
  assertError(unfound, 409, "edit_not_found", "that the edits before leave");
  assert.equal(unfound.json.error.field, "/edits/1/find");
  const ambiguous = await patch(id, { edits: [first, { find: "one", replace: "" }] });
  assertError(ambiguous, 409, "edit_ambiguous", "2 times, in lines 1 and 3");
  assert.deepEqual(await contentOf(id), { text: "one\ntwo\none" });
});

test("an edit that does not fit says what is nearest", async () => {
  const id = await create(markdown("# Sales\n\nTotal: 1,234\n"));
  const body = { edits: [{ find: "Total: 1,235", replace: "x" }] };
  assertError(await patch(id, body), 409, "edit_not_found", 'goes on with "4" where this has "5"');
});

test("a thousand edits are one change", async () => {
  const lines = Array.from({ length: 1000 }, (_, i) => `line ${i}.`);
  const id = await create(markdown(lines.join("\n")));
  const edits = lines.map((line, i) => ({ find: line, replace: `row ${i}.` }));
  const answer = await patch(id, { edits });
  assert.equal(answer.json.edited, 1000, answer.text);
  assert.equal((await contentOf(id)).text, lines.map((_, i) => `row ${i}.`).join("\n"));
  const tooMany = await patch(id, { edits: [...edits, { find: "row", replace: "" }] });
  assertError(tooMany, 400, "invalid_request", "1 to 1000");
});

test("all that an edit does not touch keeps its text", async () => {
  const sent = '{"text":"a \\u00fc", "n": 1.0 ,"big":12345678901234567890,"e":1e400}';
  const id = await create(`{"template":"markdown","content":${sent}}`);
  await patch(id, { append: { text: "\nb" } });
  const { text } = await call(key, "GET", `/artifacts/${id}`);
  assert.ok(text.includes(sent.replace('fc"', 'fc\\nb"')), text);
  await patch(id, { edits: [{ find: "a", replace: "c" }] });
  const edited = await call(key, "GET", `/artifacts/${id}`);
  assert.ok(edited.text.includes(sent.replace('"a \\u00fc"', '"c ü\\nb"')), edited.text);
});

test("set keeps the text of numbers, of those that it sets too", async () => {
  const id = await table({ columns: ["a", "b"], rows: [[1, 2]] });
  const body =
    '{"set":[{"op":"replace","path":"/rows/0/0","value":1.50},{"op":"add","path":"/rows/-","value":[1e400, 12345678901234567890]}]}';
  const answer = await patch(id, body);
  assert.equal(answer.json.edited, 2, answer.text);
  const { text } = await call(key, "GET", `/artifacts/${id}`);
  assert.ok(text.includes('"rows":[[1.50,2],[1e400, 12345678901234567890]]'), text);
});

test("set is made as a whole, and what it leaves is checked as new content is", async () => {
  const id = await create(markdown("text"));
  assertError(
    await patch(id, {
      set: [
        { op: "add", path: "/text", value: "new" },
        { op: "remove", path: "/markdown" },
      ],
    }),
    409,
    "edit_not_found",
    '/set/1/path leads to "markdown"',
  );
  assertError(
    await patch(id, { set: [{ op: "replace", path: "/text", value: 5 }] }),
    400,
    "invalid_content",
    "/content/text must be a string",
  );
  assert.deepEqual(await contentOf(id), { text: "text" });
});

test("rows get the form of those that are there, and keepLast drops the first ones", async () => {
  const id = await table({ columns: ["city", "n"], rows: [["Rom", 1]] });
  const answer = await patch(id, { append: { rows: [{ n: 2, city: "Oslo" }, ["Bern", 3]], keepLast: 2 } });
  assert.equal(answer.json.appended, 2, answer.text);
  assert.equal(answer.json.dropped, 1);
  assert.deepEqual((await contentOf(id)).rows, [
    ["Oslo", 2],
    ["Bern", 3],
  ]);
  const csv = await table({ csv: "city;n\r\nRom;1,5\r\n" });
  const toCsv = await patch(csv, { append: { rows: [["a;b", "2,5"]] } });
  assert.deepEqual([toCsv.json.appended, toCsv.json.dropped], [1, 0]);
  assert.deepEqual(await contentOf(csv), { csv: 'city;n\r\nRom;1,5\r\n"a;b";"2,5"\r\n' });
});

test("with a key, a row is replaced or added, and the same request changes nothing again", async () => {
  const id = await table({
    columns: ["Day", "n"],
    rows: [
      ["Mon", 1],
      ["Tue", 2],
    ],
  });
  const append = { rows: [["Tue", 3], { n: 4, Day: "Wed" }], key: "Day" };
  const answer = await patch(id, { append });
  const { appended, replaced, dropped } = answer.json;
  assert.deepEqual([appended, replaced, dropped], [1, 1, 0], answer.text);
  const after = await contentOf(id);
  assert.deepEqual(after.rows, [
    ["Mon", 1],
    ["Tue", 3],
    ["Wed", 4],
  ]);
  const again = await patch(id, { append });
  assert.deepEqual([again.json.appended, again.json.replaced], [0, 2]);
  assert.deepEqual(await contentOf(id), after);
  await patch(id, { append: { rows: [["Mon", 5]] } });
  assertError(
    await patch(id, { append: { rows: [["Mon", 6]], key: "Day" } }),
    409,
    "edit_ambiguous",
    "/append/rows/0",
  );
  for (const [wrong, message] of [
    [{ rows: [["Mon", 1]], key: "" }, "/append/key"],
    [{ rows: [[null, 1]], key: "Day" }, "/append/rows/0"],
    [{ text: "x", key: "Day" }, "/append/key goes with rows"],
    [{ labels: ["a"], datasets: [[1]], key: "Day" }, '/append/key must be "label"'],
  ])
    assertError(await patch(id, { append: wrong }), 400, "invalid_request", message);
});

test("with a key, a point replaces the one with its label", async () => {
  const data = { labels: ["May", "June"], datasets: [{ label: "A", data: [1, 2] }] };
  const id = await create({ template: "chart", content: { type: "bar", data } });
  const more = { labels: ["June", "July"], datasets: [{ label: "A", data: [3, 4] }], key: "label" };
  const answer = await patch(id, { append: more });
  assert.deepEqual([answer.json.appended, answer.json.replaced], [1, 1], answer.text);
  assert.deepEqual((await contentOf(id)).data, {
    labels: ["May", "June", "July"],
    datasets: [{ label: "A", data: [1, 3, 4] }],
  });
});

test("points go to the datasets of their labels", async () => {
  const data = { labels: ["May"], datasets: [{ label: "A", data: [1] }] };
  const id = await create({ template: "chart", content: { type: "bar", data } });
  const more = { labels: ["June"], datasets: [{ label: "A", data: [2] }] };
  const answer = await patch(id, { append: { ...more, keepLast: 2 } });
  assert.deepEqual([answer.json.appended, answer.json.dropped], [1, 0], answer.text);
  assert.deepEqual((await contentOf(id)).data, {
    labels: ["May", "June"],
    datasets: [{ label: "A", data: [1, 2] }],
  });
  const wrong = await patch(id, { append: { ...more, datasets: [{ label: "B", data: [2] }] } });
  assertError(wrong, 409, "append_unsupported", 'the chart has "A"');
});

test("an addition in another form is refused, with the right one", async () => {
  const id = await create(markdown("text"));
  assertError(
    await patch(id, { append: { rows: [[1]] } }),
    409,
    "append_unsupported",
    'such as {"text": "…"}',
  );
});

test("two hundred concurrent additions are all there, each once", async () => {
  const id = await table({ columns: ["n"], rows: [[-1]] });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      patch(id, { append: { rows: [[n]] } }, n % 2 === 0 ? {} : idempotencyKey()),
    ),
  );
  for (const { status, text } of answers) assert.equal(status, 200, text);
  const numbers = (await contentOf(id)).rows.map(([n]) => n);
  assert.equal(numbers[0], -1);
  assert.deepEqual(
    [...numbers].sort((a, b) => a - b),
    Array.from({ length: 201 }, (_, n) => n - 1),
  );
});

test("concurrent edits of one document are all made", async () => {
  const id = await create(markdown("a\nb"));
  await Promise.all([
    patch(id, { edits: [{ find: "a", replace: "1" }] }),
    patch(id, { edits: [{ find: "b", replace: "2" }] }),
  ]);
  assert.deepEqual(await contentOf(id), { text: "1\n2" });
});

test("an addition that is sent again with its Idempotency-Key is made once", async () => {
  const id = await table({ columns: ["n"], rows: [] });
  const name = idempotencyKey();
  const first = await patch(id, { append: { rows: [[1]] } }, name);
  assert.equal(first.headers["idempotency-replayed"], undefined);
  for (let i = 0; i < 3; ++i) {
    const again = await patch(id, { append: { rows: [[1]] } }, name);
    assert.equal(again.headers["idempotency-replayed"], "true");
    assert.equal(again.text, first.text);
    assert.equal(again.headers.etag, first.headers.etag);
  }
  assertError(await patch(id, { append: { rows: [[2]] } }, name), 409, "idempotency_conflict");
  assert.deepEqual((await contentOf(id)).rows, [[1]]);
});

test("copies of an addition that arrive at once are made once", async () => {
  const id = await table({ columns: ["n"], rows: [] });
  const name = idempotencyKey();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => patch(id, { append: { rows: [[1]] } }, name)),
  );
  for (const answer of answers)
    if (answer.status !== 200) assertError(answer, 409, "idempotency_in_progress");
  assert.deepEqual((await contentOf(id)).rows, [[1]]);
});

test("If-Match makes a change only of what was read", async () => {
  const id = await create(markdown("a"));
  const { etag } = (await call(key, "GET", `/artifacts/${id}`)).headers;
  const edit = (find, headers) => patch(id, { edits: [{ find, replace: find + find }] }, headers);
  assert.equal((await edit("a", { "if-match": etag })).status, 200);
  assertError(await edit("aa", { "if-match": etag }), 412, "precondition_failed");
  assert.deepEqual(await contentOf(id), { text: "aa" });
  const externalId = randomUUID();
  await create(markdown("a", { externalId }));
  const path = `/artifacts/ext:${externalId}`;
  const late = await call(key, "PATCH", path, { append: { text: "b" } }, { "if-match": etag });
  assertError(late, 412, "precondition_failed");
});

test("a body with content, without a mode, or with two of them changes nothing", async () => {
  const id = await create(markdown("a"));
  const edits = [{ find: "a", replace: "b" }];
  for (const [body, message] of [
    [{}, "give what is to change: one of edits, append and set"],
    [{ edits, append: { text: "b" } }, "give at most one of edits, append and set"],
    [
      { edits, content: { text: "b" } },
      "content is a field of an artifact; send it to POST /artifacts or PUT",
    ],
    [{ edits, share: {} }, "share is a field of PUT"],
    [{ edit: edits }, 'did you mean "edits"?'],
    [{ appends: { text: "b" } }, 'did you mean "append"?'],
    [{ text: "b" }, 'did you mean "append": {"text": …}?'],
    [{ find: "a", replace: "b" }, 'did you mean "edits": [{"find": …}]?'],
    [{ edits: [] }, "edits must be an array of 1 to 1000"],
    [{ edits: null, note: "b" }, "give what is to change: one of edits, append and set"],
    [{ edits: [{ find: "", replace: "b" }] }, "/edits/0/find must be a string that is not empty"],
    [{ edits: [{ find: "a" }] }, "/edits/0/replace must be a string"],
    [{ edits: [{ ...edits[0], occurrence: 0 }] }, "/edits/0/occurrence must be a whole number from 1"],
    [{ edits: [{ old_string: "a", new_string: "b" }] }, "fields can be find, replace, occurrence"],
    [{ edits: ["a"] }, "/edits/0 must be an object"],
    [{ append: {} }, "append needs exactly one of text"],
    [{ append: { text: "b", rows: [[1]] } }, "append needs exactly one of text"],
    [{ append: { text: "" } }, "/append/text must be a string that is not empty"],
    [{ append: { text: "b", keepLast: 1 } }, "/append/keepLast goes with rows"],
    [{ append: { rows: [] } }, "/append/rows must be an array of 1 to 10000"],
    [{ append: { rows: [[1]], keepLast: 0 } }, "/append/keepLast must be a whole number from 1"],
    [{ append: { rows: [[1]], keeplast: 1 } }, "/append/keeplast is not a field of append"],
    [{ append: { labels: ["a"] } }, "/append/datasets is required"],
    [{ set: [{ op: "move", path: "/text", value: "b" }] }, '/set/0/op must be one of "add"'],
    [{ set: [{ op: "replace", path: "text", value: "b" }] }, "/set/0/path must be a JSON Pointer"],
    [{ set: [{ op: "replace", path: "", value: {} }] }, "an update replaces all of the content"],
    [{ set: [{ op: "replace", path: "/text" }] }, "/set/0/value is required"],
    [{ set: [{ op: "remove", path: "/text", value: 1 }] }, "/set/0/value cannot be given with remove"],
  ])
    assertError(await patch(id, body), 400, "invalid_request", message);
  assert.deepEqual(await contentOf(id), { text: "a" });
  const ignored = await patch(id, { edits, comment: "x" });
  assert.equal(ignored.json.warnings[0].code, "unknown_field");
  // An update does not take them for content either.
  assertError(
    await call(key, "PUT", `/artifacts/${id}`, { edits }),
    400,
    "invalid_request",
    "edits is a field of PATCH /artifacts/{artifact_id}",
  );
});

test("an artifact can be edited by its external id, and is not created", async () => {
  const id = await create(markdown("a", { externalId: "edited-report" }));
  const path = "/artifacts/ext:edited-report";
  const answer = await call(key, "PATCH", path, { append: { text: "b" } });
  assert.deepEqual([answer.json.id, answer.json.appended], [id, 1], answer.text);
  assert.deepEqual(await contentOf(id), { text: "a\nb" });
  const other = await call(key, "PATCH", `${path}-2`, { append: { text: "b" } });
  assertError(other, 404, "not_found");
});

test("only a key that may write the account's artifacts edits them", async () => {
  const id = await create(markdown("a"));
  const body = { append: { text: "b" } };
  assertError(await patch(id, body, {}, newKey(account, ["artifacts:read"])), 403, "forbidden");
  assertError(await patch(id, body, {}, newAccount().key), 403, "forbidden");
  await call(key, "DELETE", `/artifacts/${id}`);
  assertError(await patch(id, body), 409, "artifact_deleted");
});

test("what is added is searched for secrets", async () => {
  const id = await create(markdown("a"));
  const strict = newKey(account, undefined, "--refuse-secrets");
  const answer = await patch(id, { append: { text: `\n${githubToken()}` } }, {}, strict);
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual(await contentOf(id), { text: "a" });
  const externalId = randomUUID();
  await create(markdown("a", { externalId }));
  const path = `/artifacts/ext:${externalId}`;
  const named = await call(strict, "PATCH", path, { append: { text: `\n${githubToken()}` } });
  assert.equal(named.status, 422, named.text);
});

test("an addition counts in the account's storage, and is refused beyond its limit", async () => {
  const small = newAccount({ plan: "free" });
  const { id } = (await call(small.key, "POST", "/artifacts", markdown("a"))).json;
  const limit = Number(
    sql(`update accounts set max_bytes = 2000 where id = '${uuidOf(small.account)}' returning max_bytes`),
  );
  assert.equal((await patch(id, { append: { text: "b".repeat(1000) } }, {}, small.key)).status, 200);
  assertError(await patch(id, { append: { text: "b".repeat(limit) } }, {}, small.key), 403, "quota_exceeded");
});

test("content cannot grow beyond what a body can have", async () => {
  const id = await create(markdown("a"));
  const most = 32 * 1024 * 1024;
  // With the line break in front of it.
  const part = "b".repeat(9 * 1024 * 1024 - 1);
  for (let size = part.length; size < most; size += part.length)
    assert.equal((await patch(id, { append: { text: part } })).status, 200);
  assertError(await patch(id, { append: { text: part } }), 413, "payload_too_large", "at most");
});

test("a PDF is made again of what was edited, also with an Idempotency-Key", async () => {
  const id = await create({ template: "pdf", content: { markdown: "one" } });
  await untilPdfIsMade(key, id);
  const answer = await patch(id, { edits: [{ find: "one", replace: "two" }] }, idempotencyKey());
  assert.equal(answer.json.pdf.status, "rendering", answer.text);
  await untilPdfIsMade(key, id);
});

test("the fields of PUT are changed beside an edit, in one version, or alone", async () => {
  const { json } = await call(key, "POST", "/artifacts", markdown("a b", { metadata: { one: 1, two: 2 } }));
  const both = await patch(json.id, {
    edits: [{ find: "b", replace: "c" }],
    title: "T",
    metadata: { two: null, three: 3 },
    expiresIn: "1d",
    template: "markdown",
  });
  assert.deepEqual([both.status, both.json.title, both.json.version, both.json.edited], [200, "T", 2, 1]);
  const alone = await patch(json.id, { title: null, description: "D", note: "N", baseVersion: 2 });
  assert.deepEqual([alone.status, alone.json.title, alone.json.version], [200, null, 3]);
  const { content, description, metadata, expiresAt } = (await call(key, "GET", `/artifacts/${json.id}`))
    .json;
  assert.deepEqual([content, description, metadata], [{ text: "a c" }, "D", { one: 1, three: 3 }]);
  assert.equal(expiresAt, both.json.expiresAt);
  assertError(await patch(json.id, { title: "U", baseVersion: 2 }), 409, "version_conflict");
  assertError(
    await patch(json.id, { edits: [{ find: "a", replace: "" }], template: "table" }),
    400,
    "template_immutable",
  );
  assert.deepEqual(
    Object.keys((await patch(json.id, { title: "W" }, {}, newKey(account, ["artifacts:write"]))).json),
    ["id", "updatedAt", "version"],
  );
});
