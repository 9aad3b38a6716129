// The history of an artifact in the dashboard: its versions, what each was, undoing a change, restoring and erasing.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { admin, call, markdown } from "../../service/api_client.mjs";
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
  assert.match(rows[0], new RegExp(`${id}/history/2">2</a> <span class="badge good">Current`));
  assert.match(rows[0], /key Nightly &lt;report&gt;<.*<td>content, title<.*Shorter/s);
  assert.match(rows[1], /<td>created<.*First &lt;draft&gt;/s);
  assert.match(
    (await user.visitor.open(pageOf(id))).text,
    new RegExp(`2 · <a href="[^"]*${id}/history">History`),
  );
});

test("a version shows its page as viewers saw it", async () => {
  const id = await create("# Before");
  await put(id, { content: { text: "# After" } });
  const { text } = await user.visitor.open(pageOf(id, "/history/1"));
  assert.match(text, /<h1>Version 1<\/h1>/);
  assert.match(text, new RegExp(`<iframe src="[^"]*${id}/history/1/preview"`));
  assert.match((await user.visitor.open(pageOf(id, "/history/2"))).text, /Changes since version 1</);
  const preview = await user.visitor.open(pageOf(id, "/history/1/preview"));
  assert.match(preview.text, /Before/);
  assert.doesNotMatch(preview.text, /After/);
  assert.match(preview.headers["content-security-policy"], /frame-ancestors 'self'/);
});

test("two versions of choice are compared", async () => {
  const id = await create("# one");
  for (const text of ["# two", "# three"]) await put(id, { content: { text } });
  const { text } = await user.visitor.open(pageOf(id, "/history/3?from=1"));
  assert.match(text, /<details open>\s*<summary>Changes since version 1</);
  assert.match(text, /<option value="1" selected>1<.option>/);
  assert.match(text, new RegExp(`<iframe src="[^"]*${id}/history/3/changes\\?from=1"`));
  const changes = async (path) => (await user.visitor.open(pageOf(id, path))).text;
  assert.match(await changes("/history/3/changes?from=1"), /-# one\n\+# three/);
  assert.match(await changes("/history/1/changes?from=3"), /-# three\n\+# one/);
  assert.equal((await user.visitor.get(pageOf(id, "/history/3/changes?from=9"))).status, 404);
});

test("what a program changed can be undone from the artifact's page", async () => {
  const id = await create("# one");
  assert.doesNotMatch((await user.visitor.open(pageOf(id))).text, />Undo</);
  await put(id, { content: { text: "# overwritten" }, note: "Nightly run" });
  const { text } = await user.visitor.open(pageOf(id));
  assert.match(text, /by <span dir="auto">key Nightly &lt;report&gt;<\/span>: <span dir="auto">Nightly run</);
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
  assert.doesNotMatch((await user.visitor.open(pageOf(id, "/history/2"))).text, /Erase/);
  const erased = await user.visitor.post(pageOf(id, "/history/1/erase"), {});
  assert.match(erased.headers.location, /\/history\?done=version-erased$/);
  const list = (await user.visitor.open(erased.headers.location)).text;
  assert.match(list, /Version erased\./);
  assert.match(list, /<th scope="row">1 <span class="badge bad">Erased</);
  for (const rest of ["", "/preview"])
    assert.equal((await user.visitor.open(pageOf(id, `/history/1${rest}`))).status, 410, rest);
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
