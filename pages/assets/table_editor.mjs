// The editor of a table: a grid for its text in the form, which is CSV, or JSON with columns and rows. What the grid
// does not show stays: formats and other members of columns, members of rows that no column has, types of values.
import { cellOf, kindsOf, valueOf } from "./cell_values.mjs";
import { chartOf } from "./chart_editor.mjs";
import { dataGrid } from "./data_grid.mjs";
import { blankRows, textOf, trimmed } from "./data_rows.mjs";
import { JsonNumber, parseCsv, parseJson, writeCsv, writeJson } from "./data_texts.mjs";

// What the grid shows of a text: { rows, write(rows) }, or { reason } if it cannot show it.

const newTable = { height: 6, width: 3 };

function sourceOfCsv(text) {
  const csv = parseCsv(text);
  if (!csv) return { reason: "A quoted field of this CSV does not end, so the grid cannot show it." };
  const { records, delimiter } = csv;
  const write = (rows) => {
    const kept = trimmed(rows);
    return kept[0].cells.length === 0
      ? ""
      : writeCsv(
          kept.map(({ cells }) => cells),
          delimiter,
        );
  };
  if (records.length === 0) return { rows: blankRows(newTable.height, newTable.width), write };
  return { rows: padded(records.map((cells) => ({ cells, isKept: true }))), write };
}
function padded(rows) {
  const width = Math.max(
    1,
    rows.reduce((most, { cells }) => Math.max(most, cells.length), 0),
  );
  const pad = (cells) => (cells.length < width ? [...cells, ...Array(width - cells.length).fill("")] : cells);
  return rows.map((row) => ({ ...row, cells: pad(row.cells) }));
}

// The names in the order of templates/table/table_reader.cc and columns.cc.
const membersOfColumns = ["columns", "headers", "fields", "columnDefs"];
const membersOfRows = ["rows", "data", "records", "items", "dataSource", "rowData"];
const keysOfColumn = ["dataIndex", "accessorKey", "key", "id", "field", "accessor", "name"];
const labelsOfColumn = ["label", "header", "title", "headerName"];
const asName = (value) =>
  value instanceof JsonNumber ? value.text : typeof value === "string" ? value : undefined;
const memberNamed = (column, names) => names.find((name) => asName(column.get(name)) !== undefined);

const notShown = (what) => ({ reason: `${what}, which the grid cannot show. Edit it as JSON.` });

// The headings: texts with { key, label, column }, the last being the description in the content, if there is one.
function headingOf(column) {
  if (asName(column) !== undefined) return { text: asName(column), key: asName(column), column };
  if (!(column instanceof Map)) return null;
  const keyName = memberNamed(column, keysOfColumn);
  const labelName = memberNamed(column, labelsOfColumn);
  const label = asName(column.get(labelName ?? keyName)) ?? "";
  return { text: label, label, labelName, key: keyName ? asName(column.get(keyName)) : label, column };
}

// The description of a column with the heading that it has now.
function descriptionOf({ text, label, labelName, key, column, newKey }, areObjects) {
  if (column instanceof Map)
    return text === label ? column : new Map([...column, [labelName ?? "label", text]]);
  if (column !== undefined && text === asName(column)) return column;
  const own = key ?? newKey;
  if (!areObjects || own === text) return text;
  return new Map([
    ["key", own],
    ["label", text],
  ]);
}

// CSV whose columns are described beside it, by their places.
function sourceOfDescribedCsv(content, columnsName) {
  const csv = parseCsv(content.get("csv"));
  const described = content.get(columnsName).map(headingOf);
  if (!csv || described.includes(null)) return notShown("This table has CSV or columns");
  const [names = [], ...records] = csv.records;
  const headings = Array.from({ length: Math.max(names.length, described.length) }, (_, i) => ({
    text: names[i] ?? "",
    ...described[i],
    name: names[i] ?? "",
    isDescribed: i < described.length,
  }));
  const rows = padded([headings, ...records].map((cells) => ({ cells, isKept: true })));
  const write = (changed) => {
    const [{ cells }, ...lines] = trimmed(changed);
    const first = cells.map((cell) => (cell.isDescribed ? cell.name : textOf(cell)));
    const columns = cells
      .slice(0, cells.findLastIndex((cell) => cell.isDescribed) + 1)
      .map((cell) => descriptionOf(typeof cell === "string" ? { text: cell } : cell, false));
    const text = writeCsv([first, ...lines.map((line) => line.cells)], csv.delimiter);
    return writeJson(new Map([...content, [columnsName, columns], ["csv", text]]));
  };
  return { rows, write };
}

// All keys of the rows, in the order of first appearance.
function keysIn(rows) {
  const keys = new Set();
  for (const row of rows) if (row instanceof Map) for (const key of row.keys()) keys.add(key);
  return [...keys];
}

// The rows of an array, whose first row may have the headings (templates/documents/document_content.cc).
function contentOfRows([first, ...rest]) {
  const isValue = (cell) => cell instanceof JsonNumber || typeof cell === "boolean";
  const hasHeadings =
    Array.isArray(first) &&
    first.length > 0 &&
    first.every((cell) => typeof cell === "string") &&
    rest.some((row) => Array.isArray(row) && row.some(isValue));
  if (!hasHeadings) return new Map([["rows", [first, ...rest]]]);
  return new Map([
    ["columns", first],
    ["rows", rest],
  ]);
}

function sourceOfJson(root) {
  const content = Array.isArray(root) ? contentOfRows(root) : root;
  if (!(content instanceof Map)) return notShown("This is a single value");
  const named = (names) => names.find((name) => Array.isArray(content.get(name)));
  const rowsName = named(membersOfRows);
  const columnsName = named(membersOfColumns);
  const hasValues = membersOfRows.some((name) => content.get(name) instanceof Map);
  if (!rowsName && !hasValues && columnsName && typeof content.get("csv") === "string")
    return sourceOfDescribedCsv(content, columnsName);
  const values = [...content.values()];
  const isByColumn =
    hasValues || (!columnsName && values.length > 1 && values.every((value) => Array.isArray(value)));
  if (!rowsName || isByColumn)
    return notShown("This table is stored by columns, by names of rows or in another form");
  if (["index", "meta"].some((name) => Array.isArray(content.get(name))))
    return notShown("This is a data frame with an index or a description of its own");

  const stored = content.get(rowsName);
  const isPlain = (row) => !Array.isArray(row) && !(row instanceof Map);
  const areObjects = stored.some((row) => row instanceof Map);
  const headings = columnsName
    ? content.get(columnsName).map(headingOf)
    : keysIn(stored).map((key) => ({ text: key, key }));
  const keys = headings.map((heading) => heading?.key);
  if (headings.includes(null)) return notShown("This table has columns of several levels");
  if (areObjects && new Set(keys).size < keys.length)
    return notShown("Two columns of this table have the same key");

  const cellsOf = (row) => {
    if (isPlain(row)) return [cellOf(row)];
    return Array.isArray(row) ? row.map(cellOf) : keys.map((key) => cellOf(row.get(key)));
  };
  const rows = padded([
    { cells: headings, isKept: true },
    ...stored.map((origin) => ({ cells: cellsOf(origin), origin, isKept: true })),
  ]);
  rows[0].cells = rows[0].cells.map((heading, i) => ({
    ...(heading || { text: `Column ${i + 1}`, isNumbered: true }),
    kinds: kindsOf(rows.slice(1).map(({ cells }) => cells[i])),
  }));
  const first = rows[0].cells;
  const write = (changed) =>
    writeContent({ content, rowsName, columnsName, areObjects, keys, first }, trimmed(changed));
  return { rows, write };
}

function writeContent({ content, rowsName, columnsName, areObjects, keys, first }, [{ cells }, ...rows]) {
  const taken = new Set(keys);
  // Those that were added need a key in rows that are objects.
  const headings = cells.map((cell, i) => {
    if (typeof cell !== "string" && cell.key !== undefined) return cell;
    const text = textOf(cell);
    let key = text || `Column ${i + 1}`;
    for (let number = 2; taken.has(key); ++number) key = `${text || "Column"} ${number}`;
    taken.add(key);
    return { ...(typeof cell === "string" ? { text } : cell), newKey: key };
  });
  const keyOf = ({ key, newKey }) => key ?? newKey;
  const describe = (heading) => descriptionOf(heading, areObjects);
  const isSame = cells.length === first.length && cells.every((cell, i) => cell === first[i]);

  const kept = new Set(headings.map(keyOf));
  const valuesOf = (row) =>
    headings.map(({ kinds }, i) => (row.cells[i] === "" ? undefined : valueOf(row.cells[i], kinds)));
  const asArray = (values) => {
    const length = values.findLastIndex((value) => value !== undefined) + 1;
    return values.slice(0, length).map((value) => value ?? null);
  };
  // In the order of the row's own members, with those that no column has.
  const asObject = (values, origin) => {
    const row = new Map(origin);
    for (const key of keys) if (!kept.has(key)) row.delete(key);
    headings.forEach((heading, i) => {
      const key = keyOf(heading);
      if (values[i] !== undefined || row.has(key)) row.set(key, values[i] ?? null);
    });
    return row;
  };
  const isOneColumn = headings.length === 1;
  const written = rows.map((row) => {
    const values = valuesOf(row);
    const { origin } = row;
    if (origin === undefined ? areObjects : origin instanceof Map) return asObject(values, origin);
    const isPlain = origin !== undefined && !Array.isArray(origin);
    return isPlain && isOneColumn ? (values[0] ?? null) : asArray(values);
  });

  const next = new Map();
  for (const [name, value] of content) {
    if (name === rowsName && !isSame && !columnsName) next.set("columns", headings.map(describe));
    if (name === rowsName) next.set(name, written);
    else if (name === columnsName) next.set(name, isSame ? value : headings.map(describe));
    else next.set(name, value);
  }
  return writeJson(next);
}

// The data of a chart, as CSV. Nothing if the content is none.
function sourceOfChart(root, text) {
  const chart = root instanceof Map && root.get("data") instanceof Map ? chartOf(text) : {};
  if (!chart.rows) return undefined;
  return { ...sourceOfCsv(writeCsv(chart.rows.map(({ cells }) => cells.map(textOf)))), isMade: true };
}

// `isMade` if the text is to be replaced by what the grid writes.
export function sourceOfTable(text) {
  if (!/^\s*(?:\{|\[\s*[[{])/.test(text)) return sourceOfCsv(text);
  try {
    const root = parseJson(text);
    return sourceOfChart(root, text) ?? sourceOfJson(root);
  } catch {
    return { reason: "This is not valid JSON yet, so the grid cannot show it." };
  }
}

export function openTable({ textarea }) {
  let source = sourceOfTable(textarea.value);
  if (source.reason) return source;
  let written = textarea.value;
  function save(rows) {
    textarea.value = source.write(rows);
    written = textarea.value;
    textarea.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const grid = dataGrid({ label: "Content", changed: save });
  function show() {
    grid.show(source.rows);
    if (source.isMade) save(source.rows);
  }
  show();
  return {
    ...grid,
    read: () => {
      grid.element.inert = textarea.disabled;
      if (textarea.value === written) return true;
      source = sourceOfTable(textarea.value);
      written = textarea.value;
      if (!source.reason) show();
      return !source.reason;
    },
  };
}
