// The statements of lists and searches, as the store prepares them, and their plans.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { statements } from "../../contract/database_statements.mjs";
import { sql } from "../api_client.mjs";

const source = ["artifact_lists.cc", "artifact_search.cc", "artifact_sorts.cc"]
  .map((file) => readFileSync(new URL(`../../../db/${file}`, import.meta.url), "utf8"))
  .join("\n");
const constant = (name) =>
  new RegExp(`${name} = R"\\(([\\s\\S]*?)\\)";`).exec(source)?.[1] ??
  (() => {
    throw new Error(`the sources have no ${name}`);
  })();

const orders = {
  createdAt: ["created_at", false],
  "-createdAt": ["created_at", true],
  updatedAt: ["updated_at", false],
  "-updatedAt": ["updated_at", true],
};

function putInOrder(text, column, descending) {
  const id = (digit) => `'${"00000000-0000-0000-0000-000000000000".replaceAll("0", digit)}'`;
  return text
    .replaceAll("{time}", column)
    .replaceAll("{first time}", descending ? "'infinity'" : "'-infinity'")
    .replaceAll("{last time}", descending ? "'-infinity'" : "'infinity'")
    .replaceAll("{first id}", id(descending ? "f" : "0"))
    .replaceAll("{after}", descending ? "<" : ">")
    .replaceAll("{beyond}", descending ? ">" : "<")
    .replaceAll("{descending}", descending ? "desc" : "asc")
    .replaceAll("{ascending}", descending ? "asc" : "desc")
    .replaceAll("{last}", descending ? "min" : "max");
}

// The text of one of the statements that read a list in its order (kListArtifacts, kWalkList, …).
export function statement(name, sort) {
  const [column, descending] = orders[sort];
  const page = constant("kPage");
  const otherColumn = column === "created_at" ? "updated_at" : "created_at";
  const text = constant(name)
    .replaceAll("{page by the other time}", putInOrder(page, otherColumn, true))
    .replaceAll("{page}", page);
  return putInOrder(text, column, descending);
}

// Of the statements that read a list in its order, and of those that select among candidates.
const types =
  "uuid, text, text, text, timestamptz, uuid, bigint, bigint, timestamptz, text, text[], timestamptz, " +
  "timestamptz, timestamptz, timestamptz, bigint, text, text, timestamptz, uuid";
const typesOfCandidates =
  "uuid, text, text, bigint, text, text[], timestamptz, timestamptz, timestamptz, timestamptz, text, text, " +
  "bigint, timestamptz, uuid, boolean, boolean, text, boolean";
const quoted = (value) =>
  value === undefined ? "null" : typeof value === "number" ? value : `'${value.replaceAll("'", "''")}'`;
const inParentheses = (items) => (items.length > 0 ? `(${items.join(", ")})` : "");
// Of a moment so many seconds ago.
const ago = (seconds) => (seconds === undefined ? "null" : `now() - interval '${seconds} seconds'`);

function planOf(text, allTypes, allValues, settings) {
  const used = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  const count = Math.max(0, ...used);
  const output = sql(`
    set plan_cache_mode = force_generic_plan;
    set jit = off;
    ${settings}
    prepare list ${inParentheses(allTypes.split(", ").slice(0, count))} as ${text};
    explain (analyze, verbose, format json) execute list ${inParentheses(allValues.slice(0, count))}`);
  const nodesOf = (node) => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  return nodesOf(JSON.parse(output)[0].Plan);
}

const idOf = (seconds) => (seconds === undefined ? "null" : "gen_random_uuid()");
const everyTemplate = "markdown chart table pdf code";
const filterOf = ({ title = "", metadata = [], created = {}, updated = {} }) => [
  quoted(title),
  `array[${metadata.map(quoted).join(", ")}]::text[]`,
  ago(created.after),
  ago(created.before),
  ago(updated.after),
  ago(updated.before),
];

// The nodes of the plan that is made for all parameters, with what they did for these. `place` and the
// bounds are seconds ago; `settings` are statements that come first.
export function planNodes(text, parameters) {
  const { account, status = "", templates = everyTemplate, limit, offset = 0, settings = "" } = parameters;
  const { start, end, text: sought = "", textQuery, wanted = 21, place } = parameters;
  const values = [
    quoted(account),
    quoted(status || "active expired"),
    quoted(templates),
    quoted(status),
    ago(start),
    idOf(start),
    offset,
    limit,
    ago(end),
    ...filterOf(parameters),
    wanted,
    quoted(sought),
    quoted(textQuery),
    ago(place),
    idOf(place),
  ];
  return planOf(text, types, values, settings);
}

// The same for a statement that selects among the candidates of an index, by its name. `key` is what the index is asked
// for: an external ID, or a query of words.
export function planNodesOfCandidates(name, sort, parameters) {
  const { account, status = "", templates = everyTemplate, limit, settings = "" } = parameters;
  const { text: sought = "", textQuery, wanted = 21, place, key = "" } = parameters;
  const [column, descending] = orders[sort];
  const values = [
    quoted(account),
    quoted(templates),
    quoted(status),
    limit,
    ...filterOf(parameters),
    quoted(sought),
    quoted(textQuery),
    wanted,
    ago(place),
    idOf(place),
    column === "updated_at",
    descending,
    quoted(key),
    true,
  ];
  return planOf(statements.get(name), typesOfCandidates, values, settings);
}

// The same for the list by expiry, from a moment so many seconds ago on.
export function planNodesByExpiry(sort, { account, status = "", start, limit }) {
  const text = putInOrder(constant("kListByExpiry"), "expires_at", sort.startsWith("-"));
  const typesByExpiry = "uuid, text, text, text, timestamptz, uuid, bigint, bigint, boolean";
  const place = [ago(start), idOf(start)];
  const kinds = quoted(status || "active expired");
  const values = [quoted(account), kinds, quoted(everyTemplate), quoted(status), ...place, 0, limit, false];
  return planOf(text, typesByExpiry, values, "");
}

// The same for a list that is sorted by what its links give, of candidates by the constant with their SQL.
export function planNodesSorted(candidates, parameters) {
  const { account, status = "", most = 10000, title = "", key, settings = "", metadata } = parameters;
  const text = putInOrder(
    constant("kSorted")
      .replace("{candidates}", constant(candidates))
      .replace("{links}", constant("kLinksOfMatching"))
      .replace("{used}", "left join used on used.artifact_id = matching.id")
      .replace("{link count}", "(select count(*) from links)")
      .replace("{value}", "coalesce(used.views, 0)")
      .replace("{type}", "bigint"),
    "",
    true,
  );
  const typesOfSorted =
    "uuid, text, text, text, bigint, text, text[], timestamptz, timestamptz, timestamptz, timestamptz, text, " +
    "text, bigint, text, uuid, bigint, bigint, text, boolean";
  const values = [
    quoted(account),
    quoted(status || "active expired"),
    quoted(everyTemplate),
    quoted(status),
    most,
    ...filterOf({ title, metadata }),
    "''",
    "null",
    100000,
    "null",
    "null",
    0,
    21,
    quoted(key),
    true,
  ];
  return planOf(text, typesOfSorted, values, settings);
}

// A scan may hand on whole rows, in which content is a reference; what takes from these must not take it.
export function assertNoContentRead(nodes) {
  for (const node of nodes)
    if (node["Relation Name"] === undefined)
      assert.ok(
        !/\bcontent\b/.test(JSON.stringify(node.Output ?? [])),
        `${node["Node Type"]} takes no content`,
      );
}

// Of a scan of a bitmap, which an index has made, too.
export const indexOf = (scan) => scan["Index Name"] ?? scan.Plans?.[0]["Index Name"];
export const rowsOf = (scan) =>
  (scan["Actual Rows"] + (scan["Rows Removed by Filter"] ?? 0)) * scan["Actual Loops"];
