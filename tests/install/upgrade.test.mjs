// What befalls an installed service when something does not work: a worker that does not start, settings
// that are wrong, an upgrade that fails, and the way back. The tests are one story, in this order.
import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before } from "node:test";
import { DebianHost, until } from "./debian_host.mjs";
import { boxesOf } from "./documented_boxes.mjs";
import { host as name, request } from "./https_client.mjs";
import { brokenPackage, newerPackage, packageFile } from "./packages.mjs";
import { test } from "./story.mjs";
import { underLoad } from "../under_load.mjs";

let host;
let key;
let newer;
before(async () => {
  host = await DebianHost.boot();
});
after(() => host.powerOff());

const configuration = "/etc/artifact-share/artifact-share.conf";
// Setup starts it again. Meanwhile it would try to run and fail, which the check tells.
const stopMaintenance = () =>
  host.shell("systemctl stop artifact-share-maintenance.timer artifact-share-maintenance.service");
const setWrong = async () => {
  await stopMaintenance();
  await host.shell(`echo 'thread = 2' >>${configuration}`);
};
const setRight = () => host.shell(`sed -i '/^thread = 2/d' ${configuration}`);
const workers = async () =>
  (await host.shell("systemctl show --property MainPID --value 'artifact-share-worker@*.service'"))
    .split(/\s+/)
    .map(Number)
    .filter((pid) => pid > 0);
// So many workers have sockets, two each.
const sockets = () =>
  host.shell("ls /run/artifact-share | grep -c sock || true").then((count) => Number(count) / 2);
const install = async (file, ...options) => {
  cpSync(file, path.join(host.root, "root/artifact-share.deb"));
  return host.shell(`apt-get install -y ${options.join(" ")} /root/artifact-share.deb 2>&1`);
};
const read = () => request("GET", "/api/account", { key });
const write = () =>
  request("POST", "/api/artifacts", { key, body: { template: "markdown", content: { text: "x" } } });
async function assertAllServed(calls = 20) {
  for (let i = 0; i < calls; ++i) {
    assert.equal((await read()).status, 200);
    assert.equal((await write()).status, 201);
  }
}
const documented = boxesOf("install.md", "maintain.md");

test("a configuration that is there before the package leaves the installation whole", async () => {
  const example = readFileSync(new URL("../../package/artifact-share.conf", import.meta.url), "utf8");
  await host.shell(`mkdir -m 755 /etc/artifact-share && cat >${configuration} <<'END'
${example.replace("share.example.org", name)}END
chmod 644 ${configuration}`);
  assert.match(await install(packageFile), /to set the service up: artifact-admin setup/);
  assert.equal(await host.shell("dpkg --audit"), "");
});

test("setup corrects the permissions of a configuration that others can read, says so, and continues", async () => {
  const output = await host.shell("artifact-admin setup --yes");
  assert.match(
    output,
    /changing \/etc\/artifact-share\/artifact-share.conf to owner root:artifact-share and mode 640/,
  );
  assert.equal(await host.shell(`stat -c '%U:%G %a' ${configuration}`), "root:artifact-share 640");
  assert.doesNotMatch(output, /^wrong/m);
  key = /artk_\w+/.exec(output)[0];
  await host.shell(
    `runuser -u postgres -- psql -qd artifact-share -c "update accounts set plan = 'enterprise', requests_per_minute = 1000000000"`,
  );
  assert.match(output, /first user is operator@share.example.test, because no --email was\ngiven/);
});

test("a backup is made of this version", async () => {
  await host.shell("mkdir -m 700 /root/older && cp $(artifact-admin backup)/* /root/older/");
});

test("check calls open files wrong, and setup closes them", async () => {
  for (const [file, mode, closed] of [
    [configuration, 644, 640],
    ["/etc/artifact-share/signing_keys", 640, 600],
    ["/etc/artifact-share/tls/key.pem", 644, 600],
  ]) {
    await host.shell(`chmod ${mode} ${file}`);
    const { status, stdout } = await host.run("artifact-admin", "check");
    assert.equal(status, 1, stdout);
    assert.match(stdout, new RegExp(`^wrong .*${file} is accessible to other users.*chmod 0${closed}`, "m"));
    assert.match(
      await host.shell("artifact-admin setup --yes"),
      new RegExp(`changing ${file} to owner root`),
    );
    assert.equal(await host.shell(`stat -c %a ${file}`), String(closed));
  }
});

test("a worker that does not start gives its socket up, the others serve, and it is tried again", async () => {
  const count = (await workers()).length;
  const override = (unit, text) =>
    `mkdir -p /run/systemd/system/${unit}.d && printf '${text}' >/run/systemd/system/${unit}.d/test.conf`;
  await host.shell(
    override("artifact-share-worker@1.service", "[Service]\\nExecStart=\\nExecStart=/bin/false\\n"),
  );
  await host.shell(
    override("artifact-share-worker-retry@1.timer", "[Timer]\\nOnActiveSec=\\nOnActiveSec=15s\\n"),
  );
  await host.shell("systemctl daemon-reload; systemctl --no-block restart artifact-share-worker@1.service");
  await until("one socket less", async () => (await sockets()) === count - 1);
  if (count > 1) await assertAllServed();
  await host.shell("rm -r /run/systemd/system/artifact-share-worker@1.service.d && systemctl daemon-reload");
  await until("the worker again", async () => (await workers()).length === count);
  await host.shell(
    "rm -r /run/systemd/system/artifact-share-worker-retry@1.timer.d && systemctl daemon-reload",
  );
  await assertAllServed();
});

test("settings with which no worker starts are rejected before a worker is stopped", async () => {
  const running = await workers();
  await setWrong();
  const restart = await host.run("/usr/lib/artifact-share/restart-workers");
  assert.equal(restart.status, 1);
  assert.match(restart.stderr, /left as they are[^]*unknown setting thread; did you mean threads\?$/m);
  assert.equal((await host.run("systemctl", "reload", "artifact-share")).status, 1);
  const setup = await host.run("artifact-admin", "setup", "--yes");
  assert.equal(setup.status, 1);
  assert.match(setup.stderr, /unknown setting thread/);
  assert.deepEqual(await workers(), running);
  await assertAllServed();
  assert.equal(await sockets(), running.length);
  await setRight();
});

// Settings with which a worker would start, but not serve; what it says of each.
test("a reload with which no request would be served changes nothing, and says why", async () => {
  const running = await workers();
  await stopMaintenance();
  await host.shell(`cp -a ${configuration} /root/right.conf`);
  const url = "host=127.0.0.1 dbname=artifact-share user=artifact-share password=";
  await host.shell(`runuser -u postgres -- psql -qc "alter role \\"artifact-share\\" password 'right'"`);
  const set = (name, value) => host.shell(`sed -i 's|^${name} *=.*|${name} = ${value}|' ${configuration}`);
  for (const [damage, reason] of [
    [() => set("database_url", `${url}wrong`), /database_url: .*password authentication failed/],
    [
      () => set("database_url", "host=nowhere.example.test dbname=artifact-share"),
      /database_url: .*nowhere\.example\.test/,
    ],
    [() => set("redis_url", "redis://127.0.0.1:1"), /redis_url: Connection refused/],
    [() => host.shell("mv /etc/artifact-share/signing_keys /root/keys"), /credentials/i],
    [
      () => host.shell("cd /var/lib/artifact-share/assets && mv $(ls | head -n 1) /root/asset"),
      /assets lacks \S+, which pages load.*run: cp -r/,
    ],
  ]) {
    await damage();
    const since = await host.shell("date +%s");
    const reload = await host.run("systemctl", "reload", "artifact-share");
    assert.equal(reload.status, 1, String(reason));
    const log = await host.shell(
      `journalctl --sync; journalctl -q -o cat --since @${since} -u artifact-share`,
    );
    assert.match(log, reason);
    assert.match(log, /left as they (are|were)/);
    const { status, stderr } = await host.run("/usr/lib/artifact-share/restart-workers", "--try");
    assert.equal(status, 1);
    assert.match(stderr, reason);
    assert.deepEqual(await workers(), running);
    await assertAllServed(2);
    await host.shell(`cp -a /root/right.conf ${configuration}
      if [ -e /root/keys ]; then mv /root/keys /etc/artifact-share/signing_keys; fi
      if [ -e /root/asset ]; then cp -r /usr/share/artifact-share/assets/. /var/lib/artifact-share/assets/; rm /root/asset; fi`);
  }
  // The right password is taken.
  await set("database_url", `${url}right`);
  const statuses = await underLoad([read, write, read, read], () =>
    host.shell("systemctl reload artifact-share"),
  );
  assert.deepEqual([...statuses.keys()].sort(), [200, 201], JSON.stringify([...statuses]));
  await host.shell(`cp -a /root/right.conf ${configuration} && systemctl reload artifact-share`);
});

const workersFinding = async () => {
  const { status, stdout } = await host.run("artifact-admin", "check");
  const [, verdict, text] = /^(\w+) +workers: (.*)$/m.exec(stdout) ?? assert.fail(stdout);
  const [, command] = /run `(.*?)`$/.exec(text) ?? [];
  return { status, verdict, text, command };
};

test("check compares what runs with what is installed, and names the one command that corrects it", async () => {
  assert.equal((await workersFinding()).verdict, "good");
  for (const [damage, text] of [
    [
      `printf '[Service]\\nExecStart=\\nExecStart=/bin/false\\n' >/run/broken.conf
        mkdir -p /run/systemd/system/artifact-share-worker@1.service.d
        mv /run/broken.conf /run/systemd/system/artifact-share-worker@1.service.d/
        systemctl daemon-reload; systemctl restart artifact-share-worker@1.service || true
        until systemctl --quiet is-failed artifact-share-worker@1.service; do sleep 0.1; done
        rm -r /run/systemd/system/artifact-share-worker@1.service.d; systemctl daemon-reload`,
      /artifact-share-worker@1\.service does not run \((failed|activating), .*journalctl -u/,
    ],
    [
      "systemctl stop artifact-share-worker@1.service",
      /artifact-share-worker@1\.service does not run \(inactive/,
    ],
    [
      "cd /usr/lib/artifact-share && cp -a artifact-worker new && mv new artifact-worker",
      /artifact-share-worker@1\.service runs a program \(version \S+\) that is no longer the installed one/,
    ],
    [`echo 'log_sample = 2' >>${configuration}`, /has not loaded the current configuration and keys/],
    [
      'echo "older $(openssl rand -base64 32)" >>/etc/artifact-share/signing_keys',
      /has not loaded the current configuration and keys/,
    ],
    [
      `runuser -u postgres -- psql -qd artifact-share -c "update schema_migrations set applied_at = now() + interval '3 seconds' where number = (select max(number) from schema_migrations)"; sleep 6`,
      /was started before the last migration of the database/,
    ],
  ]) {
    await host.shell(damage);
    const found = await workersFinding();
    assert.equal(found.verdict, "wrong", damage);
    assert.equal(found.status, 1);
    assert.match(found.text, text);
    await host.shell(found.command);
    assert.equal((await workersFinding()).verdict, "good", `${damage}\n${found.command}`);
  }
  // A comment changes nothing.
  await host.shell(`echo '# a comment' >>${configuration}`);
  assert.equal((await workersFinding()).verdict, "good");
  await host.shell(
    `sed -i '/^log_sample/d; /^# a comment/d' ${configuration} && systemctl reload artifact-share`,
  );
  await assertAllServed(2);
});

test("the documented check of the configuration names a wrong setting", async () => {
  for (const document of ["configuration.md", "monitor.md"]) {
    const text = readFileSync(new URL(`../../docs/${document}`, import.meta.url), "utf8");
    const [words] = /\/\S*artifact-worker --config \S+ --check/.exec(text);
    assert.equal(await host.shell(words), "");
    await setWrong();
    const { status, stderr } = await host.run(...words.split(" "));
    await setRight();
    assert.equal(status, 1);
    assert.match(stderr, /line \d+: unknown setting thread/);
  }
});

test("while no worker starts, callers get an error immediately, and setup restarts all workers", async () => {
  const count = (await workers()).length;
  await setWrong();
  await host.run("systemctl", "restart", "artifact-share-worker@*.service");
  await until("no socket", async () => (await sockets()) === 0);
  const refused = await write();
  assert.equal(refused.status, 503);
  assert.equal(refused.json.error.code, "unavailable");
  await setRight();
  await host.shell("artifact-admin setup --yes");
  assert.equal((await workers()).length, count);
  await assertAllServed();
});

test("a reload takes changed settings over and loses no request", async () => {
  assert.equal((await request("GET", "/dashboard/sign-up")).status, 404);
  await host.shell(`echo 'sign_up = on' >>${configuration}`);
  const calls = Array.from({ length: 8 }, (_, i) => (i % 4 === 0 ? write : read));
  const statuses = await underLoad(calls, () => host.shell("systemctl reload artifact-share"));
  assert.deepEqual([...statuses.keys()].sort(), [200, 201], JSON.stringify([...statuses]));
  assert.equal((await request("GET", "/dashboard/sign-up")).status, 200);
});

test("a reload rewrites the nginx site if the settings require it", async () => {
  await host.shell(`echo 'max_file_bytes = 40000000' >>${configuration} && systemctl reload artifact-share`);
  assert.match(
    await host.shell("cat /etc/nginx/sites-available/artifact-share.conf"),
    /client_max_body_size 40000000;/,
  );
  await host.shell(
    `sed -i '/^sign_up/d; /^max_file_bytes/d' ${configuration} && systemctl reload artifact-share`,
  );
  assert.equal((await host.run("artifact-admin", "check")).status, 0);
});

test("the whole service is stopped and started by one name", async () => {
  const count = (await workers()).length;
  await host.shell("systemctl stop artifact-share");
  // Each serves the connections that nginx keeps to it until nginx has closed them.
  await until("a host without workers", async () => (await workers()).length === 0);
  assert.equal((await read()).status, 503);
  await host.shell("systemctl start artifact-share");
  await until("all workers", async () => (await workers()).length === count);
  await assertAllServed();
});

const schemaIsNewer = () =>
  host.shell(
    "runuser -u postgres -- psql -qtAd artifact-share -c \"select to_regclass('newer') is not null\"",
  );
const assertInstalled = async (version) =>
  assert.match(
    await host.shell("dpkg-query -W -f '${db:Status-Abbrev}${Version}' artifact-share; dpkg --audit"),
    new RegExp(`^ii .*${version}$`),
  );

test("an upgrade whose program does not start leaves the old one serving, and apt content", async () => {
  const running = await workers();
  const output = await install(brokenPackage());
  assert.match(output, /cannot start here[^]*installed, but not in service yet[^]*artifact-admin setup/);
  const found = await workersFinding();
  assert.match(found.text, /no longer the installed one/);
  assert.equal(found.command, "artifact-admin setup");
  await assertInstalled("broken");
  assert.deepEqual(await workers(), running);
  assert.equal(await schemaIsNewer(), "f");
  await assertAllServed();
});

test("an upgrade without the database leaves the old version serving, and setup completes it", async () => {
  const running = await workers();
  await stopMaintenance();
  await host.shell("systemctl stop postgresql@15-main");
  newer = newerPackage();
  assert.match(await install(newer), /not in service yet/);
  await assertInstalled("newer");
  assert.deepEqual(await workers(), running);
  await host.shell("systemctl start postgresql@15-main");
  await host.shell("artifact-admin setup --yes");
  assert.equal(await schemaIsNewer(), "t");
  for (const pid of await workers()) await host.shell(`tail -c 5 /proc/${pid}/exe | grep -qx newer`);
  await assertAllServed();
});

test("an upgrade that is left to the operator says what is to do, and check says so until it is done", async () => {
  const running = await workers();
  await host.shell("sed -i 's/^UPGRADE_SERVICE=.*/UPGRADE_SERVICE=no/' /etc/default/artifact-share");
  const output = await install(newer, "--reinstall");
  const [, command] = /UPGRADE_SERVICE=no is set[^]*restart the workers: (\S+)$/m.exec(output);
  assert.deepEqual(await workers(), running);
  const found = await workersFinding();
  assert.equal(found.status, 1);
  assert.match(found.text, /no longer the installed one/);
  await host.shell(
    `${command}; sed -i 's/^UPGRADE_SERVICE=.*/UPGRADE_SERVICE=yes/' /etc/default/artifact-share`,
  );
  assert.equal((await workersFinding()).verdict, "good");
  await assertAllServed();
});

test("setup tries a worker before it migrates", async () => {
  await host.shell(`cp -a /usr/lib/artifact-share/artifact-worker /root/worker
    echo 'create table latest ();' >/usr/share/artifact-share/migrations/9999_latest.sql
    printf '#!/bin/sh\necho "artifact-worker: cannot start here" >&2\nexit 1\n' >/usr/lib/artifact-share/new
    chmod 755 /usr/lib/artifact-share/new && mv /usr/lib/artifact-share/new /usr/lib/artifact-share/artifact-worker`);
  const { status, stderr } = await host.run("artifact-admin", "setup", "--yes");
  assert.equal(status, 1);
  assert.match(stderr, /cannot start here[^]*the database was not migrated/);
  assert.equal(
    await host.shell(
      "runuser -u postgres -- psql -qtAd artifact-share -c \"select to_regclass('latest') is null\"",
    ),
    "t",
  );
  await assertAllServed();
  await host.shell(`rm /usr/share/artifact-share/migrations/9999_latest.sql
    mv /root/worker /usr/lib/artifact-share/artifact-worker && artifact-admin setup --yes`);
  assert.equal((await workersFinding()).verdict, "good");
});

test("a setting that the version before does not have is commented out on the way back to it", async () => {
  const running = await workers();
  await setWrong();
  const output = await install(packageFile, "--allow-downgrades");
  assert.match(output, /does not know this setting, so it is commented out[^]*^thread/m);
  assert.doesNotMatch(output, /not in service/);
  assert.match(await host.shell(`grep thread ${configuration}`), /^# not known to version \S+: thread = 2$/m);
  await host.shell(`sed -i '/^# not known.*thread = 2/d' ${configuration}`);
  for (const pid of await workers()) assert.ok(!running.includes(pid));
  await assertAllServed();
  await install(newer);
  await host.shell("systemctl start artifact-share-maintenance.timer");
});

test("the previous version can be reinstalled as documented, and works on the newer schema", async () => {
  const older = path.basename(packageFile);
  cpSync(packageFile, path.join(host.root, "root", older));
  const lines = documented("back to the version before").replace("artifact-share_OLDER_ARCH.deb", older);
  const calls = Array.from({ length: 4 }, () => read);
  let output;
  const statuses = await underLoad(calls, async () => (output = await host.shell(`cd /root\n${lines}`)));
  assert.deepEqual([...statuses.keys()], [200]);
  assert.doesNotMatch(output, /not in service/);
  assert.match(output, /^warning +schema: from a newer version/m);
  assert.equal(await host.shell("dpkg --audit"), "");
  for (const pid of await workers())
    assert.notEqual(await host.shell(`tail -c 5 /proc/${pid}/exe | tr -d '\\0'`), "newer");
  assert.equal(await schemaIsNewer(), "t");
  await assertAllServed();
  await host.shell("artifact-admin setup --yes");
});

test("an older version can be restored with its backup as documented", async () => {
  await install(newer);
  const older = path.basename(packageFile);
  cpSync(packageFile, path.join(host.root, "root/older", older));
  const [stop, ...restore] = documented("on the same host").split("\n");
  const installation = documented("an older version")
    .replace("artifact-share_OLDER_ARCH.deb", older)
    .replace(/^apt /m, "apt-get -y ");
  const output = await host.shell(["cd /root/older", "exec 2>&1", stop, installation, ...restore].join("\n"));
  assert.doesNotMatch(output, /dropdb|createdb|pg_restore|not in service|^wrong/m);
  assert.equal(await schemaIsNewer(), "f");
  for (const pid of await workers())
    assert.notEqual(await host.shell(`tail -c 5 /proc/${pid}/exe | tr -d '\\0'`), "newer");
  await assertAllServed();
});

test("a purge leaves no unit", async () => {
  await host.shell("apt-get purge -y artifact-share 2>&1");
  for (const list of ["list-units --all", "list-unit-files"])
    assert.equal(await host.shell(`systemctl ${list} --plain --no-legend 'artifact-share*' || true`), "");
});
