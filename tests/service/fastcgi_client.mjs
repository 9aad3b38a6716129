// Asks a worker directly, as nginx does: one FastCGI request on a connection of its own.
import net from "node:net";

const beginRequest = 1;
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
    yield { type: bytes[at + 1], content: bytes.subarray(at + 8, at + 8 + size) };
    at += 8 + size + bytes[at + 6];
  }
}

// Gives { status, headers, text }; headers by name in lower case, repeated ones a line each.
export function ask(socket, method, uri, { body = "", more = {} } = {}) {
  const sent = {
    REQUEST_METHOD: method,
    REQUEST_URI: uri,
    REMOTE_ADDR: "192.0.2.1",
    CONTENT_LENGTH: String(Buffer.byteLength(body)),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const chunks = [];
    const connection = net.connect(socket, () => {
      connection.write(record(beginRequest, Buffer.from([0, 1, 0, 0, 0, 0, 0, 0])));
      connection.write(record(parameters, Buffer.concat(Object.entries(sent).map(pair))));
      connection.write(record(parameters));
      const bytes = Buffer.from(body);
      for (let at = 0; at < bytes.length; at += largestRecord)
        connection.write(record(input, bytes.subarray(at, at + largestRecord)));
      connection.write(record(input));
    });
    connection.on("error", reject);
    connection.on("data", (chunk) => chunks.push(chunk));
    connection.on("close", () => {
      const records = [...recordsIn(Buffer.concat(chunks))].filter(({ type }) => type === output);
      const answer = Buffer.concat(records.map(({ content }) => content)).toString();
      const end = answer.indexOf("\r\n\r\n");
      const headers = {};
      for (const line of answer.slice(0, end).split("\r\n")) {
        const name = line.slice(0, line.indexOf(":")).toLowerCase();
        const value = line.slice(line.indexOf(":") + 1).trim();
        headers[name] = name in headers ? `${headers[name]}\n${value}` : value;
      }
      resolve({ status: Number.parseInt(headers.status, 10), headers, text: answer.slice(end + 4) });
    });
  });
}
