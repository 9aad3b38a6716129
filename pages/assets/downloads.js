// Saves what a page has as files, writes rows as text, and shows it on the whole screen. It comes before the scripts that use it (templates/*/assets.mjs).
"use strict";

/* global buttonsOf, tools, useTool */
/* exported csvOf, dropTool, saveFile, tabSeparated, toolFile */

// Takes one away that the page cannot have.
function dropTool(name) {
  for (const part of buttonsOf(name)) {
    part.classList.add("is-dropped");
    part.hidden = true;
  }
}

if (document.fullscreenEnabled)
  useTool("full-screen", () =>
    document.fullscreenElement
      ? document.exitFullscreen()
      : document.querySelector(".document").requestFullscreen(),
  );
else dropTool("full-screen");

// What a file of the content is called.
function toolFile(ending) {
  return `${tools.dataset.name}.${ending}`;
}

function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// A number, at most with a currency or percent sign. With letters it could be the name of a cell, as in -A$1.
const signedNumber = /^[-+]\p{Sc}?\s?\d[\d.,]*(?:e[-+]?\d+)?\s?(?:%|\p{Sc})?$/iu;

// A text that a spreadsheet would execute gets an apostrophe in front. A lone dash says that there is
// no value.
function withoutFormula(text) {
  return /^(?:[=+@\t\r]|-[^])/.test(text) && !signedNumber.test(text) ? `'${text}` : text;
}

// Readers take semicolons and tabs for separators too, and the beginning of the file for a mark.
function csvField(value, isFirst) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const field = withoutFormula(typeof value === "string" ? value : JSON.stringify(value));
  const isQuoted = /[",;\t\r\n]/.test(field) || (isFirst && /^(?:\ufeff|sep=)/.test(field));
  return isQuoted ? `"${field.replaceAll('"', '""')}"` : field;
}

// RFC 4180, with a byte order mark, without which spreadsheets do not recognise UTF-8.
function csvOf(records) {
  const lines = records.map((record, row) =>
    record.map((value, column) => csvField(value, row === 0 && column === 0)).join(","),
  );
  // A line with nothing on it would be no record.
  const text = lines.map((line) => `${line || '""'}\r\n`).join("");
  return /[^\x00-\x7f]/.test(text) ? `\ufeff${text}` : text;
}

// For the clipboard.
function tabSeparated(records) {
  const textOf = (value) =>
    value === null || value === undefined
      ? ""
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);
  const cell = (value) => withoutFormula(textOf(value).replace(/[\t\r\n]+/g, " "));
  return records.map((record) => record.map(cell).join("\t")).join("\n");
}
