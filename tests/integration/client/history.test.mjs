// artifact history and diff, earlier versions by get and restore, and what is said about a change.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { admin, call, markdown, newAccount, share } from "../../service/api_client.mjs";
import { Person } from "../../service/client_program.mjs";

let person;
before(() => {
  const { account } = newAccount();
  person = Person.withKey(admin("key", "add", "--account", account, "--name", "Nightly report"));
});
after(() => person.remove());

const create = async (body) => (await call(person.key, "POST", "/artifacts", body)).json.id;
const versionsOf = async (id) => (await call(person.key, "GET", `/artifacts/${id}/versions`)).json.data;
const textOf = async (id) => (await call(person.key, "GET", `/artifacts/${id}`)).json.content.text;
// An artifact with a version for each text.
async function versions(first, ...others) {
  const id = await create(markdown(first, { note: "First draft" }));
  for (const text of others) await call(person.key, "PUT", `/artifacts/${id}`, { content: { text } });
  return id;
}

test("the versions are listed with time, author, changes, size and note", async () => {
  const id = await versions("one");
  person.file("two.md", "two");
  const words = ["update", id, "two.md", "--title", "Plan", "--note", "Numbers of May"];
  assert.equal((await person.run(words)).status, 0);
  const { status, stdout } = await person.run(["history", id]);
  const rows = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  assert.match(rows[0][1], /^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  assert.deepEqual(
    [status, rows.map(([number, , ...others]) => [number, ...others])],
    [
      0,
      [
        ["2", "Nightly report", "content, title", "14", "Numbers of May"],
        ["1", "Nightly report", "", "14", "First draft"],
      ],
    ],
  );
  assert.deepEqual(JSON.parse((await person.run(["history", id, "--json"])).stdout), await versionsOf(id));
  const some = await person.run(["history", id, "--limit", "1"]);
  assert.deepEqual([some.stdout.split("\n").length, /--all/.test(some.stderr)], [2, true]);
  await call(person.key, "DELETE", `/artifacts/${id}/versions/1`);
  assert.match((await person.run(["history", id, "--all"])).stdout, /^1\t.*\terased\t/m);
});

test("a version is erased after it was confirmed, and others with its text are named", async () => {
  const id = await versions("secret", "two", "secret", "four");
  const asked = await person.run(["erase", id, "1"]);
  assert.deepEqual([asked.status, /--yes/.test(asked.stderr)], [2, true]);
  const { status, stdout, stderr } = await person.run(["erase", id, "1", "--yes"]);
  assert.deepEqual([status, stdout], [0, `${id}\n`], stderr);
  assert.match(stderr, /Version 1 is erased/);
  assert.match(stderr, /same content: 3\./);
  assert.match((await person.run(["history", id])).stdout, /^1\t.*\terased\t/m);
  const { stdout: json } = await person.run(["erase", id, "3", "--yes", "--json"]);
  assert.deepEqual(JSON.parse(json).erased, [3]);
  const current = await person.run(["erase", id, "4", "--yes"]);
  assert.equal(current.status, 6);
  assert.match(current.stderr, /current/);
});

test("a difference is of the newest version, of one, or of two, for people and for programs", async () => {
  const id = await versions("a\n", "b\n", "c\n");
  const lines = async (...words) => {
    const { status, stdout, stderr } = await person.run(["diff", id, ...words]);
    assert.equal(status, 0, stderr);
    return stdout.match(/^[-+][abc]$/gm);
  };
  assert.deepEqual(await lines(), ["-b", "+c"]);
  assert.deepEqual(await lines("2"), ["-a", "+b"]);
  assert.deepEqual(await lines("--from", "1"), ["-a", "+c"]);
  assert.deepEqual(await lines("1", "--from", "2"), ["-b", "+a"]);
  const { from, to, kind } = JSON.parse((await person.run(["diff", id, "--json"])).stdout);
  assert.deepEqual([from, to, kind], [2, 3, "text"]);
});

test("patch makes one version of another from their difference", async () => {
  const table = { template: "table", content: { columns: ["Day", "Orders"], rows: [["Mon", 3]] } };
  const tableId = await create(table);
  await call(person.key, "PATCH", `/artifacts/${tableId}`, { append: { rows: [["Tue", 4]] } });
  const long = Array.from({ length: 900 }, (_, line) => `line ${line}\n`).join("");
  const ids = [
    await versions("a\nb\nc\n", "a\n--- b\nc"),
    await versions("no end of line", "no end of line\r\n"),
    await versions(long, `${"x".repeat(5000)}\n${long.replaceAll("7", "seven")}`),
    tableId,
  ];
  for (const id of ids) {
    await call(person.key, "PUT", `/artifacts/${id}`, {
      title: "--- a\n".trim(),
      description: "+++ b\n@@ -1 @@",
    });
    const { status, stdout, stderr } = await person.run(["diff", id, "--from", "1"]);
    assert.equal(status, 0, stderr);
    assert.match(
      stdout,
      /^title: null → "--- a"\ndescription: null → "\+\+\+ b\\n@@ -1 @@"\n--- version 1\n/,
    );
    const [before, after] = [
      (await person.run(["get", id, "--version", "1"])).bytes,
      (await person.run(["get", id])).bytes,
    ];
    const file = person.file("document", before);
    execFileSync("patch", ["--binary", "--silent", file], { input: stdout });
    assert.deepEqual(readFileSync(file), after);
  }
  const same = await person.run(["diff", ids[0], "1", "--from", "1"]);
  assert.deepEqual([same.status, same.stdout, same.stderr], [0, "", "Nothing differs.\n"]);
});

test("a terminal is not controlled by what a version has changed", async () => {
  const id = await versions("a", "\u001b[31mred");
  const shown = await person.onTerminal(`"$artifact" diff ${id}`).ended;
  assert.match(shown.stdout, /\ufffd\[31mred/);
});

test("a version that is not there is an error", async () => {
  const id = await versions("a");
  const only = await person.run(["diff", id]);
  assert.deepEqual([only.status, /one version only/.test(only.stderr)], [5, true]);
  for (const words of [
    ["diff", id, "7"],
    ["get", id, "--version", "7"],
    ["restore", id, "--version", "7"],
  ])
    assert.equal((await person.run(words)).status, 5, words.join(" "));
  for (const words of [
    ["diff", id, "0"],
    ["restore", id, "--note", "without a version"],
  ])
    assert.equal((await person.run(words)).status, 2, words.join(" "));
});

test("an earlier version is read, and restored as a new one under the same link", async () => {
  const { id, url } = await share(person.key, markdown("one"));
  await call(person.key, "PUT", `/artifacts/${id}`, { content: { text: "two" } });
  assert.equal((await person.run(["get", url, "--version", "1"])).stdout, "one");
  const run = await person.run(["restore", url, "--version", "1", "--note", "Two was wrong"]);
  assert.deepEqual(
    [run.status, run.stdout, run.stderr],
    [0, `${url}\n`, "Version 1 is restored as version 3; its links show it.\n"],
  );
  assert.equal(await textOf(id), "one");
  assert.equal((await versionsOf(id))[0].note, "Two was wrong");
  const { stdout } = await person.run(["restore", id, "--version", "2", "--json"]);
  assert.equal(JSON.parse(stdout).version, 4);
  assert.equal((await versionsOf(id))[0].note, "Version 2 restored");
});

test("every command that changes content takes a note", async () => {
  person.file("note.md", "one\n");
  const words = ["share", "note.md", "--external-id", "notes", "--note", "Shared", "--json"];
  const { id } = JSON.parse((await person.run(words)).stdout);
  const env = { EDITOR: "sed -i s/one/two/" };
  assert.equal((await person.run(["edit", id, "--note", 'Edited "here"'], { env })).status, 0);
  const input = "three\n";
  assert.equal((await person.run(["append", id, "--note", "Added"], { input })).status, 0);
  assert.deepEqual(
    (await versionsOf(id)).map(({ note }) => note),
    ["Added", 'Edited "here"', "Shared"],
  );
  const long = await person.run(["append", id, "--note", "x".repeat(201)], { input });
  assert.deepEqual([long.status, /^artifact: --note /.test(long.stderr)], [6, true], long.stderr);
});

test("an update of a version that is not the current one any more changes nothing", async () => {
  const id = await versions("one", "two");
  person.file("mine.md", "mine");
  const late = await person.run(["update", id, "mine.md", "--base-version", "1"]);
  assert.equal(late.status, 6);
  assert.match(late.stderr, /^artifact: --base-version is 1, but the artifact is at version 2, written by/);
  assert.equal(await textOf(id), "two");
  assert.equal((await person.run(["update", id, "mine.md", "--base-version", "2"])).status, 0);
  assert.equal(await textOf(id), "mine");
});
