// What rendering may cost, and whom it may call: the documents that are dearest, watched from outside the
// workers. Looks at processes, so it runs by itself.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { call, markdown, newAccount, request, share, until } from "../integration/api_client.mjs";

const { STATE_DIR } = process.env;
let key;
before(() => ({ key } = newAccount()));

const workers = () =>
  readdirSync(path.join(STATE_DIR, "pids"))
    .filter((name) => name.startsWith("worker-"))
    .map((name) => Number(readFileSync(path.join(STATE_DIR, "pids", name), "utf8").split(" ")[0]));
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

for (const [name, artifact] of Object.entries(bombs)) {
  test(`${name} take less than 64 MB, or are refused`, async (t) => {
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
      assert.ok(showing < 64, `${showing} MB to show it`);
    }
    assert.ok(making < 64, `${making} MB to take it`);
  });
}

const elsewhere = "http://203.0.113.7:8080/x";
const documents = {
  "a Markdown page": markdown(
    `![x](${elsewhere}.png) [x](${elsewhere}) <${elsewhere}>\n\n<img src="${elsewhere}">\n\n[^1]: ${elsewhere}`,
  ),
  "a table with links": table({
    columns: [{ key: "a", label: "a", format: "link" }],
    rows: [{ a: elsewhere }],
  }),
  "a chart": chart({
    type: "bar",
    title: elsewhere,
    data: { labels: [elsewhere], datasets: [{ data: [1] }] },
  }),
  "a PDF on another site": { template: "pdf", content: { url: "https://203.0.113.7/x.pdf" } },
  "a PDF made of Markdown": { template: "pdf", content: { markdown: `![x](${elsewhere}.png) ${elsewhere}` } },
  "a PDF made of HTML": {
    template: "pdf",
    content: {
      html: `<link rel="stylesheet" href="${elsewhere}"><style>@import "${elsewhere}";
        @font-face { font-family: f; src: url(${elsewhere}) } body { background: url(${elsewhere}); font-family: f }
        </style><img src="${elsewhere}"><object data="${elsewhere}"></object><a href="${elsewhere}">x</a>`,
    },
  },
};

test("rendering reaches nobody but the database and Redis", async (t) => {
  const traced = workers();
  const log = path.join(STATE_DIR, "log", "connects");
  const targets = traced.flatMap((pid) => ["-p", String(pid)]);
  const strace = spawn("strace", ["-f", "-qq", "-e", "trace=connect,execve", "-o", log, ...targets], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => strace.once("exit", resolve));
  try {
    await until(
      () =>
        strace.exitCode ??
        traced.every((pid) => /^TracerPid:\s*[1-9]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))),
      (is) => is !== false,
    );
    if (strace.exitCode !== null) return t.skip("this machine does not let a process be traced");
    for (const [name, artifact] of Object.entries(documents)) {
      const { url } = await share(key, { title: name, ...artifact });
      const page = await request("GET", url);
      assert.equal(page.status, 200, name);
      if (!/ made of /.test(name)) continue;
      const { pathname, search } = new URL(url);
      const file = await until(
        () => request("GET", `https://${new URL(url).host}${pathname}/file${search}`),
        ({ status }) => status !== 202,
      );
      assert.equal(file.status, 200, file.text);
      assert.equal(file.bytes.subarray(0, 5).toString(), "%PDF-");
    }
  } finally {
    strace.kill("SIGTERM");
    await ended;
  }
  const calls = readFileSync(log, "utf8");
  // That it was watched at all: a PDF is made by a program of its own.
  assert.match(calls, /execve\(.*python/);
  const places = [...calls.matchAll(/connect\(\d+, \{sa_family=(\w+)[^}]*\}/g)].map(([place]) => place);
  const foreign = places.filter((place) => !/AF_UNIX, sun_path="[^"]*(PGSQL|redis)/.test(place));
  assert.deepEqual(foreign, []);
});
