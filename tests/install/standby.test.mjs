// Two hosts of the service over one PostgreSQL with a standby, set up by the boxes of the documents, word for
// word. The primary vanishes without a word to anybody, the standby is promoted, and the service is back
// by itself with all that it had acknowledged. The tests are one story, in this order.
import assert from "node:assert/strict";
import { randomUUID, X509Certificate } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { once } from "node:events";
import { connect } from "node:tls";
import { after, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  certificate as authority,
  issueAsCertbot,
  makeAuthority,
  trustAuthority,
} from "./certificate_authority.mjs";
import { DebianHost, until } from "./debian_host.mjs";
import { boxesOf } from "./documented_boxes.mjs";
import { addHostNetwork, removeHostNetwork } from "./host_network.mjs";
import { serviceAt } from "./https_client.mjs";
import { newAsset, newerPackage, packageFile } from "./packages.mjs";
import { test } from "./story.mjs";
import { underLoad } from "../under_load.mjs";

const documented = boxesOf("multiple-hosts.md");
const name = "share.example.org";
const names = `127.0.0.1 localhost\n10.0.0.2 ${name}\n`;

// Hosts a and b have the service. The standby's host is also that of Redis and of the load balancer.
let a;
let b;
let primary;
let standby;
const atA = serviceAt("10.0.0.11", { name });
const atB = serviceAt("10.0.0.12", { name });
const atBalancer = serviceAt("10.0.0.2", { name });
let key;
let busyKey;
let shared;

before(async () => {
  const bridge = addHostNetwork();
  const boot = (hostName, addresses, masked) =>
    DebianHost.boot({
      name: hostName,
      names,
      bridge,
      addresses: addresses.map((last) => `10.0.0.${last}/24`),
      masked: masked.map((unit) => `${unit}.service`),
    });
  const databases = ["postgresql", "postgresql@15-main", "redis-server"];
  [a, b, primary, standby] = await Promise.all([
    boot("a", [11], databases),
    boot("b", [12], databases),
    boot("primary", [5], ["nginx", "redis-server"]),
    boot("standby", [2, 6, 7], ["nginx"]),
  ]);
});
after(async () => {
  await Promise.all([a, b, primary, standby].map((host) => host?.powerOff()));
  removeHostNetwork();
});

const pathOf = (url) => url.replace(`https://${name}`, "");
const markdown = (title) => ({ template: "markdown", title, content: { text: `# ${title}` } });
const create = (title) => ({ key: busyKey, body: markdown(title) });
const sql = (host, text) =>
  host.shell(`cd / && runuser -u postgres -- psql -XqtA -d artifact-share -c "${text}"`);
async function share(at, title) {
  const { status, json, text } = await at("POST", "/api/artifacts/share", {
    key: busyKey,
    body: markdown(title),
  });
  assert.equal(status, 201, text);
  return { id: json.id ?? json.artifact.id, path: pathOf(json.url ?? json.share.url) };
}
async function opens(at, link) {
  const { status, text } = await at("GET", link.path);
  assert.equal(status, 200, text);
}
// What `artifact-admin check` says when it finds nothing wrong.
async function wellFound(host) {
  let result;
  const isWell = async () => (result = await host.run("artifact-admin", "check")).status === 0;
  await until("a host where all is well", isWell).catch((failure) => {
    throw new Error(`${failure.message}\n${result.stdout}`);
  });
  return result.stdout;
}
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;

test("a primary, a standby that follows it, and a Redis for all are set up as documented", async () => {
  await Promise.all([primary, standby].map((host) => host.shell(documented("on 10.0.0.5 and 10.0.0.6"))));
  await primary.shell(documented("on 10.0.0.5"));
  await Promise.all([standby.shell(documented("on 10.0.0.6")), standby.shell(documented("on 10.0.0.7"))]);
  await primary.shell(documented("on 10.0.0.5, while the standby follows"));
  await until(
    "a synchronous standby",
    async () => (await sql(primary, "select sync_state from pg_stat_replication")) === "sync",
  );
});

test("the first host is set up over them", async () => {
  for (const host of [a, b]) cpSync(packageFile, path.join(host.root, "root", path.basename(packageFile)));
  // The name leads to the load balancer, which is not there yet: the check at the end says so.
  const [output] = await Promise.all([
    a.run("bash", "-ec", `cd /root\n${documented("on 10.0.0.11")}`),
    b.shell("cd /root && apt-get install -y --no-install-recommends ./artifact-share_*.deb"),
  ]);
  key = /artk_\w+/.exec(output.stdout)?.[0];
  assert.ok(key, output.stdout + output.stderr);
  assert.match(output.stdout, /^wrong +public address: cannot connect/m);
});

test("a host without the signing keys is not let in", async () => {
  const { status, stderr } = await b.run("bash", "-ec", `cd /root\n${documented("on 10.0.0.11")}`);
  assert.equal(status, 1);
  assert.match(stderr, /Copy \/etc\/artifact-share\/signing_keys from another host/);
  assert.notEqual((await b.run("test", "-e", "/etc/artifact-share/signing_keys")).status, 0);
  await b.shell("rm -r /etc/artifact-share/*");
});

test("the first host has a certificate of certbot's", async () => {
  await makeAuthority(a);
  await trustAuthority(b, a);
  // The check at the end of setup says that there is no load balancer yet.
  await a.run("bash", "-c", `artifact-admin setup ${(await issueAsCertbot(a, name)).options}`);
  const { stdout } = await a.run("bash", "-c", documented("on 10.0.0.11, with a certificate of certbot"));
  assert.doesNotMatch(stdout, /^wrong +certificate/m);
});

// What a host serves.
async function certificateAt(address) {
  const connection = connect({ host: address, port: 443, servername: name, rejectUnauthorized: false });
  await once(connection, "secureConnect");
  const { fingerprint256 } = connection.getPeerCertificate();
  connection.destroy();
  return fingerprint256;
}

test("the second host joins: the same database, account, certificate and signing keys", async () => {
  await a.shell(documented("on 10.0.0.11, for the other hosts"));
  const archive = "root/artifact-share-etc.tar.gz";
  cpSync(path.join(a.root, archive), path.join(b.root, archive));
  const { stdout } = await b.run("bash", "-ec", `cd /root\n${documented("on 10.0.0.12, with this file")}`);
  assert.match(stdout, /Next steps/);
  assert.doesNotMatch(stdout, /artk_/);
  assert.equal(await sql(primary, "select count(*) from accounts"), "1");
  assert.equal(await certificateAt("10.0.0.12"), await certificateAt("10.0.0.11"));
  assert.equal(await b.shell("stat -Lc '%U %a' /etc/artifact-share/tls/key.pem"), "root 600");
});

test("a renewed certificate gets to all hosts", async () => {
  const before = await certificateAt("10.0.0.11");
  await issueAsCertbot(a, name, { days: 60 });
  // These hosts have no SSH: what would be sent is written down, and taken by the other host.
  await a.shell(`printf '#!/bin/sh\necho "$@" >/root/words; cat >/root/input' >/usr/bin/ssh; chmod 755 /usr/bin/ssh
    mkdir -p /etc/letsencrypt/renewal-hooks/deploy
    ${documented("on 10.0.0.11, for renewed certificates")}`);
  const renew = (lineage) =>
    a.shell(
      `RENEWED_LINEAGE=/etc/letsencrypt/live/${lineage} /etc/letsencrypt/renewal-hooks/deploy/artifact-share`,
    );
  await renew("other.example.org");
  assert.equal(await certificateAt("10.0.0.11"), before);
  await renew(name);
  const [, command] = /^root@10\.0\.0\.12 (.*)$/.exec(await a.shell("cat /root/words"));
  cpSync(path.join(a.root, "root/input"), path.join(b.root, "root/input"));
  await b.shell(`sh -c '${command}' </root/input`);
  const renewed = new X509Certificate(
    readFileSync(path.join(a.root, `etc/letsencrypt/live/${name}/fullchain.pem`)),
  );
  // nginx's workers with the old one accept connections for a moment after the reload.
  for (const address of ["10.0.0.11", "10.0.0.12"])
    await until(
      "the renewed certificate",
      async () => (await certificateAt(address)) === renewed.fingerprint256,
    );
  assert.equal(await b.shell("stat -Lc '%U %a' /etc/artifact-share/tls/key.pem"), "root 600");
});

test("behind the load balancer all is well on both hosts", async () => {
  const folder = "etc/nginx/share";
  await standby.shell(`mkdir -p /${folder} && systemctl unmask nginx 2>&1`);
  const tls = "etc/artifact-share/tls";
  for (const [from, to] of [
    [`${tls}/fullchain.pem`, "certificate"],
    [authority, "authority"],
    [`${tls}/privkey.pem`, "key"],
  ])
    cpSync(path.join(a.root, from), path.join(standby.root, folder, `${to}.pem`));
  await standby.shell(documented("on 10.0.0.2"));
  await Promise.all([a, b].map((host) => host.shell(documented("on 10.0.0.11 and 10.0.0.12"))));
  for (const host of [a, b]) {
    const found = await wellFound(host);
    assert.match(
      found,
      /^good +proxy: a proxy is in front of nginx; workers see clients as 10\.0\.0\.1[12]$/m,
    );
    assert.match(found, /^good +body limit/m);
  }
});

test("what is made on one host is good on the other: keys, artifacts, links", async () => {
  const account = await b.shell(
    "artifact-admin account add --name Busy --plan enterprise --requests-per-minute 100000000",
  );
  busyKey = await b.shell(`artifact-admin key add --account ${account} --name test`);
  for (const [maker, other] of [
    [atA, atB],
    [atB, atA],
  ]) {
    shared = await share(maker, "Kept for ever");
    await opens(other, shared);
    await opens(atBalancer, shared);
    assert.equal((await other("GET", `/api/artifacts/${shared.id}`, { key: busyKey })).status, 200);
  }
});

test("a key that is revoked on one host is rejected on the other immediately", async () => {
  const { stdout } = await a.run("artifact-admin", "account", "list", "--json");
  const account = JSON.parse(stdout).find(({ name: title }) => title === "Busy").id;
  const made = JSON.parse(await a.shell(`artifact-admin key add --account ${account} --name short --json`));
  for (const at of [atA, atB]) assert.equal((await at("GET", "/api/account", { key: made.key })).status, 200);
  await a.shell(`artifact-admin key revoke ${made.id}`);
  for (const at of [atA, atB]) assert.equal((await at("GET", "/api/account", { key: made.key })).status, 401);
});

test("a rate limit counts the calls to both hosts", async () => {
  const limit = 60;
  let answers;
  // Minutes are counted each by itself, so once more where one ended in between.
  do {
    const account = await a.shell("artifact-admin account add --name Slow --plan free");
    const slowKey = await a.shell(`artifact-admin key add --account ${account} --name test`);
    answers = [];
    for (let i = 0; i < limit + 2; ++i)
      answers.push(await (i % 2 ? atB : atA)("GET", "/api/account", { key: slowKey }));
  } while (new Set(answers.map(({ headers }) => headers["x-ratelimit-reset"])).size > 1);
  answers.slice(0, limit).forEach(({ status, headers }, i) => {
    assert.equal(status, 200);
    assert.equal(Number(headers["x-ratelimit-remaining"]), limit - i - 1);
  });
  for (const { status } of answers.slice(limit)) assert.equal(status, 429);
});

test("clients behind the load balancer have a limit each", async () => {
  const remaining = async (from) => {
    const { headers } = await serviceAt("10.0.0.2", { name, from })("GET", "/api/account");
    return [headers["x-ratelimit-reset"], Number(headers["x-ratelimit-remaining"])];
  };
  await until("three calls within a minute", async () => {
    const [first, one] = await remaining("10.0.0.91");
    const [second, two] = await remaining("10.0.0.91");
    const [third, other] = await remaining("10.0.0.92");
    if (first !== third || first !== second) return false;
    assert.equal(two, one - 1);
    assert.ok(other > two);
    return true;
  });
});

test("maintenance that runs on both hosts at once does everything once", async () => {
  for (const host of [a, b]) await host.shell("systemctl stop artifact-share-maintenance.timer");
  await a.shell("while systemctl is-active -q artifact-share-maintenance.service; do sleep 0.1; done");
  await b.shell("while systemctl is-active -q artifact-share-maintenance.service; do sleep 0.1; done");
  const made = await share(atA, "Looked at");
  const gone = await Promise.all(
    Array.from({ length: 200 }, () => atB("POST", "/api/artifacts", create("Goes"))),
  );
  for (const { status } of gone) assert.equal(status, 201);
  await sql(primary, "update artifacts set deleted_at = now() - interval '31 days' where title = 'Goes'");
  for (let i = 0; i < 20; ++i) await opens(i % 2 ? atA : atB, made);
  const reports = await Promise.all(
    [a, b].map((host) => host.shell("ARTIFACT_SHARE_REMOVAL_GRACE_DAYS=0 artifact-admin maintain --json")),
  );
  const total = (field) => reports.reduce((sum, text) => sum + JSON.parse(text)[field], 0);
  assert.equal(total("deletedArtifactsRemoved"), 200);
  const views =
    "select sum(view_count) from share_links join artifacts on artifacts.id = artifact_id where title = 'Looked at'";
  assert.equal(await sql(primary, views), "20");
  assert.equal(await sql(primary, "select count(*) from artifacts where title = 'Goes'"), "0");
});

test("without Redis the service continues, and counts in it again when it is back", async () => {
  await standby.shell("systemctl stop redis-server");
  for (const at of [atA, atB]) {
    for (let i = 0; i < 20; ++i)
      assert.equal((await at("POST", "/api/artifacts", create("No Redis"))).status, 201);
    await opens(at, shared);
  }
  assert.match((await a.run("artifact-admin", "check")).stdout, /^wrong +redis: .*10\.0\.0\.7/m);
  await standby.shell("systemctl start redis-server");
  await until("limits over both hosts", async () => {
    const left = [];
    for (const at of [atA, atB, atA, atB])
      left.push(Number((await at("GET", "/api/account", { key: busyKey })).headers["x-ratelimit-remaining"]));
    return left.every((each, i) => i === 0 || each === left[i - 1] - 1);
  });
});

test("a primary that vanishes is replaced by the standby, and no acknowledged write is lost", async (t) => {
  const log = [];
  const acknowledged = new Map();
  let stopped = false;
  t.after(() => (stopped = true));
  const attempt = async (at, ...words) => {
    const started = performance.now();
    const entry = { at, method: words[0], started };
    try {
      const { status, headers, json } = await at(...words);
      Object.assign(entry, { status, headers, code: json?.error?.code, json });
    } catch (error) {
      Object.assign(entry, { status: error.code ?? error.message });
    }
    entry.ended = performance.now();
    log.push(entry);
    return entry;
  };
  // As the documents advise: the same call again, at the other host, until it is answered.
  const client = async (writes, first) => {
    while (!stopped) {
      let at = first;
      const title = `Load ${randomUUID()}`;
      const words = writes
        ? ["POST", "/api/artifacts", { ...create(title), headers: { "idempotency-key": randomUUID() } }]
        : ["GET", `/api/artifacts/${shared.id}`, { key: busyKey }];
      for (;;) {
        const { status, json } = await attempt(at, ...words);
        if (status === 201) acknowledged.set(json.id, title);
        if (status === 200 || status === 201) break;
        at = at === atA ? atB : atA;
        await sleep(100);
      }
    }
  };
  const running = [atA, atB].flatMap((at) => [true, true, false, false].map((writes) => client(writes, at)));
  const well = (at, since) =>
    log.some((entry) => entry.at === at && entry.started > since && entry.status === 201);
  await until("a load on both hosts", async () => well(atA, 0) && well(atB, 0));
  await sleep(1000);

  const lost = performance.now();
  primary.setCable("down");
  await until("an outage that both have noticed", async () =>
    [atA, atB].every((at) => log.filter((entry) => entry.at === at && entry.status === 503).length >= 4),
  );
  // As long as it takes for all that waits to have noticed: the workers' listeners ask every ten seconds.
  await sleep(13_000);
  const promotion = performance.now();
  await standby.shell(documented("on 10.0.0.6, as the primary is gone"));
  const promoted = performance.now();
  await until("writes on both hosts", async () => well(atA, promoted) && well(atB, promoted));
  await sleep(1000);
  stopped = true;
  await Promise.all(running);

  const failures = log.filter(({ status }) => status !== 200 && status !== 201);
  for (const { status, code, headers } of failures) {
    assert.equal(status, 503);
    assert.equal(code, "unavailable");
    assert.ok(headers["retry-after"]);
  }
  const success = (at, since) =>
    Math.min(
      ...log
        .filter((entry) => entry.at === at && entry.status === 201 && entry.ended > since)
        .map(({ ended }) => ended),
    );
  const firstFailure = Math.min(...failures.map(({ started }) => started));
  const back = { a: success(atA, promotion), b: success(atB, promotion) };
  const longest = Math.max(...log.map(({ started, ended }) => ended - started));
  console.log(
    `# ${log.length} calls, ${failures.length} answered with 503, ${acknowledged.size} writes acknowledged; ` +
      `the primary was gone for ${seconds(promotion - lost)} before the promotion, which took ${seconds(promoted - promotion)}`,
  );
  console.log(
    `# from the first failed call to the first write: ${seconds(Math.min(back.a, back.b) - firstFailure)}; from the ` +
      `promotion to the first write: a ${seconds(back.a - promotion)}, b ${seconds(back.b - promotion)}; ` +
      `the longest call: ${seconds(longest)}`,
  );

  // Each is there, and once.
  const there = await sql(standby, "select title from artifacts where title like 'Load %'");
  assert.deepEqual(there.split("\n").sort(), [...acknowledged.values()].sort());
  for (const id of [...acknowledged.keys()].filter((_, i) => i % 50 === 0))
    for (const at of [atA, atB])
      assert.equal((await at("GET", `/api/artifacts/${id}`, { key: busyKey })).status, 200);
  await opens(atBalancer, shared);
});

test("every thread of every worker writes to the new primary, and none was started again", async () => {
  for (const at of [atA, atB]) {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => at("POST", "/api/artifacts", create("On the new primary"))),
    );
    for (const { status, text } of answers) assert.equal(status, 201, text);
  }
  for (const host of [a, b]) {
    const restarts = await host.shell(
      "systemctl show -p NRestarts --value 'artifact-share-worker@*.service'",
    );
    assert.match(restarts, /^[0\s]+$/);
    // An earlier test has stopped the timer.
    await host.shell("systemctl start artifact-share-maintenance.{timer,service}");
    await wellFound(host);
    assert.match(
      await host.shell("ARTIFACT_SHARE_REMOVAL_GRACE_DAYS=0 artifact-admin maintain --json"),
      /deletedArtifactsRemoved/,
    );
  }
});

test("the old primary does not start by itself, and becomes the standby of the new one", async () => {
  await primary.reboot();
  const { stdout } = await primary.run("pg_lsclusters", "--no-header");
  assert.match(stdout, / down /);
  await primary.shell(documented("on 10.0.0.6").replace("host=10.0.0.5", "host=10.0.0.6"));
  await standby.shell(documented("on 10.0.0.5, while the standby follows"));
  await until(
    "a synchronous standby",
    async () => (await sql(standby, "select sync_state from pg_stat_replication")) === "sync",
  );
  for (const at of [atA, atB])
    assert.equal((await at("POST", "/api/artifacts", create("In sync"))).status, 201);
});

test("while a synchronous standby is down reads continue, and writes once it is no longer required", async () => {
  primary.setCable("down");
  for (const at of [atA, atB]) {
    const { status, headers, json } = await at("POST", "/api/artifacts", create("Waits"));
    assert.equal(status, 503);
    assert.equal(json.error.code, "unavailable");
    assert.ok(headers["retry-after"]);
    assert.equal((await at("GET", `/api/artifacts/${shared.id}`, { key: busyKey })).status, 200);
    await opens(at, shared);
  }
  await standby.shell(documented("on the primary, when its only standby is gone"));
  for (const at of [atA, atB])
    assert.equal((await at("POST", "/api/artifacts", create("Goes on"))).status, 201);
});

test("hosts are upgraded one after the other under load, and not one request fails", async () => {
  const newer = newerPackage();
  const named = (await atBalancer("GET", shared.path)).text.match(/\/assets\/[\w.-]+/g);
  // All of it comes from one address, whose views nginx and the workers count. These programs are what a reload runs:
  // the hosts share their control groups, and the end of one host's takes that of the idle unit from the others.
  for (const host of [a, b]) {
    await host.shell(`echo 'network_limits = views_per_minute 1000000' >>/etc/artifact-share/artifact-share.conf
      /usr/lib/artifact-share/restart-workers && /usr/lib/artifact-share/write-site`);
  }
  const write = () => atBalancer("POST", "/api/artifacts", create("Upgrading"));
  const read = () => atBalancer("GET", shared.path);
  const calls = Array.from({ length: 8 }, (_, i) => (i % 4 === 0 ? write : read));
  const statuses = await underLoad(calls, async () => {
    for (const host of [a, b]) {
      await host.shell("rm /root/artifact-share_*.deb");
      cpSync(newer, path.join(host.root, "root/artifact-share_newer.deb"));
      await host.shell(`cd /root\n${documented("on each host")}`);
      // Whichever host a page came from, and whichever is asked.
      for (const asset of [...named, newAsset])
        for (let i = 0; i < 10; ++i) assert.equal((await atBalancer("GET", asset)).status, 200, asset);
    }
  });
  console.log(`# during the upgrade of both hosts: ${JSON.stringify([...statuses])}`);
  assert.deepEqual([...statuses.keys()].sort(), [200, 201]);
  await sql(standby, "select from newer");
});
