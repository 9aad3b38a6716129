// A connection to PostgreSQL that is lost while it commits: what was stored is shown all the same, if it
// could be shown only once.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { afterEach, test } from "node:test";
import { promisify } from "node:util";
import { admin, request, sql } from "../service/api_client.mjs";
import { newUser, password, Visitor } from "../service/dashboard_client.mjs";
import { totpCode } from "../service/totp.mjs";

const keys = "/dashboard/settings/keys";
const secondFactor = "/dashboard/settings/second-factor";
const field = (page, name) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)[1];

const run = promisify(execFile);
const superuser = process.env.DATABASE_URL.replace(/\buser=\S+/, "user=postgres");
const asSuperuser = async (...statements) => {
  const words = statements.flatMap((statement) => ["-c", statement]);
  return (await run("psql", ["-X", "-q", "-At", "-d", superuser, ...words])).stdout.trim();
};

// With a standby that is not there, a commit is on disk and then waits; to end the connection then is to lose
// the answer to a commit that stands.
const goOn = () => asSuperuser("alter system reset synchronous_standby_names", "select pg_reload_conf()");
const endWaiting = () =>
  asSuperuser("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
afterEach(goOn);

// The server does so some time after it was told.
async function wait() {
  await asSuperuser("alter system set synchronous_standby_names = 'nobody'", "select pg_reload_conf()");
  for (let outcome; outcome !== "ended";) {
    outcome = undefined;
    asSuperuser("select pg_logical_emit_message(true, 'test', 'a commit')").then(
      () => (outcome = "committed"),
      () => (outcome = "ended"),
    );
    while (!outcome) await endWaiting();
  }
}

async function losingCommits(send) {
  await wait();
  let isOver = false;
  let ended = 0;
  const answer = send().finally(() => (isOver = true));
  while (!isOver) if (await endWaiting()) ++ended;
  assert.ok(ended > 0, "a commit has waited");
  return answer;
}

test("shows a new key if the connection is lost while it is stored", async () => {
  const { visitor, account } = await newUser();
  const page = await visitor.open(`${keys}/new`);
  const fields = { keyId: field(page, "keyId"), name: "Test", "artifacts:read": "on" };
  const answer = await losingCommits(() => visitor.post(`${keys}/new`, fields));
  await goOn();
  assert.equal(answer.status, 200);
  const [, key] = /<code id="key">(artk_[0-9A-Za-z]{42})<\/code>/.exec(answer.text);
  const headers = { authorization: `Bearer ${key}` };
  assert.equal((await request("GET", "/account", { headers })).status, 200);
  assert.equal(JSON.parse(admin("key", "list", "--account", account, "--json")).length, 1);
});

test("shows recovery codes if the connection is lost while they are stored", async () => {
  const { visitor, email } = await newUser();
  const page = await visitor.open(secondFactor);
  const secret = /<code id="secret">([A-Z2-7 ]+)<\/code>/.exec(page.text)[1].replaceAll(" ", "");
  const fields = { secret: field(page, "secret"), code: totpCode(secret), currentPassword: password };
  const answer = await losingCommits(() => visitor.post(secondFactor, fields));
  await goOn();
  assert.equal(answer.status, 200);
  const codes = /<code id="codes">([^<]*)<\/code>/.exec(answer.text)[1].trim().split("\n");
  assert.equal((await visitor.get(keys)).status, 200);
  const other = new Visitor();
  assert.equal((await other.signIn(email)).headers.location, "/dashboard/sign-in/code");
  await other.open("/dashboard/sign-in/code");
  assert.equal((await other.post("/dashboard/sign-in/code", { recoveryCode: codes[0] })).status, 303);
  assert.equal(
    sql(`select count(*) from recovery_codes join users on id = user_id where email = '${email}'`),
    "9",
  );
});
