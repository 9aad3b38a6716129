// Share tokens that were tampered with, or made by somebody else: none opens anything.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { markdown, newAccount, origin, request, share, sql, uuidOf } from "../../service/api_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { encode, sign, signingKey, takeApart, tokenOf } from "../../service/share_token_forge.mjs";

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

async function assertOpensNothing(tokens, statuses = [404]) {
  for (const token of tokens) {
    const response = await open(token);
    assert.ok(statuses.includes(response.status), `${response.status} for ${token}`);
    assert.doesNotMatch(response.text, /the secret text|the other text/);
  }
}

test("rejects a token with any single bit flipped", async () => {
  const genuine = Buffer.from(tokenOf(mine.url), "latin1");
  const forged = Array.from({ length: genuine.length * 8 }, (_, bit) => {
    const bytes = Buffer.from(genuine);
    bytes[bit >> 3] ^= 1 << (bit & 7);
    return `${origin}/a/${mine.id}?token=${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")}`;
  });
  const answers = await Promise.all(forged.map((url) => request("GET", url)));
  assert.equal(answers.filter(({ status }) => status !== 404).length, 0);
  const unharmed = [...genuine].map((byte) => `%${byte.toString(16)}`).join("");
  assert.equal((await request("GET", `${origin}/a/${mine.id}?token=${unharmed}`)).status, 200);
});

test("accepts only the canonical encoding of a signature", async () => {
  // 256 bits take 43 characters, the last of which has two bits to spare: four decode alike.
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const token = tokenOf(mine.url);
  const tokens = [...alphabet]
    .map((last) => token.slice(0, -1) + last)
    .filter((spelled) => spelled !== token);
  assert.equal(tokens.length, 63);
  await assertOpensNothing(tokens);
});

test("rejects padding, white space and trailing bytes", async () => {
  const token = tokenOf(mine.url);
  const { header, payload, signature } = takeApart(token);
  await assertOpensNothing([
    `${token}=`,
    `${token}==`,
    `${token} `,
    ` ${token}`,
    `${token}\n`,
    `${token}\r\n`,
    `.${token}`,
    `${token}.${signature}`,
    `${token}A`,
    `${header}=.${payload}.${signature}`,
    `${header}.${payload}==.${signature}`,
    `${header}..${payload}.${signature}`,
    `${token},${token}`,
    `"${token}"`,
    `Bearer ${token}`,
    `${header}.${payload}.${signature.replaceAll("-", "+").replaceAll("_", "/")}=`,
    `${token}\u00a0`,
    `${token}%00`,
    token.toUpperCase(),
    token.split(".").reverse().join("."),
  ]);
});

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

test("rejects algorithms other than HS256, even with the service's key", async () => {
  const { head, claims, signature } = takeApart(tokenOf(mine.url));
  const { secret } = signingKey();
  const tokens = [
    "none",
    "None",
    "NONE",
    "nOnE",
    "noNE",
    "",
    "HS256 ",
    "hs256",
    "Hs256",
    "RS256",
    "ES256",
    "PS256",
    null,
    5,
    ["HS256"],
  ].flatMap((alg) => [
    sign({ ...head, alg }, claims, secret),
    `${encode({ ...head, alg })}.${encode(claims)}.`,
    `${encode({ ...head, alg })}.${encode(claims)}`,
    `${encode({ ...head, alg })}.${encode(claims)}.${signature}`,
  ]);
  const { alg, ...withoutAlgorithm } = head;
  assert.equal(alg, "HS256");
  await assertOpensNothing([
    ...tokens,
    sign(withoutAlgorithm, claims, secret),
    sign({ ...head, alg: "HS512" }, claims, secret, "sha512"),
    sign({ ...head, alg: "HS384" }, claims, secret, "sha384"),
    sign(head, claims, secret, "sha512"),
    sign(head, claims, secret, "sha1"),
  ]);
});

test("rejects keys that are not configured, whatever the header says", async () => {
  const { head, claims } = takeApart(tokenOf(mine.url));
  const { id, secret } = signingKey();
  assert.equal(head.kid, id);
  const jwk = { kty: "oct", k: encode("0123456789abcdef0123456789abcdef"), kid: id };
  const guesses = [
    "",
    "\0",
    "secret",
    "key",
    "changeme",
    id,
    secret.toString("base64"),
    secret.toString("hex"),
  ];
  const { kid, ...withoutKey } = head;
  assert.ok(kid);
  await assertOpensNothing([
    ...guesses.map((guess) => sign(head, claims, guess)),
    ...[
      "",
      "/dev/null",
      "../../../../dev/null",
      "file:///dev/null",
      "' or '1'='1",
      "\0",
      `${id}\0`,
      ` ${id}`,
      0,
      null,
      [id],
      {},
    ].flatMap((name) => [
      sign({ ...head, kid: name }, claims, ""),
      sign({ ...head, kid: name }, claims, secret),
    ]),
    sign(withoutKey, claims, ""),
    sign(withoutKey, claims, secret),
    sign({ ...head, jwk }, claims, "0123456789abcdef0123456789abcdef"),
    sign({ ...head, jku: "https://evil.example/keys" }, claims, ""),
    sign({ ...head, x5u: "https://evil.example/key" }, claims, ""),
  ]);
});

test("rejects a signed token with invalid claims", async () => {
  const { head, claims } = takeApart(tokenOf(mine.url));
  const { secret } = signingKey();
  assert.equal((await open(sign(head, claims, secret))).status, 200, "the test can sign as the service does");
  const odd = [
    ...["sub", "jti", "iat"].flatMap((name) =>
      [undefined, null, "", {}, [], true].map((value) => ({ ...claims, [name]: value })),
    ),
    ...[-1, 1.5, "1", 1e300].map((iat) => ({ ...claims, iat })),
    { ...claims, sub: other.id },
    { ...claims, sub: claims.jti },
    { ...claims, jti: mine.id },
    { ...claims, sub: mine.id.toUpperCase() },
    { ...claims, jti: `${claims.jti}0` },
    { ...claims, sub: [mine.id] },
  ];
  await assertOpensNothing([
    ...odd.map((payload) => sign(head, payload, secret)),
    ...[
      "",
      "{",
      "[]",
      "null",
      "1",
      '"text"',
      `[${JSON.stringify(claims)}]`,
      `${JSON.stringify(claims)}x`,
      "\xff",
    ].map((payload) => sign(head, payload, secret)),
    ...["", "{", "[]", "null", `[${JSON.stringify(head)}]`].map((header) => sign(header, claims, secret)),
    sign({ ...head, crit: ["exp"], exp: 1 }, claims, secret),
  ]);
});

test("rejects a token for a link that does not exist or belongs to another artifact", async () => {
  const { head, claims } = takeApart(tokenOf(mine.url));
  const { secret } = signingKey();
  const foreign = takeApart(tokenOf(other.url)).claims;
  await assertOpensNothing(
    [
      sign(head, { ...claims, jti: foreign.jti }, secret),
      sign(head, { ...claims, jti: "shr_01h455vb4pex5vsknk084sn02q" }, secret),
    ],
    [404, 410],
  );
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

test("rejects oversized and repeated tokens like any other", async () => {
  await assertOpensNothing(["a".repeat(8000), `${"a".repeat(4000)}.${"b".repeat(2000)}.c`, ".".repeat(3000)]);
});

test("does not record views by forged tokens", async () => {
  const { claims } = takeApart(tokenOf(mine.url));
  const row = () => sql(`select * from share_links where id = '${uuidOf(claims.jti)}'`);
  const beforehand = row();
  assert.notEqual(beforehand, "");
  await open(`${tokenOf(mine.url)}A`);
  assert.equal(row(), beforehand);
});
