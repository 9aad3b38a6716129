// Every statement that touches a table of an account has the account as a condition or as a column of what it inserts,
// except those that docs/scale.md lists with what they would need for several databases.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { statements } from "./database_statements.mjs";

const migrations = new URL("../../db/migrations/", import.meta.url);
const document = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");
// The rows of the table with this head, as cells.
function tableOf(head) {
  const [, table] = document.split(`${head}\n`);
  return table
    .slice(0, table.search(/^(?!\|)/m))
    .split("\n")
    .filter((line) => /^\| \S/.test(line))
    .map((line) => line.slice(1, -1).split(" | "));
}
const codesIn = (text) => [...text.matchAll(/`(\w+)`/g)].map(([, code]) => code);

const placed = tableOf("| tables | how |").map(([tables, how]) => ({ names: codesIn(tables), how }));
const distributed = [
  "accounts",
  ...placed.filter(({ how }) => how.includes("distributed")).flatMap(({ names }) => names),
];
const listed = tableOf("| query | what it would need | statements |").flatMap(([, , names]) =>
  codesIn(names),
);

const touch = new RegExp(`\\b(?:from|join|update|into)\\s+(${distributed.join("|")})\\b`, "g");

function lacksAccount(sql) {
  // An account is inserted with its ID, and everything else with its account.
  const rest = sql.replace(/insert into (\w+)\s*\([^)]*\baccount_id\b|insert into accounts\s*\(id\b/g, "");
  const touched = new Set([...rest.matchAll(touch)].map(([, table]) => table));
  if (touched.size === 0 || /\baccount_id\s*(?:=|is not distinct from)\s*\$\d/.test(rest)) return false;
  return !(touched.size === 1 && touched.has("accounts") && /(?:where|and)\s+(?:\w+\.)?id = \$\d/.test(rest));
}
const lacking = [...statements].filter(([, sql]) => lacksAccount(sql)).map(([name]) => name);

test("docs/scale.md lists exactly the statements that lack the account", () => {
  assert.deepEqual([...listed].sort(), lacking.sort());
});

test("every table of the migrations is in docs/scale.md", () => {
  const known = new Set(placed.flatMap(({ names }) => names).concat("accounts", "schema_migrations"));
  for (const name of readdirSync(migrations)) {
    const sql = readFileSync(new URL(name, migrations), "utf8");
    for (const [, table] of sql.matchAll(/^create table (?:if not exists )?(\w+)/gm))
      assert.ok(known.has(table), table);
  }
});

test("what lacks the account is recognised", () => {
  assert.ok(lacksAccount("select title from artifacts where id = $1"));
  assert.ok(lacksAccount("delete from share_links where artifact_id = $1"));
  assert.ok(lacksAccount("select account_id from artifacts where id = $1"));
  assert.ok(lacksAccount("insert into unfolded_views (link_id, slot) values ($1, $2)"));
  assert.ok(lacksAccount("select name from accounts"));
  assert.ok(!lacksAccount("select title from artifacts where id = $1 and account_id = $2"));
  assert.ok(!lacksAccount("insert into audit_events (id, account_id) values ($1, $2)"));
  assert.ok(!lacksAccount("update accounts set name = $2 where id = $1"));
  assert.ok(!lacksAccount("select from oauth_clients where id = $1"));
});
