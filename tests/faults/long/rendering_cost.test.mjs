// What rendering may cost: the documents that are dearest, watched from outside the workers. Looks at
// processes, so it runs by itself.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, test } from "node:test";
import { call, markdown, newAccount, request } from "../../service/api_client.mjs";
import { pidOf, workerNames } from "../stack.mjs";

let key;
before(() => ({ key } = newAccount()));

const workers = () => workerNames().map(pidOf);
const kilobytes = (pid, field) =>
  Number(new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]);
const isSanitized = () => /lib[at]san/.test(readFileSync(`/proc/${workers()[0]}/maps`, "utf8"));

// Megabytes that the work took at its peak, above what the worker held before.
async function peakOf(work) {
  const before = workers().map((pid) => {
    writeFileSync(`/proc/${pid}/clear_refs`, "5"); // begins the peak anew, see proc_pid_clear_refs(5)
    return [pid, kilobytes(pid, "VmRSS")];
  });
  await work();
  return Math.max(...before.map(([pid, held]) => kilobytes(pid, "VmHWM") - held)) / 1024;
}

const numbers = (count) => Array.from({ length: count }, (_, i) => i % 1000);
const table = (content) => ({ template: "table", content });
const chart = (content) => ({ template: "chart", content });
const bombs = {
  "100,000 nested quotations": markdown(">".repeat(100_000)),
  "100,000 open brackets": markdown("[".repeat(100_000)),
  "a megabyte of emphasis": markdown("*a _b ".repeat(170_000)),
  "a Markdown table of 100,000 rows": markdown(`|a|b|\n|-|-|\n${"|1|2|\n".repeat(100_000)}`),
  "pictures of 7 MB in a document": markdown(
    `![a](data:image/png;base64,${"A".repeat(3_500_000)})\n\n`.repeat(2),
  ),
  "one picture shown 100,000 times": markdown(
    `${"![a][p]\n\n".repeat(100_000)}[p]: data:image/png;base64,${"A".repeat(1_000_000)}\n`,
  ),
  "a table of 100,000 rows": table({ rows: numbers(100_000).map((n) => [n, `row ${n}`, n / 7]) }),
  "a table of 100,000 empty columns": table({ rows: [numbers(100_000)] }),
  "a chart of 1,000,000 points": chart({
    type: "line",
    data: { labels: ["a"], datasets: [{ label: "a", data: numbers(1_000_000) }] },
  }),
  "a chart of 100,000 datasets": chart({
    type: "bar",
    data: { labels: ["a"], datasets: numbers(100_000).map((n) => ({ label: `${n}`, data: [n] })) },
  }),
  "a chart of 300,000 pairs": chart({
    type: "scatter",
    data: { datasets: [{ label: "a", data: numbers(300_000).map((n) => ({ x: n, y: n })) }] },
  }),
  "Vega-Lite with 200,000 values": chart({
    $schema: "https://vega.github.io/schema/vega-lite/v5.json",
    data: { values: numbers(200_000).map((n) => ({ a: n, b: 1 })) },
    mark: "point",
    encoding: { x: { field: "a" }, y: { field: "b" } },
  }),
};

// What counts as pages of memory differs by some megabytes between machines.
const most = 80;

for (const [name, artifact] of Object.entries(bombs)) {
  test(`${name} take less than ${most} MB, or are refused`, async (t) => {
    if (isSanitized()) return t.skip("sanitizers have a memory of their own");
    let created;
    const making = await peakOf(async () => {
      created = await call(key, "POST", "/artifacts/share", { ...artifact, title: name });
    });
    const size = (JSON.stringify(artifact).length / 1e6).toFixed(1);
    t.diagnostic(`${size} MB of JSON, ${created.status}: ${making.toFixed(1)} MB`);
    if (created.status !== 201) assert.ok([400, 413].includes(created.status), created.text);
    else {
      const { url } = created.json;
      let page;
      const showing = await peakOf(async () => {
        page = await request("GET", url);
      });
      assert.equal(page.status, 200);
      t.diagnostic(`shown: ${(page.bytes.length / 1e6).toFixed(1)} MB of HTML, ${showing.toFixed(1)} MB`);
      assert.ok(showing < most, `${showing} MB to show it`);
    }
    assert.ok(making < most, `${making} MB to take it`);
  });
}
