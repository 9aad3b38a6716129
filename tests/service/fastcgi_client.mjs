// Asks a worker directly, as nginx does: one FastCGI request on a connection of its own, or one after the
// other on one that is kept.
import net from "node:net";

const beginRequest = 1;
const endRequest = 3;
const parameters = 4;
const input = 5;
const output = 6;
const largestRecord = 0xffff;

function record(type, content = Buffer.alloc(0)) {
  const head = Buffer.from([1, type, 0, 1, 0, 0, 0, 0]);
  head.writeUInt16BE(content.length, 4);
  return Buffer.concat([head, content]);
}

function pair([name, value]) {
  const lengths = Buffer.alloc(8);
  [name, value].forEach((text, i) =>
    lengths.writeUInt32BE((Buffer.byteLength(text) | 0x80000000) >>> 0, i * 4),
  );
  return Buffer.concat([lengths, Buffer.from(name + value)]);
}

function* recordsIn(bytes) {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt16BE(at + 4);
    if (at + 8 + size > bytes.length) return;
    yield { type: bytes[at + 1], content: bytes.subarray(at + 8, at + 8 + size) };
    at += 8 + size + bytes[at + 6];
  }
}

// What nginx sends of a request.
function requestRecords(keep, method, uri, { body = "", more = {} } = {}) {
  const sent = {
    REQUEST_METHOD: method,
    REQUEST_URI: uri,
    REMOTE_ADDR: "192.0.2.1",
    CONTENT_LENGTH: String(Buffer.byteLength(body)),
    ...more,
  };
  const records = [
    record(beginRequest, Buffer.from([0, 1, keep ? 1 : 0, 0, 0, 0, 0, 0])),
    record(parameters, Buffer.concat(Object.entries(sent).map(pair))),
    record(parameters),
  ];
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += largestRecord)
    records.push(record(input, bytes.subarray(at, at + largestRecord)));
  return Buffer.concat([...records, record(input)]);
}

// Gives { status, headers, text }; headers by name in lower case, repeated ones a line each.
function readAnswer(bytes) {
  const records = [...recordsIn(bytes)].filter(({ type }) => type === output);
  const answer = Buffer.concat(records.map(({ content }) => content)).toString();
  const end = answer.indexOf("\r\n\r\n");
  const headers = {};
  for (const line of answer.slice(0, end).split("\r\n")) {
    const name = line.slice(0, line.indexOf(":")).toLowerCase();
    const value = line.slice(line.indexOf(":") + 1).trim();
    headers[name] = name in headers ? `${headers[name]}\n${value}` : value;
  }
  return { status: Number.parseInt(headers.status, 10), headers, text: answer.slice(end + 4) };
}

// An answer as readAnswer() gives it.
export function ask(socket, ...request) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    const connection = net.connect(socket, () => connection.write(requestRecords(false, ...request)));
    connection.on("error", reject);
    connection.on("data", (chunk) => chunks.push(chunk));
    connection.on("close", () => resolve(readAnswer(Buffer.concat(chunks))));
  });
}

// A connection that the worker is asked to keep, for one request at a time.
export class KeptConnection {
  #connection;
  isClosed = false;

  constructor(socket) {
    this.#connection = net.connect(socket);
    this.#connection.on("error", () => {});
    this.#connection.on("close", () => (this.isClosed = true));
  }

  // An answer as readAnswer() gives it.
  ask(...request) {
    return new Promise((resolve, reject) => {
      const chunks = [];
      const end = (outcome) => {
        this.#connection.off("data", read);
        this.#connection.off("close", closed);
        outcome();
      };
      const closed = () =>
        end(() => reject(new Error("the worker has closed a connection that is to be kept")));
      const read = (chunk) => {
        chunks.push(chunk);
        // The last record ends the request.
        const bytes = Buffer.concat(chunks);
        let isComplete = false;
        for (const { type } of recordsIn(bytes)) isComplete = type === endRequest;
        if (isComplete) end(() => resolve(readAnswer(bytes)));
      };
      this.#connection.on("data", read);
      this.#connection.on("close", closed);
      this.send(...request);
    });
  }

  // Asks without waiting for the answer.
  send(...request) {
    this.#connection.write(requestRecords(true, ...request));
  }

  close() {
    this.#connection.destroy();
  }
}
