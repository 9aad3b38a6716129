// Links that are protected by a password.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  patiently,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { checkQuickly } from "../../service/quick_hash.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";

let key;
before(() => ({ key } = newAccount()));

const secretDocument = (more) =>
  markdown("secret text", { title: "secret title", description: "secret words", ...more });
const form = (password) => `password=${encodeURIComponent(password)}`;
const submit = (url, password, options = {}) =>
  patiently(() =>
    request("POST", url, {
      body: form(password),
      ...options,
      headers: { "content-type": "application/x-www-form-urlencoded", ...options.headers },
    }),
  );
const cookieOf = (response) => response.headers["set-cookie"][0].split(";")[0];

test("reveals nothing of the artifact without the password, in any representation", async () => {
  const { url } = await share(key, secretDocument({ password: "open sesame" }));
  for (const [method, headers] of [
    ["GET", {}],
    ["HEAD", {}],
    ["GET", { accept: "application/json" }],
    ["GET", { accept: "text/markdown" }],
    ["GET", { cookie: "__Secure-unlocked-x=1" }],
  ]) {
    const response = await request(method, url, { headers });
    assert.equal(response.status, 401);
    // Browsers show no dialog of their own for an unknown scheme.
    assert.equal(response.headers["www-authenticate"], 'SharePassword realm="share link"');
    assert.doesNotMatch(response.text, /secret/);
  }
  const page = await request("GET", url);
  assert.match(page.text, /<input[^>]*name="password"/);
  const other = await share(key, markdown("short", { password: "x" }));
  assert.equal((await request("GET", other.url)).text.length, page.text.length);
});

test("sets a cookie for this link alone and redirects to the page on a correct password", async () => {
  const { id, url } = await share(key, secretDocument({ password: "öffne & dich+" }));
  const unlocked = await submit(url, "öffne & dich+");
  assert.equal(unlocked.status, 303);
  assert.equal(new URL(unlocked.headers.location, url).href, url);
  const [cookie] = unlocked.headers["set-cookie"];
  for (const attribute of [`Path=/a/${id}`, "Secure", "HttpOnly", "SameSite=Lax"])
    assert.ok(cookie.split("; ").includes(attribute), attribute);
  const page = await request("GET", url, { headers: { cookie: `a=b; ${cookieOf(unlocked)}; c=d` } });
  assert.equal(page.status, 200);
  assert.match(page.text, /secret text/);

  const second = await call(key, "POST", `/artifacts/${id}/share`, { password: "other" });
  assert.equal(
    (await request("GET", second.json.url, { headers: { cookie: cookieOf(unlocked) } })).status,
    401,
  );
});

test("shows the prompt again on an incorrect password", async () => {
  const { url } = await share(key, secretDocument({ password: "right" }));
  for (const password of ["wrong", "", "Right", "right "]) {
    const response = await submit(url, password);
    assert.equal(response.status, 401);
    assert.equal(response.headers["set-cookie"], undefined);
    assert.match(response.text, /role="alert"/);
    assert.doesNotMatch(response.text, /secret/);
  }
});

test("rejects a form from another site without counting an attempt", async () => {
  const { url } = await share(key, secretDocument({ password: "right" }));
  for (const origin of ["https://evil.example", "null", `${new URL(url).origin}.evil.example`]) {
    const foreign = await submit(url, "right", { headers: { origin } });
    assert.equal(foreign.status, 403);
    assert.equal(foreign.headers["set-cookie"], undefined);
    assert.doesNotMatch(foreign.text, /secret/);
  }
  for (let attempt = 0; attempt < 12; ++attempt)
    await submit(url, "wrong", { headers: { origin: "https://evil.example" } });
  const own = await submit(url, "right", { headers: { origin: new URL(url).origin } });
  assert.equal(own.status, 303);
});

test("answers a form for an invalid token with 404", async () => {
  const { url } = await share(key, markdown("x", { password: "right" }));
  const response = await request("POST", `${url}x`, {
    body: "password=right",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  assert.equal(response.status, 404);
});

test("accepts the password in a header", async () => {
  const { url } = await share(key, secretDocument({ password: "right" }));
  const headers = { accept: "application/json" };
  const wrong = await request("GET", url, { headers: { ...headers, "x-share-password": "wrong" } });
  assert.equal(wrong.status, 401);
  assert.equal(wrong.json.error.code, "unauthorized");
  const right = await request("GET", url, { headers: { ...headers, "x-share-password": "right" } });
  assert.equal(right.status, 200);
  assert.equal(right.json.title, "secret title");
});

test("takes a password beyond ASCII in the header, as UTF-8 and percent-encoded", async () => {
  const password = "Pässwörd & 100% 日本 😀";
  const { url } = await share(key, secretDocument({ password }));
  checkQuickly(url, password);
  const sent = (text) => patiently(() => request("GET", url, { headers: { "x-share-password": text } }));
  const utf8 = Buffer.from(password).toString("latin1");
  for (const right of [
    utf8,
    encodeURIComponent(password),
    utf8.replaceAll("%", "%25").replaceAll(" ", "%20"),
  ])
    assert.equal((await sent(right)).status, 200, right);
  for (const wrong of [encodeURIComponent(`${password}!`), encodeURIComponent(encodeURIComponent(password))])
    assert.equal((await sent(wrong)).status, 401, wrong);
});

test("tells a wrong encoding from a wrong password, and does not count it as an attempt", async () => {
  const { url } = await share(key, secretDocument({ password: "Pässwörd" }));
  checkQuickly(url, "Pässwörd");
  const from = ownAddress();
  const sent = (text) =>
    patiently(() =>
      request("GET", url, { from, headers: { accept: "application/json", "x-share-password": text } }),
    );
  for (let i = 0; i < 6; ++i)
    for (const latin1 of ["P\u00e4ssw\u00f6rd", "P%E4ssw%F6rd"]) {
      const { status, json } = await sent(latin1);
      assert.equal(status, 400);
      assert.equal(json.error.code, "invalid_request");
      assert.match(json.error.message, /X-Share-Password must be UTF-8/);
    }
  assert.equal((await sent(encodeURIComponent("Pässwörd"))).status, 200);
  // Nobody is told whether a link has a password that it does not have.
  const open = await share(key, markdown("x"));
  assert.equal((await request("GET", open.url, { headers: { "x-share-password": "%E4" } })).status, 200);
});

test("stores the password as a scrypt hash with its parameters", async () => {
  const { url } = await share(key, secretDocument({ password: "correct horse" }));
  const stored = sql(`select password_hash from share_links where id = '${uuidOf(linkOf(url))}'`);
  assert.match(stored, /^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
});

test("counts neither the prompt nor an incorrect password as a view", async () => {
  const { url } = await share(key, secretDocument({ password: "right", maxViews: 1 }));
  await request("GET", url);
  await submit(url, "wrong");
  const cookie = cookieOf(await submit(url, "right"));
  assert.equal((await request("GET", url, { headers: { cookie } })).status, 200);
  assert.equal((await request("GET", url, { headers: { cookie } })).status, 410);
});

test("redirects the form of a link without a password to the page", async () => {
  const { url } = await share(key, markdown("x"));
  assert.equal((await submit(url, "anything")).status, 303);
});
