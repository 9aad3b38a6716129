// Copies and downloads the rows of a table.
"use strict";

// Spreadsheets would execute a text that begins like a formula.
function harmless(text) {
  return /^[=+\-@\t\r]/.test(text) && !amount.test(text) ? `'${text}` : text;
}

function csvField(text) {
  const field = harmless(text);
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

// RFC 4180, with a byte order mark, without which spreadsheets do not recognise UTF-8.
function toCsv(records) {
  const text = records.map((record) => record.map(csvField).join(",") + "\r\n").join("");
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
