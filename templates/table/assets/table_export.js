// Copies and downloads the rows of a table.
"use strict";

/* global withoutFormula */

function toTabSeparated(records) {
  return records
    .map((record) => record.map((text) => withoutFormula(text.replace(/[\t\r\n]+/g, " "))).join("\t"))
    .join("\n");
}

function fileName(title) {
  const name = title
    .replace(/[\\/:*?"<>|\p{C}]+/gu, " ")
    .replace(/\s+/g, " ")
    .slice(0, 100)
    .replace(/^[. ]+|[. ]+$/g, "");
  return `${name || "table"}.csv`;
}
