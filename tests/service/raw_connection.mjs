// Speaks to the service byte by byte, for requests that no HTTP library would send.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import tls from "node:tls";
import { origin } from "./api_client.mjs";

const { hostname, port, host } = new URL(origin);
const ca = readFileSync(process.env.CA_CERT);

// A request whose lines are exactly these, after which the service is to close the connection.
export function rawRequest(requestLine, headers = [], body = "") {
  const lines = [requestLine, `Host: ${host}`, "Connection: close", ...headers, "", ""];
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), Buffer.from(body)]);
}

// Opens a connection over TLS. `from` is the local address that it comes from.
export function connect({ from, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const socket = tls.connect(
      {
        host: hostname,
        port,
        ca,
        servername: "localhost",
        localAddress: from,
        family: from ? 4 : undefined,
        ...options,
      },
      () => resolve(socket),
    );
    socket.once("error", reject);
  });
}

// Sends the bytes and gives the answers, each as { status, headers, text, json }, as soon as there are
// `count` of them or the service has closed the connection.
export async function exchange(bytes, { count = 1, ...options } = {}) {
  const socket = await connect(options);
  let received = Buffer.alloc(0);
  await new Promise((resolve) => {
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (parseAnswers(received, { isWhole: false }).length >= count) resolve();
    });
    // The service may close while the request is still being sent; what it said before counts.
    socket.on("error", () => {});
    socket.on("close", resolve);
    socket.write(bytes);
  });
  socket.destroy();
  return parseAnswers(received, { isWhole: true });
}

// The answer to the bytes, of which there has to be one.
export async function exchangeOne(bytes) {
  const answers = await exchange(bytes);
  assert.equal(
    answers.length,
    1,
    `${answers.length} answers to ${bytes
      .toString("latin1")
      .split("\r\n")
      .filter((line) => !line.startsWith("Authorization"))
      .join(" / ")
      .slice(0, 300)}`,
  );
  return answers[0];
}

// An interim answer (100) is passed over. Unless the bytes are all that will come (`isWhole`), a last
// answer that is not complete is left out.
function parseAnswers(received, { isWhole }) {
  const answers = [];
  while (received.length > 0) {
    const end = received.indexOf("\r\n\r\n");
    if (end < 0 && !isWhole) break;
    if (end < 0) throw new Error(`not an HTTP answer: ${received.toString("latin1", 0, 200)}`);
    const [statusLine, ...lines] = received.toString("latin1", 0, end).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const status = Number(statusLine.split(" ")[1]);
    received = received.subarray(end + 4);
    if (status === 100) continue;
    const body = takeBody(received, headers, isWhole);
    if (body === undefined) break;
    received = received.subarray(body.taken);
    const isJson = /^application\/json/.test(headers["content-type"] ?? "");
    answers.push({
      status,
      headers,
      text: body.text,
      json: isJson && body.text ? JSON.parse(body.text) : undefined,
    });
  }
  return answers;
}

function takeBody(received, headers, isWhole) {
  if (headers["transfer-encoding"] === "chunked") return takeChunks(received);
  const announced = headers["content-length"];
  if (announced === undefined)
    return isWhole ? { text: received.toString("utf8"), taken: received.length } : undefined;
  const length = Number(announced);
  return received.length >= length
    ? { text: received.toString("utf8", 0, length), taken: length }
    : undefined;
}

function takeChunks(received) {
  const parts = [];
  let at = 0;
  for (;;) {
    const lineEnd = received.indexOf("\r\n", at);
    const length = parseInt(received.toString("latin1", at, lineEnd), 16);
    const start = lineEnd + 2;
    if (lineEnd < 0 || received.length < start + length + 2) return undefined;
    parts.push(received.subarray(start, start + length));
    at = start + length + 2;
    if (length === 0) return { text: Buffer.concat(parts).toString("utf8"), taken: at };
  }
}
