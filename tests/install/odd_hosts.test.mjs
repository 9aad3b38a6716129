// Setup on hosts that differ from a fresh one: each gets a service, or a message that says what to do, and a setup that
// fails or is interrupted leaves neither a part of a file nor an nginx that cannot start. The tests are one story, in
// this order.
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before } from "node:test";
import { DebianHost, until } from "./debian_host.mjs";
import { host as name, request, serviceAt } from "./https_client.mjs";
import { packageFile } from "./packages.mjs";
import { test } from "./story.mjs";

const folder = "/etc/artifact-share";
const configuration = `${folder}/artifact-share.conf`;
const cluster = (port) => `host=/run/postgresql port=${port} dbname=artifact-share user=artifact-share`;

let host;
let fill;
before(async () => {
  host = await DebianHost.boot({ disk: "etc/artifact-share" });
  cpSync(packageFile, path.join(host.root, "root/artifact-share.deb"));
  await host.shell("apt-get install -y /root/artifact-share.deb 2>&1");
});
after(async () => {
  fill?.();
  await host?.powerOff();
});

const setUp = (...words) => host.run("artifact-admin", "setup", "--yes", ...words);
const sql = (port, text) =>
  host.shell(
    `cd / && runuser -u postgres -- psql -XqtA -h /run/postgresql -p ${port} -d postgres -c '${text}'`,
  );
async function assertFails(run, message, status = 1) {
  const { status: actual, stdout, stderr } = await run;
  assert.equal(actual, status, stdout + stderr);
  assert.match(stderr, message);
}
const nginxCanStart = () => host.shell("nginx -t -q 2>&1 && systemctl restart nginx");
const isReady = () => until("a service", async () => (await request("GET", "/readyz")).status === 200);

test("a host name that no certificate can have is rejected, with the form that it can have", async () => {
  for (const wrong of [
    "bücher.example",
    "share.example.test:0",
    "share.example.test:65536",
    "https://x",
    ".",
  ])
    await assertFails(setUp("--host", wrong), /--host must be a host name, .* in its form xn--…, not "/, 2);
});

test("a file system that is mounted read-only is named before anything is made", async () => {
  const { status, stderr } = await host.run(
    ..."systemd-run --quiet --pipe --wait -p ReadOnlyPaths=/etc artifact-admin setup --yes --host".split(" "),
    name,
  );
  assert.equal(status, 1);
  assert.match(stderr, /setup cannot write to \/etc\/artifact-share; is its file system mounted read-only\?/);
  assert.equal(await sql(5432, "select count(*) from pg_roles where rolname = $$artifact-share$$"), "0");
});

test("a full disk leaves no part of a configuration", async () => {
  fill = host.fillDisk();
  await assertFails(setUp("--host", name), /No space left on device/);
  await host.shell(`test ! -e ${configuration}`);
  fill();
  fill = undefined;
  await nginxCanStart();
});

test("a role that may not log in is reported with what to do", async () => {
  // Which the setup before has made.
  await sql(5432, 'alter role "artifact-share" nologin');
  await assertFails(setUp("--host", name), /may not log in.*alter role "artifact-share" login/s);
});

test("a database of another role is reported with what to do", async () => {
  await sql(5432, 'alter role "artifact-share" login');
  await sql(5432, 'alter database "artifact-share" owner to postgres');
  await assertFails(
    setUp("--host", name),
    /belongs to another role.*alter database "artifact-share" owner to/s,
  );
  await sql(5432, 'alter database "artifact-share" owner to "artifact-share"');
  await host.shell(`rm ${configuration}`);
});

test("a cluster that does not run is reported with how to start it, or to name another", async () => {
  await host.shell("pg_createcluster 15 second --port 5444 --start-conf manual");
  await assertFails(
    setUp("--host", name, "--database", cluster(5444)),
    /PostgreSQL does not respond at port 5444 of this host: .*pg_lsclusters.*--database/s,
  );
  await host.shell(
    "pg_dropcluster 15 second; pg_dropcluster --stop 15 main; pg_createcluster --start 15 main --port 5433",
  );
});

test("setup takes the only cluster where it listens, and a name as browsers send it, under any umask and locale", async () => {
  const output = await host.shell(
    `umask 077; export LC_ALL=de_DE.UTF-8 PGHOST=nowhere PGPORT=1; artifact-admin setup --host ${name.toUpperCase()}. 2>&1 </dev/null`,
  );
  assert.match(output, /artk_/);
  assert.doesNotMatch(output, /^wrong/m);
  const settings = await host.shell(`grep -E '^(public_base_url|database_url)' ${configuration}`);
  assert.deepEqual(settings.split("\n"), [
    `public_base_url = https://${name}`,
    `database_url = ${cluster(5433)}`,
  ]);
  await isReady();
});

test("a second setup with a database that does not respond changes no setting", async () => {
  const before = await host.shell(`cat ${configuration}`);
  await assertFails(setUp("--host", "other.example.test", "--database", "host=127.0.0.1 port=1"), /connect/);
  assert.equal(await host.shell(`cat ${configuration}`), before);
  await host.shell(`test ! -e ${configuration}.part`);
  await isReady();
});

// Has nginx's test of its configuration take long, while setup is ended.
async function interruptAtNginx(...words) {
  const slow = path.join(host.root, "root/slow");
  await host.shell("mkdir -p /root/slow; rm -f /root/slow/is-reached");
  writeFileSync(
    path.join(slow, "nginx"),
    '#!/bin/sh\ncase "$*" in *-t*) touch /root/slow/is-reached; sleep 60 ;; esac\nexec /usr/sbin/nginx "$@"\n',
    {
      mode: 0o755,
    },
  );
  await host.shell(
    `systemd-run --quiet --unit=interrupted -p Environment=PATH=/root/slow:/usr/sbin:/usr/bin:/sbin:/bin artifact-admin setup --yes ${words.join(" ")}`,
  );
  await until("the test of nginx", async () => {
    await host.shell("test -e /root/slow/is-reached");
    return true;
  });
  await host.shell("systemctl stop interrupted; systemctl reset-failed interrupted 2>/dev/null || true");
}

test("setup that is interrupted while it tries a certificate leaves the one of before", async () => {
  await host.shell(`cd /root && for i in one two; do openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \\
    -days 9 -subj /CN=${name} -keyout $i.key -out $i.pem 2>/dev/null; done`);
  const state = () => host.shell(`cd ${folder}/tls && ls -l --time-style=+ && cat certificate.pem key.pem`);
  const before = await state();
  await interruptAtNginx("--certificate", "/root/one.pem", "--certificate-key", "/root/two.key");
  assert.equal(await state(), before);
  await nginxCanStart();
});

test("setup that is interrupted while it enables the site leaves other sites alone, and can be repeated", async () => {
  await host.shell("rm /etc/nginx/sites-enabled/artifact-share.conf && systemctl reload nginx");
  await interruptAtNginx();
  assert.equal(await host.shell("ls /etc/nginx/sites-enabled"), "default");
  await nginxCanStart();
  await host.shell("artifact-admin setup --yes");
  await isReady();
});

test("a site that was written without nginx reading it is read by the next setup", async () => {
  const site = "/etc/nginx/sites-available/artifact-share.conf";
  const written = "/var/lib/artifact-share/nginx-site.sha256";
  const processes = () =>
    host.shell(
      "main=$(systemctl show --property MainPID --value nginx); cat /proc/$main/task/$main/children",
    );
  await host.shell(`artifact-admin setup --yes; test -e ${site}`);
  const before = await processes();
  await host.shell("/usr/lib/artifact-share/write-site");
  assert.equal(await processes(), before);
  await host.shell(`rm ${written} && /usr/lib/artifact-share/write-site && test -s ${written}`);
  assert.notEqual(await processes(), before);
});

test("an account without a user and a key, of a setup that was interrupted, gets both", async () => {
  await host.shell(`cd / && runuser -u artifact-share -- psql -Xq -h /run/postgresql -p 5433 -d artifact-share \\
    -c 'delete from password_links' -c 'delete from users' -c 'delete from api_keys'`);
  const output = await host.shell("artifact-admin setup --yes --email someone@example.test");
  const [key] = /artk_\w+/.exec(output);
  assert.match(output, /first user is someone@example\.test\.[^]*set-password\?token=/);
  assert.equal((await request("GET", "/api/account", { key })).status, 200);
  assert.equal((await host.shell("artifact-admin account list")).split("\n").length, 1);
  assert.doesNotMatch(await host.shell("artifact-admin setup --yes"), /artk_/);
});

test("an nginx whose user cannot open the workers' sockets is reported with the command that permits it", async () => {
  await host.shell(
    `useradd --system web; sed -i 's/^user .*/user web;/' /etc/nginx/nginx.conf; systemctl restart nginx`,
  );
  const { status, stdout } = await setUp();
  assert.equal(status, 1);
  const [, command] =
    /^wrong +nginx: it runs as the user web, .*; run `(usermod [^`]*)`, then `systemctl reload nginx`/m.exec(
      stdout,
    );
  await host.shell(`${command} && systemctl reload nginx`);
  await until(
    "a host where all is well",
    async () => (await host.run("artifact-admin", "check")).status === 0,
  );
  await host.shell(`sed -i 's/^user .*/user www-data;/' /etc/nginx/nginx.conf; systemctl restart nginx`);
});

test("another site with the same name is reported, and left as it is", async () => {
  const other = `server { listen 443 ssl; listen [::]:443 ssl; server_name ${name}; return 200 other;
    ssl_certificate ${folder}/tls/certificate.pem; ssl_certificate_key ${folder}/tls/key.pem; }`;
  await host.shell(`echo '${other}' >/etc/nginx/sites-enabled/a-site && systemctl reload nginx`);
  await until("the other site", async () => (await request("GET", "/")).text === "other");
  const { status, stdout } = await setUp();
  assert.equal(status, 1);
  assert.match(
    stdout,
    /^wrong +public address: .* it is not this installation: .* which nginx site responds there/m,
  );
  assert.doesNotMatch(stdout, /body limit/);
  assert.equal((await request("GET", "/")).text, "other");
  await host.shell("rm /etc/nginx/sites-enabled/a-site && systemctl reload nginx");
  await isReady();
});

test("beside a server that has ports 80 and 443, setup says what to do, and works when that is done", async () => {
  await host.shell(`rm /etc/nginx/sites-enabled/artifact-share.conf; systemctl stop nginx
    for port in 80 443; do systemd-run --quiet --unit=web-$port python3 -m http.server --bind 0.0.0.0 $port; done`);
  await until("the servers", async () => {
    await host.shell("curl -s http://127.0.0.1:80/ >/dev/null && curl -s http://127.0.0.1:443/ >/dev/null");
    return true;
  });
  await assertFails(setUp(), /port 443 is in use by web-443\.service\. .*listen_port = 8443 in/);
  await host.shell(`echo 'listen_port = 8443' >>${configuration}`);
  const { stderr } = await setUp();
  const [, command] =
    /port 80 is in use by web-80\.service, and nginx's own default site .* run `(.*?)`/.exec(stderr);
  await host.shell(command);
  const { stdout } = await setUp();
  // Nobody passes requests on yet.
  assert.deepEqual(stdout.match(/^wrong +[^:]*/gm), ["wrong    public address"]);
  assert.match(await host.shell("curl -sk https://localhost:8443/readyz"), /"status":"ok"/);
  await host.shell(`systemctl stop web-80 web-443; sed -i '/^listen_port/d' ${configuration}
    ln -s ../sites-available/default /etc/nginx/sites-enabled/default; artifact-admin setup --yes`);
  await isReady();
});

test("an IPv6 address is the public name", async () => {
  await host.shell("artifact-admin setup --yes --host '[::1]'");
  const { status } = await serviceAt("::1")("GET", "/healthz", { headers: { host: "[::1]" } });
  assert.equal(status, 200);
  await host.shell(`artifact-admin setup --yes --host ${name}`);
  await isReady();
});
