// artifact login, logout and whoami: which service is called, with which key, and who else can read it.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import { admin, markdown, newAccount, origin, share } from "../../service/api_client.mjs";
import { Person } from "../../service/client_program.mjs";
import { unreliableFront } from "../../service/unreliable_front.mjs";

let person;
beforeEach(() => {
  person = new Person();
});
afterEach(() => person.remove());

const configuration = () => person.file(".config/artifact-share/hosts.json");
const signIn = (key, ...more) => person.run(["login", origin, "--with-key", ...more], { input: `${key}\n` });

test("a key from standard input is checked, and kept where only its owner reads it", async () => {
  const { account, key } = newAccount();
  const run = await signIn(key);
  assert.deepEqual(
    [run.status, run.stdout, run.stderr],
    [0, "", `Signed in to ${origin} with the key "Test" of the account ${account}.\n`],
  );
  assert.equal(statSync(configuration()).mode & 0o777, 0o600);
  assert.equal(statSync(person.file(".config/artifact-share")).mode & 0o777, 0o700);
  const whoami = await person.run(["whoami"]);
  assert.match(
    whoami.stdout,
    new RegExp(`^service  ${origin}\\naccount  ${account}\\nplan     enterprise\\n`),
  );
  assert.match(whoami.stdout, /^scopes {3}artifacts:read, /m);
  assert.equal(JSON.parse((await person.run(["whoami", "--json"])).stdout).id, account);
});

test("XDG_CONFIG_HOME names the place of the configuration", async () => {
  const folder = person.file("elsewhere");
  const env = { XDG_CONFIG_HOME: folder };
  const { key } = newAccount();
  assert.equal((await person.run(["login", origin, "--with-key"], { input: key, env })).status, 0);
  assert.ok(readFileSync(`${folder}/artifact-share/hosts.json`, "utf8").includes(key));
  assert.equal((await person.run(["list"], { env })).status, 0);
});

test("a key that is incomplete is not sent, and one that is unknown not kept", async (t) => {
  const { account, key } = newAccount();
  const front = await unreliableFront();
  t.after(() => front.stop());
  const login = (input) => person.run(["login", front.origin, "--with-key"], { input });
  const incomplete = await login(key.slice(0, -1));
  assert.deepEqual(
    [incomplete.status, incomplete.stderr],
    [4, "artifact: that is not a valid API key (artk_…): is it complete?\n"],
  );
  assert.equal(front.requests.length, 0);
  const [{ id }] = JSON.parse(admin("key", "list", "--account", account, "--json"));
  admin("key", "revoke", id);
  const revoked = await login(key);
  assert.equal(revoked.status, 4);
  assert.match(revoked.stderr, /\(unauthorized, request req_/);
  assert.throws(() => statSync(configuration()));
});

test("without a key, commands say how to sign in", async () => {
  const run = await person.run(["list"]);
  assert.deepEqual(
    [run.status, run.stderr],
    [4, "artifact: not signed in; run: artifact login https://HOST\n"],
  );
});

test("of several services, the last one is used, --host names another, and links choose theirs", async (t) => {
  const [ours, theirs] = [newAccount(), newAccount()];
  const front = await unreliableFront();
  t.after(() => front.stop());
  await person.run(["login", front.origin, "--with-key"], { input: theirs.key });
  await signIn(ours.key);
  const account = async (...words) =>
    JSON.parse((await person.run(["whoami", "--json", ...words])).stdout).id;
  assert.equal(await account(), ours.account);
  assert.equal(await account("--host", front.origin), theirs.account);
  assert.equal(
    await account("--host", front.origin.replace("https://localhost", "LOCALHOST")),
    theirs.account,
  );
  assert.match((await person.run(["whoami"])).stderr, new RegExp(`also signed in to ${front.origin}`));

  const { id, url } = await share(theirs.key, markdown("theirs"));
  assert.equal(
    (await person.run(["update", url, "-"], { input: "x" })).status,
    4,
    "the service of the link knows us by another key",
  );
  const link = url.replace(origin, front.origin);
  assert.equal((await person.run(["get", link])).stdout, "theirs");

  await person.run(["logout", origin]);
  assert.equal(await account(), theirs.account);
  assert.equal((await person.run(["get", id])).stdout, "theirs");
  assert.equal((await person.run(["logout", origin])).status, 1);
});

test("a key is not sent to the service of a link that it is not for", async (t) => {
  await signIn(newAccount().key);
  const front = await unreliableFront();
  t.after(() => front.stop());
  const { url } = await share(newAccount().key, markdown("x"));
  const link = url.replace(origin, front.origin);
  const env = { ARTIFACT_SHARE_URL: origin, ARTIFACT_SHARE_KEY: newAccount().key };
  for (const run of [await person.run(["get", link]), await person.run(["get", link], { env })]) {
    assert.equal(run.status, 4);
    assert.match(run.stderr, new RegExp(`^artifact: not signed in to ${new URL(front.origin).host}; run: `));
  }
  assert.equal(front.requests.length, 0);
});

test("the environment goes before what is signed in to", async () => {
  const [kept, given] = [newAccount(), newAccount()];
  await signIn(kept.key);
  const whoami = (env, ...words) => person.run(["whoami", "--json", ...words], { env });
  const both = { ARTIFACT_SHARE_URL: `${origin}/`, ARTIFACT_SHARE_KEY: given.key };
  assert.equal(JSON.parse((await whoami(both)).stdout).id, given.account);
  const alone = await whoami({ ARTIFACT_SHARE_KEY: given.key });
  assert.equal(alone.status, 2);
  assert.match(alone.stderr, /ARTIFACT_SHARE_KEY is set, but not ARTIFACT_SHARE_URL/);
  const named = await whoami({ ARTIFACT_SHARE_KEY: given.key }, "--host", origin);
  assert.equal(JSON.parse(named.stdout).id, given.account);
  const url = await whoami({ ARTIFACT_SHARE_URL: origin });
  assert.equal(JSON.parse(url.stdout).id, kept.account);
  const noHome = await person.run(["whoami"], { env: { ...both, HOME: "" } });
  assert.equal(noHome.status, 0, noHome.stderr);
});

test("a configuration that others can read is not used", async () => {
  await signIn(newAccount().key);
  chmodSync(configuration(), 0o640);
  const run = await person.run(["list"]);
  assert.equal(run.status, 1);
  assert.match(run.stderr, /^artifact: other users can access .*hosts\.json.*; run: chmod 600 /);
});

test("a damaged configuration is reported, and not overwritten", async () => {
  mkdirSync(person.file(".config/artifact-share"), { recursive: true });
  const expiry =
    '{"hosts":[{"url":"https://h","tokens":{"access":"a","refresh":"r","accessExpiresAt":1e300}}]}';
  for (const text of ["{", "[]", '{"hosts":[{"url":"https://h","key":"x"}]}', '{"hosts":{}}', expiry]) {
    writeFileSync(configuration(), text, { mode: 0o600 });
    const run = await signIn(newAccount().key);
    assert.equal(run.status, 1, text);
    assert.match(run.stderr, /hosts\.json is damaged; remove it and run `artifact login` again/);
    assert.equal(readFileSync(configuration(), "utf8"), text);
  }
});
