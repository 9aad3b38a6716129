// Reads an Excel workbook in a worker, which the page ends if that takes too long.
//
// Receives a file, and responds with its sheets, { sheets: [{ name, text }] }, each with its values separated by tabs; or
// with nothing if it has too many cells or cannot be read: { problem }.
import readWorkbook from "read-excel-file/web-worker";

const mostCells = 500_000;

// A day is midnight in UTC.
function momentOf(date) {
  const text = date.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 16).replace("T", " ");
}

function fieldOf(value) {
  if (value === null || value === undefined) return "";
  const text = value instanceof Date ? momentOf(value) : String(value);
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

addEventListener("message", async ({ data: file }) => {
  try {
    const sheets = await readWorkbook(file);
    const cells = sheets.reduce((sum, { data }) => sum + data.length * (data[0]?.length ?? 0), 0);
    if (cells > mostCells) return postMessage({ problem: "cells" });
    const filled = sheets
      .map(({ sheet, data }) => ({
        name: sheet,
        text: data.map((row) => row.map(fieldOf).join("\t")).join("\n"),
      }))
      .filter(({ text }) => text.trim());
    return postMessage(filled.length ? { sheets: filled } : { problem: "empty" });
  } catch {
    return postMessage({ problem: "unreadable" });
  }
});
