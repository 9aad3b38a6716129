// Sends requests to one origin over kept connections, and judges nothing: what an answer means is the caller's.
import { readFileSync } from "node:fs";
import https from "node:https";

export class OriginClient {
  #agent;
  #hostname;
  #port;
  #patienceMilliseconds;

  // Without an answer for so long, a request has failed.
  constructor(origin, { patienceMilliseconds, connections = 100 }) {
    const ca = readFileSync(process.env.CA_CERT);
    this.#agent = new https.Agent({ ca, keepAlive: true, maxSockets: connections });
    ({ hostname: this.#hostname, port: this.#port } = new URL(origin));
    this.#patienceMilliseconds = patienceMilliseconds;
  }

  // Gives { status, headers, text }. Throws if there is no answer.
  send(method, path, { headers = {}, body } = {}) {
    return new Promise((resolve, reject) => {
      const options = {
        method,
        hostname: this.#hostname,
        port: this.#port,
        path,
        headers,
        agent: this.#agent,
        family: 4,
        timeout: this.#patienceMilliseconds,
      };
      const request = https.request(options, (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode: status, headers: received } = response;
          resolve({ status, headers: received, text: Buffer.concat(chunks).toString() });
        });
      });
      request.on("timeout", () => request.destroy(new Error("no answer in time")));
      request.on("error", reject);
      request.end(body);
    });
  }
}
