// docs/api-coverage.md names only tests that there are.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const document = readFileSync(new URL("../../docs/api-coverage.md", import.meta.url), "utf8");
const rows = document.split("\n").filter((line) => line.startsWith("| ") && line.includes("“"));

test("every row names existing tests", () => {
  assert.ok(rows.length > 60);
  for (const row of rows) {
    const cell = row.split(" | ").at(-1).replace(/ \|$/, "");
    for (const part of cell.split("<br>")) {
      const [, file, names] = part.match(/^([\w/]+): (.*)$/);
      const source = readFileSync(new URL(`../integration/${file}.test.mjs`, import.meta.url), "utf8");
      for (const [, name] of names.matchAll(/“([^”]*)”/g))
        assert.ok(
          source.includes(`(\`${name}\``) || source.includes(`("${name}"`),
          `${file} has no test "${name}"`,
        );
    }
  }
});
