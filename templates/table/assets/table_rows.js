// Fetches the rows of a large table, which its page does not have.
"use strict";

// Parsing must not keep the page from reacting for long.
const longestTurn = 8;
const linesAtOnce = 200;

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

async function* linesOf(response) {
  let rest = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    yield lines;
  }
}

// The values of a stream with one JSON text in each line, some at a time.
async function* valuesOf(response) {
  let turnEnds = performance.now() + longestTurn;
  for await (const lines of linesOf(response)) {
    for (let i = 0; i < lines.length; i += linesAtOnce) {
      yield JSON.parse(`[${lines.slice(i, i + linesAtOnce).join(",")}]`);
      if (performance.now() < turnEnds) continue;
      await nextTurn();
      turnEnds = performance.now() + longestTurn;
    }
  }
}

// The table is another one than when the page was opened.
class ChangedTable extends Error {}

// Calls `add` with the cells of some rows at a time, of all rows from the first. Returns what the
// server says at the end (templates/table/table.h).
async function fetchRows(url, labels, add) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  let isFirst = true;
  let end;
  for await (const values of valuesOf(response)) {
    if (isFirst && values.length) {
      isFirst = false;
      const found = values.shift();
      if (JSON.stringify(found) !== JSON.stringify(labels)) throw new ChangedTable();
    }
    if (values.length && !Array.isArray(values.at(-1))) end = values.pop();
    await add(values);
  }
  if (!end) throw new Error("the rows are incomplete");
  return end;
}
