// nginx itself, about the site.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";

test("nginx accepts the site without a warning", () => {
  const configuration = path.join(process.env.STATE_DIR, "nginx", "nginx.conf");
  const { status, stderr } = spawnSync("/usr/sbin/nginx", ["-t", "-c", configuration], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /\[warn\]/);
});
