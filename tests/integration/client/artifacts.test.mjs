// artifact update, list, get, delete and restore.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  newKey,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { Person } from "../../service/client_program.mjs";
import { indexWords } from "../../service/database/word_index.mjs";
import { image, png as flag } from "../../documents/pictures.mjs";
import { content, pdf } from "../../documents/pdf_writer.mjs";

let person;
before(() => {
  person = Person.withKey();
});
after(() => person.remove());

const unknown = "art_01kezrwhr0e0fbkv6g3x9t2m5q";
const artifactAt = async (id) => (await call(person.key, "GET", `/artifacts/${id}`)).json;

test("an update by ID or by link shows the new content under the same link", async () => {
  const { id, url } = await share(person.key, markdown("# First\n"));
  for (const target of [id, url, `${url}#part`]) {
    person.file("next.md", `# Next for ${target}\n`);
    const run = await person.run(["update", target, "next.md"]);
    assert.deepEqual([run.status, run.stdout], [0, `${target}\n`], run.stderr);
    assert.equal((await artifactAt(id)).content.text, `# Next for ${target}\n`);
    const page = await request("GET", url, { headers: { accept: "text/markdown" }, isDescribed: false });
    assert.equal(page.text, `# Next for ${target}\n`);
  }
});

test("an update changes the title where it is given, from standard input too", async () => {
  const { id } = await share(person.key, markdown("# First\n", { title: "Old" }));
  await person.run(["update", id, "-"], { input: "# Second\n" });
  assert.deepEqual((await artifactAt(id)).title, "Old");
  const { stdout } = await person.run(["update", id, "-", "--title", "New", "--json"], {
    input: "# Third\n",
  });
  assert.equal(JSON.parse(stdout).title, "New");
});

test("an update keeps the template that the artifact was shared with", async () => {
  person.file("notes.md", "# Notes\n");
  const { stdout } = await person.run(["share", "notes.md", "--template", "code", "--json"]);
  const { id } = JSON.parse(stdout);
  person.file("notes.md", "# More notes\n");
  const run = await person.run(["update", id, "notes.md"]);
  assert.equal(run.status, 0, run.stderr);
  const { template, content } = await artifactAt(id);
  assert.deepEqual([template, content.text], ["code", "# More notes\n"]);
});

test("get says of a link that does not work why, and gives its owner the content", async () => {
  const { id, url } = await share(person.key, markdown("# Mine\n"));
  const note = async (link, env = {}) => {
    const { status, stdout, stderr } = await person.run(["get", link], { env });
    assert.deepEqual([status, stdout], [0, "# Mine\n"], stderr);
    return stderr;
  };
  assert.equal(await note(id), "");
  assert.equal(await note(url), "");
  const forged = `${url.slice(0, -4)}AAAA`;
  const invalid = "its token is not valid; the artifact is yours, so you can read it";
  assert.equal(await note(forged), `This link does not work: ${invalid}.\n`);
  const [link] = (await call(person.key, "GET", `/artifacts/${id}/shares`)).json.data;
  sql(`update share_links set expires_at = now() where artifact_id = '${uuidOf(id)}'`);
  assert.equal(await note(url), "This link does not work: it has expired, or has no views left.\n");
  assert.equal((await call(person.key, "DELETE", `/artifacts/${id}/shares/${link.id}`)).status, 200);
  assert.equal(await note(url), "This link does not work: it was revoked.\n");
});

test("get says if a key may not know whether a link works", async (t) => {
  const { account, key } = newAccount();
  const reader = Person.withKey(newKey(account, ["artifacts:read"]));
  t.after(() => reader.remove());
  const { url } = await share(key, markdown("# Mine\n"));
  const { status, stdout, stderr } = await reader.run(["get", url]);
  assert.deepEqual([status, stdout], [0, "# Mine\n"]);
  assert.equal(stderr, "Whether this link works is not known: the key lacks the scope artifacts:share.\n");
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("an update tells only of images that it has included", async () => {
  person.file("a.png", png);
  person.file("notes.md", "![A](a.png) ![B](b.png)\n");
  const updated = async (template, content) => {
    const { id } = await share(person.key, { template, content });
    const run = await person.run(["update", id, "notes.md"]);
    assert.equal(run.status, 0, run.stderr);
    return [(await artifactAt(id)).content.text.includes("data:image/png"), run.stderr];
  };
  const done = "Updated; its links show the new content, except those pinned to a version.\n";
  assert.deepEqual(await updated("code", { text: "x" }), [false, done]);
  assert.deepEqual(await updated("markdown", { text: "x" }), [
    true,
    "b.png was not included: No such file or directory\n1 image was included.\n" +
      'artifact: warning: the image "b.png" is not shown; its address must begin with https:, or be a ' +
      `data: URL of a PNG, JPEG, GIF or WebP image\n${done}`,
  ]);
});

test("an update without a file changes what is given, and keeps the content", async () => {
  const { id, url } = await share(person.key, markdown("as it was", { title: "Plan", metadata: { a: 1 } }));
  const externalId = `plan-${id.slice(-8)}`;
  const run = await person.run([
    ...["update", url, "--title", "Report", "--description", "Of May", "--note", "Renamed"],
    ...["--metadata", "a=", "--metadata", "b=2", "--external-id", externalId, "--base-version", "1"],
  ]);
  assert.deepEqual([run.status, run.stdout], [0, `${url}\n`], run.stderr);
  const { title, description, metadata, content, version, ...now } = await artifactAt(id);
  assert.deepEqual(
    [title, description, metadata, content, version, now.externalId],
    ["Report", "Of May", { b: "2" }, { text: "as it was" }, 2, externalId],
  );
  const again = ["update", `ext:${externalId}`, "--title", "Late", "--base-version", "1"];
  const late = await person.run(again);
  assert.deepEqual([late.status, /--base-version/.test(late.stderr)], [6, true], late.stderr);
  for (const words of [[], ["--note", "x"], ["--title", "x", "--template", "code"], ["--keep-metadata"]])
    assert.equal((await person.run(["update", id, ...words])).status, 2, words.join(" "));
});

test("an update without a file changes what is said of a picture, and of nothing else", async () => {
  const { id } = await share(person.key, image(flag()));
  const run = await person.run(["update", id, "--alt", "A flag", "--title", "Flag"]);
  assert.equal(run.status, 0, run.stderr);
  const { title, content } = await artifactAt(id);
  assert.deepEqual([title, content], ["Flag", { data: flag().toString("base64"), alt: "A flag" }]);
  const other = await share(person.key, markdown("x"));
  const refused = await person.run(["update", other.id, "--alt", "x"]);
  assert.deepEqual([refused.status, refused.stderr], [6, "artifact: --alt is for a picture\n"]);
});

test("an update removes the external ID, with a small file and a large one", async () => {
  person.file("small.md", "# Small\n");
  person.file("large.md", `# Large\n\n${"A line of text.\n".repeat(400_000)}`);
  for (const [name, ...file] of [["alone"], ["small", "small.md"], ["large", "large.md"]]) {
    const { id } = await share(person.key, markdown("x", { externalId: `removed-${name}` }));
    const run = await person.run(["update", id, ...file, "--external-id", ""]);
    assert.equal(run.status, 0, run.stderr);
    assert.equal((await artifactAt(id)).externalId, undefined);
  }
});

test("an update creates nothing", async () => {
  const externalId = `mistyped-${Date.now()}`;
  person.file("mistyped.md", "# x\n");
  for (const words of [["mistyped.md"], ["mistyped.md", "--template", "markdown"], ["--title", "x"]]) {
    const run = await person.run(["update", `ext:${externalId}`, ...words]);
    assert.equal(run.status, 5, run.stderr);
  }
  assert.equal((await call(person.key, "GET", `/artifacts/ext:${externalId}`)).status, 404);
});

test("an update merges metadata, and removes a key without a value", async () => {
  const metadata = { job: "weekly", owner: "Ann", build: 42 };
  const { id } = await share(person.key, markdown("x", { metadata }));
  person.file("x.md", "# x\n");
  const words = ["--metadata", "job=nightly", "--metadata", "owner=", "--metadata", "a b=c=d"];
  const run = await person.run(["update", id, "x.md", ...words]);
  assert.equal(run.status, 0, run.stderr);
  assert.deepEqual((await artifactAt(id)).metadata, { job: "nightly", build: 42, "a b": "c=d" });
  assert.equal((await person.run(["update", id, "x.md"])).status, 0);
  assert.deepEqual((await artifactAt(id)).metadata, { job: "nightly", build: 42, "a b": "c=d" });
  const wrong = await person.run(["update", id, "x.md", "--metadata", "job"]);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /^artifact: --metadata must be KEY=VALUE, such as job=nightly\n/);
});

test("a list is filtered by title, metadata, external ID and time, and sorted", async (t) => {
  const { account, key } = newAccount();
  const own = Person.withKey(key);
  t.after(() => own.remove());
  const create = async (title, more) =>
    (await call(own.key, "POST", "/artifacts", markdown("x", { title, ...more }))).json;
  const first = await create("Nightly report", { metadata: { job: "nightly", "a b": "c=d" } });
  const second = await create("Weekly report", { metadata: { job: "weekly" }, externalId: "weekly-1" });
  const listed = async (...options) => {
    const { stdout, stderr } = await own.run(["list", "--json", ...options]);
    return stderr || JSON.parse(stdout).map(({ title }) => title);
  };
  const [nightly, weekly] = [["Nightly report"], ["Weekly report"]];
  assert.deepEqual(await listed("--title", "night"), nightly);
  assert.deepEqual(await listed("--metadata", "job=nightly", "--metadata", "a b=c=d"), nightly);
  assert.deepEqual(await listed("--external-id", "weekly-1"), weekly);
  assert.deepEqual(await listed("--created-after", first.createdAt), weekly);
  assert.deepEqual(await listed("--created-before", second.createdAt), nightly);
  assert.deepEqual(await listed("--sort", "createdAt"), [...nightly, ...weekly]);
  const { updatedAt } = (await call(own.key, "PUT", `/artifacts/${first.id}`, { description: "d" })).json;
  assert.deepEqual(await listed("--sort", "-updatedAt", "--title", "report"), [...nightly, ...weekly]);
  assert.deepEqual(await listed("--updated-after", second.createdAt), nightly);
  assert.deepEqual(await listed("--updated-after", updatedAt), []);
  assert.deepEqual(await listed("--text", "weekly rep"), weekly);
  assert.deepEqual(await listed("--text", "weekly night"), []);
  await call(own.key, "PUT", `/artifacts/${first.id}`, markdown("Of the cormorant"));
  indexWords(account);
  assert.deepEqual(await listed("--text", "nightly CORMO"), nightly);
  assert.match(await listed("--text", "x".repeat(256)), /--text must have 1 to 255 characters/);
  assert.match(await listed("--metadata", "job"), /KEY=VALUE/);
  assert.match(
    await listed("--created-after", "yesterday"),
    /^artifact: --created-after must be a date such/,
  );
});

test("a list has one line for each artifact, newest first, with tabs between the values", async (t) => {
  const own = Person.withKey();
  t.after(() => own.remove());
  const first = (await share(own.key, markdown("# First of all"))).id;
  const second = (await share(own.key, { template: "code", title: "Second", content: { text: "2" } })).id;
  own.file("third.md", "No heading\n");
  const third = JSON.parse((await own.run(["share", "third.md", "--json"])).stdout).id;
  const rows = (stdout) =>
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t"));
  const all = rows((await own.run(["list"])).stdout);
  assert.deepEqual(
    all.map(([id, template, status, , title]) => [id, template, status, title]),
    [
      [third, "markdown", "active", "third.md"],
      [second, "code", "active", "Second"],
      [first, "markdown", "active", "First of all"],
    ],
  );
  const code = rows((await own.run(["list", "--template", "code"])).stdout);
  assert.deepEqual(
    code.map(([id]) => id),
    [second],
  );
  const limited = await own.run(["list", "--limit", "2"]);
  assert.equal(rows(limited.stdout).length, 2);
  assert.match(limited.stderr, /There are more; see --limit and --all\./);
  const json = JSON.parse((await own.run(["list", "--json"])).stdout);
  assert.deepEqual(
    json.map(({ id }) => id),
    [third, second, first],
  );
});

test("--all reads page after page", async (t) => {
  const own = Person.withKey();
  t.after(() => own.remove());
  await Promise.all(
    Array.from({ length: 130 }, (_, i) => call(own.key, "POST", "/artifacts", markdown(`${i}`))),
  );
  const ids = (await own.run(["list", "--all"])).stdout.trimEnd().split("\n");
  assert.equal(new Set(ids).size, 130);
  assert.equal((await own.run(["list", "--limit", "120"])).stdout.trimEnd().split("\n").length, 120);
  assert.match(
    (await own.run(["list", "--all", "--limit", "5"])).stderr,
    /^artifact: --\w+ excludes --\w+\n/,
  );
});

test("an empty list prints nothing", async (t) => {
  const own = Person.withKey();
  t.after(() => own.remove());
  const run = await own.run(["list"]);
  assert.deepEqual([run.status, run.stdout, run.stderr], [0, "", ""]);
  assert.equal((await own.run(["list", "--json"])).stdout, "[]\n");
});

test("get prints what was shared, byte for byte", async () => {
  const file = pdf([["A page"]]);
  const cases = [
    [markdown("# Hello\n"), "# Hello\n"],
    [{ template: "markdown", content: { body: "# Hello\n" } }, "# Hello\n"],
    [{ template: "code", content: { code: "x = 1\n" } }, "x = 1\n"],
    [{ template: "table", content: { csv: "a,b\r\n1,2\r\n" } }, "a,b\r\n1,2\r\n"],
    [{ template: "pdf", content: content(file) }, file.toString("latin1")],
    [{ template: "pdf", content: { file: file.toString("base64url") } }, file.toString("latin1")],
    [
      {
        template: "pdf",
        content: { data: ` DATA:application/octet-stream;base64,\n${file.toString("base64")}` },
      },
      file.toString("latin1"),
    ],
    [{ template: "pdf", content: { html: "<p>Hi</p>" } }, "<p>Hi</p>"],
  ];
  for (const [body, expected] of cases) {
    const { id, url } = await share(person.key, body);
    for (const target of [id, url]) {
      const { status, bytes } = await person.run(["get", target]);
      assert.equal(status, 0);
      assert.equal(bytes.toString("latin1"), Buffer.from(expected, "latin1").toString("latin1"));
    }
  }
  const rows = '{"rows":[[1.50,2e3]]}';
  const { id } = (await call(person.key, "POST", "/artifacts", `{"template":"table","content":${rows}}`))
    .json;
  assert.equal((await person.run(["get", id])).stdout, `${rows}\n`);
});

test("get writes to a file, and gives the whole artifact as JSON", async () => {
  const { id } = await share(person.key, markdown("# Hello\n", { title: "Hello" }));
  assert.equal((await person.run(["get", id, "--output", "hello.md"])).stdout, "");
  assert.equal(readFileSync(person.file("hello.md"), "utf8"), "# Hello\n");
  const artifact = JSON.parse((await person.run(["get", id, "--json"])).stdout);
  assert.deepEqual([artifact.id, artifact.title, artifact.content.text], [id, "Hello", "# Hello\n"]);
  const run = await person.run(["get", id, "-o", "missing/hello.md"]);
  assert.deepEqual(
    [run.status, run.stderr],
    [1, "artifact: cannot write missing/hello.md: No such file or directory\n"],
  );
});

test("what is deleted can be restored, and its link works again", async () => {
  const { id, url } = await share(person.key, markdown("x"));
  const removed = await person.run(["delete", url]);
  assert.deepEqual([removed.status, removed.stdout], [0, `${id}\n`]);
  assert.match(removed.stderr, new RegExp(`artifact restore ${id}`));
  assert.equal((await request("GET", url, { isDescribed: false })).status, 410);
  const restored = await person.run(["restore", id]);
  assert.deepEqual([restored.status, restored.stdout], [0, `${id}\n`], restored.stderr);
  assert.equal(restored.stderr, "Restored. Links that were not revoked and have not expired work again.\n");
  assert.equal((await request("GET", url, { isDescribed: false })).status, 200);
  const again = await person.run(["restore", id]);
  assert.equal(again.status, 6);
  assert.match(again.stderr, /\(not_deleted, request req_/);
});

test("several artifacts are deleted with one command, permanently only with --yes", async () => {
  const ids = [];
  for (const text of ["1", "2"]) ids.push((await share(person.key, markdown(text))).id);
  const refused = await person.run(["delete", "--permanent", ...ids]);
  assert.deepEqual(
    [refused.status, refused.stderr],
    [2, "artifact: --permanent cannot be undone; confirm it with --yes\n"],
  );
  assert.equal((await person.run(["delete", "--permanent", "--yes", ...ids])).stdout, `${ids.join("\n")}\n`);
  for (const id of ids) assert.equal((await call(person.key, "GET", `/artifacts/${id}`)).status, 404);
});

test("get prints what a link of another account shows, as its viewers see it", async () => {
  const { key } = newAccount();
  const open = await share(key, markdown("# Theirs\n", { title: "T", share: { showHistory: true } }));
  assert.equal((await person.run(["get", open.url])).stdout, "# Theirs\n");
  assert.equal(JSON.parse((await person.run(["get", open.url, "--json"])).stdout).title, "T");
  await call(key, "PUT", `/artifacts/${open.id}`, { content: { text: "Second" } });
  const versions = [[], ["--version", "1"]].map((words) => person.run(["get", open.url, ...words]));
  assert.deepEqual(
    (await Promise.all(versions)).map(({ stdout }) => stdout),
    ["Second", "# Theirs\n"],
  );
  assert.equal((await call(key, "GET", `/artifacts/${open.id}/shares`)).json.data[0].viewCount, 4);
  const file = await share(key, image(flag()));
  assert.deepEqual((await person.run(["get", file.url])).bytes, flag());

  const password = "open % sesäme";
  const { url } = await share(key, markdown("Secret", { password }));
  assert.equal((await person.run(["get", url, "--password"], { input: `${password}\n` })).stdout, "Secret");
  for (const [words, input, message] of [
    [[], "", "this link has a password; give --password"],
    [["--password"], "wrong\n", "the password is incorrect"],
  ]) {
    const run = await person.run(["get", url, ...words], { input });
    assert.deepEqual([run.status, run.stderr], [4, `artifact: ${message}\n`]);
  }
  await call(key, "DELETE", `/artifacts/${open.id}`);
  assert.equal((await person.run(["get", open.url])).status, 5);
});

test("what does not exist, and what belongs to others, has a status of its own", async () => {
  const { id: others } = await share(newAccount().key, markdown("x"));
  person.file("x.md", "x");
  for (const [id, status, code] of [
    [unknown, 5, "not_found"],
    [others, 4, "forbidden"],
  ])
    for (const words of [
      ["get", id],
      ["update", id, "x.md"],
      ["delete", id],
      ["restore", id],
      ["links", id],
      ["link", id, "--revoke", "--all"],
    ]) {
      const run = await person.run(words);
      assert.deepEqual([run.status, run.stdout], [status, ""], words.join(" "));
      assert.match(run.stderr, new RegExp(`^artifact: [^\\n]+ \\(${code}, request req_\\w+\\)\\n$`));
    }
});
