// The package that tests/install/prepare has made, and a newer one to upgrade to.
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const build = path.resolve(new URL(".", import.meta.url).pathname, "../../build/install");
// Where what tests/install/prepare has made for this release of Debian is.
export const folder = path.join(build, process.env.DEBIAN === "trixie" ? "trixie" : "");
const made = path.join(folder, "package");
export const packageFile = path.join(
  made,
  readdirSync(made).find((file) => /^artifact-share_.*\.deb$/.test(file)),
);

// Prometheus' own reader of what a scrape gives.
export const promtool = path.join(build, "prometheus/usr/bin/promtool");

export const newAsset = "/assets/newer.0123456789ab.css";

// The package again, of a higher version that ends so, with one more migration. Gives its path.
function packageOf(name, change) {
  const unpacked = path.join(folder, name);
  rmSync(unpacked, { recursive: true, force: true });
  execFileSync("dpkg-deb", ["-R", packageFile, unpacked]);
  const control = path.join(unpacked, "DEBIAN/control");
  writeFileSync(control, readFileSync(control, "utf8").replace(/^Version: (.*)$/m, `Version: $1+${name}`));
  const data = path.join(unpacked, "usr/share/artifact-share");
  const migrations = path.join(data, "migrations");
  const number = String(readdirSync(migrations).length + 1).padStart(4, "0");
  writeFileSync(path.join(migrations, `${number}_newer.sql`), "create table newer (id integer);\n");
  change(path.join(unpacked, "usr/lib/artifact-share/artifact-worker"), data);
  rmSync(path.join(unpacked, "DEBIAN/md5sums"));
  const file = path.join(folder, `${name}.deb`);
  execFileSync("dpkg-deb", ["-b", "--root-owner-group", unpacked, file], { stdio: "ignore" });
  return file;
}

// With another program, and other assets.
export const newerPackage = () =>
  packageOf("newer", (program, data) => {
    appendFileSync(program, "newer");
    rmSync(path.join(data, "assets"), { recursive: true });
    mkdirSync(path.join(data, "assets"));
    writeFileSync(path.join(data, newAsset), "");
  });

// With a program that does not start. Older than the newer one.
export const brokenPackage = () =>
  packageOf("broken", (program) =>
    writeFileSync(program, "#!/bin/sh\necho 'artifact-worker: cannot start here' >&2\nexit 1\n"),
  );
