// The log files of the running stack.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { until } from "./api_client.mjs";

const { STATE_DIR } = process.env;

// Every log file below the state folder, wherever it lies: of the service, its front and its stores.
function logFiles(folder = STATE_DIR) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    // PostgreSQL's own files are data, not logs.
    if (entry.isDirectory()) return entry.name === "data" ? [] : logFiles(file);
    return entry.isFile() && path.relative(STATE_DIR, file).includes("log") ? [file] : [];
  });
}

const readAll = () => logFiles().map((file) => ({ file, text: readFileSync(file, "utf8") }));

// Waits until the logs of nginx and of the workers have the line of a response, and gives each as { file, text }.
// Either may be written first, and both after the response.
export async function logsWith(response) {
  const id = response.headers["x-request-id"];
  const named =
    (name) =>
    ({ file, text }) =>
      name.test(path.basename(file)) && text.includes(id);
  return until(readAll, (logs) => logs.some(named(/^access/)) && logs.some(named(/^worker/)));
}

// The line that a worker has logged of a request, as JSON, for tests that make many of them: each line is read once.
const readUntil = new Map();
const lines = new Map();
export async function lineOf(response) {
  const id = response.headers["x-request-id"];
  await until(() => {
    for (const name of readdirSync(path.join(STATE_DIR, "log")).filter((one) =>
      /^worker-\d+\.log$/.test(one),
    )) {
      const text = readFileSync(path.join(STATE_DIR, "log", name), "latin1");
      const end = text.lastIndexOf("\n") + 1;
      for (const line of text
        .slice(readUntil.get(name) ?? 0, end)
        .split("\n")
        .filter((one) => one.startsWith("{"))) {
        const entry = JSON.parse(line);
        if (entry.route !== undefined)
          lines.set(entry.request_id, { ...lines.get(entry.request_id), ...entry });
        else if (entry.event === "request_failed")
          lines.set(entry.request_id, { ...lines.get(entry.request_id), failure: entry.message });
      }
      readUntil.set(name, end);
    }
    return lines.has(id);
  }, Boolean);
  return lines.get(id);
}
