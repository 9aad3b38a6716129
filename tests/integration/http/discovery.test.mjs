// How programs find the service's interfaces.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { load } from "js-yaml";
import { newAccount, origin, request } from "../../service/api_client.mjs";
import { Person } from "../../service/client_program.mjs";
import { ownWorker } from "../../service/own_worker.mjs";
import { routes } from "../../service/route_table.mjs";
import { ask } from "../mcp/messages.mjs";

const get = (path, headers = {}) => request("GET", origin + path, { headers, isDescribed: false });

test("llms.txt names the interfaces, and each of them exists", async () => {
  const { status, headers, text } = await get("/llms.txt");
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "text/markdown; charset=utf-8");
  assert.match(text, /^# Artifact Share\n\n> /);
  assert.match(text, /Accept: text\/markdown/);
  const addresses = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address]) => address);
  assert.deepEqual(
    addresses.map((address) => address.replace(origin, "")),
    [
      "/mcp",
      "/.well-known/agent-skills/artifact-share/SKILL.md",
      "/mcp/server-card",
      "/openapi.json",
      "/docs",
    ],
  );
  for (const address of addresses)
    assert.equal(
      (await get(address.replace(origin, ""))).status,
      address.endsWith("/mcp") ? 405 : 200,
      address,
    );
});

test("the index of skills leads to a skill that is valid, whole and about this service", async () => {
  const index = await get("/.well-known/agent-skills/index.json", { origin: "https://elsewhere.example" });
  assert.equal(index.status, 200);
  assert.equal(index.headers["content-type"], "application/json");
  assert.equal(index.headers["access-control-allow-origin"], "*");
  assert.match(index.headers["cache-control"], /public, max-age=\d+/);
  const { $schema, skills } = JSON.parse(index.text);
  assert.equal($schema, "https://schemas.agentskills.io/discovery/0.2.0/schema.json");
  assert.equal(skills.length, 1);
  const [{ name, type, description, url, digest }] = skills;
  assert.equal(type, "skill-md");

  const skill = await get(url);
  assert.equal(skill.status, 200);
  assert.match(skill.headers["content-type"], /^text\/markdown\b/);
  assert.equal(digest, `sha256:${createHash("sha256").update(skill.bytes).digest("hex")}`);
  const [, frontMatter, instructions] = /^---\n([^]*?)\n---\n\n([^]*)$/.exec(skill.text);
  assert.deepEqual(load(frontMatter), { name, description });
  assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  assert.equal(url, `/.well-known/agent-skills/${name}/SKILL.md`);
  assert.ok(description.length <= 1024, description);
  assert.ok(instructions.split("\n").length < 500);
  assert.ok(instructions.includes(`${origin}/mcp`) && description.includes(origin));
  assert.doesNotMatch(skill.text, /share\.example\.org/);
  assert.equal((await get("/.well-known/agent-skills/other/SKILL.md")).status, 404);
});

test("the skill names tools, commands and operations that exist", async () => {
  const { text } = await get("/.well-known/agent-skills/artifact-share/SKILL.md");
  const [, rows] = /^\| task \|.*\n\|[-|]+\n([^]*?)\n\n/m.exec(text);
  const { tools } = (await ask(newAccount().key, "tools/list")).json.result;
  const person = new Person();
  const { stdout: help } = await person.run(["--help"]);
  person.remove();
  const known = {
    tools: tools.map(({ name }) => name),
    commands: [...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name),
    operations: routes.map(({ method, pattern }) => `${method} ${pattern.replace(/\{\w+\}/g, "{}")}`),
  };
  for (const row of rows.split("\n")) {
    const [, tool, command, operation] = row.split(" | ");
    for (const [, name] of tool.matchAll(/`([a-z_]+)`/g)) assert.ok(known.tools.includes(name), name);
    for (const [, name] of command.matchAll(/`artifact ([a-z]+)/g))
      assert.ok(known.commands.includes(name), name);
    for (const [, name] of operation.matchAll(/`([A-Z]+ \/[^`?]+)/g))
      assert.ok(known.operations.includes(name.replace(/\{\w+\}/g, "{}")), name);
  }
});

test("the AI catalog leads to the server card, and the card to the server", async () => {
  const catalog = await get("/.well-known/ai-catalog.json");
  assert.equal(catalog.status, 200);
  assert.equal(catalog.headers["content-type"], "application/ai-catalog+json");
  const { specVersion, entries } = JSON.parse(catalog.text);
  assert.equal(specVersion, "1.0");
  assert.equal(entries.length, 1);
  assert.equal(entries[0].type, "application/mcp-server-card+json");
  assert.match(entries[0].identifier, /^urn:air:[^:]+:mcp:artifact-share$/);

  const card = await get(entries[0].url.replace(origin, ""), { origin: "https://elsewhere.example" });
  assert.equal(card.status, 200);
  assert.equal(card.headers["content-type"], "application/mcp-server-card+json");
  assert.equal(card.headers["access-control-allow-origin"], "*");
  assert.match(card.headers["cache-control"], /public, max-age=\d+/);
  const { $schema, name, version, description, remotes } = JSON.parse(card.text);
  assert.equal($schema, "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json");
  assert.match(name, /^[a-zA-Z0-9.-]+\/artifact-share$/);
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.ok(description.length <= 100);
  assert.equal(remotes.length, 1);
  assert.equal(remotes[0].type, "streamable-http");
  assert.equal(remotes[0].url, `${origin}/mcp`);
  assert.deepEqual(remotes[0].supportedProtocolVersions, ["2026-07-28", "2025-11-25", "2025-06-18"]);
  assert.equal(remotes[0].headers[0].name, "Authorization");
});

test("security.txt names the contacts that are configured, and expires within a year", async (t) => {
  const path = "/.well-known/security.txt";
  assert.equal((await get(path)).status, 404);
  const contacts = ["mailto:security@example.org", "https://example.org/security"];
  const worker = await ownWorker({ security_contact: contacts.join(" ") });
  t.after(() => worker.stop());
  const { status, headers, text } = await worker.ask("GET", path);
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "text/plain; charset=utf-8");
  const fields = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(": "));
  assert.deepEqual(
    fields.map(([name]) => name),
    ["Contact", "Contact", "Expires", "Canonical"],
  );
  const [first, second, expires, canonical] = fields.map(([, value]) => value);
  assert.deepEqual([first, second], contacts);
  assert.match(expires, /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  assert.ok(days > 80 && days < 365, expires);
  assert.ok(canonical.startsWith("https://") && canonical.endsWith(path), canonical);
});
