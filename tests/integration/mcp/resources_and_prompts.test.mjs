// The resources and prompts of the MCP server, read by the protocol's own clients of both kinds.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { call, markdown, newAccount, origin, request, share } from "../../service/api_client.mjs";
import { connect, connectFormer } from "../../mcp/sdk/clients.mjs";
import { chart } from "./contents.mjs";
import { ask } from "./messages.mjs";

for (const [kind, open] of [
  ["2026-07-28", connect],
  ["2025-11-25", connectFormer],
]) {
  describe(`a client of ${kind}`, () => {
    let key;
    let client;
    before(async () => {
      ({ key } = newAccount());
      client = await open(key);
    });

    test("lists the account's artifacts page by page, and reads them", async () => {
      const texts = new Map();
      for (let i = 0; i < 53; ++i)
        texts.set((await share(key, markdown(`Text ${i}`, { title: `Title ${i}` }))).id, i);
      // By the millisecond, with which IDs begin, and then by the rest of the ID.
      const ids = [...texts.keys()].sort().reverse();
      const resources = [];
      let cursor;
      let pages = 0;
      do {
        const page = (await ask(key, "resources/list", cursor ? { cursor } : {})).json.result;
        resources.push(...page.resources.filter(({ uri }) => !uri.startsWith("skill:")));
        cursor = page.nextCursor;
        ++pages;
      } while (cursor);
      assert.equal(pages, 2);
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ids.map((id) => `artifact://${id}/markdown`),
      );
      const newest = texts.get(ids[0]);
      assert.equal(resources[0].title, `Title ${newest}`);
      assert.equal(resources[0].mimeType, "text/markdown");
      const { contents } = await client.readResource({ uri: resources[0].uri });
      assert.deepEqual(contents, [
        { uri: resources[0].uri, mimeType: "text/markdown", text: `Text ${newest}` },
      ]);
    });

    test("reads an artifact as Markdown, JSON and CSV by the templates", async () => {
      const externalId = `chart-${Date.now()}`;
      const { id } = await share(key, { template: "chart", content: chart, externalId });
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.deepEqual(
        resourceTemplates.map(({ uriTemplate, mimeType }) => [uriTemplate, mimeType]),
        [
          ["artifact://{artifact}/markdown", "text/markdown"],
          ["artifact://{artifact}/json", "application/json"],
          ["artifact://{artifact}/csv", "text/csv"],
        ],
      );
      const texts = [];
      for (const { uriTemplate, mimeType } of resourceTemplates) {
        const uri = uriTemplate.replace("{artifact}", id);
        const [content] = (await client.readResource({ uri })).contents;
        assert.equal(content.mimeType, mimeType);
        assert.equal(content.uri, uri);
        texts.push(content.text);
      }
      assert.match(texts[0], /\| June \| 4.5 \|/);
      assert.deepEqual(JSON.parse(texts[1]), chart);
      assert.equal(texts[2], "Label,Sales\r\nMay,3\r\nJune,4.5\r\n");
      for (const name of [`ext:${externalId}`, encodeURIComponent(`ext:${externalId}`)]) {
        const [content] = (await client.readResource({ uri: `artifact://${name}/csv` })).contents;
        assert.equal(content.text, texts[2]);
      }
    });

    test("finds the skill for agents before all artifacts, and reads what the service has", async () => {
      const { resources } = await client.listResources();
      const [{ uri, name, description, mimeType }] = resources;
      assert.deepEqual(
        [uri, name, mimeType],
        [`skill://${name}/SKILL.md`, "artifact-share", "text/markdown"],
      );
      const { contents } = await client.readResource({ uri });
      const { text } = await request("GET", `${origin}/.well-known/agent-skills/${name}/SKILL.md`, {
        isDescribed: false,
      });
      assert.deepEqual(contents, [{ uri, mimeType, text }]);
      assert.ok(text.includes(`\ndescription: ${description}\n`));
      assert.equal(resources.filter((resource) => resource.uri.startsWith("skill:")).length, 1);
    });

    test("is refused what is not there, or another account's", async () => {
      const { id } = await share(newAccount().key, markdown("Theirs"));
      const own = await share(key, markdown("x"));
      for (const uri of [
        `artifact://${id}/markdown`,
        "artifact://art_00000000000000000000000000/markdown",
        `artifact://${own.id}`,
        `artifact://${own.id}/csv`,
        `artifact://${own.id}/html`,
        `artifact://${own.id}/../${own.id}/markdown`,
        `artifact://${own.id}/markdown/`,
        `https://${own.id}/markdown`,
        "artifact://ext:nothing/markdown",
        "artifact://%zz/markdown",
        "artifact://markdown",
        own.url,
        "skill://artifact-share",
        "skill://other/SKILL.md",
        "",
      ])
        await assert.rejects(client.readResource({ uri }), (error) => error.code === -32602, uri);
    });

    test("gets prompts with the arguments in them", async () => {
      const { prompts } = await client.listPrompts();
      assert.deepEqual(
        prompts.map(({ name }) => name),
        ["share_report", "update_report"],
      );
      for (const prompt of prompts) {
        assert.ok(prompt.title && prompt.description);
        const args = Object.fromEntries(prompt.arguments.map(({ name }) => [name, `The ${name}.`]));
        const { messages } = await client.getPrompt({ name: prompt.name, arguments: args });
        assert.equal(messages.length, 1);
        assert.equal(messages[0].role, "user");
        for (const value of Object.values(args)) assert.ok(messages[0].content.text.includes(value), value);
      }
      const { messages } = await client.getPrompt({ name: "share_report", arguments: { data: "a,b\n1,2" } });
      assert.match(messages[0].content.text, /`share`/);
      assert.ok(!messages[0].content.text.includes("Readers:"));
      await assert.rejects(client.getPrompt({ name: "share_report", arguments: {} }), /data/);
    });
  });
}

test("a resource follows its artifact", async () => {
  const { key } = newAccount();
  const { id } = await share(key, markdown("Before"));
  const read = async () =>
    (await ask(key, "resources/read", { uri: `artifact://${id}/markdown` })).json.result.contents[0].text;
  assert.equal(await read(), "Before");
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "After" } });
  assert.equal(await read(), "After");
});
