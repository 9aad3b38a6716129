// What comes with the package, how little it takes along, and how hosts get it from a signed repository.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import Ajv from "ajv";
import { DebianHost } from "./debian_host.mjs";
import { clientPackageFile, folder as made, newerClientPackage, packageFile } from "./packages.mjs";

const source = path.resolve(new URL(".", import.meta.url).pathname, "../..");
const read = (name) => readFileSync(path.join(source, name), "utf8");
const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), "distribution-"));
const unpacked = path.join(folder, "unpacked");
const gnupg = { ...process.env, GNUPGHOME: path.join(folder, "gnupg") };

// A host with nothing but what the package depends on, and its web server for packages.
let host;
let server;

before(async () => {
  execFileSync("dpkg-deb", ["-x", packageFile, unpacked]);
  host = await DebianHost.boot({ root: "bare" });
});
after(async () => {
  server?.close();
  await host?.powerOff();
  execFileSync("gpgconf", ["--kill", "all"], { env: gnupg });
  rmSync(folder, { recursive: true, force: true });
});

const copyToHost = (file) => cpSync(file, path.join(host.root, "root", path.basename(file)));

// What must be on no host that only runs the service.
const notWanted = /^(g\+\+|gcc|cpp|clang|make|binutils|libboost|python3-(scipy|numpy|pythran)|nodejs|npm)/;

test("installing the package takes less than 360 MB and no compiler", async () => {
  const minimal = new Set(readFileSync(path.join(made, "bare.before"), "utf8").split("\n"));
  const listed = await host.shell("dpkg-query -W -f '${Package} ${Installed-Size}\n'");
  const added = listed
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([name]) => !minimal.has(name));
  assert.ok(added.length > 50);
  assert.deepEqual(
    added.map(([name]) => name).filter((name) => notWanted.test(name)),
    [],
  );
  const megabytes = added.reduce((sum, [, kibibytes]) => sum + Number(kibibytes) * 1024, 0) / 1e6;
  console.log(`# ${added.length} packages, ${Math.round(megabytes)} MB`);
  assert.ok(megabytes < 360, `${megabytes} MB`);
});

test("apt does not install a compiler as a recommended package", () => {
  const simulated = readFileSync(path.join(made, "bare.recommended"), "utf8");
  const names = [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
  assert.ok(names.includes("postgresql") && names.includes("redis-server"), "it takes what is recommended");
  assert.deepEqual(
    names.filter((name) => /^(g\+\+|gcc-\d+$|clang|libboost|python3-(scipy|pythran)|nodejs)/.test(name)),
    [],
  );
});

test("a PDF is made with the letters of many scripts where there is only what the package depends on", async () => {
  copyToHost(packageFile);
  await host.shell(`dpkg -i /root/${path.basename(packageFile)}`);
  const html =
    "<h1>Ünïcödé</h1><p>Ελληνικά, Русский, العربية, हिन्दी, ไทย, 中文, 日本語, 한국어, 🙂, <b>bold</b>";
  writeFileSync(path.join(host.root, "root/document.html"), `<meta charset=utf-8>${html}`);
  const { status, stderr } = await host.run(
    "bash",
    "-c",
    "runuser -u artifact-share -- /usr/lib/artifact-share/make_pdf.py </root/document.html >/root/made.pdf",
  );
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /Error|Traceback|cannot|missing/);
  const pdf = readFileSync(path.join(host.root, "root/made.pdf"));
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  // Each font is in it with the letters that it takes, and no more.
  const text = pdf.toString("latin1");
  for (const font of ["Noto-Sans", "Noto-Sans-Devanagari", "Noto-Sans-Thai", "WenQuanYi", "Noto-Color-Emoji"])
    assert.match(text, new RegExp(`/FontName /[A-Z]{6}\\+\\S*${font}`), font);
});

test("the guide, the alerts and the dashboard come with the package", () => {
  const document = (name) =>
    execFileSync("gzip", ["-dc", path.join(unpacked, "usr/share/doc/artifact-share", `${name}.gz`)], {
      encoding: "utf8",
    });
  const texts = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  for (const name of [
    "install.md",
    "maintain.md",
    "monitor.md",
    "troubleshoot.md",
    "multiple-hosts.md",
    "automatic-upgrades.md",
    "artifact-admin.md",
    "configuration.md",
  ]) {
    const guide = document(name);
    assert.equal(texts(guide), texts(read(`docs/${name}`)));
    for (const [, target] of guide.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (target.startsWith("https:")) continue;
      const file = path.resolve("/usr/share/doc/artifact-share", target);
      assert.ok(existsSync(path.join(unpacked, file)), `${name}: ${target}`);
    }
  }
  for (const name of ["alerts.yaml", "dashboard.json"])
    assert.equal(
      readFileSync(path.join(unpacked, "usr/share/artifact-share/monitoring", name), "utf8"),
      read(`docs/monitoring/${name}`),
    );
});

// What is in the bill of materials of a package, once it is known to be valid.
async function billOfMaterials(folderOfPackage, name, file) {
  const schemas = path.join(source, "node_modules/@cyclonedx/cyclonedx-library/res/schema");
  const schema = (name) =>
    JSON.parse(readFileSync(path.join(schemas, `${name}.SNAPSHOT.schema.json`), "utf8"));
  const ajv = new Ajv({
    strict: false,
    formats: { "date-time": true, "iri-reference": true, "idn-email": true },
  });
  ajv.addSchema(schema("spdx"), "http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json");
  ajv.addSchema(schema("jsf-0.82"), "http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json");
  const validate = ajv.compile(schema("bom-1.5"));
  const bom = JSON.parse(readFileSync(path.join(folderOfPackage, `usr/share/${name}/sbom.cdx.json`), "utf8"));
  assert.ok(validate(bom), JSON.stringify(validate.errors));
  assert.ok(
    !validate({ ...bom, components: [{ name: "nameless type" }] }),
    "the schema refuses what is wrong",
  );

  const { stdout: version } = await run("dpkg-deb", ["-f", file, "Version"]);
  assert.equal(bom.metadata.component.name, name);
  assert.equal(bom.metadata.component.version, version.trim());
  for (const component of bom.components) {
    assert.ok(component.version, component.purl);
    assert.ok(component.licenses.length === 1, component.purl);
  }
  return bom;
}

// Whatever the programs are linked with comes from a package that is listed, and that the package depends on.
async function assertListsDependencies(bom, file, atLeast) {
  const { stdout: depends } = await run("dpkg-deb", ["-f", file, "Depends"]);
  const linked = bom.components.filter(({ purl }) => purl.startsWith("pkg:deb/"));
  const names = linked.map(({ name }) => name);
  // Pictures for link previews load it in a process of their own, as they do Python's packages.
  const libraries = depends.match(/\blib[^\s,]+/g).filter((name) => name !== "libavif-gdk-pixbuf");
  assert.ok(libraries.length >= atLeast, depends);
  for (const library of libraries) assert.ok(names.includes(library), library);
  for (const headers of ["libcli11-dev", "rapidjson-dev"]) assert.ok(names.includes(headers));
}

test("a valid bill of materials lists the libraries that are linked and the npm packages, with licences", async () => {
  const bom = await billOfMaterials(unpacked, "artifact-share", packageFile);
  const byPurl = new Map(bom.components.map((component) => [component.purl, component]));
  const { packages } = JSON.parse(read("pages/package-lock.json"));
  const installed = Object.entries(packages).filter(([place]) => place !== "");
  for (const [place, { version: number }] of installed) {
    const name = place.replace(/^.*node_modules\//, "").replace("@", "%40");
    assert.ok(byPurl.has(`pkg:npm/${name}@${number}`), place);
  }
  await assertListsDependencies(bom, packageFile, 8);
});

test("the package of the command has a bill of materials of its own, without the service's", async () => {
  const client = path.join(folder, "client");
  await run("dpkg-deb", ["-x", clientPackageFile, client]);
  const bom = await billOfMaterials(client, "artifact-share-client", clientPackageFile);
  assert.ok(bom.components.every(({ purl }) => purl.startsWith("pkg:deb/")));
  assert.ok(!bom.components.some(({ name }) => name.startsWith("libpq")));
  await assertListsDependencies(bom, clientPackageFile, 4);
});

// The lines of the box of a document that begins so.
function documented(document, title) {
  const [, lines] = read(document).split(`\n\`\`\`\n# ${title}\n`);
  assert.ok(lines, `${document} has no box: ${title}`);
  return lines.slice(0, lines.indexOf("\n```"));
}

const repository = path.join(folder, "repository");
const gpg = (...words) =>
  execFileSync("gpg", ["--batch", "--quiet", ...words], { env: gnupg, encoding: "utf8" });

function newKey(name) {
  gpg("--passphrase", "", "--quick-generate-key", name, "ed25519", "sign", "never");
  return /^fpr:*([0-9A-F]+):$/m.exec(gpg("--with-colons", "--list-keys", name))[1];
}
const publish = (where, key, file) =>
  run(path.join(source, "package/publish"), ["--key", key, where, file], { env: gnupg });

// Serves the files of a folder, over the network that the hosts share with this process.
async function serve(folderOfFiles) {
  server = createServer((request, response) => {
    const file = path.join(folderOfFiles.current, decodeURIComponent(request.url));
    const isThere = existsSync(file) && !file.endsWith("/");
    response.writeHead(isThere ? 200 : 404).end(isThere ? readFileSync(file) : "");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

const served = { current: path.join(repository, "public") };
const sources = "/etc/apt/sources.list.d/artifact-share.sources";
const update = () => host.run("bash", "-c", "apt-get -o Acquire::Retries=0 update --error-on=any 2>&1");
const poolFile = (root) => {
  const names = readdirSync(root, { recursive: true }).filter((name) => name.endsWith(".deb"));
  assert.equal(names.length, 1);
  return path.join(root, names[0]);
};
let key;

test("a published package is installed from the repository by hosts that trust its key", async () => {
  execFileSync("install", ["-d", "-m", "700", gnupg.GNUPGHOME]);
  key = newKey("Artifact Share packages");
  const { stdout } = await publish(repository, key, packageFile);
  assert.match(stdout, new RegExp(`signed by ${key}`));
  const address = await serve(served);
  await host.shell("dpkg --purge artifact-share 2>&1; rm -f /etc/apt/sources.list /etc/apt/sources.list.d/*");
  // What else is installed is not in this repository; the key comes to the same place.
  const lines = documented("docs/install.md", "on the host")
    .replaceAll("https://packages.example.org", address)
    .replace(/^apt install curl gnupg\n/, "")
    .replace(/^curl .* -o (\S+) (\S+)$/m, "/usr/lib/apt/apt-helper download-file $2 $1")
    .replace(/^gpg .*\n/m, "");
  assert.match(lines, /^apt install artifact-share$/m);
  // For a user whose new files nobody else may read.
  const output = await host.shell(`umask 077\n${lines.replace(/^apt /gm, "apt-get -y ")}`);
  assert.match(output, /artifact-share/);
  assert.equal(
    await host.shell("dpkg-query -W -f '${db:Status-Status} ${Version}' artifact-share"),
    `installed ${execFileSync("dpkg-deb", ["-f", packageFile, "Version"], { encoding: "utf8" }).trim()}`,
  );
  assert.match(await host.shell(`cat ${sources}`), /^Signed-By: \/etc\/apt\/keyrings\/artifact-share\.asc$/m);
});

test("publishing the same package again changes nothing, and another key is rejected", async () => {
  await publish(repository, key, packageFile);
  assert.equal((await update()).status, 0);
  const other = newKey("Somebody else");
  await assert.rejects(publish(repository, other, packageFile), /hosts trust only that one/);
  await assert.rejects(publish(repository, "nobody", packageFile), /no secret key nobody/);
});

test("publishing an older package fails with the command that removes the newer one", async () => {
  const where = path.join(folder, "returning");
  await publish(where, key, newerClientPackage());
  const { stderr } = await publish(where, key, clientPackageFile).catch((failure) => failure);
  const [, command] = /to go back, first run: (.*)$/m.exec(stderr);
  assert.match(command, / bookworm artifact-share-client$/);
  await run("bash", ["-c", command], { env: gnupg });
  await publish(where, key, clientPackageFile);
  const { stdout: version } = await run("dpkg-deb", ["-f", clientPackageFile, "Version"]);
  const packages = path.join(where, "public/dists/bookworm/main/binary-amd64/Packages");
  assert.ok(readFileSync(packages, "utf8").includes(`\nVersion: ${version.trim()}\n`));
  assert.deepEqual(readdirSync(where).sort(), ["conf", "db", "public"]);
});

test("a tampered package is rejected", async () => {
  const tampered = path.join(folder, "tampered");
  cpSync(served.current, tampered, { recursive: true });
  const file = poolFile(tampered);
  const bytes = readFileSync(file);
  bytes[bytes.length - 1] ^= 1;
  writeFileSync(file, bytes);
  served.current = tampered;
  await host.shell("dpkg --purge artifact-share 2>&1; apt-get clean");
  const { status, stdout } = await host.run("bash", "-c", "apt-get install -y artifact-share 2>&1");
  assert.notEqual(status, 0);
  assert.match(stdout, /Hash Sum mismatch/);
  assert.equal((await host.run("dpkg-query", "-W", "artifact-share")).status, 1);
});

test("an index that was modified or signed by another key is rejected", async () => {
  const original = path.join(repository, "public");
  const altered = path.join(folder, "altered");
  cpSync(original, altered, { recursive: true });
  appendFileSync(path.join(altered, "dists/bookworm/main/binary-amd64/Packages"), "\n");
  rmSync(path.join(altered, "dists/bookworm/main/binary-amd64/Packages.gz"));
  served.current = altered;
  await host.shell("rm -rf /var/lib/apt/lists/*");
  assert.notEqual((await update()).status, 0);

  const foreign = path.join(folder, "foreign");
  await publish(foreign, newKey("An attacker"), packageFile);
  served.current = path.join(foreign, "public");
  await host.shell("rm -rf /var/lib/apt/lists/*");
  const { status, stdout } = await update();
  assert.notEqual(status, 0);
  assert.match(stdout, /NO_PUBKEY|not available|is not signed|Missing key/i);

  served.current = original;
  assert.equal((await update()).status, 0);
});
