// nginx behind a proxy that passes TLS through and names the client by the PROXY protocol.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import { after, before, test } from "node:test";
import tls from "node:tls";
import { until } from "../../service/api_client.mjs";
import { freePort } from "../../service/free_port.mjs";
import { ownFront, ownWorker } from "../../service/own_worker.mjs";

const { CA_CERT } = process.env;
let worker;
let front;
let port;

before(async () => {
  port = await freePort();
  worker = await ownWorker({ log_client_addresses: "full" });
  front = await ownFront(worker.socket, {
    proxy_protocol_port: port,
    trusted_proxies: "127.0.0.2 127.0.0.3",
  });
});
after(async () => {
  await front?.stop();
  await worker?.stop();
});

// Connects from one of this machine's addresses, sends what a proxy sends before TLS, and gives { status, text }.
async function get(path, { from = "127.0.0.2", header = "", to = port, headers = {} } = {}) {
  const plain = net.connect({ host: "127.0.0.1", port: to, localAddress: from });
  plain.write(header);
  const secure = tls.connect({ socket: plain, servername: "localhost", ca: readFileSync(CA_CERT) });
  const sent = https.request({
    path,
    headers: { host: "localhost", ...headers },
    createConnection: () => secure,
  });
  sent.end();
  const [response] = await once(sent, "response");
  const chunks = await response.toArray();
  plain.destroy();
  return {
    status: response.statusCode,
    id: response.headers["x-request-id"],
    text: Buffer.concat(chunks).toString("utf8"),
  };
}
// The client's address of such a request, as the worker logs it.
async function clientOf(options) {
  const { id } = await get("/api/account", options);
  const line = await until(
    () =>
      worker
        .log()
        .split("\n")
        .find((text) => text.includes(id)),
    Boolean,
  );
  return JSON.parse(line).client;
}
const named = (client) => `PROXY TCP4 ${client} 127.0.0.1 40000 443\r\n`;
// Version 2 of the protocol: its signature, a command, TCP over IPv6, addresses and ports.
const version2 = (client) => {
  const bytes = Buffer.concat(
    [client, "0000:0000:0000:0000:0000:0000:0000:0001"].map((address) =>
      Buffer.from(address.replaceAll(":", ""), "hex"),
    ),
  );
  const ports = Buffer.from([0x9c, 0x40, 0x01, 0xbb]);
  const start = Buffer.from("0d0a0d0a000d0a515549540a21210024", "hex");
  return Buffer.concat([start, bytes, ports]);
};

test("a trusted proxy names the client, by either version of the protocol", async () => {
  assert.equal(await clientOf({ header: named("203.0.113.9") }), "203.0.113.9");
  assert.equal(await clientOf({ header: named("203.0.113.10"), from: "127.0.0.3" }), "203.0.113.10");
  const client = "2001:0db8:0001:0002:0003:0004:0005:0006";
  assert.equal(await clientOf({ header: version2(client) }), "2001:db8:1:2:3:4:5:6");
});

test("nobody else can name another client", async () => {
  assert.equal(await clientOf({ header: named("203.0.113.9"), from: "127.0.0.4" }), "127.0.0.4");
});

test("X-Forwarded-For names nobody, on neither port", async () => {
  const headers = { "x-forwarded-for": "198.51.100.1" };
  assert.equal(await clientOf({ header: named("203.0.113.9"), headers }), "203.0.113.9");
  const to = Number(new URL(front.origin).port);
  for (const from of ["127.0.0.2", "127.0.0.4"]) assert.equal(await clientOf({ to, from, headers }), from);
});

test("a connection without the protocol is closed", async () => {
  await assert.rejects(get("/healthz"), { code: /ECONNRESET|EPIPE/ });
});

test("the proxy may ask for the readiness, and its clients may not", async () => {
  const local = "PROXY UNKNOWN\r\n";
  const { status, text } = await get("/readyz", { header: local });
  assert.equal(status, 200);
  assert.equal(JSON.parse(text).status, "ok");
  assert.equal((await get("/readyz", { header: named("203.0.113.9") })).status, 404);
  assert.equal((await get("/readyz", { header: local, from: "127.0.0.4" })).status, 404);
  assert.equal((await get("/readyz", { header: local, headers: { "x-forwarded-for": "::1" } })).status, 404);
  assert.equal((await get("/metrics", { header: local })).status, 404);
});
