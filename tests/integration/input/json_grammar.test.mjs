// Everything that RFC 8259 allows is taken and comes back as it was sent; nothing else is taken.
// The documents are of our own making.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newAccount } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";

let key;
before(() => ({ key } = newAccount()));

const create = (body) => call(key, "POST", "/artifacts", body);

// Sends `content` as it stands and gives the text that Get has between content and status.
async function roundTrip(content, metadata = "{}") {
  const created = await create(`{"template":"table","content":${content},"metadata":${metadata}}`);
  assert.equal(created.status, 201, `${created.text} for ${content.slice(0, 200)}`);
  const { text } = await call(key, "GET", `/artifacts/${created.json.id}`);
  return text;
}

async function assertUntouched(values) {
  await Promise.all(
    values.map(async (value) => {
      const content = `{"value":${value}}`;
      assert.ok((await roundTrip(content, content)).includes(`"content":${content},`), value.slice(0, 200));
      assert.ok((await roundTrip("{}", content)).includes(`"metadata":${content},`), value.slice(0, 200));
    }),
  );
}

// As the whole body, as a value in content, and as a value in metadata.
async function assertRefused(values) {
  const bytes = (value) => (Buffer.isBuffer(value) ? value : Buffer.from(value));
  const around = (before, value, after) =>
    Buffer.concat([Buffer.from(before), bytes(value), Buffer.from(after)]);
  await Promise.all(
    values.flatMap((value) =>
      [
        around("", value, ""),
        around('{"template":"table","content":{"value":', value, "}}"),
        around('{"template":"table","content":{},"metadata":{"value":', value, "}}"),
        around('{"template":"table","content":{},"unknown":[', value, "]}"),
      ].map(async (body) => assertError(await create(body), 400, "invalid_json")),
    ),
  );
}

test("numbers are returned as they were written", () =>
  assertUntouched([
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1.0",
    "1.10",
    "100",
    "1e0",
    "1E0",
    "1e+0",
    "1e-0",
    "1E+00002",
    "1e400",
    "-1e400",
    "1e-400",
    "12345678901234567890",
    "-12345678901234567890",
    "9007199254740993",
    "18446744073709551616",
    "0.1000000000000000055511151231257827",
    `${"9".repeat(400)}`,
    `0.${"0".repeat(400)}1`,
    `1e${"9".repeat(300)}`,
    "123e-10000000",
    "0e0",
    "0E+1",
    "-0e-1",
  ]));

test("strings are returned as they were written", () =>
  assertUntouched([
    '""',
    '" "',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"/"',
    '"\\u0041\\u00e9\\u20AC"',
    '"\\u0001\\u001f\\u007f"',
    '"\u007f"',
    '"é€𝄞"',
    '"\\ud834\\udd1e"',
    '"\\uD834\\uDD1E"',
    '"\\ud834\\udd1E𝄞"',
    '"\\uffff\\ufffe"',
    '"\uffff\ufdd0"',
    '"\u{10ffff}"',
    '"\u2028\u2029"',
    '"\\u2028"',
    '"\ufeffmark"',
    '"\u0085\u00a0\u200b\u202e"',
    '"e\u0301"',
    '"👩‍👩‍👧‍👦🏳️‍🌈"',
    '"العربية עברית 日本語"',
    '"\\\\u0000"',
    '"\\\\ud800"',
    '"<script>&amp;</script>"',
    '"\'"',
    '"/* no */ // comment"',
    `"${"\\u00e9".repeat(2000)}"`,
  ]));

test("objects and arrays are returned in their order and with their white space", () =>
  assertUntouched([
    "{}",
    "[]",
    "[ ]",
    "{ }",
    "[[]]",
    "[{}]",
    '{"":""}',
    '{"":{"":{"":[]}}}',
    '{"z":1,"a":2,"10":3,"9":4,"é":5}',
    "\t[\r\n1\t,\r2 ,\n3 ]\r\n ",
    '{ "a" : 1 ,\n\t"b"\r:\n2 }',
    "true",
    "false",
    "null",
    "[null,true,false,[null]]",
    '{"__proto__":1,"constructor":2,"hasOwnProperty":3}',
    '{"a":1,"A":2,"а":3}',
    '{"e\\u0301":1,"\\u00e9":2}',
    `[${"1.0,".repeat(3000)}1]`,
    `{${Array.from({ length: 1000 }, (_, i) => `"k${(i * 7) % 1000}":${i}`).join(",")}}`,
  ]));

test("very large arrays, objects and strings are returned as they were written", async () => {
  for (const content of [
    `{"value":[${"1.0,".repeat(200000)}1]}`,
    `{${Array.from({ length: 50000 }, (_, i) => `"k${(i * 7919) % 50000}":${i}`).join(",")}}`,
    `{"value":"${"x\\n😀".repeat(200000)}"}`,
  ])
    assert.ok((await roundTrip(content)).includes(`"content":${content},`));
});

test("white space around the body is ignored", async () => {
  assert.equal((await create(' \t\r\n{"template":"table","content":{}}\r\n\t ')).status, 201);
});

test("escapes in field names are decoded", async () => {
  const created = await create(
    '{"t\\u0065mplate":"m\\u0061rkdown","c\\u006fntent":{"t\\u0065xt":"x"},"\\u0074itle":"\\u0054"}',
  );
  assert.equal(created.status, 201, created.text);
  assert.equal(created.json.template, "markdown");
  assert.equal(created.json.title, "T");
});

test("rejects malformed numbers", () =>
  assertRefused([
    "01",
    "-01",
    "00",
    "-",
    "+1",
    "--1",
    "1.",
    ".5",
    "-.5",
    "1.e1",
    "1e",
    "1e+",
    "1E-",
    "1e1.5",
    "0x10",
    "1_000",
    "NaN",
    "nan",
    "Infinity",
    "-Infinity",
    "inf",
    "1f",
    "1n",
    "0b1",
    "0o7",
    "１",
    "1 2",
    "2e",
    "1.2.3",
    "1eE2",
  ]));

test("rejects malformed strings", () =>
  assertRefused([
    '"',
    "'a'",
    '"a',
    'a"',
    '"\\"',
    '"\\x41"',
    '"\\a"',
    '"\\0"',
    '"\\\'"',
    '"\\u"',
    '"\\u1"',
    '"\\u12"',
    '"\\u123"',
    '"\\u12G4"',
    '"\\U0041"',
    '"\\ "',
    '"a\nb"',
    '"a\tb"',
    '"a\rb"',
    '"a\u0000b"',
    '"a\u001fb"',
    "`a`",
    '"a"b"',
    '"a" "b"',
    "“a”",
    '"\\é"',
    "text",
  ]));

test("rejects malformed objects and arrays", () =>
  assertRefused([
    "[",
    "]",
    "{",
    "}",
    "[1,]",
    "[,1]",
    "[,]",
    "[1,,2]",
    "[1 2]",
    "[1;2]",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,"a":1}',
    '{"a":1,,"b":2}',
    '{"a":1 "b":2}',
    '{"a" 1}',
    '{"a"::1}',
    "{a:1}",
    "{'a':1}",
    "{1:1}",
    "{null:1}",
    '{"a":1]',
    "[1}",
    "[1",
    '{"a":1',
    "{[]:1}",
    '{"a":"b":"c"}',
  ]));

test("rejects unquoted words, comments and other white space", () =>
  assertRefused([
    "True",
    "TRUE",
    "tru",
    "truee",
    "nul",
    "NULL",
    "None",
    "undefined",
    "fals",
    "yes",
    "1//",
    "1/**/",
    "/**/1",
    "#1",
    "\u00a01",
    "1\u00a0",
    "\f1",
    "\v1",
    "\u20281",
    "\u30001",
    "\ufeff\ufeff1",
    "1\u0000",
    "\u00001",
    "<a/>",
    "a=1",
  ]));

test("rejects an empty body, and one of white space only", async () => {
  for (const body of ["", " ", "\n", "\t\r\n "]) assertError(await create(body), 400, "invalid_json");
});

test("rejects two documents in one body", async () => {
  const one = '{"template":"table","content":{}}';
  for (const body of [
    one + one,
    `${one}\n${one}`,
    `${one},${one}`,
    `${one} x`,
    `${one}}`,
    `x${one}`,
    `${one}\0`,
    `\0${one}`,
    `\ufeff\ufeff${one}`,
  ])
    assertError(await create(body), 400, "invalid_json");
});

test("rejects lone surrogates anywhere", async () => {
  await assertRefused([
    '"\\ud800"',
    '"\\udbff"',
    '"\\udc00"',
    '"\\udfff"',
    '"\\uD83D"',
    '"\\uDE00"',
    '"\\ud800\\ud800"',
    '"\\udc00\\ud800"',
    '"\\ud83dx\\ude00"',
    '"\\ud83d\\n"',
    '"\\ud83d\\u0041"',
    '"x\\ud83d"',
    '"\\ud83d\\\\ude00"',
    '{"\\ud800":1}',
    '{"\\udc00":1}',
    '["a","\\udead"]',
  ]);
  for (const field of ["title", "description", "template"])
    assertError(await create(`{"template":"table","content":{},"${field}":"\\ud800"}`), 400, "invalid_json");
});

test("rejects NUL characters anywhere", async () => {
  await assertRefused(['"\\u0000"', '"a\\u0000b"', '{"\\u0000":1}', '{"a\\u0000":1}', '[["\\u0000"]]']);
  for (const field of ["title", "description", "template", "\\u0000"])
    assertError(await create(`{"template":"table","content":{},"${field}":"\\u0000"}`), 400, "invalid_json");
});

test("rejects invalid UTF-8 anywhere", async () => {
  const wrong = [
    [0x80],
    [0xbf],
    [0xff],
    [0xfe],
    [0xc0, 0xaf],
    [0xc1, 0xbf],
    [0xc3],
    [0xc3, 0x28],
    [0xe2, 0x82],
    [0xe2, 0x28, 0xa1],
    [0xe0, 0x80, 0x80],
    [0xe0, 0x9f, 0xbf],
    [0xed, 0xa0, 0x80],
    [0xed, 0xbf, 0xbf],
    [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80],
    [0xf0, 0x80, 0x80, 0x80],
    [0xf0, 0x8f, 0xbf, 0xbf],
    [0xf0, 0x9f, 0x98],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0xe9],
  ];
  await assertRefused(
    wrong.flatMap((bytes) => [
      Buffer.from([0x22, ...bytes, 0x22]),
      Buffer.from([0x7b, 0x22, ...bytes, 0x22, 0x3a, 0x31, 0x7d]),
      Buffer.from(bytes),
    ]),
  );
  const title = Buffer.concat([
    Buffer.from('{"template":"table","content":{},"title":"'),
    Buffer.from([0xe9]),
    Buffer.from('"}'),
  ]);
  assertError(await create(title), 400, "invalid_json");
});

test("rejects JSON in an encoding other than UTF-8", async () => {
  const body = '{"template":"table","content":{"a":"é"}}';
  for (const encoding of ["utf16le", "latin1"])
    assertError(await create(Buffer.from(body, encoding)), 400, "invalid_json");
});

test("rejects duplicate keys in every object that the service reads", async () => {
  for (const body of [
    '{"template":"table","template":"table","content":{}}',
    '{"template":"table","content":{},"content":{}}',
    '{"template":"table","content":{},"titl\\u0065":"a","title":"a"}',
    '{"template":"table","content":{"columns":[],"columns":[]}}',
    '{"template":"table","content":{},"metadata":{"a":1,"\\u0061":1}}',
    '{"template":"table","content":{},"x":1,"x":2}',
  ])
    assertError(await create(body), 400, "invalid_json");
});

test("accepts 64 levels of nested arrays and objects, and rejects 65", async () => {
  // The body itself is the first level, content the second.
  const nested = (levels, open, close) => `${open.repeat(levels)}${close.repeat(levels)}`;
  const objects = (levels) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const body = (value) => `{"template":"table","content":{"a":${value}}}`;
  for (const value of [nested(62, "[", "]"), objects(62), `${'[{"a":'.repeat(31)}1${"}]".repeat(31)}`])
    assert.equal((await create(body(value))).status, 201, value);
  for (const value of [nested(63, "[", "]"), objects(63), `${'[{"a":'.repeat(31)}[]${"}]".repeat(31)}`])
    assertError(await create(body(value)), 400, "invalid_json", "64");
  assert.equal(
    (await create(`{"template":"table","content":{},"metadata":{"a":${nested(62, "[", "]")}}}`)).status,
    201,
  );
  assertError(
    await create(`{"template":"table","content":{},"metadata":{"a":${nested(63, "[", "]")}}}`),
    400,
    "invalid_json",
    "64",
  );
  assertError(
    await create(`{"template":"table","content":{},"unknown":${nested(64, "[", "]")}}`),
    400,
    "invalid_json",
    "64",
  );
});

test("rejects extreme nesting, closed or not", async () => {
  for (const body of [
    "[".repeat(100000),
    '{"a":'.repeat(100000),
    `${"[".repeat(100000)}${"]".repeat(100000)}`,
    '[{"":'.repeat(50000),
    `{"template":"table","content":{"a":${"[".repeat(1000000)}${"]".repeat(1000000)}}}`,
  ])
    assertError(await create(body), 400, "invalid_json");
});
