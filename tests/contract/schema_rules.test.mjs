// What the schema says that no constraint keeps.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { statements } from "./database_statements.mjs";

const schema = readFileSync(new URL("../../db/migrations/0001_schema.sql", import.meta.url), "utf8");
const removes = /\bdelete from (artifacts|artifact_versions)\b/g;

test("only the schema's functions remove artifacts and versions", () => {
  for (const [name, sql] of statements) assert.doesNotMatch(sql, removes, name);
  const functions = [...schema.matchAll(/^create function (\w+)\([^]*?^\$\$;/gm)].filter(([text]) =>
    text.match(removes),
  );
  assert.deepEqual(functions.map(([, name]) => name).sort(), ["remove_artifacts", "remove_versions"]);
});

test("a statement that changes what lists count an artifact as counts it", () => {
  const changing = [...statements].filter(([, sql]) =>
    /\bupdate artifacts\b[^;]*?\bset\b[^;]*?\b(listed_as|deleted_at|content|expires_at) =/.test(sql),
  );
  assert.ok(changing.length >= 5, `${changing.map(([name]) => name)}`);
  for (const [name, sql] of changing) {
    assert.match(sql, /insert into artifact_counts/, name);
    assert.match(sql, /\blisted_as = /, name);
  }
});
