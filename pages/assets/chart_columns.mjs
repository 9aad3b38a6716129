// What the columns of cells are to a chart: the numbers of a series, labels, or what it leaves out, and how that is said.
import { textOf } from "./data_rows.mjs";
import { JsonNumber } from "./data_texts.mjs";

// Numbers as people write them, in the notations that tables have (templates/table/notation.cc), with currencies,
// percent signs and scales around them: 1.234,50 €, (3), 12 %, USD 1.2M.

const space = "[ \u00a0\u202f\u2009]";
const notations = [
  [",", "."],
  ["\\.", ","],
  [space, ","],
  ["['’]", "."],
  [space, "."],
  ["['’]", ","],
].map(([group, decimal]) => {
  const lakh = group === "," ? "[1-9]\\d?(?:,\\d\\d)+,\\d{3}|" : "";
  const form = `(?:${lakh}[1-9]\\d{0,2}(?:${group}\\d{3})+|[1-9]\\d*|0)?(?:\\${decimal}\\d+(?:e[-+]?\\d+)?|e[-+]\\d+)?`;
  return { form: RegExp(`^${form}$`, "i"), groups: RegExp(group, "g"), decimal };
});
const placeholder =
  /^(?:n\/?a|n\.a\.|na[nt]|<na>|null|\(null\)|\\n|#(?:n\/a|nv|(?:null|num|ref|value|div\/0|error|calc|spill)!|name\?)|--|[-–—])?$/i;
const currency = `(?:[A-Z]{0,3}\\$|\\p{Sc}|${Intl.supportedValuesOf("currency").join("|")})`;
const amount = RegExp(
  `^((?:[\\s(+−–-]|${currency})*)([.,]?\\d(?:.*\\d)?)\\s?([A-Za-z]{1,2}(?![A-Za-z])|%)?((?:[\\s)+−–-]|${currency})*)$`,
  "su",
);
const zero = RegExp(`^${currency}\\s*[-–—]$`, "u");
const powers = { "%": 0, k: 3, m: 6, mn: 6, b: 9, bn: 9, t: 12 };

// The digits of an amount, its sign and its power of ten; null if the text stands for no value, nothing if it is none.
function amountIn(text) {
  if (placeholder.test(text)) return null;
  if (zero.test(text)) return { sign: "", digits: "0", power: 0 };
  const [, before, digits, scale = "%", after] = amount.exec(text) ?? [];
  const power = powers[scale.toLowerCase()];
  if (digits === undefined || power === undefined || /^\+\d{8,}$/.test(text)) return undefined;
  const signs = (before + after).match(/[-+−–(]/g) ?? [];
  return signs.length > 1 ? undefined : { sign: /[-−–(]/.test(signs) ? "-" : "", digits, power };
}

// The number that each text of a column is, as a JsonNumber, in the notation in which most are numbers. What stands for
// no value is null, and another text stays a text.
export function numbersOf(texts) {
  const amounts = texts.map((text) => amountIn(text.trim()));
  const count = ({ form }) => amounts.filter((one) => one && form.test(one.digits)).length;
  const counts = notations.map(count);
  const { form, groups, decimal } = notations[counts.indexOf(Math.max(...counts))];
  return amounts.map((one, i) => {
    if (!one) return one === null ? null : texts[i];
    const { sign, digits, power } = one;
    const plain = digits.replace(groups, "").replace(decimal, ".").replace(/^\./, "0.");
    const number = sign + (power ? Number(`${plain}e${power}`) : plain);
    return form.test(digits) && Number.isFinite(Number(number)) ? new JsonNumber(number) : texts[i];
  });
}

const isText = (value) => typeof value === "string";

// Integers that name rows rather than measure something, as in tables (templates/table/column_styles.cc): each is one
// more than the one before, or all have many digits; or years, which are good labels if each is there once.
function namesIn(texts) {
  if (!texts.every((text) => /^\d{1,15}$/.test(text))) return undefined;
  const isCounted = texts.every((text, i) => i === 0 || Number(text) === Number(texts[i - 1]) + 1);
  const areLong = texts.every(({ length }) => length >= 8 && length === texts[0].length);
  if (texts.every((text) => /^(?:19|20)\d\d$/.test(text)))
    return new Set(texts).size === texts.length ? "years" : "names";
  return texts.length >= 3 && (isCounted || areLong) ? "names" : undefined;
}

// The values of a column are JsonNumbers, null, or texts that are no numbers.
function columnOf(heading, cells, place) {
  const numbers = numbersOf(cells.map(textOf));
  const values = cells.map((cell, i) => (isText(cell) ? numbers[i] : cell.value));
  const given = cells.filter((_, i) => values[i] !== null);
  const isMost = (is) => 2 * given.filter(is).length > given.length;
  const kindOf = () => {
    if (given.length === 0) return "empty";
    if (2 * values.filter(isText).length > given.length) return "texts";
    if (isMost((cell) => textOf(cell).includes("%"))) return "percentages";
    return (cells.every(isText) && namesIn(given)) || "numbers";
  };
  const length = cells.findLastIndex((cell) => cell !== "") + 1;
  return { heading, name: textOf(heading) || `Dataset ${place}`, kind: kindOf(), values, length };
}
const columnsOf = ([{ cells: headings }, ...lines]) =>
  headings.map((heading, i) =>
    columnOf(
      heading,
      lines.map(({ cells }) => cells[i] ?? ""),
      i,
    ),
  );

// The rows with the column first that labels the others: one of texts or years, or else of other names. A single column
// gets numbers as labels. Nothing if no column has numbers.
export function withLabelsFirst(rows) {
  const kinds = columnsOf(rows).map(({ kind }) => kind);
  if (kinds.every((kind) => kind === "texts" || kind === "empty")) return undefined;
  if (kinds.filter((kind) => kind !== "empty").length === 1)
    return rows.map(({ cells }, i) => ({ cells: [i === 0 ? "" : String(i), ...cells] }));
  const labels = kinds.findIndex((kind) => kind === "texts" || kind === "years");
  const place = Math.max(0, labels < 0 ? kinds.indexOf("names") : labels);
  return rows.map(({ cells }) => ({ cells: [cells[place], ...cells.filter((_, i) => i !== place)] }));
}

function listed(names) {
  const most = 5;
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return names.slice(0, most).join(", ") + more;
}

// The columns behind the labels that are drawn, and sentences about what is not.
export function seriesIn(rows) {
  const columns = columnsOf(rows).slice(1);
  const measured = ["numbers", "percentages"].find((one) => columns.some(({ kind }) => kind === one));
  const drawn = measured ? [measured] : ["names", "years"];
  const series = columns.filter(
    ({ kind, heading }) => drawn.includes(kind) || (kind === "empty" && (heading.dataset || textOf(heading))),
  );
  const leftOut = (...kinds) => {
    const those = columns.filter(({ kind }) => kinds.includes(kind) && !drawn.includes(kind));
    return listed(those.map(({ name }) => name));
  };
  const gaps = series.flatMap(({ name, values }) =>
    values.flatMap((value, i) => (isText(value) ? [`“${value}” in row ${i + 1} of ${name}`] : [])),
  );
  const notes = [
    ["Left out", leftOut("texts")],
    ["Left out, as they name the rows", leftOut("names", "years")],
    ["Left out, as percentages need another axis than amounts", leftOut("percentages")],
    ["Left empty, as these are not numbers", listed(gaps)],
  ].flatMap(([what, names]) => (names ? [`${what}: ${names}.`] : []));
  return { series, notes };
}
