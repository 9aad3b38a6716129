// A table of ships with as many rows as wanted.
export const places = ["Bergen", "Genova", "Piräus", "大阪", "Valparaíso", "حيفا", "Rotterdam"];
export const tonsOf = (row) => (row * 7919) % 100_003;
export const manyRows = (count) => ({
  columns: [
    "Number",
    "Place",
    { key: "tons", label: "Tons", format: "number" },
    { key: "when", label: "When", format: "date" },
    "Page",
    "Remark",
  ],
  rows: Array.from({ length: count }, (_, i) => [
    i,
    `${places[i % places.length]} ${i}`,
    tonsOf(i),
    `20${10 + (i % 16)}-0${1 + (i % 9)}-1${i % 10}`,
    `https://example.org/ships/${i}`,
    i % 100
      ? null
      : `Row ${i} has a remark that is longer than what a cell of such a table can hold in one line of text`,
  ]),
});
