// Runs files of tests for ./test, so many at once, in the order in which they are named; `node --test` would sort them.
//
//   node tests/runner.mjs SIDE_BY_SIDE FILE…
//
// It reports a failure as soon as it happens, in full; on a terminal also how far the run is.
// In the folder that RESULTS names it writes node-failures, the same failures; node-files, the files that they
// are in; node-running, the tests that are running; and at the end node-counts, "PASSED FAILED SKIPPED", and for
// each file a line in times, "SECONDS FILE": those of its tests one after another.
import { setMaxListeners } from "node:events";
import { appendFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

// Node 18 names a file by its URL.
const pathOf = (file) => (file.startsWith("file:") ? fileURLToPath(file) : path.resolve(file));
const where = (data) => (data.file ? path.relative(process.cwd(), pathOf(data.file)) : "");

// What went wrong: the assertion's own error, not the runner's wrapping of it.
function reasonOf(error) {
  let cause = error;
  while (cause?.cause instanceof Error || typeof cause?.cause === "string") cause = cause.cause;
  if (typeof cause === "string") return cause;
  const stack = cause?.code === "ERR_ASSERTION" ? cause.stack : inspect(cause, { colors: false, depth: 6 });
  return stack.replace(/\n +at .*\(?node:.*/g, "");
}

const keep = (name, text) => {
  if (process.env.RESULTS) appendFileSync(path.join(process.env.RESULTS, name), text);
};

// Those that have begun and not ended, so that it is known what a run that was stopped was waiting for.
const running = new Map();
function noteRunning(type, data) {
  const key = `${data.file} ${data.nesting} ${data.name}`;
  if (type === "test:dequeue") running.set(key, `${where(data)}: ${data.name}`);
  else if (!running.delete(key)) return;
  const file = process.env.RESULTS && path.join(process.env.RESULTS, "node-running");
  if (file) writeFileSync(file, [...running.values()].map((text) => `${text}\n`).join(""));
}

const indented = (text) => text.replace(/^(?=.)/gm, "    ");

async function* report(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const terminal = process.env.PROGRESS === "yes";
  const clear = terminal ? "\r\x1b[K" : "";
  // What a file writes there tells why it cannot be loaded.
  const standardError = new Map();
  const seconds = new Map();
  for await (const { type, data } of events) {
    if (type === "test:stderr")
      standardError.set(data.file, (standardError.get(data.file) ?? "") + data.message);
    if (type === "test:dequeue" || type === "test:complete") noteRunning(type, data);
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { details } = data;
    if (data.nesting === 0 && where(data))
      seconds.set(where(data), (seconds.get(where(data)) ?? 0) + details.duration_ms / 1000);
    // A suite, or a test with tests in it, fails as one of these does.
    const reasonBelow = details?.error?.failureType === "subtestsFailed";
    if (details?.type === "suite" && type === "test:pass") continue;
    if (type === "test:fail" && reasonBelow) continue;
    if (data.skip !== undefined || data.todo !== undefined) {
      ++counts.skipped;
      yield `${clear}  skipped: ${data.name} (${data.skip || data.todo || "no reason given"})\n`;
    } else if (type === "test:pass") {
      ++counts.passed;
    } else {
      ++counts.failed;
      const isFile = data.file && path.resolve(data.name) === pathOf(data.file);
      const reason = (isFile && standardError.get(data.file)) || reasonOf(details.error);
      const text = `  failed: ${where(data)}${isFile ? "" : `: ${data.name}`}\n${indented(reason)}\n`;
      keep("node-failures", text);
      if (where(data)) keep("node-files", `${where(data)}\n`);
      yield clear + text;
    }
    if (terminal)
      yield `${clear}  ${counts.passed} passed, ${counts.failed} failed: ${data.name.slice(0, 60)}`;
  }
  yield clear;
  for (const [file, time] of seconds) keep("times", `${time.toFixed(1)} ${file}\n`);
  if (counts.failed > 0) process.exitCode = 1;
  keep("node-counts", `${counts.passed} ${counts.failed} ${counts.skipped}\n`);
}

const [sideBySide, ...files] = process.argv.slice(2);
const stop = new AbortController();
setMaxListeners(0, stop.signal);
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort());
const events = run({
  files: files.map((file) => path.resolve(file)),
  concurrency: Number(sideBySide),
  signal: stop.signal,
});
for await (const text of report(events)) process.stdout.write(text);
