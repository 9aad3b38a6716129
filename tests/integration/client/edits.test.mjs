// artifact append and edit.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { call, markdown } from "../../service/api_client.mjs";
import { Person } from "../../service/client_program.mjs";

let person;
before(() => {
  person = Person.withKey();
});
after(() => person.remove());

const create = async (body) => (await call(person.key, "POST", "/artifacts", body)).json.id;
const contentOf = async (id) => (await call(person.key, "GET", `/artifacts/${id}`)).json.content;
// An editor that runs a script of sed on the file, which is in the person's home.
const sed = (script) => ({ env: { EDITOR: `sed -i -e '${script}'`, TMPDIR: person.home } });

test("standard input and files are added to a document", async () => {
  const id = await create(markdown("# Log\n"));
  const run = await person.run(["append", id], { input: "one\n" });
  assert.deepEqual([run.status, run.stdout], [0, `${id}\n`], run.stderr);
  assert.match(run.stderr, /Added 4 characters; its links show the new content/);
  person.file("two.txt", "two\n");
  const { stdout } = await person.run(["append", id, "two.txt", "--json"]);
  assert.equal(JSON.parse(stdout).appended, 4);
  assert.deepEqual(await contentOf(id), { text: "# Log\none\ntwo\n" });
  const { status } = await person.run(["append", id, "two.txt", "--keep-last", "1"]);
  assert.equal(status, 2);
});

test("a header that has changed is not added as a row", async () => {
  const id = await create({ template: "table", content: { columns: ["day", "n"], rows: [["Mon", 1]] } });
  const run = await person.run(["append", id], { input: "day,sold\nTue,2\n" });
  assert.notEqual(run.status, 0);
  assert.match(run.stderr, /the table has no column "sold", .* it has day, n/);
  assert.equal((await person.run(["append", id], { input: "Tue,2\n" })).status, 0);
  assert.deepEqual((await contentOf(id)).rows, [
    ["Mon", 1],
    ["Tue", 2],
  ]);
});

test("CSV and JSON rows are added to a table, by the names of columns or by their places", async () => {
  const id = await create({ template: "table", content: { columns: ["city", "n"], rows: [["Rom", 1]] } });
  person.file("named.csv", "n,city\n1.50,Oslo\n");
  // A room, not the number 100.
  person.file("plain.csv", "1E2,3\n");
  person.file("rows.json", '[["Paris", 12345678901234567890]]');
  for (const file of ["named.csv", "plain.csv", "rows.json"]) {
    const run = await person.run(["append", id, file]);
    assert.equal(run.status, 0, run.stderr);
  }
  const { text } = await call(person.key, "GET", `/artifacts/${id}`);
  assert.ok(text.includes('[["Rom",1],["Oslo",1.50],["1E2",3],["Paris", 12345678901234567890]]'), text);
  const run = await person.run(["append", id, "plain.csv", "--keep-last", "2"]);
  assert.match(run.stderr, /Added 1 and dropped 3/);
  const keyed = await person.run(["append", id, "named.csv", "--key", "city"]);
  assert.match(keyed.stderr, /Added 1, replaced 0/);
  const again = await person.run(["append", id, "named.csv", "--key", "city"]);
  assert.match(again.stderr, /Added 0, replaced 1/);
  person.file("wide.csv", "a,b,c\n");
  const wide = await person.run(["append", id, "wide.csv"]);
  assert.deepEqual([wide.status, /the table's columns are/.test(wide.stderr)], [6, true], wide.stderr);
});

test("points are added to a chart", async () => {
  const data = { labels: ["May"], datasets: [{ label: "A", data: [1] }] };
  const id = await create({ template: "chart", content: { type: "bar", data } });
  const input = '{"labels": ["June"], "datasets": [{"label": "A", "data": [2]}]}';
  assert.equal((await person.run(["append", id], { input })).status, 0);
  assert.deepEqual((await contentOf(id)).data.datasets[0].data, [1, 2]);
  const text = await person.run(["append", id], { input: "June 2" });
  assert.match(text.stderr, /points of a chart must be JSON/);
});

test("an editor changes the text, and what others changed elsewhere meanwhile is kept", async () => {
  const id = await create(markdown("a\nsame\nb\nsame\nc\n"));
  const run = await person.run(["edit", id], sed("4s/same/mine/"));
  assert.deepEqual([run.status, run.stdout], [0, `${id}\n`], run.stderr);
  assert.deepEqual(await contentOf(id), { text: "a\nsame\nb\nmine\nc\n" });

  const slow = `edit() { sed -i -e s/mine/yours/ "$1"; touch begun; until [ -e go ]; do sleep 0.05; done; }; edit`;
  const { ended } = person.start(["edit", id], { env: { EDITOR: slow } });
  while (!existsSync(person.file("begun"))) await new Promise((resolve) => setTimeout(resolve, 20));
  await call(person.key, "PATCH", `/artifacts/${id}`, { edits: [{ find: "a\n", replace: "A\n" }] });
  person.file("go", "");
  assert.equal((await ended).status, 0);
  assert.deepEqual(await contentOf(id), { text: "A\nsame\nb\nyours\nc\n" });
});

test("an editor that changes nothing sends nothing", async () => {
  const id = await create(markdown("a"));
  const { updatedAt } = (await call(person.key, "GET", `/artifacts/${id}`)).json;
  const run = await person.run(["edit", id], { env: { EDITOR: "true" } });
  assert.match(run.stderr, /Nothing was changed/);
  assert.equal((await call(person.key, "GET", `/artifacts/${id}`)).json.updatedAt, updatedAt);
  const empty = await person.run(["edit", id], { env: { VISUAL: "", EDITOR: "true" } });
  assert.match(empty.stderr, /Nothing was changed/);
  const failed = await person.run(["edit", id], { env: { EDITOR: "false" } });
  assert.deepEqual([failed.status, /the editor failed/.test(failed.stderr)], [1, true]);
});

test("the members of JSON that were changed are sent, as they were written", async () => {
  const id = await create(
    '{"template":"chart","content":{"type":"bar","labels":["a"],"values":[1.50],"n":1e400}}',
  );
  const run = await person.run(["edit", id], sed('s/"bar"/"line"/'));
  assert.equal(run.status, 0, run.stderr);
  const { text } = await call(person.key, "GET", `/artifacts/${id}`);
  assert.ok(text.includes('{"type":"line","labels":["a"],"values":[1.50],"n":1e400}'), text);
});

test("what cannot be sent stays in its file", async () => {
  const id = await create({ template: "chart", content: { type: "bar", labels: ["a"], values: [1] } });
  const run = await person.run(["edit", id], sed("1s/{/{{/"));
  assert.equal(run.status, 1);
  assert.match(run.stderr, /not valid JSON/);
  const [, file] = /What you have written is in (\S+)/.exec(run.stderr);
  assert.ok(readFileSync(file, "utf8").startsWith("{{"));
});
