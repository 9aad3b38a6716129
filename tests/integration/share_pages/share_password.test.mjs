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

test("invalidates the cookie when the password changes", async () => {
  const { url } = await share(key, secretDocument({ password: "first" }));
  const cookie = cookieOf(await submit(url, "first"));
  const { jti } = JSON.parse(Buffer.from(new URL(url).searchParams.get("token").split(".")[1], "base64url"));
  sql(`update share_links set password_hash = overlay(password_hash placing 'AAAA' from length(password_hash) - 20)
    where id = '${uuidOf(jti)}'`);
  assert.equal((await request("GET", url, { headers: { cookie } })).status, 401);
});

test("stores the password as a scrypt hash with its parameters", async () => {
  const { url } = await share(key, secretDocument({ password: "correct horse" }));
  const { jti } = JSON.parse(Buffer.from(new URL(url).searchParams.get("token").split(".")[1], "base64url"));
  const stored = sql(`select password_hash from share_links where id = '${uuidOf(jti)}'`);
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
