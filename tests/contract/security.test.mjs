// docs/security.md names, for every requirement, test files that exist and contain tests.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../docs/", import.meta.url);
const document = readFileSync(new URL("security.md", folder), "utf8");
const [, requirements] = document.split(/^## Requirements and tests$/m);
const rows = requirements
  .split(/^## /m)[0]
  .split("\n")
  .filter((line) => /^\| (?!requirement \|)/.test(line));

test("every requirement names test files that exist", () => {
  assert.ok(rows.length > 40);
  for (const row of rows) {
    const tests = row.split(" | ").at(-1);
    const paths = [...tests.matchAll(/\]\(([^)]*)\)/g)].map(([, path]) => path);
    assert.ok(paths.length > 0, row);
    for (const path of paths) {
      assert.match(path, /^\.\.\/tests\/.*(\.test\.mjs|_test\.cc)$/);
      const file = new URL(path, folder);
      assert.ok(existsSync(file), `${path} is not there`);
      assert.match(readFileSync(file, "utf8"), /^\s*(test\(|TEST(_[FP])?\()/m, path);
    }
  }
});

test("every collection of attacks is listed", () => {
  const attacks = readdirSync(new URL("../attacks/", import.meta.url));
  for (const name of attacks.filter((file) => file.endsWith(".test.mjs")))
    assert.ok(requirements.includes(`../tests/attacks/${name})`), name);
});
