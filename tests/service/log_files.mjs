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
