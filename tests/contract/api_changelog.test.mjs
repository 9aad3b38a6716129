// docs/api-changelog.md tells what the newest version of the API is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadDocument } from "./response_contract.mjs";

const file = (name) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
const { info } = await loadDocument(file("openapi.yaml"));
const changelog = readFileSync(file("api-changelog.md"), "utf8");
const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);

test("the first entry is of the version that the document has", () => {
  assert.ok(headings[0].startsWith(`${info.version} `), headings[0]);
});

test("every entry has a version and a day, the newest first", () => {
  const days = headings.map((heading) => {
    const [, day] = heading.match(/^\d+\.\d+\.\d+ \((\d{4}-\d\d-\d\d)\)$/) ?? [];
    assert.ok(day, heading);
    return day;
  });
  assert.deepEqual(days, [...days].sort().reverse());
});
