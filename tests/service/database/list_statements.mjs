// The statements of lists and searches, as the store prepares them, and their plans.
import assert from "node:assert/strict";
import { statements } from "../../contract/database_statements.mjs";
import { sql } from "../api_client.mjs";
import { templateNames } from "../template_names.mjs";

const orders = {
  createdAt: ["created_at", false],
  "-createdAt": ["created_at", true],
  updatedAt: ["updated_at", false],
  "-updatedAt": ["updated_at", true],
};

function putDirection(text, descending) {
  const id = (digit) => `'${"00000000-0000-0000-0000-000000000000".replaceAll("0", digit)}'`;
  return text
    .replaceAll("{first time}", descending ? "'infinity'" : "'-infinity'")
    .replaceAll("{last time}", descending ? "'-infinity'" : "'infinity'")
    .replaceAll("{first id}", id(descending ? "f" : "0"))
    .replaceAll("{after}", descending ? "<" : ">")
    .replaceAll("{beyond}", descending ? ">" : "<")
    .replaceAll("{descending}", descending ? "desc" : "asc")
    .replaceAll("{ascending}", descending ? "asc" : "desc")
    .replaceAll("{last}", descending ? "min" : "max");
}

// The text of one of the statements that read a list in its order, by its name.
export function statement(name, sort) {
  const [column, descending] = orders[sort];
  return putDirection(statements.get(name).replaceAll("{time}", column), descending);
}

// The types of parameters by their names; those of others are text.
const names = (type, list) => list.split(" ").map((name) => [name, type]);
const types = new Map([
  ...names("uuid", "account start_id place_id"),
  ...names(
    "timestamptz",
    "start_time end place_time created_after created_before updated_after updated_before",
  ),
  ...names("bigint", "passed most_read wanted most_candidates most_links"),
  ...names("boolean", "is_never is_whole"),
  ...names("text[]", "metadata"),
]);
const quoted = (value) =>
  value === undefined || typeof value === "number" || typeof value === "boolean"
    ? `${value ?? null}`
    : `'${value.replaceAll("'", "''")}'`;
// Of a moment so many seconds ago.
const ago = (seconds) => (seconds === undefined ? "null" : `now() - interval '${seconds} seconds'`);
const idOf = (seconds) => (seconds === undefined ? "null" : "gen_random_uuid()");
const inParentheses = (items) => (items.length > 0 ? `(${items.join(", ")})` : "");

// The nodes of the plan that is made for all parameters, with what they did for these SQL values, by name.
function planOf(text, values, settings = "") {
  const [, list] = /^-- Parameters: (.*)/.exec(text) ?? [];
  const used = list?.split(", ") ?? [];
  for (const name of used) assert.ok(name in values, `the parameter ${name} is given`);
  const output = sql(`
    set plan_cache_mode = force_generic_plan;
    set jit = off;
    ${settings}
    prepare list ${inParentheses(used.map((name) => types.get(name) ?? "text"))} as ${text};
    explain (analyze, verbose, format json)
    execute list ${inParentheses(used.map((name) => values[name]))}`);
  const nodesOf = (node) => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  return nodesOf(JSON.parse(output)[0].Plan);
}

const valuesOfList = ({ account, status = "", templates = templateNames.join(" ") }) => ({
  account: quoted(account),
  kinds: quoted(status || "active expired"),
  templates: quoted(templates),
  status: quoted(status),
});
const valuesOfFilter = ({ title = "", metadata = [], created = {}, updated = {}, text = "", textQuery }) => ({
  title_patterns: quoted(title),
  metadata: `array[${metadata.map(quoted).join(", ")}]::text[]`,
  created_after: ago(created.after),
  created_before: ago(created.before),
  updated_after: ago(updated.after),
  updated_before: ago(updated.before),
  text_patterns: quoted(text),
  text_query: quoted(textQuery),
});

// Of a statement that reads a list in its order. `place` and the bounds are seconds ago; `settings` are statements that
// come first.
export function planNodes(text, parameters) {
  const { start, end, limit, offset = 0, wanted = 21, artifacts, settings } = parameters;
  const values = {
    ...valuesOfList(parameters),
    ...valuesOfFilter(parameters),
    start_time: ago(start),
    start_id: idOf(start),
    passed: offset,
    most_read: limit,
    end: ago(end),
    wanted,
    artifacts: quoted(artifacts),
  };
  return planOf(text, values, settings);
}

// The same for the list by expiry, from a moment so many seconds ago on.
export function planNodesByExpiry(sort, { account, status, start, limit }) {
  const descending = sort.startsWith("-");
  const values = {
    ...valuesOfList({ account, status }),
    place_time: ago(start),
    place_id: idOf(start),
    passed: 0,
    wanted: limit,
    is_never: false,
  };
  return planOf(putDirection(statements.get("artifact_list_by_expiry_soonest"), descending), values);
}

// The same for a statement that sorts the candidates of an index, by its name: in the order `sort`, or without one by
// what their links give. `key` is what the index is asked for: an external ID, or a query of words.
export function planNodesSorted(name, parameters) {
  const { sort, most = 10000, wanted = 21, place, key, settings } = parameters;
  const [column, descending] = orders[sort] ?? [undefined, true];
  const text = putDirection(
    statements
      .get(name)
      .replace("{used}", column ? "" : "left join used on used.artifact_id = matching.id")
      .replace("{link count}", column ? "0" : "(select count(*) from links)")
      .replace("{value}", column ? `matching.${column}` : "coalesce(used.views, 0)")
      .replace("{type}", column ? "timestamptz" : "bigint"),
    descending,
  );
  const values = {
    ...valuesOfList(parameters),
    ...valuesOfFilter(parameters),
    most_candidates: most,
    most_links: 100000,
    place_value: place === undefined ? "null" : `(${ago(place)})::text`,
    place_id: idOf(place),
    passed: 0,
    wanted,
    external_id: quoted(key),
    words_query: quoted(key),
    is_whole: true,
  };
  return planOf(text, values, settings);
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
