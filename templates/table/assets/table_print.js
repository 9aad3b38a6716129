// Lays a table out on paper: of a large one the first rows, and of a wide one some columns at a time.
"use strict";

const mostPrintedRows = 2000;
const mostPrintedCells = 100_000;
// What fits beside each other on the long side of a sheet, in the smallest print, as wide as it is on
// the screen.
const widthOfSheet = 1750;

function printedRows(rowCount, columnCount) {
  return Math.min(rowCount, mostPrintedRows, Math.ceil(mostPrintedCells / columnCount));
}

// Groups of columns that are at most so wide, each led by the first column.
function groupsOf(widths, most) {
  const groups = [];
  let room = 0;
  widths.forEach((width, column) => {
    if (column === 0) return;
    if (!groups.length || width > room) {
      groups.push([0]);
      room = most - widths[0];
    }
    groups.at(-1).push(column);
    room -= width;
  });
  return groups.length ? groups : [[0]];
}

// The columns of each sheet; one sheet if all fit. Several are about equally full, so that none has but a column.
function sheetsOf(widths) {
  const full = groupsOf(widths, widthOfSheet);
  if (full.length === 1) return full;
  const others = widths.slice(1).reduce((sum, width) => sum + width, 0);
  let most = Math.min(widths[0] + others / full.length, widthOfSheet);
  let sheets = groupsOf(widths, most);
  while (sheets.length > full.length) {
    most = Math.min(most + 10, widthOfSheet);
    sheets = groupsOf(widths, most);
  }
  return sheets;
}

// A table of these columns only.
function makeSheet(columns, labels, rows, looks) {
  const heads = columns.map((column) =>
    makeElement(
      "th",
      { scope: "col", className: looks[column].alignment },
      labels[column],
      looks[column].unit,
    ),
  );
  const body = rows.map(({ cells }) =>
    makeElement("tr", {}, ...columns.map((column) => makeCell(cells[column], looks[column]))),
  );
  return makeElement(
    "table",
    {},
    makeElement("thead", {}, makeElement("tr", {}, ...heads)),
    makeElement("tbody", {}, ...body),
  );
}
