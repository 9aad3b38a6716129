// The exit statuses of artifact, as its manual lists them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { newAccount, until } from "../../service/api_client.mjs";
import { freePort } from "../../service/free_port.mjs";
import { Person } from "../../service/client_program.mjs";

let person;
before(() => {
  person = Person.withKey();
});
after(() => person.remove());

const statusOf = async (words, options) => (await person.run(words, options)).status;

// What a shell sees of a command that is interrupted while it waits for a document.
async function interrupted() {
  const run = person.onTerminal('trap : INT; "$artifact" share; echo "status $?"');
  await until(
    () => run.stdout,
    (text) => text.includes("Ctrl-D"),
  );
  run.child.stdin.write("\u0003");
  return Number(/status (\d+)/.exec((await run.ended).stdout)[1]);
}

async function beyondRateLimit() {
  const { key } = newAccount({ requestsPerMinute: 1 });
  const list = () => statusOf(["list", "--retries", "0"], { env: { ARTIFACT_SHARE_KEY: key } });
  assert.equal(await list(), 0);
  return list();
}

const away = async () => ({ env: { ARTIFACT_SHARE_URL: `https://127.0.0.1:${await freePort()}` } });
const causes = {
  0: () => statusOf(["list"]),
  1: () => statusOf(["share", "missing.md"]),
  2: () => statusOf(["share", "--titel", "x"]),
  3: async () => statusOf(["list", "--retries", "0"], await away()),
  4: () => statusOf(["list"], { env: { ARTIFACT_SHARE_KEY: `artk_${"x".repeat(42)}` } }),
  5: () => statusOf(["get", "art_01kezrwhr0e0fbkv6g3x9t2m5q"]),
  6: () => statusOf(["share", "--filename", "a.md", "--expires", "soon"], { input: "# A\n" }),
  7: beyondRateLimit,
  130: interrupted,
};

const manual = readFileSync(new URL("../../../docs/client.md", import.meta.url), "utf8");
const documented = [...manual.split("## Exit status")[1].matchAll(/^\| (\d+) \|/gm)].map(
  ([, status]) => status,
);

test("the manual lists the statuses that are tested here", () => {
  assert.deepEqual(documented, Object.keys(causes));
});

for (const status of documented)
  test(`a command ends with status ${status}`, async () => {
    assert.equal(await causes[status](), Number(status));
  });
