// An installed service tells when its upkeep fails: maintenance, the certificate, the disk and backups, in its metrics,
// in the alerts that come with it, and by artifact-admin check. The tests are one story, in this order.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before } from "node:test";
import { issueAsCertbot, makeAuthority } from "./certificate_authority.mjs";
import { DebianHost, until } from "./debian_host.mjs";
import { boxesOf } from "./documented_boxes.mjs";
import { host as name, request } from "./https_client.mjs";
import { packageFile, promtool } from "./packages.mjs";
import { readPrometheusText, total } from "../service/prometheus_text.mjs";
import { test } from "./story.mjs";

let host;
before(async () => {
  host = await DebianHost.boot();
});
after(() => host?.powerOff());

const check = async () => {
  const { stdout } = await host.run("artifact-admin", "check", "--json");
  return new Map(JSON.parse(stdout).map((finding) => [finding.subject, finding]));
};
async function assertFinding(subject, verdict, text) {
  const finding = (await check()).get(subject);
  assert.equal(finding?.verdict, verdict, JSON.stringify(finding));
  assert.match(finding.text, text);
}
async function metrics() {
  const { status, text } = await request("GET", "/metrics");
  assert.equal(status, 200);
  execFileSync(promtool, ["check", "metrics"], { input: text });
  return readPrometheusText(text);
}
const value = async (metric, labels) => total(await metrics(), `artifact_share_${metric}`, labels);
const maintenance = "systemctl start artifact-share-maintenance.service";
const sql = (text) => host.shell(`cd / && runuser -u postgres -- psql -XqtA -d artifact-share -c "${text}"`);
const hostTime = async () => Number(await host.shell("date +%s"));
// Lines of the configuration, for as long as `work` takes.
async function withSettings(lines, work) {
  const file = "/etc/artifact-share/artifact-share.conf";
  await host.shell(`cp -a ${file} /root/before.conf; printf '${lines.join("\\n")}\\n' >>${file}`);
  try {
    return await work();
  } finally {
    await host.shell(`cp -a /root/before.conf ${file}`);
  }
}

test("the shipped alerts are those that promtool takes, and each fires when it should and only then", () => {
  const here = new URL(".", import.meta.url).pathname;
  const alerts = path.join(here, "../../docs/monitoring/alerts.yaml");
  const cases = readdirSync(path.join(here, "alert_cases")).map((file) =>
    path.join(here, "alert_cases", file),
  );
  execFileSync(promtool, ["check", "rules", alerts], { stdio: "pipe" });
  execFileSync(promtool, ["test", "rules", ...cases], { stdio: "pipe" });
  const fired = cases.map((file) => readFileSync(file, "utf8")).join("\n");
  for (const [, alert] of readFileSync(alerts, "utf8").matchAll(/alert: (\w+)/g))
    assert.match(
      fired,
      new RegExp(`alertname: ${alert}\\n *exp_alerts:\\n`),
      `${alert} has no case in which it fires`,
    );
});

test("a service that was set up runs maintenance by its timer, makes no backups, and says so", async () => {
  cpSync(packageFile, path.join(host.root, "root/artifact-share.deb"));
  await host.shell("apt-get install -y /root/artifact-share.deb 2>&1");
  await host.shell(`artifact-admin setup --yes --host ${name} 2>&1`);
  await assertFinding("maintenance", "good", /the timer is active/);
  await assertFinding(
    "backup",
    "warning",
    /not enabled.*systemctl enable --now artifact-share-backup\.timer/,
  );
  assert.equal(await value("backup_last_success_timestamp_seconds"), 0);
  assert.equal(await value("backup_enabled_timestamp_seconds"), 0);
});

test("maintenance that has nothing to do leaves no line in the journal, and one that fails is an error there", async () => {
  const lines = (...words) =>
    host.shell(`journalctl --sync; journalctl -q -o cat -u artifact-share-maintenance ${words.join(" ")}`);
  await host.shell("systemctl stop artifact-share-maintenance.timer");
  // The first may have something to do.
  await host.shell(`${maintenance}; sleep 1; ${maintenance}`);
  const since = await hostTime();
  await host.shell(`sleep 1; ${maintenance}`);
  assert.equal(await lines(`--since=@${since}`), "");
  await host.shell("systemctl stop redis-server@artifact-share");
  await host.run("systemctl", "start", "artifact-share-maintenance.service");
  assert.match(await lines(`--since=@${since}`, "-p err"), /artifact-admin: .*[Rr]edis/);
  await host.shell("systemctl start redis-server@artifact-share artifact-share-maintenance.timer");
  await host.shell(maintenance);
});

test("the removal of an account is in the system's log", async () => {
  const id = (await host.shell("artifact-admin account add --name 'Gone Inc' --plan free")).trim();
  await host.shell(`artifact-admin account remove --account ${id} --yes`);
  const lines = await host.shell("journalctl --sync; journalctl -q -o cat -t artifact-admin");
  assert.match(lines, new RegExp(`removed the account ${id} \\(Gone Inc\\) with all that it had`));
});

test("PostgreSQL is started again after a crash, with the documented drop-in", async () => {
  await host.shell(boxesOf("troubleshoot.md")("restart PostgreSQL"));
  const main = () => host.shell("head -n 1 /var/lib/postgresql/*/main/postmaster.pid");
  const killed = await main();
  await host.shell(`kill -KILL ${killed}`);
  await until("PostgreSQL", async () => {
    const { stdout } = await host.run("curl", "-sk", "https://localhost/readyz");
    return stdout.includes('"database":"ok"') && (await main()) !== killed;
  });
});

test("metrics tell when maintenance last succeeded, how long it took, and what it removed", async () => {
  await host.shell(maintenance);
  const before = await metrics();
  const since = await hostTime();
  await sql(
    "insert into idempotent_requests select account.id, sha256(number::text::bytea), sha256('x'), now() - interval '25 hours', 200, 'key', 'response' from accounts account, generate_series(1, 3) number",
  );
  await host.shell(maintenance);
  const now = await metrics();
  const rise = (metric, labels) =>
    total(now, `artifact_share_${metric}`, labels) - total(before, `artifact_share_${metric}`, labels);
  assert.ok(rise("maintenance_runs_total", { outcome: "done" }) >= 1);
  assert.equal(rise("maintenance_runs_total", { outcome: "failed" }), 0);
  assert.equal(rise("maintenance_removed_rows_total", { rows: "idempotency_keys" }), 3);
  assert.ok(total(now, "artifact_share_maintenance_last_success_timestamp_seconds") >= since);
  const runs = total(now, "artifact_share_maintenance_duration_seconds_count");
  assert.ok(runs >= 2);
  const seconds = total(now, "artifact_share_maintenance_duration_seconds_sum");
  assert.ok(seconds > 0 && seconds < 60 * runs);
});

test("maintenance that fails is counted, its last success stays, and check says that it failed", async () => {
  const success = await value("maintenance_last_success_timestamp_seconds");
  await host.shell("systemctl stop artifact-share-maintenance.timer redis-server@artifact-share");
  await host.run("systemctl", "start", "artifact-share-maintenance.service");
  assert.ok((await value("maintenance_runs_total", { outcome: "failed" })) >= 1);
  assert.equal(await value("maintenance_last_success_timestamp_seconds"), success);
  await assertFinding(
    "maintenance",
    "wrong",
    /artifact-share-maintenance\.timer is not active.*systemctl start/,
  );
  await host.shell("systemctl start redis-server@artifact-share artifact-share-maintenance.timer");
  await host.shell(
    "mkdir -p /run/systemd/system/artifact-share-maintenance.service.d && " +
      "printf '[Service]\\nExecStart=\\nExecStart=/bin/false\\n' " +
      ">/run/systemd/system/artifact-share-maintenance.service.d/fails.conf && systemctl daemon-reload",
  );
  await host.run("systemctl", "start", "artifact-share-maintenance.service");
  await assertFinding(
    "maintenance",
    "wrong",
    /failed \(exit-code\); see `journalctl -u artifact-share-maintenance`/,
  );
  await host.shell(
    "rm -r /run/systemd/system/artifact-share-maintenance.service.d && systemctl daemon-reload",
  );
  await host.shell(maintenance);
  await assertFinding("maintenance", "good", /did not fail/);
});

test("metrics tell when the certificate ends, and check warns 14 days before", async () => {
  const ends = async (file) =>
    Date.parse((await host.shell(`openssl x509 -in ${file} -noout -enddate`)).split("=")[1]) / 1000;
  await makeAuthority(host);
  for (const [days, verdict] of [
    [60, "good"],
    [13, "warning"],
  ]) {
    const { certificateFile, options } = await issueAsCertbot(host, name, { days });
    await host.shell(`artifact-admin setup --yes ${options} 2>&1`);
    await until(`a certificate for ${days} days`, async () => {
      const finding = (await check()).get("certificate");
      return finding.verdict === verdict && /valid for (1[23]|59|60) more days/.test(finding.text);
    });
    await until("the metric", async () => {
      await host.shell(maintenance);
      return (await value("certificate_end_timestamp_seconds")) === (await ends(certificateFile));
    });
  }
});

test("metrics show the free space on the database's disk, and check warns before writes are rejected", async () => {
  const free = Number(
    await host.shell("stat -f -c '%a %S' /var/lib/postgresql | { read -r a s; echo $((a * s)); }"),
  );
  const told = await value("database_disk_free_bytes");
  assert.ok(Math.abs(told - free) < 2 ** 30, `${told} ${free}`);
  await host.shell("mkdir -p /mnt/small && mount -t tmpfs -o size=64m tmpfs /mnt/small");
  const look = (bytes) =>
    withSettings(["database_folder = /mnt/small", `min_free_disk_bytes = ${bytes}`], async () =>
      (await check()).get("disk space"),
    );
  assert.equal((await look(2 ** 24)).verdict, "good");
  const warned = await look(40 * 2 ** 20);
  assert.equal(warned.verdict, "warning");
  assert.match(warned.text, /below min_free_disk_bytes/);
  assert.equal((await look(2 ** 30)).verdict, "wrong");
  await host.shell("umount /mnt/small");
});

const backups = "/var/backups/artifact-share";

test("a backup is written without a word but its name, from a folder that only root may enter, for root alone", async () => {
  // With the PATH of a cron job.
  const line = "cd /root && chmod 700 /root && PATH=/usr/bin:/bin artifact-admin backup";
  const folder = await host.run("bash", "-c", line);
  assert.equal(folder.status, 0, folder.stderr);
  assert.equal(folder.stderr, "");
  const written = folder.stdout.trim();
  assert.match(written, /^\/var\/backups\/artifact-share\/\d{4}-\d\d-\d\dT\d{6}Z$/);
  assert.equal(
    await host.shell(`cd ${written} && stat -c '%n %U %a' . *`),
    ". root 700\nartifact-share-etc.tar.gz root 600\nartifact-share.dump root 600",
  );
  assert.equal(await host.shell(`readlink -f ${backups}/latest`), written);
  assert.match(
    await host.shell(`tar -tzf ${written}/artifact-share-etc.tar.gz`),
    /^artifact-share\/signing_keys$/m,
  );
  assert.match(
    await host.shell(`pg_restore --list ${written}/artifact-share.dump`),
    /TABLE DATA public artifacts/,
  );
  const told = await value("backup_last_success_timestamp_seconds");
  assert.ok(Math.abs(told - (await hostTime())) < 120);
});

test("only the newest backups are kept, and one that fails takes none away", async () => {
  const list = async () => (await host.shell(`ls ${backups}`)).split("\n");
  await host.shell(`mkdir ${backups}/2020-01-01T000000Z ${backups}/2021-01-01T000000Z ${backups}/mine`);
  const [, , newest] = await list();
  await host.shell("sleep 1; artifact-admin backup --keep 2");
  const kept = await list();
  assert.equal(kept.length, 4);
  assert.deepEqual([kept[0], ...kept.slice(2)], [newest, "latest", "mine"]);
  await host.shell("systemctl stop 'postgresql@*'");
  const failed = await host.run("artifact-admin", "backup", "--keep", "1");
  await host.shell("systemctl start postgresql");
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /connection to server/);
  assert.deepEqual(await list(), kept);
  assert.equal((await host.run("artifact-admin", "backup", "--keep", "0")).status, 2);
  assert.deepEqual(await list(), kept);
});

test("the timer makes backups once it is enabled, inside its sandbox, and check says when one fails", async () => {
  const beforeEnabling = Math.floor(Date.now() / 1000);
  await host.shell("systemctl enable --now artifact-share-backup.timer");
  const enabled = await value("backup_enabled_timestamp_seconds");
  assert.ok(enabled >= beforeEnabling && enabled <= Date.now() / 1000 + 1, `${enabled}`);
  const before = await host.shell(`readlink ${backups}/latest`);
  await host.shell("sleep 1; systemctl start artifact-share-backup.service");
  assert.notEqual(await host.shell(`readlink ${backups}/latest`), before);
  await assertFinding("backup", "good", /the timer is active.*; the newest backup .* is 0 hours old/);
  await host.shell(`touch -h -d '3 days ago' ${backups}/latest`);
  await assertFinding(
    "backup",
    "wrong",
    /the newest backup in .* is 72 hours old; run `artifact-admin backup`/,
  );
  await host.shell(`touch -h ${backups}/latest`);
  const level = await host.shell(
    "systemd-analyze security --no-pager artifact-share-backup.service | tail -n 1",
  );
  console.log(`# ${level}`);
  await host.shell("systemctl stop artifact-share-backup.timer");
  await assertFinding("backup", "wrong", /artifact-share-backup\.timer is not active/);
  await host.shell("systemctl start artifact-share-backup.timer; systemctl stop 'postgresql@*'");
  assert.notEqual((await host.run("systemctl", "start", "artifact-share-backup.service")).status, 0);
  await host.shell("systemctl start postgresql");
  await assertFinding("backup", "wrong", /failed \(exit-code\); see `journalctl -u artifact-share-backup`/);
  assert.match(
    await host.shell("journalctl --sync; journalctl -q -o cat -p err -u artifact-share-backup"),
    /artifact-admin: pg_dump: error: .*/,
  );
});
