// The protocol's own client connects by the address of the MCP server alone.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { serveSite } from "../../browser/https_server.mjs";
import { App } from "../../mcp/sdk/connecting.mjs";
import { origin, sql, until } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { broughtBack, statusAtMcp } from "../../service/oauth_client.mjs";

const redirectUrl = "http://localhost:33418/callback";
let user;
before(async () => (user = await newUser()));

async function allow(url) {
  const parameters = Object.fromEntries(url.searchParams);
  const page = await user.visitor.get(url.pathname + url.search);
  assert.equal(page.status, 200, page.text);
  return broughtBack(await user.visitor.post("/oauth/authorize", { ...parameters, decision: "allow" }));
}

test("the client registers, sends the user to allow it, gets tokens, calls a tool, and refreshes", async () => {
  const app = new App(redirectUrl);
  assert.equal(await app.connect(), undefined);
  assert.equal(app.redirected.origin, origin);
  assert.equal(app.redirected.searchParams.get("resource"), `${origin}/mcp`);
  assert.equal(
    app.redirected.searchParams.get("scope"),
    "artifacts:read artifacts:write artifacts:share artifacts:delete",
  );
  const { code, state, iss } = await allow(app.redirected);
  assert.deepEqual([state, iss], ["state-of-the-sdk", origin]);
  const client = await app.finish(code);
  const shared = await client.callTool({ name: "share", arguments: { markdown: "# By OAuth" } });
  assert.ok(shared.structuredContent.url.startsWith(`${origin}/a/`));

  const { access_token, refresh_token } = app.tokens();
  sql(`delete from oauth_tokens where token_hash = sha256(convert_to('${access_token}', 'UTF8'))`);
  await until(
    () => statusAtMcp(access_token),
    (status) => status === 401,
  );
  const found = await client.callTool({ name: "find", arguments: {} });
  assert.equal(found.structuredContent.artifacts.length, 1);
  assert.notEqual(app.tokens().refresh_token, refresh_token);
  await client.close();
});

test("the client identifies itself by its document where it has one", async (t) => {
  const answers = {};
  const site = await serveSite(answers);
  t.after(() => site.stop());
  const url = `https://localhost:${site.port}/client.json`;
  answers["/client.json"] = {
    type: "application/json",
    body: JSON.stringify({ client_id: url, client_name: "By document", redirect_uris: [redirectUrl] }),
  };
  const app = new App(redirectUrl, { clientMetadataUrl: url });
  assert.equal(await app.connect(), undefined);
  assert.equal(app.redirected.searchParams.get("client_id"), url);
  const client = await app.finish((await allow(app.redirected)).code);
  assert.equal((await client.listTools()).tools.length, 15);
  await client.close();
});
