// Signing in to the dashboard and out of it, and what must not get anybody in.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { admin, origin } from "../../service/api_client.mjs";
import { choosePassword, newUser, password, Visitor } from "../../service/dashboard_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { routes } from "../../service/route_table.mjs";

const protectedPath = "/dashboard/settings/profile";
let user;
before(async () => (user = await newUser()));

async function isSignedIn(visitor) {
  const { status, headers } = await visitor.get("/dashboard");
  assert.equal(status, 303);
  return headers.location === "/dashboard/artifacts";
}

test("an operator's link sets a password once and signs the user in", async () => {
  const account = admin("account", "add", "--name", "Test", "--plan", "free");
  const email = `${randomUUID()}@example.org`;
  const link = admin("user", "add", "--account", account, "--email", email);
  assert.ok(link.startsWith(`${origin}/dashboard/set-password?token=`));
  const visitor = new Visitor();

  const tooShort = await choosePassword(visitor, link, "eleven char");
  assert.equal(tooShort.status, 400);
  assert.match(tooShort.text, /at least 12 characters/);

  const chosen = await choosePassword(visitor, link, password);
  assert.equal(chosen.status, 303);
  assert.ok(await isSignedIn(visitor));

  const { pathname, search } = new URL(link);
  assert.equal((await new Visitor().open(pathname + search)).status, 410);
});

test("a newer link, or setting a password, invalidates earlier links", async () => {
  const first = admin("user", "password-link", "--email", user.email);
  const second = admin("user", "password-link", "--email", user.email);
  const pathOf = (link) => new URL(link).pathname + new URL(link).search;
  assert.equal((await new Visitor().open(pathOf(first))).status, 410);
  assert.equal((await choosePassword(new Visitor(), second, password)).status, 303);
  assert.equal((await new Visitor().open(pathOf(second))).status, 410);
});

test("setting a new password ends all existing sessions", async () => {
  const { visitor, email } = await newUser();
  assert.ok(await isSignedIn(visitor));
  await choosePassword(new Visitor(), admin("user", "password-link", "--email", email), password);
  assert.ok(!(await isSignedIn(visitor)));
});

test("signs in with email and password, ignoring the case of the address", async () => {
  const visitor = new Visitor();
  const answer = await visitor.signIn(` ${user.email.toUpperCase()} `);
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.location, "/dashboard/artifacts");
  assert.ok(await isSignedIn(visitor));
});

test("hides the session cookie from scripts, other sites and plain HTTP", async () => {
  const visitor = new Visitor();
  const { headers } = await visitor.signIn(user.email);
  const [line] = headers["set-cookie"].filter((cookie) => cookie.startsWith("__Host-session="));
  const attributes = line.split("; ").slice(1);
  assert.deepEqual(attributes.sort(), ["HttpOnly", "Max-Age=1209600", "Path=/", "SameSite=Lax", "Secure"]);
});

test("each sign-in creates a new session id, whatever cookie the browser had", async () => {
  const visitor = new Visitor();
  const planted = "A".repeat(43);
  visitor.setCookie("__Host-session", planted);
  await visitor.signIn(user.email);
  const first = visitor.cookie("__Host-session");
  assert.notEqual(first, planted);
  await visitor.signIn(user.email);
  assert.notEqual(visitor.cookie("__Host-session"), first);
});

test("signing in again ends the browser's previous session, whoever's it was", async () => {
  const { visitor } = await newUser();
  const former = visitor.cookie("__Host-session");
  await visitor.signIn(user.email);
  assert.ok(await isSignedIn(visitor));
  const thief = new Visitor();
  thief.setCookie("__Host-session", former);
  assert.ok(!(await isSignedIn(thief)));
  // A failure to sign in ends nothing.
  await visitor.signIn(user.email, "not the password");
  assert.ok(await isSignedIn(visitor));
});

test("signing out ends the session on the server", async () => {
  const { visitor } = await newUser();
  const stolen = visitor.cookie("__Host-session");
  await visitor.open("/dashboard/settings/keys");
  const { headers, status } = await visitor.post("/dashboard/sign-out");
  assert.equal(status, 303);
  assert.equal(headers.location, "/dashboard/sign-in");
  assert.equal(visitor.cookie("__Host-session"), undefined);
  const thief = new Visitor();
  thief.setCookie("__Host-session", stolen);
  assert.ok(!(await isSignedIn(thief)));
});

test("answers a wrong password and an unknown address alike", async () => {
  const from = ownAddress();
  const wrong = await new Visitor().signIn(user.email, "not the password", { from });
  const unknown = await new Visitor().signIn(`${randomUUID()}@example.org`, password, { from });
  const plain = ({ status, text }) => ({
    status,
    text: text.replace(/value="[^"]*"/g, ""),
  });
  assert.equal(wrong.status, 401);
  assert.equal(wrong.headers["www-authenticate"], 'Form realm="dashboard"');
  assert.deepEqual(plain(wrong), plain(unknown));
});

test("a user without a password cannot sign in", async () => {
  const account = admin("account", "add", "--name", "Test", "--plan", "free");
  const email = `${randomUUID()}@example.org`;
  admin("user", "add", "--account", account, "--email", email);
  for (const typed of ["", " ", password])
    assert.equal((await new Visitor().signIn(email, typed)).status, 401);
});

test("rejects the eleventh attempt per email and network address, known or not, and locks nobody out elsewhere", async () => {
  const { email: known } = await newUser();
  for (const email of [known, `${randomUUID()}@example.org`]) {
    const from = ownAddress();
    for (let attempt = 0; attempt < 10; ++attempt)
      assert.equal((await new Visitor().signIn(email, `guess ${attempt}`, { from })).status, 401);
    const refused = await new Visitor().signIn(email, password, { from });
    assert.equal(refused.status, 429);
    const wait = Number(refused.headers["retry-after"]);
    assert.ok(wait > 600 && wait <= 900, `${wait}`);
    const elsewhere = await new Visitor().signIn(email, password, { from: ownAddress() });
    assert.equal(elsewhere.status, email === known ? 303 : 401);
  }
});

test("a page that requires a session redirects to sign-in and back", async () => {
  const visitor = new Visitor();
  const { status, headers } = await visitor.get(protectedPath);
  assert.equal(status, 303);
  assert.equal(headers.location, `/dashboard/sign-in?next=${protectedPath}`);
  await visitor.open(headers.location);
  assert.match(visitor.page.text, new RegExp(`name="next" value="${protectedPath}"`));
  const answer = await visitor.post("/dashboard/sign-in", {
    email: user.email,
    password,
    next: protectedPath,
  });
  assert.equal(answer.headers.location, protectedPath);
});

test("a form without a session leads to sign-in, which says so and returns to the form's page", async () => {
  const { visitor, email } = await newUser();
  const keys = "/dashboard/settings/keys";
  await visitor.open(`${keys}/new`);
  visitor.setCookie("__Host-session", "A".repeat(43));
  const answer = await visitor.post(`${keys}/new`, { name: "x" });
  assert.equal(answer.status, 303);
  const shown = await visitor.open(answer.headers.location);
  assert.match(shown.text, /You were signed out\. Your last change was not saved\. Sign in to continue\./);
  const next = /name="next" value="([^"]*)"/.exec(shown.text)[1];
  assert.equal(next, `${keys}/new`);
  const signedIn = await visitor.post("/dashboard/sign-in", { email, password, next });
  assert.equal(signedIn.headers.location, next);
  assert.ok(!(await visitor.open("/dashboard/sign-in")).text.includes("signed out"));
});

test("a form without a session returns to a page of the dashboard only", async () => {
  const profile = "/dashboard/settings/profile";
  const everywhere = `${profile}/sign-out`; // a form, and no page
  const app = "/oauth/authorize?client_id=artifact-command";
  const returnOf = async (path, headers) => {
    const { headers: answered } = await new Visitor().post(path, {}, { headers });
    const { pathname, searchParams } = new URL(answered.location, origin);
    assert.equal(pathname, "/dashboard/sign-in");
    return [searchParams.get("unsaved"), searchParams.get("next")];
  };
  for (const [path, referer, next] of [
    [everywhere, origin + profile, profile],
    [everywhere, `${origin}/dashboard/artifacts?q=x`, "/dashboard/artifacts"],
    [everywhere, `${origin}${everywhere}`, null],
    [everywhere, `${origin}/dashboard/nothing`, null],
    [everywhere, `${origin}/a/art_01m805drm3f0cvr0rjxg8tbz80?token=x`, null],
    [everywhere, `${origin}.evil.example${profile}`, null],
    [everywhere, `${origin}@evil.example${profile}`, null],
    [everywhere, `https://evil.example${profile}`, null],
    [everywhere, '"><script>alert(1)</script>', null],
    [everywhere, undefined, null],
    [profile, undefined, profile],
    [profile, `https://evil.example/dashboard/usage`, profile],
    ["/oauth/authorize", origin + app, app],
    ["/dashboard/device", `${origin}/dashboard/device?user_code=BCDF-GHJK`, "/dashboard/device"],
  ])
    assert.deepEqual(await returnOf(path, referer ? { referer } : {}), ["1", next], `${path} ${referer}`);
  const foreign = { origin: "https://evil.example", referer: origin + profile };
  assert.deepEqual(await returnOf(profile, foreign), [null, null]);
  assert.deepEqual(await returnOf("/dashboard/sign-out", { referer: origin + profile }), [null, null]);
});

test("sign-in redirects only within the dashboard", async () => {
  for (const next of [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "/dashboard/../a/x",
    "/dashboard/x?y",
    "javascript:alert(1)",
    "/oauth/token?x=1",
    "/oauth/authorize\\@evil.example",
    "/oauth/authorize?x=1\r\nSet-Cookie: a=b",
  ]) {
    const visitor = new Visitor();
    await visitor.open("/dashboard/sign-in");
    const { headers } = await visitor.post("/dashboard/sign-in", { email: user.email, password, next });
    assert.equal(headers.location, "/dashboard/artifacts", next);
  }
});

test("rejects every form of the dashboard from another site or without its token", async () => {
  const { visitor } = await newUser();
  const forms = routes.filter(
    ({ method, pattern }) => method === "POST" && pattern.startsWith("/dashboard/"),
  );
  assert.ok(forms.length > 20);
  const prefixes = { artifact_id: "art", share_id: "shr", key_id: "key", app_id: "app", user_id: "usr" };
  for (const { pattern } of forms) {
    const path = pattern
      .replace("{version}", "1")
      .replace(/\{(\w+)\}/g, (_, name) => `${prefixes[name]}_01h455vb4pex5vsknk084sn02q`);
    await visitor.open(protectedPath);
    const foreign = { headers: { origin: "https://evil.example" } };
    assert.equal((await visitor.post(path, {}, foreign)).status, 403, path);
    assert.equal((await visitor.post(path, { form_token: "" })).status, 403, path);
  }
  assert.ok(await isSignedIn(visitor));
});

test("each page has a form token of its own, and all of them are good", async () => {
  const { visitor } = await newUser();
  const tokens = [];
  for (const page of ["/dashboard/device?user_code=BCDF-GHJK", "/dashboard/settings/keys/new"]) {
    for (let i = 0; i < 2; ++i) {
      await visitor.open(page);
      tokens.push(visitor.formToken);
    }
  }
  assert.equal(new Set(tokens).size, 4);
  // No part of one that a page could repeat to learn it from the length of the compressed page.
  for (const one of tokens)
    for (const other of tokens)
      for (let at = 0; one !== other && at + 5 <= one.length; ++at)
        assert.ok(!other.includes(one.slice(at, at + 5)));
  for (const form_token of tokens)
    assert.equal(
      (await visitor.post("/dashboard/device", { form_token, user_code: "BCDF-GHJK" })).status,
      400,
    );
  const altered = (tokens[0].startsWith("A") ? "B" : "A") + tokens[0].slice(1);
  assert.equal((await visitor.post("/dashboard/device", { form_token: altered })).status, 403);
});

test("pages of the dashboard are private and cannot be framed", async () => {
  const { headers } = await new Visitor().open("/dashboard/sign-in");
  assert.match(headers["content-security-policy"], /default-src 'none'.*frame-ancestors 'none'/);
  assert.doesNotMatch(headers["content-security-policy"], /unsafe|https:/);
  assert.equal(headers["cache-control"], "private, no-store");
  assert.equal(headers["referrer-policy"], "same-origin");
  assert.equal(headers["x-robots-tag"], "noindex");
  assert.equal(headers["x-content-type-options"], "nosniff");
});
