// What the contract check lets through, and that it lets nothing else through.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { statusesOfCodes } from "../../pages/completed_specification.mjs";
import { withErrorResponses } from "./error_responses.mjs";
import { coverage, createContract, loadDocument } from "./response_contract.mjs";

const document = await loadDocument(fileURLToPath(new URL("../../docs/openapi.yaml", import.meta.url)));
const check = createContract(document);

const bearer = 'Bearer realm="api"';
const id = "art_01kezrwhr0e0fbkv6g3x9t2m5q";
const baseHeaders = {
  "x-request-id": "req_01kezs8g4ff1jtdw6s2v9x0m3z",
  "x-content-type-options": "nosniff",
  "strict-transport-security": "max-age=31536000",
};
const apiHeaders = {
  ...baseHeaders,
  "content-type": "application/json",
  "x-ratelimit-limit": "60",
  "x-ratelimit-remaining": "59",
  "x-ratelimit-reset": "1768478460",
};
// Of answers with content.
const contentHeaders = { ...apiHeaders, "cache-control": "private, no-cache" };
const pageHeaders = {
  ...apiHeaders,
  "content-type": "text/html; charset=utf-8",
  "x-ratelimit-limit": "1200",
  "content-security-policy": "default-src 'none'; script-src 'self'",
  "referrer-policy": "no-referrer",
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex",
  vary: "Accept, Accept-Language",
};
const artifact = document.components.examples.MarkdownArtifact.value;
const errorText = (code) => JSON.stringify({ error: { code, message: "what is wrong" } });

// Answers to change in one place for each test.
const got = (change = {}) => ({
  method: "GET",
  url: `/artifacts/${id}`,
  status: 200,
  text: JSON.stringify(artifact),
  ...change,
  headers: { ...contentHeaders, etag: '"1-active"', vary: "Accept", ...change.headers },
});
const refused = (method, url, status, code, headers = {}) => ({
  method,
  url,
  status,
  headers: { ...apiHeaders, ...headers },
  text: errorText(code),
});
const page = (method, url, status, headers = {}, text = "<!doctype html>") => ({
  method,
  url,
  status,
  headers: { ...pageHeaders, ...headers },
  text,
});
const without = (headers, ...names) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

// The artifact as answered, with members changed; undefined takes one out.
const changed = (members) => got({ text: JSON.stringify({ ...artifact, ...members }) });

const fails = (response, part) =>
  assert.throws(
    () => check(response),
    (error) => {
      assert.ok(error.message.includes(part), `"${error.message}" has "${part}"`);
      return true;
    },
  );

test("a documented response passes, under both prefixes, whatever the query", () => {
  for (const url of [
    `/artifacts/${id}`,
    `/api/artifacts/${id}`,
    `/artifacts/${id}?a=1&a=2`,
    `https://share.example.org/api/artifacts/${id}`,
    `https://[::1]:8443/artifacts/${id}#x`,
  ])
    check(got({ url }));
});

test("headers may be in any case, as Headers or as lists", () => {
  check({ ...got(), headers: new Headers(got().headers) });
  const lists = { "set-cookie": ["a=b", "c=d"], etag: ['"1-active"'] };
  check(got({ headers: { "X-Request-Id": baseHeaders["x-request-id"], ...lists } }));
});

test("every example of a response passes for its operation", () => {
  const follow = (node) =>
    node?.$ref === undefined
      ? node
      : follow(
          node.$ref
            .slice(2)
            .split("/")
            .reduce((part, key) => part[key], document),
        );
  const own = createContract(document);
  // Of an error without an example, one with its first code.
  const codeOf = ({ schema }) => schema.properties.error.properties.code.enum[0];
  const valueFor = (name, schema) =>
    ({
      "x-request-id": baseHeaders["x-request-id"],
      etag: '"1-active"',
      allow: "GET, HEAD",
      location: schema.examples?.[0] ?? `/a/${id}?token=a.b.c`,
      "strict-transport-security": "max-age=31536000",
      "content-security-policy": "default-src 'none'",
      "content-disposition": "inline",
      "content-range": "bytes 0-1/2",
    })[name] ?? String(schema.const ?? schema.examples[0]);
  for (const [path, item] of Object.entries(withErrorResponses(document).paths)) {
    const url = path.replace("{artifact_id}", id).replace("{share_id}", "shr_x");
    for (const [method, { responses }] of Object.entries(item)) {
      for (const [status, reference] of Object.entries(responses ?? {})) {
        const { headers: documented, content } = follow(reference);
        const headers = Object.fromEntries(
          Object.entries(documented)
            .map(([name, header]) => [name.toLowerCase(), follow(header)])
            .filter(([, header]) => header.required)
            .map(([name, header]) => [name, valueFor(name, header.schema)]),
        );
        const types = Object.entries(content ?? { "": {} });
        for (const [type, media] of types) {
          const { example, examples } = media;
          const values =
            example === undefined
              ? Object.values(examples ?? { none: { value: "" } }).map((one) => follow(one).value)
              : [example];
          if (values.length === 0) values.push({ error: { code: codeOf(media), message: "what is wrong" } });
          for (const value of values) {
            const text = type === "application/json" ? JSON.stringify(value) : value;
            own({
              method: method.toUpperCase(),
              url,
              status: Number(status),
              text,
              headers: type ? { ...headers, "content-type": type } : headers,
            });
          }
        }
      }
    }
  }
  assert.deepEqual(coverage(own).unseen, []);
});

test("a literal path takes precedence over a template", () => {
  const created = document.paths["/artifacts/share"].post.responses["201"].content;
  const text = JSON.stringify(created["application/json"].example);
  const headers = { ...contentHeaders, location: `/artifacts/${id}`, etag: '"1-active-9f2kq7dm"' };
  check({ method: "POST", url: "/artifacts/share", status: 201, headers, text });
  fails({ method: "POST", url: `/artifacts/${id}/share`, status: 201, headers, text }, "shareArtifact");
});

test("a status that is not documented fails", () => {
  fails(got({ status: 202 }), "the status is not documented; documented are 200, 304, 400");
  fails(refused("GET", "/artifacts", 404, "not_found"), "the status is not documented");
  fails(refused("GET", "/account", 404, "not_found"), "the status is not documented");
});

test("a missing header fails", () => {
  for (const name of [
    "x-request-id",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "x-content-type-options",
    "strict-transport-security",
    "etag",
  ])
    fails({ ...got(), headers: without(got().headers, name) }, `the header ${name} is missing`);
  fails(refused("GET", `/artifacts/${id}`, 401, "unauthorized"), "www-authenticate is missing");
  fails(refused("GET", `/artifacts/${id}`, 405, "method_not_allowed"), "allow is missing");
  fails(refused("GET", `/artifacts/${id}`, 429, "rate_limited"), "retry-after is missing");
  fails(refused("GET", `/artifacts/${id}`, 503, "unavailable"), "retry-after is missing");
});

test("a malformed header fails", () => {
  for (const [name, value] of [
    ["x-request-id", "not one"],
    ["x-ratelimit-limit", "many"],
    ["x-ratelimit-limit", "60.0"],
    ["x-ratelimit-remaining", "-1"],
    ["x-ratelimit-reset", ""],
    ["x-ratelimit-reset", "1, 1"],
    ["x-content-type-options", "sniff"],
    ["strict-transport-security", "max-age=0"],
    ["etag", "1-active"],
    ["etag", 'w/"1"'],
  ])
    fails(got({ headers: { [name]: value } }), `the header ${name} is "${value}"`);
  fails(refused("GET", "/account", 429, "rate_limited", { "retry-after": "0" }), "retry-after");
  fails(refused("GET", "/account", 401, "unauthorized", { "www-authenticate": "Basic" }), "Bearer");
});

test("an ETag may be weak", () => check(got({ headers: { etag: 'W/"1-active"' } })));

test("an undocumented header fails, unless it is one that servers add", () => {
  for (const [name, value] of [
    ["x-powered-by", "magic"],
    ["retry-after", "1"],
    ["allow", "GET"],
    ["www-authenticate", bearer],
    ["idempotency-replayed", "true"],
    ["location", "/"],
    ["X-Debug", "1"],
  ])
    fails(got({ headers: { [name]: value } }), `${name.toLowerCase()} is not documented`);
  check(got({ headers: { date: "now", server: "nginx", vary: "Accept-Encoding" } }));
  fails(
    {
      ...got(),
      method: "DELETE",
      text: JSON.stringify({ id, status: "deleted", deletedAt: artifact.createdAt }),
    },
    "the header etag is not documented",
  );
});

test("Idempotency-Replayed is true, and only with an Idempotency-Key", () => {
  const restored = { ...got(), method: "POST", url: `/artifacts/${id}/restore` };
  const replayed = (value) => ({ ...restored.headers, "idempotency-replayed": value });
  check({ ...restored, headers: replayed("true") });
  fails({ ...restored, headers: replayed("false") }, "idempotency-replayed");
  check(refused("POST", "/artifacts", 409, "idempotency_in_progress", { "retry-after": "1" }));
  check(refused("POST", "/artifacts", 409, "idempotency_conflict"));
});

test("a wrong or missing content type fails", () => {
  fails(got({ headers: { "content-type": "text/html" } }), "documented is application/json");
  fails({ ...got(), headers: without(got().headers, "content-type") }, 'the content type is ""');
  check(got({ headers: { "content-type": "Application/JSON; charset=utf-8" } }));
});

test("a body that does not match the documented schema fails", () => {
  fails(got({ text: "{" }), "the body is not JSON");
  fails(got({ text: "" }), "the body is not JSON");
  fails(got({ text: "[]" }), "must be object");
  fails(changed({ secret: 1 }), 'must NOT have unevaluated properties "secret"');
  fails(changed({ metadata: undefined }), "must have required property 'metadata'");
  for (const members of [
    { createdAt: "2026-01-15T12:00:00Z" },
    { status: "asleep" },
    { createdAt: "2026-13-15T12:00:00.000Z" },
    { expiresAt: null },
    { title: 5 },
    { id: "art_x" },
    { content: [] },
    { metadata: null },
    { template: "slides" },
  ])
    fails(changed(members), `/${Object.keys(members)[0]}`);
  check(changed({ title: null, content: { any: { thing: [1] } }, metadata: { a: null } }));
});

test("all problems are reported at once, without the token in the URL", () => {
  const response = page("GET", `/a/${id}?token=secret`, 200, { "x-robots-tag": "all" });
  response.headers["x-other"] = "1";
  assert.throws(
    () => check(response),
    ({ message }) => /x-robots-tag/.test(message) && /x-other/.test(message) && !/secret/.test(message),
  );
});

test("error codes must fit the status and the operation", () => {
  check(refused("PUT", `/artifacts/${id}`, 400, "template_immutable"));
  fails(refused("POST", "/artifacts", 400, "template_immutable"), "/error/code");
  fails(refused("GET", `/artifacts/${id}`, 404, "gone"), "/error/code");
  fails(refused("GET", `/artifacts/${id}`, 404, "nothing"), "/error/code");
  check(refused("GET", "/artifacts?cursor=x", 400, "invalid_cursor"));
  fails(refused("GET", `/artifacts/${id}`, 400, "invalid_cursor"), "/error/code");
});

test("an error has a code and a message and no other fields", () => {
  const response = refused("GET", `/artifacts/${id}`, 404, "not_found");
  const error = { code: "not_found", message: "nothing" };
  check(response);
  for (const body of [
    { error: { ...error, trace: "…" } },
    { error, trace: "…" },
    error,
    {},
    { error: { code: "not_found" } },
    { error: { ...error, message: "" } },
  ])
    fails({ ...response, text: JSON.stringify(body) }, "the body");
});

test("HEAD is validated like GET without a body", () => {
  check(got({ method: "HEAD", text: "" }));
  fails(got({ method: "HEAD" }), "an answer to HEAD must have no body");
  fails(got({ method: "HEAD", text: "", status: 202 }), "not documented");
  fails({ ...got({ method: "HEAD", text: "" }), headers: contentHeaders }, "etag is missing");
  fails(got({ method: "HEAD", text: "", headers: { "content-type": "text/html" } }), "content type");
});

test("304 has an ETag and no body", () => {
  const headers = without(got().headers, "content-type");
  check({ ...got({ status: 304, text: "" }), headers });
  fails({ ...got({ status: 304 }), headers }, "no body is documented");
  fails({ ...got({ status: 304, text: "" }), headers: without(headers, "etag") }, "etag");
});

test("OPTIONS must list the methods of the path", () => {
  const headers = { ...without(apiHeaders, "content-type"), allow: "GET, HEAD, POST, OPTIONS" };
  const answer = { method: "OPTIONS", url: "/api/artifacts", status: 204, headers, text: "" };
  check(answer);
  check({
    ...answer,
    headers: {
      ...headers,
      "access-control-allow-origin": "https://a.example",
      "access-control-max-age": "600",
      vary: "Origin",
    },
  });
  fails({ ...answer, headers: without(headers, "allow") }, "allow is missing");
  fails({ ...answer, headers: { ...headers, "access-control-max-age": "long" } }, "max-age");
  fails({ ...answer, status: 200 }, "the status is not documented");
});

test("an unknown path must return the error object with the headers of the API", () => {
  for (const url of [
    "/",
    "/nothing",
    "/api",
    "/api/",
    "/artifacts/",
    `/artifacts/${id}/`,
    `/artifacts//${id}`,
    "/api/api/artifacts",
    "/api/a/x",
    "/api/healthz",
    "/assetsx",
    "/docsx",
  ]) {
    check(refused("GET", url, 404, "not_found"));
    check(refused("GET", url, 429, "rate_limited", { "retry-after": "3" }));
    check(refused("GET", url, 401, "unauthorized", { "www-authenticate": bearer }));
    check(refused("TRACE", url, 405, "method_not_allowed", { allow: "GET" }));
    fails(got({ url }), "an unknown path");
    fails(refused("GET", url, 500, "internal_error"), "the status is not documented");
    fails(refused("GET", url, 404, "gone"), "/error/code");
    fails({ ...refused("GET", url, 404, "not_found"), headers: baseHeaders }, "is missing");
  }
  for (const [status, code] of [
    [400, "invalid_request"],
    [413, "payload_too_large"],
    [414, "invalid_request"],
    [431, "invalid_request"],
  ])
    check(refused("POST", "/nothing", status, code));
});

test("a method that a path does not have may only be rejected", () => {
  const allow = { allow: "GET, HEAD, POST, OPTIONS" };
  check(refused("DELETE", "/artifacts", 405, "method_not_allowed", allow));
  check(refused("TRACE", `/artifacts/${id}`, 405, "method_not_allowed", allow));
  check(page("DELETE", `/a/${id}`, 405, allow));
  fails(refused("DELETE", "/artifacts", 405, "method_not_allowed"), "allow is missing");
  fails({ ...got(), method: "POST" }, `POST /artifacts/{artifact_id}`);
});

test("pages are HTML or the requested type, with the headers of pages", () => {
  const url = `https://share.example.org/a/${id}?token=a.b.c`;
  check(page("GET", url, 200));
  check(page("HEAD", url, 200, {}, ""));
  check(page("GET", url, 200, { "content-type": "text/markdown; charset=utf-8" }, "# x"));
  check(page("GET", url, 200, { "content-type": "text/csv; charset=utf-8" }, "a,b\r\n"));
  check(page("GET", url, 410));
  const asJson = { "content-type": "application/json" };
  const { content, metadata, status, displayTitle, ...fields } = artifact;
  check(page("GET", url, 200, asJson, JSON.stringify({ ...fields, content })));
  fails(page("GET", url, 200, asJson, JSON.stringify(artifact)), '"metadata"');
  check(page("GET", url, 410, asJson, errorText("gone")));
  fails(page("GET", url, 410, asJson, errorText("not_found")), "/error/code");
  fails(page("GET", url, 200, { "content-type": "video/mp4" }), "content type");
  for (const name of [
    "content-security-policy",
    "referrer-policy",
    "cache-control",
    "x-ratelimit-remaining",
  ]) {
    const response = page("GET", url, 200);
    fails({ ...response, headers: without(response.headers, name) }, `${name} is missing`);
  }
  fails(page("GET", url, 401, { "www-authenticate": bearer }), "www-authenticate");
  check(page("GET", "/a/", 404));
  check(page("GET", `/a/${id}/nothing`, 404));
  fails(page("GET", "/nothing", 404), "documented is application/json");
});

test("the form of a page leads back to it", () => {
  const headers = { ...without(pageHeaders, "content-type"), "set-cookie": ["a=b; Secure"] };
  const answer = {
    method: "POST",
    url: `/a/${id}?token=a.b.c`,
    status: 303,
    text: "",
    headers: { ...headers, location: `/a/${id}?token=a.b.c` },
  };
  check(answer);
  fails({ ...answer, headers }, "location is missing");
  fails({ ...answer, headers: { ...headers, location: "https://evil.example/" } }, "location");
});

test("a file may be returned in parts", () => {
  const headers = {
    ...pageHeaders,
    "content-type": "application/pdf",
    "accept-ranges": "bytes",
    "content-disposition": 'attachment; filename="a.pdf"',
  };
  const answer = { method: "GET", url: `/a/${id}/file?token=a.b.c&download=1`, text: "%PDF-" };
  check({ ...answer, status: 200, headers });
  check({ ...answer, status: 206, headers: { ...headers, "content-range": "bytes 0-4/99" } });
  fails({ ...answer, status: 206, headers }, "content-range is missing");
});

test("readiness lists its components", () => {
  const headers = { ...baseHeaders, "content-type": "application/json" };
  const answer = { method: "GET", url: "/readyz", headers };
  const well = { status: "ok", database: "ok", redis: "ok" };
  check({ ...answer, url: "/healthz", status: 200, text: '{"status":"ok"}' });
  check({ ...answer, status: 200, text: JSON.stringify(well) });
  const ill = JSON.stringify({ ...well, status: "unavailable", redis: "unavailable" });
  check({ ...answer, status: 503, text: ill });
  fails({ ...answer, status: 200, text: ill }, "/status");
  check({ ...refused("GET", "/readyz", 503, "unavailable", { "retry-after": "1" }) });
});

test("documentation and assets are not validated", () => {
  for (const url of ["/docs", "/docs/start", "/assets/page-1a2b.css?x"])
    check({ method: "GET", url, status: 200, headers: {}, text: "" });
});

test("coverage reports which responses were received and which were not", () => {
  const own = createContract(document);
  assert.deepEqual(coverage(own).seen, []);
  assert.ok(coverage(own).unseen.includes("getArtifact 200"));
  own(got());
  own(got());
  own(got({ method: "HEAD", text: "" }));
  own(refused("GET", "/nothing", 404, "not_found"));
  assert.throws(() => own(got({ url: "/account" })));
  assert.deepEqual(coverage(own).seen, ["getArtifact 200", "getArtifact 200 (HEAD)"]);
  assert.ok(!coverage(own).unseen.includes("getArtifact 200"));
  assert.ok(coverage(own).unseen.includes("getAccount 200"));
});

test("a response whose documentation is a dangling reference fails the check", () => {
  const broken = structuredClone(document);
  broken.paths["/account"].get.responses["401"] = { $ref: "#/components/responses/Nothing" };
  const own = createContract(broken);
  assert.throws(() => own(refused("GET", "/account", 401, "unauthorized")), /the document has no .*Nothing/);
});

test("the table of error codes has all of them, with their statuses", () => {
  const read = (name) => readFileSync(new URL(`../../core/${name}`, import.meta.url), "utf8");
  const table = [...read("error.cc").matchAll(/\{ErrorCode::\w+, "(\w+)", (\d+)\}/g)];
  const known = Object.fromEntries(table.map(([, code, status]) => [code, [Number(status)]]));
  assert.ok(table.length > 25);
  // Of nginx too: a URL and headers that are too long.
  known.invalid_request.push(414, 431);
  assert.deepEqual(statusesOfCodes(document), known);
  assert.deepEqual([...document.components.schemas.ErrorCode.enum].sort(), Object.keys(known).sort());
});

test("the codes of an operation are in the table, and each is one of some operation", () => {
  const { responses, schemas } = document.components;
  const named = Object.values(responses).flatMap((one) => [
    ...(one["x-codes"] ?? []),
    ...(one["x-codes-with-key"] ?? []),
  ]);
  for (const item of Object.values(document.paths))
    for (const { "x-error-codes": own = [] } of Object.values(item)) {
      assert.deepEqual(own, [...new Set(own)]);
      named.push(...own);
    }
  assert.deepEqual([...new Set(named)].sort(), [...schemas.ErrorCode.enum].sort());
});
