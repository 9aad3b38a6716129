// What holds for each operation of the API's description alike: who may call it, how often, and how.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { call, markdown, newAccount, origin, request, share, documentIn } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { loadDocument } from "../../contract/response_contract.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";

const file = fileURLToPath(new URL("../../../docs/openapi.yaml", import.meta.url));
const document = await loadDocument(file);
const methods = ["get", "post", "put", "patch", "delete"];
const paths = Object.entries(document.paths).filter(
  ([path]) => !/^\/(a\/|healthz|readyz|metrics)/.test(path),
);
const operations = paths
  .flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({ path, method: method.toUpperCase(), ...item[method] })),
  )
  // The path of an upload is its credential, and its body any file; uploads.test.mjs has it.
  .filter(({ operationId }) => operationId !== "receiveUpload");
const needsKey = ({ security }) => security === undefined;
const takesBody = ({ method }) => ["POST", "PUT", "PATCH"].includes(method);

let key;
let artifact;
let link;
let uploadToken;
before(async () => {
  ({ key } = newAccount());
  artifact = (await call(key, "POST", "/artifacts", markdown("x"))).json.id;
  await call(key, "PUT", `/artifacts/${artifact}`, { content: { text: "changed" } });
  await call(key, "POST", `/artifacts/${artifact}/share`, {});
  link = (await call(key, "GET", `/artifacts/${artifact}/shares`)).json.data[0].id;
  const upload = await call(key, "POST", "/artifacts/uploads", { filename: "a.md" });
  uploadToken = upload.json.url.split("/").at(-1);
});
const addressOf = (path) =>
  path
    .replace("{artifact_id}", artifact)
    .replace("{share_id}", link)
    .replace("artu_{upload_token}", uploadToken)
    .replace("{version}", "2");

test("the service serves the specification against which its responses are validated", async () => {
  const served = structuredClone(document);
  for (const { servers = [] } of [served, ...Object.values(served.paths)])
    for (const server of servers) server.url = server.url.replace("https://share.example.org", origin);
  for (const url of [`${origin}/openapi.json`, `${origin}/api/openapi.json`]) {
    const response = await request("GET", url, { from: ownAddress() });
    assert.equal(response.status, 200);
    assert.deepEqual(response.json, served);
  }
});

test("every path of the specification exists below BASE_URL, which is its first server", async () => {
  const { BASE_URL } = process.env;
  const { servers } = (await request("GET", `${BASE_URL}/openapi.json`)).json;
  assert.equal(servers[0].url, BASE_URL);
  const pdf = await share(key, { template: "pdf", content: { markdown: "x" }, showHistory: true });
  const table = await share(key, { template: "table", content: { columns: ["A"], rows: [[1]] } });
  const page = await share(key, { template: "html", content: { html: "x" } });
  const shown = await request("GET", page.url, { headers: { accept: "text/html" } });
  for (const path of Object.keys(document.paths)) {
    const { id, url } = path.endsWith("/rows") ? table : pdf;
    if (path.endsWith("/document")) {
      assert.equal((await request("GET", documentIn(shown))).status, 200);
      continue;
    }
    const address = path.startsWith("/a/")
      ? path.replace("{artifact_id}", id) + new URL(url).search
      : addressOf(path);
    const { status, text } = await request("GET", BASE_URL + address, {
      headers: { authorization: `Bearer ${key}`, accept: "application/json" },
    });
    // Some paths have other methods only (405), and no artifact has the external ID.
    assert.ok(status !== 404 || /no artifact with this external ID/.test(text), `${path}: ${text}`);
  }
});

for (const operation of operations) {
  const { method, path } = operation;
  const name = `${method} ${path}`;

  if (needsKey(operation)) {
    test(`${name} needs a key`, async () => {
      const response = await request(method, addressOf(path), { from: ownAddress() });
      assertError(response, 401, "unauthorized");
      assert.equal(response.headers["www-authenticate"], 'Bearer realm="api"');
    });

    test(`${name} counts against the account's limit`, async () => {
      const limited = newAccount({ requestsPerMinute: 1 });
      // A window may end between the two; then the second is the first of the next.
      for (;;) {
        const first = await call(limited.key, "GET", "/account");
        const second = await call(
          limited.key,
          method,
          addressOf(path),
          takesBody(operation) ? {} : undefined,
        );
        if (first.headers["x-ratelimit-reset"] !== second.headers["x-ratelimit-reset"]) continue;
        assertError(second, 429, "rate_limited");
        assert.match(second.headers["retry-after"], /^[1-9]\d*$/);
        break;
      }
    });

    test(`${name} rejects a repeated parameter`, async () => {
      const body = takesBody(operation) ? {} : undefined;
      assertError(await call(key, method, `${addressOf(path)}?a=1&a=2`, body), 400, "invalid_request", '"a"');
    });
  } else {
    test(`${name} needs no key, and is counted by address`, async () => {
      const from = ownAddress();
      const ask = () => request(method, addressOf(path), { from });
      assert.equal((await ask()).status, 200);
      // One of more calls than two windows allow together is refused, also where the minute turns.
      const answers = await Promise.all(Array.from({ length: 2 * 60 + 1 }, ask));
      const limited = answers.filter(({ status }) => status !== 200);
      assert.ok(limited.length > 0);
      for (const { status } of limited) assert.equal(status, 429);
    });
  }

  if (takesBody(operation)) {
    test(`${name} accepts JSON only`, async () => {
      const response = await call(key, method, addressOf(path), "x", { "content-type": "text/plain" });
      assertError(response, 415, "unsupported_media_type", "application/json");
    });

    test(`${name} rejects a body above the limit`, async () => {
      // Refused as soon as it is announced.
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const response = await request(method, addressOf(path), {
        headers: { ...headers, "content-length": String(32 * 1024 * 1024 + 1) },
        from: ownAddress(),
      });
      assertError(response, 413, "payload_too_large");
    });
  }
}

for (const [path, item] of paths) {
  test(`OPTIONS ${path} lists the methods of the specification`, async () => {
    const expected = methods.filter((method) => item[method]).map((method) => method.toUpperCase());
    if (item.get) expected.push("HEAD");
    for (const prefix of [origin, `${origin}/api`]) {
      const response = await request("OPTIONS", prefix + addressOf(path), { from: ownAddress() });
      assert.equal(response.status, 204);
      assert.deepEqual(response.headers.allow.split(", ").sort(), [...expected, "OPTIONS"].sort());
    }
  });

  test(`${path} rejects every other method`, async () => {
    for (const method of ["PUT", "PATCH", "DELETE", "POST", "GET", "TRACE", "PROPFIND"]) {
      if (item[method.toLowerCase()]) continue;
      const response = await call(key, method, addressOf(path));
      assertError(response, 405, "method_not_allowed");
      assert.ok(!response.headers.allow.split(", ").includes(method));
    }
  });
}
