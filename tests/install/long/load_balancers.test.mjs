// Two hosts of the service behind two HAProxy with a virtual IP address, set up by the boxes of the documents, word
// for word. The tests are one story, in this order.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import path from "node:path";
import { after, before } from "node:test";
import { DebianHost, until } from "../debian_host.mjs";
import { boxesOf } from "../documented_boxes.mjs";
import { addHostNetwork, removeHostNetwork } from "../host_network.mjs";
import { serviceAt } from "../https_client.mjs";
import { newerPackage, packageFile } from "../packages.mjs";
import { test } from "../story.mjs";
import { underLoad } from "../../under_load.mjs";

const documented = boxesOf("multiple-hosts.md");
const name = "share.example.org";
const names = `127.0.0.1 localhost\n10.0.0.2 ${name}\n`;

let a;
let b;
let database;
let first;
let second;
let key;
const atA = serviceAt("10.0.0.11", { name });
const atVirtual = serviceAt("10.0.0.2", { name });
const markdown = { template: "markdown", title: "x", content: { text: "x" } };
// Each on a connection of its own, as connections stay with their host.
const create = (at = atVirtual) =>
  at("POST", "/api/artifacts", { key, body: markdown, headers: { connection: "close" } });
const account = (at = atVirtual) => at("GET", "/api/account", { key, headers: { connection: "close" } });

before(async () => {
  const bridge = addHostNetwork();
  const boot = (hostName, addresses, masked, root) =>
    DebianHost.boot({
      name: hostName,
      names,
      bridge,
      root,
      addresses: addresses.map((last) => `10.0.0.${last}/24`),
      masked: masked.map((unit) => `${unit}.service`),
    });
  const databases = ["postgresql", "postgresql@15-main", "redis-server"];
  [a, b, database, first, second] = await Promise.all([
    boot("a", [11], databases),
    boot("b", [12], databases),
    boot("database", [5, 6, 7], ["nginx"]),
    boot("first", [3], [], "hosts"),
    boot("second", [4], [], "hosts"),
  ]);
});
after(async () => {
  await Promise.all([a, b, database, first, second].map((host) => host?.powerOff()));
  removeHostNetwork();
});

const balancers = () => [first, second];
// Whether a load balancer holds the virtual address.
const isHolder = async (host) =>
  (await host.run("ip", "-o", "address", "show", "host0")).stdout.includes(" 10.0.0.2/");
const holder = () =>
  until("one load balancer with the virtual address", async () => {
    const found = [];
    for (const host of balancers()) if (await isHolder(host)) found.push(host);
    return found.length === 1 && found[0];
  });
// What a load balancer knows about a host, by the names of HAProxy's columns: its status (UP, DOWN, DRAIN…), how many
// connections of clients it has got (stot), how often it went down (chkdown).
async function knownOf(balancer, server) {
  const text = await balancer.shell("echo 'show stat' | socat - /run/haproxy/admin.sock");
  const [head, ...lines] = text.split("\n").map((line) => line.replace(/^# /, "").split(","));
  const line = lines.find(([backend, name]) => `${backend}/${name}` === server);
  return Object.fromEntries(head.map((column, i) => [column, line[i]]));
}
const untilState = (server, state) =>
  until(`${server} is ${state}`, async () => {
    for (const balancer of balancers())
      if (!(await knownOf(balancer, server)).status.startsWith(state)) return false;
    return true;
  });
// The sum of a number over both load balancers.
async function sumOf(server, column) {
  const known = await Promise.all(balancers().map((balancer) => knownOf(balancer, server)));
  return known.reduce((sum, each) => sum + Number(each[column]), 0);
}
// Creates by 40 connections: host b gets none of them. On a busy machine host a can be too slow for its checks. While it
// counts as down, clients are rightly sent to any host, so that is repeated. It can also be too slow for its database,
// and say 503, after which clients try again.
async function assertOnlyAIsAsked() {
  const connectionsOfB = async () => (await sumOf("ready/b", "stot")) + (await sumOf("running/b", "stot"));
  const [ofB, answers] = await until(
    "a time in which host a stayed up",
    async () => {
      await untilState("ready/a", "UP");
      const [failures, connections] = [await sumOf("ready/a", "chkdown"), await connectionsOfB()];
      const answers = [];
      while (answers.length < 40) answers.push(await create());
      const stayedUp = (await sumOf("ready/a", "chkdown")) === failures;
      return stayedUp && [(await connectionsOfB()) - connections, answers];
    },
    5,
  );
  assert.equal(ofB, 0, "connections of host b");
  const refused = answers.filter(({ status }) => status !== 201);
  console.log(`# of 40 artifacts, host a refused ${refused.length} for now`);
  for (const { status, headers, text } of refused) assert.ok(status === 503 && headers["retry-after"], text);
  assert.ok(refused.length < 40);
}

test("two service hosts over one database are set up as documented", async () => {
  await database.shell(documented("on 10.0.0.5 and 10.0.0.6"));
  await database.shell(documented("on 10.0.0.5"));
  await database.shell(documented("on 10.0.0.7"));
  for (const host of [a, b]) cpSync(packageFile, path.join(host.root, "root", path.basename(packageFile)));
  await a.run("bash", "-ec", `cd /root\n${documented("on 10.0.0.11")}`);
  await a.shell(documented("on 10.0.0.11, for the other hosts"));
  const archive = "root/artifact-share-etc.tar.gz";
  cpSync(path.join(a.root, archive), path.join(b.root, archive));
  await b.run("bash", "-ec", `cd /root\n${documented("on 10.0.0.12, with this file")}`);
  const id = await a.shell(
    "artifact-admin account add --name Busy --plan enterprise --requests-per-minute 100000000",
  );
  key = await a.shell(`artifact-admin key add --account ${id} --name test`);
  assert.equal((await create(atA)).status, 201);
});

test("behind two load balancers all is well on both hosts", async () => {
  for (const host of [a, b]) await host.shell(documented("on 10.0.0.11 and 10.0.0.12, behind HAProxy"));
  for (const host of balancers()) {
    await host.shell(documented("on 10.0.0.3 and 10.0.0.4"));
    await host.shell(documented("on 10.0.0.3 and 10.0.0.4, for the virtual address"));
  }
  await holder();
  for (const server of ["ready/a", "ready/b", "running/a", "running/b"]) await untilState(server, "UP");
  for (const [host, address] of [
    [a, "10.0.0.11"],
    [b, "10.0.0.12"],
  ]) {
    let found;
    await until("a host where all is well", async () => {
      found = await host.run("artifact-admin", "check");
      return found.status === 0;
    }).catch((failure) => assert.fail(`${failure.message}\n${found.stdout}`));
    assert.match(
      found.stdout,
      new RegExp(`^good +proxy: the PROXY protocol is accepted .* workers see clients as ${address}$`, "m"),
    );
  }
});

test("clients of the load balancers learn nothing that only these may know", async () => {
  for (const hidden of ["/readyz", "/metrics"])
    assert.equal((await atVirtual("GET", hidden)).status, 404, hidden);
  assert.equal((await atVirtual("GET", "/healthz")).status, 200);
});

test("a host that has lost its database gets no requests, while another has it", async () => {
  for (const address of ["10.0.0.5", "10.0.0.6"]) b.configureNetwork("route", "add", "blackhole", address);
  await untilState("ready/b", "DOWN");
  await assertOnlyAIsAsked();
});

test("while no host has its database, clients are told so by the service", async () => {
  for (const address of ["10.0.0.5", "10.0.0.6"]) a.configureNetwork("route", "add", "blackhole", address);
  await untilState("ready/a", "DOWN");
  const { status, json, headers } = await create();
  assert.equal(status, 503);
  assert.equal(json.error.code, "unavailable");
  assert.ok(headers["retry-after"]);
  for (const host of [a, b])
    for (const address of ["10.0.0.5", "10.0.0.6"])
      host.configureNetwork("route", "del", "blackhole", address);
  for (const server of ["ready/a", "ready/b"]) await untilState(server, "UP");
  assert.equal((await create()).status, 201);
});

test("a service host that vanishes costs its connections, and new ones go elsewhere", async () => {
  b.setCable("down");
  for (const server of ["ready/b", "running/b"]) await untilState(server, "DOWN");
  await assertOnlyAIsAsked();
  b.setCable("up");
  for (const server of ["ready/b", "running/b"]) await untilState(server, "UP");
});

test("hosts are drained and upgraded one after the other, and not one request fails", async () => {
  const newer = newerPackage();
  // The timer may have run it while the host was without its database, which the check after the upgrade would report.
  for (const host of [a, b]) await host.shell("systemctl start artifact-share-maintenance.service");
  const everywhere = (box) => Promise.all(balancers().map((host) => host.shell(box)));
  const statuses = await underLoad([create, account, account, account], async () => {
    for (const [host, letter] of [
      [a, "a"],
      [b, "b"],
    ]) {
      const box = (when) =>
        documented(`on 10.0.0.3 and 10.0.0.4, ${when} work on host a`).replaceAll("/a ", `/${letter} `);
      await everywhere(box("before"));
      await untilState(`ready/${letter}`, "DRAIN");
      await host.shell("rm /root/artifact-share_*.deb");
      cpSync(newer, path.join(host.root, "root/artifact-share_newer.deb"));
      await host.shell(`cd /root\n${documented("on each host")}`);
      await everywhere(box("after"));
      await untilState(`ready/${letter}`, "UP");
    }
  });
  console.log(`# during the upgrade of both hosts: ${JSON.stringify([...statuses])}`);
  assert.deepEqual([...statuses.keys()].sort(), [200, 201]);
});

// Until the service answers by the virtual address, in seconds.
async function backAfter(what) {
  const began = performance.now();
  await until("an answer by the virtual address", async () => (await account(atNew())).status === 200);
  console.log(`# ${what}: back after ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
// Without connections to a load balancer that is gone; a connection that is not there within a second is tried again.
const atNew = () => {
  const at = serviceAt("10.0.0.2", { name });
  return (...words) =>
    Promise.race([
      at(...words),
      new Promise((_, reject) => setTimeout(() => reject(new Error("no answer")), 1000).unref()),
    ]);
};

test("a load balancer that vanishes is replaced by the other", async () => {
  const old = await holder();
  old.setCable("down");
  await backAfter("the cable of the load balancer is pulled");
  const now = balancers().find((host) => host !== old);
  assert.ok(await isHolder(now));
  old.setCable("up");
  await until("one holder", async () => !(await isHolder(old)) || !(await isHolder(now)));
  await backAfter("the cable is plugged in again");
});

test("a load balancer whose HAProxy ends gives the address to the other", async () => {
  const old = await holder();
  await old.shell("systemctl stop haproxy");
  await backAfter("HAProxy is stopped");
  const now = await holder();
  assert.notEqual(now, old);
  await old.shell("systemctl start haproxy");
  assert.equal((await create(atNew())).status, 201);
});
