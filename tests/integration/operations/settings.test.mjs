// artifact-admin settings: what is in effect, with the defaults, and sizes as people write them.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { settingNames } from "../../service/setting_names.mjs";
import { asEnvironment } from "../../service/settings.mjs";

const { ADMIN, CONFIG } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), "settings-"));
after(() => rmSync(folder, { recursive: true }));

function settings(changed = {}, ...words) {
  // Without those of the service under test.
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith("ARTIFACT_SHARE_"));
  const env = { ...Object.fromEntries(others), ...asEnvironment(changed) };
  return execFileSync(ADMIN, ["--config", CONFIG, "settings", ...words], { encoding: "utf8", env });
}
const all = (changed) => new Map(JSON.parse(settings(changed, "--json")).map((one) => [one.name, one]));

test("shows every setting with its value and its default", () => {
  const shown = all({ threads: 9, max_file_bytes: "64 MB" });
  assert.deepEqual([...shown.keys()].sort(), [...settingNames].sort());
  assert.deepEqual(shown.get("threads"), { name: "threads", value: "9", default: "5", isSet: true });
  assert.deepEqual(shown.get("max_file_bytes"), {
    name: "max_file_bytes",
    value: "64 MB",
    default: "32 MB",
    isSet: true,
  });
  assert.deepEqual(shown.get("audit_days"), {
    name: "audit_days",
    value: "365",
    default: "365",
    isSet: false,
  });
});

test("what it shows is a configuration with the same values", () => {
  const file = path.join(folder, "artifact-share.conf");
  const text = settings({ threads: 9, max_file_bytes: "64 MB" });
  assert.match(text, /^# default: 5\nthreads = 9\n/m);
  assert.match(text, /^#audit_days = 365$/m);
  writeFileSync(file, text, { mode: 0o600 });
  const again = spawnSync(ADMIN, ["--config", file, "settings"], { encoding: "utf8" });
  assert.equal(again.stdout, text, again.stderr);
});

test("hides passwords", () => {
  for (const [name, value] of [
    ["database_url", "host=h dbname=x user=u password=canary"],
    ["database_url", "postgresql://u:canary@h/x"],
    ["redis_url", "redis://:canary@h:6379"],
  ]) {
    assert.doesNotMatch(settings({ [name]: value }), /canary/);
    assert.equal(all({ [name]: value }).get(name).value, "(contains a password)");
  }
});

test("nginx gets the same limit of bodies from a size", () => {
  const program = fileURLToPath(new URL("../../../nginx/settings", import.meta.url));
  const limit = (changed) => {
    const text = execFileSync(program, {
      encoding: "utf8",
      env: { ...process.env, ...asEnvironment(changed) },
    });
    return Number(/^BODY_LIMIT=(\d+)$/m.exec(text)[1]);
  };
  for (const size of ["64 MB", "64MiB", "65536 kB", 64 << 20])
    assert.equal(limit({ max_file_bytes: size, max_body_bytes: "1 MB" }), 64 << 20, String(size));
});
