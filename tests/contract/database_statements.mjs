// The named SQL statements of db/, read from the sources: a Map from name to SQL. The SQL of a statement that is put
// together is the text of all of its parts.
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

// A declaration or a function: it begins in the first column, and so does the brace that ends a function.
const unitsOf = (source) => source.split(/^(?=[a-zA-Z])/m);
const declared = /^(?:inline )?constexpr (?:std::string_view|\w*Statement) (k\w+)/;
const constantsOf = (units) =>
  new Map(units.flatMap((unit) => (declared.test(unit) ? [[declared.exec(unit)[1], unit]] : [])));

const files = sources.map((name) => ({ name, units: unitsOf(textOfFile(name)) }));
// Of names that files use for different constants, that of the same file counts.
const shared = constantsOf(files.flatMap(({ units }) => units));

function sqlOf(unit, constants, seen = new Set()) {
  const parts = [...unit.matchAll(/"(\d+)"/g)].map(([, number]) => strings[number]);
  const names = [...unit.matchAll(/\bk[A-Z]\w*/g)].map(([name]) => name);
  // The entries of lists and searches, which a function of another file puts in.
  if (parts.join().includes("{page}")) names.push("kPage");
  for (const name of names) {
    const part = constants.get(name) ?? shared.get(name);
    if (!part || part === unit || seen.has(name)) continue;
    parts.push(sqlOf(part, constants, seen.add(name)));
  }
  return parts.join("\n");
}

// The options of a link, as db/connection/query.h writes them in place of a group.
const options = [
  ...readFileSync(path.join(folder, "../core/link_fields.h"), "utf8").matchAll(/\.column = "(\w+)"/g),
].map(([, column]) => column);
const groups = {
  "{link}": options.join(", "),
  "{link.*}": options.map((column) => `link.${column}`).join(", "),
  "{$link}": options.map((column) => `$link.${column}`).join(", "),
};

// A query with numbers for the names of its parameters, as PostgreSQL gets it.
function numbered(query) {
  const names = [];
  const text = query
    .replace(/\{\$?link(?:\.\*)?\}/g, (group) => groups[group])
    .replace(
      /\$([a-z_.]+)/g,
      (_, name) => `$${names.includes(name) ? names.indexOf(name) + 1 : names.push(name)}`,
    );
  return `-- Parameters: ${names.join(", ")}${text}`;
}

export const statements = new Map();
for (const { units } of files) {
  const constants = constantsOf(units);
  for (const unit of units)
    for (const [, number] of unit.matchAll(/\b\w*Statements?\b(?: \w+)?\s*[({]\s*"(\d+)"/g))
      statements.set(strings[number], sqlOf(unit, constants).replace(strings[number], ""));
  const source = units.join("");
  const texts = new Map(
    [...source.matchAll(/\bconstexpr Text (k\w+) = "(\d+)"/g)].map(([, name, sql]) => [name, strings[sql]]),
  );
  for (const [, sql, name] of source.matchAll(/\b\w*Query<"(\d+)">\s+k\w+\{"(\d+)"\}/g))
    statements.set(strings[name], numbered(strings[sql]));
  for (const [, shortened, text, name] of source.matchAll(
    /\b\w*Query<(without_link<)?(k\w+)(?:>\(\))?>\s+k\w+\{"(\d+)"\}/g,
  ))
    statements.set(
      strings[name],
      numbered(
        shortened
          ? texts.get(text).replace(/-- with a link\n[^]*?-- with or without\n/g, "")
          : texts.get(text),
      ),
    );
}
