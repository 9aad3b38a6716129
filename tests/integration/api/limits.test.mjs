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

async function assertTaken(field, value, label = JSON.stringify(value)) {
  const created = await create({ [field]: value });
  assert.equal(created.status, 201, `${label.slice(0, 100)}: ${created.text}`);
  assert.deepEqual((await get(created.json.id))[field], value);
}

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

test("a title has 255 characters and a description 2,000, counted in code points", async () => {
  for (const [field, limit] of [
    ["title", 255],
    ["description", 2000],
  ]) {
    await assertTaken(field, "😀".repeat(limit));
    assertError(await create({ [field]: "😀".repeat(limit + 1) }), 400, "invalid_request", field);
    for (const code of [0x07, 0x7f, 0x85])
      assertError(await create({ [field]: `a${String.fromCharCode(code)}` }), 400, "invalid_request", field);
  }
  for (const title of ["a\tb", "a\nb"]) assertError(await create({ title }), 400, "invalid_request", "title");
});

test("title and description are returned as they were sent", async () => {
  for (const title of [
    "x",
    "<b>&amp;</b>",
    '"quoted" \\ /',
    "e\u0301 é",
    "\u200fright\u200e",
    "👩‍👩‍👧‍👦",
    "عنوان",
    "\u00a0",
    "\ufeff",
  ]) {
    await assertTaken("title", title);
    await assertTaken("description", title);
  }
  for (const text of ["\u202eright\u202c", "\u2028"]) await assertTaken("description", text);
  await assertTaken("description", "\tone\n\n\ttwo\n");
});

test("metadata may be any JSON in 50 keys of 64 characters and 16 KiB", async () => {
  await assertTaken("metadata", { a: null, b: [1, [2, { c: {} }]], d: "", e: 1.5, f: true, g: { "": "" } });
  const keys = (count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 0]));
  await assertTaken("metadata", { nested: keys(200), ["😀".repeat(64)]: { ["x".repeat(200)]: 1 } }, "nested");
  for (const metadata of [keys(51), { ["😀".repeat(65)]: 1 }, { "": 1 }])
    assertError(await create({ metadata }), 400, "invalid_request", "metadata");
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
  for (const template of ["md", "MARKDOWN", " markdown", "", 0, ["markdown"], { a: 1 }])
    for (const path of ["/artifacts", "/artifacts/share"])
      assertError(await call(key, "POST", path, { template, content: {} }), 400, "invalid_template");
});
