// The tools of the MCP server, called by the protocol's own clients of both kinds.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import Ajv2020 from "ajv/dist/2020.js";
import {
  call,
  markdown,
  newAccount,
  newKey,
  origin,
  patiently,
  request,
  share,
  sql,
  untilPdfIsMade,
  uuidOf,
} from "../../service/api_client.mjs";
import { timestampPattern } from "../../service/contract_assertions.mjs";
import { githubToken } from "../../service/github_token.mjs";
import { connect, connectAnyhow, connectFormer } from "../../mcp/sdk/clients.mjs";
import { chart } from "./contents.mjs";
import { indexWords } from "../../service/database/word_index.mjs";
import { ask, callTool } from "./messages.mjs";

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

// A model reads all tools before it calls one.
test("all tools together take at most 5,500 tokens", async () => {
  const { tools } = (await ask(key, "tools/list")).json.result;
  // JSON in English has at least four bytes for each token.
  const tokens = Buffer.byteLength(JSON.stringify(tools)) / 4;
  assert.ok(tokens <= 5500, `about ${tokens} tokens`);
});

let account;
let key;
before(() => ({ account, key } = newAccount()));

const get = (url, accept) => request("GET", url, { headers: accept ? { accept } : {}, isDescribed: false });

test("a client that knows both ways finds the newest revision", async () => {
  const client = await connectAnyhow(key);
  assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
  assert.equal((await client.listTools()).tools.length, 15);
  await client.close();
});

for (const [kind, open] of [
  ["2026-07-28", connect],
  ["2025-11-25", connectFormer],
]) {
  describe(`a client of ${kind}`, () => {
    let client;
    let schemas;
    before(async () => {
      client = await open(key);
      const { tools } = await client.listTools();
      schemas = new Map(tools.map((tool) => [tool.name, tool]));
    });

    // Calls a tool, again while the service is too busy for it.
    async function resultOf(name, args) {
      const send = async () => {
        const result = await client.callTool({ name, arguments: args });
        const isBusy = result.isError && /Wait a moment/.test(result.content[0].text);
        return { result, status: isBusy ? 503 : 200, headers: { "retry-after": "1" } };
      };
      return (await patiently(send)).result;
    }

    async function use(name, args) {
      const result = await resultOf(name, args);
      assert.ok(!result.isError, JSON.stringify(result.content));
      assert.equal(typeof result.structuredContent, "object");
      assert.equal(result.content[0].type, "text");
      return result;
    }
    const facts = async (name, args) => (await use(name, args)).structuredContent;

    // What read has read, with what there is to know about it.
    async function reads(args) {
      const { content, structuredContent } = await use("read", args);
      assert.ok(!("text" in structuredContent));
      return { ...structuredContent, text: content[0].text };
    }

    async function fails(name, args, ...parts) {
      const { isError, content } = await resultOf(name, args);
      assert.equal(isError, true, `${name} ${JSON.stringify(args)}`);
      for (const part of parts) assert.match(content[0].text, part);
    }

    test("finds tools that say what they are for", () => {
      assert.deepEqual(
        [...schemas.keys()],
        [
          ...["share", "update", "edit", "append", "prepare_upload", "find", "read"],
          ...["list_links", "change_link", "revoke_link", "delete", "restore"],
          ...["history", "diff", "restore_version"],
        ],
      );
      for (const tool of schemas.values()) {
        assert.ok(tool.title.length > 3, tool.name);
        assert.ok(tool.description.length > 60, tool.name);
        ajv.compile(tool.inputSchema);
        assert.equal(tool.inputSchema.additionalProperties, false);
        for (const [name, schema] of Object.entries(tool.inputSchema.properties))
          assert.ok(schema.description?.length > 10, `${tool.name}: ${name}`);
      }
      const natures = Object.fromEntries(
        [...schemas.values()].map(({ name, annotations }) => [
          name,
          [annotations.readOnlyHint, annotations.destructiveHint, annotations.idempotentHint].map(Boolean),
        ]),
      );
      assert.deepEqual(natures, {
        share: [false, false, false],
        update: [false, true, true],
        edit: [false, true, false],
        append: [false, false, false],
        prepare_upload: [false, true, false],
        find: [true, false, false],
        read: [true, false, false],
        list_links: [true, false, false],
        change_link: [false, true, true],
        revoke_link: [false, true, true],
        delete: [false, true, true],
        restore: [false, false, false],
        history: [true, false, false],
        diff: [true, false, false],
        restore_version: [false, false, true],
      });
    });

    test("shares each kind of content in one call", async () => {
      for (const [args, template, shown] of [
        [{ markdown: "# Report\n\nAll is well." }, "markdown", /All is well/],
        [{ chart }, "chart", /Sales/],
        [{ table: { columns: ["City", "People"], rows: [["Berlin", 3.7]] } }, "table", /Berlin/],
        [{ table: "City,People\nParis,2.1\n" }, "table", /Paris/],
        [{ pdf: { markdown: "# Printed" } }, "pdf", /PDF/],
        [{ pdf: "# Printed" }, "pdf", /PDF/],
        [{ code: { text: "print(1)", language: "python" } }, "code", /print/],
        [{ code: "print(2)" }, "code", /print/],
        [
          { html: "<!doctype html><title>Tides</title><h1>High water</h1>" },
          "html",
          /<iframe class="web-page"/,
        ],
        [{ markdown: { text: "As the API takes it" } }, "markdown", /As the API takes it/],
      ]) {
        const result = await use("share", { title: "A title", ...args });
        const { url, expiresAt, artifact } = result.structuredContent;
        assert.match(expiresAt, timestampPattern);
        const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
        assert.ok(days > 6.9 && days < 7.1, expiresAt);
        assert.equal(result.content.length, 1);
        assert.ok(result.content[0].text.startsWith(`${url}\n`));
        const page = await get(url);
        assert.equal(page.status, 200);
        assert.match(page.text, shown);
        assert.equal((await call(key, "GET", `/artifacts/${artifact}`)).json.template, template);
      }
    });

    test("shares with what a link can have", async () => {
      const shared = await facts("share", {
        markdown: "x",
        title: "T",
        description: "D",
        expiresIn: "2h",
        password: "open sesame",
        maxViews: 3,
        allowDownload: true,
      });
      const [link] = (await call(key, "GET", `/artifacts/${shared.artifact}/shares`)).json.data;
      assert.equal(link.url, shared.url);
      assert.equal(link.expiresAt, shared.expiresAt);
      assert.deepEqual([link.hasPassword, link.maxViews, link.allowDownload], [true, 3, true]);
      const { title, description } = (await call(key, "GET", `/artifacts/${shared.artifact}`)).json;
      assert.deepEqual([title, description], ["T", "D"]);
    });

    test("is warned of content that is shown otherwise than was meant", async () => {
      const { content, structuredContent } = await use("share", { chart: { ...chart, type: "sunburst" } });
      const [warning] = structuredContent.warnings;
      assert.deepEqual([warning.code, warning.field], ["unknown_chart_type", "/chart"]);
      assert.match(
        content[0].text,
        /Warning: the chart type "sunburst" is not supported.*Argument: chart\./s,
      );
      const updated = await facts("update", {
        artifact: structuredContent.artifact,
        chart: { ...chart, type: "treemap" },
      });
      assert.equal(updated.warnings[0].code, "unknown_chart_type");
    });

    test("is told the argument that a warning is about", async () => {
      const text = `use ${githubToken()}`;
      for (const [markdown, field] of [
        [text, "/markdown"],
        [{ text }, "/markdown/text"],
      ]) {
        const { warnings } = await facts("share", { markdown });
        assert.deepEqual([warnings[0].code, warnings[0].field], ["secret_detected", field]);
      }
    });

    test("is told that an update needs something to change", async () => {
      const { artifact } = await facts("share", { markdown: "x" });
      await fails("update", { artifact }, /^give what is to change: one of markdown/);
    });

    test("is warned in the words of the tool", async () => {
      const { content } = await use("share", { table: { rows: [[1]], csv: "a\n1" } });
      assert.match(content[0].text, /Warning: \/table\/csv is not shown/);
    });

    test("changes how long something lasts", async () => {
      const { artifact } = await facts("share", { markdown: "x", expiresIn: "2h" });
      const { expiresAt } = await facts("update", { artifact, expiresIn: "30d" });
      assert.equal((await call(key, "GET", `/artifacts/${artifact}`)).json.expiresAt, expiresAt);
      assert.equal((await facts("update", { artifact, expiresIn: "never" })).expiresAt, undefined);
    });

    test("shares for as long as the link, whose expiry follows the artifact's", async () => {
      const shared = await facts("share", { markdown: "x" });
      const stored = async () => (await call(key, "GET", `/artifacts/${shared.artifact}`)).json.expiresAt;
      assert.equal(await stored(), shared.expiresAt);
      const { expiresAt } = await facts("update", { artifact: shared.artifact, expiresIn: "30d" });
      assert.notEqual(expiresAt, shared.expiresAt);
      const { links } = await facts("list_links", { artifact: shared.artifact });
      assert.equal(links[0].expiresAt, expiresAt);
    });

    test("takes null for an argument that is left out", async () => {
      const nothing = { artifact: null, chart: null, expiresIn: null, password: null, maxViews: null };
      const { artifact, expiresAt } = await facts("share", { ...nothing, markdown: "x", title: "T" });
      const omitted = { expiresIn: null, title: null };
      assert.equal((await facts("update", { artifact, markdown: "y", ...omitted })).expiresAt, expiresAt);
      assert.equal((await call(key, "GET", `/artifacts/${artifact}`)).json.title, null);
      await fails("update", { artifact: null, markdown: "y" }, /artifact is required/);
      await fails("share", { markdown: "x", pasword: null }, /"pasword" is no argument.*mean password\?/);
    });

    test("is told everything that is wrong with a call", async () => {
      await fails(
        "share",
        { chart: { type: 5 }, title: 7, maxViews: 0, expiresIn: "soon" },
        /^title /m,
        /^maxViews /m,
        /^expiresIn /m,
        /^\/chart/m,
        /Correct the arguments/,
        /7d/,
      );
      await fails(
        "share",
        { markdwn: "x", expires_in: "1d", id: 1, live: "off", wrong: 1, other: 1 },
        /^"markdwn" is no argument of this tool; did you mean markdown\?$/m,
        /^"expires_in" .*; did you mean expiresIn\?$/m,
        /^"id" .*; did you mean artifact\?$/m,
        /^"live" .* call change_link with it and the url\.$/m,
        /^"wrong" is no argument of this tool; it takes markdown, chart, .*, allowDownload\.$/m,
        /^"other" is no argument of this tool\.$/m,
      );
      for (const [tool, name, meant] of [
        ["find", "query", "text"],
        ["read", "url", "artifact"],
        ["revoke_link", "url", "link"],
        ["edit", "old_str", "edits"],
        ["append", "content", "text"],
        ["share", "body", "markdown"],
        ["prepare_upload", "path", "filename"],
      ])
        await fails(tool, { [name]: "x" }, new RegExp(`^"${name}" .*; did you mean ${meant}\\?`));
      await fails(
        "find",
        { createdAfter: "yesterday", sort: "upside", limit: 0 },
        /^createdAfter /m,
        /^sort /m,
        /^limit /m,
      );
      await fails(
        "read",
        { artifact: "art_00000000000000000000000000", format: "xml", offset: -1 },
        /^format /m,
        /^offset /m,
      );
      await fails(
        "share",
        { table: 7 },
        /^table must be an object, such as \{"columns".*\}, or a string that stands for its csv, not a number/,
      );
      await fails("update", { titel: "x" }, /"titel" is no argument/);
      await fails(
        "update",
        { artifact: "x", title: 7, description: 8 },
        /art_…/,
        /^title /m,
        /^description /m,
      );
      await fails("change_link", { link: "x", maxViews: 0, password: "" }, /whole URL/, /^maxViews /m);
    });

    test("makes another link to what exists", async () => {
      const first = await facts("share", { markdown: "x" });
      for (const artifact of [first.artifact, first.url, `${origin}/dashboard/artifacts/${first.artifact}`]) {
        const second = await facts("share", { artifact, expiresIn: "1d" });
        assert.equal(second.artifact, first.artifact);
        assert.notEqual(second.url, first.url);
      }
      await fails("share", { artifact: first.artifact, title: "x" }, /title/, /update/);
    });

    test("updates what was shared, under the same link", async () => {
      const { url, artifact } = await facts("share", { markdown: "Before", title: "Old" });
      const updated = await facts("update", { artifact: url, markdown: "After", title: "New" });
      assert.equal(updated.artifact, artifact);
      assert.equal(updated.title, "New");
      assert.equal(updated.template, "markdown");
      assert.match((await get(url)).text, /After/);
      assert.equal((await facts("update", { artifact, title: null })).title, null);
      assert.match((await get(url)).text, /After/);
      await fails("update", { artifact, table: "a\n1\n" }, /template|kind/, /markdown/);
    });

    test("edits a part of what was shared, and adds to it", async () => {
      const { artifact, url } = await facts("share", { markdown: "# Before\n\nOne." });
      const edits = [
        { find: "Before", replace: "After" },
        { find: "One", replace: "Two" },
      ];
      assert.equal((await facts("edit", { artifact: url, edits })).edited, 2);
      const added = await facts("append", { artifact, text: "\n\nThree." });
      assert.deepEqual([added.artifact, added.appended], [artifact, 8]);
      const { text, version } = await reads({ artifact });
      assert.match(text, /# After\n\nTwo\.\n\nThree\./);
      assert.equal(version, added.version);
      await fails("edit", { artifact, edits: [{ find: "Twa.", replace: "" }] }, /find is not in the text/);
      await fails("edit", { artifact, edits, set: [] }, /^give exactly one of edits/);
      await fails("append", { artifact, rows: [[1]] }, /^append must have text/, /"text": "…"/);
      await fails("append", { artifact }, /needs exactly one of text/);
      await fails("append", { text: "x" }, /^artifact is required/);
    });

    test("does a call that is repeated with its idempotencyKey once", async () => {
      const random = () => Math.random().toString(36).slice(2);
      const textOf = async (artifact) => (await call(key, "GET", `/artifacts/${artifact}`)).json.content.text;
      const shared = { markdown: "One.", idempotencyKey: random() };
      const first = await facts("share", shared);
      assert.deepEqual(await facts("share", shared), first);
      const { artifact } = first;
      const append = { artifact, text: " Two.", idempotencyKey: random() };
      const added = await facts("append", append);
      const again = await use("append", append);
      assert.deepEqual(again.structuredContent, added);
      assert.match(again.content.at(-1).text, /done before/);
      const edit = { artifact, edits: [{ find: "One", replace: "One One" }], idempotencyKey: random() };
      assert.deepEqual(await facts("edit", edit), await facts("edit", edit));
      assert.equal(await textOf(artifact), "One One.\n Two.");
      // Without a key, and with another one, it is another call.
      await facts("append", { artifact, text: "!" });
      await facts("append", { ...append, text: "!", idempotencyKey: random() });
      assert.equal(await textOf(artifact), "One One.\n Two.\n!\n!");

      await fails("append", { ...append, text: "other" }, /different request/, /read what is there/);
      // A call that failed took no effect, so its key is free.
      const corrected = { artifact, edits: [{ find: "nowhere", replace: "" }], idempotencyKey: random() };
      await fails("edit", corrected, /not in the text/);
      await facts("edit", { ...corrected, edits: [{ find: "Two", replace: "2" }] });
      for (const idempotencyKey of ["two words", "x".repeat(256), 7])
        await fails("append", { artifact, text: "x", idempotencyKey }, /1 to 255 visible/);
      await fails("read", { artifact, idempotencyKey: "x" }, /"idempotencyKey" is no argument/);
    });

    test("many repetitions of one call at once take effect once", async () => {
      const { artifact } = await facts("share", { markdown: "." });
      const append = { artifact, text: "+", idempotencyKey: Math.random().toString(36) };
      await Promise.all(Array.from({ length: 8 }, () => facts("append", append)));
      assert.equal((await call(key, "GET", `/artifacts/${artifact}`)).json.content.text, ".\n+");
    });

    test("the answer of a call is not repeated once its version is erased", async () => {
      const { artifact } = await facts("share", { markdown: "." });
      const append = { artifact, text: "secret", idempotencyKey: Math.random().toString(36) };
      const { version } = await facts("append", append);
      await facts("update", { artifact, markdown: "clean" });
      assert.equal((await call(key, "DELETE", `/artifacts/${artifact}/versions/${version}`)).status, 200);
      await fails("append", append, /was erased/);
      assert.equal((await call(key, "GET", `/artifacts/${artifact}`)).json.content.text, "clean");
    });

    test("adds rows to a table, and sets values of it", async () => {
      const { artifact } = await facts("share", { table: { columns: ["a", "b"], rows: [["x", 1]] } });
      const args = { artifact, rows: [{ b: 2, a: "y" }, ["z", 3]], keepLast: 2 };
      const { appended, dropped } = await facts("append", args);
      assert.deepEqual([appended, dropped], [2, 1]);
      await facts("edit", { artifact, set: [{ op: "replace", path: "/rows/1/1", value: 4 }] });
      const { replaced } = await facts("append", { artifact, rows: [["z", 4]], key: "a" });
      assert.equal(replaced, 1);
      const { content } = (await call(key, "GET", `/artifacts/${artifact}`)).json;
      assert.deepEqual(content.rows, [
        ["y", 2],
        ["z", 4],
      ]);
    });

    test("finds by title, kind and status, page by page", async () => {
      const mark = `Mark${Math.random().toString(36).slice(2)}`;
      const own = newKey(account);
      for (let i = 0; i < 3; ++i) await share(own, markdown("x", { title: `${mark} ${i}` }));
      await facts("share", { table: "a\n1\n", title: `${mark} table` });
      const first = await facts("find", { text: mark.toLowerCase(), limit: 2 });
      assert.deepEqual(
        first.artifacts.map(({ title }) => title),
        [`${mark} table`, `${mark} 2`],
      );
      const rest = await facts("find", { text: mark.toLowerCase(), limit: 2, cursor: first.nextCursor });
      assert.deepEqual(
        rest.artifacts.map(({ title }) => title),
        [`${mark} 1`, `${mark} 0`],
      );
      const tables = await facts("find", { text: mark, template: "table" });
      assert.equal(tables.artifacts.length, 1);
      assert.equal(tables.artifacts[0].template, "table");
      const { artifacts } = await facts("find", {});
      assert.equal(artifacts[0].title, `${mark} table`);
      const ids = async (filter) => (await facts("find", filter)).artifacts.map(({ artifact }) => artifact);
      const createdAts = first.artifacts.map(({ createdAt }) => createdAt);
      const [{ artifact: newest }] = first.artifacts;
      const { artifact: oldest } = rest.artifacts[1];
      await call(own, "PUT", `/artifacts/${oldest}`, { metadata: { job: mark, build: 7 } });
      assert.deepEqual(await ids({ metadata: { job: mark, build: "7" } }), [oldest]);
      assert.deepEqual(await ids({ metadata: { job: mark, build: 8 } }), []);
      assert.deepEqual(await ids({ text: mark, createdAfter: createdAts[1] }), [newest]);
      assert.equal((await ids({ text: mark, createdBefore: createdAts[0] })).length, 3);
      assert.deepEqual(await ids({ text: mark, updatedAfter: createdAts[0] }), [oldest]);
      assert.equal((await ids({ text: mark, sort: "oldest" }))[0], oldest);
      assert.equal((await ids({ sort: "updated", limit: 1 }))[0], oldest);
      await share(own, markdown(`Of the ${mark} albatross`, { title: "Inside" }));
      await share(own, markdown(`Of the albatross`, { title: "Outside" }));
      indexWords(account);
      const inside = await facts("find", { text: `albatross ${mark.slice(0, 8)}` });
      assert.deepEqual(
        inside.artifacts.map(({ title }) => title),
        ["Inside"],
      );
      await fails("find", { sort: "best" }, /newest, oldest, updated, expiring, viewed/);
      await fails("find", { createdAfter: "yesterday" }, /^createdAfter must be a date and time/);
      await fails("find", { metadata: "job" }, /^metadata must be an object/);
      await fails("find", { status: "lost" }, /active, expired, deleted/);
      await fails("find", { cursor: "nothing" }, /cursor/);
    });

    test("reads what was shared, in each form", async () => {
      const { artifact, url } = await facts("share", { chart, title: "Sales" });
      for (const reference of [artifact, url, `artifact://${artifact}`, `artifact://${artifact}/json`]) {
        const read = await reads({ artifact: reference });
        assert.equal(read.mediaType, "text/markdown");
        assert.equal(read.title, "Sales");
        assert.match(read.text, /\| May \| 3 \|/);
        assert.equal(read.nextOffset, null);
      }
      assert.deepEqual(JSON.parse((await reads({ artifact, format: "json" })).text), chart);
      assert.match((await reads({ artifact, format: "csv" })).text, /^Label,Sales\r\nMay,3\r\n/);
      const document = await facts("share", { markdown: "x" });
      await fails("read", { artifact: document.artifact, format: "csv" }, /text\/csv/, /Markdown/);
      await fails("read", { artifact, format: "xml" }, /markdown, json, csv/);
    });

    test("reads what is long in parts that begin and end between characters", async () => {
      const text = Array.from({ length: 9000 }, (_, i) => `Zeile ${i}: süß 😀 ${"·".repeat(i % 7)}`).join(
        "\n",
      );
      const { artifact } = await facts("share", { markdown: text });
      let whole = "";
      let offset = 0;
      let parts = 0;
      while (offset !== null) {
        const part = await reads({ artifact, offset });
        assert.ok(Buffer.byteLength(part.text) <= 100_000);
        whole += part.text;
        offset = part.nextOffset;
        ++parts;
      }
      assert.equal(whole, text);
      assert.ok(parts > 2);
      const beyond = await reads({ artifact, offset: 10_000_000 });
      assert.equal(beyond.text, "");
      const oneLine = await facts("share", { markdown: "😀".repeat(60_000) });
      const first = await reads({ artifact: oneLine.artifact });
      assert.match(first.text, /^(😀)+$/u);
      assert.equal(first.nextOffset, Buffer.byteLength(first.text));
    });

    test("reads the link that somebody else shared, which counts as a view", async () => {
      const other = newAccount();
      const { id, url } = await share(other.key, markdown("Theirs", { title: "Theirs" }));
      const read = await reads({ artifact: url });
      assert.equal(read.text, "Theirs");
      assert.equal(read.title, "Theirs");
      await fails("read", { artifact: id }, /another account/);
      const views = async () =>
        (await call(other.key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;
      assert.equal(await views(), 1);
      // Not for what has no such form, and not for the owner.
      await fails("read", { artifact: url, format: "csv" }, /text\/csv/);
      assert.equal((await callTool(other.key, "read", { artifact: url })).isError, false);
      assert.equal(await views(), 1);
    });

    test("counts all parts of somebody else's link as one view, if the view is given with them", async () => {
      const other = newAccount();
      const text = "A line of text\n".repeat(20_000);
      const { id, url } = await share(other.key, markdown(text, { maxViews: 1 }));
      const views = async () =>
        (await call(other.key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;
      let part = await reads({ artifact: url });
      let whole = part.text;
      await fails("read", { artifact: url, offset: part.nextOffset }, /has no views left/);
      await fails("read", { artifact: url, offset: part.nextOffset, view: "1.x" }, /has no views left/);
      while (part.nextOffset !== null) {
        part = await reads({ artifact: url, offset: part.nextOffset, view: part.view });
        whole += part.text;
      }
      assert.equal(whole, text);
      assert.equal(await views(), 1);
      const own = await callTool(other.key, "read", { artifact: id });
      assert.equal(own.structuredContent.view, null);
    });

    test("lets nobody prolong a view, as reading on would never end", async () => {
      const other = newAccount();
      const { url } = await share(other.key, markdown("Once", { maxViews: 1 }));
      const { view } = await reads({ artifact: url });
      // The time at which a view ends is in whole seconds.
      await setTimeout(1100);
      assert.equal((await reads({ artifact: url, view })).view, view);
    });

    test("names a document without a title by its first heading, whoever shared it", async () => {
      const other = newAccount();
      const { id, url } = await share(other.key, markdown("# Their *report*"));
      assert.equal((await facts("read", { artifact: url })).title, "Their report");
      const result = async (name) =>
        (await callTool(other.key, name, { artifact: id, ...(name === "update" && { description: "x" }) }))
          .structuredContent;
      assert.equal((await result("read")).title, "Their report");
      assert.equal((await result("update")).title, "Their report");
      await call(other.key, "DELETE", `/artifacts/${id}`);
      assert.equal((await result("restore")).title, "Their report");
    });

    test("asks for the password of somebody else's link, and counts attempts", async () => {
      const other = newAccount();
      const { url } = await share(other.key, markdown("Secret", { password: "open sesame" }));
      await fails("read", { artifact: url }, /password/, /Ask the user/);
      await fails("read", { artifact: url, password: "wrong" }, /^password is incorrect\. Ask the user/);
      assert.equal((await reads({ artifact: url, password: "open sesame" })).text, "Secret");
      // The owner needs none.
      assert.equal((await callTool(other.key, "read", { artifact: url })).content[0].text, "Secret");
    });

    test("lists the links, changes one and revokes it", async () => {
      const { artifact, url } = await facts("share", { markdown: "x", expiresIn: "60d" });
      const sams = await facts("share", { artifact, expiresIn: "1d", maxViews: 5, name: "for Sam" });
      await facts("change_link", { link: sams.url, cards: "off" });
      await get(url);
      const { links } = await facts("list_links", { artifact });
      assert.equal(links.length, 2);
      assert.deepEqual(
        links.map((link) => [link.name, link.isActive, link.maxViews, link.viewCount, link.cards]),
        [
          ["for Sam", true, 5, 0, "off"],
          [undefined, true, undefined, 1, "on"],
        ],
      );
      const changed = await facts("change_link", { link: url, expiresIn: "30d", maxViews: 9, password: "p" });
      assert.equal(changed.url, url);
      const lasts = (Date.parse(changed.expiresAt) - Date.now()) / 86_400_000;
      assert.ok(lasts > 29 && lasts <= 30, `${lasts} days`);
      assert.deepEqual([changed.hasPassword, changed.maxViews], [true, 9]);
      const pinned = await facts("change_link", { link: url, version: 1, live: "auto", cards: "off" });
      assert.deepEqual([pinned.version, pinned.showHistory, pinned.live], [1, false, "auto"]);
      assert.deepEqual([pinned.cards, pinned.showSender], ["off", undefined]);
      const looks = { cards: "on", showSender: false, remoteImages: "click" };
      const shown = await facts("change_link", { link: url, ...looks });
      assert.deepEqual([shown.cards, shown.showSender, shown.remoteImages], ["on", false, "click"]);
      assert.match((await use("change_link", { link: url })).content[0].text, /stays at version 1/);
      assert.equal((await facts("change_link", { link: url, version: "latest" })).version, "latest");
      const named = await callTool(key, "change_link", { link: url, name: "for Kim" });
      assert.equal(named.structuredContent.name, "for Kim");
      assert.match(named.content[0].text, /, named "for Kim", /);
      assert.equal((await facts("change_link", { link: url, name: null })).name, undefined);
      const open = await facts("change_link", { link: url, password: null, maxViews: null });
      assert.deepEqual([open.hasPassword, open.maxViews], [false, undefined]);
      assert.match((await facts("revoke_link", { link: url })).revokedAt, timestampPattern);
      assert.equal((await get(url)).status, 410);
      const after = (await facts("list_links", { artifact: url })).links;
      assert.deepEqual(
        after.map(({ isActive }) => isActive),
        [true, false],
      );
      await fails("change_link", { link: url, expiresIn: "1d" }, /revoked/);
      await fails("change_link", { link: artifact, expiresIn: "1d" }, /whole URL/, /list_links/);
      await fails(
        "revoke_link",
        { link: url.replace(/.$/, (last) => (last === "A" ? "E" : "A")) },
        /not the address/,
      );
    });

    test("deletes what was shared, and restores it with its links", async () => {
      const { artifact, url } = await facts("share", { markdown: "x", title: "T" });
      assert.match((await facts("delete", { artifact: url })).deletedAt, timestampPattern);
      assert.equal((await get(url)).status, 410);
      await fails("update", { artifact, title: "x" }, /deleted/, /restore/);
      const found = await facts("find", { status: "deleted" });
      assert.equal(found.artifacts[0].artifact, artifact);
      assert.equal((await facts("restore", { artifact })).title, "T");
      assert.equal((await get(url)).status, 200);
      await fails("restore", { artifact }, /not deleted/);
    });

    test("is told what to do instead where a tool cannot", async () => {
      await fails("share", {}, /markdown, chart, table, pdf, code/, /artifact/);
      await fails("share", { markdown: "x", table: "a\n1" }, /only one/);
      await fails("share", { markdown: 5 }, /^markdown must be/);
      // A picture is uploaded: no model repeats its bytes.
      await fails("share", { image: { data: "R0lG" } }, /"image" is no argument/);
      await fails("share", { chart: "x" }, /^chart must be an object/);
      await fails("share", { pdf: { data: "nonsense" } }, /^\/pdf\/data must be a base64/);
      await fails("update", { title: "x" }, /^artifact is required/);
      await fails("read", { artifact: "nonsense" }, /art_…/);
      await fails(
        "read",
        { artifact: "https://elsewhere.example/a/art_00000000000000000000000000?token=x" },
        /link of this service/,
      );
      await fails("read", { artifact: "art_00000000000000000000000000" }, /no artifact/, /find/);
    });
  });
}

test("another account's artifacts are out of reach", async () => {
  const other = newAccount();
  const { id, url } = await share(other.key, markdown("Theirs"));
  for (const [name, args] of [
    ["share", { artifact: id }],
    ["share", { artifact: url }],
    ["update", { artifact: id, title: "x" }],
    ["update", { artifact: url, markdown: "x" }],
    ["edit", { artifact: url, edits: [{ find: "Theirs", replace: "x" }] }],
    ["append", { artifact: id, text: "x" }],
    ["prepare_upload", { artifact: url, filename: "a.md" }],
    ["read", { artifact: id }],
    ["list_links", { artifact: url }],
    ["change_link", { link: url, expiresIn: "30d" }],
    ["revoke_link", { link: url }],
    ["delete", { artifact: url }],
    ["restore", { artifact: id }],
    ["read", { artifact: url, version: 1 }],
    ["history", { artifact: url }],
    ["diff", { artifact: url, version: 2 }],
    ["restore_version", { artifact: url, version: 1 }],
  ]) {
    const { isError, content } = await callTool(key, name, args);
    assert.equal(isError, true, name);
    assert.match(content[0].text, /another account/, name);
    assert.doesNotMatch(content[0].text, /scope/, "no scope would help");
    assert.ok(!content[0].text.includes("Theirs"));
  }
  assert.equal((await call(other.key, "GET", `/artifacts/${id}`)).json.title, null);
});

test("a link that its artifact ends says so, and how both last longer", async () => {
  const { structuredContent: shared } = await callTool(key, "share", { markdown: "x", expiresIn: "1d" });
  const changed = await callTool(key, "change_link", { link: shared.url, expiresIn: "30d" });
  assert.equal(changed.structuredContent.expiresBecause, "artifact");
  assert.equal(changed.structuredContent.expiresAt, shared.expiresAt);
  assert.match(changed.content[0].text, /with its artifact \(change_link with expiresIn and extendArtifact/);
  const [warning] = changed.structuredContent.warnings;
  assert.deepEqual([warning.code, warning.field], ["expiry_limited_by_artifact", "/expiresIn"]);
  assert.match(changed.content[0].text, /Warning: the link ends at .*extendArtifact/);
  await callTool(key, "update", { artifact: shared.artifact, expiresIn: "60d" });
  const { structuredContent } = await callTool(key, "list_links", { artifact: shared.artifact });
  assert.equal(structuredContent.links[0].expiresBecause, undefined);
  assert.ok(Date.parse(structuredContent.links[0].expiresAt) > Date.now() + 29 * 86_400_000);
});

test("the examples of the manual are taken by the tools", async () => {
  const manual = readFileSync(new URL("../../../docs/mcp.md", import.meta.url), "utf8");
  const linesAfter = (text) => manual.split(text)[1].split("```")[1].split("\n").slice(1, -1);
  const contents = linesAfter("**Content**");
  assert.ok(contents.length > 5);
  for (const line of contents)
    assert.match((await callTool(key, "share", JSON.parse(line))).content[0].text, /^https:/, line);
  for (const line of linesAfter("**Files**"))
    assert.match((await callTool(key, "prepare_upload", JSON.parse(line))).content[0].text, /^Run this now/);
});

test("a call that comes too soon is told for how many seconds to wait", async () => {
  const { url } = await share(newAccount().key, markdown("Secret", { password: "open sesame" }));
  const guess = async () =>
    (await callTool(key, "read", { artifact: url, password: "wrong" })).content[0].text;
  for (let count = 0; count < 10; ++count) assert.match(await guess(), /incorrect/);
  assert.match(
    await guess(),
    /too many incorrect passwords .*Try again in \d+ seconds, with the same arguments/,
  );
});

test("errors advise only what the tool can do", async () => {
  const { structuredContent: shared } = await callTool(key, "share", { markdown: "x", expiresIn: "1d" });
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(shared.artifact)}'`);
  const expired = await callTool(key, "share", { artifact: shared.artifact });
  assert.match(expired.content[0].text, /Call update with a new expiresIn/);
  assert.doesNotMatch(expired.content[0].text, /something new/);

  const owner = newAccount();
  const guarded = newKey(owner.account, undefined, "--password-required");
  const { structuredContent: open } = await callTool(owner.key, "share", { markdown: "x" });
  await callTool(owner.key, "delete", { artifact: open.artifact });
  const restored = await callTool(guarded, "restore", { artifact: open.artifact });
  assert.equal(restored.isError, true);
  assert.match(restored.content[0].text, /only a person with the dashboard/);
  assert.doesNotMatch(restored.content[0].text, /Give a password/);
});

test("content that models have put into a string is shared as what it is", async () => {
  for (const [args, csv] of [
    [{ table: '[{"a":1,"b":2}]' }, "a,b\r\n1,2\r\n"],
    [{ table: ' {"columns":["a"],"rows":[[1]]}' }, "a\r\n1\r\n"],
    [{ table: [{ a: 1, b: 2 }] }, "a,b\r\n1,2\r\n"],
    [{ chart: JSON.stringify(chart) }, undefined],
    [{ markdown: '{"text":"# Hi"}' }, undefined],
  ]) {
    const { structuredContent, isError, content } = await callTool(key, "share", args);
    assert.equal(isError, false, JSON.stringify(content));
    const { json } = await call(key, "GET", `/artifacts/${structuredContent.artifact}`);
    if (args.markdown) assert.deepEqual(json.content, { text: "# Hi" });
    if (args.chart) assert.deepEqual(json.content, chart);
    if (csv) assert.equal((await get(structuredContent.url, "text/csv")).text, csv);
  }
  const text = await callTool(key, "share", { markdown: '{"not": "a document"}' });
  const { json } = await call(key, "GET", `/artifacts/${text.structuredContent.artifact}`);
  assert.deepEqual(json.content, { text: '{"not": "a document"}' });
  const file = Buffer.from("%PDF-1.7\nstartxref\n0\n%%EOF\n").toString("base64");
  const behindLines = Buffer.from("\n\n%PDF-1.7\nstartxref\n0\n%%EOF\n").toString("base64");
  for (const [pdf, member] of [
    [file, "data"],
    [behindLines, "data"],
    [`data:application/pdf;base64,${behindLines}`, "data"],
    ["<!DOCTYPE html><p>Hi</p>", "html"],
    ["# Hi", "markdown"],
  ]) {
    const { structuredContent: shared } = await callTool(key, "share", { pdf });
    const stored = await call(key, "GET", `/artifacts/${shared.artifact}`);
    assert.deepEqual(stored.json.content, { [member]: pdf });
  }
  const piped = await callTool(key, "share", { table: "| a | b |\n|---|:-:|\n| 1 | 2 |\n" });
  assert.match(piped.content[0].text, /table is a table in Markdown; give an object with columns and rows/);
});

test("a table or chart in a string is read as JSON, and a fence around it as no part of it", async () => {
  const rows = '[["Name","Qty"],["a",1]]';
  for (const [table, csv] of [
    [rows, "Column 1,Column 2\r\nName,Qty\r\na,1\r\n"],
    ['{"a":[1,2],"b":[3,4]}', "a,b\r\n1,3\r\n2,4\r\n"],
    ['{"0":{"a":1},"1":{"a":2}}', "a\r\n1\r\n2\r\n"],
    ["```csv\na,b\n1,2\n```", "a,b\r\n1,2\r\n"],
    ["\n````\na\n```\n````\n", "a\r\n```\r\n"],
    ['```json\n[{"a":1}]\n```', "a\r\n1\r\n"],
    [{ columns: '["a","b"]', rows: "[[1,2]]" }, "a,b\r\n1,2\r\n"],
    [JSON.stringify({ rows: ' [{"a":"[1]"}]' }), "a\r\n[1]\r\n"],
    [{ csv: "[a],b\n1,2" }, "[a],b\r\n1,2\r\n"],
    [{ columns: ["a"], rows: '[["\u00e4"]]' }, "a\r\n\u00e4\r\n"],
  ]) {
    const { structuredContent, isError, content } = await callTool(key, "share", { table });
    assert.equal(isError, false, JSON.stringify([table, content]));
    assert.equal((await get(structuredContent.url, "text/csv")).text, csv);
    assert.equal(structuredContent.warnings, undefined);
  }
  for (const value of [
    `\`\`\`json\n${JSON.stringify(chart)}\n\`\`\``,
    { ...chart, data: JSON.stringify(chart.data) },
  ]) {
    const { structuredContent } = await callTool(key, "share", { chart: value });
    const { json } = await call(key, "GET", `/artifacts/${structuredContent.artifact}`);
    assert.deepEqual(json.content, chart);
  }
});

test("a table or chart in a string that is not what it seems is an error that says where", async () => {
  for (const [args, ...told] of [
    [{ table: '{"columns":["a"],"rows":[[1]]' }, /^table is not valid JSON: .*\(at byte 29\)/],
    [{ table: '[["a",1],]' }, /\(at byte 9\); there is a comma before the end/],
    [{ table: '[["a",NaN]]' }, /at byte \d+\); JSON has no NaN/],
    [{ table: "[{'a': 1}]" }, /at byte \d+\); JSON has strings in double quotes/, /CSV .*\{"csv": /],
    [{ table: '```json\n[["a",]]\n```' }, /\(at byte 1[34]\); there is a comma/],
    [{ table: "```csv\na,b\n1,2" }, /^table .*fence/],
    [{ table: "<table><tr><td>1</td></tr></table>" }, /^table is HTML; give .*rows.* CSV/],
    [{ table: " <TABLE>" }, /^table is HTML/],
    [{ table: { columns: ["a"], rows: "[[1]" } }, /^\/table\/rows is not valid JSON: .*at byte 4/],
    [{ table: { columns: "['a']", rows: [[1]] } }, /^\/table\/columns is not valid JSON: .*double quotes/],
    [{ chart: '{"type":"bar","data":[1,2}' }, /^chart is not valid JSON: .*at byte 25/],
    [{ chart: "{'type': 'bar'}" }, /^chart is not valid JSON: .*double quotes/],
    [{ chart: "[1,2]" }, /^chart must be an object, such as .*, not an array/],
  ]) {
    const { isError, content } = await callTool(key, "share", args);
    assert.equal(isError, true, JSON.stringify(args));
    for (const part of told) assert.match(content[0].text, part);
    assert.match(content[0].text, /Correct the arguments and call the tool again/);
  }
});

test("an empty text for an argument that is not meant removes nothing", async () => {
  for (const [args, empty] of [
    [{ markdown: "# Kept" }, { markdown: "" }],
    [{ markdown: "# Kept" }, { markdown: { text: " \n" } }],
    [{ table: "a\n1\n" }, { table: "" }],
    [{ table: "a\n1\n" }, { table: [] }],
    [{ code: "x" }, { code: "" }],
    [{ pdf: "# Kept" }, { pdf: "" }],
    [{ chart }, { chart: { type: "bar", data: [] } }],
    [{ chart }, { chart: "" }],
  ]) {
    const { structuredContent: shared } = await callTool(key, "share", { ...args, title: "Old" });
    const { json: before } = await call(key, "GET", `/artifacts/${shared.artifact}`);
    const updated = await callTool(key, "update", { artifact: shared.artifact, title: "New", ...empty });
    const isLeftOut = Object.values(empty)[0] === "";
    assert.equal(updated.isError === true, !isLeftOut, JSON.stringify(empty));
    if (!isLeftOut) assert.match(updated.content[0].text, /is empty, .*leave .* out/);
    const refused = await callTool(key, "share", empty);
    assert.equal(refused.isError, true, JSON.stringify(empty));
    const { title, content } = (await call(key, "GET", `/artifacts/${shared.artifact}`)).json;
    assert.deepEqual({ title, content }, { title: isLeftOut ? "New" : "Old", content: before.content });
  }
  const { structuredContent: shared } = await callTool(key, "share", {
    markdown: "x",
    title: "Old",
    description: "Kept",
  });
  const { isError, content } = await callTool(key, "update", {
    artifact: shared.artifact,
    markdown: "y",
    title: "",
    description: " ",
  });
  assert.equal(isError, true);
  assert.doesNotMatch(content[0].text, /^title /m);
  assert.match(content[0].text, /^description is empty; .*null to remove it/m);
  const { json } = await call(key, "GET", `/artifacts/${shared.artifact}`);
  assert.deepEqual([json.title, json.description, json.content.text], ["Old", "Kept", "x"]);
});

test("the text of a shared link says how often it can be opened", async () => {
  const { content } = await callTool(key, "share", { markdown: "x", maxViews: 3 });
  assert.match(content[0].text, /can be opened 3 times/);
  const { content: once } = await callTool(key, "share", { markdown: "x", maxViews: 1 });
  assert.match(once[0].text, /can be opened once/);
});

test("content that nobody could read is not published", async () => {
  for (const [args, told] of [
    [{ table: {} }, /\/table has nothing .* shows "columns", "rows"/],
    [{ markdown: { txt: "hello" } }, /\/markdown has nothing .* shows "text"/],
    [{ code: { files: [] } }, /\/code has nothing/],
  ]) {
    const { isError, content } = await callTool(key, "share", args);
    assert.equal(isError, true);
    assert.match(content[0].text, told);
    assert.match(content[0].text, /Correct the arguments and call the tool again/);
  }
  const { structuredContent: shared } = await callTool(key, "share", { table: "a\n1\n" });
  const updated = await callTool(key, "update", { artifact: shared.artifact, table: {} });
  assert.equal(updated.isError, true);
});

test("metadata is shared, changed and found", async () => {
  const metadata = { job: `nightly-${Date.now()}`, run: 7 };
  const { structuredContent: shared } = await callTool(key, "share", { markdown: "x", metadata });
  const found = await callTool(key, "find", { metadata: { job: metadata.job } });
  assert.deepEqual(
    found.structuredContent.artifacts.map(({ artifact }) => artifact),
    [shared.artifact],
  );
  await callTool(key, "update", { artifact: shared.artifact, metadata: { run: 8, job: null } });
  const { json } = await call(key, "GET", `/artifacts/${shared.artifact}`);
  assert.deepEqual(json.metadata, { run: 8 });
  const other = await callTool(key, "share", { artifact: shared.artifact, metadata });
  assert.match(other.content[0].text, /metadata cannot be given with artifact/);
});

test("reading says what people with a link do not see", async () => {
  const { structuredContent: shared } = await callTool(key, "share", { markdown: "x", expiresIn: "1d" });
  const status = async () => {
    const { structuredContent, content } = await callTool(key, "read", { artifact: shared.artifact });
    assert.equal(content[0].text, "x");
    return [structuredContent.status, content[1].text];
  };
  const [active, version] = await status();
  assert.equal(active, "active");
  assert.match(version, /^\[Version 1, for edit and update as baseVersion\.\]$/);
  await callTool(key, "delete", { artifact: shared.artifact });
  const [deleted, text] = await status();
  assert.equal(deleted, "deleted");
  assert.match(text, /^\[This is deleted, .* restore/);
  await callTool(key, "restore", { artifact: shared.artifact });
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(shared.artifact)}'`);
  assert.match((await status())[1], /has expired, .* update with expiresIn/);
});

test("reading says of a link of one's own that does not open why", async () => {
  const { structuredContent: shared } = await callTool(key, "share", { markdown: "x", expiresIn: "1d" });
  const problem = async (artifact) => {
    const { structuredContent, content } = await callTool(key, "read", { artifact });
    assert.equal(content[0].text, "x");
    const note = /^\[This link does not work: (.*)\. The artifact is yours, so you can read it\.\]$/m;
    assert.equal(note.exec(content[1].text)?.[1], structuredContent.linkProblem);
    return structuredContent.linkProblem;
  };
  const { artifact, url } = shared;
  assert.equal(await problem(artifact), undefined);
  assert.equal(await problem(url), undefined);
  assert.equal(await problem(`${url.slice(0, -4)}AAAA`), "its token is not valid");
  const of = `where artifact_id = '${uuidOf(artifact)}'`;
  sql(`update share_links set max_views = 1, view_count = 1 ${of}`);
  assert.equal(await problem(url), "it has no views left");
  sql(`update share_links set expires_at = now() ${of}`);
  assert.equal(await problem(url), "it has expired");
  await callTool(key, "revoke_link", { link: url });
  assert.equal(await problem(url), "it was revoked");
  assert.equal(await problem(artifact), undefined);
});

test("content and arguments in the form of the API are told where they belong", async () => {
  const both = await callTool(key, "share", { artifact: "art_0", markdown: "x" });
  assert.match(both.content[0].text, /artifact cannot be given with content; .* use update/);
  const form = await callTool(key, "share", { template: "markdown", content: { text: "x" } });
  assert.match(form.content[0].text, /Give the content in the argument that has the template's name/);
});

test("large content is shared, and content beyond the plan's limit is rejected", async () => {
  const text = "Line of text\n".repeat(600_000);
  const { structuredContent } = await callTool(key, "share", { markdown: text });
  const { json } = await call(key, "GET", `/artifacts/${structuredContent.artifact}`);
  assert.equal(json.content.text, text);

  const free = newAccount({ plan: "free" });
  sql(`update artifact_counts set count = 100000 where account_id = '${uuidOf(free.account)}'`);
  const first = await callTool(free.key, "share", { markdown: "x" });
  sql(`update artifact_counts set count = 100000 where account_id = '${uuidOf(free.account)}' and count > 0`);
  assert.equal(first.isError, false);
  const refused = await callTool(free.key, "share", { markdown: "x" });
  assert.equal(refused.isError, true);
  assert.match(refused.content[0].text, /delete permanently, in the dashboard/);
});

test("earlier versions are listed, read and brought back", async () => {
  const { artifact } = (await callTool(key, "share", { markdown: "one", title: "Plan", note: "Draft" }))
    .structuredContent;
  await callTool(key, "update", { artifact, markdown: "two", title: "Plan B", note: "Shorter" });
  const history = await callTool(key, "history", { artifact });
  assert.deepEqual(
    history.structuredContent.versions.map(({ version, changed, note }) => [version, changed, note]),
    [
      [2, ["content", "title"], "Shorter"],
      [1, [], "Draft"],
    ],
  );
  assert.match(history.content[0].text, /^- 2 \(current\): .*, by key .*, content, title: Shorter\n- 1: /m);
  const diff = await callTool(key, "diff", { artifact, version: 2 });
  assert.deepEqual(diff.structuredContent, { from: 1, to: 2, isSame: false, isComplete: true });
  assert.match(diff.content[0].text, /^-one\n\+two$/m);
  const first = await callTool(key, "read", { artifact, version: 1 });
  assert.equal(first.content[0].text, "one");
  assert.deepEqual([first.structuredContent.title, first.structuredContent.version], ["Plan", 1]);
  assert.match(first.content[1].text, /^\[Version 1, an earlier one; the current one is 2\./);
  const missing = await callTool(key, "read", { artifact, version: 3 });
  assert.match(missing.content[0].text, /the current one is version 2/);
  const outrun = await callTool(key, "restore_version", { artifact, version: 1, baseVersion: 1 });
  assert.match(outrun.content[0].text, /^baseVersion is 1, but the artifact is at version 2/);
  const restored = await callTool(key, "restore_version", { artifact, version: 1, baseVersion: 2 });
  const { url, ...rest } = restored.structuredContent;
  assert.deepEqual([rest, (await get(url)).status], [{ artifact, title: "Plan", version: 3 }, 200]);
  const now = await callTool(key, "read", { artifact });
  assert.deepEqual([now.content[0].text, now.structuredContent.title], ["one", "Plan"]);
  const without = await callTool(key, "restore_version", { artifact });
  assert.equal(without.isError, true);
});

test("an update that somebody else outran changes nothing and says so", async () => {
  const { structuredContent: shared } = await callTool(key, "share", { markdown: "one" });
  const { artifact } = shared;
  const version = async () => (await callTool(key, "read", { artifact })).structuredContent.version;
  const first = await version();
  const mine = await callTool(key, "update", { artifact, markdown: "two", baseVersion: first });
  assert.equal(mine.isError, false);
  assert.equal(mine.structuredContent.version, await version());
  assert.ok(mine.content[0].text.includes(`version is now ${mine.structuredContent.version}.`));

  await call(key, "PUT", `/artifacts/${artifact}`, { content: { text: "theirs" } });
  const late = { artifact, markdown: "three", baseVersion: mine.structuredContent.version };
  for (const baseVersion of [late.baseVersion, first, 100]) {
    const outrun = await callTool(key, "update", { ...late, baseVersion });
    assert.equal(outrun.isError, true, baseVersion);
    assert.match(
      outrun.content[0].text,
      /^baseVersion is \d+, but the artifact is at version 3, written by key .*\. Nothing was changed\. Call read/,
    );
    assert.doesNotMatch(outrun.content[0].text, /ETag/);
  }
  assert.equal((await callTool(key, "read", { artifact })).content[0].text, "theirs");
  const again = await callTool(key, "update", { ...late, baseVersion: await version() });
  assert.equal(again.isError, false);
  // Without one, the last write wins, as before.
  assert.equal((await callTool(key, "update", { artifact, markdown: "four" })).isError, false);

  // Making its PDF is no change, and somebody else's link has no version.
  const pdf = (await callTool(key, "share", { pdf: "# Printed" })).structuredContent.artifact;
  const before = (await callTool(key, "read", { artifact: pdf })).structuredContent.version;
  await untilPdfIsMade(key, pdf);
  assert.equal((await callTool(key, "read", { artifact: pdf })).structuredContent.version, before);
  const other = newAccount();
  const { url } = await share(other.key, markdown("theirs"));
  assert.ok(!("version" in (await callTool(key, "read", { artifact: url })).structuredContent));
});

test("the text of a part is in the answer once, and no longer than asked for", async () => {
  const text = Array.from({ length: 8000 }, (_, i) => `Line ${i}, "quoted".\n`).join("");
  const { structuredContent: shared } = await callTool(key, "share", { markdown: text });
  const { artifact } = shared;
  const read = async (args = {}) =>
    (await ask(key, "tools/call", { name: "read", arguments: { artifact, ...args } })).json.result;
  const whole = await read();
  assert.ok(whole.content[0].text.length > 99_000);
  const repeated = JSON.stringify(whole).length - JSON.stringify(whole.content[0].text).length;
  assert.ok(repeated < 1000, `${repeated} bytes besides the text`);
  const parts = [];
  for (let offset = 0; offset !== null && parts.length < 3;) {
    const { content, structuredContent } = await read({ offset, limit: 1000 });
    assert.ok(content[0].text.length <= 1000 && content[0].text.endsWith("\n"));
    parts.push(content[0].text);
    offset = structuredContent.nextOffset;
  }
  assert.ok(text.startsWith(parts.join("")));
  for (const limit of [99, 100_001])
    assert.match((await read({ limit })).content[0].text, /^limit must be a whole number from 100 to 100000/);
});

test("the answer of share is brief", async () => {
  const answer = await ask(key, "tools/call", { name: "share", arguments: { markdown: "# Report" } });
  const { content, structuredContent } = answer.json.result;
  const size = (value) => Buffer.byteLength(value);
  assert.ok(size(JSON.stringify([content, structuredContent])) < 500, JSON.stringify(answer.json.result));
  assert.ok(size(answer.text) < 700, answer.text);
  assert.deepEqual(Object.keys(structuredContent), ["url", "artifact", "expiresAt"]);
});

test("what was found has the link that is open to all, or a marked one, for who may see links", async () => {
  const own = newAccount();
  const { id, url } = await share(own.key, markdown("x", { title: "Two links" }));
  const made = (options) => call(own.key, "POST", `/artifacts/${id}/share`, options);
  const found = async (by = own.key) => {
    const { structuredContent, content } = await callTool(by, "find", {});
    const [{ links, url: open, otherLink }] = structuredContent.artifacts;
    return { links, open, otherLink, text: content[0].text };
  };
  const first = await found();
  assert.deepEqual([first.links, first.open], [1, url]);
  await made({ name: "for Sam", password: "a lamp post", maxViews: 3, version: 1 });
  const second = await found();
  assert.deepEqual([second.links, second.open, second.otherLink], [2, url, undefined]);
  assert.ok(second.text.includes(`${url} (one of 2 links)`), second.text);
  await callTool(own.key, "revoke_link", { link: url });
  const { links, open, otherLink, text } = await found();
  assert.deepEqual([links, open], [1, undefined]);
  const { url: marked, ...marks } = otherLink;
  assert.deepEqual(marks, { name: "for Sam", hasPassword: true, viewsLeft: 3, version: 1 });
  assert.ok(
    text.includes(`${marked} (named "for Sam", with a password, 3 views left, stays at version 1)`),
    text,
  );
  assert.deepEqual(
    (({ links: none, open: no, otherLink: other }) => [none, no, other])(
      await found(newKey(own.account, ["artifacts:read"])),
    ),
    [undefined, undefined, undefined],
  );
  sql(`update share_links set expires_at = now() where artifact_id = '${uuidOf(id)}'`);
  assert.equal((await found()).links, undefined);
});

test("two assistants edit one document, and both edits are there", async () => {
  const { structuredContent: shared } = await callTool(key, "share", { markdown: "one two" });
  const { artifact } = shared;
  const results = await Promise.all(
    [
      ["one", "1"],
      ["two", "2"],
    ].map(([find, replace]) => callTool(newKey(account), "edit", { artifact, edits: [{ find, replace }] })),
  );
  for (const { isError, content } of results) assert.equal(isError, false, content[0].text);
  assert.equal((await call(key, "GET", `/artifacts/${artifact}`)).json.content.text, "1 2");
});

test("share with an external id creates, then updates under the same link, which all tools find by it", async () => {
  const externalId = `mcp-${Date.now()}`;
  const artifact = `ext:${externalId}`;
  const { structuredContent: shared } = await callTool(key, "share", { markdown: "one", externalId });
  sql(`update artifacts set expires_at = now() + interval '1 hour' where id = '${uuidOf(shared.artifact)}'`);
  sql(
    `update share_links set expires_at = now() + interval '1 hour' where artifact_id = '${uuidOf(shared.artifact)}'`,
  );
  const again = await callTool(key, "share", { markdown: "two", externalId });
  assert.equal(again.isError, false, again.content[0].text);
  assert.deepEqual(
    [again.structuredContent.artifact, again.structuredContent.url, again.structuredContent.version],
    [shared.artifact, shared.url, 2],
  );
  assert.match(again.content[0].text, /was updated, to version 2/);
  assert.ok(
    Date.parse(again.structuredContent.expiresAt) > Date.now() + 6 * 86400000,
    "both last as long as new ones",
  );
  assert.match((await get(shared.url)).text, /two/);
  const other = await callTool(key, "share", { table: "a,b", externalId });
  assert.match(other.content[0].text, /cannot be changed; this artifact's template is "markdown"/);

  const updated = await callTool(newKey(account, ["artifacts:write"]), "update", {
    artifact,
    markdown: "three",
  });
  assert.equal(updated.structuredContent.artifact, shared.artifact);
  for (const [tool, args] of Object.entries({
    append: { text: " more" },
    read: {},
    history: {},
    diff: { version: 2 },
  })) {
    const { isError, content } = await callTool(key, tool, { artifact, ...args });
    assert.equal(isError, false, content[0].text);
  }
  for (const [args, told] of [
    [{ artifact: "ext:unknown" }, /no artifact with this external ID/],
    [{ artifact: "ext:not / valid" }, /^artifact must be an artifact's id/],
    [{ artifact, externalId: "not / valid" }, /^externalId must have/],
  ]) {
    const { isError, content } = await callTool(key, "update", { markdown: "three", ...args });
    assert.equal(isError, true);
    assert.match(content[0].text, told);
  }
  const renamed = await callTool(key, "update", { artifact, externalId: `${externalId}-2` });
  assert.equal(renamed.isError, false, renamed.content[0].text);
  const link = await callTool(key, "share", { artifact: shared.artifact, externalId });
  assert.match(link.content[0].text, /^externalId cannot be given with artifact/);
});

test("tools that write return the link that is open to all, to who may see links", async () => {
  const own = newAccount();
  const { id, url } = await share(own.key, markdown("one two", { title: "T" }));
  const { url: named } = (await call(own.key, "POST", `/artifacts/${id}/share`, { name: "for Sam" })).json;
  const calls = [
    ["update", { title: "U" }],
    ["edit", { edits: [{ find: "one", replace: "1" }] }],
    ["append", { text: " more" }],
    ["restore_version", { version: 1 }],
  ];
  for (const [tool, args] of calls) {
    const { structuredContent, content } = await callTool(own.key, tool, { artifact: id, ...args });
    assert.equal(structuredContent.url, url, tool);
    assert.ok(content[0].text.includes(`Its link is ${url}`), content[0].text);
  }
  const { structuredContent } = await callTool(newKey(own.account, ["artifacts:write"]), "update", {
    artifact: id,
    title: "V",
  });
  assert.ok(!("url" in structuredContent));
  await callTool(own.key, "revoke_link", { link: url });
  const { content } = await callTool(own.key, "update", { artifact: id, title: "W" });
  assert.ok(!content[0].text.includes(named), "a link for somebody is not for others");
});

test("the links to everything are listed, by status", async () => {
  const own = newAccount();
  const made = [];
  for (const title of ["First", "Second"]) made.push(await share(own.key, markdown("x", { title })));
  await callTool(own.key, "revoke_link", { link: made[0].url });
  const list = async (args) => callTool(own.key, "list_links", args);
  const all = await list({});
  assert.deepEqual(
    all.structuredContent.links.map(({ url, artifact, title }) => [url, artifact, title]),
    [
      [made[1].url, made[1].id, "Second"],
      [made[0].url, made[0].id, "First"],
    ],
  );
  assert.match(all.content[0].text, new RegExp(`to Second \\(${made[1].id}\\)`));
  for (const [status, titles] of [
    ["active", ["Second"]],
    ["expired", []],
    ["revoked", ["First"]],
  ]) {
    const { structuredContent } = await list({ status });
    assert.deepEqual(
      structuredContent.links.map(({ title }) => title),
      titles,
    );
  }
  assert.match((await list({ status: "old" })).content[0].text, /^status must be one of active, expired/);
});

test("extendArtifact keeps an artifact as long as its link, for who may change artifacts", async () => {
  const { structuredContent: shared } = await callTool(key, "share", { markdown: "x", expiresIn: "1d" });
  const more = { expiresIn: "30d", extendArtifact: true };
  const sharer = newKey(account, ["artifacts:share"]);
  assert.equal((await callTool(sharer, "change_link", { link: shared.url, ...more })).isError, true);
  const changed = await callTool(key, "change_link", { link: shared.url, ...more });
  assert.equal(changed.structuredContent.expiresBecause, undefined);
  assert.equal(changed.structuredContent.warnings, undefined);
  const { expiresAt } = (await call(key, "GET", `/artifacts/${shared.artifact}`)).json;
  assert.equal(expiresAt, changed.structuredContent.expiresAt);
  const limited = await callTool(key, "share", { artifact: shared.artifact, expiresIn: "90d" });
  assert.equal(limited.structuredContent.expiresBecause, "artifact");
  assert.equal(limited.structuredContent.warnings[0].code, "expiry_limited_by_artifact");
});

test("content that was encoded twice is read once more, for every template, with a warning", async () => {
  for (const [name, value, expected] of [
    ["markdown", "# Title\n\nA *word*.", { text: "# Title\n\nA *word*." }],
    ["table", "Month,Sales\nMay,3\n", { csv: "Month,Sales\nMay,3\n" }],
    ["table", '[{"a":1,"b":2}]', { rows: [{ a: 1, b: 2 }] }],
    ["chart", JSON.stringify(chart), chart],
    ["code", 'print("hi")\nprint(2)', { text: 'print("hi")\nprint(2)' }],
    ["code", "x", { text: "x" }],
    ["pdf", "# Printed\n\nText", { markdown: "# Printed\n\nText" }],
  ]) {
    const twice = JSON.stringify(value);
    for (const sent of [twice, ` ${twice}\n`]) {
      const { structuredContent, content, isError } = await callTool(key, "share", { [name]: sent });
      assert.equal(isError, false, JSON.stringify(content));
      const { json } = await call(key, "GET", `/artifacts/${structuredContent.artifact}`);
      assert.deepEqual(json.content, expected);
      const [warning] = structuredContent.warnings;
      assert.deepEqual([warning.code, warning.field], ["encoded_twice", `/${name}`]);
    }
    const { structuredContent: shared } = await callTool(key, "share", { [name]: value });
    const updated = await callTool(key, "update", { artifact: shared.artifact, [name]: twice });
    assert.equal(updated.structuredContent.warnings.at(-1).code, "encoded_twice");
    const thrice = await callTool(key, "share", { [name]: JSON.stringify(twice) });
    assert.match(thrice.content[0].text, new RegExp(`^${name} is encoded as a JSON string more than twice`));
  }
  // What only has quotation marks at both ends is as it was sent; and so is a member of an object.
  for (const [args, expected] of [
    [{ table: '"a","b"\n"1","2"' }, { csv: '"a","b"\n"1","2"' }],
    [{ markdown: '"One," she said, "or two."' }, { text: '"One," she said, "or two."' }],
    [{ code: { text: '"use strict"' } }, { text: '"use strict"' }],
  ]) {
    const { structuredContent } = await callTool(key, "share", args);
    assert.equal(structuredContent.warnings, undefined, JSON.stringify(structuredContent.warnings));
    const { json } = await call(key, "GET", `/artifacts/${structuredContent.artifact}`);
    assert.deepEqual(json.content, expected);
  }
});
