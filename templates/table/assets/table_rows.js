// Fetches the rows of a large table, which its page does not have.
"use strict";

/* global chunksOf, fetchPatiently */

// Longer work would keep the page from reacting.
const longestTurn = 8;

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

// The lines of a text, some at a time.
async function* linesOf(response) {
  let rest = "";
  let turnEnds = performance.now() + longestTurn;
  for await (const chunk of chunksOf(response.body.pipeThrough(new TextDecoderStream()))) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    yield lines;
    if (performance.now() < turnEnds) continue;
    await nextTurn();
    turnEnds = performance.now() + longestTurn;
  }
}

// The table is another one than when the page was opened.
class ChangedTable extends Error {}

// Calls `add` with some rows at a time, of all rows from the first, each as the JSON of its cells.
// Returns what the server says at the end (templates/table/table.h).
async function fetchRows(url, labels, add) {
  const response = await fetchPatiently(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  let hasLabels = false;
  let end;
  for await (const lines of linesOf(response)) {
    if (!hasLabels && lines.length) {
      hasLabels = true;
      if (JSON.stringify(JSON.parse(lines.shift())) !== JSON.stringify(labels)) throw new ChangedTable();
    }
    if (lines.at(-1)?.startsWith("{")) end = JSON.parse(lines.pop());
    await add(lines);
  }
  if (!end) throw new Error("the rows are incomplete");
  return end;
}
