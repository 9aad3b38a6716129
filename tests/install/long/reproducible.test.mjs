// The packages are built a second time from the same sources, in another folder under another name, and are the same
// bytes. Takes as long as a build.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, utimesSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { clientPackageFile, packageFile } from "../packages.mjs";

const source = path.resolve(new URL(".", import.meta.url).pathname, "../../..");
const other = path.join(source, "build/install/another-folder-of-the-same-sources");
const hash = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

test("the packages built again elsewhere, at another time, are the same bytes", () => {
  rmSync(other, { recursive: true, force: true });
  const files = execFileSync(
    "git",
    ["-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    {
      encoding: "utf8",
    },
  );
  for (const file of files.split("\0").filter(Boolean)) {
    mkdirSync(path.dirname(path.join(other, file)), { recursive: true });
    cpSync(path.join(source, file), path.join(other, file));
    utimesSync(path.join(other, file), 1e9, 1e9);
  }
  const build = (...words) =>
    execFileSync("cmake", words, {
      cwd: other,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, TZ: "Asia/Tokyo", LC_ALL: "C" },
    });
  build("--preset", "release", "-DARTIFACT_SHARE_UNIT_TESTS=OFF");
  build("--build", "--preset", "release", "--target", "package");
  const folder = path.join(other, "build/release");
  const again = readdirSync(folder).filter((name) => name.endsWith(".deb"));
  const expected = [packageFile, clientPackageFile];
  assert.deepEqual(again.sort(), expected.map((file) => path.basename(file)).sort());
  for (const file of expected) assert.equal(hash(path.join(folder, path.basename(file))), hash(file));
  rmSync(other, { recursive: true });
});
