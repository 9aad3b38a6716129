// The rows of a table or of a chart's data, and what can be changed in them.
//
// Cells are texts, or objects with a `text` and what belongs to it. Rows are { cells, … }, of equal length, and the
// first one has the headings. They are never changed, so that undoing is to take the rows of before.

export const textOf = (cell) => (typeof cell === "string" ? cell : cell.text);

const blanks = (count) => Array(count).fill("");
export const longest = (lines) => lines.reduce((most, { length }) => Math.max(most, length), 0);
export const widthOf = (rows) => rows[0].cells.length;
const withCells = (row, cells) => ({ ...row, cells });

// A heading keeps what belongs to its column.
function retyped(cell, text, isHeading) {
  if (textOf(cell) === text) return cell;
  return isHeading && typeof cell !== "string" ? { ...cell, text } : text;
}

// The rows with other texts from a place on, and with the rows and columns that they need in addition.
export function filled(rows, top, left, texts) {
  const width = Math.max(widthOf(rows), left + longest(texts));
  const all = rows.map((row) =>
    row.cells.length < width ? withCells(row, [...row.cells, ...blanks(width - row.cells.length)]) : row,
  );
  texts.forEach((line, i) => {
    const row = all[top + i] ?? { cells: blanks(width) };
    const cells = [...row.cells];
    line.forEach((text, j) => {
      cells[left + j] = retyped(cells[left + j], text, top + i === 0);
    });
    all[top + i] = withCells(row, cells);
  });
  return all;
}

// Other texts in place of all rows. Columns are known by their headings, or else by their places.
export function replaced(rows, texts) {
  const width = longest(texts);
  const fit = (line) => [...line, ...blanks(width - line.length)];
  const known = new Map(rows[0].cells.map((cell) => [textOf(cell), cell]));
  const [headings, ...lines] = texts.map(fit);
  const cells = headings.map((text, i) => {
    const cell = known.get(text);
    known.delete(text);
    const here = rows[0].cells[i] ?? "";
    return cell ?? (headings.includes(textOf(here)) ? text : retyped(here, text, true));
  });
  return [{ cells }, ...lines.map((line) => ({ cells: line }))];
}

const without = (list, from, to) => [...list.slice(0, from), ...list.slice(to + 1)];
const inserted = (list, at, one) => [...list.slice(0, at), one, ...list.slice(at)];
function moved(list, from, to, by) {
  const rest = without(list, from, to);
  return [...rest.slice(0, from + by), ...list.slice(from, to + 1), ...rest.slice(from + by)];
}
const inColumns = (rows, change) => rows.map((row) => withCells(row, change(row.cells)));

export const withRow = (rows, at) => inserted(rows, at, { cells: blanks(widthOf(rows)) });
export const withColumn = (rows, at) => inColumns(rows, (cells) => inserted(cells, at, ""));
export const withoutRows = without;
export const withoutColumns = (rows, from, to) => inColumns(rows, (cells) => without(cells, from, to));
export const withMovedRows = moved;
export const withMovedColumns = (rows, from, to, by) =>
  inColumns(rows, (cells) => moved(cells, from, to, by));

// The rows of before, and those that were undone.
export class History {
  static most = 100;
  #done = [];
  #undone = [];

  get canUndo() {
    return this.#done.length > 0;
  }
  get canRedo() {
    return this.#undone.length > 0;
  }
  // Of what is changed now.
  add(state) {
    this.#done = [...this.#done.slice(1 - History.most), state];
    this.#undone = [];
  }
  // The state to show in place of the present one; undefined if there is none.
  undo(present) {
    if (this.canUndo) this.#undone.push(present);
    return this.#done.pop();
  }
  redo(present) {
    if (this.canRedo) this.#done.push(present);
    return this.#undone.pop();
  }
}

// Without the empty rows and columns at the end that nobody has filled.
export function trimmed(rows) {
  const height = rows.findLastIndex(({ cells, isKept }) => isKept || cells.some((cell) => cell !== "")) + 1;
  const width = rows.reduce(
    (most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== "") + 1),
    0,
  );
  return rows.slice(0, Math.max(height, 1)).map((row) => withCells(row, row.cells.slice(0, width)));
}

export const blankRows = (height, width) => Array.from({ length: height }, () => ({ cells: blanks(width) }));
