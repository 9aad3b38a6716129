// Who reads a statement in the log of PostgreSQL, or pastes it into psql, has to know what its parameters are: those
// with more than eight begin with a comment that names them in their order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { statements } from "./database_statements.mjs";

const mostUnnamed = 8;
const numberOf = (text) => Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
// The longest list, as the text of a function that runs several statements has those of all.
const namesIn = (text) =>
  [...text.matchAll(/^-- Parameters: (.*(?:\n-- {3}.*)*)/gm)]
    .map(([, names]) => names.replace(/\n--\s+/g, " ").split(", "))
    .reduce((longest, names) => (names.length > longest.length ? names : longest), []);

test("statements with many parameters name each of them", () => {
  const many = [...statements].filter(([, text]) => numberOf(text) > mostUnnamed);
  assert.ok(many.length > 15, "the statements are found");
  for (const [name, text] of many) {
    const names = namesIn(text);
    assert.ok(names.length >= numberOf(text), `${name} has ${numberOf(text)} parameters: ${names}`);
    assert.equal(new Set(names).size, names.length, `${name} has different names`);
  }
});
