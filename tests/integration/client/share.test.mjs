// artifact share: from files and standard input to links, as people see them.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { call, newAccount, newKey, request, until } from "../../service/api_client.mjs";
import { Person } from "../../service/client_program.mjs";
import { pdf } from "../../documents/pdf_writer.mjs";
import { gif, png, pngWithExif } from "../../documents/pictures.mjs";

let person;
before(() => {
  person = Person.withKey();
});
after(() => person.remove());

const linkOf = ({ status, stdout, stderr }) => {
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^https:\/\/[^\s]+\/a\/art_\w+\?token=\S+\n$/);
  return stdout.trim();
};
const idOf = (link) => /art_\w+/.exec(link)[0];
const artifactOf = async (link) => (await call(person.key, "GET", `/artifacts/${idOf(link)}`)).json;
const linkInApi = async (link) =>
  (await call(person.key, "GET", `/artifacts/${idOf(link)}/shares`)).json.data[0];

test("a file is shared, and its link alone is on standard output", async () => {
  person.file("report.md", "# Report\n\nAll is well.\n");
  const run = await person.run(["share", "report.md"]);
  const link = linkOf(run);
  assert.match(run.stderr, /^report\.md is shared as Markdown until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/);
  const page = await request("GET", link, { isDescribed: false });
  assert.equal(page.status, 200);
  assert.match(page.text, /All is well\./);
  const { title, metadata, template } = await artifactOf(link);
  assert.deepEqual([title, metadata, template], [null, { fileName: "report.md" }, "markdown"]);
});

test("a link is pinned to a version, and shows the history, by options", async () => {
  person.file("plan.md", "one");
  const share = (...words) => person.run(["share", "plan.md", "--external-id", "pinned-plan", ...words]);
  const link = linkOf(
    await share("--link-version", "latest", "--show-history", "--live", "auto", "--cards", "off"),
  );
  const { id } = await artifactOf(link);
  const only = async () => (await call(person.key, "GET", `/artifacts/${id}/shares`)).json.data[0];
  const shown = ({ version, showHistory, live, cards }) => [version, showHistory, live, cards];
  assert.deepEqual(shown(await only()), ["latest", true, "auto", "off"]);
  person.file("plan.md", "two");
  await share("--link-version", "1", "--cards", "on");
  assert.deepEqual(shown(await only()), [1, true, "auto", "on"]);
  const refused = await share("--link-version", "9");
  assert.match(refused.stderr, /--link-version is no version that the artifact has/);
  assert.match((await share("--link-version", "newest")).stderr, /latest or the number of a version/);
});

test("a link shows the sender, or not, by an option, with a warning where pages show none", async () => {
  person.file("plan.md", "one");
  const share = (word) =>
    person.run(["share", "plan.md", "--external-id", "plan-of-acme", "--show-sender", word]);
  for (const [word, expected] of [
    ["yes", true],
    ["no", false],
    ["account", undefined],
  ]) {
    const run = await share(word);
    assert.equal((await linkInApi(linkOf(run))).showSender, expected, word);
    assert.equal(/warning: --show-sender has no effect/.test(run.stderr), word === "yes", run.stderr);
  }
  assert.match((await share("perhaps")).stderr, /--show-sender/);
});

test("files that are too large for JSON are shared and updated, with all options", async () => {
  const megabytes = (count, line) => line.repeat(Math.ceil((count * 1_000_000) / line.length));
  const report = Buffer.concat([pdf([["Page 1"]]), Buffer.from(megabytes(9, "% a comment\n"))]);
  person.file('a "large" report.pdf', report);
  const words = [
    "--description",
    "All of it",
    "--max-views",
    "5",
    "--allow-download",
    "--expires",
    "2h",
    "--link-name",
    "for Sam",
    "--show-sender",
    "account",
  ];
  const link = linkOf(await person.run(["share", 'a "large" report.pdf', ...words]));
  const { title, description, metadata, content, template } = await artifactOf(link);
  assert.deepEqual(
    [title, description, metadata, template],
    ['a "large" report.pdf', "All of it", { fileName: 'a "large" report.pdf' }, "pdf"],
  );
  assert.ok(Buffer.from(content.data, "base64").equals(report));
  const { name, maxViews, allowDownload, expiresAt } = await linkInApi(link);
  assert.deepEqual([name, maxViews, allowDownload], ["for Sam", 5, true]);
  assert.ok(Date.parse(expiresAt) < Date.now() + 7_300_000);
  assert.ok((await person.run(["get", idOf(link)])).bytes.equals(report));

  person.file("long.csv", `name,text\n${megabytes(6, '"a row","of a long table"\n')}`);
  const table = linkOf(await person.run(["share", "long.csv"]));
  assert.equal((await artifactOf(table)).template, "table");
  person.file("longer.csv", `name,text\n${megabytes(7, '"a row","of a long table"\n')}`);
  const updated = await person.run(["update", idOf(table), "longer.csv"]);
  assert.equal(updated.status, 0, updated.stderr);
  assert.ok((await artifactOf(table)).content.csv.length > 6_900_000);
});

test("images beside a document are part of what is shared", async () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const url = `data:image/png;base64,${png.toString("base64")}`;
  mkdirSync(person.file("report/plots of 2026"), { recursive: true });
  person.file("report/plots of 2026/a.png", png);
  person.file("report/b.PNG", png);
  person.file("report/text.png", "no image");
  const text = [
    "# Report",
    "![A](plots%20of%202026/a.png) ![B](./b.PNG) ![B](./b.PNG)",
    '<img src="b.PNG" width="9">',
    "`![A](b.PNG)` ![None](none.png) ![Text](text.png) ![Remote](https://example.org/a.png)",
    "",
  ].join("\n\n");
  const embedded = text
    .replace("plots%20of%202026/a.png", url)
    .replaceAll("(./b.PNG)", `(${url})`)
    .replace('"b.PNG"', `"${url}"`);
  person.file("report/report.md", text);
  const run = await person.run(["share", "report/report.md"]);
  const link = linkOf(run);
  assert.match(run.stderr, /^none\.png was not included: No such file or directory$/m);
  assert.match(run.stderr, /^text\.png was not included: it is not an image of the type PNG, /m);
  assert.match(run.stderr, /^4 images were included\.$/m);
  assert.equal((await artifactOf(link)).content.text, embedded);
  const page = await request("GET", link, { isDescribed: false });
  assert.equal(page.text.split(`<img src="${url}"`).length - 1, 4);

  person.file("report/report.md", "![B](b.PNG)");
  assert.equal((await person.run(["update", link, "report/report.md"])).status, 0);
  assert.equal((await artifactOf(link)).content.text, `![B](${url})`);

  const html = person.file("report/page.html", '<p>Text</p><img src="b.PNG">');
  const made = linkOf(await person.run(["share", html, "--template", "pdf"]));
  assert.equal((await artifactOf(made)).content.html, `<p>Text</p><img src="${url}">`);
});

test("a web page is shared with the files of its folder that it names", async () => {
  const data = (type, text) => `data:${type};base64,${Buffer.from(text).toString("base64")}`;
  mkdirSync(path.join(person.home, "site/img"), { recursive: true });
  person.file("site/style.css", 'p { background: url("img/a.png") }');
  person.file("site/img/a.png", "a picture");
  person.file("site/a&b (1).png", "another");
  person.file("site/app.js", "run()");
  person.file("secret.js", "secret");
  symlinkSync(path.join(person.home, "secret.js"), path.join(person.home, "site/link.js"));
  const page = person.file(
    "site/index.html",
    `<link rel="stylesheet" href="style.css"><script defer src='app.js'></script><style>p{background:url(img/a.png)}</style>` +
      `<img src="a&amp;b (1).png"><style>p{background:url('a&b (1).png') top}</style>` +
      `<script src="../secret.js"></script><script src="link.js"></script><img src="none.png"><script>if (a<b) "<img src=app.js>"</script>`,
  );
  const run = await person.run(["share", page]);
  const { template, content } = await artifactOf(linkOf(run));
  assert.equal(template, "html");
  const picture = data("image/png", "a picture");
  const another = data("image/png", "another");
  const style = data("text/css", `p { background: url(${picture}) }`);
  assert.equal(
    content.html,
    `<link rel="stylesheet" href="${style}"><script defer src='${data("text/javascript", "run()")}'></script><style>p{background:url(${picture})}</style>` +
      `<img src="${another}"><style>p{background:url(${another}) top}</style>` +
      `<script src="../secret.js"></script><script src="link.js"></script><img src="none.png"><script>if (a<b) "<img src=app.js>"</script>`,
  );
  for (const name of ["../secret.js", "link.js", "none.png"])
    assert.match(run.stderr, new RegExp(`${name} was not included`));
  assert.match(run.stderr, /4 files were included/);
});

test("a document cannot have images of other folders shared", async () => {
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  mkdirSync(person.file("untrusted/own"), { recursive: true });
  mkdirSync(person.file("private"), { recursive: true });
  person.file("private/photo.png", png);
  person.file("untrusted/own/a.png", png);
  symlinkSync(person.file("private/photo.png"), person.file("untrusted/own/link.png"));
  const text = "![a](../private/photo.png) ![b](own/link.png) ![c](own/../../private/photo.png)";
  person.file("untrusted/page.md", `${text} ![d](/etc/hostname) ![e](own/a.png)`);
  const run = await person.run(["share", "page.md"], { cwd: person.file("untrusted") });
  const link = linkOf(run);
  const reason = /was not included: it is outside the document's folder and the current one$/gm;
  assert.equal(run.stderr.match(reason).length, 3);
  assert.ok((await artifactOf(link)).content.text.startsWith(`${text} ![d](/etc/hostname) ![e](data:`));
  // From the folder above, the same document may have them.
  const above = await person.run(["share", "untrusted/page.md"]);
  assert.match(above.stderr, /^4 images were included\.$/m);
});

test("a notebook is shared as JSON, with what makes a document of it", async () => {
  person.file("a.ipynb", '{"cells": [], "nbformat": 4}');
  const run = await person.run(["share", "a.ipynb"]);
  linkOf(run);
  assert.match(run.stderr, /^a\.ipynb is shared as JSON; .*: jupyter nbconvert --to markdown a\.ipynb$/m);
});

test("the extension and the content of files choose the template", async () => {
  const spec = {
    $schema: "https://vega.github.io/schema/vega-lite/v5.json",
    data: { values: [{ a: 1, b: 2 }] },
    mark: "bar",
    encoding: { x: { field: "a" }, y: { field: "b" } },
  };
  const cases = {
    "table.csv": ["a,b\n1,2\n", "table", { csv: "a,b\n1,2\n" }],
    "table.tsv": ['a\tb\n"1,5"\t2\n', "table", { csv: 'a,b\r\n"1,5",2\r\n' }],
    "chart.vl.json": [JSON.stringify(spec), "chart", spec],
    Makefile: [
      "all:\n\ttrue\n",
      "code",
      { text: "all:\n\ttrue\n", language: "makefile", filename: "Makefile" },
    ],
    "page.html": ["<p>Hi", "html", { html: "<p>Hi" }],
  };
  for (const [name, [text, template, content]] of Object.entries(cases)) {
    person.file(name, text);
    const artifact = await artifactOf(linkOf(await person.run(["share", name])));
    assert.deepEqual([artifact.template, artifact.content, artifact.title], [template, content, name], name);
  }
  const input = "name\tage\nAnn\t30\n";
  assert.equal((await artifactOf(linkOf(await person.run(["share"], { input })))).template, "table");
});

test("a PDF file is shared byte for byte", async () => {
  const bytes = pdf([["A page"]]);
  person.file("paper.pdf", bytes);
  const link = linkOf(await person.run(["share", "paper.pdf", "--allow-download"]));
  const file = await request("GET", link.replace("?", "/file?"), { isDescribed: false });
  assert.equal(file.status, 200);
  assert.ok(file.bytes.equals(bytes));
  assert.equal((await linkInApi(link)).allowDownload, true);
});

test("a picture is shared, read again and replaced as a file", async () => {
  person.file("plot.png", pngWithExif(1));
  const link = linkOf(await person.run(["share", "plot.png", "--alt", "Sales rise"]));
  const { template, content, title } = await artifactOf(link);
  assert.deepEqual(
    [template, content, title],
    ["image", { alt: "Sales rise", data: png().toString("base64"), filename: "plot.png" }, "plot.png"],
  );
  await person.run(["get", link, "--output", "again.png"]);
  assert.deepEqual(readFileSync(person.file("again.png")), png());
  person.file("plot.gif", gif);
  const update = await person.run(["update", link, "plot.gif"]);
  assert.equal(update.status, 0, update.stderr);
  assert.doesNotMatch(update.stderr, /alt/);
  assert.deepEqual((await artifactOf(link)).content, {
    alt: "Sales rise",
    data: gif.toString("base64"),
    filename: "plot.gif",
  });
  assert.match((await person.run(["share", "plot.gif"])).stderr, /\/content\/alt is missing/);
  for (const words of [[], ["--alt", "x"]]) {
    const whole = linkOf(await person.run(["share", "plot.png", "--keep-metadata", ...words]));
    assert.equal((await artifactOf(whole)).content.data, pngWithExif(1).toString("base64"));
  }
});

test("--template shows a file otherwise, or says why it cannot", async () => {
  person.file("notes.md", "# Notes\n");
  const template = async (name) =>
    (await artifactOf(linkOf(await person.run(["share", "notes.md", "--template", name])))).template;
  assert.equal(await template("code"), "code");
  assert.equal(await template("pdf"), "pdf");
  const run = await person.run(["share", "notes.md", "--template", "chart"]);
  assert.deepEqual(
    [run.status, run.stdout, run.stderr],
    [1, "", "artifact: notes.md cannot be shown with the template chart: it is Markdown\n"],
  );
});

test("title, description, expiry and views go to the artifact and its link", async () => {
  person.file("plan.md", "# Plan\n");
  const words = ["--title", "The plan", "--description", "For all", "--expires", "1h", "--max-views", "3"];
  const link = linkOf(await person.run(["share", "plan.md", ...words]));
  const { title, description, createdAt, expiresAt } = await artifactOf(link);
  assert.deepEqual([title, description], ["The plan", "For all"]);
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 3600_000);
  assert.equal((await linkInApi(link)).maxViews, 3);
});

test("a link expires at midnight in UTC of a date", async () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const link = linkOf(await person.run(["share", "--expires", day], { input: "# x\n" }));
  assert.equal(Date.parse((await linkInApi(link)).expiresAt), Date.parse(`${day}T00:00:00Z`));
});

test("metadata goes to the artifact beside the name of the file", async () => {
  person.file("plan.md", "# Plan\n");
  const metadataOf = async (...words) =>
    (await artifactOf(linkOf(await person.run(["share", "plan.md", ...words])))).metadata;
  assert.deepEqual(
    await metadataOf("--metadata", "job=nightly", "--metadata", "a b=c=d", "--metadata", "x="),
    {
      fileName: "plan.md",
      job: "nightly",
      "a b": "c=d",
    },
  );
  assert.deepEqual(await metadataOf("--metadata", "fileName=the plan"), { fileName: "the plan" });
  const { status, stderr } = await person.run(["share", "plan.md", "--metadata", `${"k".repeat(65)}=1`]);
  assert.equal(status, 6);
  assert.match(stderr, /^artifact: --metadata keys must have 1 to 64 characters \(/);
});

test("the examples of the manual share what they say", async () => {
  const manual = readFileSync(new URL("../../../docs/client.md", import.meta.url), "utf8");
  const examples = [...manual.matchAll(/^```\n([^]*?)^```$/gm)].map(([, text]) => text).join("");
  const commands = [...examples.matchAll(/artifact (share \w+\.\w+[^#\n)]*)/g)].map(([, words]) =>
    words.trim(),
  );
  assert.ok(commands.length > 4);
  person.file("report.md", "# Report\n");
  person.file("sales.csv", "Month,Sales\nMay,3\n");
  person.file("coverage.html", "<!doctype html><p>90 %</p>\n");
  for (const words of commands) linkOf(await person.run(words.split(" ")));
});

test("one command with an external ID keeps one artifact and one link", async (t) => {
  const own = Person.withKey();
  t.after(() => own.remove());
  const night = async (text, ...words) => {
    own.file("report.md", text);
    return own.run(["share", "report.md", "--external-id", "nightly-report", ...words]);
  };
  const first = await night(
    "# First\n",
    "--metadata",
    "job=nightly",
    "--metadata",
    "run=1",
    "--expires",
    "2d",
  );
  const link = linkOf(first);
  assert.match(first.stderr, /^report\.md is shared as Markdown until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/);
  const second = await night("# Second\n", "--metadata", "run=", "--expires", "9d", "--link-name", "all");
  assert.equal(linkOf(second), link);
  const { data } = (await call(own.key, "GET", "/artifacts")).json;
  assert.equal(data.length, 1);
  const { externalId, content, metadata } = (await call(own.key, "GET", `/artifacts/${data[0].id}`)).json;
  assert.deepEqual(
    [externalId, content.text, metadata],
    ["nightly-report", "# Second\n", { fileName: "report.md", job: "nightly" }],
  );
  const links = (await call(own.key, "GET", `/artifacts/${data[0].id}/shares`)).json.data;
  assert.deepEqual(
    links.map(({ url, name }) => [url, name]),
    [[link, "all"]],
  );
  assert.ok(Date.parse(links[0].expiresAt) > Date.now() + 8 * 86_400_000);
  const { stdout } = await night("# Third\n", "--json", "--generate-password");
  const answer = JSON.parse(stdout);
  assert.deepEqual([answer.externalId, answer.share.url], ["nightly-report", link]);
  assert.match(answer.password, /^[0-9a-z-]{23}$/);
});

test("a revoked link of an external ID is replaced, and a deleted artifact stays deleted", async () => {
  const words = ["share", "--external-id", "ended", "--filename", "a.md"];
  const night = () => person.run(words, { input: "# x\n" });
  const link = linkOf(await night());
  assert.equal((await person.run(["link", link, "--revoke"])).status, 0);
  const next = linkOf(await night());
  assert.equal(idOf(next), idOf(link));
  assert.notEqual(next, link);
  assert.equal((await person.run(["delete", next])).status, 0);
  const deleted = await night();
  assert.deepEqual([deleted.status, deleted.stdout], [6, ""]);
  assert.match(deleted.stderr, /^artifact: [^\n]* \(artifact_deleted, request req_\w+\)\n$/);
  assert.equal((await person.run(["restore", idOf(next)])).status, 0);
  assert.equal(linkOf(await night()), next);
});

test("a table that is kept by its external ID stays one with few rows, and is no other document", async () => {
  const nightly = ["share", "--external-id", "orders"];
  const link = linkOf(await person.run([...nightly, "--template", "table"], { input: "a,b\n1,2\n" }));
  const few = await person.run(nightly, { input: "a,b\n5,6\n" });
  assert.equal(linkOf(few), link);
  assert.match(few.stderr, /^Standard input is shared as a table until /);
  assert.deepEqual((await artifactOf(link)).content, { csv: "a,b\n5,6\n" });
  person.file("orders.md", "# Orders\n");
  const other = await person.run(["share", "orders.md", "--external-id", "orders"]);
  assert.deepEqual(
    [other.status, other.stdout, other.stderr],
    [1, "", "artifact: orders.md cannot be shown with the template table: it is Markdown\n"],
  );
});

test("a report that is kept by its external ID is not replaced with a table, unless the template is named", async () => {
  person.file("report.md", "# Report\n");
  person.file("orders.csv", "a,b\n1,2\n");
  const link = linkOf(await person.run(["share", "report.md", "--external-id", "report"]));
  const words = ["share", "orders.csv", "--external-id", "report"];
  const refused = await person.run(words);
  assert.deepEqual([refused.status, refused.stdout], [1, ""]);
  assert.match(
    refused.stderr,
    /^artifact: orders\.csv cannot be shown with the template markdown: it is a table; --template markdown /,
  );
  assert.equal((await artifactOf(link)).content.text, "# Report\n");
  assert.equal(linkOf(await person.run([...words, "--template", "markdown"])), link);
  assert.equal((await artifactOf(link)).content.text, "a,b\n1,2\n");
  person.file("c.yaml", "a: __b__\n");
  assert.equal(linkOf(await person.run(["share", "c.yaml", "--external-id", "report"])), link);
  assert.equal((await artifactOf(link)).content.text, "```yaml\na: __b__\n```\n");
  person.file("report.txt", "All is well.\n");
  assert.equal(linkOf(await person.run(["share", "report.txt", "--external-id", "report"])), link);
});

test("JSON that was cut off is said to be shared as code", async () => {
  person.file("cut.json", '[{"a":1},{"a":');
  const run = await person.run(["share", "cut.json"]);
  const note = "cut.json is not valid JSON, so it is shared as code: Invalid value. (at byte 14)\n";
  assert.ok(run.stderr.startsWith(`${note}cut.json is shared as code until `), run.stderr);
  assert.ok((await person.run(["update", linkOf(run), "cut.json"])).stderr.startsWith(note));
  const wanted = await person.run(["share", "cut.json", "--template", "code"]);
  assert.ok(!wanted.stderr.includes("valid JSON"));
});

test("large files are kept by their external ID too", async () => {
  const rows = '"a row","of a long table"\n'.repeat(240_000);
  person.file("large.csv", `name,text\n${rows}`);
  const words = [
    "share",
    "large.csv",
    "--external-id",
    "large",
    "--metadata",
    "job=nightly",
    "--max-views",
    "9",
  ];
  const link = linkOf(await person.run(words));
  assert.equal(linkOf(await person.run(words)), link);
  const { content, metadata } = await artifactOf(link);
  assert.deepEqual(
    [content.csv.length > 6_000_000, metadata],
    [true, { fileName: "large.csv", job: "nightly" }],
  );
  assert.equal((await linkInApi(link)).maxViews, 9);
});

test("a link that never expires is shared as such", async () => {
  const run = await person.run(["share", "--filename", "x.md", "--expires", "never"], { input: "# x\n" });
  const link = linkOf(run);
  assert.equal(run.stderr, "x.md is shared as Markdown; the link never expires.\n");
  const { stdout } = await person.run(["links", link]);
  assert.deepEqual(stdout.split("\t").slice(1, 4), ["never", "0", "no"]);
});

test("a generated password is shown once on standard error, and opens the link", async () => {
  const run = await person.run(["share", "--generate-password"], { input: "# Secret\n" });
  const link = linkOf(run);
  const [, password] = /^Password: ([0-9a-z]{5}(?:-[0-9a-z]{5}){3})$/m.exec(run.stderr);
  const open = (headers) =>
    request("GET", link, { headers: { accept: "text/markdown", ...headers }, isDescribed: false });
  assert.equal((await open({})).status, 401);
  assert.equal((await open({ "x-share-password": password })).text, "# Secret\n");
});

test("a password is read from standard input where there is no terminal", async () => {
  person.file("secret.md", "# Secret\n");
  const run = await person.run(["share", "secret.md", "--password"], { input: "open sesame\n" });
  const link = linkOf(run);
  assert.doesNotMatch(run.stdout + run.stderr, /sesame/);
  const headers = { accept: "text/markdown", "x-share-password": "open sesame" };
  assert.equal((await request("GET", link, { headers, isDescribed: false })).status, 200);
  const empty = await person.run(["share", "secret.md", "--password"], { input: "" });
  assert.deepEqual([empty.status, empty.stderr], [1, "artifact: nothing was entered\n"]);
});

test("several files are shared in their order, each with a line", async () => {
  person.file("one.md", "# One\n");
  person.file("two.csv", "a\n1\n");
  const { status, stdout } = await person.run(["share", "one.md", "two.csv"]);
  assert.equal(status, 0);
  const templates = [];
  for (const link of stdout.trim().split("\n")) templates.push((await artifactOf(link)).template);
  assert.deepEqual(templates, ["markdown", "table"]);
});

test("--copy, --open and --qr hand the link over", async () => {
  const bin = person.file("bin");
  mkdirSync(bin);
  const tool = (name, text) => person.file(`bin/${name}`, `#!/bin/sh\n${text}\n`);
  chmodSync(tool("xclip", `cat >${person.file("copied")}`), 0o755);
  chmodSync(tool("xdg-open", `printf %s "$1" >${person.file("opened")}`), 0o755);
  const env = { PATH: `${bin}:${process.env.PATH}`, DISPLAY: ":0" };
  const run = await person.run(["share", "--copy", "--open", "--qr"], { input: "# x\n", env });
  const link = linkOf(run);
  assert.equal(readFileSync(person.file("copied"), "utf8"), link);
  // A browser may take its time.
  await until(
    () => existsSync(person.file("opened")) && readFileSync(person.file("opened"), "utf8"),
    Boolean,
  );
  assert.equal(readFileSync(person.file("opened"), "utf8"), link);
  assert.match(run.stderr, /Link copied\./);
  assert.ok(run.stderr.split("\n").filter((line) => /^[█▀▄ ]{25,}$/.test(line)).length > 12);
});

test("a browser that stays open is not waited for", async () => {
  const script = `#!/bin/sh
printf %s "$1" >waits.new && mv waits.new waits
while [ -e open ]; do sleep 0.1; done
`;
  chmodSync(person.file("waiting", script), 0o755);
  person.file("open", "");
  const env = { BROWSER: person.file("waiting") };
  const run = person.start(["share", "--open"], { input: "# x\n", env });
  try {
    // Its output ends too, which a script reads to the end.
    let ended;
    run.ended.then((how) => (ended = how));
    const link = linkOf(
      await until(
        () => ended,
        (how) => how,
      ),
    );
    await until(() => existsSync(person.file("waits")), Boolean);
    assert.equal(readFileSync(person.file("waits"), "utf8"), link);
    assert.doesNotMatch(run.stderr, /no browser/);
  } finally {
    rmSync(person.file("open"));
    await run.ended;
  }
});

const isRunning = (process) => {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${process}/stat`, "utf8"));
  } catch {
    return false;
  }
};

// A program of this name that the links are copied with.
function clipboardProgram(folder, name, text) {
  mkdirSync(person.file(folder), { recursive: true });
  chmodSync(person.file(`${folder}/${name}`, `#!/bin/sh\n${text}\n`), 0o755);
  return { PATH: `${person.file(folder)}:${process.env.PATH}`, DISPLAY: ":9" };
}

test("a clipboard program that does not respond is ended, with what it started, and another copies", async () => {
  clipboardProgram("hanging", "xclip", "sleep 40 & echo $! >sleeping; wait");
  const env = clipboardProgram("hanging", "xsel", "cat >copied-by-xsel");
  const start = performance.now();
  const run = await person.run(["share", "--copy"], { input: "# x\n", env });
  const link = linkOf(run);
  assert.ok(performance.now() - start < 30_000);
  assert.match(run.stderr, /^Link copied\.$/m);
  assert.equal(readFileSync(person.file("copied-by-xsel"), "utf8"), link);
  const sleeping = readFileSync(person.file("sleeping"), "utf8").trim();
  await until(
    () => isRunning(sleeping),
    (is) => !is,
  );
});

test("a link that no program has copied is not said to be copied", async () => {
  const env = clipboardProgram("hanging-alone", "xclip", "exec sleep 40");
  const run = await person.run(["share", "--copy"], { input: "# x\n", env });
  linkOf(run);
  assert.doesNotMatch(run.stderr, /Link copied/);
  assert.match(run.stderr, /^artifact: the link cannot be copied: no clipboard program works/m);
});

test("a program that stays to hand out what was copied is not waited for, and goes on", async () => {
  const serve = "while [ -e serving ]; do sleep 0.1; done; : >served";
  const env = clipboardProgram("serving-programs", "xclip", `cat >copied-by-xclip\n(${serve}) <&0 &`);
  person.file("serving", "");
  const run = await person.run(["share", "--copy"], { input: "# x\n", env });
  try {
    assert.equal(readFileSync(person.file("copied-by-xclip"), "utf8"), linkOf(run));
    assert.match(run.stderr, /^Link copied\.$/m);
    assert.ok(!existsSync(person.file("served")));
  } finally {
    rmSync(person.file("serving"));
  }
  await until(() => existsSync(person.file("served")), Boolean);
});

test("a failure to copy or open the link is reported, and the link is printed", async () => {
  const bin = person.file("empty");
  const run = await person.run(["share", "--copy", "--open"], { input: "# x\n", env: { PATH: bin } });
  linkOf(run);
  assert.match(
    run.stderr,
    /^artifact: the link cannot be copied: no clipboard program works; install wl-clipboard or xclip$/m,
  );
  assert.match(run.stderr, /^artifact: no browser can be opened/m);
});

test("what is empty, or no text and no PDF, is not sent", async () => {
  person.file("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
  const run = await person.run(["share", "picture.png"]);
  assert.deepEqual(
    [run.status, run.stdout, run.stderr],
    [1, "", "artifact: picture.png is neither text in UTF-8 nor a PDF or picture\n"],
  );
  person.file("empty.md", "");
  for (const [words, name] of [
    [["share", "empty.md"], "empty.md"],
    [["share"], "standard input"],
  ]) {
    const { status, stderr } = await person.run(words);
    assert.deepEqual([status, stderr], [1, `artifact: ${name} is empty\n`]);
  }
  person.file("blank.md", " \n\t\r\n");
  for (const words of [
    ["share", "blank.md"],
    ["share", "blank.md", "--template", "code"],
  ]) {
    const { status, stderr } = await person.run(words);
    assert.deepEqual([status, stderr], [1, "artifact: blank.md has only white space\n"]);
  }
  const missing = await person.run(["share", "missing.md"]);
  assert.deepEqual(
    [missing.status, missing.stderr],
    [1, "artifact: cannot read missing.md: No such file or directory\n"],
  );
});

test("an error names everything that is wrong, by its option", async () => {
  const words = ["share", "--expires", "soon", "--title", "x".repeat(1000), "-"];
  const { status, stderr } = await person.run(words, { input: "# x\n" });
  assert.equal(status, 6);
  assert.match(stderr, /^artifact: [^\n]*\n$/);
  assert.match(stderr, /--title must /);
  assert.match(stderr, /; .*\(/);
  assert.match(stderr, /--expires must /);
});

test("a key without the scope and an unknown key are told apart from other errors", async () => {
  const { account } = newAccount();
  const reader = newKey(account, ["artifacts:read"]);
  const env = { ARTIFACT_SHARE_KEY: reader };
  const run = await person.run(["share"], { input: "# x\n", env });
  assert.equal(run.status, 4);
  assert.match(run.stderr, /\(forbidden, request req_\w+\)\n$/);
});

test("text for terminals has no control characters of the service's or a file's", async () => {
  person.file("a\u001b[31m.md", "# x\n");
  const run = await person.run(["share", "a\u001b[31m.md"]);
  linkOf(run);
  assert.ok(!run.stderr.includes("\u001b"));
});
