// The history of an artifact in the dashboard: its versions, what each was, undoing a change, restoring and erasing.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { admin, call, markdown } from "../../service/api_client.mjs";
import { gif, image, png } from "../../documents/pictures.mjs";
import { newUser } from "../../service/dashboard_client.mjs";

let user;
let nightly;
before(async () => {
  user = await newUser();
  nightly = admin("key", "add", "--account", user.account, "--name", "Nightly <report>");
});

const create = async (text = "# one", more = {}) =>
  (await call(nightly, "POST", "/artifacts", markdown(text, { title: "Plan", ...more }))).json.id;
const put = (id, body) => call(nightly, "PUT", `/artifacts/${id}`, body);
const pageOf = (id, rest = "") => `/dashboard/artifacts/${id}${rest}`;
const textOf = async (id) => (await call(nightly, "GET", `/artifacts/${id}`)).json.content.text;

test("lists the versions with who made them, what changed, and notes", async () => {
  const id = await create("# one", { note: "First <draft>" });
  await put(id, { content: { text: "# two" }, title: "Plan B", note: "Shorter" });
  const { status, text } = await user.visitor.open(pageOf(id, "/history"));
  assert.equal(status, 200);
  assert.match(text, /<h1>History<\/h1>/);
  const rows = [...text.matchAll(/<tr><th scope="row">(.*?)<\/tr>/gs)].map(([, row]) => row);
  assert.equal(rows.length, 2);
  assert.match(rows[0], new RegExp(`${id}/history/2">2</a></th>`));
  assert.match(rows[0], /key Nightly &lt;report&gt;<.*>1 line added, 1 removed, title<.*Shorter/s);
  assert.match(rows[1], />created<.*First &lt;draft&gt;/s);
  assert.match(rows[0], /history\/2\?from=" aria-label="Compare version 2"/);
  assert.doesNotMatch(rows[0], /Restore/);
  assert.doesNotMatch(rows[1], /Compare/);
  assert.match(rows[1], /history\/1\/restore">/);
  assert.match(
    (await user.visitor.open(pageOf(id))).text,
    new RegExp(`<a class="button quiet" href="[^"]*${id}/history">History`),
  );
});

test("a version shows its page as viewers saw it", async () => {
  const id = await create("# Before");
  await put(id, { content: { text: "# After" } });
  const { text } = await user.visitor.open(pageOf(id, "/history/1"));
  assert.match(text, /<title>Version 1 of Plan · /);
  assert.match(text, /<h1>Version 1 of <span dir="auto">Plan<\/span><\/h1>/);
  assert.match(
    text,
    new RegExp(`class="breadcrumb"><a href="[^"]*${id}" dir="auto">Plan</a> <a [^>]*>History<`),
  );
  assert.match(text, new RegExp(`<iframe src="[^"]*${id}/history/1/preview"`));
  assert.match((await user.visitor.open(pageOf(id, "/history/2?from=1"))).text, /Changes since version 1</);
  const preview = await user.visitor.open(pageOf(id, "/history/1/preview"));
  assert.match(preview.text, /Before/);
  assert.doesNotMatch(preview.text, /After/);
  assert.match(preview.headers["content-security-policy"], /frame-ancestors 'self'/);
});

test("a version of a PDF shows its file, and none of an erased one", async () => {
  const pdf = (text) => ({ data: Buffer.from(`%PDF-1.4\n${text}\n%%EOF`).toString("base64") });
  const body = { template: "pdf", title: "Figures", content: pdf("one") };
  const { id } = (await call(nightly, "POST", "/artifacts", body)).json;
  await put(id, { title: "Figures of May", content: pdf("two") });
  const fileOf = (version) => `${pageOf(id, `/history/${version}`)}/preview/file`;
  const { text } = await user.visitor.open(pageOf(id, "/history/1"));
  assert.ok(text.includes(`href="${fileOf(1)}?download=1"`));
  assert.ok((await user.visitor.open(pageOf(id, "/history/1/preview"))).text.includes(`"${fileOf(1)}"`));
  for (const [version, content] of [
    [1, "one"],
    [2, "two"],
  ]) {
    const { status, headers, text } = await user.visitor.get(fileOf(version));
    assert.deepEqual([status, headers["content-type"]], [200, "application/pdf"]);
    assert.equal(text, `%PDF-1.4\n${content}\n%%EOF`);
  }
  const download = await user.visitor.get(`${fileOf(1)}?download=1`);
  assert.match(download.headers["content-disposition"], /^attachment; filename="Figures\.pdf"/);
  await user.visitor.open(pageOf(id));
  await user.visitor.post(pageOf(id, "/history/1/erase"), {});
  assert.equal((await user.visitor.get(fileOf(1))).status, 410);
  const document = await create();
  assert.equal((await user.visitor.get(pageOf(document, "/history/1/preview/file"))).status, 404);
});

test("versions of a picture are side by side, and a new file keeps its text", async () => {
  const { id } = (await call(nightly, "POST", "/artifacts", image(png(), { alt: "Red & blue" }))).json;
  await put(id, { content: { data: gif.toString("base64"), alt: "Red & blue" } });
  const { text } = await user.visitor.open(pageOf(id, "/history/2?from=1"));
  const shown = [...text.matchAll(/<img src="([^"]+preview\/file)"/g)].map(([, src]) => src);
  assert.deepEqual(await Promise.all(shown.map(async (src) => (await user.visitor.get(src)).bytes)), [
    png(),
    gif,
  ]);
  const edit = await user.visitor.open(pageOf(id, "/content"));
  assert.match(edit.text, /<input id="alt" name="alt"[^>]* value="Red &amp; blue">/);
});

test("two versions of choice are compared, the earlier one first", async () => {
  const id = await create("# one", { note: "A note that is longer than a choice has room for" });
  for (const text of ["# two", "# three"]) await put(id, { content: { text } });
  const { text } = await user.visitor.open(pageOf(id, "/history/3?from=1"));
  assert.match(text, /<h2>Changes since version 1</);
  const choice =
    /<option value="1" selected data-time="[^"]*">1, of [^<]* UTC: A note that is longer than a choice has<\/option>/;
  assert.match(text.replace("…", ""), choice);
  assert.match(text, /<del>-# one\n<\/del><ins>\+# three\n<\/ins>/);
  const later = (await user.visitor.open(pageOf(id, "/history/1?from=3"))).text;
  assert.match(later, /<h2>Changes from this version to version 3</);
  assert.match(later, /<del>-# one\n/);
  for (const [query, problem] of [
    ["from=9", /There is no version 9 of this artifact; the current one is version 3\./],
    ["from=3", /That is this version; choose another one\./],
    ["number=one", /Give the number of a version\./],
  ]) {
    const { status, text } = await user.visitor.open(pageOf(id, `/history/3?${query}`));
    assert.equal(status, 200);
    assert.match(text, problem);
  }
});

test("what a program changed can be undone from the artifact's page", async () => {
  const id = await create("# one");
  assert.doesNotMatch((await user.visitor.open(pageOf(id))).text, />Undo</);
  await put(id, { content: { text: "# overwritten" }, note: "Nightly run" });
  const { text } = await user.visitor.open(pageOf(id));
  assert.match(
    text,
    /by <span dir="auto">key Nightly &lt;report&gt;<\/span>: “<span dir="auto">Nightly run</,
  );
  const [, action] = /<form method="post" action="([^"]+)" class="program-change">/.exec(text);
  const undone = await user.visitor.post(action, {});
  assert.equal(undone.status, 303);
  assert.match(undone.headers.location, /\?done=version-restored$/);
  assert.equal(await textOf(id), "# one");
  const after = (await user.visitor.open(undone.headers.location)).text;
  assert.match(after, /The earlier version is the current one now/);
  // The last change is the person's own.
  assert.doesNotMatch(after, />Undo</);
  const { data } = (await call(nightly, "GET", `/artifacts/${id}/versions`)).json;
  assert.deepEqual([data[0].by, data[0].note], [{ type: "user", name: user.email }, "Version 1 restored"]);
});

test("a version is erased after a click that says what that means", async () => {
  const id = await create("# secret");
  await put(id, { content: { text: "# public" } });
  const { text } = await user.visitor.open(pageOf(id, "/history/1"));
  assert.match(text, /This removes its content, title, description and note for good/);
  assert.doesNotMatch((await user.visitor.open(pageOf(id, "/history/2?from=1"))).text, /Erase/);
  const erased = await user.visitor.post(pageOf(id, "/history/1/erase"), {});
  assert.match(erased.headers.location, /\/history\?done=version-erased$/);
  const list = (await user.visitor.open(erased.headers.location)).text;
  assert.match(list, /Version erased\./);
  assert.match(list, /<th scope="row">1 <span class="badge bad">Erased</);
  assert.equal((await user.visitor.open(pageOf(id, "/history/1/preview"))).status, 410);
  const page = await user.visitor.open(pageOf(id, "/history/1"));
  assert.equal(page.status, 410);
  assert.match(page.text, /This version was erased <time/);
  assert.match(page.text, new RegExp(`class="breadcrumb"><a href="[^"]*${id}" dir="auto">Plan</a>`));
  assert.match(page.text, /<nav/);
  const artifact = (await user.visitor.open(pageOf(id))).text;
  assert.match(artifact, /The version before was erased\./);
  assert.doesNotMatch(artifact, /history\/1/);
  await user.visitor.open(pageOf(id));
  assert.equal((await user.visitor.post(pageOf(id, "/history/2/erase"), {})).status, 409);
});

test("a user sees no history of another account, and none that does not exist", async () => {
  const other = await newUser();
  const key = admin("key", "add", "--account", other.account, "--name", "Other");
  const { id } = (await call(key, "POST", "/artifacts", markdown("theirs"))).json;
  for (const rest of ["/history", "/history/1", "/history/1/preview"])
    assert.equal((await user.visitor.open(pageOf(id, rest))).status, 404, rest);
  const own = pageOf(await create());
  for (const rest of ["/restore", "/erase"]) {
    await user.visitor.open(own);
    assert.equal((await user.visitor.post(pageOf(id, `/history/1${rest}`), {})).status, 404, rest);
  }
  assert.equal((await user.visitor.open(pageOf(await create(), "/history/7"))).status, 404);
});

test("who erases a version learns first which links show it, and their links say so after", async () => {
  const id = await create("# secret");
  const shareOf = (body) => call(nightly, "POST", `/artifacts/${id}/share`, body);
  const { json: link } = await shareOf({ name: "for Sam", version: 1 });
  await put(id, { content: { text: "# public" } });
  const form = async () => (await user.visitor.open(pageOf(id, "/history/1"))).text;
  assert.match(await form(), /1 share link shows this version and will stop working/);
  const { json: other } = await shareOf({ version: 1 });
  assert.match(await form(), /2 share links show this version and will stop working/);
  await call(nightly, "DELETE", `/artifacts/${id}/shares/${other.id}`);
  await shareOf({ version: 2 });
  assert.match(await form(), /1 share link shows this version/);
  await user.visitor.post(pageOf(id, "/history/1/erase"), {});
  const { text } = await user.visitor.open(pageOf(id));
  const [, card] = new RegExp(`<li id="${link.id}"(.*?)</ul>`, "s").exec(text);
  assert.match(card, /Version 1 erased/);
  assert.doesNotMatch(card, /Active|Stays at version/);
  assert.match((await user.visitor.open("/dashboard/links")).text, />Version 1 erased<[^]*for Sam<\/span>/);
  const { text: change } = await user.visitor.open(pageOf(id, `/shares/${link.id}/edit`));
  assert.match(change, /<option value="1" selected[^>]*>Version 1, [^<]*\(erased\)</);
  const { text: fresh } = await user.visitor.open(pageOf(id, "/shares/new"));
  assert.doesNotMatch(fresh, /<option value="1"/);
});

test("of a long history, every version can be compared and linked to", async () => {
  const id = await create("# 1");
  for (let i = 2; i <= 55; ++i) assert.equal((await put(id, { content: { text: `# ${i}` } })).status, 200);
  const { text } = await user.visitor.open(pageOf(id, "/history/3"));
  assert.match(text, /\?from=">Changes since version 2</);
  const { text: compared } = await user.visitor.open(pageOf(id, "/history/3?from="));
  assert.match(compared, /<h2>Changes since version 2</);
  assert.match(compared, /<option value="1"/);
  const { text: last } = await user.visitor.open(pageOf(id, "/history/55?from=54&number=2"));
  assert.match(last, /<h2>Changes since version 2</);
  assert.match(last, /name="number"[^>]*value="2"/);
  const form = (await user.visitor.open(pageOf(id, "/shares/new"))).text;
  assert.match(form, /The list above has the newest 50 versions/);
  const fields = { expiresIn: "7d", version: "latest", olderVersion: "2", live: "offer", cards: "on" };
  const created = await user.visitor.post(pageOf(id, "/shares/new"), fields);
  assert.equal(created.status, 303, created.text);
  assert.equal((await call(nightly, "GET", `/artifacts/${id}/shares`)).json.data[0].version, 2);
  await user.visitor.open(pageOf(id, "/shares/new"));
  const refused = await user.visitor.post(pageOf(id, "/shares/new"), { ...fields, olderVersion: "99" });
  assert.match(refused.text, /name="olderVersion"[^>]*value="99"/);
});

test("the rows of a version of a table are those of that version", async () => {
  const table = (rows) => ({ columns: ["Name"], rows });
  const body = { template: "table", title: "People", content: table([["Ada"]]) };
  const { id } = (await call(nightly, "POST", "/artifacts", body)).json;
  await put(id, { content: table([["Grace"]]) });
  const rowsOf = (version, query = "") =>
    user.visitor.get(pageOf(id, `/history/${version}/preview/rows${query}`));
  assert.match((await rowsOf(1, "?format=csv")).text, /Ada/);
  assert.match((await rowsOf(2, "?format=csv")).text, /Grace/);
  assert.match((await rowsOf(1)).text, /Ada/);
  assert.equal((await user.visitor.get(pageOf(await create(), "/history/1/preview/rows"))).status, 400);
});
