// artifact-admin: what an operator does without a browser.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { test } from "node:test";
import { admin, call, markdown, newAccount, sql, uuidOf } from "../../service/api_client.mjs";
import { newUser, Visitor } from "../../service/dashboard_client.mjs";
import { withoutAudit } from "../../service/database/failing_audit.mjs";

const { ADMIN, CONFIG } = process.env;
const attempt = (words, input = "") =>
  spawnSync(ADMIN, ["--config", CONFIG, ...words], { input, encoding: "utf8" });
const json = (...words) => JSON.parse(admin(...words, "--json"));
const auditOf = (account) =>
  json("audit", "list", "--account", account).map(({ action, actor }) => `${action} by ${actor}`);

test("adds, lists, shows and renames accounts, and changes their plan immediately", async () => {
  const { id } = json("account", "add", "--name", "First", "--plan", "free");
  const { key } = json("key", "add", "--account", id, "--name", "k");
  assert.equal((await call(key, "GET", "/account")).json.requestsPerMinute, 60);
  admin("account", "rename", "--account", id, "--name", "Second");
  admin("account", "set-plan", "--account", id, "--plan", "enterprise", "--requests-per-minute", "1234");
  const shown = json("account", "show", "--account", id);
  assert.deepEqual([shown.name, shown.plan, shown.requestsPerMinute], ["Second", "enterprise", 1234]);
  assert.deepEqual(
    json("account", "list").find((account) => account.id === id),
    shown,
  );
  for (;;) if ((await call(key, "GET", "/account")).json.requestsPerMinute === 1234) break;
  assert.deepEqual(auditOf(id), [
    "account.plan_changed by operator",
    "account.renamed by operator",
    "key.created by operator",
    "account.added by operator",
  ]);
});

test("shows whether an account may show viewers its name", () => {
  const { account } = newAccount();
  const shown = () => [
    json("account", "show", "--account", account).senderAllowed,
    admin("account", "show", "--account", account).includes("(may show viewers its name)"),
  ];
  assert.deepEqual(shown(), [false, false]);
  admin("account", "set-sender", "--account", account, "--allowed", "yes", "--name", "Acme");
  assert.deepEqual(shown(), [true, true]);
});

test("lists with each share link the version that it shows", async () => {
  const { account, key } = newAccount();
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "y" } });
  for (const shown of [{}, { version: 1 }, { version: 1, showHistory: true }])
    assert.equal((await call(key, "POST", `/artifacts/${id}/share`, shown)).status, 200);
  assert.deepEqual(
    json("link", "list", "--account", account).map(({ version, showHistory }) => [version, showHistory]),
    [
      ["latest", false],
      [1, false],
      [1, true],
    ],
  );
  const lines = admin("link", "list", "--account", account).trim().split("\n");
  assert.deepEqual(
    // As the operator's guide does before it goes back to a release without versions.
    lines.map((line) => line.match(/, version \d+(, with history)?/)?.[0]),
    [undefined, ", version 1", ", version 1, with history"],
  );
});

test("removes an account after confirmation or with --yes, and rejects its keys", async () => {
  const { account, key } = newAccount();
  assert.equal((await call(key, "GET", "/account")).status, 200);
  const refused = attempt(["account", "remove", "--account", account], "something else\n");
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /nothing was removed/);
  assert.equal(attempt(["account", "remove", "--account", account]).status, 1);
  assert.equal((await call(key, "GET", "/account")).status, 200);
  assert.equal(attempt(["account", "remove", "--account", account], "Test\n").status, 0);
  assert.equal((await call(key, "GET", "/account")).status, 401);
  const other = newAccount();
  assert.equal(attempt(["account", "remove", "--account", other.account, "--yes"]).status, 0);
  assert.equal(sql(`select count(*) from accounts where id = '${uuidOf(other.account)}'`), "0");
  assert.equal(attempt(["account", "show", "--account", account]).status, 1);
});

test("adds, lists and removes users and changes their role", async () => {
  const { email, account, visitor } = await newUser();
  const second = `${randomUUID()}@example.org`;
  const { id, passwordLink } = json(
    "user",
    "add",
    "--account",
    account,
    "--email",
    second,
    "--role",
    "member",
  );
  assert.match(passwordLink, /set-password\?token=/);
  const [, listed] = json("user", "list", "--account", account);
  assert.deepEqual(
    [listed.id, listed.email, listed.role, listed.hasPassword, listed.hasSecondFactor],
    [id, second, "member", false, false],
  );
  for (const words of [
    ["user", "remove", "--email", email],
    ["user", "set-role", "--email", email, "--role", "member"],
  ]) {
    const { status, stderr } = attempt(words);
    assert.equal(status, 1);
    assert.match(stderr, /at least one owner/);
  }
  admin("user", "set-role", "--email", second, "--role", "owner");
  admin("user", "remove", "--email", email);
  assert.equal((await visitor.get("/dashboard")).headers.location, "/dashboard/sign-in");
  assert.equal((await new Visitor().signIn(email)).status, 401);
  assert.deepEqual(auditOf(account).slice(0, 2), [
    "user.removed by operator",
    "user.role_changed by operator",
  ]);
  const [event] = json("audit", "list", "--account", account, "--action", "user.role_changed");
  assert.equal(event.subjectName, `${second} changed to owner`);
});

test("changes nothing that cannot be audited", async () => {
  const { email, account } = await newUser();
  const state = () => json("account", "show", "--account", account);
  const before = state();
  for (const words of [
    ["account", "rename", "--account", account, "--name", "Other"],
    ["account", "set-plan", "--account", account, "--plan", "enterprise", "--requests-per-minute", "7"],
    ["account", "set-storage", "--account", account, "--max-bytes", "7"],
    ["user", "set-email", "--email", email, "--new-email", `new-${email}`],
  ]) {
    const { status, stderr } = await withoutAudit(account, () => attempt(words));
    assert.equal(status, 1, words.join(" "));
    assert.match(stderr, /no space for audit events/);
  }
  assert.deepEqual(state(), before);
  assert.equal(json("user", "list", "--account", account)[0].email, email);
});

test("does not audit a change to the same value", async () => {
  const { email, account } = await newUser();
  const { name } = json("account", "show", "--account", account);
  const events = auditOf(account);
  admin("account", "rename", "--account", account, "--name", name);
  admin("user", "set-email", "--email", email, "--new-email", email);
  assert.deepEqual(auditOf(account), events);
});

test("shows a user with their account", async () => {
  const { email, account } = await newUser();
  const shown = json("user", "show", "--email", email.toUpperCase());
  const [listed] = json("user", "list", "--account", account);
  assert.deepEqual(shown, { ...listed, account });
  assert.match(admin("user", "show", "--email", email), new RegExp(`owner .*${email}\naccount ${account}$`));
  const missing = attempt(["user", "show", "--email", `x${email}`]);
  assert.deepEqual([missing.status, missing.stderr], [1, "artifact-admin: no user has this email address\n"]);
});

test("changes a user's email address, which signs in from then on", async () => {
  const { email, account, visitor } = await newUser();
  const other = `${randomUUID()}@example.org`;
  const taken = attempt(["user", "set-email", "--email", email, "--new-email", (await newUser()).email]);
  assert.equal(taken.status, 1);
  assert.match(taken.stderr, /the email address .* is already in use/);
  const link = new URL(admin("user", "password-link", "--email", email));
  admin("user", "set-email", "--email", email, "--new-email", other);
  assert.notEqual((await visitor.get("/dashboard")).headers.location, "/dashboard/sign-in");
  assert.equal((await new Visitor().signIn(email)).status, 401);
  assert.equal((await new Visitor().signIn(other)).status, 303);
  assert.equal((await new Visitor().open(link.pathname + link.search)).status, 410);
  const [event] = json("audit", "list", "--account", account, "--action", "user.email_changed");
  assert.deepEqual([event.actor, event.subjectName], ["operator", `${email} changed to ${other}`]);
  assert.equal(attempt(["user", "set-email", "--email", email, "--new-email", "x"]).status, 2);
});

test("turns off a lost second factor with its recovery codes", async () => {
  const { email, account } = await newUser();
  const words = ["user", "disable-second-factor", "--email", email];
  assert.equal(attempt(words).status, 1);
  sql(`update users set sealed_totp_secret = 'x', totp_signing_key_id = 'x' where email = '${email}'`);
  sql(`insert into recovery_codes select id, sha256('x') from users where email = '${email}'`);
  assert.equal(json("user", "list", "--account", account)[0].hasSecondFactor, true);
  assert.equal(attempt(words).status, 0);
  assert.equal(json("user", "list", "--account", account)[0].hasSecondFactor, false);
  assert.equal(
    sql(`select count(*) from recovery_codes
           join users on users.id = user_id where email = '${email}'`),
    "0",
  );
  assert.equal(auditOf(account)[0], "user.second_factor_disabled by operator");
});

test("audits a revoked key with its name", () => {
  const { account } = newAccount();
  const [{ id }] = json("key", "list", "--account", account);
  admin("key", "revoke", id);
  const [event] = json("audit", "list", "--account", account, "--limit", "1");
  assert.deepEqual([event.action, event.subject, event.subjectName], ["key.revoked", id, "Test"]);
  assert.equal(json("audit", "list", "--account", account, "--action", "key.revoked").length, 1);
});

test("lists with each key whether it works, and until when, but not the key", () => {
  const { account, key } = newAccount();
  assert.ok(!admin("key", "list", "--account", account, "--json").includes(key));
  for (const name of ["Passing", "Gone"])
    admin("key", "add", "--account", account, "--name", name, "--expires-in", "1d");
  sql(`update api_keys set expires_at = now() - interval '1 minute'
         where account_id = uuid_of('${account}') and name = 'Gone'`);
  const { expiresAt } = json("key", "list", "--account", account).find(({ name }) => name === "Passing");
  const lines = admin("key", "list", "--account", account).trim().split("\n");
  assert.match(
    lines.find((line) => line.includes("Passing")),
    new RegExp(`Passing  \\(expires ${expiresAt}\\)$`),
  );
  assert.match(
    lines.find((line) => line.includes("Gone")),
    /Gone {2}\(expired\)$/,
  );
  assert.match(
    lines.find((line) => line.includes("Test")),
    /Test$/,
  );
  admin("key", "revoke", json("key", "list", "--account", account).find(({ name }) => name === "Gone").id);
  assert.match(admin("key", "list", "--account", account), /Gone {2}\(revoked\)$/m);
});

test("a usage error exits with 2 and says what is expected", () => {
  for (const words of [
    [],
    ["account"],
    ["account", "show"],
    ["account", "show", "--account", "x"],
    ["account", "set-plan", "--account", newAccount().account, "--plan", "gold"],
    ["user", "set-role", "--email", "a@b.example"],
    ["user", "add", "--account", "x", "--email", "y"],
    ["audit", "list", "--account", newAccount().account, "--limit", "0"],
    ["audit", "list", "--account", newAccount().account, "--action", "x"],
    ["usage"],
  ]) {
    const { status, stderr, stdout } = attempt(words);
    assert.equal(status, 2, words.join(" "));
    assert.match(stderr, /usage: artifact-admin/);
    assert.equal(stdout, "");
  }
  const version = attempt(["--version"]);
  assert.equal(version.status, 0);
  assert.match(version.stdout, /^artifact-admin \d+\.\d+\.\d+ \(build [0-9a-f]+\)\n$/);
  const help = attempt(["--help"]);
  assert.equal(help.status, 0);
  for (const command of ["account remove", "user disable-second-factor", "audit list", "usage"])
    assert.ok(help.stdout.includes(command));
});

test("output that cannot be written is a failure", () => {
  const { account } = newAccount();
  const full = openSync("/dev/full", "w");
  for (const words of [
    ["key", "add", "--account", account, "--name", "k"],
    ["account", "list", "--json"],
    ["--help"],
    ["key", "add", "--help"],
    ["--version"],
  ]) {
    const { status, stderr } = spawnSync(ADMIN, ["--config", CONFIG, ...words], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    assert.equal(status, 1, words.join(" "));
    // The reason is known only of the last part of a long output.
    assert.match(stderr, /^artifact-admin: cannot write standard output(: No space left on device)?\n$/);
  }
  closeSync(full);
});

// Every command that the usage text has, with what it takes.
const commands = [
  ...attempt(["--help"]).stdout.matchAll(/^ {2}([a-z]+(?: [a-z][a-z-]*)?)(?= |$)((?:[^\n]|\n {8})*)/gm),
].map(([, words, takes]) => ({ words: words.split(" "), takes }));

test("rejects an unknown option and lists the known ones", () => {
  assert.ok(commands.length > 20, "the usage text has the commands");
  for (const { words, takes } of commands)
    for (const unknown of [["--nonsense"], ["--nonsense", "x"], ["--jso"], ["-j"]]) {
      const { status, stderr, stdout } = attempt([...words, ...unknown]);
      assert.deepEqual([status, stdout], [2, ""], `${words} ${unknown}`);
      const [problem, usage] = stderr.split("\n\n");
      assert.equal(problem, `artifact-admin: unknown option ${unknown[0]}`);
      assert.ok(usage.startsWith(`usage: artifact-admin [--config FILE] ${words.join(" ")}`), usage);
      for (const [option] of takes.matchAll(/--[a-z-]+/g)) assert.ok(usage.includes(option), usage);
    }
});

test("--help describes a command and its options without running it", () => {
  for (const { words, takes } of commands)
    for (const help of ["--help", "-h"]) {
      const { status, stdout, stderr } = attempt([...words, help]);
      assert.deepEqual([status, stderr], [0, ""], words.join(" "));
      for (const [option] of takes.matchAll(/--[a-z-]+/g))
        assert.match(stdout, new RegExp(`^  ${option} .*\\w`, "m"), `${words}`);
    }
});

test("accepts --option=value", () => {
  const { account } = newAccount();
  const { id } = json("key", "add", `--account=${account}`, "--name=k=1", "--scopes=artifacts:read");
  const added = json("key", "list", "--account", account).find((key) => key.id === id);
  assert.deepEqual([added.name, added.scopes], ["k=1", ["artifacts:read"]]);
});

test("rejects names that no list could show", () => {
  const { account } = newAccount();
  for (const name of ["two\nlines", "\u001b[2J", " ", "x".repeat(101)]) {
    for (const words of [
      ["account", "add", "--name", name, "--plan", "free"],
      ["account", "rename", "--account", account, "--name", name],
      ["key", "add", "--account", account, "--name", name],
    ]) {
      const { status, stderr } = attempt(words);
      assert.equal(status, 2, JSON.stringify(words));
      assert.match(
        stderr,
        /--name must (have 1 to 100 characters on a single line|not contain control characters)/,
      );
    }
  }
});

test("rejects invisible characters in names and addresses, and shows those that are stored", () => {
  const { account } = newAccount();
  const name = "Acme \u202egnp.exe";
  for (const words of [
    ["account", "add", "--name", name, "--plan", "free"],
    ["account", "rename", "--account", account, "--name", name],
    ["key", "add", "--account", account, "--name", name],
    ["user", "add", "--account", account, "--email", "a\u200b@example.org", "--role", "member"],
    ["disable", account, "--reason", name],
  ]) {
    const { status, stderr } = attempt(words);
    assert.equal(status, 2, JSON.stringify(words));
    assert.match(stderr, /must not contain (control|invisible) characters such as U\+20/);
  }
  sql(`update accounts set name = '${name}' where id = '${uuidOf(account)}'`);
  assert.match(admin("account", "show", "--account", account), /Acme \[U\+202E\]gnp\.exe/);
});

test("reports an unknown account instead of an empty list", () => {
  const unknown = "acc_01jd7k4m5n6p7q8r9s0t1v2w3x";
  for (const words of [
    ["key", "list"],
    ["user", "list"],
    ["audit", "list"],
    ["usage"],
    ["link", "list"],
    ["link", "reissue", "--signing-key", "none"],
  ]) {
    const { status, stderr } = attempt([...words, "--account", unknown]);
    assert.deepEqual([status, stderr], [1, "artifact-admin: no such account\n"], words.join(" "));
  }
});

test("says that no share link is signed with a mistyped signing key", () => {
  const { status, stdout, stderr } = attempt(["link", "reissue", "--signing-key", "mistyped"]);
  assert.deepEqual([status, stdout], [0, ""]);
  assert.match(stderr, /no share link is signed with "mistyped"/);
});

test("rejects mistyped options without doing anything", async () => {
  const { account } = newAccount();
  const email = `${randomUUID()}@example.org`;
  const before = json("key", "list", "--account", account).length;
  const addKey = ["key", "add", "--account", account, "--name", "k"];
  for (const [words, problem] of [
    [[...addKey, "--scope", "artifacts:read"], "unknown option --scope"],
    [[...addKey, "--scopes"], "--scopes requires a value"],
    [[...addKey, "--scopes", "--json"], "--scopes requires a value"],
    [
      [...addKey, "--scopes", "artifacts:read", "--scopes", "account:read"],
      "--scopes is given more than once",
    ],
    [[...addKey, "--json", "--json"], "--json is given more than once"],
    [[...addKey, "--json=no"], "--json does not take a value"],
    [[...addKey, "--config", CONFIG], "--config is given more than once"],
    [[...addKey, "artifacts:read"], 'unexpected argument "artifacts:read"'],
    [[...addKey, "--name=--json"], "--name is given more than once"],
    [["enable", "--", "--nonsense", "x"], 'unexpected argument "x"'],
    [["user", "add", "--account", account, "--email", email, "--rol", "member"], "unknown option --rol"],
    [["account", "remove", "--account", account, "--yes", "--dry-run"], "unknown option --dry-run"],
    [["account", "remove", "--yes"], "--account is required"],
    [["key", "revoke"], "KEY_ID is required"],
  ]) {
    const { status, stderr } = attempt(words);
    assert.equal(status, 2, `${words}: ${stderr}`);
    assert.equal(stderr.split("\n")[0], `artifact-admin: ${problem}`);
  }
  assert.equal(json("key", "list", "--account", account).length, before);
  assert.deepEqual(json("user", "list", "--account", account), []);
});

test("rejects an unknown command and lists the known ones", () => {
  for (const [words, message] of [
    [["acount", "list"], /unknown command acount/],
    [
      ["account", "lst"],
      /`account` requires a subcommand: add, list, show, rename, set-plan, set-storage, set-sender, remove/,
    ],
    [["account"], /`account` requires a subcommand/],
    [["--json", "account", "list"], /the command must come before --json/],
    [[], /no command given/],
  ]) {
    const { status, stderr } = attempt(words);
    assert.equal(status, 2);
    assert.match(stderr.split("\n")[0], message);
  }
});
