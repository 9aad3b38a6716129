// The service on a host that has other sites already, with a database that is reached over the network, and
// then behind a proxy. The tests are one story, in this order.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import path from "node:path";
import { after, before } from "node:test";
import { issueCertificate, makeAuthority } from "./certificate_authority.mjs";
import { DebianHost, until } from "./debian_host.mjs";
import { boxesOf } from "./documented_boxes.mjs";
import { host as name, request, serviceAt } from "./https_client.mjs";
import { packageFile } from "./packages.mjs";
import { test } from "./story.mjs";
import { underLoad } from "../under_load.mjs";

const database = "db.example.test";
let host;
let key;
before(async () => {
  host = await DebianHost.boot({ names: `127.0.0.1 localhost ${name} ${database}\n` });
});
after(() => host.powerOff());

const configuration = "/etc/artifact-share/artifact-share.conf";
const documented = boxesOf("install.md", "maintain.md");
const wellSetUp = async () => {
  const output = await host.shell("artifact-admin setup --yes");
  assert.doesNotMatch(output, /^wrong/m);
  return output;
};

test("a host has another site that is the default one, and a database with a certificate", async () => {
  await makeAuthority(host);
  for (const [site, file] of [
    [database, "/etc/postgresql/15/main/database"],
    ["other.example.test", "/etc/nginx/other"],
  ])
    await issueCertificate(host, site, { certificateFile: `${file}.pem`, keyFile: `${file}.key` });
  await host.shell(`
    chown postgres /etc/postgresql/15/main/database.*
    printf "ssl_cert_file = '/etc/postgresql/15/main/database.pem'\nssl_key_file = '/etc/postgresql/15/main/database.key'\n" \
      >/etc/postgresql/15/main/conf.d/tls.conf
    echo 'hostssl artifact-share +artifact-share all scram-sha-256' >>/etc/postgresql/15/main/pg_hba.conf
    systemctl restart postgresql@15-main
    cd / && runuser -u postgres -- psql -q -c "create role \\"artifact-share\\" login password 'secret'" \
      -c "create database \\"artifact-share\\" owner \\"artifact-share\\" encoding 'UTF8' locale 'C' template template0"
    cat >/etc/nginx/sites-enabled/another <<'END'
server {
  listen 443 ssl default_server;
  listen [::]:443 ssl default_server;
  server_name other.example.test;
  ssl_certificate /etc/nginx/other.pem;
  ssl_certificate_key /etc/nginx/other.key;
  location / { return 200 "another site"; }
}
END
    nginx -t -q && systemctl reload-or-restart nginx`);
  assert.equal((await request("GET", "/")).text, "another site");
});

test("setup takes a database over TLS from a configuration made as documented", async () => {
  cpSync(packageFile, path.join(host.root, "root", path.basename(packageFile)));
  await host.shell("cd /root && apt-get install -y ./artifact-share_*.deb 2>&1");
  const [install, line] = [documented("a configuration that others cannot read"), documented("in it")];
  await host.shell(install);
  assert.equal(await host.shell(`stat -c '%U:%G %a' ${configuration}`), "root:artifact-share 640");
  const url = line.replace("db.example.org", database).replace("PASSWORD", "secret");
  await host.shell(`
    sed -i '/^database_url/d; s/share.example.org/${name}/' ${configuration}
    cat >>${configuration} <<'END'
${url}
END`);
  const output = await wellSetUp();
  assert.doesNotMatch(output, /changing .* to owner/);
  assert.match(output, /^warning +locale: the database's locale knows ASCII letters only/m);
  assert.equal((await request("GET", "/readyz")).status, 200);
  const ssl =
    "select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'artifact-share'";
  assert.equal(await host.shell(`cd / && runuser -u postgres -- psql -qtAc "${ssl}"`), "t");
});

test("the host asks itself by localhost, whatever the default site is", async () => {
  const local = serviceAt("127.0.0.1", { name: "localhost" });
  assert.deepEqual((await local("GET", "/readyz")).json, { status: "ok", database: "ok", redis: "ok" });
  assert.match((await local("GET", "/metrics")).text, /artifact_share_worker_processes/);
  // As the documented target of Prometheus asks.
  const scrape = await request("GET", "/metrics", { headers: { host: "localhost:443" } });
  assert.match(scrape.text, /artifact_share_worker_processes/);
  assert.equal(
    (await serviceAt("127.0.0.1", { name: "other.example.test" })("GET", "/")).text,
    "another site",
  );
});

test("other names and the bare address get the default site, which can refuse them as documented", async () => {
  const bare = () => serviceAt("127.0.0.1", { name: "" })("GET", "/", { headers: { host: "127.0.0.1" } });
  assert.equal((await bare()).text, "another site");
  const file = "/etc/nginx/sites-available/other-names";
  const lines = documented(`${file}: refuses what is not for a site`);
  await host.shell(`sed -i 's/ default_server//' /etc/nginx/sites-enabled/another
    cat >${file} <<'END'
${lines}
END
    ln -s ../sites-available/other-names /etc/nginx/sites-enabled/
    nginx -t -q && /usr/lib/artifact-share/reload-nginx`);
  await assert.rejects(bare(), /unrecognized name|handshake|ECONNRESET/);
  assert.equal((await request("GET", "/readyz")).status, 200);
  assert.equal(
    (await serviceAt("127.0.0.1", { name: "other.example.test" })("GET", "/")).text,
    "another site",
  );
});

// The programs that use it meanwhile: calls of the API, new connections to PostgreSQL and Redis among them.
async function losesNothing(change) {
  const share = () =>
    request("POST", "/api/artifacts/share", { key, body: { template: "markdown", content: { text: "x" } } });
  const read = () => request("GET", "/api/account", { key });
  const statuses = await underLoad([share, read, read, read], change);
  assert.deepEqual([...statuses.keys()].sort(), [200, 201], JSON.stringify([...statuses]));
  assert.doesNotMatch((await host.run("artifact-admin", "check")).stdout, /^wrong/m);
}

test("the password of the database is changed as documented without losing a request", async () => {
  key =
    await host.shell(`account=$(artifact-admin account add --name Load --plan enterprise --requests-per-minute 1000000000)
    artifact-admin key add --account $account --name load`);
  const filled = (title) => documented(title).replaceAll("NEW_PASSWORD", "second");
  await losesNothing(() =>
    host.shell(`${filled("on the database host: a second role")}
      sed -i '/^database_url/ { s/user=artifact-share /user=artifact-share-2 /; s/password=secret/password=second/ }' ${configuration}
      systemctl reload artifact-share
      ${filled("on the database host: the end of the old password")}`),
  );
  const roles = await host.shell(
    `cd / && runuser -u postgres -- psql -qtAc "select distinct usename from pg_stat_activity where datname = 'artifact-share'"`,
  );
  assert.equal(roles, "artifact-share-2");
  // What the second role makes is of the first, so that these can change places.
  await host.shell("artifact-admin maintain && artifact-admin backup --folder /root/backups");
  const old = await host.run(
    ..."env PGPASSWORD=secret psql -h 127.0.0.1 -U artifact-share artifact-share -c select".split(" "),
  );
  assert.notEqual(old.status, 0);
});

test("the password of Redis is changed as documented without losing a request", async () => {
  const socket = "/run/redis-artifact-share/redis.sock";
  await host.shell(`printf 'auth x\nconfig set requirepass first\n' | redis-cli -s ${socket} >/dev/null
    echo 'requirepass first' >>/etc/redis/redis-artifact-share.conf
    install -o artifact-share -m 400 /dev/null /etc/artifact-share/redis_password
    echo first >/etc/artifact-share/redis_password
    echo 'redis_password_file = /etc/artifact-share/redis_password' >>${configuration}
    systemctl reload artifact-share`);
  const filled = (title) =>
    documented(title).replaceAll("OLD_PASSWORD", "first").replaceAll("NEW_PASSWORD", "second");
  await losesNothing(() =>
    host.shell(`${filled("on the host of Redis: a second password")}
      echo second >/etc/artifact-share/redis_password && systemctl reload artifact-share
      ${filled("on the host of Redis: the end of the old password")}
      sed -i 's/^requirepass .*/requirepass second/' /etc/redis/redis-artifact-share.conf`),
  );
  assert.match(
    await host.shell(`redis-cli -s ${socket} --no-auth-warning -a first ping 2>&1`),
    /AUTH failed|NOAUTH/,
  );
  await host.shell("systemctl restart redis-server@artifact-share");
  await until("Redis", async () => (await request("GET", "/readyz")).status === 200);
});

test("the signing keys are changed as documented without losing a request, and links stay", async () => {
  const share = async () => {
    const body = { template: "markdown", content: { text: "kept" } };
    return (await request("POST", "/api/artifacts/share", { key, body })).json.url.replace(
      `https://${name}`,
      "",
    );
  };
  const before = await share();
  await losesNothing(() => host.shell(documented("a new signing key")));
  assert.equal(await host.shell("stat -c '%U %a' /etc/artifact-share/signing_keys"), "root 600");
  const keys = (await host.shell("cut -d' ' -f1 /etc/artifact-share/signing_keys")).split("\n");
  assert.equal(keys.length, 2);
  const signedBy = async (key) =>
    JSON.parse(await host.shell(`artifact-admin link list --signing-key ${key} --json`)).length;
  const count = await signedBy(keys[0]);
  for (const url of [before, await share()]) assert.match((await request("GET", url)).text, /kept/);
  assert.equal(await signedBy(keys[0]), count + 1);
});

test("directives of the operator's own are taken into the site, and stay", async () => {
  await host.shell(`
    cat >/etc/artifact-share/nginx.d/own.conf <<'END'
location = /own { return 200 "our own"; }
END
    nginx -t -q && systemctl reload nginx`);
  await wellSetUp();
  assert.equal((await request("GET", "/own")).text, "our own");
  assert.doesNotMatch((await host.run("artifact-admin", "check")).stdout, /was edited/);
});

test("another host gets the metrics once it is allowed as documented, and a third one does not", async (t) => {
  const monitoring = "10.0.0.9";
  const third = "10.0.0.10";
  for (const address of [monitoring, third]) {
    execFileSync("ip", ["address", "add", `${address}/32`, "dev", "lo"]);
    t.after(() => execFileSync("ip", ["address", "delete", `${address}/32`, "dev", "lo"]));
  }
  const scrape = (from) => serviceAt(monitoring, { from })("GET", "/metrics");
  for (const address of [monitoring, third]) assert.equal((await scrape(address)).status, 404);
  const file = "/etc/artifact-share/nginx.d/metrics/monitoring.conf";
  const lines = documented(`${file}: metrics for another host`);
  await host.shell(`cat >${file} <<'END'
${lines}
END
    nginx -t && systemctl reload nginx`);
  await until("metrics for the other host", async () => (await scrape(monitoring)).status === 200);
  assert.match((await scrape(monitoring)).text, /artifact_share_worker_processes/);
  assert.equal((await scrape(third)).status, 404);
  assert.equal((await serviceAt("127.0.0.1")("GET", "/metrics")).status, 200);
  assert.doesNotMatch((await host.run("artifact-admin", "check")).stdout, /was edited|^wrong/m);
});

test("nginx answers by its new configuration as soon as a reload of it has returned", async () => {
  const file = "/etc/artifact-share/nginx.d/own.conf";
  for (let i = 0; i < 10; ++i) {
    await host.shell(
      `echo 'location = /own { return 200 "${i}"; }' >${file} && /usr/lib/artifact-share/reload-nginx`,
    );
    for (let calls = 0; calls < 4; ++calls)
      assert.equal(
        (await serviceAt("127.0.0.1")("GET", "/own", { headers: { connection: "close" } })).text,
        `${i}`,
      );
  }
});

test("setup names the directives of the operator's own that nginx does not accept", async () => {
  await host.shell("echo 'nonsense;' >/etc/artifact-share/nginx.d/wrong.conf");
  const { status, stdout } = await host.run("artifact-admin", "check");
  assert.equal(status, 1);
  assert.match(stdout, /^wrong +nginx: the configuration is invalid[^]*nginx\.d\/wrong\.conf/m);
  await host.shell("rm /etc/artifact-share/nginx.d/wrong.conf");
});

test("the service moves behind a proxy on the same host, which names its clients", async () => {
  await host.shell(`printf 'listen_port = 8443\ntrusted_proxies = 127.0.0.1\n' >>${configuration}
    cat >/etc/nginx/sites-enabled/proxy <<'END'
server {
  listen 443 ssl;
  listen [::]:443 ssl;
  server_name ${name};
  ssl_certificate /etc/artifact-share/tls/certificate.pem;
  ssl_certificate_key /etc/artifact-share/tls/key.pem;
  client_max_body_size 40m;
  location / {
    proxy_pass https://127.0.0.1:8443;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_ssl_name ${name};
    proxy_ssl_server_name on;
  }
}
END
    /usr/lib/artifact-share/write-site`);
  const stdout = await wellSetUp();
  assert.match(stdout, /^good +public address/m);
  assert.match(stdout, /^good +proxy: a trusted proxy is in front of nginx, at 127\.0\.0\.1,/m);
  assert.match(stdout, /^good +body limit/m);
  const remaining = async (address) => {
    const { headers } = await request("GET", "/api/account", { headers: { "x-forwarded-for": address } });
    return Number(headers["x-ratelimit-remaining"]);
  };
  for (const address of ["203.0.113.1", "203.0.113.2"]) assert.equal(await remaining(address), 59);
});
