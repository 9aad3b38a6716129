// One artifact in the dashboard: looked at, changed, deleted, restored, and shared by links.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { call, newKey, request, sql, untilPdfIsMade, uuidOf } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { githubToken } from "../../service/github_token.mjs";
import { withoutMaintenance } from "../../service/maintenance.mjs";

let user;
let key;
before(async () => {
  user = await newUser();
  key = newKey(user.account);
});

async function newArtifact(body = {}, owner = key) {
  const { status, json, text } = await call(owner, "POST", "/artifacts", {
    template: "markdown",
    title: "Quarterly report",
    content: { text: "# Figures\n\nGood ones." },
    ...body,
  });
  assert.equal(status, 201, text);
  return { id: json.id, path: `/dashboard/artifacts/${json.id}` };
}
const stateOf = async (id, owner = key) => (await call(owner, "GET", `/artifacts/${id}`)).json;
const linksOf = async (id, owner = key) => (await call(owner, "GET", `/artifacts/${id}/shares`)).json.data;

async function newLink(artifact, fields = {}, { visitor } = user) {
  await visitor.open(`${artifact.path}/shares/new`);
  const answer = await visitor.post(`${artifact.path}/shares/new`, { expiresIn: "7d", ...fields });
  assert.equal(answer.status, 303, answer.text);
  return (await linksOf(artifact.id))[0];
}

// What the audit log has of a thing, the newest last.
const audited = (id) =>
  sql(`select action || ' ' || subject_name from audit_events where subject = '${id}' order by id`)
    .split("\n")
    .filter(Boolean)
    .map((line) => line.trim());

// Opens the page that a form is on, and sends it.
async function submit(path, fields, visitor = user.visitor, page = path) {
  await visitor.open(page);
  return visitor.post(path, fields);
}

test("an artifact's page shows all its fields, and an active one no state", async () => {
  const artifact = await newArtifact({
    description: "All of\nit",
    metadata: { team: "north" },
    expiresIn: "7d",
  });
  const { status, text } = await user.visitor.get(artifact.path);
  assert.equal(status, 200);
  const { createdAt, updatedAt, expiresAt } = await stateOf(artifact.id);
  for (const shown of [
    "Quarterly report",
    "All of\nit",
    "Markdown",
    artifact.id,
    "&quot;team&quot;: &quot;north&quot;",
  ])
    assert.ok(text.includes(shown), shown);
  assert.doesNotMatch(text, /class="badge/);
  for (const moment of [createdAt, updatedAt, expiresAt]) assert.ok(text.includes(`datetime="${moment}"`));
  assert.ok(text.includes(`<iframe src="${artifact.path}/preview"`));
  assert.match((await user.visitor.get(`${artifact.path}/json`)).text, /&quot;text&quot;: &quot;# Figures/);
});

test("the preview shows what viewers see and counts no view", async () => {
  const artifact = await newArtifact();
  await newLink(artifact);
  const { status, text, headers } = await user.visitor.get(`${artifact.path}/preview`);
  assert.equal(status, 200);
  assert.match(text, /<h1[^>]*>Quarterly report/);
  assert.match(text, /Good ones\./);
  assert.doesNotMatch(text, /Link expires/);
  const policy = headers["content-security-policy"];
  assert.match(policy, /^default-src 'none'.*frame-ancestors 'self'$/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.equal(headers["cache-control"], "private, no-store");
  assert.equal(headers["x-robots-tag"], "noindex");
  const [link] = await linksOf(artifact.id);
  assert.equal(link.viewCount, 0);
});

test("a PDF preview serves the file, in ranges and as a download", async () => {
  const data = Buffer.from("%PDF-1.4\nnothing much\n%%EOF");
  const artifact = await newArtifact({
    template: "pdf",
    content: { data: data.toString("base64"), filename: "figures.pdf" },
  });
  const path = `${artifact.path}/preview/file`;
  assert.ok((await user.visitor.get(`${artifact.path}/preview`)).text.includes(`href="${path}"`));
  const whole = await user.visitor.get(path);
  assert.deepEqual(whole.bytes, data);
  assert.equal(whole.headers["content-type"], "application/pdf");
  assert.match(whole.headers["content-disposition"], /^inline/);
  assert.match(whole.headers["content-security-policy"], /^default-src 'none';.*frame-ancestors 'self'$/);
  const part = await user.visitor.get(path, { headers: { range: "bytes=0-4" } });
  assert.equal(part.status, 206);
  assert.equal(part.text, "%PDF-");
  const download = await user.visitor.get(`${path}?download=1`);
  assert.match(download.headers["content-disposition"], /^attachment; filename="figures\.pdf"/);
  const other = await newArtifact();
  assert.equal((await user.visitor.get(`${other.path}/preview/file`)).status, 404);
});

test("edits title, description and expiry, and audits each edit", async () => {
  const artifact = await newArtifact({ expiresIn: "7d" });
  const { expiresAt } = await stateOf(artifact.id);
  const edit = (fields) => submit(`${artifact.path}/edit`, fields);

  const answer = await edit({ title: "New", description: "One\r\nTwo", expiresIn: "" });
  assert.equal(answer.status, 303);
  let state = await stateOf(artifact.id);
  assert.deepEqual([state.title, state.description, state.expiresAt], ["New", "One\nTwo", expiresAt]);
  assert.match((await user.visitor.open(answer.headers.location)).text, /Changes saved/);

  await edit({ title: "New", description: "", expiresIn: "30d" });
  state = await stateOf(artifact.id);
  assert.equal(state.description, null);
  assert.ok(state.expiresAt > expiresAt);

  await edit({ title: "", description: "", expiresIn: "never" });
  state = await stateOf(artifact.id);
  assert.equal(state.title, null);
  assert.ok(!("expiresAt" in state));
  assert.match((await user.visitor.get(artifact.path)).text, /<h1[^>]*>Figures</);
  assert.deepEqual(audited(artifact.id), [
    "artifact.updated New",
    "artifact.updated New",
    "artifact.updated",
  ]);
});

test("rejects an invalid edit, keeps what was typed and changes nothing", async () => {
  const artifact = await newArtifact();
  const before = await stateOf(artifact.id);
  const good = { title: "T", description: "D", expiresIn: "" };
  for (const [fields, problem] of [
    [{ title: "x".repeat(256) }, /Title must have at most 255 characters\./],
    [{ title: "a\u0007b" }, /Title must not contain control characters such as U\+0007\./],
    [{ description: "x".repeat(2001) }, /Description must have at most 2000 characters\./],
    [{ expiresIn: "soon" }, /Expiry must be/],
  ]) {
    const { status, text } = await submit(`${artifact.path}/edit`, { ...good, ...fields });
    assert.equal(status, 400);
    assert.match(text, problem);
    assert.ok(text.includes(">\nD</textarea>") || fields.description);
  }
  assert.deepEqual(await stateOf(artifact.id), before);
  assert.deepEqual(audited(artifact.id), []);
});

// The account publishes no detected secrets since the artifact and its link were made.
test("each form shows in itself why it was rejected, and keeps what was chosen", async () => {
  const { account, visitor } = await newUser();
  const own = newKey(account);
  const artifact = await newArtifact(
    { content: { text: `# Figures\n\nUse ${githubToken()}.` }, expiresIn: "1h" },
    own,
  );
  assert.equal(
    (await call(own, "POST", `/artifacts/${artifact.id}/share`, { expiresIn: "30m" })).status,
    200,
  );
  const [link] = await linksOf(artifact.id, own);
  await submit("/dashboard/settings/publishing", { refuseSecrets: "on" }, visitor);
  const why = /role="alert"[^>]*>Content has what looks like a GitHub token in line 3, column 5/;
  const links = `${artifact.path}/shares`;
  for (const [path, fields, heading] of [
    [`${links}/${link.id}/edit`, { expiresIn: "14d", name: "for Sam" }, "Change share link"],
    [`${links}/new`, { expiresIn: "14d", password: "a long password", maxViews: "7" }, "Create share link"],
    [
      `${artifact.path}/edit`,
      { title: "Other", description: "D", expiresIn: "14d" },
      "Title, description, expiry",
    ],
  ]) {
    const { status, text } = await submit(path, fields, visitor);
    assert.equal(status, 422, path);
    assert.match(text, why);
    assert.ok(text.includes(`<h1>${heading}</h1>`) && text.includes(`action="${path}"`), path);
    assert.match(text, /<option value="14d" selected>/);
    for (const [name, value] of Object.entries(fields))
      if (name !== "expiresIn") assert.ok(text.includes(value), `${path} ${name}`);
    assert.doesNotMatch(text, /\/content\/text/);
  }
  const unclear = await submit(`${links}/${link.id}/edit`, { expiresIn: "soon" }, visitor);
  assert.equal(unclear.status, 400);
  assert.match(unclear.text, /Expiry must be/);
  const edit = await submit(
    `${artifact.path}/edit`,
    { title: "x".repeat(256), description: "x".repeat(2001), expiresIn: "" },
    visitor,
  );
  assert.match(
    edit.text,
    /Title must have at most 255 characters\. Description must have at most 2000 characters\./,
  );

  await submit(`${artifact.path}/delete`, {}, visitor);
  const restored = await submit(`${artifact.path}/restore`, {}, visitor, artifact.path);
  assert.equal(restored.status, 422);
  assert.match(restored.text, why);
  assert.ok(restored.text.includes(`action="${artifact.path}/restore"`));
});

test("a deleted artifact can be restored with its share links", async () => {
  const artifact = await newArtifact();
  const { url } = await newLink(artifact);
  const deleted = await submit(`${artifact.path}/delete`, {}, user.visitor, artifact.path);
  assert.equal(deleted.status, 303);
  assert.equal((await stateOf(artifact.id)).status, "deleted");
  assert.equal((await request("GET", url)).status, 410);

  const { text } = await user.visitor.open(deleted.headers.location);
  assert.match(text, /You can restore it until/);
  assert.match(text, /They do not work until the artifact is restored/);
  assert.match(text, /<span class="badge bad">Artifact deleted</);
  assert.doesNotMatch(text, /shares\/new/);
  assert.equal((await user.visitor.get(`${artifact.path}/preview`)).status, 200);
  assert.equal((await submit(`${artifact.path}/edit`, { title: "T", expiresIn: "" })).status, 409);
  assert.equal((await submit(`${artifact.path}/shares/new`, { expiresIn: "7d" })).status, 409);

  await user.visitor.open(artifact.path);
  const token = user.visitor.formToken;
  for (let times = 0; times < 2; ++times)
    assert.equal((await user.visitor.post(`${artifact.path}/restore`, { form_token: token })).status, 303);
  assert.equal((await stateOf(artifact.id)).status, "active");
  assert.equal((await request("GET", url)).status, 200);
  assert.deepEqual(audited(artifact.id), [
    "artifact.deleted Quarterly report",
    "artifact.restored Quarterly report",
  ]);
});

test("an artifact deleted more than 30 days ago is listed, and can be deleted permanently", () =>
  withoutMaintenance(async () => {
    const artifact = await newArtifact({ title: "Long gone" });
    await submit(`${artifact.path}/delete`, {}, user.visitor, `${artifact.path}/delete`);
    sql(`update artifacts set deleted_at = now() - interval '31 days' where id = '${uuidOf(artifact.id)}'`);
    for (const search of ["", "&search=Long+gone"]) {
      const { text } = await user.visitor.open(`/dashboard/artifacts?status=deleted${search}`);
      assert.ok(text.includes(artifact.path), search);
    }
    const { text } = await user.visitor.open(artifact.path);
    assert.match(text, /was deleted more than 30 days ago/);
    assert.doesNotMatch(text, /Restore/);
    const token = user.visitor.formToken;
    assert.equal((await user.visitor.post(`${artifact.path}/restore`, { form_token: token })).status, 404);
    const confirmed = { confirmation: "Long gone" };
    const removed = await submit(
      `${artifact.path}/delete-permanently`,
      confirmed,
      user.visitor,
      `${artifact.path}/delete`,
    );
    assert.equal(removed.status, 303);
    assert.equal((await user.visitor.get(artifact.path)).status, 404);
  }));

test("permanent deletion requires the title or ID", async () => {
  const [one, other] = [await newArtifact({ title: "Two  words" }), await newArtifact({ title: " " })];
  const confirm = (artifact, confirmation) =>
    submit(`${artifact.path}/delete-permanently`, { confirmation }, user.visitor, `${artifact.path}/delete`);
  for (const typed of ["", " ", "two words", "Two", other.id]) {
    const answer = await confirm(one, typed);
    assert.equal(answer.status, 400, typed);
    assert.match(answer.text, /Nothing was deleted/);
  }
  assert.equal((await confirm(other, " ")).status, 400);
  assert.equal((await stateOf(one.id)).status, "active");
  for (const [artifact, typed] of [
    [one, " Two words "],
    [other, other.id],
  ]) {
    const answer = await confirm(artifact, typed);
    assert.equal(answer.status, 303);
    assert.match((await user.visitor.open(answer.headers.location)).text, /permanently deleted/);
    assert.equal((await call(key, "GET", `/artifacts/${artifact.id}`)).status, 404);
    assert.equal((await user.visitor.get(artifact.path)).status, 404);
    assert.equal(audited(artifact.id).length, 1);
  }
});

test("creates a share link with an expiry, a password and a view limit", async () => {
  const artifact = await newArtifact();
  const link = await newLink(artifact, { expiresIn: "1d", password: "sesame", maxViews: "3" });
  assert.equal(link.maxViews, 3);
  assert.ok(link.hasPassword && !link.allowDownload);
  assert.equal(link.remoteImages, undefined);
  assert.equal((await newLink(artifact, { remoteImages: "click" })).remoteImages, "click");
  assert.equal(Date.parse(link.expiresAt) - Date.parse(link.createdAt), 24 * 60 * 60 * 1000);
  const unlocked = await request("GET", link.url, { headers: { "x-share-password": "sesame" } });
  assert.equal(unlocked.status, 200);

  const { text } = await user.visitor.get(artifact.path);
  assert.ok(text.includes(`>${link.url}</code>`));
  assert.match(text, />1 of 3 views<\/a>, last viewed <time/);
  assert.match(text, /<li>Password protected<\/li>/);
  assert.deepEqual(audited(link.id), ["link.created Quarterly report"]);
});

test("says that the password of a new link is soon guessed", async () => {
  const artifact = await newArtifact();
  for (const [password, isShort] of [
    ["sesames", true],
    ["sesame seeds", false],
  ]) {
    await user.visitor.open(`${artifact.path}/shares/new`);
    const fields = { expiresIn: "7d", password };
    const { headers } = await user.visitor.post(`${artifact.path}/shares/new`, fields);
    const { text } = await user.visitor.get(headers.location.replace(/#.*/, ""));
    assert.match(text, /Share link created\./);
    assert.equal(text.includes("fewer than 8 characters"), isShort);
  }
});

test("says when a link ends, also where that is with its artifact, or never", async () => {
  const artifact = await newArtifact({ expiresIn: "1d", externalId: `report-${randomUUID()}` });
  const { expiresAt, externalId } = await stateOf(artifact.id);
  await newLink(artifact, { expiresIn: "30d" });
  const shown = await user.visitor.get(artifact.path);
  assert.match(shown.text, new RegExp(`<li>Expires with the artifact <time datetime="${expiresAt}"`));
  assert.ok(shown.text.includes(`<code>${externalId}</code>`));
  await call(key, "PUT", `/artifacts/${artifact.id}`, { expiresIn: "never" });
  assert.match((await user.visitor.get(artifact.path)).text, /<li>Expires <time/);
  const link = await newLink(artifact, { expiresIn: "never" });
  assert.ok(!("expiresAt" in link));
  assert.match((await user.visitor.get(artifact.path)).text, /<li>Never expires/);
  const revocation = await user.visitor.get(`${artifact.path}/shares/${link.id}/revoke`);
  assert.match(revocation.text, /that never expires/);
  const edit = `${artifact.path}/shares/${link.id}/edit`;
  await submit(edit, { expiresIn: "1h" });
  assert.ok("expiresAt" in (await linksOf(artifact.id))[0]);
  await submit(edit, { expiresIn: "never" });
  assert.ok(!("expiresAt" in (await linksOf(artifact.id))[0]));
});

test("offers links that never expire where the plan allows them", async () => {
  const free = await newUser({ plan: "free" });
  for (const [owner, isOffered] of [
    [user, true],
    [free, false],
  ]) {
    const own = owner === user ? key : newKey(free.account);
    const artifact = await newArtifact({}, own);
    const forms = [`${artifact.path}/shares/new`];
    await newLink(artifact, {}, owner).catch(() => undefined);
    const [{ id }] = await linksOf(artifact.id, own);
    forms.push(`${artifact.path}/shares/${id}/edit`);
    for (const path of forms) {
      const { text } = await owner.visitor.open(path);
      assert.equal(text.includes('<option value="never">'), isOffered, path);
      if (isOffered) continue;
      const refused = await owner.visitor.post(path, { expiresIn: "never" });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /Expiry cannot be .*never/);
    }
  }
});

test("a link is made with the defaults by a form without fields, which are shown if that is refused", async () => {
  const artifact = await newArtifact({ expiresIn: "1d" });
  const { headers } = await submit(`${artifact.path}/shares/new`, {}, user.visitor, artifact.path);
  assert.match(headers.location, /done=link-created-shorter/);
  const [link] = await linksOf(artifact.id);
  const { expiresAt } = await stateOf(artifact.id);
  assert.equal(link.expiresAt, expiresAt);
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(artifact.id)}'`);
  const refused = await submit(`${artifact.path}/shares/new`, {}, user.visitor, artifact.path);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /<option value="7d" selected>/);
  assert.doesNotMatch(refused.text, /<details open>/);
});

test("what is chosen less often is folded, unless it differs from the default", async () => {
  const artifact = await newArtifact();
  const openIn = async (path) =>
    [...(await user.visitor.open(path)).text.matchAll(/<details( open)?>\n<summary>([^<]*)</g)].map(
      ([, isOpen, label]) => (isOpen ? label : `(${label})`),
    );
  assert.deepEqual(await openIn(`${artifact.path}/shares/new`), ["(Limits)", "(Versions)", "(Appearance)"]);
  assert.deepEqual(await openIn(`${artifact.path}/shares/new?version=1`), [
    "(Limits)",
    "Versions",
    "(Appearance)",
  ]);
  for (const [fields, open] of [
    [{ name: "for Sam", password: "sesame seeds", expiresIn: "30d" }, []],
    [{ maxViews: "3" }, ["Limits"]],
    [{ showHistory: "yes" }, ["Versions"]],
    [{ cards: "off", live: "auto" }, ["Appearance"]],
  ]) {
    const { id } = await newLink(artifact, fields);
    const found = await openIn(`${artifact.path}/shares/${id}/edit`);
    assert.deepEqual(
      found.filter((label) => !label.startsWith("(")),
      open,
    );
  }
});

test("allows downloads of PDFs unless they are turned off, and offers them for PDFs only", async () => {
  const pdf = await newArtifact({ template: "pdf", content: { markdown: "# x" } });
  assert.match(
    (await user.visitor.get(`${pdf.path}/shares/new`)).text,
    /name="allowDownload" value="yes" checked/,
  );
  const oneClick = /<input type="hidden" name="allowDownload" value="yes">/;
  assert.match((await user.visitor.get(pdf.path)).text, oneClick);
  assert.ok((await newLink(pdf, { allowDownload: "yes" })).allowDownload);
  assert.ok(!(await newLink(pdf, { expiresIn: "7d" })).allowDownload);
  assert.match((await user.visitor.get(pdf.path)).text, /Downloads allowed/);
  const markdown = await newArtifact();
  assert.doesNotMatch((await user.visitor.get(`${markdown.path}/shares/new`)).text, /allowDownload/);
  assert.doesNotMatch((await user.visitor.get(markdown.path)).text, oneClick);
});

test("rejects an invalid share link", async () => {
  const artifact = await newArtifact();
  for (const [fields, problem] of [
    [{ maxViews: "0" }, /View limit must be a whole number from 1 to 1000000/],
    [{ maxViews: "many" }, /View limit must be a whole number/],
    [{ expiresIn: "9999w" }, /Expiry must be/],
    [{ password: "x".repeat(129) }, /Password must have 1 to 128 characters/],
    [{ name: "x".repeat(101) }, /Name must have 1 to 100 characters on a single line/],
    [{ expiresIn: "date", endDate: "" }, /Expiry must be a day from today on/],
    [{ expiresIn: "date", endDate: "2026-01-01" }, /Expiry must be a day from today on/],
  ]) {
    const answer = await submit(`${artifact.path}/shares/new`, { expiresIn: "7d", ...fields });
    assert.equal(answer.status, 400, JSON.stringify(fields));
    assert.match(answer.text, problem);
  }
  assert.deepEqual(await linksOf(artifact.id), []);
});

test("an expired artifact explains why it cannot get new share links", async () => {
  const artifact = await newArtifact({ expiresIn: "7d" });
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(artifact.id)}'`);
  const { text } = await user.visitor.get(artifact.path);
  assert.match(text, /Change its expiry to create new ones/);
  assert.equal((await user.visitor.get(`${artifact.path}/shares/new`)).status, 303);
  const answer = await submit(
    `${artifact.path}/shares/new`,
    { expiresIn: "7d" },
    user.visitor,
    `${artifact.path}/edit`,
  );
  assert.equal(answer.status, 409);
  assert.deepEqual(await linksOf(artifact.id), []);
});

test("changes the expiry of a share link, even an expired one, without changing its URL", async () => {
  const artifact = await newArtifact();
  const { id, url } = await newLink(artifact);
  const path = `${artifact.path}/shares/${id}/edit`;
  sql(`update share_links set expires_at = now() where id = '${uuidOf(id)}'`);
  assert.match((await user.visitor.get(artifact.path)).text, />Expired</);
  assert.equal((await submit(path, { expiresIn: "whenever" })).status, 400);
  assert.equal((await submit(path, { expiresIn: "30d" })).status, 303);
  const [link] = await linksOf(artifact.id);
  assert.equal(link.url, url);
  assert.equal((await request("GET", url)).status, 200);
  assert.deepEqual(audited(id), ["link.created Quarterly report", "link.changed Quarterly report"]);
});

test("revokes a share link after confirmation", async () => {
  const artifact = await newArtifact();
  const { id, url } = await newLink(artifact);
  const path = `${artifact.path}/shares/${id}/revoke`;
  assert.match((await user.visitor.get(path)).text, /Revoke this share link\?/);
  assert.equal((await request("GET", url)).status, 200);
  assert.equal((await submit(path, {})).status, 303);
  assert.equal((await request("GET", url)).status, 410);
  const { text } = await user.visitor.get(artifact.path);
  assert.match(text, />Revoked</);
  assert.ok(!text.includes(url));
  for (const gone of [path, `${artifact.path}/shares/${id}/edit`])
    assert.equal((await user.visitor.get(gone)).status, 404);
  assert.deepEqual(audited(id), ["link.created Quarterly report", "link.revoked Quarterly report"]);
});

const pages = (artifact, share) =>
  [
    "",
    "/json",
    "/preview",
    "/preview/file",
    "/edit",
    "/delete",
    "/shares/new",
    `/shares/${share}/edit`,
    `/shares/${share}/revoke`,
    `/shares/${share}/qr-code`,
  ].map((rest) => `/dashboard/artifacts/${artifact}${rest}`);
const forms = (artifact, share) =>
  [
    ["/edit", { title: "Mine", description: "", expiresIn: "1h" }],
    ["/delete", {}],
    ["/delete-permanently", { confirmation: artifact }],
    ["/restore", {}],
    ["/shares/new", { expiresIn: "7d" }],
    [`/shares/${share}/edit`, { expiresIn: "1h" }],
    [`/shares/${share}/revoke`, {}],
  ].map(([rest, fields]) => [`/dashboard/artifacts/${artifact}${rest}`, fields]);

test("a user cannot reach another account's artifacts or share links", async () => {
  const theirs = await newUser();
  const theirKey = newKey(theirs.account);
  const own = await newArtifact();
  const ownLink = await newLink(own);
  const foreign = await newArtifact({ template: "pdf", content: { markdown: "# x" } }, theirKey);
  await untilPdfIsMade(theirKey, foreign.id);
  const made = await call(theirKey, "POST", `/artifacts/${foreign.id}/share`, {});
  assert.equal(made.status, 200);
  const [foreignLink] = await linksOf(foreign.id, theirKey);
  const deleted = await newArtifact({}, theirKey);
  await call(theirKey, "DELETE", `/artifacts/${deleted.id}`);
  const nobodys = "art_00000000000000000000000000";
  const nobodysLink = "shr_00000000000000000000000000";

  const both = [user.account, theirs.account].map((id) => `'${uuidOf(id)}'`).join();
  const counts = () =>
    sql(`select
      (select count(*) from share_links join artifacts a on a.id = artifact_id where a.account_id in (${both})),
      (select count(*) from audit_events where account_id in (${both}))`);
  const states = async () => [
    await stateOf(foreign.id, theirKey),
    await stateOf(deleted.id, theirKey),
    await linksOf(foreign.id, theirKey),
    await linksOf(own.id),
    await stateOf(own.id),
  ];
  const [before, countsBefore] = [await states(), counts()];
  const { visitor } = user;
  const withoutId = ({ status, text }) => ({ status, text });
  const missing = withoutId(await visitor.get(`/dashboard/artifacts/${nobodys}`));
  assert.equal(missing.status, 404);

  const places = [
    [nobodys, nobodysLink],
    [foreign.id, foreignLink.id],
    [foreign.id, ownLink.id],
    [deleted.id, foreignLink.id],
  ];
  await visitor.open(own.path);
  const token = visitor.formToken;
  for (const [artifact, share] of places) {
    for (const path of pages(artifact, share))
      assert.deepEqual(withoutId(await visitor.get(path)), missing, path);
    for (const [path, fields] of forms(artifact, share))
      assert.deepEqual(withoutId(await visitor.post(path, { form_token: token, ...fields })), missing, path);
  }
  // Their link below one's own artifact.
  for (const path of pages(own.id, foreignLink.id).slice(-3))
    assert.deepEqual(withoutId(await visitor.get(path)), missing, path);
  for (const [path, fields] of forms(own.id, foreignLink.id).slice(-2))
    assert.deepEqual(withoutId(await visitor.post(path, { form_token: token, ...fields })), missing, path);

  assert.deepEqual(await states(), before);
  assert.equal(counts(), countsBefore);
});

test("members can do all of this too", async () => {
  const { visitor } = await newUser({ account: user.account, role: "member" });
  const artifact = await newArtifact();
  assert.equal(
    (await submit(`${artifact.path}/edit`, { title: "By a member", expiresIn: "" }, visitor)).status,
    303,
  );
  assert.ok(await newLink(artifact, {}, { visitor }));
});

test("paginates the share links of an artifact", async () => {
  const artifact = await newArtifact();
  sql(`insert into share_links (id, artifact_id, account_id, signing_key_id, created_at, expires_at)
       select gen_random_uuid(), id, account_id, 'k1', now() - interval '1 minute' * n, now() + interval '1 day'
         from artifacts, generate_series(1, 120) as n
        where id = '${uuidOf(artifact.id)}'`);
  const shown = new Set();
  let pages = 0;
  for (let next = artifact.path; next; ++pages) {
    const { status, text } = await user.visitor.get(next);
    assert.equal(status, 200);
    for (const [, link] of text.matchAll(/\/shares\/(shr_\w+)\/edit/g)) shown.add(link);
    assert.equal(/>Newest</.test(text), pages > 0);
    next = /rel="next" href="([^"#]*)#links"/.exec(text)?.[1];
  }
  assert.equal(pages, 3);
  assert.equal(shown.size, 120);
  assert.equal((await user.visitor.get(`${artifact.path}?links=x`)).status, 400);
  const oldest = [...shown].at(-1);
  assert.equal((await user.visitor.get(`${artifact.path}/shares/${oldest}/edit`)).status, 200);
});

test("a link that outlives its artifact keeps it, or the page says that it does not", async () => {
  const artifact = await newArtifact({ expiresIn: "7d" });
  const days = async () => (Date.parse((await stateOf(artifact.id)).expiresAt) - Date.now()) / 86_400_000;
  const form = `${artifact.path}/shares/new`;
  const ticked = /name="extendArtifact" value="yes" checked/;
  assert.match((await user.visitor.get(form)).text, ticked);

  const pageAfter = ({ headers }) => user.visitor.get(headers.location.replace(/#.*/, ""));
  assert.match((await pageAfter(await submit(form, { expiresIn: "90d" }))).text, /It ends with the artifact/);
  assert.ok((await days()) < 7.1);
  const [limited] = await linksOf(artifact.id);
  const edit = `${artifact.path}/shares/${limited.id}/edit`;
  assert.match((await user.visitor.get(edit)).text, ticked);
  const kept = await submit(edit, { expiresIn: "60d" });
  const { text } = await pageAfter(kept);
  assert.match(text, /Share link changed\. It ends with the artifact/);

  const extended = await submit(edit, { expiresIn: "60d", extendArtifact: "yes" });
  assert.match((await pageAfter(extended)).text, /Share link changed\.</);
  assert.ok(Math.abs((await days()) - 60) < 0.1, `${await days()} days`);
  await submit(form, { expiresIn: "90d", extendArtifact: "yes" });
  assert.ok(Math.abs((await days()) - 90) < 0.1, `${await days()} days`);
  assert.doesNotMatch(
    (await user.visitor.get(`${(await newArtifact()).path}/shares/new`)).text,
    /extendArtifact/,
  );
});

test("the form of a link is filled with what is, and saving it changes nothing", async () => {
  const artifact = await newArtifact({ template: "pdf", content: { markdown: "# x" }, expiresIn: "60d" });
  const link = await newLink(artifact, {
    name: `Sam & "Kim"`,
    expiresIn: "90d",
    password: "open sesame",
    maxViews: "7",
    allowDownload: "yes",
  });
  await request("GET", link.url, { headers: { "x-share-password": "open sesame" } });
  const [before] = await linksOf(artifact.id);
  const path = `${artifact.path}/shares/${link.id}/edit`;
  const { text } = await user.visitor.open(path);
  for (const part of [
    'value="Sam &amp; &quot;Kim&quot;"',
    '<option value="" selected data-time="',
    'name="maxViews" inputmode="numeric" maxlength="7" value="7"',
    'name="allowDownload" value="yes" checked',
    'name="removePassword" value="yes">',
    "it has had 1.",
  ])
    assert.ok(text.includes(part), part);
  const same = { name: `Sam & "Kim"`, expiresIn: "", endDate: "", password: "", maxViews: "7" };
  const fields = { ...same, extendArtifact: "yes", allowDownload: "yes" };
  const saved = await user.visitor.post(path, fields);
  assert.match((await user.visitor.open(saved.headers.location)).text, /Share link changed\.</);
  assert.deepEqual(await linksOf(artifact.id), [before]);
  assert.deepEqual(audited(link.id), ["link.created Quarterly report"]);
});

test("one form changes everything about a link", async () => {
  const artifact = await newArtifact({ template: "pdf", content: { markdown: "# x" } });
  const { id } = await newLink(artifact, { name: "for Sam", allowDownload: "yes", maxViews: "3" });
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const save = async (fields) => {
    const answer = await submit(`${artifact.path}/shares/${id}/edit`, fields);
    assert.equal(answer.status, 303, answer.text);
    return (await linksOf(artifact.id))[0];
  };
  const dated = { name: "for Kim", expiresIn: "date", endDate: day, password: "open sesame", maxViews: "" };
  let link = await save(dated);
  assert.deepEqual(
    [link.name, link.expiresAt, link.hasPassword, link.maxViews, link.allowDownload],
    ["for Kim", `${day}T23:59:59.000Z`, true, undefined, false],
  );
  link = await save({ name: "", expiresIn: "", password: "", maxViews: "", removePassword: "yes" });
  assert.deepEqual([link.name, link.expiresAt, link.hasPassword], [undefined, `${day}T23:59:59.000Z`, false]);
  const document = await newArtifact();
  const { id: other } = await newLink(document);
  const edit = `${document.path}/shares/${other}/edit`;
  await submit(edit, { expiresIn: "", remoteImages: "off" });
  assert.match((await user.visitor.get(edit)).text, /<option value="off" selected>/);
  assert.equal((await linksOf(document.id))[0].remoteImages, "off");
});

test("a link is pinned to a version in its form, and its page and card say so", async () => {
  const artifact = await newArtifact();
  const { id, version } = await newLink(artifact, { version: "latest", live: "auto" });
  assert.equal(version, "latest");
  await call(key, "PUT", `/artifacts/${artifact.id}`, { content: { text: "changed" }, note: "Of <May>" });
  const edit = `${artifact.path}/shares/${id}/edit`;
  const form = (await user.visitor.get(edit)).text;
  assert.match(form, /<option value="latest" selected>/);
  assert.match(
    form,
    /<option value="2" data-time="[^"]*">Version 2, of [^<]*\(current\): Of &lt;May&gt;<\/option>/,
  );
  assert.match(form, /<option value="auto" selected>/);
  const answer = await submit(edit, { expiresIn: "", version: "1", live: "off", showHistory: "yes" });
  assert.equal(answer.status, 303, answer.text);
  const [link] = await linksOf(artifact.id);
  assert.deepEqual([link.version, link.live, link.showHistory], [1, "off", true]);
  const { text } = await user.visitor.get(artifact.path);
  assert.match(text, /Stays at version 1/);
  assert.match(text, /Viewers can read the history/);
  assert.equal(
    (await submit(edit, { expiresIn: "", version: "1", showHistory: "yes", maxViews: "5" })).status,
    303,
  );
  assert.doesNotMatch((await user.visitor.get(artifact.path)).text, /Viewers can read the history/);
  const changed = (await user.visitor.get(edit)).text;
  assert.match(changed, /<option value="1" selected data-time="/);
  assert.match(changed, /name="showHistory" value="yes" checked/);
  const refused = await submit(edit, { expiresIn: "", version: "9" });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /no version that the artifact has/);
  const shown = (await user.visitor.get(`${artifact.path}/history/1`)).text;
  assert.ok(shown.includes(`href="${artifact.path}/shares/new?version=1"`));
  assert.match(
    (await user.visitor.get(`${artifact.path}/shares/new?version=1`)).text,
    /<option value="1" selected data-time="/,
  );
});

test("an artifact's page begins with its links: name, address, embed code, and QR code", async () => {
  const artifact = await newArtifact({ title: `Profit & "loss"` });
  const link = await newLink(artifact, { name: "for <Sam>" });
  const { text } = await user.visitor.get(artifact.path);
  assert.ok(text.indexOf(`>${link.url}</code>`) < text.indexOf("<iframe"));
  assert.ok(text.includes('<h3 dir="auto">for &lt;Sam&gt;</h3>'));
  const [, code] = /aria-label="Embed code">([^<]*)</.exec(text);
  assert.equal(
    code.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
    `<iframe src="${link.url}&embed=1" title="Profit &amp; &quot;loss&quot;" loading="lazy" ` +
      'style="width: 100%; height: 30rem; border: 0"></iframe>',
  );
  const path = `${artifact.path}/shares/${link.id}/qr-code`;
  assert.ok(text.includes(`src="${path}"`));
  const image = await user.visitor.get(path);
  assert.equal(image.headers["content-type"], "image/svg+xml");
  assert.match(image.text, /^<svg .* d="M4 4h7v1h-7z/);
  assert.equal(image.headers["cache-control"], "private, no-store");
  await submit(`${artifact.path}/shares/${link.id}/revoke`, {});
  assert.equal((await user.visitor.get(path)).status, 404);
  assert.match(
    (await user.visitor.get(artifact.path)).text,
    /<details class="dead-links" open>[^]*for &lt;Sam/,
  );
});

test("charts show views by day, of the artifact and of each link", async () => {
  const artifact = await newArtifact();
  const link = await newLink(artifact, { name: "for Sam" });
  const views = `${artifact.path}/views`;
  assert.doesNotMatch((await user.visitor.get(artifact.path)).text, /Views by day/);
  assert.match((await user.visitor.get(views)).text, /No views in the last 90 days/);
  const agents = ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0)", "curl/7.88.1", "Slackbot 1.0"];
  for (const agent of agents) await request("GET", link.url, { headers: { "user-agent": agent } });
  const other = await newLink(artifact);

  const { text } = await user.visitor.get(artifact.path);
  assert.match(text, /aria-label="Views by day: most on \d+ \w+: 2"/);
  assert.ok(text.includes(`<a href="${views}">Views by day</a>`));
  assert.ok(text.includes(`<a href="${views}?share=${link.id}">2 views</a>`));
  for (const [query, subject, expected] of [
    ["", /Of all share links/, 1],
    [`?share=${link.id}`, /Of the share link <strong dir="auto">for Sam<\/strong>/, 1],
    [`?share=${other.id}`, /No views in the last 90 days/, 0],
  ]) {
    const page = await user.visitor.get(views + query);
    assert.match(page.text, subject);
    for (const name of ["People", "Programs", "Previewers"])
      assert.equal(page.text.split(`${name} by day: most on`).length - 1, expected, name);
    assert.equal(page.text.split("</th><td>1</td><td>1</td><td>1</td>").length - 1, expected);
  }
  const elsewhere = await newArtifact();
  for (const query of [`?share=${link.id}`, "?share=x"])
    assert.equal((await user.visitor.get(`${elsewhere.path}/views${query}`)).status, 404);
  const stranger = await newUser();
  assert.equal((await stranger.visitor.get(views)).status, 404);
});
