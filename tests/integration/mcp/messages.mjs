// Messages of the Model Context Protocol, sent as they are: what a client's library would not send.
import { origin, request } from "../../service/api_client.mjs";

export const address = `${origin}/mcp`;
export const stateless = "2026-07-28";
export const versions = [stateless, "2025-11-25", "2025-06-18"];

const base64 = (text) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

// One POST. An object as body goes as JSON, a string or buffer as it is; headers that are undefined are
// left out.
export function post(key, body, { headers = {}, from } = {}) {
  const all = {
    authorization: key && `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...headers,
  };
  return request("POST", address, {
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    body: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    from,
    isDescribed: false,
  });
}

export const meta = {
  "io.modelcontextprotocol/protocolVersion": stateless,
  "io.modelcontextprotocol/clientInfo": { name: "tests", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

// A request as the revision wants it.
export function ask(key, method, params = {}, { version = stateless, headers = {}, ...more } = {}) {
  if (version !== stateless) {
    return post(
      key,
      { jsonrpc: "2.0", id: 1, method, params },
      { headers: { "mcp-protocol-version": version, ...headers }, ...more },
    );
  }
  const name = params.name ?? params.uri;
  return post(
    key,
    { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } },
    {
      headers: {
        "mcp-protocol-version": version,
        "mcp-method": method,
        ...(name === undefined ? {} : { "mcp-name": /^[\x21-\x7e]+$/.test(name) ? name : base64(name) }),
        ...headers,
      },
      ...more,
    },
  );
}

// What a tool answers.
export async function callTool(key, name, args, options) {
  const { status, json } = await ask(key, "tools/call", { name, arguments: args }, options);
  if (status !== 200 || !json.result) throw new Error(`${status}: ${JSON.stringify(json)}`);
  return json.result;
}
