// JSON reaches the service as it was sent and comes back so. tests/unit/core/json_test.cc has the grammar of
// RFC 8259; these tests show that it applies to whole bodies, to content and to metadata.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newAccount, patiently } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";

let key;
before(() => ({ key } = newAccount()));

// Large content takes turns.
const create = (body) => patiently(() => call(key, "POST", "/artifacts", body));

// Sends `content` and `metadata` as they stand and gives the text that Get answers.
async function roundTrip(content, metadata = "{}") {
  const created = await create(`{"template":"table","content":${content},"metadata":${metadata}}`);
  assert.equal(created.status, 201, `${created.text} for ${content.slice(0, 200)}`);
  return (await patiently(() => call(key, "GET", `/artifacts/${created.json.id}`))).text;
}

test("content and metadata are returned byte for byte", async () => {
  for (const value of [
    "[-0.0, 1.10, 1E+00002, 1e400, 12345678901234567890, 123e-10000000]",
    `${"9".repeat(400)}`,
    '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u20AC\\ud834\\udd1e"',
    '"é€𝄞\u007f\uffff\u2028\ufeff\u202e👩‍👩‍👧‍👦 <script>&amp;</script> /* no */ // comment"',
    "\t[\r\n{ } ,[ ],\t null, true ,false ]\r\n ",
    '{ "" : {"":[]} ,\n\t"z"\r:1, "a":2,"10":3,"9":4,"__proto__":5,"a\\u0301":6}',
  ]) {
    const object = `{"value":${value}}`;
    const text = await roundTrip(object, object);
    assert.ok(text.includes(`"content":${object},`), value.slice(0, 200));
    assert.ok(text.includes(`"metadata":${object},`), value.slice(0, 200));
  }
  for (const content of [
    `{"value":[${"1.0,".repeat(200000)}1]}`,
    `{${Array.from({ length: 50000 }, (_, i) => `"k${(i * 7919) % 50000}":${i}`).join(",")}}`,
    `{"value":"${"x\\n😀".repeat(200000)}"}`,
  ])
    assert.ok((await roundTrip(content)).includes(`"content":${content},`));
});

test("names may have escapes, and white space surrounds a body", async () => {
  const created = await create(
    ' \t\r\n{"t\\u0065mplate":"m\\u0061rkdown","c\\u006fntent":{"t\\u0065xt":"x"},"\\u0074itle":"\\u0054"}\r\n\t ',
  );
  assert.equal(created.status, 201, created.text);
  assert.deepEqual([created.json.template, created.json.title], ["markdown", "T"]);
});

test("what RFC 8259 forbids is rejected in the body, in content, in metadata and in unknown members", async () => {
  const surround = (before, value, after) =>
    Buffer.concat([before, value, after].map((part) => Buffer.from(part)));
  for (const value of [
    "",
    "01",
    '"\\x41"',
    "[1,]",
    "{a:1}",
    "NaN",
    "1 2",
    '"\\ud800"',
    '"\\u0000"',
    "[".repeat(100_000),
  ])
    for (const body of [
      surround("", value, ""),
      surround('{"template":"table","content":{"value":', value, "}}"),
      surround('{"template":"table","content":{},"metadata":{"value":', value, "}}"),
      surround('{"template":"table","content":{},"unknown":[0,', value, "]}"),
    ])
      assertError(await create(body), 400, "invalid_json");
  const text = '{"template":"table","content":{"a":"é"}}';
  for (const encoding of ["utf16le", "latin1"])
    assertError(await create(Buffer.from(text, encoding)), 400, "invalid_json");
  for (const body of [text + text, `${text}\0`, `\ufeff\ufeff${text}`])
    assertError(await create(body), 400, "invalid_json");
});

test("duplicate keys are rejected in every object that the service reads", async () => {
  for (const body of [
    '{"template":"table","template":"table","content":{}}',
    '{"template":"table","content":{"columns":[],"columns":[]}}',
    '{"template":"table","content":{},"metadata":{"a":1,"\\u0061":1}}',
    '{"template":"table","content":{},"x":1,"x":2}',
  ])
    assertError(await create(body), 400, "invalid_json");
});

test("64 levels of nesting are accepted, and 65 are rejected", async () => {
  const nested = (levels) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  for (const [before, after] of [
    ['{"template":"table","content":{"a":', "}}"],
    ['{"template":"table","content":{},"metadata":{"a":', "}}"],
  ]) {
    assert.equal((await create(before + nested(62) + after)).status, 201);
    assertError(await create(before + nested(63) + after), 400, "invalid_json", "64");
  }
});
