// Copies and downloads the rows of a table.
"use strict";

// Spreadsheets would execute a text that begins like a formula.
function harmless(text) {
  return /^[=+\-@\t\r]/.test(text) && !amount.test(text) ? `'${text}` : text;
}

// Readers take semicolons and tabs for separators too, and the beginning of the file for a mark.
function csvField(text, isFirst) {
  const field = harmless(text);
  const isQuoted = /[",;\t\r\n]/.test(field) || (isFirst && /^(?:\ufeff|sep=)/.test(field));
  return isQuoted ? `"${field.replaceAll('"', '""')}"` : field;
}

// RFC 4180, with a byte order mark, without which spreadsheets do not recognise UTF-8.
function toCsv(records) {
  const lines = records.map((record, row) =>
    record.map((text, column) => csvField(text, row === 0 && column === 0)).join(","),
  );
  // A line with nothing on it would be no record.
  const text = lines.map((line) => `${line || '""'}\r\n`).join("");
  return /[^\x00-\x7f]/.test(text) ? `\ufeff${text}` : text;
}

function toTabSeparated(records) {
  return records
    .map((record) => record.map((text) => harmless(text.replace(/[\t\r\n]+/g, " "))).join("\t"))
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

function save(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  makeElement("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
