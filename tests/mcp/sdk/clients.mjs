// The protocol's own clients, connected to the MCP server with a key: that of revision 2025-11-25, which
// begins by `initialize`, and that of 2026-07-28, whose requests stand alone.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { origin, request } from "../../service/api_client.mjs";

// fetch() with the certificate authority of the service under test.
export async function fetchHere(url, { method = "GET", headers, body } = {}) {
  const {
    status,
    headers: received,
    bytes,
  } = await request(method, String(url), {
    headers: Object.fromEntries(new Headers(headers)),
    body: body instanceof URLSearchParams ? body.toString() : body,
    isDescribed: false,
  });
  const isEmpty = status === 202 || status === 204;
  return new Response(isEmpty ? null : bytes, { status, headers: received });
}

export const address = new URL(`${origin}/mcp`);
const self = { name: "artifact-share-tests", version: "1.0.0" };
const options = (key) => ({
  fetch: fetchHere,
  requestInit: key ? { headers: { authorization: `Bearer ${key}` } } : {},
});

export async function connectFormer(key) {
  const client = new FormerClient(self);
  await client.connect(new FormerTransport(address, options(key)));
  return client;
}

export async function connect(key) {
  const client = new Client(self, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(address, options(key)));
  return client;
}

// A client of the newest kind that has to find out what the server speaks.
export async function connectAnyhow(key) {
  const client = new Client(self, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(address, options(key)));
  return client;
}
