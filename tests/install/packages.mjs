// The package that tests/install/prepare has made, and a newer one to upgrade to.
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const build = path.resolve(new URL(".", import.meta.url).pathname, "../../build/install");
const made = path.join(build, "package");
export const packageFile = path.join(
  made,
  readdirSync(made).find((file) => /^artifact-share_.*\.deb$/.test(file)),
);

// Prometheus' own reader of what a scrape gives.
export const promtool = path.join(build, "prometheus/usr/bin/promtool");

export const newAsset = "/assets/newer.0123456789ab.css";

// Makes the package again, with a higher version, another program, one more migration, and other assets.
// Gives its path.
export function newerPackage() {
  const folder = path.join(build, "newer");
  rmSync(folder, { recursive: true, force: true });
  execFileSync("dpkg-deb", ["-R", packageFile, folder]);
  const control = path.join(folder, "DEBIAN/control");
  writeFileSync(control, readFileSync(control, "utf8").replace(/^Version: (.*)$/m, "Version: $1+newer"));
  const data = path.join(folder, "usr/share/artifact-share");
  const migrations = path.join(data, "migrations");
  const number = String(readdirSync(migrations).length + 1).padStart(4, "0");
  writeFileSync(path.join(migrations, `${number}_newer.sql`), "create table newer (id integer);\n");
  appendFileSync(path.join(folder, "usr/lib/artifact-share/artifact-worker"), "newer");
  rmSync(path.join(data, "assets"), { recursive: true });
  mkdirSync(path.join(data, "assets"));
  writeFileSync(path.join(data, newAsset), "");
  rmSync(path.join(folder, "DEBIAN/md5sums"));
  const newer = path.join(build, "newer.deb");
  execFileSync("dpkg-deb", ["-b", "--root-owner-group", folder, newer], { stdio: "ignore" });
  return newer;
}
