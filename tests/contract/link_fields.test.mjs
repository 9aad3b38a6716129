// What cannot follow from the table of a link's fields by itself (core/link_fields.h): the columns of the schema, and
// the specification.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);
const table = read("core/link_fields.h");
const columns = all(table, /\.column = "(\w+)"/g);
const names = all(table, /\.name = "(\w+)"/g);
const schema = read("db/migrations/0001_schema.sql");

test("the table of a link's fields is found", () => {
  assert.ok(columns.length > 5);
  assert.equal(columns.length, names.length);
});

test("each field is a column of share_links, and shared_link ends with all of them in the order of the table", () => {
  const [, links] = /create table share_links \(\n([\s\S]*?)\n\);/.exec(schema);
  for (const column of columns) assert.match(links, new RegExp(`^  ${column} `, "m"));
  const [, type] = /create type shared_link as \(\n([\s\S]*?)\n\);/.exec(schema);
  assert.deepEqual(
    all(type, /(\w+) (?:uuid|text|timestamptz|boolean|bigint|integer)/g).slice(-columns.length),
    columns,
  );
  const [, made] = /create function shared_link_of[\s\S]*?return row\(([\s\S]*?)\)::shared_link;/.exec(
    schema,
  );
  const last = made.split(",").slice(-columns.length);
  assert.deepEqual(
    last.map((value) => value.trim()),
    columns.map((column) => `link.${column}`),
  );
});

test("the specification has each field", () => {
  const specification = read("docs/openapi.yaml");
  for (const name of names) assert.match(specification, new RegExp(`^ +${name}:`, "m"), name);
});
