// artifact login with a browser, or with the code of another device: OAuth, with tokens that are renewed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import http from "node:http";
import { afterEach, before, beforeEach, test } from "node:test";
import { admin, origin, until } from "../../service/api_client.mjs";
import { Person } from "../../service/client_program.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { placeLedTo, refresh, statusAtApi } from "../../service/oauth_client.mjs";
import { answer, answerLate, unreliableFront } from "../../service/unreliable_front.mjs";

let user;
let person;
before(async () => (user = await newUser()));
beforeEach(() => {
  person = new Person();
});
afterEach(() => person.remove());

const configuration = () => person.file(".config/artifact-share/hosts.json");
const stored = () => JSON.parse(readFileSync(configuration(), "utf8")).hosts[0].tokens;
const store = (change) => {
  const all = JSON.parse(readFileSync(configuration(), "utf8"));
  Object.assign(all.hosts[0].tokens, change);
  writeFileSync(configuration(), JSON.stringify(all));
};

// Starts the login with a browser that notes which page it was told to open, and gives that.
async function beginLogin(...words) {
  const opened = person.file("opened");
  rmSync(opened, { force: true });
  const note = `#!/bin/sh\nprintf %s "$1" >"${opened}.new"\nmv "${opened}.new" "${opened}"\n`;
  const browser = person.file("browser", note);
  chmodSync(browser, 0o700);
  const run = person.start(["login", origin, ...words], { env: { BROWSER: browser } });
  await until(() => existsSync(opened) || run.child.exitCode !== null, Boolean);
  assert.ok(existsSync(opened), run.stderr);
  const page = new URL(readFileSync(opened, "utf8"));
  assert.ok(page.href.startsWith(`${origin}/oauth/authorize?`));
  return { run, parameters: Object.fromEntries(page.searchParams) };
}

function comeBack(location) {
  return new Promise((resolve, reject) => {
    http
      .get(location, { agent: false }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
      })
      .on("error", reject);
  });
}

async function decide(parameters, decision = "allow") {
  await user.visitor.get(`/oauth/authorize?${new URLSearchParams(parameters)}`);
  return placeLedTo(await user.visitor.post("/oauth/authorize", { ...parameters, decision }));
}

async function login() {
  const { run, parameters } = await beginLogin();
  const shown = await comeBack(await decide(parameters));
  assert.equal(shown.status, 200);
  const { status, stdout, stderr } = await run.ended;
  assert.equal(status, 0, stderr);
  assert.equal(stdout, "");
  return { shown, stderr };
}

test("the browser signs in, and commands work with what only its owner can read", async () => {
  const { shown, stderr } = await login();
  assert.match(shown.text, /You are signed in\. Close this page/);
  assert.equal(shown.headers["content-security-policy"], "default-src 'none'");
  assert.match(
    stderr,
    new RegExp(`Signed in to ${origin} as "${user.email}[^"]*" of the account ${user.account}\\.\n`),
  );
  assert.equal(statSync(configuration()).mode & 0o777, 0o600);
  const { access, refresh: renewing } = stored();
  assert.match(access, /^arto_/);
  assert.match(renewing, /^artr_/);
  assert.ok(!stderr.includes(access) && !stderr.includes(renewing));
  const whoami = JSON.parse((await person.run(["whoami", "--json"])).stdout);
  assert.equal(whoami.id, user.account);
  const shared = await person.run(["share", "--filename", "x.md"], { input: "# Hello" });
  assert.equal(shared.status, 0, shared.stderr);
});

test("only an answer with its state, from its service, is taken", async () => {
  const { run, parameters } = await beginLogin();
  const back = parameters.redirect_uri;
  assert.match(back, /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  assert.equal(parameters.code_challenge_method, "S256");
  const wrong = [`${back}?code=x&state=wrong&iss=${origin}`, `${back}?code=x`, `${back}?code=%zz`];
  for (const address of wrong) assert.equal((await comeBack(address)).status, 400, address);
  for (const address of [back, back.replace("callback", "favicon.ico")])
    assert.equal((await comeBack(address)).status, 404, address);
  const evil = encodeURIComponent("https://evil.example");
  await comeBack(`${back}?code=x&state=${parameters.state}&iss=${evil}`);
  const { status, stderr } = await run.ended;
  assert.equal(status, 4);
  assert.match(stderr, /the response in the browser was not from https:/);
  assert.ok(!existsSync(configuration()));
});

test("denied access and an invalid code do not sign in", async () => {
  const denied = await beginLogin();
  const shown = await comeBack(await decide(denied.parameters, "deny"));
  assert.match(shown.text, /You are not signed in/);
  const ended = await denied.run.ended;
  assert.deepEqual([ended.status, /access was denied/.test(ended.stderr)], [4, true]);

  const forged = await beginLogin();
  const { redirect_uri: back, state } = forged.parameters;
  await comeBack(`${back}?code=${"x".repeat(43)}&state=${state}&iss=${encodeURIComponent(origin)}`);
  const refused = await forged.run.ended;
  assert.equal(refused.status, 4);
  assert.match(refused.stderr, /the service refused: invalid_grant/);
  assert.ok(!existsSync(configuration()));
});

async function codeShownBy(run) {
  const code = () => /enter the code ([A-Z]{4}-[A-Z]{4})/.exec(run.stderr)?.[1];
  return until(code, (found) => found || run.child.exitCode !== null);
}

test("the code of another device signs in where there is no browser, or with --device", async () => {
  const page = "/dashboard/device";
  const run = person.start(["login", origin, "--device"]);
  const code = await codeShownBy(run);
  assert.ok(run.stderr.includes(`${origin}${page}`), run.stderr);
  await user.visitor.open(page);
  await user.visitor.post(page, { user_code: code });
  await user.visitor.post(page, { user_code: code, decision: "allow" });
  const { status, stderr } = await run.ended;
  assert.equal(status, 0, stderr);
  assert.equal((await person.run(["list"])).status, 0);

  // Without a desktop, and with a browser that does not start.
  for (const env of [{}, { BROWSER: "false" }]) {
    const other = person.start(["login", origin], { env });
    const shown = await codeShownBy(other);
    assert.ok(shown, other.stderr);
    await user.visitor.open(page);
    await user.visitor.post(page, { user_code: shown });
    await user.visitor.post(page, { user_code: shown, decision: "deny" });
    const ended = await other.ended;
    assert.deepEqual([ended.status, /the access was denied/.test(ended.stderr)], [4, true]);
  }
});

test("an access token that has expired, by either clock, is renewed", async () => {
  await login();
  const first = stored();
  store({ accessExpiresAt: 0 });
  assert.equal((await person.run(["list"])).status, 0);
  const second = stored();
  assert.notEqual(second.access, first.access);
  assert.notEqual(second.refresh, first.refresh);
  assert.ok(second.accessExpiresAt > Date.now() / 1000 + 3000);
  assert.equal(statSync(configuration()).mode & 0o777, 0o600);
  assert.equal((await person.run(["list"])).status, 0);
  assert.deepEqual(stored(), second);
  // The service does not know it, though it should be good for an hour.
  store({ access: `arto_${"0".repeat(36)}0etOEM` });
  const run = await person.run(["list"]);
  assert.equal(run.status, 0, run.stderr);
  assert.notEqual(stored().refresh, second.refresh);
});

test("commands that renew at the same time all work, and stay signed in", async () => {
  await login();
  for (let round = 0; round < 3; ++round) {
    store({ accessExpiresAt: 0 });
    const { refresh: former } = stored();
    const runs = await Promise.all(Array.from({ length: 6 }, () => person.run(["list"])));
    // On a busy machine they may say that they wait.
    const waits = /^artifact: waiting for another artifact command, [^\n]*\n/;
    assert.deepEqual(
      runs.map(({ status, stderr }) => `${status}${stderr.replace(waits, "")}`),
      Array(6).fill("0"),
    );
    assert.notEqual(stored().refresh, former);
  }
  store({ accessExpiresAt: 0 });
  assert.equal((await person.run(["whoami"])).status, 0);
});

test("logout ends the sign-in at the service", async () => {
  await login();
  const { access, refresh: renewing } = stored();
  assert.equal(await statusAtApi(access), 200);
  const out = await person.run(["logout", origin]);
  assert.deepEqual([out.status, out.stderr], [0, `Signed out of ${origin}.\n`]);
  assert.equal(await statusAtApi(access), 401);
  assert.equal((await refresh(renewing)).json.error, "invalid_grant");
  assert.equal((await person.run(["list"])).status, 4);
});

test("after the user has ended a sign-in, the error says how to sign in again", async () => {
  await login();
  const apps = "/dashboard/settings/apps";
  const { text } = await user.visitor.open(apps);
  for (const [, id] of text.matchAll(/settings\/apps\/(app_[0-9a-z]{26})\/disconnect/g)) {
    await user.visitor.open(`${apps}/${id}/disconnect`);
    await user.visitor.post(`${apps}/${id}/disconnect`);
  }
  const run = await person.run(["list"]);
  assert.equal(run.status, 4);
  assert.match(run.stderr, new RegExp(`has ended; run: artifact login ${origin}\n$`));
});

// Signs in, and lets the commands call a front in the place of the service. Beside it, `described` is what answers the
// request for the description of the service, under the front's address.
async function loginThroughFront(t) {
  await login();
  const front = await unreliableFront();
  t.after(() => front.stop());
  const all = JSON.parse(readFileSync(configuration(), "utf8"));
  writeFileSync(configuration(), JSON.stringify(all).replaceAll(origin, front.origin));
  return { front, described: describedBy(front) };
}

const json = { "content-type": "application/json" };
const describedBy = (front) => async (forward, response) => {
  const { text } = await forward();
  await answer(200, json, text.replaceAll(origin, front.origin))(forward, response);
};
const hostOf = ({ origin: address }) => new URL(address).host;

test("a renewal that fails for a moment is tried again", async (t) => {
  const { front, described } = await loginThroughFront(t);
  const host = hostOf(front);
  // Each request of it: the description of the service, and the tokens.
  for (const [status, where] of [
    [429, "description"],
    [502, "description"],
    [503, "description"],
    [504, "description"],
    [429, "tokens"],
    [502, "tokens"],
    [503, "tokens"],
    [504, "tokens"],
  ]) {
    store({ accessExpiresAt: 0 });
    front.fail(
      ...(where === "tokens" ? [described, answer(status), described] : [answer(status), described]),
    );
    const run = await person.run(["list", "--retries", "1"]);
    assert.equal(run.status, 0, `${status} ${where}: ${run.stderr}`);
    assert.match(
      run.stderr,
      new RegExp(
        `^artifact: ${host} answered with HTTP status ${status}; retrying in [12] s \\(1 of 1\\)\n$`,
      ),
    );
  }
  // Repeated while the service still takes the same refresh token.
  store({ accessExpiresAt: 0 });
  front.fail(described, answerLate(90_000), described);
  const late = await person.run(["list", "--retries", "1"]);
  assert.equal(late.status, 0, late.stderr);
  assert.match(late.stderr, /^artifact: no response from \S+ within 10 seconds; retrying in [12] s/);

  store({ accessExpiresAt: 0 });
  front.fail(answer(503), answer(503));
  const away = await person.run(["list", "--retries", "1"]);
  assert.equal(away.status, 3);
  assert.match(away.stderr, /\nartifact: \S+ answered with HTTP status 503\n$/);
});

test("the renewal of a token that the service does not know is tried again, too", async (t) => {
  const { front, described } = await loginThroughFront(t);
  front.fail(answer(401), answer(503), answer(401), described);
  const run = await person.run(["list", "--retries", "1"]);
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stderr, /^artifact: \S+ answered with HTTP status 503; retrying in [12] s \(1 of 1\)\n$/);
});

test("a command that waits to renew its tokens holds up no other", async (t) => {
  const { front, described } = await loginThroughFront(t);
  for (const faults of [
    [answer(429, { "retry-after": "299" })],
    [described, answer(429, { "retry-after": "299" })],
  ]) {
    store({ accessExpiresAt: 0 });
    front.fail(...faults);
    const waiting = person.start(["list"]);
    try {
      await until(
        () => waiting.stderr,
        (text) => /^artifact: \S+ answered with HTTP status 429; retrying in (299|300) s/.test(text),
      );
      front.fail(described);
      const other = await person.run(["list"]);
      assert.deepEqual([other.status, other.stderr], [0, ""]);
    } finally {
      waiting.child.kill();
      await waiting.ended;
    }
  }
  store({ accessExpiresAt: 0 });
  front.fail(described, answer(429, { "retry-after": "3600" }));
  const long = await person.run(["list"]);
  assert.equal(long.status, 3);
  assert.match(long.stderr, /^artifact: \S+ answered with HTTP status 429\n$/);
});

test("an answer that never ends is not waited for", async (t) => {
  const { front } = await loginThroughFront(t);
  store({ accessExpiresAt: 0 });
  front.fail(async (forward, response) => {
    const timer = setInterval(() => response.write(" "), 200);
    response.on("close", () => clearInterval(timer));
  });
  const run = await person.run(["list", "--retries", "0"]);
  assert.deepEqual(
    [run.status, run.stderr],
    [3, `artifact: no response from ${hostOf(front)} within 10 seconds\n`],
  );
});

test("a command says that it waits while another one changes the sign-ins", async () => {
  await login();
  const held = person.file("held");
  const lock = spawn("flock", [
    "--no-fork",
    `${configuration()}.lock`,
    "sh",
    "-c",
    `: >${held}; exec sleep 60`,
  ]);
  try {
    await until(() => existsSync(held), Boolean);
    const run = person.start(["logout", origin]);
    await until(() => run.stderr, Boolean);
    assert.match(
      run.stderr,
      /^artifact: waiting for another artifact command, which uses \S+\/hosts\.json\.lock\n$/,
    );
    lock.kill();
    const { status, stderr } = await run.ended;
    assert.equal(status, 0, stderr);
    assert.match(stderr, /\nSigned out of /);
  } finally {
    lock.kill();
  }
});

test("lengths of time that no clock can count are shortened", async (t) => {
  const front = await unreliableFront();
  t.after(() => front.stop());
  const device = {
    verification_uri: "https://share.example/device",
    user_code: "ABCD-EFGH",
    device_code: "x",
    expires_in: 1e300,
    interval: 1,
  };
  const tokens = { access_token: "arto_x", refresh_token: "artr_x", expires_in: 1e300 };
  const account = { id: "acc_x", key: { name: "Test" } };
  front.fail(
    describedBy(front),
    ...[device, tokens, account].map((body) => answer(200, json, JSON.stringify(body))),
  );
  const run = await person.run(["login", front.origin, "--device"]);
  assert.equal(run.status, 0, run.stderr);
  const left = stored().accessExpiresAt - Date.now() / 1000;
  assert.ok(left > 3600 && left < 367 * 86_400, `${left} s`);
});

test("a service that offers no sign-in, or claims to be another, is reported", async (t) => {
  const front = await unreliableFront(
    answer(404, json, "{}"),
    answer(503),
    answer(200, json, JSON.stringify({ issuer: origin, token_endpoint: `${origin}/oauth/token` })),
  );
  t.after(() => front.stop());
  const none = await person.run(["login", front.origin, "--device"]);
  assert.equal(none.status, 1, none.stderr);
  assert.match(none.stderr, /does not offer to sign in with a browser; create an API key at .*--with-key\n$/);
  const away = await person.run(["login", front.origin, "--device"]);
  assert.deepEqual(
    [away.status, away.stderr],
    [3, `artifact: ${new URL(front.origin).host} answered with HTTP status 503\n`],
  );
  const other = await person.run(["login", front.origin, "--device"]);
  assert.equal(other.status, 1, other.stderr);
  assert.match(other.stderr, new RegExp(`sent an unexpected response: it says that it is ${origin}\n`));
  assert.deepEqual(
    front.requests.map(({ method }) => method),
    ["GET", "GET", "GET"],
  );
});

test("an API key still signs in beside it", async () => {
  const key = admin("key", "add", "--account", user.account, "--name", "Other");
  await login();
  const run = await person.run(["login", origin, "--with-key"], { input: key });
  assert.equal(run.status, 0, run.stderr);
  assert.ok(readFileSync(configuration(), "utf8").includes(key));
  const both = await person.run(["login", origin, "--with-key", "--device"], { input: key });
  assert.equal(both.status, 2);
});
