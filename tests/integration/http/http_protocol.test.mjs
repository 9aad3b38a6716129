// HTTP itself: chunks, pipelines, odd but allowed requests, HTTP/2 and TLS.
import assert from "node:assert/strict";
import http2 from "node:http2";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { call, markdown, origin } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { connect, exchange, exchangeOne, rawRequest } from "../../service/raw_connection.mjs";
import { artifact, artifactCount, authorization, document, json, key } from "./raw_account.mjs";

test("accepts a chunked body with trailers and extensions", async () => {
  const chunks = [...document].map((character) => `1;ext="a b"\r\n${character}\r\n`).join("");
  const response = await exchangeOne(
    rawRequest(
      "POST /api/artifacts HTTP/1.1",
      [authorization, json, "Transfer-Encoding: chunked", "Trailer: X-Trailer"],
      `${chunks}0\r\nX-Trailer: 1\r\n\r\n`,
    ),
  );
  assert.equal(response.status, 201, response.text);
});

test("answers Expect: 100-continue", async () => {
  const socket = await connect();
  const received = [];
  const gone = new Promise((resolve) => socket.on("close", resolve));
  await new Promise((resolve) => {
    socket.on("data", (chunk) => {
      if (received.push(chunk.toString("latin1")) === 1) resolve();
    });
    socket.write(
      rawRequest("POST /api/artifacts HTTP/1.1", [
        authorization,
        json,
        "Expect: 100-continue",
        `Content-Length: ${document.length}`,
      ]),
    );
  });
  assert.match(received[0], /^HTTP\/1\.1 100 /);
  socket.write(document);
  await gone;
  assert.match(received.join("").replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, ""), /^HTTP\/1\.1 201 /);
});

test("a body shorter than its Content-Length creates nothing", async () => {
  const beforehand = artifactCount();
  const socket = await connect();
  socket.on("error", () => {});
  const gone = new Promise((resolve) => socket.on("close", resolve));
  // What has come is a whole document; what was announced is longer.
  socket.end(
    rawRequest(
      "POST /api/artifacts HTTP/1.1",
      [authorization, json, `Content-Length: ${document.length + 10}`],
      document,
    ),
  );
  socket.resume();
  await gone;
  assert.equal((await call(key, "POST", "/artifacts", markdown("x"))).status, 201);
  assert.equal(artifactCount(), beforehand + 1);
});

test("answers pipelined requests in order", async () => {
  const get = (path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n\r\n`;
  const post = `POST /artifacts HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n${json}\r\nContent-Length: ${document.length}\r\n\r\n${document}`;
  const answers = await exchange(
    get(`/artifacts/${artifact}`) +
      post +
      get("/nothing") +
      rawRequest(`GET /api/artifacts/${artifact} HTTP/1.1`, [authorization]),
    { count: 4 },
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 201, 404, 200],
  );
  assert.equal(new Set(answers.map(({ headers }) => headers["x-request-id"])).size, 4);
});

test("handles header values with unusual bytes", async () => {
  for (const header of [
    "X-Odd: \x80\xff\x01",
    "Accept: \xff",
    "User-Agent: \t'\"\\",
    "Cookie: ;;;=;a",
    'X-Forwarded-For: "><script>',
    "Proxy: http://evil.example/",
    "X-HTTP-Method-Override: DELETE",
    "X-Original-URL: /nothing",
    "X-Rewrite-URL: /nothing",
    "If-Modified-Since: never",
    "Range: bytes=0-1",
  ]) {
    const response = await exchangeOne(
      rawRequest(`GET /artifacts/${artifact} HTTP/1.1`, [authorization, header]),
    );
    assert.equal(response.status, 200, header);
    assert.equal(response.json.id, artifact);
  }
});

test("answers HTTP/1.0 without Host", async () => {
  const response = await exchangeOne(
    Buffer.from(`GET /artifacts/${artifact} HTTP/1.0\r\n${authorization}\r\n\r\n`),
  );
  assert.equal(response.status, 200);
  assert.equal(response.json.id, artifact);
});

test("answers HTTP/2 alike", async () => {
  const session = http2.connect(origin, { ca: readFileSync(process.env.CA_CERT) });
  const send = (headers, body) =>
    new Promise((resolve, reject) => {
      const stream = session.request({ authorization: `Bearer ${key}`, ...headers });
      const chunks = [];
      let answer;
      stream.on("response", (received) => (answer = received));
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("error", reject);
      stream.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({
          status: answer[":status"],
          headers: answer,
          text,
          json: text ? JSON.parse(text) : undefined,
        });
      });
      stream.end(body);
    });
  try {
    const created = await send(
      { ":method": "POST", ":path": "/api/artifacts", "content-type": "application/json" },
      document,
    );
    assert.equal(created.status, 201, created.text);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send({ ":path": `/api/artifacts/${created.json.id}` })),
    );
    for (const { status, json: read } of answers)
      assert.deepEqual([status, read.content], [200, { text: "raw" }]);
    assertError(await send({ ":path": "/api/artifacts/nothing" }), 404, "not_found");
    assertError(
      await send({ ":method": "POST", ":path": "/api/artifacts", "content-type": "application/json" }, "{"),
      400,
      "invalid_json",
    );
    assertError(
      await send(
        { ":method": "POST", ":path": "/api/artifacts", "content-type": "application/json" },
        " ".repeat(10 * 1024 * 1024 + 1),
      ),
      413,
      "payload_too_large",
    );
  } finally {
    session.close();
  }
});

test("accepts only TLS 1.2 and 1.3", async () => {
  for (const version of ["TLSv1.2", "TLSv1.3"]) {
    const socket = await connect({ minVersion: version, maxVersion: version });
    assert.equal(socket.getProtocol(), version);
    socket.destroy();
  }
  // The lowest security level lets this side offer them, so that it is the service that refuses.
  for (const version of ["TLSv1", "TLSv1.1"])
    await assert.rejects(
      connect({ minVersion: version, maxVersion: version, ciphers: "ALL:@SECLEVEL=0" }),
      /alert protocol version/i,
    );
});
