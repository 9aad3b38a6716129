// Calls the installed service over HTTPS as a program elsewhere would: by its name, over kept
// connections. The host's certificate is its own, so nobody vouches for it.
import https from "node:https";

export const host = "share.example.test";
const agent = new https.Agent({
  keepAlive: true,
  maxSockets: 32,
  rejectUnauthorized: false,
  servername: host,
});

// Gives { status, headers, bytes, text, json }.
export function request(method, path, { key, body, headers = {} } = {}) {
  const sent = { host, ...headers };
  if (key) sent.authorization = `Bearer ${key}`;
  if (body) sent["content-type"] = "application/json";
  return new Promise((resolve, reject) => {
    const call = https.request(
      { method, host: "127.0.0.1", port: 443, path, headers: sent, agent },
      (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString("utf8");
          const isJson = /^application\/json/.test(response.headers["content-type"] ?? "");
          resolve({
            status: response.statusCode,
            headers: response.headers,
            bytes,
            text,
            json: isJson && text ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    call.on("error", reject);
    call.end(body && JSON.stringify(body));
  });
}
