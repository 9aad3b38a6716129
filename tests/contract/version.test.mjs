// The service, its programs and its API have one version, with which both changelogs begin.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadDocument } from "./response_contract.mjs";

const file = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const read = (name) => readFileSync(file(name), "utf8");
const [, version] = /^project\(.* VERSION (\S+) /m.exec(read("CMakeLists.txt"));

test("the API has the version of the service", async () => {
  const { info } = await loadDocument(file("docs/openapi.yaml"));
  assert.equal(info.version, version);
});

for (const name of ["CHANGELOG.md", "docs/api-changelog.md"])
  test(`${name} has a version and a day in each entry, the newest first`, () => {
    const headings = [...read(name).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    const entries = headings.filter((heading) => heading !== "[Unreleased]");
    const days = entries.map((entry) => {
      const [, day] = entry.match(/^\[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d)$/) ?? [];
      assert.ok(day, entry);
      return day;
    });
    assert.deepEqual(days, [...days].sort().reverse());
    assert.ok(entries[0].startsWith(`[${version}] `), entries[0]);
  });
