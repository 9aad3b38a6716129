// The life of an installed service on a Debian host of its own: from the package to its removal. The
// tests are one story, in this order.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { after, before } from "node:test";
import {
  certificate as authority,
  issueAsCertbot,
  issueCertificate,
  makeAuthority,
} from "./certificate_authority.mjs";
import { DebianHost, until } from "./debian_host.mjs";
import { boxesOf } from "./documented_boxes.mjs";
import { host as name, request } from "./https_client.mjs";
import { clientPackageFile, newAsset, newerPackage, packageFile, promtool } from "./packages.mjs";
import { readPrometheusText, total } from "../service/prometheus_text.mjs";
import { settingNames } from "../service/setting_names.mjs";
import { test } from "./story.mjs";
import { underLoad } from "../under_load.mjs";

const documented = boxesOf("install.md", "maintain.md");
// Longer than the subject of a certificate can be, and than nginx accepts without this line.
const longName = `${"a".repeat(60)}.example.test`;
const longNames = "server_names_hash_bucket_size 128;";

let host;
let key;
let shared;
let newer;
let certbot;

before(async () => {
  host = await DebianHost.boot();
});
after(() => host.powerOff());

const pathOf = (url) => url.replace(`https://${name}`, "");
const markdown = (text) => ({ template: "markdown", title: "A page", content: { text } });
const share = async (body) => {
  const { status, json, text } = await request("POST", "/api/artifacts/share", { key, body });
  assert.equal(status, 201, text);
  return { id: json.id ?? json.artifact.id, url: json.url ?? json.share.url };
};
const workers = async () =>
  (await host.shell("systemctl show --property MainPID --value 'artifact-share-worker@*.service'"))
    .split(/\s+/)
    .map(Number)
    .filter((pid) => pid > 0);
const check = () => host.run("artifact-admin", "check");
const serves = () =>
  until("a service that is ready", async () => (await request("GET", "/readyz")).status === 200);
const install = async (file) => {
  cpSync(file, path.join(host.root, "root/artifact-share.deb"));
  return host.shell("apt-get install -y /root/artifact-share.deb 2>&1");
};
// A certificate in files whose names have spaces, and a key that is not its own.
const stray = {
  certificate: "/root/two words/certificate.pem",
  key: "/root/two words/its own.key",
  keyOfAnother: "/root/two words/of another.key",
};
async function issueStray() {
  await makeAuthority(host);
  await host.shell("mkdir '/root/two words'");
  for (const key of [stray.keyOfAnother, stray.key]) {
    await issueCertificate(host, name, { certificateFile: "/root/one.pem", keyFile: "/root/one.key" });
    await host.shell(`mv /root/one.pem '${stray.certificate}' && mv /root/one.key '${key}'`);
  }
}
// Whoever has seen the link can open it.
async function assertLinkWorks() {
  const { status, text } = await request("GET", pathOf(shared.url));
  assert.equal(status, 200);
  assert.match(text, /kept for ever/);
}

test("lintian reports no error in the package", () => {
  const output = execFileSync("lintian", ["--fail-on", "error", packageFile], {
    encoding: "utf8",
  });
  assert.doesNotMatch(output, /^E:/m, output);
});

test("the package installs, brings its manual, and starts nothing before set-up", async () => {
  const output = await install(packageFile);
  assert.match(output, /artifact-admin setup/);
  assert.equal(await host.shell("systemctl list-units --plain --no-legend 'artifact-share*'"), "");
  assert.equal(await host.shell("nginx -t -q && dpkg -V artifact-share"), "");
  await host.shell("test -r /usr/share/man/man1/artifact-admin.1.gz");
  await host.shell("test -r /usr/share/man/man5/artifact-share.conf.5.gz");
});

test("the manual pages are well-formed, and describe every setting and command", async () => {
  const page = (section, title) =>
    execFileSync(
      "man",
      ["--warnings", "-l", path.join(host.root, `usr/share/man/man${section}/${title}.${section}.gz`)],
      {
        encoding: "utf8",
        env: { ...process.env, MANWIDTH: "500", MANPAGER: "cat" },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  const configuration = page(5, "artifact-share.conf");
  assert.ok(settingNames.length > 40);
  const described = new Set(
    configuration
      .match(/^ +[a-z0-9_]+(?:, [a-z0-9_]+)*$/gm)
      .join()
      .match(/[a-z0-9_]+/g),
  );
  assert.deepEqual(
    settingNames.filter((setting) => !described.has(setting)),
    [],
  );
  const manual = page(1, "artifact-admin");
  const usage = await host.shell("artifact-admin --help");
  const commands = usage.match(/^ {2}[a-z]+( [a-z]+)?(?= )/gm).map((line) => line.trim());
  assert.ok(commands.includes("setup") && commands.includes("key add"));
  for (const command of commands) assert.match(manual, new RegExp(`^ +${command}\\b`, "m"));
});

test("setup rejects a key that does not match the certificate before it sets anything up", async () => {
  await issueStray();
  const { status, stderr } = await host.run(
    ...["artifact-admin", "setup", "--yes", "--host", name],
    ...["--certificate", stray.certificate, "--certificate-key", stray.keyOfAnother],
  );
  assert.equal(status, 1);
  assert.match(stderr, /\/of another\.key is not the key of \/root\/two words\/certificate\.pem$/m);
  assert.equal(await host.shell("ls /etc/artifact-share"), "nginx.d");
});

test("setup rejects an invalid email address or a host name too long for nginx before it begins", async () => {
  const setUp = (...words) => host.run("artifact-admin", "setup", "--yes", ...words);
  const wrong = await setUp("--host", name, "--email", "operator@");
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /--email must be an email address, not "operator@"/);
  const tooLong = await setUp("--host", longName);
  assert.equal(tooLong.status, 1);
  assert.match(tooLong.stderr, new RegExp(`into a file in /etc/nginx/conf\\.d, .*: ${longNames}$`, "m"));
  assert.equal(await host.shell("ls /etc/artifact-share"), "nginx.d");
});

test("setup whose port is in use names who has it before it makes anything, and can be run again", async () => {
  // Its own database has neither the encoding nor the locale of this cluster.
  await host.shell(`version=$(pg_lsclusters -h | cut -d' ' -f1)
    pg_dropcluster --stop $version main && pg_createcluster --locale C --encoding LATIN1 --start $version main
    systemd-run --quiet --unit=other python3 -m http.server --bind 0.0.0.0 443
    until bash -c '</dev/tcp/127.0.0.1/443' 2>/dev/null; do sleep 0.1; done`);
  let command;
  for (const action of ["stop", "start"]) {
    await host.shell(`systemctl ${action} nginx`);
    const { status, stderr } = await host.run("artifact-admin", "setup", "--yes", "--host", name);
    assert.equal(status, 1, stderr);
    const [, holder, remedy] =
      /^artifact-admin: port 443 is in use by (\S+)\. .* stop it \(`(.*?)`\) .* set listen_port = 8443 in/m.exec(
        stderr,
      );
    assert.equal(holder, "other.service");
    command = remedy;
    assert.equal(
      await host.shell("ls /etc/artifact-share /etc/nginx/sites-enabled"),
      `/etc/artifact-share:
nginx.d

/etc/nginx/sites-enabled:
default`,
    );
  }
  // A unit that was started by hand has no file.
  assert.equal(command, "systemctl disable --now other.service");
  await host.shell("systemctl is-active nginx && systemctl stop other.service");
});

test("setup brings the service up, keeps its secrets, and prints a key that works", async () => {
  const early = await host.run("artifact-admin", "account", "list");
  assert.equal(early.status, 1);
  assert.match(early.stderr, /not set up on this host; run `artifact-admin setup`$/m);
  // As for a user who became root by su.
  const output = await host.shell(`PATH=/usr/local/bin:/usr/bin:/bin artifact-admin setup --host ${name}`);
  key = /artk_\w+/.exec(output)[0];
  assert.match(output, /A first request/);
  assert.doesNotMatch(output, /^wrong/m);
  const modes = await host.shell(
    "cd /etc/artifact-share && stat -c '%n %U %G %a' signing_keys tls/key.pem artifact-share.conf",
  );
  assert.deepEqual(modes.split("\n"), [
    "signing_keys root root 600",
    "tls/key.pem root root 600",
    "artifact-share.conf root artifact-share 640",
  ]);
  const cores = Number(await host.shell("nproc"));
  assert.equal((await workers()).length, cores);
  assert.equal((await request("GET", "/readyz")).status, 200);
  assert.equal(await sql("select lower('É')"), "é");
  const { status, json } = await request("GET", "/api/account", { key });
  assert.equal(status, 200);
  assert.equal(json.key.name, "setup");
  const [, link] = new RegExp(`https://${name}(/dashboard/set-password\\?token=\\S+)`).exec(output);
  assert.match((await request("GET", link)).text, new RegExp(`value="operator@${name}"`));
});

test("setup that is run again changes nothing", async () => {
  const state = async () =>
    [
      await host.shell(
        "find /etc -type f -newermt 2000-01-01 -printf '%p %T@ %m %u %g\\n' -o -type l -printf '%p %l\\n' | sort",
      ),
      (await workers()).join(),
      // The timer of maintenance goes on.
      await host.shell(
        "runuser -u postgres -- pg_dump --exclude-table-data=maintenance_runs artifact-share | grep -v restrict",
      ),
    ].join("\n");
  // It stores what was counted until now.
  await host.shell("systemctl start artifact-share-maintenance.service");
  const before = await state();
  // One at a time.
  const output = await host.shell(`exec 9>/run/artifact-share/setup.lock; flock 9; sleep 2 & exec 9>&-
    artifact-admin setup --yes --account Another --email another@example.test`);
  assert.match(output, /waiting for another setup to end/);
  assert.match(output, /an account exists already, so --account and --email are ignored/);
  assert.doesNotMatch(output, /artk_|restarting/);
  const after = await state();
  const linesOf = (text, others) => text.split("\n").filter((line) => !others.includes(line));
  assert.deepEqual([linesOf(after, before), linesOf(before, after)], [[], []]);
  assert.equal(after, before);
});

const site = "/etc/nginx/sites-available/artifact-share.conf";
const configure = (name, value) =>
  host.shell(`f=/etc/artifact-share/artifact-share.conf; sed -i '/^ *${name} *=/d' $f
    ${value === undefined ? "" : `echo '${name} = ${value}' >>$f`}`);

test("setup replaces the certificate that it has created if the name is another, and keeps one of the operator's", async () => {
  const tls = "/etc/artifact-share/tls";
  const fits = async (option, value) => {
    assert.match(
      await host.shell(`openssl x509 -in ${tls}/certificate.pem -noout -${option} ${value}`),
      /does match/,
    );
  };
  const content = () => host.shell(`cat ${tls}/* ${site}`);
  const create = (subject) =>
    host.shell(`cd ${tls} && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 825 \
      -subj '${subject}' -addext subjectAltName=DNS:another.example.test \
      -keyout key.pem -out certificate.pem 2>&1`);
  await create("/O=Artifact Share setup");
  await host.shell("artifact-admin setup --yes");
  await fits("checkhost", name);
  // With space at the end, and as an editor of another system writes it.
  const before = await content();
  await configure("public_base_url", `https://${name} \r`);
  await host.shell("artifact-admin setup --yes");
  assert.equal(await content(), before);
  await configure("public_base_url", `https://${name}`);
  await host.shell("artifact-admin setup --yes --host 127.0.0.1");
  await fits("checkip", "127.0.0.1");
  await host.shell(`echo '${longNames}' >/etc/nginx/conf.d/long_names.conf; echo '127.0.0.1 ${longName}' >>/etc/hosts
    artifact-admin setup --yes --host ${longName}`);
  await fits("checkhost", longName);
  await host.shell(`artifact-admin setup --yes --host ${name}; rm /etc/nginx/conf.d/long_names.conf`);

  await create("/CN=another.example.test");
  const own = await content();
  const { stderr } = await host.run("artifact-admin", "setup", "--yes");
  assert.match(stderr, /certificate\.pem is not valid for .* not created by setup, so it is kept/);
  assert.equal(await content(), own);
  // A key is kept, too, and gets a certificate.
  const ownKey = await host.shell(`rm ${tls}/certificate.pem; cat ${tls}/key.pem`);
  await host.shell("artifact-admin setup --yes");
  await fits("checkhost", name);
  assert.equal(await host.shell(`cat ${tls}/key.pem`), ownKey);
});

test("check names a site that does not match the settings, and setup rewrites it", async () => {
  const before = await host.shell(`cat ${site}`);
  await configure("max_file_bytes", 40000000);
  const found = await check();
  assert.equal(found.status, 1);
  assert.match(
    found.stdout,
    /^wrong +nginx: the site .* does not match the settings, .*artifact-admin setup/m,
  );
  const output = await host.shell("artifact-admin setup --yes");
  assert.doesNotMatch(output, /^wrong/m);
  assert.match(await host.shell(`cat ${site}`), /client_max_body_size 40000000;/);
  await configure("max_file_bytes");
  await host.shell("artifact-admin setup --yes");
  assert.equal(await host.shell(`cat ${site}`), before);
});

test("a worker that setup adds gets requests, and one that it takes away gets none", async () => {
  const count = Number(await host.shell("nproc"));
  await host.shell(`artifact-admin setup --yes --workers ${count + 1}`);
  const added = `artifact-share-worker@${count + 1}.service`;
  await until("a request to the new worker", async () => {
    assert.equal((await request("GET", "/api/account", { key })).status, 200);
    return /"route":"\/account"/.test(await host.shell(`journalctl -o cat -u ${added}`));
  });
  await host.shell(`artifact-admin setup --yes --workers ${count}`);
  assert.doesNotMatch(await host.shell(`cat ${site}`), new RegExp(`worker-${count + 1}\\.sock`));
  assert.equal((await check()).status, 0);
});

test("an edited site is kept, and the difference from what it would be is printed", async () => {
  await host.shell(`sed -i 's/^  keepalive_timeout .*/  keepalive_timeout 7s;/' ${site}`);
  const found = await check();
  assert.equal(found.status, 0, found.stdout);
  assert.match(found.stdout, /^warning +nginx: the site .* was edited/m);
  const output = await host.shell("artifact-admin setup --yes 2>&1");
  assert.match(output, /was edited and is kept/);
  assert.match(output, /^- {2}keepalive_timeout 7s;\n\+ {2}keepalive_timeout 65s;$/m);
  assert.match(await host.shell(`cat ${site}`), /keepalive_timeout 7s;/);
  await host.shell(`mv ${site}.new ${site} && systemctl reload nginx`);
  assert.doesNotMatch((await check()).stdout, /was edited/);
});

test("check names the workers to which an edited site sends no requests", async () => {
  await host.shell(`sed -i '/worker-1\\.sock/d' ${site}`);
  const found = await check();
  await host.shell(`/usr/lib/artifact-share/write-site >/dev/null; mv ${site}.new ${site}`);
  assert.equal(found.status, 1, found.stdout);
  assert.match(found.stdout, /^wrong +nginx: the site .* sends no requests to worker-1\.sock/m);
});

test("every scrape counts all workers exactly, in a form that Prometheus takes", async () => {
  const scrape = async () => {
    const { status, text } = await request("GET", "/metrics");
    assert.equal(status, 200);
    execFileSync(promtool, ["check", "metrics"], { input: text });
    return total(readPrometheusText(text), "artifact_share_http_requests_total", {
      route: "/account",
      status: "200",
    });
  };
  const before = await scrape();
  for (let i = 0; i < 4; ++i)
    await Promise.all(Array.from({ length: 25 }, () => request("GET", "/api/account", { key })));
  // Whichever worker is asked.
  for (let i = 0; i < 8; ++i) assert.equal((await scrape()) - before, 100);
  assert.doesNotMatch(
    await host.shell("journalctl -o cat -u 'artifact-share-worker@*'"),
    /metrics_not_shared/,
  );
});

test("setup writes what an option says also where the configuration has no such line", async () => {
  const configuration = "/etc/artifact-share/artifact-share.conf";
  const redis = await host.shell(`sed -n 's/^redis_url = //p' ${configuration}`);
  await host.shell(`sed -i '/^redis_url/d' ${configuration}`);
  await host.shell(`artifact-admin setup --yes --redis ${redis}`);
  assert.equal(await host.shell(`sed -n 's/^redis_url = //p' ${configuration}`), redis);
});

test("artifacts are made and shared, and their pages come with all they load", async () => {
  shared = await share(markdown("This is kept for ever."));
  assert.ok(shared.url.startsWith(`https://${name}/a/`));
  await assertLinkWorks();
  const page = await request("GET", pathOf(shared.url));
  const assets = page.text.match(/\/assets\/[\w./-]+/g);
  assert.ok(assets.length >= 2);
  for (const asset of assets) {
    const { status, headers } = await request("GET", asset);
    assert.equal(status, 200, asset);
    assert.match(headers["content-type"], /^(text\/css|text\/javascript|image\/(svg\+xml|png))/, asset);
  }
});

test("the client package does not depend on the service's, and lintian reports no error in it", () => {
  const depends = execFileSync("dpkg-deb", ["-f", clientPackageFile, "Depends", "Recommends"], {
    encoding: "utf8",
  });
  assert.match(depends, /libcurl4/);
  assert.doesNotMatch(depends, /artifact-share|nginx|postgresql|redis|python|weasyprint/);
  const output = execFileSync("lintian", ["--fail-on", "error", clientPackageFile], { encoding: "utf8" });
  assert.doesNotMatch(output, /^E:/m, output);
});

test("the command for terminals signs in and shares, and has its manual and completions", async () => {
  cpSync(clientPackageFile, path.join(host.root, "root/artifact-share-client.deb"));
  await host.shell("apt-get install -y /root/artifact-share-client.deb 2>&1");
  await host.shell("dpkg -V artifact-share-client");
  await host.shell("test -r /usr/share/man/man1/artifact.1.gz");
  for (const script of [
    "bash-completion/completions/artifact",
    "zsh/vendor-completions/_artifact",
    "fish/vendor_completions.d/artifact.fish",
  ])
    await host.shell(`grep -q watch /usr/share/${script}`);
  const authority = "/etc/artifact-share/tls/certificate.pem";
  await host.shell(
    `echo ${key} | HOME=/root artifact login https://${name} --with-key --ca-cert ${authority}`,
  );
  const link = await host.shell("echo '# From a terminal' | HOME=/root artifact share");
  const { status, text } = await request("GET", pathOf(link.trim()));
  assert.equal(status, 200);
  assert.match(text, /From a terminal/);
  await host.shell("apt-get purge -y artifact-share-client 2>&1");
});

test("a PDF is made of HTML inside the sandbox of the unit, confined", async () => {
  const made = await share({
    template: "pdf",
    title: "Made",
    content: { html: "<h1>Made here</h1><p>Ünïcödé, 中文, 🙂</p>" },
  });
  // On a busy host it takes longer than a viewer waits.
  const { bytes } = await until("the PDF", async () => {
    const answer = await request("GET", pathOf(made.url).replace("?", "/file?"));
    assert.ok([200, 503].includes(answer.status), answer.text);
    return answer.status === 200 && answer;
  });
  assert.equal(bytes.subarray(0, 5).toString(), "%PDF-");
  // What the maker of PDFs gives up by itself is given up here too.
  const properties = (await host.shell("systemctl cat artifact-share-worker@1.service"))
    .split("\n")
    .filter((line) =>
      /^(\w*Protect|Private|Restrict|Memory|NoNew|SystemCall|Capab|Lock|ProcSubset|UMask|RemoveIPC)/.test(
        line,
      ),
    )
    .map((line) => `-p '${line}'`);
  assert.ok(properties.length > 20);
  const output = await host.shell(
    `echo '<p>x' | systemd-run --quiet --pipe --wait -p User=artifact-share ${properties.join(" ")} ` +
      "/usr/lib/artifact-share/make_pdf.py 2>&1 >/dev/null",
  );
  // The network it cannot leave, as the unit permits no namespaces; instead it cannot open a socket.
  assert.doesNotMatch(output, /confine_to_readable_files|refuse_system_calls/);
});

test("PDFs and metrics are stored in other folders, which the units allow as documented", async () => {
  const document = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  const find = (pattern) => {
    const [, found] = pattern.exec(document.replaceAll("\n", " "));
    return found;
  };
  const files = [];
  const edit = async (unit, folder) => {
    assert.match(document, new RegExp(`^\\[Service\\]\nReadWritePaths=${folder}$`, "m"));
    const file = `/etc/systemd/system/${unit}.d/${path.basename(folder)}.conf`;
    files.push(file);
    await host.shell(
      `mkdir -p $(dirname ${file}) && printf '[Service]\nReadWritePaths=${folder}\n' >${file}`,
    );
  };
  const create = find(/`(install -d [^`]* \/srv\/pdfs)`/);
  const [line, file] = [
    find(/such as `(d [^`]*)` in `\/etc\/tmpfiles/),
    find(/in `(\/etc\/tmpfiles\.d\/[^`]*)`/),
  ];
  files.push(file);
  await host.shell(`${create}; echo '${line}' >${file}; systemd-tmpfiles --create`);
  await edit("artifact-share-worker@.service", "/srv/pdfs");
  for (const unit of ["artifact-share-worker@.service", "artifact-share-maintenance.service"])
    await edit(unit, "/run/share-metrics");
  await configure("pdf_cache_folder", "/srv/pdfs");
  await configure("metrics_folder", "/run/share-metrics");
  await host.shell("systemctl daemon-reload && systemctl reload artifact-share");
  const made = await share({ template: "pdf", title: "Elsewhere", content: { html: "<h1>Elsewhere</h1>" } });
  await until("the PDF", async () => {
    const { status } = await request("GET", pathOf(made.url).replace("?", "/file?"));
    return status === 200;
  });
  await host.shell("ls /srv/pdfs | grep -q . && systemctl start artifact-share-maintenance.service");
  const samples = readPrometheusText((await request("GET", "/metrics")).text);
  assert.equal(total(samples, "artifact_share_worker_processes"), (await workers()).length);
  assert.ok(total(samples, "artifact_share_maintenance_runs_total", { outcome: "done" }) >= 1);
  for (const name of ["pdf_cache_folder", "metrics_folder"]) await configure(name);
  await host.shell(`rm -r ${files.join(" ")} /srv/pdfs
    rmdir /etc/systemd/system/artifact-share-*.service.d
    systemctl daemon-reload && systemctl reload artifact-share`);
});

test("every service is sandboxed to an exposure of 1.5 or less", async () => {
  for (const unit of ["artifact-share-worker@1.service", "artifact-share-maintenance.service"]) {
    const output = await host.shell(`systemd-analyze security --no-pager --threshold=15 ${unit}`);
    const level = Number(/exposure level for .*: ([\d.]+)/.exec(output)[1]);
    assert.ok(level <= 1.5, `${unit}: ${level}`);
    console.log(`# ${unit}: ${level}`);
  }
});

test("the logs of nginx's site are readable by administrators only, from the first line", async () => {
  const modes = await host.shell("stat -c '%a %U %G' /var/log/nginx/artifact-share-*.log");
  assert.deepEqual([...new Set(modes.trim().split("\n"))], ["640 www-data adm"]);
});

test("maintenance runs by its timer and does its work", async () => {
  await host.shell("systemctl is-active artifact-share-maintenance.timer");
  await request("GET", pathOf(shared.url));
  await host.shell("systemctl start artifact-share-maintenance.service");
  const log = await host.shell("journalctl -o cat -u artifact-share-maintenance.service");
  assert.match(log, /"shareLinksWithNewViews":\d/);
  const { json } = await request("GET", `/api/artifacts/${shared.id}/shares`, { key });
  assert.ok(json.data[0].viewCount > 0);
});

test("a worker that is killed is restarted, and meanwhile others respond", async () => {
  const [victim] = await workers();
  await host.shell(`kill -KILL ${victim}`);
  for (let i = 0; i < 20; ++i) assert.equal((await request("GET", "/api/account", { key })).status, 200);
  const count = Number(await host.shell("nproc"));
  await until("another worker", async () => {
    const now = await workers();
    return now.length === count && !now.includes(victim);
  });
});

test("a worker that has fallen silent is killed and started again", async () => {
  const override = "/run/systemd/system/artifact-share-worker@1.service.d";
  await host.shell(
    `mkdir -p ${override} && printf '[Service]\\nWatchdogSec=2s\\n' >${override}/watchdog.conf`,
  );
  await host.shell("systemctl daemon-reload && systemctl restart artifact-share-worker@1.service");
  const pid = await host.shell("systemctl show --property MainPID --value artifact-share-worker@1.service");
  await host.shell(`sleep 3; test -e /proc/${pid} && kill -STOP ${pid}`);
  await until("a new worker", async () => {
    const now = await host.shell("systemctl show --property MainPID --value artifact-share-worker@1.service");
    return now !== "0" && now !== pid;
  });
  await host.shell(`rm -r ${override} && systemctl daemon-reload`);
  await host.shell("systemctl restart artifact-share-worker@1.service");
  await serves();
});

test("check finds what is wrong, says what would be right, and tells by its exit status", async () => {
  const well = await check();
  assert.equal(well.status, 0, well.stdout + well.stderr);
  assert.match(well.stdout, /^warning +certificate: self-signed/m);
  assert.doesNotMatch(well.stdout, /^wrong/m);
  const faults = [
    [
      "systemctl stop redis-server@artifact-share",
      "systemctl start redis-server@artifact-share",
      /^wrong +redis: .*redis_url/m,
    ],
    [
      "systemctl stop 'postgresql@*'",
      "systemctl start postgresql",
      /^wrong +database: .*PostgreSQL is running/m,
    ],
    [
      "chmod 644 /etc/artifact-share/signing_keys",
      "chmod 600 /etc/artifact-share/signing_keys",
      /^wrong +signing keys: .*chmod 0600/m,
    ],
    [
      "cd /etc/artifact-share && cp -a signing_keys other_keys && sed -i '/^signing_keys_file/ s/signing_keys$/other_keys/' artifact-share.conf",
      "cd /etc/artifact-share && rm other_keys && sed -i 's/other_keys$/signing_keys/' artifact-share.conf",
      /^wrong +signing keys: signing_keys_file is .*other_keys, but .* \/etc\/artifact-share\/signing_keys;/m,
    ],
    [
      `sed -i 's/^  client_max_body_size .*/  client_max_body_size 1m;/' ${site} && systemctl reload nginx`,
      `sed -i 's/^  client_max_body_size .*/  client_max_body_size 33554432;/' ${site} && systemctl reload nginx`,
      /^wrong +nginx: the site's client_max_body_size is 1048576[^]*^wrong +body limit: a body of 33554432 bytes, which the workers accept, is rejected/m,
    ],
    [
      `sed -i 's/^server {/server { listen 80/' ${site}`,
      `sed -i 's/^server { listen 80/server {/' ${site}`,
      /^wrong +nginx: the configuration is invalid/m,
    ],
    ["systemctl stop nginx", "systemctl start nginx", /^wrong +public address: cannot connect/m],
    [
      `printf 'set_real_ip_from 127.0.0.1;\\nreal_ip_header X-Forwarded-For;\\n' >/etc/nginx/conf.d/proxy.conf && systemctl reload nginx`,
      "rm /etc/nginx/conf.d/proxy.conf && systemctl reload nginx",
      /^wrong +proxy: clients can forge their IP address/m,
    ],
    [
      "sed -i 's|^public_base_url.*|public_base_url = https://localhost|' /etc/artifact-share/artifact-share.conf",
      `sed -i 's|^public_base_url.*|public_base_url = https://${name}|' /etc/artifact-share/artifact-share.conf`,
      /^wrong +certificate: not valid for localhost[^]*^wrong +public address: the workers create share links to/m,
    ],
  ];
  for (const [damage, repair, finding] of faults) {
    await host.shell(damage);
    // nginx's old processes may answer for a moment more.
    const found = await until(String(finding), async () => {
      const result = await check();
      return finding.test(result.stdout) && result;
    });
    await host.shell(repair);
    assert.equal(found.status, 1, damage);
    assert.match(found.stderr, /problems? found/);
  }
  let last;
  // Maintenance that failed without the database runs again after up to 80 seconds.
  await until("a host where all is well", async () => (last = await check()).status === 0, 2).catch(() =>
    assert.fail(last.stdout),
  );
  assert.equal((await host.run("artifact-admin", "chekc")).status, 2);
});

test("port 80 has certbot's answers and leads to https, but takes no key", async () => {
  const plain = (target) =>
    new Promise((resolve, reject) =>
      http
        .get({ host: "127.0.0.1", port: 80, path: target, headers: { host: name } }, (response) => {
          let text = "";
          response.on("data", (chunk) => (text += chunk));
          response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
        })
        .on("error", reject),
    );
  const folder = path.join(host.root, "var/lib/artifact-share/acme/.well-known/acme-challenge");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "token"), "answer");
  assert.equal((await plain("/.well-known/acme-challenge/token")).text, "answer");
  const led = await plain("/a/x?token=y");
  assert.equal(led.status, 308);
  assert.equal(led.headers.location, `https://${name}/a/x?token=y`);
  for (const target of [
    "/api/artifacts",
    "/artifacts",
    "/account",
    "/mcp",
    "/mcp?x=1",
    "/oauth/token",
    "/oauth/revoke",
    "/oauth/register",
    "/oauth/device_authorization",
  ]) {
    const answer = await plain(target);
    assert.equal(answer.status, 400, target);
    assert.equal(JSON.parse(answer.text).error.code, "invalid_request");
  }
  for (const target of ["/", "/docs", "/oauth/authorize?x=1", "/dashboard"])
    assert.equal((await plain(target)).headers.location, `https://${name}${target}`);
});

test("a private authority that the host does not trust yet is reported with what to do", async () => {
  certbot = await issueAsCertbot(host, name);
  await host.shell(`mv ${authority} /root/authority.pem && update-ca-certificates --fresh >/dev/null 2>&1`);
  const { stdout } = await host.run("artifact-admin", "setup", ...certbot.options.split(" "));
  assert.match(
    stdout,
    /^wrong +certificate: not trusted by this host: .* \/usr\/local\/share\/ca-certificates\/.*`update-ca-certificates`$/m,
  );
  await host.shell(`cd /root && ${documented("an authority of your own")} >/dev/null 2>&1
    mv /root/authority.pem ${authority}`);
});

test("a certificate from an authority, laid out as certbot does, is taken by setup", async () => {
  await host.shell(`artifact-admin setup ${certbot.options}`);
  const found = await until("the new certificate", async () => {
    const { stdout } = await check();
    return /^good +certificate: valid for (89|90) more days/m.test(stdout) && stdout;
  });
  assert.doesNotMatch(found, /^(wrong|warning(?! +backup: artifact-share-backup.timer is not enabled))/m);
});

test("setup goes back to the certificate that it finds if nginx rejects the new one", async () => {
  const tls = "/etc/artifact-share/tls";
  const state = () => host.shell(`cd ${tls} && ls -l --time-style=+ && cat certificate.pem key.pem`);
  const set = (certificate, key) =>
    host.run("artifact-admin", "setup", "--certificate", certificate, "--certificate-key", key);
  const before = await state();
  const { status, stdout, stderr } = await set(stray.certificate, stray.keyOfAnother);
  assert.equal(status, 1, stdout);
  assert.match(stderr, /nginx rejects .* so the previous certificate and key stay: [^]*key values mismatch/);
  assert.equal(await state(), before);
  await host.shell("nginx -t -q && systemctl reload nginx");
  await assertLinkWorks();
  // Those that it finds may be named, too.
  for (const [certificate, key] of [
    [stray.certificate, stray.key],
    [`${tls}/certificate.pem`, `${tls}/key.pem`],
  ]) {
    await host.shell(`artifact-admin setup --certificate '${certificate}' --certificate-key '${key}'`);
    assert.equal(await host.shell(`readlink ${tls}/certificate.pem`), stray.certificate);
    assert.equal(await host.shell(`readlink ${tls}/key.pem`), stray.key);
    assert.equal(await host.shell(`ls ${tls}`), "certificate.pem\nkey.pem");
  }
  await host.shell(`artifact-admin setup ${certbot.options}`);
  assert.equal(await state(), before);
});

test("after a reboot the service starts by itself, with its data", async () => {
  await host.reboot();
  await serves();
  await assertLinkWorks();
  assert.equal((await request("GET", `/api/artifacts/${shared.id}`, { key })).status, 200);
  assert.equal(
    await host.shell("systemctl list-units --state=failed --plain --no-legend 'artifact-share*'"),
    "",
  );
});

test("an upgrade under load restarts every worker and loses not one request", async () => {
  newer = newerPackage();
  const before = await workers();
  const assets = async () => (await request("GET", pathOf(shared.url))).text.match(/\/assets\/[\w.-]+/g);
  const named = await assets();
  assert.ok(named.length > 1);
  const stale = "/assets/stale.0123456789ab.css";
  await host.shell(`
    echo >/var/lib/artifact-share${stale}
    find /var/lib/artifact-share/assets -type f -exec touch --date '40 days ago' {} +`);
  assert.equal((await request("GET", stale)).status, 200);
  await host.shell(
    `runuser -u postgres -- psql -qd artifact-share -c "update accounts set plan = 'enterprise', requests_per_minute = 1000000000"`,
  );
  // All of it comes from one address.
  await configure("network_limits", "views_per_minute 1000000");
  await host.shell("artifact-admin setup --yes");
  const write = () => request("POST", "/api/artifacts", { key, body: markdown("under load") });
  const read = () => request("GET", pathOf(shared.url));
  const calls = Array.from({ length: 16 }, (_, i) => (i % 4 === 0 ? write : read));
  const statuses = await underLoad(calls, () => install(newer));
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  console.log(`# ${total} requests during the upgrade: ${JSON.stringify([...statuses])}`);
  assert.deepEqual([...statuses.keys()].sort(), [200, 201]);
  assert.ok(total > 100, String(total));
  const now = await workers();
  assert.equal(now.length, before.length);
  for (const pid of now) {
    assert.ok(!before.includes(pid));
    await host.shell(`tail -c 5 /proc/${pid}/exe | grep -qx newer`);
  }
  await host.shell("runuser -u postgres -- psql -qd artifact-share -c 'select from newer'");
  assert.equal((await check()).status, 0);
  // The newer package has none of the assets that a page names which was opened before.
  for (const asset of [...named, newAsset]) assert.equal((await request("GET", asset)).status, 200, asset);
  // That of a version before the one before is cleared away after its time.
  assert.equal((await request("GET", stale)).status, 404);
});

const sql = (text) => host.shell(`cd / && runuser -u postgres -- psql -XqtAd artifact-share -c "${text}"`);

test("Redis is changed as documented, and keeps its log of commands apart from that of another instance on the host", async () => {
  const file = "/etc/redis/redis-artifact-share.conf";
  const redis = "redis-cli -s /run/redis-artifact-share/redis.sock";
  await host.shell(`${redis} config set maxmemory-policy volatile-ttl
    cp -a ${file} /root/redis.conf; sed -i 's/noeviction/volatile-ttl/' ${file}`);
  assert.match((await check()).stdout, /^warning +redis memory: maxmemory-policy is volatile-ttl/m);
  await host.shell(documented("with another policy"));
  await host.shell(`diff ${file} /root/redis.conf`);
  assert.doesNotMatch((await check()).stdout, /^warning +redis memory: maxmemory-policy/m);
  await host.shell(documented("while Redis is running"));
  await until("the log", async () => {
    await host.shell("test -e /var/lib/redis/artifact-share-aof/artifact-share.aof.manifest");
    return true;
  });
  await host.shell("test ! -e /var/lib/redis/appendonlydir");
  // As its file says after a restart, too.
  await host.shell("systemctl restart redis-server@artifact-share");
  assert.match(await host.shell(`${redis} config get appendonly`), /yes$/);
  await host.shell(`cp -a /root/redis.conf ${file}; ${redis} config set appendonly no`);
});

test("a restore on the same host brings back the state of an old backup", async () => {
  await host.shell(`systemctl stop artifact-share-maintenance.timer
    while systemctl is-active -q artifact-share-maintenance.service; do sleep 0.1; done`);
  await sql("update maintenance_runs set ran_at = ran_at - interval '5 days'");
  await host.shell("mkdir -m 700 /root/restore && cp $(artifact-admin backup)/* /root/restore/");
  const later = await share(markdown("made after the backup"));
  assert.equal((await request("GET", pathOf(later.url))).status, 200);
  // Maintenance that runs in between says that the clock is wrong.
  const { stdout, stderr } = await host.run(
    ...["bash", "-c", `cd /root/restore\n${documented("on the same host")}`],
  );
  assert.doesNotMatch(stdout, /artk_|^wrong +\b(?!maintenance)/m);
  assert.doesNotMatch(stderr, /dropdb|createdb|pg_restore|setup failed/);
  await serves();
  await assertLinkWorks();
  assert.equal((await request("GET", pathOf(later.url))).status, 410);
  assert.equal((await request("GET", `/api/artifacts/${later.id}`, { key })).status, 404);
  const maintenance = await host.run("artifact-admin", "maintain");
  assert.equal(maintenance.status, 1);
  assert.match(maintenance.stderr, /ahead of the last maintenance run .*--accept-clock/);
  await host.shell(documented("after a restore of an older backup"));
  await host.shell("systemctl start artifact-share-maintenance.service");
  await until("a host where all is well", async () => (await check()).status === 0);
});

test("removal stops the service and keeps the configuration, and nginx keeps running", async () => {
  await host.shell("apt-get remove -y artifact-share 2>&1");
  await host.shell("test -e /etc/artifact-share/signing_keys -a -e /etc/artifact-share/artifact-share.conf");
  await host.shell("test -e /etc/default/artifact-share && nginx -t -q && systemctl is-active nginx");
  assert.equal(
    await host.shell("systemctl list-units --plain --no-legend --state=active 'artifact-share*'"),
    "",
  );
  await assert.rejects(request("GET", "/readyz"));
});

test("an installation after a removal continues with the existing configuration and data", async () => {
  await install(newer);
  await serves();
  await assertLinkWorks();
});

test("setup puts the service back after an installation that could not, and starts nginx", async () => {
  await host.shell("apt-get remove -y artifact-share 2>&1; systemctl stop 'postgresql@*'");
  assert.match(await install(newer), /not in service yet/);
  await host.shell("systemctl start postgresql && artifact-admin setup --yes");
  await serves();
  // A port that is in use leaves the site as it was.
  const before = await host.shell(`cat ${site}`);
  await configure("listen_port", 8443);
  await host.shell("systemd-run --quiet --unit=other python3 -m http.server --bind 0.0.0.0 8443");
  assert.equal((await host.run("artifact-admin", "setup", "--yes")).status, 1);
  assert.equal(await host.shell(`cat ${site}`), before);
  await configure("listen_port");
  await host.shell("systemctl stop other && artifact-admin setup --yes");
  await host.shell("systemctl stop nginx && artifact-admin setup --yes");
  await serves();
  await assertLinkWorks();
});

test("a purge leaves nothing but the data, which a restore on a fresh host brings back", async () => {
  await host.shell(
    "cd /root && cp $(artifact-admin backup)/* . && ls artifact-share.dump artifact-share-etc.tar.gz",
  );
  const artifacts = () => sql("select count(*) from artifacts");
  const count = await artifacts();
  await host.shell("apt-get purge -y artifact-share 2>&1");
  assert.equal(
    await host.shell(
      "find /etc /usr /var/lib /var/log -name '*artifact-share*' -not -path '/var/log/journal/*' | sort",
    ),
    "",
  );
  await host.shell("nginx -t -q && systemctl is-active nginx");
  assert.equal(await artifacts(), count);

  await host.shell(
    "runuser -u postgres -- dropdb artifact-share && runuser -u postgres -- dropuser artifact-share",
  );
  // The backup has links to certbot's certificate, which a fresh host has not.
  await host.shell("rm -rf /etc/letsencrypt");
  // In a folder that PostgreSQL's user may not enter.
  const lines = documented("on a new host")
    .replace("artifact-share_VERSION_ARCH.deb", "artifact-share.deb")
    .replace(/^apt /m, "apt-get -y ");
  const output = await host.shell(`chmod 700 /root && cd /root && exec 2>&1\n${lines}`);
  assert.doesNotMatch(output, /artk_|createuser|createdb|pg_restore/);
  await host.shell("systemctl is-active artifact-share-backup.timer");
  assert.match(output, /certificate.pem points to \/etc\/letsencrypt\/.*, which does not exist/);
  assert.match(output, /artifact-admin setup --certificate/);
  await serves();
  await assertLinkWorks();
  assert.equal(await artifacts(), count);
  assert.equal((await request("GET", "/api/account", { key })).status, 200);
  await host.shell("apt-get purge -y artifact-share 2>&1");
});
