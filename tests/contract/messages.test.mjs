// Each text of readers' pages is translated to every language.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = path.join(root, "html/messages");
const tables = Object.fromEntries(
  readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(path.join(folder, name), "utf8"))]),
);
const texts = [...new Set(Object.values(tables).flatMap((table) => Object.keys(table)))];

const filesIn = (name) =>
  readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:cc|h|m?js)$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath ?? entry.path, entry.name), "utf8"));
const sources = ["html", "templates", "pages", "handlers"].flatMap(filesIn);
// C++ joins adjacent literals, and clang-format divides long ones.
const code = sources.join("\n").replace(/"\s*\n\s*"/g, "");
const placeholders = (text) => text.match(/{}/g)?.length ?? 0;

for (const [name, table] of Object.entries(tables)) {
  test(`${name} has each text, with its placeholders`, () => {
    assert.deepEqual(
      texts.filter((text) => !table[text]?.trim()),
      [],
    );
    assert.deepEqual(
      texts.filter((text) => placeholders(table[text]) !== placeholders(text)),
      [],
    );
  });
}

test("each text of a script is in the tables", () => {
  const used = [...code.matchAll(/\bmessage\(\s*("(?:[^"\\]|\\.)*")/g)].map(([, literal]) =>
    JSON.parse(literal),
  );
  assert.ok(used.length > 20);
  assert.deepEqual(
    used.filter((text) => !texts.includes(text)),
    [],
  );
  // What is not a literal could not be found here.
  assert.deepEqual(
    code
      .match(/(?<!function |\.)\bmessage\((?!\s*")[^)]*\)/g)
      ?.filter((call) => /^message\(\w+[,)]/.test(call)) ?? [],
    [],
  );
});

test("each text of the tables is used", () => {
  assert.deepEqual(
    texts.filter((text) => !code.includes(JSON.stringify(text))),
    [],
  );
});
