// Three database hosts with Patroni and etcd, set up by the boxes of docs/multiple-hosts.md, word for word, and a
// host of the service under writes while the primary fails in different ways. FAILOVERS=N makes N of them instead of one
// of each kind. The tests are one story, in this order.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import path from "node:path";
import { after, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DebianHost, until } from "../debian_host.mjs";
import { boxesOf } from "../documented_boxes.mjs";
import { addHostNetwork, removeHostNetwork } from "../host_network.mjs";
import { serviceAt } from "../https_client.mjs";
import { packageFile } from "../packages.mjs";
import { test } from "../story.mjs";

const documented = boxesOf("multiple-hosts.md");
const name = "share.example.org";
const names = `127.0.0.1 localhost\n10.0.0.11 ${name}\n`;
const atService = serviceAt("10.0.0.11", { name });
const minutes = 4;

let service;
let databases;
let key;

before(async () => {
  const bridge = addHostNetwork();
  const boot = (hostName, last, root, { masked = [], disk } = {}) =>
    DebianHost.boot({
      name: hostName,
      disk,
      names,
      bridge,
      root,
      masked,
      addresses: last.map((number) => `10.0.0.${number}/24`),
    });
  const [first, ...others] = await Promise.all([
    boot("service", [11, 7], "base", { masked: ["postgresql.service", "postgresql@15-main.service"] }),
    ...[5, 6, 8].map((last) => boot(`db-${last}`, [last], "hosts", { disk: "/var/lib/postgresql" })),
  ]);
  service = first;
  databases = others;
});
after(async () => {
  await Promise.all([service, ...(databases ?? [])].map((host) => host?.powerOff()));
  removeHostNetwork();
});

const addressOf = (host) => host.addresses[0].replace("/24", "");
async function patroni(host, resource) {
  const response = await fetch(`http://${addressOf(host)}:8008${resource}`, {
    signal: AbortSignal.timeout(500),
  });
  return { status: response.status, json: await response.json() };
}
// The host that says that it is the primary, of these.
const primaryOf = (hosts) =>
  until(
    "a primary",
    () =>
      Promise.any(
        hosts.map(async (host) =>
          (await patroni(host, "/primary")).status === 200
            ? host
            : Promise.reject(new Error("not the primary")),
        ),
      ),
    minutes,
  );
async function hasWholeEtcd() {
  for (const host of databases) {
    const response = await fetch(`http://${addressOf(host)}:2379/health`, {
      signal: AbortSignal.timeout(500),
    });
    if ((await response.json()).health !== "true") return false;
  }
  return true;
}
// All three are there, and one of the standbys is synchronous.
const wellFormed = () =>
  until(
    "a primary with two standbys, one of them synchronous",
    async () => {
      if (!(await hasWholeEtcd())) return false;
      const leader = await primaryOf(databases);
      const { members } = (await patroni(leader, "/cluster")).json;
      const roles = members.map(({ role }) => role).sort();
      const following = members.filter(({ role, lag }) => role !== "leader" && lag === 0).length;
      return (
        roles.join() === "leader,replica,sync_standby" &&
        following === 2 &&
        members.every(({ state }) => state === "running" || state === "streaming") &&
        leader
      );
    },
    minutes,
  );
const sql = (host, text) =>
  host.shell(`cd / && runuser -u postgres -- psql -XqtA -d artifact-share -c "${text}"`);

test("three database hosts are set up as documented", async () => {
  await Promise.all(databases.map((host) => host.shell(documented("on each database host: etcd"))));
  await until("etcd", hasWholeEtcd);
  await Promise.all(databases.map((host) => host.shell(documented("on each database host: Patroni"))));
  const leader = await wellFormed();
  await leader.shell(documented("on the leader"));
});

test("the service is set up over them", async () => {
  await service.shell(documented("on 10.0.0.7"));
  cpSync(packageFile, path.join(service.root, "root", path.basename(packageFile)));
  const box = documented("on 10.0.0.11").replace("10.0.0.5,10.0.0.6", "10.0.0.5,10.0.0.6,10.0.0.8");
  const { stdout, stderr } = await service.run("bash", "-ec", `cd /root\n${box}`);
  key = /artk_\w+/.exec(stdout)?.[0];
  assert.ok(key, stdout + stderr);
  const id = await service.shell(
    "artifact-admin account add --name Busy --plan enterprise --requests-per-minute 100000000",
  );
  key = await service.shell(`artifact-admin key add --account ${id} --name test`);
});

// Each takes the primary away, and gives what brings it back.
const faults = {
  "its cable is pulled": (host) => {
    host.setCable("down");
    return () => host.setCable("up");
  },
  "its power is cut": async (host) => {
    await host.cutPower();
    return () => host.powerOn();
  },
  "all processes are stopped": (host) => host.pause(),
  "the disk is full": async (host) => {
    const freeDisk = host.fillDisk();
    // PostgreSQL refuses writes to tables at once, and ends when it needs more log, which busy tables would bring about.
    await sql(
      host,
      "select pg_logical_emit_message(false, 'test', repeat('x', 1 << 24)) from generate_series(1, 64)",
    ).catch(() => {});
    return freeDisk;
  },
  "PostgreSQL is killed": async (host) => {
    await signal(host, "KILL", "^postgres");
    return () => {};
  },
};
// To the processes of the user postgres whose programs' names match.
const signal = (host, what, program) =>
  host.shell(`for process in /proc/[0-9]*; do
    [ "$(stat -c %U "$process" 2>/dev/null)" = postgres ] || continue
    grep -q '${program}' "$process/comm" 2>/dev/null || continue
    kill -${what} "\${process#/proc/}" || true
  done`);

const count = Number(process.env.FAILOVERS ?? Object.keys(faults).length);
const acknowledged = new Set();
for (let i = 0; i < count; ++i) {
  const [what, fault] = Object.entries(faults)[i % Object.keys(faults).length];
  test(`failover ${i + 1}: a primary of which ${what} is replaced, and no acknowledged write is lost`, async (t) => {
    const old = await wellFormed();
    let stopped = false;
    t.after(() => (stopped = true));
    const answers = [];
    const write = async () => {
      while (!stopped) {
        const title = `Write ${randomUUID()}`;
        const body = { template: "markdown", title, content: { text: title } };
        const { status } = await atService("POST", "/api/artifacts", { key, body }).catch(({ code }) => ({
          status: code,
        }));
        answers.push({ status, at: performance.now() });
        if (status === 201) acknowledged.add(title);
        else await sleep(50);
      }
    };
    const writers = Array.from({ length: 4 }, write);
    const writtenSince = (since) => answers.find(({ status, at }) => status === 201 && at > since);
    await until("writes", async () => answers.filter(({ status }) => status === 201).length > 50);

    const began = performance.now();
    const repair = await fault(old);
    const others = databases.filter((host) => host !== old);
    await primaryOf(others);
    const promoted = performance.now();
    const first = await until("a write on the new primary", async () => writtenSince(promoted));
    stopped = true;
    await Promise.all(writers);
    const others201 = answers.filter(({ status }) => status !== 201 && status !== 503);
    assert.deepEqual(others201, []);
    await repair();
    const leader = await wellFormed();
    const stored = new Set((await sql(leader, "select title from artifacts")).split("\n"));
    const lost = [...acknowledged].filter((title) => !stored.has(title));
    const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1);
    console.log(
      `# ${what}: new primary after ${seconds(promoted - began)} s, first write ${seconds(first.at - promoted)} s ` +
        `later; ${acknowledged.size} writes acknowledged so far, ${lost.length} lost`,
    );
    assert.deepEqual(lost, []);
    // Within a second or so, unless the other standby has received more of the log than the one that is promoted: then it
    // is rewound first, and nothing is acknowledged before.
    assert.ok(first.at - promoted < 15_000);
  });
}
