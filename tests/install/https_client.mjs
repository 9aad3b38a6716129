// Calls the installed service over HTTPS as a program elsewhere would: by its name, over kept
// connections. The host's certificate is its own, so nobody vouches for it.
import https from "node:https";

export const host = "share.example.test";

// The service of this name at an address, and from one of this machine's own if that is given.
export function serviceAt(address, { name = host, from } = {}) {
  const agent = new https.Agent({
    keepAlive: true,
    maxSockets: 32,
    rejectUnauthorized: false,
    servername: name,
    localAddress: from,
  });
  return (method, path, options) => call(agent, address, name, method, path, options);
}

export const request = serviceAt("127.0.0.1");

// Gives { status, headers, bytes, text, json }.
function call(agent, address, name, method, path, { key, body, headers = {} } = {}) {
  const sent = { host: name, ...headers };
  if (key) sent.authorization = `Bearer ${key}`;
  if (body) sent["content-type"] = "application/json";
  return new Promise((resolve, reject) => {
    const sending = https.request(
      { method, host: address, port: 443, path, headers: sent, agent },
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
    sending.on("error", reject);
    sending.end(body && JSON.stringify(body));
  });
}
