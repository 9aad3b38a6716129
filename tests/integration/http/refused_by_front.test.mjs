// Requests that the front refuses itself, before a worker sees them. Each gets the API's error object,
// like any other.
import assert from "node:assert/strict";
import http from "node:http";
import { test } from "node:test";
import { origin } from "../../service/api_client.mjs";
import { assertApiHeaders, assertError } from "../../service/contract_assertions.mjs";
import { exchangeOne, rawRequest } from "../../service/raw_connection.mjs";
import { artifact, artifactCount, authorization, document, json, key } from "./raw_account.mjs";

test("rejects ambiguous requests", async () => {
  const beforehand = artifactCount();
  const length = `Content-Length: ${document.length}`;
  const inChunks = `${document.length.toString(16)}\r\n${document}\r\n0\r\n\r\n`;
  const cases = {
    "two lengths": [[length, `Content-Length: ${document.length + 1}`], document],
    "the same length twice": [[length, length], document],
    "a length and chunks": [[length, "Transfer-Encoding: chunked"], inChunks],
    "chunks and a length": [["Transfer-Encoding: chunked", length], inChunks],
    "an unknown encoding": [["Transfer-Encoding: xchunked"], inChunks],
    "two encodings": [["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], "0\r\n\r\n"],
    "a list of encodings": [["Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"],
    "a negative length": [["Content-Length: -1"], document],
    "a length with a sign": [[`Content-Length: +${document.length}`], document],
    "a length in two parts": [[`Content-Length: ${document.length}, ${document.length}`], document],
    "a chunk whose size is none": [["Transfer-Encoding: chunked"], "zz\r\nx\r\n0\r\n\r\n"],
    "a second Host": [["Host: other.example"], ""],
    "a second key": [[authorization, authorization], ""],
  };
  for (const [what, [headers, body]] of Object.entries(cases)) {
    const sent = headers.includes(authorization) ? headers : [authorization, ...headers];
    const response = await exchangeOne(rawRequest("POST /api/artifacts HTTP/1.1", [json, ...sent], body));
    assert.equal(response.status, 400, `${what}: ${response.status} ${response.text}`);
    assertError(response, 400, "invalid_request");
  }
  assert.equal(artifactCount(), beforehand);
});

test("answers malformed HTTP with the error object", async () => {
  const lines = {
    "a NUL byte": "GET /api/artifacts/a\0b HTTP/1.1",
    "an encoded NUL byte": "GET /api/artifacts/%00 HTTP/1.1",
    "a space in the path": "GET /api/artifacts/a b HTTP/1.1",
    "a broken escape": "GET /api/artifacts/%zz HTTP/1.1",
    "a path that climbs out": "GET /../../etc/passwd HTTP/1.1",
    "an unknown version": "GET /api/artifacts HTTP/3.7",
  };
  for (const [what, line] of Object.entries(lines)) {
    const response = await exchangeOne(rawRequest(line, [authorization]));
    assert.ok([400, 404, 505].includes(response.status), `${what}: ${response.status}`);
    assert.equal(typeof response.json?.error?.code, "string", `${what}: ${response.text.slice(0, 200)}`);
    assertApiHeaders(response);
  }
});

test("answers a URL or headers that are too large with the error object", async () => {
  const long = await exchangeOne(
    rawRequest(`GET /api/artifacts/${"a".repeat(70000)} HTTP/1.1`, [authorization]),
  );
  assertError(long, 414, "invalid_request");
  const large = await exchangeOne(
    rawRequest("GET /api/artifacts HTTP/1.1", [authorization, `X-Large: ${"a".repeat(70000)}`]),
  );
  assertError(large, 431, "invalid_request");
  const many = await exchangeOne(
    rawRequest("GET /api/artifacts HTTP/1.1", [
      authorization,
      ...Array.from({ length: 20000 }, (_, i) => `X-${i}: 1`),
    ]),
  );
  assertError(many, 431, "invalid_request");
});

test("answers the internal locations of nginx like any unknown path", async () => {
  for (const path of ["/internal-error/413", "/malformed-request", "/error-pages/unavailable.html"])
    for (const method of ["GET", "POST"])
      assertError(await exchangeOne(rawRequest(`${method} ${path} HTTP/1.1`)), 404, "not_found");
});

test("treats methods as case-sensitive", async () => {
  for (const method of ["get", "Get", "BREW", "PROPFIND"]) {
    const response = await exchangeOne(
      rawRequest(`${method} /artifacts/${artifact} HTTP/1.1`, [authorization]),
    );
    assert.ok([400, 405].includes(response.status), `${method}: ${response.status}`);
    assert.equal(typeof response.json?.error?.code, "string", `${method}: ${response.text}`);
  }
});

test("answers a request rejected by its headers without waiting for the body", async () => {
  const headers = [authorization, json, "Content-Length: 1000"];
  for (const more of ["Transfer-Encoding: chunked", "Content-Length: 1000", "Host: other.example"]) {
    const response = await exchangeOne(rawRequest("POST /api/artifacts HTTP/1.1", [...headers, more], "{"));
    assertError(response, 400, "invalid_request");
  }
});

test("rejects a call without TLS with the error object", async () => {
  const beforehand = artifactCount();
  const response = await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = http.request(
      {
        hostname,
        port,
        path: "/api/artifacts",
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "x-request-id": "trace-1",
        },
      },
      (answer) => {
        let text = "";
        answer
          .setEncoding("utf8")
          .on("data", (chunk) => (text += chunk))
          .on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
      },
    );
    sent.on("error", reject);
    sent.end(document);
  });
  assert.equal(response.status, 400);
  assert.equal(response.headers["content-type"], "application/json", response.text);
  assert.equal(JSON.parse(response.text).error.code, "invalid_request");
  assert.equal(response.headers["x-request-id"], "trace-1");
  assert.equal(artifactCount(), beforehand);
});
