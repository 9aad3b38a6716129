// The Model Context Protocol's messages and their transport: what is answered, what is refused, and how.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newAccount, newKey, origin, request } from "../../service/api_client.mjs";
import { assertApiHeaders, assertError } from "../../service/contract_assertions.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { address, ask, callTool, meta, post, stateless, versions } from "./messages.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount()));

const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } };
const headers = { "mcp-protocol-version": stateless, "mcp-method": "tools/list" };

const none = Symbol("no id");
function assertRpcError(response, status, code, messagePart = "", id = 1) {
  assert.equal(response.status, status, response.text);
  assertApiHeaders(response);
  assert.equal(response.json.jsonrpc, "2.0");
  assert.deepEqual(response.json.id ?? none, id);
  assert.equal(response.json.error.code, code, response.text);
  assert.ok(response.json.error.message.includes(messagePart), response.text);
  assert.equal("result" in response.json, false);
}

test("initialize agrees on a revision, and opens no session", async () => {
  for (const [wanted, agreed] of [
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
    ["2099-01-01", "2025-11-25"],
  ]) {
    const response = await post(key, {
      jsonrpc: "2.0",
      id: "first",
      method: "initialize",
      params: { protocolVersion: wanted, capabilities: {}, clientInfo: { name: "tests", version: "1" } },
    });
    assert.equal(response.status, 200, response.text);
    assertApiHeaders(response);
    assert.equal("mcp-session-id" in response.headers, false);
    const { id, result } = response.json;
    assert.equal(id, "first");
    assert.equal(result.protocolVersion, agreed);
    assert.deepEqual(Object.keys(result.capabilities).sort(), ["prompts", "resources", "tools"]);
    assert.equal(result.serverInfo.name, "artifact-share");
    assert.match(result.serverInfo.version, /^\d+\.\d+\.\d+$/);
    assert.match(result.instructions, /`share`/);
    assert.equal("resultType" in result, false);
  }
});

test("notifications are accepted with an empty answer, by every revision", async () => {
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  for (const version of [undefined, ...versions]) {
    const response = await post(key, notification, { headers: { "mcp-protocol-version": version } });
    assert.equal(response.status, 202, `${version}: ${response.text}`);
    assert.equal(response.text, "");
  }
});

test("server/discover tells the revisions and capabilities, for those whose requests stand alone", async () => {
  const { status, json } = await ask(key, "server/discover");
  assert.equal(status, 200);
  const { result } = json;
  assert.equal(result.resultType, "complete");
  assert.deepEqual(result.supportedVersions, versions);
  assert.deepEqual(result.capabilities, { tools: {}, resources: {}, prompts: {} });
  assert.equal(result._meta["io.modelcontextprotocol/serverInfo"].name, "artifact-share");
  assert.ok(result.ttlMs > 0);
  assert.equal(result.cacheScope, "public");
  assert.equal((await ask(key, "server/discover", {}, { version: "2025-11-25" })).json.error.code, -32601);
});

test("what may be cached says for how long and for whom, since 2026-07-28", async () => {
  for (const [method, scope] of [
    ["tools/list", "private"],
    ["prompts/list", "public"],
    ["resources/list", "private"],
    ["resources/templates/list", "public"],
  ]) {
    const { result } = (await ask(key, method)).json;
    assert.equal(result.cacheScope, scope, method);
    assert.ok(Number.isInteger(result.ttlMs) && result.ttlMs >= 0, method);
    const former = (await ask(key, method, {}, { version: "2025-11-25" })).json.result;
    for (const member of ["ttlMs", "cacheScope", "resultType", "_meta"])
      assert.equal(member in former, false, `${method} ${member}`);
  }
});

test("an id is returned as it was sent", async () => {
  for (const id of ["a", "", 0, -7, 42, '"quoted"\\\u0001é', "x".repeat(200)]) {
    const response = await post(key, { ...listTools, id }, { headers });
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(response.json.id ?? none, id);
  }
  // A number that no double can hold, and integers as some clients write them.
  for (const id of ["12345678901234567890", "1.0", "1e3"]) {
    const { text } = await post(key, JSON.stringify(listTools).replace('"id":1', `"id":${id}`), { headers });
    assert.ok(text.includes(`"id":${id},`), text);
  }
});

test("a body that is not a JSON-RPC message is rejected", async () => {
  const without = (member) =>
    Object.fromEntries(Object.entries(listTools).filter(([name]) => name !== member));
  for (const [body, code, message, id] of [
    ["", -32700, "no body", none],
    ["{", -32700, "", none],
    ["nonsense", -32700, "", none],
    ['{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700, "", none],
    [`${"[".repeat(70)}${"]".repeat(70)}`, -32700, "", none],
    [Buffer.from([0x7b, 0xff, 0x7d]), -32700, "", none],
    [[listTools], -32600, "batches", none],
    [[], -32600, "batches", none],
    ["5", -32600, "object", none],
    [without("jsonrpc"), -32600, "jsonrpc", 1],
    [{ ...listTools, jsonrpc: "1.0" }, -32600, "jsonrpc", 1],
    [{ ...listTools, jsonrpc: 2 }, -32600, "jsonrpc", 1],
    [without("method"), -32600, "method", 1],
    [{ ...listTools, method: 5 }, -32600, "method", 1],
    [{ ...listTools, method: "" }, -32600, "method", 1],
    [{ ...listTools, method: "x".repeat(129) }, -32600, "method", 1],
    [{ ...listTools, id: null }, -32600, "id", none],
    [{ ...listTools, id: 1.5 }, -32600, "id", none],
    [{ ...listTools, id: true }, -32600, "id", none],
    [{ ...listTools, id: {} }, -32600, "id", none],
    [{ ...listTools, id: "x".repeat(300) }, -32600, "id", none],
    [{ ...listTools, params: [] }, -32600, "params", 1],
    [{ ...listTools, params: null }, -32600, "params", 1],
    [{ jsonrpc: "2.0", id: 1, result: {} }, -32600, "no request", 1],
    [{ jsonrpc: "2.0", id: 1, error: { code: 1, message: "x" } }, -32600, "no request", 1],
  ]) {
    assertRpcError(await post(key, body, { headers }), 400, code, message, id);
  }
});

test("since 2026-07-28 the headers agree with the body", async () => {
  const mismatch = async (changed, message, body = listTools) =>
    assertRpcError(await post(key, body, { headers: { ...headers, ...changed } }), 400, -32020, message);
  await mismatch({ "mcp-protocol-version": undefined }, "MCP-Protocol-Version is missing");
  await mismatch({ "mcp-protocol-version": "2025-11-25" }, "MCP-Protocol-Version");
  await mismatch({ "mcp-method": undefined }, "Mcp-Method is missing");
  await mismatch({ "mcp-method": "tools/call" }, "Mcp-Method");
  await mismatch({ "mcp-method": "TOOLS/LIST" }, "Mcp-Method");

  const find = { ...listTools, method: "tools/call", params: { name: "find", arguments: {}, _meta: meta } };
  const called = { "mcp-method": "tools/call" };
  await mismatch({ ...called }, "Mcp-Name is missing", find);
  await mismatch({ ...called, "mcp-name": "read" }, "Mcp-Name", find);
  await mismatch({ ...called, "mcp-name": "=?base64?cmVhZA==?=" }, "Mcp-Name", find);
  await mismatch({ ...called, "mcp-name": "=?base64?!?=" }, "Base64", find);
  for (const name of ["find", "=?base64?ZmluZA==?="]) {
    const response = await post(key, find, { headers: { ...headers, ...called, "mcp-name": name } });
    assert.equal(response.json.result?.isError, false, response.text);
  }
});

test("since 2026-07-28 every request says its revision and the client's capabilities", async () => {
  const without = (name) => ({
    ...listTools,
    params: { _meta: Object.fromEntries(Object.entries(meta).filter(([known]) => !known.endsWith(name))) },
  });
  for (const [body, message] of [
    [{ ...listTools, params: {} }, "protocolVersion"],
    [{ ...listTools, params: { _meta: 5 } }, "_meta"],
    [without("protocolVersion"), "protocolVersion"],
    [without("clientCapabilities"), "clientCapabilities"],
    [
      { ...listTools, params: { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": 5 } } },
      "string",
    ],
  ])
    assertRpcError(await post(key, body, { headers }), 400, -32602, message);
});

test("an unsupported revision is rejected with a list of the supported ones", async () => {
  for (const version of ["1900-01-01", "2025-03-26", "", "x".repeat(500)]) {
    const body = {
      ...listTools,
      params: { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": version } },
    };
    const response = await post(key, body, { headers: { ...headers, "mcp-protocol-version": version } });
    assertRpcError(response, 400, -32022, "unsupported");
    assert.deepEqual(response.json.error.data.supported, versions);
    assert.equal(response.json.error.data.requested, version.slice(0, 64));
  }
});

test("a method that is not there is 404 since 2026-07-28, and an answer before", async () => {
  for (const method of ["nothing", "initialize", "ping", "subscriptions/listen", "logging/setLevel"])
    assertRpcError(await ask(key, method), 404, -32601, method);
  for (const method of ["nothing", "server/discover", "resources/subscribe", "completion/complete"])
    assertRpcError(await ask(key, method, {}, { version: "2025-11-25" }), 200, -32601, method);
  assert.deepEqual((await ask(key, "ping", {}, { version: "2025-06-18" })).json.result, {});
});

test("wrong params are an error that says what is wrong", async () => {
  for (const version of versions) {
    const fails = async (method, params, message) =>
      assertRpcError(await ask(key, method, params, { version }), 200, -32602, message);
    await fails("tools/call", { name: "nothing" }, "unknown tool: nothing");
    await fails("tools/call", { name: "find", arguments: [] }, "arguments");
    await fails("tools/list", { cursor: "x" }, "cursor");
    await fails("prompts/get", { name: "nothing" }, "unknown prompt");
    await fails("prompts/get", { name: "share_report" }, "data");
    await fails("prompts/get", { name: "share_report", arguments: { data: 5 } }, "string");
    await fails("resources/read", { uri: "file:///etc/passwd" }, "not found");
    await fails("resources/list", { cursor: "nothing" }, "");
  }
  const untyped = { ...listTools, method: "tools/call", params: { _meta: meta, name: 5 } };
  assertRpcError(
    await post(key, untyped, { headers: { ...headers, "mcp-method": "tools/call", "mcp-name": "5" } }),
    400,
    -32020,
  );
});

test("an error that repeats the beginning of a long name is valid UTF-8", async () => {
  for (const long of ["é".repeat(300), `x${"é".repeat(300)}`]) {
    for (const [method, params] of [
      ["resources/read", { uri: long }],
      ["tools/call", { name: long }],
      ["tools/call", { name: "find", arguments: { [long]: 1 } }],
      ["prompts/get", { name: long }],
      ["prompts/get", { name: "update_report", arguments: { [long]: 1 } }],
    ]) {
      const { bytes, text } = await ask(key, method, params);
      assert.deepEqual(Buffer.from(text), bytes, text);
      assert.match(text, /éé/);
    }
  }
});

test("GET and DELETE are not allowed, as there are neither streams nor sessions", async () => {
  for (const method of ["GET", "DELETE", "PUT", "PATCH"]) {
    const response = await request(method, address, {
      headers: { authorization: `Bearer ${key}`, accept: "text/event-stream" },
      isDescribed: false,
    });
    assertError(response, 405, "method_not_allowed");
    assert.equal(response.headers.allow, "POST, OPTIONS");
  }
});

test("a request without a valid key is told how to send one", async () => {
  const from = ownAddress();
  const none = await post(undefined, listTools, { headers, from });
  assertError(none, 401, "unauthorized");
  assert.match(
    none.headers["www-authenticate"],
    /^Bearer realm="mcp", resource_metadata="[^"]+", scope="[^"]+"$/,
  );
  for (const wrong of [`artk_${"0".repeat(43)}`, "nonsense"]) {
    const refused = await post(wrong, listTools, { headers, from });
    assertError(refused, 401, "unauthorized");
    assert.match(
      refused.headers["www-authenticate"],
      /^Bearer realm="mcp", resource_metadata="[^"]+", scope="[^"]+", error="invalid_token", error_description="/,
    );
  }
});

test("requests from pages of foreign origins are rejected, with a key and without", async () => {
  for (const foreign of ["https://evil.example", "null", "http://localhost:3000", `${origin}.evil.example`]) {
    for (const given of [key, undefined]) {
      const response = await post(given, listTools, {
        headers: { ...headers, origin: foreign },
        from: ownAddress(),
      });
      assertError(response, 403, "forbidden", "origin");
    }
  }
  for (const own of [origin, "https://app.example"])
    assert.equal((await post(key, listTools, { headers: { ...headers, origin: own } })).status, 200, own);
  // The API itself has no such rule, as it has no users on the way.
  assert.equal(
    (await call(key, "GET", "/account", undefined, { origin: "https://evil.example" })).status,
    200,
  );
});

test("a script of a configured origin may send the protocol's headers", async () => {
  const { headers: granted } = await request("OPTIONS", address, {
    headers: { origin: "https://app.example", "access-control-request-method": "POST" },
    isDescribed: false,
  });
  for (const name of ["authorization", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"])
    assert.ok(granted["access-control-allow-headers"].toLowerCase().split(", ").includes(name), name);
});

test("a key has the tools listed that its scopes allow, and no other works", async () => {
  const names = async (scopes) =>
    (await ask(newKey(account, scopes), "tools/list")).json.result.tools.map(({ name }) => name);
  assert.deepEqual(await names(["artifacts:read"]), ["find", "read", "history", "diff"]);
  assert.deepEqual(await names(["artifacts:write"]), ["update", "append", "prepare_upload", "read"]);
  assert.deepEqual(await names(["artifacts:delete"]), ["read", "delete", "restore"]);
  assert.deepEqual(await names(["artifacts:share"]), [
    "share",
    "read",
    "list_links",
    "change_link",
    "revoke_link",
  ]);

  const { structuredContent: shared } = await callTool(key, "share", { markdown: "x" });
  const { artifact, url: link } = shared;
  const powerless = newKey(account, ["account:read"]);
  for (const [name, args, scope] of [
    ["share", { markdown: "x" }, "artifacts:write"],
    ["share", { artifact }, "artifacts:share"],
    ["update", { artifact, title: "x" }, "artifacts:write"],
    ["edit", { artifact, edits: [{ find: "x", replace: "y" }] }, "artifacts:write"],
    ["append", { artifact, text: "y" }, "artifacts:write"],
    ["prepare_upload", { filename: "a.md" }, "artifacts:write"],
    ["find", {}, "artifacts:read"],
    ["read", { artifact }, "artifacts:read"],
    ["list_links", { artifact }, "artifacts:share"],
    ["change_link", { link, expiresIn: "1d" }, "artifacts:share"],
    ["revoke_link", { link }, "artifacts:share"],
    ["delete", { artifact }, "artifacts:delete"],
    ["restore", { artifact }, "artifacts:delete"],
    ["history", { artifact }, "artifacts:read"],
    ["diff", { artifact, version: 1, from: 1 }, "artifacts:read"],
    ["restore_version", { artifact, version: 1 }, "artifacts:write"],
  ]) {
    const { isError, content } = await callTool(powerless, name, args);
    assert.equal(isError, true, name);
    assert.match(content[0].text, new RegExp(`lacks the scope ${scope}`), name);
    assert.match(content[0].text, /Tell the user/, name);
  }
  const { resources } = (await ask(powerless, "resources/list")).json.result;
  assert.deepEqual(
    resources.map(({ uri }) => uri),
    ["skill://artifact-share/SKILL.md"],
  );
  const skill = (await ask(powerless, "resources/read", { uri: resources[0].uri })).json.result;
  assert.match(skill.contents[0].text, /^---\nname: artifact-share\n/);
});

// A small generator of pseudo-random numbers, so that a failure can be repeated.
function* numbers(seed) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

test("whatever is sent, the answer is a JSON-RPC message or the API's error, and never a failure", async () => {
  const random = numbers(20261122);
  const next = (count) => Math.floor(random.next().value * count);
  const pick = (list) => list[next(list.length)];
  const strings = [
    "",
    "x",
    "tools/call",
    "find",
    "art_",
    "\u0001",
    "é",
    "2.0",
    "artifact://",
    "null",
    "%00",
    "\\",
  ];
  const value = (depth) =>
    [
      () => null,
      () => next(2) === 1,
      () => pick([0, -1, 1.5, 1e300, 2 ** 53]),
      () => pick(strings),
      () => (depth > 0 ? Array.from({ length: next(4) }, () => value(depth - 1)) : []),
      () =>
        depth > 0
          ? Object.fromEntries(
              Array.from({ length: next(5) }, () => [pick([...strings, ...names]), value(depth - 1)]),
            )
          : {},
    ][next(6)]();
  const names = [
    "jsonrpc",
    "id",
    "method",
    "params",
    "name",
    "arguments",
    "_meta",
    "uri",
    "cursor",
    "artifact",
    "link",
  ];
  const methods = [
    "tools/call",
    "tools/list",
    "resources/read",
    "resources/list",
    "prompts/get",
    "initialize",
    "ping",
  ];
  const tools = [
    "share",
    "update",
    "edit",
    "append",
    "prepare_upload",
    "find",
    "read",
    "list_links",
    "change_link",
    "revoke_link",
    "delete",
    "restore",
  ];
  for (let i = 0; i < 600; ++i) {
    const message = { jsonrpc: "2.0", id: next(100), method: pick(methods), params: value(3) };
    if (message.params !== null && typeof message.params === "object" && next(4) > 0) {
      message.params.name = pick(tools);
      message.params.arguments = value(3);
    }
    if (next(5) === 0) message[pick(names)] = value(2);
    let text = JSON.stringify(message);
    if (next(4) === 0) {
      const at = next(text.length);
      text = text.slice(0, at) + pick(["", "{", "\u0000", '"', ",", "]"]) + text.slice(at + next(3));
    }
    const version = pick([undefined, ...versions]);
    const response = await post(key, text, {
      headers: { "mcp-protocol-version": version, "mcp-method": message.method, "mcp-name": pick(tools) },
    });
    assert.ok([200, 202, 400, 404].includes(response.status), `${text}: ${response.status} ${response.text}`);
    if (response.status !== 202) assert.ok("result" in response.json || "error" in response.json, text);
  }
});
