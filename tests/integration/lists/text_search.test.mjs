// GET /artifacts?text=…: artifacts by the words of their title, description and content.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  recorded,
  removalOfArtifacts,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { maintain, withoutMaintenance } from "../../service/maintenance.mjs";
import { indexWords } from "../../service/database/word_index.mjs";
import { pdf } from "../../documents/pdf_writer.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount()));

const index = (owner = account) => indexWords(owner);
const create = async (body, by = key) => {
  const { status, json, text } = await call(by, "POST", "/artifacts", body);
  assert.equal(status, 201, text);
  return json.id;
};
async function list(parameters, by = key) {
  const response = await call(by, "GET", `/artifacts?${new URLSearchParams(parameters)}`);
  assert.equal(response.status, 200, response.text);
  return response.json;
}
const found = async (text, more = {}, by = key) =>
  (await list({ text, ...more }, by)).data.map(({ id }) => id);

test("maintenance reports how many artifacts it has entered", () => {
  assert.ok(Number.isInteger(maintain().artifactsIndexed));
});

test("finds what every template shows as text", async () => {
  const made = {
    markdown: await create(
      markdown("# Minutes\n\nThe **zebrafinch** sang in [Ostrava](https://example.com/)"),
    ),
    table: await create({
      template: "table",
      content: { columns: ["species", "count"], rows: [["okapi", 73519]] },
    }),
    chart: await create({
      template: "chart",
      content: {
        type: "bar",
        data: { labels: ["tapirlabel"], datasets: [{ label: "capybara", data: [3] }] },
      },
    }),
    code: await create({
      template: "code",
      content: { text: "int read_wombats(void) { return list.quokka; }", language: "c" },
    }),
    pdfOfMarkdown: await create({ template: "pdf", content: { markdown: "About the numbat" } }),
    pdfOfHtml: await create({
      template: "pdf",
      content: { html: "<style>.axolotl{}</style><p class=dugong>About the <b>pangolin</b></p>" },
    }),
    pdfFile: await create({ template: "pdf", content: { data: pdf([["hidden"]]).toString("base64") } }),
    described: await create(markdown("x", { title: "Kestrel report", description: "of the gyrfalcon" })),
  };
  index();
  for (const [text, ...names] of [
    ["zebrafinch", "markdown"],
    ["ZEBRAFINCH ostrava", "markdown"],
    ["sang zebra", "markdown"],
    ["okapi", "table"],
    ["73519", "table"],
    ["species okap", "table"],
    ["tapirlabel", "chart"],
    ["capybara", "chart"],
    ["wombats", "code"],
    ["list.quokka", "code"],
    ["numbat", "pdfOfMarkdown"],
    ["pangolin", "pdfOfHtml"],
    ["gyrfalcon", "described"],
    ["gyrfalcon kestrel", "described"],
    ["kestrel gyrfal", "described"],
    ["estrel"],
    ["axolotl"],
    ["dugong"],
    ["JVBERi0"],
    ["zebrafinch okapi"],
    ["ebrafinch"],
    ["zebra sang"],
    ["?!"],
  ])
    assert.deepEqual(
      await found(text),
      names.map((name) => made[name]),
      text,
    );
});

test("finds words of all languages, and any part where no spaces separate them", async () => {
  const german = await create(markdown("Die Übersicht der ÄNDERUNGEN"));
  const japanese = await create(markdown("2024年の売上高は東京で増えた。"));
  const russian = await create(markdown("Отчёт о продажах"));
  index();
  for (const [text, ids] of [
    ["übersicht", [german]],
    ["änder", [german]],
    ["отчёт прод", [russian]],
    ["売上", [japanese]],
    ["東京で増", [japanese]],
    ["上", [japanese]],
    ["京東", []],
  ])
    assert.deepEqual(await found(text), ids, text);
});

test("finds a title at once, and the text once maintenance has run", async () => {
  const id = await create(markdown("Of the hoatzin", { title: "Birdlist Lima" }));
  assert.deepEqual(await found("birdlist lim"), [id]);
  assert.deepEqual(await found("hoatzin"), []);
  index();
  assert.deepEqual(await found("birdlist lim"), [id]);
  assert.deepEqual(await found("hoatzin"), [id]);
});

test("a change replaces the words of what it changes", async () => {
  const id = await create(markdown("Of the ibisword", { title: "Titleone", description: "Describedone" }));
  index();
  for (const [change, gone, there] of [
    [{ content: { text: "Of the jabiruword" } }, "ibisword", "jabiruword titleone describedone"],
    [{ description: "Describedtwo" }, "describedone", "jabiruword titleone describedtwo"],
    [{ title: "Titletwo" }, "titleone", "jabiruword titletwo describedtwo"],
    [{ title: null }, "titletwo", "jabiruword describedtwo"],
  ]) {
    const { status } = await call(key, "PUT", `/artifacts/${id}`, change);
    assert.equal(status, 200);
    index();
    assert.deepEqual(await found(gone), [], gone);
    assert.deepEqual(await found(there), [id], there);
  }
  assert.equal((await call(key, "PUT", `/artifacts/${id}`, { metadata: { a: 1 } })).status, 200);
  const noted = sql(`select count(*) from unindexed_artifacts where artifact_id = '${uuidOf(id)}'`);
  assert.equal(noted, "0", "the words are the same");
});

test("an upsert replaces them too", async () => {
  const put = (text) => call(key, "PUT", "/artifacts/ext:upserted-text", markdown(text));
  const { id } = (await put("The kagu")).json;
  index();
  assert.deepEqual(await found("kagu"), [id]);
  await put("The potoo");
  index();
  assert.deepEqual([await found("kagu"), await found("potoo")], [[], [id]]);
});

test("treats deleted and expired artifacts as lists do, and forgets removed ones", async () => {
  const [active, expired, deleted] = [
    await create(markdown("statusword")),
    await create(markdown("statusword")),
    await create(markdown("statusword")),
  ];
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(expired)}'`);
  await call(key, "DELETE", `/artifacts/${deleted}`);
  index();
  assert.deepEqual(await found("statusword", { sort: "createdAt" }), [active, expired]);
  assert.deepEqual(await found("statusword", { status: "active" }), [active]);
  assert.deepEqual(await found("statusword", { status: "expired" }), [expired]);
  assert.deepEqual(await found("statusword", { status: "deleted" }), [deleted]);
  await call(key, "POST", `/artifacts/${deleted}/restore`);
  assert.deepEqual(await found("statusword", { status: "active", sort: "createdAt" }), [active, deleted]);
  await call(key, "DELETE", `/artifacts/${active}?permanent=true`);
  assert.deepEqual(await found("statusword", { status: "active" }), [deleted]);
  assert.equal(sql(`select count(*) from artifact_words where artifact_id = '${uuidOf(active)}'`), "0");
});

test("finds nothing of other accounts", async () => {
  const other = newAccount();
  const own = await create(markdown("secretaryword"));
  const theirs = await create(markdown("secretaryword"), other.key);
  index();
  index(other.account);
  assert.deepEqual(await found("secretaryword"), [own]);
  assert.deepEqual(await found("secretaryword", {}, other.key), [theirs]);
  // Even if the entries were the same.
  sql(`update artifact_words set words = (select words from artifact_words where artifact_id = '${uuidOf(own)}')
        where artifact_id = '${uuidOf(theirs)}'`);
  assert.deepEqual(await found("secretaryword"), [own]);
});

test("all filters must hold, and cursors lead through all pages in every order", async () => {
  const ids = [];
  for (let i = 0; i < 7; ++i)
    ids.push(await create(markdown(`pagedword ${i % 2 ? "odd" : "even"}`, { metadata: { i: i % 3 } })));
  const table = await create({ template: "table", content: { columns: ["pagedword"], rows: [[1]] } });
  const titled = await create(markdown("x", { title: "Over pagedword" }));
  index();
  const all = [...ids, table, titled];
  assert.deepEqual(await found("pagedword", { sort: "createdAt" }), all);
  assert.deepEqual(await found("pagedword", { template: "table" }), [table]);
  assert.deepEqual(await found("pagedword", { "metadata.i": "0" }), [ids[6], ids[3], ids[0]]);
  assert.deepEqual(await found("pagedword odd", { sort: "createdAt" }), [ids[1], ids[3], ids[5]]);
  assert.deepEqual(await found("pagedword", { q: "over" }), [titled]);
  assert.deepEqual(await found("pagedword", { q: "even" }), [], "it is in texts only");
  assert.deepEqual(await found("?!", { q: "over" }), []);
  assert.deepEqual(await found("pagedword", { q: "?!" }), []);
  assert.deepEqual(await found("pagedword", { createdAfter: "2100-01-01T00:00:00Z" }), []);
  assert.deepEqual(await found("pagedword", { externalId: "unknown" }), []);
  for (const sort of ["createdAt", "-createdAt", "updatedAt", "-updatedAt"]) {
    const read = [];
    for (let cursor; cursor !== null;) {
      const page = await list({ text: "pagedword", sort, limit: 2, ...(cursor ? { cursor } : {}) });
      assert.equal(page.pagination.total, all.length);
      read.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.nextCursor;
    }
    assert.deepEqual(read, sort.startsWith("-") ? [...all].reverse() : all, sort);
  }
  const { pagination } = await list({ text: "pagedword", limit: 1 });
  for (const other of [{ text: "paged" }, { q: "pagedword" }, { text: "pagedword", q: "x" }])
    assertError(
      await call(
        key,
        "GET",
        `/artifacts?${new URLSearchParams({ ...other, cursor: pagination.nextCursor })}`,
      ),
      400,
      "invalid_cursor",
    );
});

test("one or two characters are the beginning of a word, alone and after others", async () => {
  const own = newAccount();
  const id = await create(markdown("Zyklotron qzebra", { title: "Shorttext" }), own.key);
  index(own.account);
  const search = (text, more) => found(text, more, own.key);
  for (const text of ["q", "qz", "zyklotron q", "qzebra sh"])
    assert.deepEqual(await search(text), [id], text);
  assert.deepEqual(await search("shorttext q", { q: "sh" }), [id]);
  assert.deepEqual([await search("zyklotron x"), await search("qz zyklotron")], [[], []]);
});

test("a word that thousands of artifacts have is found in the order of the list", () =>
  withoutMaintenance(async () => {
    const many = newAccount();
    const owner = uuidOf(many.account);
    const mark = owner.replaceAll("-", "").slice(-8);
    sql(`
      ${recorded(`
        insert into artifacts (id, account_id, template, title, title_words, content, metadata, created_at, updated_at)
        select gen_random_uuid(), '${owner}', 'markdown', 'n' || n, '|n' || n || '|', '{"text":"x"}', '{}',
               now() - n * interval '1 second', now() - n * interval '1 second'
          from generate_series(1, 6000) as n`)};
      insert into artifact_words (artifact_id, words)
      select id, array_to_tsvector(array['${mark}common', '${mark}' || title])
        from artifacts where account_id = '${owner}';
      delete from unindexed_artifacts where account_id = '${owner}'`);
    const page = await list({ text: "common", limit: 3 }, many.key);
    assert.deepEqual(
      page.data.map(({ title }) => title),
      ["n1", "n2", "n3"],
    );
    const next = await list({ text: "common", limit: 3, cursor: page.pagination.nextCursor }, many.key);
    assert.deepEqual(
      next.data.map(({ title }) => title),
      ["n4", "n5", "n6"],
    );
    assert.equal((await list({ text: "common n5999" }, many.key)).pagination.total, 1);
    sql(removalOfArtifacts(`account_id = '${owner}'`));
  }));

test("an entry of a removed artifact does not make a search that is cut off look complete", () =>
  withoutMaintenance(async () => {
    const many = newAccount();
    const owner = uuidOf(many.account);
    sql(`
      ${recorded(`insert into artifacts (id, account_id, template, title, title_words, content, metadata, created_at, updated_at)
      select gen_random_uuid(), '${owner}', 'markdown', 'Sturgeon ' || n, '|sturgeon|', '{"text":"x"}', '{}', now(), now()
        from generate_series(1, 5100) as n`)};
      ${removalOfArtifacts(`id in (select artifact_id from unindexed_artifacts where account_id = '${owner}' limit 100)`)}`);
    assert.equal(sql(`select count(*) from unindexed_artifacts where account_id = '${owner}'`), "5100");
    for (const name of ["q", "text"]) {
      const { pagination } = await list({ [name]: "sturgeon", limit: 1 }, many.key);
      assert.ok(pagination.total === 5000 || pagination.totalIsExact === false, JSON.stringify(pagination));
    }
    sql(removalOfArtifacts(`account_id = '${owner}'`));
  }));

test("hostile content is indexed, as far as it has words", async () => {
  const own = newAccount();
  const longWord = "w".repeat(200_000);
  const lines = (count, word) => Array.from({ length: count }, (_, i) => word(i)).join(" ");
  const bodies = {
    longWord: markdown(`${longWord} afterlongword`),
    manyWords: markdown(`firstofmany ${lines(400_000, (i) => i.toString(36))}`),
    manyCharacters: markdown(
      `firstofcjk ${lines(21_000, (i) => String.fromCodePoint(0x4e00 + i))} ${String.fromCodePoint(
        ...Array.from({ length: 10_000 }, (_, i) => 0x4e00 + i * 2),
      )}`,
    ),
    controls: markdown("nul\u0001word bell\u0007word \u202eturned \u{10ffff}\ufffe'quoted' \\:* & | !"),
    marks: markdown(`e${"\u0301".repeat(50_000)} aftermarks`),
    capitals: markdown("İ".repeat(60_000)),
    empty: markdown(""),
  };
  const ids = {};
  for (const [name, body] of Object.entries(bodies)) ids[name] = await create(body, own.key);
  index(own.account);
  for (const [text, name] of [
    ["w".repeat(255), "longWord"],
    ["firstofmany", "manyWords"],
    ["firstofcjk", "manyCharacters"],
    ["nul word bell turned", "controls"],
    ["'quoted' \\:* & | !", "controls"],
    ["aftermarks", undefined],
    ["İİİ", "capitals"],
  ])
    assert.deepEqual(await found(text, {}, own.key), name ? [ids[name]] : [], text);
  assert.deepEqual(await found("afterlongword", {}, own.key), [], "only the first 64 KiB are searched");
  assert.equal(
    sql(`select count(*) from artifact_words join artifacts on id = artifact_id
          where account_id = '${uuidOf(own.account)}'`),
    String(Object.keys(bodies).length),
  );
  for (const text of ["':*", "a & b", "(", "%", "\\", "x'; select 1 --", "\u0000a", ":*".repeat(100)]) {
    const { status } = await call(own.key, "GET", `/artifacts?${new URLSearchParams({ text })}`);
    assert.ok(status === 200 || (status === 400 && text.includes("\u0000")), `${text}: ${status}`);
  }
});

test("invalid parameters are named, and bulk changes have none of this name", async () => {
  for (const query of ["text=", "text=%20%20", `text=${"x".repeat(256)}`])
    assertError(await call(key, "GET", `/artifacts?${query}`), 400, "invalid_request", "text must");
  assertError(await call(key, "GET", "/artifacts?text=a&offset=1"), 400, "invalid_request");
  assertError(
    await call(key, "POST", "/artifacts/delete-matching", { filter: { text: "a" }, dryRun: true }),
    400,
    "invalid_request",
    "text",
  );
});
