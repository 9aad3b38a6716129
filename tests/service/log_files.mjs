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

// Waits until the logs have caught up with an answer, and gives each as { file, text }.
export async function logsWith(response) {
  const id = response.headers["x-request-id"];
  await until(() => readAll().some(({ text }) => text.includes(id)), Boolean);
  return readAll();
}
