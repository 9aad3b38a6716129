// ./test soak: keeps a service under an even, mixed load, and fails if it uses more and more of anything.
//
//   load.mjs      the clients, who remove what they create
//   samples.mjs   what is measured: memory, descriptors, connections, tables
//   growth.mjs    the decision whether a series of samples grows; its own tests show that it can fail
//
// The processes are those of ../service/own_service.mjs. SOAK_MINUTES says for how long (12; less than 4 may not
// warm up enough). The first part finds how many visits a second saturate the service, and the rest does 70 % of
// that. It is divided into windows, of which the first are for warming up. The other windows are compared among
// themselves, never with a fixed time or size.
import { setTimeout as wait } from "node:timers/promises";
import { until } from "../service/api_client.mjs";
import { OriginClient } from "../service/origin_client.mjs";
import { OwnService } from "../service/own_service.mjs";
import { judge, medianOf, quantileOf } from "./growth.mjs";
import { Load } from "./load.mjs";
import { momentOf, tablesOf } from "./samples.mjs";

const minutes = Number(process.env.SOAK_MINUTES ?? 12);
const windows = 20;
const warmUp = 5;
const samplesPerWindow = 8;
const partOfSaturation = 0.7;
const clientsOfSaturation = 16;
const pdfEveryMilliseconds = 5000;
// By how much each may grow from the first window after the warm-up to the last. Times vary most: what counts is that
// they do not go on rising. A machine whose other work makes everything slower is not the service's fault, so times are
// also compared with those of a file that nginx answers alone. Nginx keeps more connections while it is busier.
const most = { memory: 0.05, descriptors: 0.05, connections: 0.05, kept: 1, tables: 0.1, times: 1 };
// Of all requests. On a busy machine one may be refused now and then.
const mostFailed = 0.001;
const smallTable = 256; // KiB

const service = new OwnService("soak", {
  settings: {
    // As patient as the service under test of ./test.
    database_timeout_milliseconds: 5000,
    // Full before the warm-up ends: what a cache may take is not a leak.
    render_cache_bytes: 1 << 20,
    pdf_cache_bytes: 1 << 20,
    pdf_cache_disk_bytes: 1 << 20,
  },
  // It keeps up with changes that are far more frequent than rows are many.
  postgres: { autovacuum_naptime: "5s", autovacuum_vacuum_cost_delay: "0" },
});

// The least of each in a window, by name: what is in use for a moment comes and goes, what is lost stays.
async function leastUntil(end) {
  const least = {};
  const pause = (end - performance.now()) / samplesPerWindow;
  do {
    for (const [name, value] of Object.entries(await momentOf(service)))
      if (value !== undefined) least[name] = Math.min(least[name] ?? Infinity, value);
    await wait(Math.max(0, Math.min(pause, end - performance.now())));
  } while (performance.now() < end);
  return least;
}

async function sampleWindows(load, milliseconds) {
  const sampled = [];
  const begun = performance.now();
  load.takeTimes();
  for (let window = 1; window <= windows; ++window) {
    const moment = await leastUntil(begun + (milliseconds * window) / windows);
    const times = load.takeTimes();
    const tables = await tablesOf(service);
    sampled.push({ moment, times, tables });
    const count = [...times.values()].reduce((sum, { length }) => sum + length, 0);
    const memory = service.workers.map((_, i) => moment[`memory of worker ${i + 1}, MiB`]?.toFixed(1));
    console.log(
      `  window ${String(window).padStart(2)}: ${count} requests, workers ${memory.join(" and ")} MiB`,
    );
  }
  return sampled;
}

const namesOf = (objects) => [...new Set(objects.flatMap((object) => Object.keys(object)))].sort();

function measuresOf(sampled) {
  const moments = sampled.map(({ moment }) => moment);
  const measures = namesOf(moments).map((name) => ({
    name,
    series: moments.map((moment) => moment[name]),
    most: most[name.split(" ", 1)[0]],
  }));

  // Small ones are added up, as a page more or less is a large part of them.
  const sizes = sampled.map(({ tables }) => tables.sizes);
  const isLarge = (name) => sizes.some((window) => window[name] >= smallTable);
  const [large, small] = [true, false].map((wanted) =>
    namesOf(sizes).filter((name) => isLarge(name) === wanted),
  );
  for (const name of large)
    measures.push({
      name: `table ${name}, KiB`,
      series: sizes.map((window) => window[name]),
      most: most.tables,
    });
  measures.push({
    name: `the other ${small.length} tables, KiB`,
    series: sizes.map((window) => small.reduce((sum, name) => sum + window[name], 0)),
    most: most.tables,
  });
  const rows = sampled.map(({ tables }) => tables.rows);
  for (const name of namesOf(rows))
    measures.push({
      name: `row of ${name}, bytes`,
      series: rows.map((window) => window[name]),
      most: most.tables,
    });

  const kinds = [...new Set(sampled.flatMap(({ times }) => [...times.keys()]))].sort();
  const quantiles = (kind, part) => sampled.map(({ times }) => quantileOf(times.get(kind) ?? [], part));
  for (const [label, part] of [
    ["p50", 0.5],
    ["p99", 0.99],
  ])
    for (const kind of kinds)
      measures.push({
        name: `${label} of ${kind}, ms`,
        series: quantiles(kind, part),
        // The yardstick is not judged, nor what is too rare for its p99 to be more than its slowest.
        most: part === 0.99 && kind !== Load.yardstick && kind !== "create a PDF" ? most.times : undefined,
        yardstick: part === 0.99 && kind !== Load.yardstick ? quantiles(Load.yardstick, part) : undefined,
      });
  return measures;
}

function tell(measures, judged) {
  const number = (value) => (value === undefined ? "" : value.toFixed(1)).padStart(10);
  const percent = (part) => (part === undefined ? "" : `${(part * 100).toFixed(1)} %`).padStart(10);
  const head = ["first", "median", "last", "growth", "at most"].map((word) => word.padStart(10)).join("");
  console.log(`  ${"after the warm-up".padEnd(42)}${head}`);
  measures.forEach(({ name, series, most: limit }, i) => {
    const values = series.slice(warmUp).filter((value) => value !== undefined);
    if (values.length === 0) return;
    const { growth, problem } = judged[i];
    const isBad = problem && limit !== undefined;
    const told = [values[0], medianOf(values), values.at(-1)].map(number).join("");
    console.log(`  ${name.padEnd(42)}${told}${percent(growth)}${percent(limit)}${isBad ? "  problem" : ""}`);
  });
}

async function soak() {
  await service.start();
  const unlimited = ["--requests-per-minute", "1000000"];
  const accounts = ["A", "B"].map((name) => service.newAccount(name, ...unlimited));
  const probe = new OriginClient(service.front.origin, { patienceMilliseconds: 5000 });
  const isReady = () =>
    probe.send("GET", "/readyz").then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(isReady, Boolean);

  const load = new Load(service.front.origin, accounts);
  await load.prepare();
  const before = service.workers.map(({ pid }) => pid);
  const finding = Math.min(30_000, minutes * 6000);
  const saturation = await load.saturation(finding, clientsOfSaturation);
  const rate = saturation * partOfSaturation;
  console.log(
    `  ${minutes} minutes; saturated at ${saturation.toFixed(1)} visits a second, continued with ${rate.toFixed(1)}`,
  );

  const length = minutes * 60_000 - finding;
  const clients = Promise.all([load.keepRate(rate, length), load.replacePdfs(pdfEveryMilliseconds, length)]);
  // Thrown below; until then it is no unhandled rejection, which would end this process before the service is stopped.
  clients.catch(() => {});
  let sampled;
  try {
    sampled = await sampleWindows(load, length);
  } finally {
    load.stop();
    await clients;
  }

  const measures = measuresOf(sampled);
  const judged = judge(
    measures.map((measure) => ({ ...measure, most: measure.most ?? Infinity })),
    warmUp,
  );
  tell(measures, judged);
  const failed = [...load.failures].map(([failure, count]) => `${failure} (${count})`);
  console.log(
    `  ${load.visits} visits, ${load.late} not begun as ${Load.mostVisits} were under way; ` +
      `${load.requests} requests, failed: ${failed.join(", ") || "none"}`,
  );
  const problems = judged
    .filter(({ problem }, i) => problem && measures[i].most !== undefined)
    .map(({ problem }) => problem);
  const failures = [...load.failures.values()].reduce((sum, count) => sum + count, 0);
  if (failures > load.requests * mostFailed) problems.push(`${failures} of ${load.requests} requests failed`);
  service.workers.forEach(({ pid }, i) => {
    if (pid !== before[i]) problems.push(`worker ${i + 1} ended during the run`);
  });
  return problems;
}

let problems = [];
try {
  problems = await soak();
} catch (error) {
  problems.push(error.stack);
} finally {
  await service.stop();
}
for (const problem of problems) console.log(`  problem: ${problem}`);
console.log(`  ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
