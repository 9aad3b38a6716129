// Texts with data: cells as spreadsheets copy them, CSV as the service reads it (core/text/csv.h), and JSON whose numbers
// keep their digits and whose objects keep the order of their members.

import { dividingDelimiter } from "./csv_delimiter.mjs";

const byteOrderMark = "\ufeff";
const namedDelimiter = (text) => /^sep=([,;\t|])(?=[\r\n]|$)/.exec(text)?.[1];

// The value in quotes that begins at `start`, and where it ends; null if it does not end.
function quotedValue(text, start) {
  let value = "";
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return null;
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}

// The records of a text; null if a field in quotes does not end. Of copied cells, empty lines are records, and only
// quotes around a whole cell are not part of it.
function recordsOf(text, delimiter, areCopied) {
  const rest = RegExp(`[^${delimiter}\r\n]*`, "y");
  const lineEnd = /\r\n|\n|\r/y;
  const records = [];
  let at = 0;
  let mayQuote = true;
  const skipLineEnd = () => {
    lineEnd.lastIndex = at;
    if (!lineEnd.test(text)) return false;
    at = lineEnd.lastIndex;
    return true;
  };
  const takeQuoted = () => {
    const quoted = mayQuote && text[at] === '"' ? quotedValue(text, at) : undefined;
    if (quoted === null && areCopied) mayQuote = false;
    if (!quoted) return quoted === null && !areCopied ? null : "";
    const next = text[quoted.end];
    if (areCopied && next !== undefined && ![delimiter, "\r", "\n"].includes(next)) return "";
    at = quoted.end;
    return quoted.value;
  };
  while (at < text.length) {
    if (skipLineEnd()) {
      if (areCopied) records.push([""]);
      continue;
    }
    const fields = [];
    do {
      const value = takeQuoted();
      if (value === null) return null;
      rest.lastIndex = at;
      fields.push(value + rest.exec(text)[0]);
      at = rest.lastIndex;
    } while (text[at] === delimiter && ++at);
    skipLineEnd();
    records.push(fields);
  }
  return records;
}

// { records, delimiter } of a CSV text; null if a field in quotes does not end.
export function parseCsv(text) {
  let rest = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const named = namedDelimiter(rest);
  if (named) rest = rest.slice("sep=;".length);
  const delimiter = named ?? dividingDelimiter(rest)?.delimiter ?? ",";
  const records = recordsOf(rest, delimiter, false);
  return records && { records, delimiter };
}

// The cells of a text that is pasted: a spreadsheet's, CSV of several lines, or lines with a cell each.
export function parsePasted(text) {
  const cells = text.replace(/(?:\r\n|\n|\r)$/, "");
  const division = cells.includes("\t") || !/[\r\n]/.test(cells) ? undefined : dividingDelimiter(cells);
  // Sentences have commas too.
  const isCsv = division && (division.isEven || division.delimiter !== ",");
  const records = isCsv && recordsOf(cells, division.delimiter, false);
  return records || (cells === "" ? [[""]] : recordsOf(cells, "\t", true));
}

const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

export function writeCsv(records, delimiter = ",") {
  const isMark = (text) => text.startsWith("sep=") || text.startsWith(byteOrderMark);
  // All separators are quoted, so that no reader takes one for that of this text.
  const write = (text, i, { length }) =>
    /[,;|\t"\r\n]/.test(text) || (length === 1 && text === "") ? quoted(text) : text;
  const lines = records.map((fields) => fields.map(write).join(delimiter));
  const [first] = records[0] ?? [];
  if (first !== undefined && isMark(first) && write(first, 0, []) === first)
    lines[0] = quoted(first) + lines[0].slice(first.length);
  return lines.map((line) => `${line}\n`).join("");
}

// As spreadsheets take it.
export const writeCopied = (records) =>
  records
    .map((cells) => cells.map((text) => (/[\t\r\n]|^"/.test(text) ? quoted(text) : text)).join("\t"))
    .join("\n");

// JSON: objects are Maps, numbers JsonNumbers, and all else is as in JavaScript.

export class JsonNumber {
  constructor(text) {
    this.text = text;
  }
}
export const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

// Throws a SyntaxError if the text is not JSON.
export function parseJson(text) {
  JSON.parse(text);
  const token = /[\s,:]*(?:([{}[\]])|"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s,:{}[\]"]+))/g;
  const words = { true: true, false: false, null: null };
  const holders = [];
  let root;
  let name;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [, mark, string, word] = found;
    const holder = holders.at(-1);
    if (mark === "}" || mark === "]") {
      holders.pop();
      continue;
    }
    let value;
    if (mark) value = mark === "{" ? new Map() : [];
    else if (word !== undefined) value = Object.hasOwn(words, word) ? words[word] : new JsonNumber(word);
    else value = string.includes("\\") ? JSON.parse(`"${string}"`) : string;
    if (holder instanceof Map && name === undefined) {
      name = value;
      continue;
    }
    if (!holder) root = value;
    else if (holder instanceof Map) holder.set(name, value);
    else holder.push(value);
    name = undefined;
    if (mark) holders.push(value);
  }
  return root;
}

const isContainer = (value) => Array.isArray(value) || value instanceof Map;

const longestLine = 100;

// What has no objects and arrays in it, or is short, is on one line. `indent` is null for all on one line.
export function writeJson(value, indent = "") {
  if (value instanceof JsonNumber) return value.text;
  if (!isContainer(value)) return JSON.stringify(value);
  const isObject = value instanceof Map;
  const inner = indent === null ? null : `${indent}  `;
  const written = isObject
    ? [...value].map(([name, member]) => `${JSON.stringify(name)}: ${writeJson(member, inner)}`)
    : value.map((element) => writeJson(element, inner));
  const [begin, end] = isObject ? "{}" : "[]";
  const space = isObject && written.length > 0 ? " " : "";
  const line = () => begin + space + written.join(", ") + space + end;
  if (indent === null || ![...value.values()].some(isContainer)) return line();
  const isShort =
    written.length < longestLine && line().length <= longestLine && !written.join().includes("\n");
  if (isShort) return line();
  return `${begin}\n${inner}${written.join(`,\n${inner}`)}\n${indent}${end}`;
}
