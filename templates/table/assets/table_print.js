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

// Groups of columns that fit on a sheet, each led by the first column; one group if all fit.
function sheetsOf(widths) {
  const sheets = [];
  let room = 0;
  widths.forEach((width, column) => {
    if (column === 0) return;
    if (!sheets.length || width > room) {
      sheets.push([0]);
      room = widthOfSheet - widths[0];
    }
    sheets.at(-1).push(column);
    room -= width;
  });
  return sheets.length ? sheets : [[0]];
}

// A table of these columns only.
function makeSheet(columns, labels, rows, looks) {
  const heads = columns.map((column) =>
    makeElement("th", { scope: "col", className: looks[column].alignment }, labels[column]),
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
