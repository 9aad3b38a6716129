// Secrets that clients send to the wrong place by mistake. These too are in no log.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, origin, request, share } from "../../service/api_client.mjs";
import { logsWith } from "../../service/log_files.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { takeApart, tokenOf } from "../../service/share_token_forge.mjs";

let key;
let url;
before(async () => {
  ({ key } = newAccount());
  ({ url } = await share(key, markdown("x")));
});

async function assertNotLogged(secret) {
  for (const { file, text } of await logsWith(await call(key, "GET", "/artifacts/art_x")))
    assert.ok(!text.includes(secret), `${file} holds the secret`);
}

test("an API key sent as an id is in no log", async () => {
  await call(key, "GET", `/artifacts/${key}`);
  await assertNotLogged(key.slice(12));
});

test("a share token in a path is in no log", async () => {
  const { signed } = takeApart(tokenOf(url));
  for (const address of [
    `${origin}/a/${tokenOf(url)}`,
    `${origin}/${tokenOf(url)}`,
    url.replace("?token=", "/"),
  ])
    await request("GET", address, { from: ownAddress() });
  await assertNotLogged(signed);
});

test("a share token sent to any other path is in no log", async () => {
  const { url: other } = await share(key, markdown("x"));
  for (const path of ["/assets/nothing", "/", "/api/artifacts", "/healthz"])
    await request("GET", `${origin}${path}?token=${tokenOf(other)}`, {
      from: ownAddress(),
      isDescribed: path !== "/",
    });
  await assertNotLogged(takeApart(tokenOf(other)).signed);
});
