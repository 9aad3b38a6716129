// Connections between nginx and a worker that are kept for further requests.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { call, markdown, newAccount, until } from "../../service/api_client.mjs";
import { ask, KeptConnection } from "../../service/fastcgi_client.mjs";
import { ownWorker } from "../../service/own_worker.mjs";

let key;
let worker;
let authorized;
before(async () => {
  ({ key } = newAccount({ requestsPerMinute: 1_000_000 }));
  authorized = { more: { HTTP_AUTHORIZATION: `Bearer ${key}` } };
  worker = await ownWorker({ threads: 2 });
});
after(() => worker.stop());

const post = (body) => ({ body, more: { ...authorized.more, CONTENT_TYPE: "application/json" } });

test("serves more kept connections than threads", async (t) => {
  for (const socket of [worker.socket, worker.pageSocket]) {
    const connections = Array.from({ length: 64 }, () => new KeptConnection(socket));
    t.after(() => connections.forEach((connection) => connection.close()));
    await Promise.all(
      connections.map(async (connection, number) => {
        // The later ones stay idle after few requests.
        for (let i = 0; i < (number < 16 ? 50 : 3); ++i)
          assert.equal((await connection.ask("GET", "/artifacts", authorized)).status, 200);
      }),
    );
    assert.equal((await ask(socket, "GET", "/healthz")).status, 200);
    assert.ok(connections.every(({ isClosed }) => !isClosed));
  }
});

test("an unread body is not parsed as the next request", async (t) => {
  const connection = new KeptConnection(worker.socket);
  t.after(() => connection.close());
  for (const size of [1, 100, 8192, 70_000, 3_000_000]) {
    const refused = await connection.ask("POST", "/artifacts", { body: "x".repeat(size) });
    assert.equal(refused.status, 401);
    const unknown = await connection.ask("GET", "/artifacts", { ...authorized, body: "y".repeat(size) });
    assert.equal(unknown.status, 200);
    assert.equal((await connection.ask("GET", "/artifacts", authorized)).status, 200);
  }
});

test("large bodies and responses share one connection", async (t) => {
  const connection = new KeptConnection(worker.socket);
  t.after(() => connection.close());
  for (const size of [10, 1_000_000, 8_000_000, 10]) {
    const text = "x".repeat(size);
    const made = await connection.ask("POST", "/artifacts", post(JSON.stringify(markdown(text))));
    assert.equal(made.status, 201, made.text);
    const { id } = JSON.parse(made.text);
    const read = await connection.ask("GET", `/artifacts/${id}`, authorized);
    assert.equal(JSON.parse(read.text).content.text, text);
    const head = await connection.ask("HEAD", `/artifacts/${id}`, authorized);
    assert.equal(head.text, "");
  }
});

test("a client that disconnects within a request does not affect others", async (t) => {
  const { json } = await call(key, "POST", "/artifacts", markdown("x".repeat(4_000_000)));
  const other = new KeptConnection(worker.socket);
  t.after(() => other.close());
  for (let i = 0; i < 20; ++i) {
    const vanishing = new KeptConnection(worker.socket);
    vanishing.send("GET", `/artifacts/${json.id}`, authorized);
    const partial = new KeptConnection(worker.socket);
    partial.send("POST", "/artifacts", { body: "{", more: { ...authorized.more, CONTENT_LENGTH: "1000" } });
    if (i % 2 === 0) await new Promise((resolve) => setTimeout(resolve, i));
    vanishing.close();
    partial.close();
    assert.equal((await other.ask("GET", "/artifacts", authorized)).status, 200);
  }
});

test("a stopping worker serves kept connections until they are closed", async (t) => {
  const stopped = await ownWorker({ threads: 2 });
  t.after(() => stopped.stop());
  const connections = Array.from({ length: 8 }, () => new KeptConnection(stopped.socket));
  t.after(() => connections.forEach((connection) => connection.close()));
  const askAll = async () => {
    for (const connection of connections)
      assert.equal((await connection.ask("GET", "/artifacts", authorized)).status, 200);
  };
  await askAll();
  process.kill(stopped.pid, "SIGTERM");
  await until(() => !existsSync(stopped.socket), Boolean);
  await askAll();
  const made = await connections[0].ask("POST", "/artifacts", post(JSON.stringify(markdown("x"))));
  assert.equal(made.status, 201);
  connections.forEach((connection) => connection.close());
  await stopped.stop();
  assert.match(stopped.log(), /all requests were answered/);
});
