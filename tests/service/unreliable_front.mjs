// A front before the running service that fails in the ways that networks do. Each fault is for one request, in
// their order; what comes after the last passes.
import { readFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import { origin, request } from "./api_client.mjs";

const { CA_CERT, STATE_DIR } = process.env;

// The service has done what it was asked for, and its answer never comes.
export const loseAnswer = async (forward, response) => {
  await forward();
  response.destroy();
};
// Nothing reaches the service.
export const loseRequest = async (forward, response) => response.destroy();
// The answer ends half-way.
export const cutAnswer = async (forward, response) => {
  const { status, headers, bytes } = await forward();
  response.writeHead(status, { ...plain(headers), "content-length": bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
};
// The connection is cut in the middle of the request's body.
export const cutUpload = (forward, response) => response.destroy();
cutUpload.comesEarly = true;
// The answer takes this long.
export const answerLate = (milliseconds) => async (forward, response) => {
  const answer = await forward();
  const timer = setTimeout(() => answerWith(response, answer), milliseconds);
  response.on("close", () => clearTimeout(timer));
};
// Answered by the front alone.
export const answer =
  (status, headers = {}, text = "") =>
  async (forward, response) =>
    answerWith(response, { status, headers, bytes: Buffer.from(text) });

// Before TLS: nothing answers on the connection, or it is cut at once.
export const stallConnection = () => {};
export const cutConnection = (socket) => socket.destroy();

// A front that passes bytes, and fails before a request can be sent. Each fault is for one connection, in their order.
// Gives { origin, connections, stop }; `connections` is how many came.
export async function unreliableConnection(faults, port = 0) {
  const service = new URL(origin);
  const sockets = new Set();
  const front = { connections: 0 };
  const server = net.createServer((socket) => {
    front.connections += 1;
    const fault = faults.shift();
    const forwarded = fault ? undefined : net.connect(service.port, service.hostname);
    for (const one of [socket, forwarded].filter(Boolean)) {
      sockets.add(one);
      one.on("error", () => one.destroy());
    }
    if (fault) fault(socket);
    else socket.pipe(forwarded).pipe(socket);
  });
  await new Promise((resolve) => server.listen(port, "localhost", resolve));
  front.origin = `https://localhost:${server.address().port}`;
  front.stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      for (const socket of sockets) socket.destroy();
    });
  return front;
}

// Headers that belong to the connection to the service.
function plain(headers) {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !["connection", "transfer-encoding", "content-length", "content-encoding"].includes(name),
    ),
  );
}

function answerWith(response, { status, headers, bytes }) {
  response.writeHead(status, { ...plain(headers), "content-length": bytes.length });
  response.end(bytes);
}

// Gives { origin, requests, fail, stop }. `requests` are those that came, each { method, url, headers, body }, and
// fail() takes more faults.
export async function unreliableFront(...faults) {
  const requests = [];
  const server = https.createServer(
    { cert: readFileSync(CA_CERT), key: readFileSync(`${STATE_DIR}/tls/key.pem`) },
    async (incoming, response) => {
      if (faults[0]?.comesEarly) {
        requests.push({ method: incoming.method, url: incoming.url, headers: incoming.headers });
        const fault = faults.shift();
        incoming.on("error", () => {});
        incoming.once("data", () => fault(undefined, response));
        return;
      }
      const chunks = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const { method, url, headers } = incoming;
      requests.push({ method, url, headers, body });
      const { host, connection, "accept-encoding": encoding, ...sent } = headers;
      // Signing in is no part of the described API.
      const isDescribed = !/^\/(oauth|\.well-known)\//.test(url);
      const forward = () =>
        request(method, origin + url, { headers: sent, body: body.length ? body : undefined, isDescribed });
      const pass = async () => answerWith(response, await forward());
      const fault = faults.shift() ?? pass;
      await fault(forward, response, pass).catch(() => response.destroy());
    },
  );
  await new Promise((resolve) => server.listen(0, resolve));
  return {
    origin: `https://localhost:${server.address().port}`,
    requests,
    fail: (...more) => faults.push(...more),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
