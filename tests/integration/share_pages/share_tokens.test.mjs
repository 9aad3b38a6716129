// Share tokens that were tampered with, or made by somebody else: none opens anything.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { markdown, newAccount, origin, request, share, sql, uuidOf } from "../../service/api_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { linkOf, sign, signingKey, tokenOf } from "../../service/share_token_forge.mjs";

let key;
let mine;
let other;
before(async () => {
  ({ key } = newAccount());
  mine = await share(key, markdown("the secret text"));
  other = await share(key, markdown("the other text"));
});

const open = (token, id = mine.id, headers = {}) =>
  request("GET", `${origin}/a/${id}?token=${encodeURIComponent(token)}`, { headers });

test("opens a link that was pasted with the punctuation behind it", async () => {
  const token = tokenOf(mine.url);
  const page = `${origin}/a/${mine.id}`;
  const signs = [...".,;:!?)]}>'\""];
  for (const sign of [...signs, ").", "?)"])
    for (const written of [sign, encodeURIComponent(sign)])
      assert.equal((await request("GET", `${page}?token=${token}${written}`)).status, 200, written);
  const { url } = await share(key, { template: "table", content: { csv: "a\n1\n" } });
  assert.equal((await request("GET", `${url.replace("?", "/rows?")}.`)).status, 200);
  assert.equal((await request("GET", `${page}?embed=1&token=${token}.`)).status, 200);
  for (const query of [
    ...signs.map((sign) => `token=${token}${encodeURIComponent(sign)}&embed=1`),
    ...["-", "_", "*", "/", "%5C", "%60", "…", "*."].map((more) => `token=${token}${more}`),
    `token=${token}.x`,
    `token=.${token}`,
  ])
    assert.equal((await request("GET", `${page}?${encodeURI(decodeURI(query))}`)).status, 404, query);
});

test("answers a malformed query, or a repeated parameter, like an invalid token", async () => {
  const page = `${origin}/a/${mine.id}`;
  const token = tokenOf(mine.url);
  const wrong = await request("GET", `${page}?token=wrong`);
  for (const query of [
    `token=${token}&token=${token}`,
    `token=${token}&token=wrong`,
    `token=${token}%`,
    `token=${token}&other=%zz`,
    `token=${token}&other=%ff`,
    `token=${token}&other=%00`,
    `token=${token}&other=1&other=2`,
  ]) {
    const response = await request("GET", `${page}?${query}`);
    assert.equal(response.status, 404, query);
    assert.equal(response.text, wrong.text, query);
  }
  assert.equal((await request("GET", `${page}?token=${token}&other=1`)).status, 200);
});

test("answers a genuine token by what the row says: none is left of it, or it is another artifact's", async () => {
  const key = signingKey();
  const status = async (artifact, link) => (await open(sign(artifact, link, key), artifact)).status;
  assert.equal(await status(mine.id, linkOf(other.url)), 410);
  assert.equal(await status(mine.id, "shr_01h455vb4pex5vsknk084sn02q"), 410);
  assert.equal(await status("art_01h455vb4pex5vsknk084sn02q", linkOf(mine.url)), 410);
});

test("rejects a token of another artifact, and an API key", async () => {
  assert.equal((await open(tokenOf(mine.url), other.id)).status, 404);
  assert.equal((await open(tokenOf(other.url), mine.id)).status, 404);
  assert.equal((await open(key)).status, 404);
  assert.equal(
    (await request("GET", `${origin}/a/${mine.id}`, { headers: { authorization: `Bearer ${key}` } })).status,
    404,
  );
  assert.equal(
    (await request("GET", `${origin}/a/${mine.id}`, { headers: { cookie: `token=${tokenOf(mine.url)}` } }))
      .status,
    404,
  );
});

test("does not accept a share token as an API key", async () => {
  const response = await request("GET", `/artifacts/${mine.id}`, {
    headers: { authorization: `Bearer ${tokenOf(mine.url)}` },
    from: ownAddress(),
  });
  assert.equal(response.status, 401);
});

test("does not record views by forged tokens", async () => {
  const row = () => sql(`select * from share_links where id = '${uuidOf(linkOf(mine.url))}'`);
  const beforehand = row();
  assert.notEqual(beforehand, "");
  await open(`${tokenOf(mine.url)}A`);
  assert.equal(row(), beforehand);
});
