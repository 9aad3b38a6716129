// The named SQL statements of db/, read from the sources: a Map from name to SQL, as PostgreSQL gets it. Those that are
// made for each order of a list (db/ordered_query.h) have places in braces.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

const folder = new URL("../../db/", import.meta.url).pathname;
const sources = readdirSync(folder, { recursive: true }).filter((name) => /\.(cc|h)$/.test(name));

// Strings are replaced by their numbers, as SQL looks like anything.
const strings = [];
const textOfFile = (name) =>
  readFileSync(path.join(folder, name), "utf8")
    .replace(
      /R"\(([\s\S]*?)\)"|"((?:[^"\\\n]|\\.)*)"/g,
      (_, raw, plain) => `"${strings.push(raw ?? plain) - 1}"`,
    )
    .replace(/^\s*\/\/.*$/gm, "");
const stringsIn = (source) => [...source.matchAll(/"(\d+)"/g)].map(([, number]) => strings[number]);

// The constants of a file, as they are declared.
const constantsOf = (source) =>
  new Map(
    [...source.matchAll(/\bconstexpr [\w:]+ (k\w+)(?: =\s*|(?=\{))([^;]*);/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
const files = sources.map(textOfFile).map((source) => ({ source, constants: constantsOf(source) }));
// Of names that files use for different constants, that of the same file counts.
const shared = new Map(files.flatMap(({ constants }) => [...constants]));

// What is between the angle brackets that begin before `at`, and what follows them.
function splitAtBracket(source, at) {
  let open = 1;
  let end = at;
  for (; open > 0 && end < source.length; ++end) open += { "<": 1, ">": -1 }[source[end]] ?? 0;
  return [source.slice(at, end - 1), source.slice(end)];
}
function itemsOf(list) {
  const items = [""];
  let open = 0;
  for (const character of list) {
    open += { "<": 1, ">": -1 }[character] ?? 0;
    if (character === "," && open === 0) items.push("");
    else items[items.length - 1] += character;
  }
  return items.map((item) => item.trim());
}

// The text that a template argument stands for: a literal, a constant, or what db/connection/query.h makes of them.
function textOf(expression, constants) {
  const [, make, list] = /^(without_link|with_parts)<([^]*)>\(\)$/.exec(expression) ?? [];
  if (!make)
    return expression.startsWith('"')
      ? stringsIn(expression)[0]
      : textOf(constants.get(expression) ?? shared.get(expression), constants);
  let [text, ...parts] = itemsOf(list).map((item) => textOf(item, constants));
  if (make === "without_link") return text.replace(/-- with a link\n[^]*?-- with or without\n/g, "");
  for (; parts.length > 0; parts = parts.slice(2)) text = text.replaceAll(parts[0], () => parts[1]);
  return text;
}

// The groups of a query.
const options = [
  ...readFileSync(path.join(folder, "../core/link_fields.h"), "utf8").matchAll(/\.column = "(\w+)"/g),
].map(([, column]) => column);
const groups = {
  "{link}": options.join(", "),
  "{link.*}": options.map((column) => `link.${column}`).join(", "),
  "{$link}": options.map((column) => `$link.${column}`).join(", "),
  "{or add}": stringsIn(shared.get("kOrAdd"))[0],
};

// A query with numbers for the names of its parameters.
function numbered(query) {
  const names = [];
  const text = query
    .replace(/\{[^{}]*\}/g, (group) => groups[group] ?? group)
    .replace(
      /\$([a-z_.]+)/g,
      (_, name) => `$${names.includes(name) ? names.indexOf(name) + 1 : names.push(name)}`,
    );
  return names.length > 0 ? `-- Parameters: ${names.join(", ")}${text}` : text;
}

export const statements = new Map();
for (const { source, constants } of files) {
  for (const [, name, texts] of source.matchAll(/\bStatement k\w+\{\s*"(\d+)",([\s"\d]+)\}/g))
    statements.set(strings[name], stringsIn(texts).join(""));
  for (const { 0: begin, index } of source.matchAll(/\b\w*Query</g)) {
    const [text, rest] = splitAtBracket(source, index + begin.length);
    const [, name, orders] = /^\s+\w+[{(]\s*"(\d+)"(?:,\s*(\w+))?/.exec(rest) ?? [];
    if (!strings[name]) continue;
    // Those that a file names by orders of its own.
    const ends = constants.has(orders) ? stringsIn(constants.get(orders)).map((order) => `_${order}`) : [""];
    for (const end of ends) statements.set(strings[name] + end, numbered(textOf(text.trim(), constants)));
  }
}
