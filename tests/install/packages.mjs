// The package that tests/install/prepare has made, and newer ones to upgrade to.
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const build = path.resolve(new URL(".", import.meta.url).pathname, "../../build/install");
// Where what tests/install/prepare has made for this release of Debian is.
export const folder = path.join(build, process.env.DEBIAN === "trixie" ? "trixie" : "");
const made = path.join(folder, "package");
const madePackage = (name) =>
  path.join(
    made,
    readdirSync(made).find((file) => file.startsWith(`${name}_`) && file.endsWith(".deb")),
  );
export const packageFile = madePackage("artifact-share");
// The command for terminals.
export const clientPackageFile = madePackage("artifact-share-client");

// Prometheus' own reader of what a scrape gives.
export const promtool = path.join(build, "prometheus/usr/bin/promtool");

export const newAsset = "/assets/newer.0123456789ab.css";

// A package again, of a version that ends so, changed. Gives its path.
function packageOf(name, ending, change, original = packageFile) {
  const unpacked = path.join(folder, name);
  rmSync(unpacked, { recursive: true, force: true });
  execFileSync("dpkg-deb", ["-R", original, unpacked]);
  const control = path.join(unpacked, "DEBIAN/control");
  writeFileSync(control, readFileSync(control, "utf8").replace(/^Version: (.*)$/m, `Version: $1${ending}`));
  change(unpacked);
  rmSync(path.join(unpacked, "DEBIAN/md5sums"));
  const file = path.join(folder, `${name}.deb`);
  // Compressed as fast as can be: by default this takes 30 times as long.
  execFileSync("dpkg-deb", ["-Zgzip", "-z1", "-b", "--root-owner-group", unpacked, file], {
    stdio: "ignore",
  });
  return file;
}

const programOf = (unpacked) => path.join(unpacked, "usr/lib/artifact-share/artifact-worker");
const dataOf = (unpacked) => path.join(unpacked, "usr/share/artifact-share");

function addMigration(unpacked) {
  const migrations = path.join(dataOf(unpacked), "migrations");
  const latest = Math.max(...readdirSync(migrations).map((name) => Number.parseInt(name, 10)));
  const number = String(latest + 1).padStart(4, "0");
  writeFileSync(path.join(migrations, `${number}_newer.sql`), "create table newer (id integer);\n");
}

// With one more migration, another program, and other assets.
export const newerPackage = () =>
  packageOf("newer", "+newer", (unpacked) => {
    const data = dataOf(unpacked);
    addMigration(unpacked);
    appendFileSync(programOf(unpacked), "newer");
    rmSync(path.join(data, "assets"), { recursive: true });
    mkdirSync(path.join(data, "assets"));
    writeFileSync(path.join(data, newAsset), "");
  });

export const newerClientPackage = () => packageOf("newer-client", "+newer", () => {}, clientPackageFile);

// With one more migration, and a program that does not start. Older than the newer one.
export const brokenPackage = () =>
  packageOf("broken", "+broken", (unpacked) => {
    addMigration(unpacked);
    writeFileSync(programOf(unpacked), "#!/bin/sh\necho 'artifact-worker: cannot start here' >&2\nexit 1\n");
  });
