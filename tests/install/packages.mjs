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

// The package again, of a higher version that ends so, with one more migration. Gives its path.
function packageOf(name, change) {
  const folder = path.join(build, name);
  rmSync(folder, { recursive: true, force: true });
  execFileSync("dpkg-deb", ["-R", packageFile, folder]);
  const control = path.join(folder, "DEBIAN/control");
  writeFileSync(control, readFileSync(control, "utf8").replace(/^Version: (.*)$/m, `Version: $1+${name}`));
  const data = path.join(folder, "usr/share/artifact-share");
  const migrations = path.join(data, "migrations");
  const number = String(readdirSync(migrations).length + 1).padStart(4, "0");
  writeFileSync(path.join(migrations, `${number}_newer.sql`), "create table newer (id integer);\n");
  change(path.join(folder, "usr/lib/artifact-share/artifact-worker"), data);
  rmSync(path.join(folder, "DEBIAN/md5sums"));
  const file = path.join(build, `${name}.deb`);
  execFileSync("dpkg-deb", ["-b", "--root-owner-group", folder, file], { stdio: "ignore" });
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
