// Measures the pages of the running service with Lighthouse, and prints tables for docs/performance.md.
//
//   node measure.mjs RUNS PART
//
// The service is that of ./run's env file; CHROME_PATH names the browser. The values of a page are the medians of its
// runs, and the range in parentheses if they differ.
import process from "node:process";
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { typicalArtifacts } from "../../tests/documents/typical.mjs";

const [runs, part] = [Number(process.argv[2]), process.argv[3] ?? ""];
const { BASE_URL, API_KEY } = process.env;
const devices = { phone: undefined, desktop: desktopConfig };
const categories = ["performance", "accessibility", "best-practices"];

// Pages that are nobody's document.
const others = { "Front page": "/", "API reference": "/docs", "Sign in": "/dashboard/sign-in" };

async function share(artifact) {
  const response = await fetch(`${BASE_URL}/api/artifacts/share`, {
    method: "POST",
    headers: { Authorization: `Bearer ${API_KEY}`, "Content-Type": "application/json" },
    body: JSON.stringify(artifact),
  });
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()).url;
}

async function addresses() {
  const found = [];
  for (const [name, artifact] of Object.entries(typicalArtifacts))
    if (name.includes(part)) found.push([name, await share(artifact)]);
  for (const [name, path] of Object.entries(others))
    if (name.includes(part)) found.push([name, new URL(path, BASE_URL).href]);
  return found;
}

// By how many milliseconds the page's tasks exceed 50 ms each, counted in processor time, which other work on the
// machine does not change: Lighthouse's own figure counts the time that passed. A phone takes four times as long.
function blockedByProcessor({ Trace }, device, firstPaint) {
  const factor = device === "phone" ? 4 : 1;
  const events = Trace.traceEvents;
  const started = events.find(({ name }) => name === "TracingStartedInBrowser")?.args.data.frames[0];
  const page = events
    .filter(({ name, args }) => name === "navigationStart" && args.frame === started?.frame)
    .at(-1);
  const mainThread = events.find(
    ({ name, pid, args }) => name === "thread_name" && pid === page?.pid && args.name === "CrRendererMain",
  );
  if (!mainThread) return NaN;
  const tasks = events.filter(
    ({ name, pid, tid, ts }) =>
      name === "RunTask" &&
      pid === mainThread.pid &&
      tid === mainThread.tid &&
      ts >= page.ts + firstPaint * 1000,
  );
  const excess = tasks.map(({ tdur = 0 }) => Math.max(0, (tdur / 1000) * factor - 50));
  return excess.reduce((sum, one) => sum + one, 0);
}

async function measure(address, device, port) {
  // A page that asks for a password has the status 401.
  const options = { port, onlyCategories: categories, logLevel: "error", ignoreStatusCode: true };
  const result = await lighthouse(address, options, devices[device]);
  const { lhr, artifacts } = result;
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  const timing = (name) => lhr.audits[name].numericValue;
  const { observedFirstContentfulPaint } = lhr.audits.metrics.details.items[0];
  const failed = Object.values(lhr.audits).filter(
    ({ id, score }) =>
      score !== null &&
      score < 1 &&
      categories
        .slice(1)
        .some((name) => lhr.categories[name].auditRefs.some((one) => one.id === id && one.weight)),
  );
  return {
    ...Object.fromEntries(categories.map((name) => [name, Math.round(lhr.categories[name].score * 100)])),
    paint: timing("first-contentful-paint"),
    largest: timing("largest-contentful-paint"),
    blocked: timing("total-blocking-time"),
    blockedByProcessor: blockedByProcessor(artifacts, device, observedFirstContentfulPaint),
    shift: timing("cumulative-layout-shift"),
    speed: lhr.environment.benchmarkIndex,
    failed: failed.map(({ id }) => id),
  };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
function withRange(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? `${least}` : `${median(values)} (${least} to ${most})`;
}
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

function row(name, results) {
  const all = (figure) => results.map((one) => one[figure]);
  const middle = (figure) => median(all(figure));
  return [
    name,
    ...categories.map((category) => withRange(all(category))),
    seconds(middle("paint")),
    seconds(middle("largest")),
    `${Math.round(middle("blocked"))} ms`,
    `${Math.round(middle("blockedByProcessor"))} ms`,
    middle("shift").toFixed(2),
  ];
}

const line = (cells) => console.log(`| ${cells.join(" | ")} |`);
const titles = [
  "page",
  "performance",
  "accessibility",
  "best practices",
  "first paint",
  "largest paint",
  "blocking",
  "blocking by processor time",
  "layout shift",
];

const pages = await addresses();
const chrome = await launch({
  chromePath: process.env.CHROME_PATH,
  chromeFlags: ["--headless", "--no-sandbox", "--ignore-certificate-errors"],
});
const speeds = [];
const failed = new Set();
try {
  for (const device of Object.keys(devices)) {
    console.log(`\n${device}, ${runs} runs\n`);
    line(titles);
    line(titles.map(() => "---"));
    for (const [name, address] of pages) {
      const results = [];
      for (let run = 0; run < runs; ++run) {
        const result = await measure(address, device, chrome.port);
        results.push(result);
        speeds.push(result.speed);
        for (const id of result.failed) failed.add(`${name} (${device}): ${id}`);
      }
      line(row(name, results));
    }
  }
} finally {
  await chrome.kill();
}
if (failed.size > 0) console.log(`\nAudits that failed:\n- ${[...failed].join("\n- ")}`);
console.log(
  `\nLighthouse's benchmark of the machine: ${Math.round(median(speeds))} (${Math.round(Math.min(...speeds))} to ` +
    `${Math.round(Math.max(...speeds))}); far apart, or well below that of an idle machine: it had other work.`,
);
