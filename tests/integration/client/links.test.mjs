// artifact link and links.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { call, markdown, request, share } from "../../service/api_client.mjs";
import { Person } from "../../service/client_program.mjs";

let person;
before(() => {
  person = Person.withKey();
});
after(() => person.remove());

const look = async (url) =>
  (await request("GET", url, { headers: { accept: "application/json" }, isDescribed: false })).status;
async function artifactWithLinks(count) {
  const { id, url } = await share(person.key, markdown("x"));
  const urls = [url];
  while (urls.length < count)
    urls.push(
      (await call(person.key, "POST", `/artifacts/${id}/share`, { maxViews: 5, name: "for Sam" })).json.url,
    );
  return { id, urls };
}

test("links are listed with their ends, views, passwords, names and URLs", async () => {
  const { id, urls } = await artifactWithLinks(2);
  await look(urls[1]);
  const { status, stdout } = await person.run(["links", urls[0]]);
  assert.equal(status, 0);
  const rows = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  assert.deepEqual(
    rows.map(([link, , ...others]) => [link.slice(0, 4), ...others]),
    [
      ["shr_", "1/5", "no", "for Sam", urls[1]],
      ["shr_", "0", "no", "", urls[0]],
    ],
  );
  const json = JSON.parse((await person.run(["links", id, "--json"])).stdout);
  assert.deepEqual(
    json.map(({ url }) => url),
    [urls[1], urls[0]],
  );
});

test("another link to an artifact is made, with what is chosen for it", async () => {
  const { id, url } = await share(person.key, markdown("x", { expiresIn: "1d" }));
  const words = ["--expires", "30d", "--extend-artifact", "--link-name", "for Sam", "--max-views", "3"];
  const run = await person.run(["link", url, ...words, "--generate-password"]);
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stderr, /^Password: \S{20,}$/m);
  const [newest, first] = JSON.parse((await person.run(["links", id, "--json"])).stdout);
  assert.deepEqual([`${newest.url}\n`, first.url], [run.stdout, url]);
  assert.deepEqual([newest.name, newest.maxViews, newest.hasPassword], ["for Sam", 3, true]);
  assert.ok(Date.parse(newest.expiresAt) > Date.now() + 29 * 86400000);
  const json = JSON.parse((await person.run(["link", id, "--json"])).stdout);
  assert.equal(await look(json.url), 200);
});

test("a link is changed, by its URL or its ID, and nothing else of it", async () => {
  const { id, urls } = await artifactWithLinks(2);
  const linkAt = async () => JSON.parse((await person.run(["links", id, "--json"])).stdout)[0];
  const before = await linkAt();
  const words = ["--expires", "30d", "--extend-artifact", "--without", "max-views", "--show-history"];
  const run = await person.run(["link", urls[1], "--change", ...words]);
  assert.deepEqual([run.status, run.stdout], [0, `${urls[1]}\n`], run.stderr);
  const { maxViews, expiresBecause, ...others } = before;
  const after = await linkAt();
  assert.ok(maxViews && expiresBecause && after.expiresAt > before.expiresAt);
  assert.deepEqual(after, { ...others, expiresAt: after.expiresAt, showHistory: true });
  const back = ["--without", "show-history", "--without", "link-name", "--json"];
  const changed = JSON.parse((await person.run(["link", id, before.id, "--change", ...back])).stdout);
  assert.deepEqual([changed.showHistory, changed.name, changed.url], [false, undefined, urls[1]]);

  await person.run(["delete", id]);
  const hidden = await person.run(["link", id, before.id, "--change", "--link-name", "for Kim"]);
  assert.deepEqual([hidden.status, hidden.stdout], [0, `${urls[1]}\n`]);
  assert.match(hidden.stderr, /its artifact \S+ is deleted/);
});

test("link wants to know which links are meant, and what is to change", async () => {
  const { id, urls } = await artifactWithLinks(1);
  const [{ id: linkId }] = JSON.parse((await person.run(["links", id, "--json"])).stdout);
  for (const words of [
    [id, "--change", "--expires", "1d"],
    [urls[0], "--change"],
    [id, linkId],
    [id, "--without", "password"],
    [id, "shr_1", "--change", "--expires", "1d"],
    [id, linkId, linkId, "--change", "--expires", "1d"],
    [id, "--revoke"],
    [id, "shr_1", "--revoke"],
    [id, linkId, "--revoke", "--all"],
    [id, "--all"],
    [urls[0], "--revoke", "--change"],
    [urls[0], "--revoke", "--expires", "1d"],
    [urls[0], "--revoke", "--copy"],
  ])
    assert.equal((await person.run(["link", ...words])).status, 2, words.join(" "));
  const late = await person.run(["link", id, "--extend-artifact"]);
  assert.deepEqual([late.status, late.stderr], [0, ""]);
  const unknown = await person.run(["link", `${urls[0]}x`, "--change", "--expires", "1d"]);
  assert.equal(unknown.status, 5, unknown.stderr);
});

test("a link is revoked by its URL, and the others keep working", async () => {
  const { urls } = await artifactWithLinks(2);
  const run = await person.run(["link", urls[0], "--revoke"]);
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /^shr_\w+\n$/);
  assert.deepEqual([await look(urls[0]), await look(urls[1])], [410, 200]);
  const again = await person.run(["link", urls[0], "--revoke"]);
  assert.deepEqual([again.status, again.stdout, again.stderr], [0, run.stdout, run.stderr]);
  const other = await person.run(["link", `${urls[1]}x`, "--revoke"]);
  assert.deepEqual(
    [other.status, other.stderr],
    [5, "artifact: the artifact has no such link, or no longer\n"],
  );
  const revoked = await person.run(["links", urls[0], "--status", "revoked"]);
  assert.match(revoked.stdout, /^shr_\w+\trevoked\t/);
});

test("a link that has ended is revoked by its URL", async () => {
  const { id, url } = await share(person.key, markdown("x", { maxViews: 1 }));
  assert.deepEqual([await look(url), await look(url)], [200, 410]);
  const run = await person.run(["link", url, "--revoke"]);
  assert.equal(run.status, 0, run.stderr);
  const revoked = await person.run(["links", id, "--status", "revoked", "--json"]);
  assert.deepEqual(
    JSON.parse(revoked.stdout).map((link) => link.url),
    [url],
  );
});

test("links are revoked by their IDs, or all at once", async () => {
  const { id, urls } = await artifactWithLinks(3);
  const [newest] = JSON.parse((await person.run(["links", id, "--json"])).stdout);
  assert.equal((await person.run(["link", id, newest.id, "--revoke"])).stdout, `${newest.id}\n`);
  assert.deepEqual([await look(urls[2]), await look(urls[1])], [410, 200]);
  const all = await person.run(["link", id, "--revoke", "--all", "--json"]);
  assert.equal(all.stdout.trimEnd().split("\n").map(JSON.parse).length, 2);
  assert.match(all.stderr, /2 links revoked/);
  assert.deepEqual([await look(urls[0]), await look(urls[1])], [410, 410]);
});

test("without an artifact, the links of all are listed with theirs", async () => {
  const other = Person.withKey();
  const made = [];
  for (const title of ["First", "Second"]) made.push(await share(other.key, markdown("x", { title })));
  const rows = async (...options) =>
    (await other.run(["links", ...options])).stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t").slice(5));
  const of = ({ id, url }, title) => [id, title, url];
  assert.deepEqual(await rows(), [of(made[1], "Second"), of(made[0], "First")]);
  await other.run(["link", made[1].url, "--revoke"]);
  assert.deepEqual(await rows("--status", "active"), [of(made[0], "First")]);
  const json = JSON.parse((await other.run(["links", "--status", "revoked", "--json"])).stdout);
  assert.deepEqual(
    json.map(({ artifact }) => artifact.id),
    [made[1].id],
  );
  await other.remove();
});
