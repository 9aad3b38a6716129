// Values at their bounds, and one past them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";

let key;
let artifact;
before(async () => {
  ({ key } = newAccount());
  artifact = (await call(key, "POST", "/artifacts", markdown("x"))).json.id;
});

const create = (more) => call(key, "POST", "/artifacts", markdown("x", more));
const get = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json;
const milliseconds = (from, to) => Date.parse(to) - Date.parse(from);

async function assertTaken(field, value, label = JSON.stringify(value)) {
  const created = await create({ [field]: value });
  assert.equal(created.status, 201, `${label.slice(0, 100)}: ${created.text}`);
  assert.deepEqual((await get(created.json.id))[field], value);
}

test("every unit of an expiry is exact to the millisecond", async () => {
  const units = { s: 1000, m: 60000, h: 3600000, d: 86400000, w: 604800000 };
  for (const expiresIn of [
    "60s",
    "61s",
    "999999s",
    "1m",
    "90m",
    "999999m",
    "1h",
    "24h",
    "87600h",
    "1d",
    "7d",
    "30d",
    "365d",
    "3650d",
    "1w",
    "521w",
  ]) {
    const expected = Number(expiresIn.slice(0, -1)) * units[expiresIn.at(-1)];
    const artifactOnly = await create({ expiresIn });
    assert.equal(artifactOnly.status, 201, `${expiresIn}: ${artifactOnly.text}`);
    assert.equal(milliseconds(artifactOnly.json.createdAt, artifactOnly.json.expiresAt), expected, expiresIn);
    const shared = await call(key, "POST", "/artifacts/share", markdown("x", { expiresIn }));
    assert.equal(milliseconds(shared.json.createdAt, shared.json.expiresAt), expected, expiresIn);
  }
});

test("a link's expiry is counted from now", async () => {
  for (const [expiresIn, expected] of [
    ["60s", 60000],
    ["1h", 3600000],
    ["3650d", 3650 * 86400000],
    [undefined, 7 * 86400000],
  ]) {
    const earliest = Date.now();
    const { status, json } = await call(
      key,
      "POST",
      `/artifacts/${artifact}/share`,
      expiresIn ? { expiresIn } : {},
    );
    assert.equal(status, 200);
    const end = Date.parse(json.expiresAt) - expected;
    assert.ok(end >= earliest - 1 && end <= Date.now() + 1, `${expiresIn}: off by ${end - earliest} ms`);
  }
});

test("an expiry that is out of bounds or malformed is rejected everywhere", async () => {
  const refused = [
    "1s",
    "59s",
    "3651d",
    "522w",
    "87601h",
    "999999h",
    "999999d",
    "999999w",
    "0s",
    "0d",
    "00d",
    "007d",
    "1000000s",
    "5256000m",
    "99999999999999999999d",
    "+7d",
    "-7d",
    "7.0d",
    "7,0d",
    "7e1d",
    "0x7d",
    "7",
    "d",
    "",
    " ",
    " 7d",
    "7d ",
    "7 d",
    "7d\n",
    "\n7d",
    "7d\t",
    "7dd",
    "7d7d",
    "1d12h",
    "7D",
    "7H",
    "7W",
    "7y",
    "7mo",
    "7ms",
    "7min",
    "7days",
    "P7D",
    "７d",
    "٧d",
    "7ｄ",
    "7\u200bd",
    "Never",
    "null",
    "Infinity",
    "2030-01-01",
    "2030-01-01T00:00:00",
    7,
    0,
    -1,
    1.5,
    true,
    false,
    [],
    ["7d"],
    {},
  ];
  await Promise.all(
    refused.flatMap((expiresIn) =>
      [
        ["/artifacts", markdown("x", { expiresIn })],
        ["/artifacts/share", markdown("x", { expiresIn })],
        [`/artifacts/${artifact}/share`, { expiresIn }],
      ].map(async ([path, body]) =>
        assertError(await call(key, "POST", path, body), 400, "invalid_expires_in", "7d"),
      ),
    ),
  );
});

test("title and description are counted in code points, at the limit and above it", async () => {
  for (const character of ["x", "é", "日", "😀", "\u0301", "\u200d", "&", "\u{10ffff}"]) {
    await assertTaken("title", character.repeat(255), `255 of ${character}`);
    assertError(await create({ title: character.repeat(256) }), 400, "invalid_request", "title");
    await assertTaken("description", character.repeat(2000), `2000 of ${character}`);
    assertError(await create({ description: character.repeat(2001) }), 400, "invalid_request", "description");
  }
});

test("title and description are returned as they were sent", async () => {
  for (const title of [
    "x",
    "<b>&amp;</b>",
    '"quoted" \\ /',
    "e\u0301 é",
    "\u202eright\u202c",
    "👩‍👩‍👧‍👦",
    "عنوان",
    "\u00a0",
    "\ufeff",
    "\u2028",
  ]) {
    await assertTaken("title", title);
    await assertTaken("description", title);
  }
  await assertTaken("description", "\tone\n\n\ttwo\n");
});

test("every control character is rejected in a title, and all but tab and newline in a description", async () => {
  const codes = [
    ...Array.from({ length: 31 }, (_, i) => i + 1),
    ...Array.from({ length: 33 }, (_, i) => i + 0x7f),
  ];
  await Promise.all(
    codes.map(async (code) => {
      const text = `a${String.fromCharCode(code)}b`;
      assertError(await create({ title: text }), 400, "invalid_request", "title");
      // A carriage return may pass as part of a newline.
      if (![0x09, 0x0a, 0x0d].includes(code))
        assertError(await create({ description: text }), 400, "invalid_request", "description");
    }),
  );
});

test("metadata may be any JSON in 50 keys of 64 characters and 16 KiB", async () => {
  await assertTaken("metadata", { a: null, b: [1, [2, { c: {} }]], d: "", e: 1.5, f: true, g: { "": "" } });
  await assertTaken(
    "metadata",
    Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => ["😀".repeat(62) + String(i).padStart(2, "0"), i]),
    ),
    "50 long keys",
  );
  const ofSize = (bytes) => ({ k: "v".repeat(bytes - JSON.stringify({ k: "" }).length) });
  await assertTaken("metadata", ofSize(16384), "16384 bytes");
  assertError(await create({ metadata: ofSize(16385) }), 400, "invalid_request", "metadata");
  assertError(await create({ metadata: { k: "é".repeat(8190) } }), 400, "invalid_request", "metadata");
});

test("the number and length of metadata keys are counted at the top level only, in code points", async () => {
  const keys = (count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 0]));
  await assertTaken("metadata", { nested: keys(200), ["😀".repeat(64)]: { ["x".repeat(200)]: 1 } }, "nested");
  assertError(await create({ metadata: keys(51) }), 400, "invalid_request", "metadata");
  assertError(await create({ metadata: { ["😀".repeat(65)]: 1 } }), 400, "invalid_request", "metadata");
  assertError(await create({ metadata: { "": 1 } }), 400, "invalid_request", "metadata");
});

test("a field of a wrong type is rejected by name, and never converted", async () => {
  const values = {
    title: [1, true, [], {}, ["x"]],
    description: [1, false, [], {}],
    metadata: ["x", 1, true, [], [{}], "{}"],
    allowDownload: ["true", 1, 0, [], {}],
    password: [1, true, [], {}],
    maxViews: ["1", true, [], {}, 1.5, 0, -1, 1000001, 1e100],
  };
  for (const [field, wrong] of Object.entries(values)) {
    for (const value of wrong) {
      assertError(
        await call(key, "POST", "/artifacts/share", markdown("x", { [field]: value })),
        400,
        "invalid_request",
        field,
      );
      if (["allowDownload", "password", "maxViews"].includes(field))
        assertError(
          await call(key, "POST", `/artifacts/${artifact}/share`, { [field]: value }),
          400,
          "invalid_request",
          field,
        );
    }
  }
});

test("an integer may be written with a fraction of zero or an exponent", async () => {
  for (const [number, maxViews] of [
    ["3.0", 3],
    ["1e2", 100],
  ]) {
    const share = await call(key, "POST", `/artifacts/${artifact}/share`, `{"maxViews":${number}}`);
    assert.deepEqual([share.status, share.json.maxViews], [200, maxViews], share.text);
    const filter = '"filter":{"metadata":{"job":"none"}},"dryRun":true';
    const matching = await call(key, "POST", "/artifacts/delete-matching", `{${filter},"limit":${number}}`);
    assert.equal(matching.status, 200, matching.text);
  }
});

test("a password may have 128 characters of any kind, counted in code points", async () => {
  for (const character of ["x", "😀", " "]) {
    assert.equal(
      (await call(key, "POST", `/artifacts/${artifact}/share`, { password: character.repeat(128) })).status,
      200,
    );
    assertError(
      await call(key, "POST", `/artifacts/${artifact}/share`, { password: character.repeat(129) }),
      400,
      "invalid_request",
      "password",
    );
  }
});

test("content that is not an object is rejected, and the template is never guessed", async () => {
  for (const content of ["text", "", 0, true, [], [{}]])
    for (const path of ["/artifacts", "/artifacts/share"])
      assertError(
        await call(key, "POST", path, { template: "markdown", content }),
        400,
        "invalid_content",
        "content",
      );
  for (const template of [
    "md",
    "MARKDOWN",
    " markdown",
    "markdown\n",
    "charts",
    "pdf ",
    "application/pdf",
    "__proto__",
    "toString",
    0,
    [],
    ["markdown"],
    { a: 1 },
  ])
    for (const path of ["/artifacts", "/artifacts/share"])
      assertError(await call(key, "POST", path, { template, content: {} }), 400, "invalid_template");
});

test("each form of Markdown content is validated at the field that it uses", async () => {
  for (const field of ["text", "markdown", "body", "content", "md", "source"]) {
    assert.equal(
      (await call(key, "POST", "/artifacts", { template: "markdown", content: { [field]: "# x" } })).status,
      201,
      field,
    );
    for (const value of [1, [], {}, true])
      assertError(
        await call(key, "POST", "/artifacts", { template: "markdown", content: { [field]: value } }),
        400,
        "invalid_content",
        `/content/${field}`,
      );
  }
});
