// How much of a client's address the logs of the workers and of nginx hold.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { request, until } from "../../service/api_client.mjs";
import { ownFront, ownWorker } from "../../service/own_worker.mjs";

// What the worker's log says of the client of one request from each address. Lines of threads, as of nginx's
// processes, are in no order.
async function loggedBy(settings, addresses) {
  const worker = await ownWorker(settings);
  try {
    for (const address of addresses) await worker.ask("GET", "/healthz", { more: { REMOTE_ADDR: address } });
  } finally {
    await worker.stop();
  }
  const lines = worker
    .log()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return lines
    .filter(({ route }) => route === "/healthz")
    .map(({ client }) => client)
    .sort();
}

const addresses = ["192.0.2.77", "2001:db8:1:2:3:4:5:6"];

test("logs the client's network", async () => {
  assert.deepEqual(await loggedBy({}, addresses), ["192.0.2.0/24", "2001:db8:1::/48"]);
});

test("logs whole addresses if configured", async () => {
  assert.deepEqual(await loggedBy({ log_client_addresses: "full" }, addresses), addresses);
});

test("logs no addresses if configured", async () => {
  assert.deepEqual(await loggedBy({ log_client_addresses: "off" }, addresses), [undefined, undefined]);
});

// What nginx's access log says of the client of one request from each address.
async function loggedByFront(t, settings, from) {
  const worker = await ownWorker();
  t.after(() => worker.stop());
  const front = await ownFront(worker.socket, settings);
  t.after(() => front.stop());
  for (const address of from)
    await request("GET", `${front.origin}/docs`, {
      headers: { "x-test-address": address },
      isDescribed: false,
    });
  const lines = await until(
    () => readFileSync(front.accessLog, "utf8").trim().split("\n").filter(Boolean),
    ({ length }) => length === from.length,
  );
  return lines.map((line) => JSON.parse(line).client).sort();
}

test("nginx's access log matches the workers' log", async (t) => {
  const written = {
    "192.0.2.77": "192.0.2.0/24",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1::/48",
    "2001:db8:0:1::5": "2001:db8::/48",
    "2001:db8::5": "2001:db8::/48",
    "2001:0:3:4::5": "2001:0:3::/48",
    "2001::5": "2001::/48",
    "::1": "::/48",
  };
  const logged = Object.values(written).sort();
  assert.deepEqual(await loggedByFront(t, {}, Object.keys(written)), logged);
  assert.deepEqual(await loggedBy({}, Object.keys(written)), logged);
});

test("nginx logs whole addresses or none if configured", async (t) => {
  assert.deepEqual(await loggedByFront(t, { log_client_addresses: "full" }, addresses), addresses);
  assert.deepEqual(await loggedByFront(t, { log_client_addresses: "off" }, addresses), ["", ""]);
});
