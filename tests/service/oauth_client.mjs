// An app that gets access by OAuth, step by step; the user is a Visitor (dashboard_client.mjs).
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { origin, request } from "./api_client.mjs";
import { ownAddress } from "./loopback_address.mjs";

export const mcp = `${origin}/mcp`;
export const command = "artifact-command";
export const callback = "http://127.0.0.1:7777/callback";

export function newPkce() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

// The parameters of a request for access; those that are undefined are left out.
export function requestOf({ pkce, ...more } = {}) {
  const parameters = {
    response_type: "code",
    client_id: command,
    redirect_uri: callback,
    state: "a state & more",
    code_challenge: pkce?.challenge,
    code_challenge_method: "S256",
    ...more,
  };
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
}

export const authorizePath = (parameters) => `/oauth/authorize?${new URLSearchParams(parameters)}`;

// The user decides on the request; gives the answer.
export async function decide(visitor, parameters, decision = "allow", limits = {}) {
  const page = await visitor.get(authorizePath(parameters));
  assert.equal(page.status, 200, page.text);
  return visitor.post("/oauth/authorize", { ...parameters, ...limits, decision });
}

function placeIn({ status, text }, pattern) {
  assert.equal(status, 200);
  const [, place] = pattern.exec(text) ?? [];
  assert.ok(place, text);
  return place
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

// Where the page leads a browser without the user's help.
export const placeLedTo = (answer) => placeIn(answer, /<meta http-equiv="refresh" content="0;url=([^"]*)">/);

// The parameters that a browser brings back to the app.
export const broughtBack = (answer) => Object.fromEntries(new URL(placeLedTo(answer)).searchParams);
// The same, only on a click.
export function offeredBack(answer) {
  assert.doesNotMatch(answer.text, /http-equiv/);
  const place = placeIn(answer, /<a class="button" href="([^"]*)">/);
  return Object.fromEntries(new URL(place).searchParams);
}

export function form(path, fields, { headers = {}, from = ownAddress() } = {}) {
  return request("POST", origin + path, {
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
    from,
    isDescribed: false,
  });
}
export const askToken = (fields, options) => form("/oauth/token", fields, options);

// A code that the user has just allowed, with what the app needs to exchange it.
export async function newCode(visitor, parameters = {}, limits = {}) {
  const pkce = newPkce();
  const asked = requestOf({ pkce, ...parameters });
  const { code } = broughtBack(await decide(visitor, asked, "allow", limits));
  assert.ok(code);
  return {
    grant_type: "authorization_code",
    code,
    code_verifier: pkce.verifier,
    client_id: asked.client_id,
    redirect_uri: asked.redirect_uri,
  };
}

// The tokens of an app that the user has just connected.
export async function connect(visitor, parameters = {}, limits = {}) {
  const { status, json, text } = await askToken(await newCode(visitor, parameters, limits));
  assert.equal(status, 200, text);
  return json;
}

export const refresh = (token, more = {}, options = {}) =>
  askToken({ grant_type: "refresh_token", refresh_token: token, client_id: command, ...more }, options);

// The status of a call with the token: of the API, and of the MCP server.
export async function statusAtApi(token) {
  const { status } = await request("GET", "/account", {
    headers: { authorization: `Bearer ${token}` },
    from: ownAddress(),
    isDescribed: false,
  });
  return status;
}
export async function statusAtMcp(token) {
  const { status } = await request("POST", mcp, {
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    from: ownAddress(),
    isDescribed: false,
  });
  return status;
}
