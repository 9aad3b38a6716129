// Which character separates the fields of a CSV text, by the rules of the service (core/text/csv_delimiter.cc);
// tests/unit/core/text/delimiters.json has the cases of both.

const delimiters = [",", ";", "\t", "|"];
const mostSampled = 65_536;
const isLineEnd = (c) => c === "\r" || c === "\n";
const isDigit = (c) => c >= "0" && c <= "9";

// Commas are also in numbers, and before a space in sentences.
function isSeparator(text, at) {
  if (text[at] !== ",") return delimiters.includes(text[at]);
  const next = text[at + 1] ?? " ";
  return next !== " " && !(isDigit(text[at - 1] ?? " ") && isDigit(next));
}

// Where the field ends, whether it looks as if another character separated it, or quotes were not its own, and where
// its quotes end.
function fieldAt(text, begin, delimiter) {
  const isEnd = (at) => at >= text.length || text[at] === delimiter || isLineEnd(text[at]);
  let at = begin;
  let isOdd = false;
  if (text[at] === '"') {
    do at = text.indexOf('"', at + 1) + 1 || text.length + 1;
    while (text[at] === '"');
    if (at > text.length) return { end: text.length, isOdd: true };
    if (isEnd(at)) return { end: at, isOdd: false, quotesEnd: "here" };
    const quotesEnd = delimiters.includes(text[at]) ? "before another delimiter" : undefined;
    while (!isEnd(at)) ++at;
    return { end: at, isOdd: true, quotesEnd };
  }
  for (; !isEnd(at); ++at) isOdd ||= isSeparator(text, at);
  return { end: at, isOdd };
}

// The numbers of fields of the records that one delimiter makes, and how many fields are odd.
function divisionOf(text, isWhole, delimiter) {
  const division = { delimiter, widths: [], fields: 0, oddFields: 0, ended: 0, endedByOthers: 0, numbers: 0 };
  let at = 0;
  while (at < text.length) {
    if (isLineEnd(text[at])) {
      ++at;
      continue;
    }
    const begin = at;
    let width = 0;
    let odd = 0;
    let isBlank = true;
    for (; ; ++at) {
      const field = fieldAt(text, at, delimiter);
      // The last record of a part of a text may have been cut.
      if (field.end === text.length && !isWhole) return division;
      ++width;
      odd += field.isOdd ? 1 : 0;
      if (field.quotesEnd === "here") ++division.ended;
      else if (field.quotesEnd) ++division.endedByOthers;
      isBlank &&= ["", '""'].includes(text.slice(at, Math.min(field.end, at + 3)));
      at = field.end;
      if (text[at] !== delimiter) break;
    }
    if (isBlank && width === 1) continue;
    division.widths.push(width);
    division.fields += width;
    division.oddFields += odd;
    if (/^[-+]?\d(?:[\d.,]*\d)?$/.test(text.slice(begin, at))) ++division.numbers;
  }
  return division;
}

// How often the widest of the most frequent widths of two fields or more occurs.
function usualOf(widths) {
  const counts = new Map();
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  return [...counts].reduce(
    (best, [width, count]) =>
      count > best.count || (count === best.count && width > best.width) ? { width, count } : best,
    { width: 0, count: 0 },
  );
}

function scoreOf({ widths, fields, oddFields }) {
  const divided = widths.filter((width) => width > 1).length;
  if (divided === 0) return 0;
  const { width, count } = usualOf(widths);
  const agreement = (count + (divided - count) / 2) / widths.length;
  const shareOfHeader = widths[0] === width ? 1 : widths[0] > 1 ? 0.8 : 1 / 3;
  return agreement * (1 - 1 / width) * (1 - oddFields / fields) * shareOfHeader;
}

function isPlausible({ widths, ended, endedByOthers }) {
  if (endedByOthers > ended) return false;
  const divided = widths.filter((width) => width > 1).length;
  const isRun = (width, i) => width > 1 && width === widths[i + 1] && width === widths[i + 2];
  return 2 * divided > widths.length || (widths[0] > 1 && divided > 1) || widths.some(isRun);
}

const isColumnOfNumbers = ({ delimiter, widths, numbers }) =>
  delimiter === "," && widths[0] === 1 && widths.some((width) => width > 1) && numbers + 1 === widths.length;

// The delimiter, and whether it divides all records into equally many fields; nothing if none fits.
export function dividingDelimiter(text) {
  const isWhole = text.length <= mostSampled;
  const sample = text.slice(0, mostSampled);
  let best;
  let highest = 0;
  for (const delimiter of delimiters) {
    const division = divisionOf(sample, isWhole, delimiter);
    const score = scoreOf(division);
    if (isColumnOfNumbers(division)) {
      best = { delimiter: ";", isEven: true };
    } else if (isPlausible(division) && score > highest) {
      highest = score;
      best = { delimiter, isEven: division.widths.every((width) => width === division.widths[0]) };
    }
  }
  return best;
}
