// The audit log: what is recorded, and who may read it.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { admin, call, markdown, newAccount, newKey, share, sql, uuidOf } from "../../service/api_client.mjs";
import { assertApiHeaders, assertError, idPattern } from "../../service/contract_assertions.mjs";
import { newUser, nextOf } from "../../service/dashboard_client.mjs";
import { maintain } from "../../service/maintenance.mjs";
import { connect } from "../../service/oauth_client.mjs";
import { callTool } from "../mcp/messages.mjs";

const audit = "/dashboard/settings/audit";
const read = async (key, query = "") => {
  const response = await call(key, "GET", `/account/audit${query}`);
  assert.equal(response.status, 200, response.text);
  return response.json;
};
const actions = ({ data }) => data.map(({ action }) => action);

test("the audit log has what a key does, with the key, its name and its address", async () => {
  const { account, key } = newAccount();
  const { id, url } = await share(key, markdown("x", { title: "Plans" }));
  assert.ok(url);
  await call(key, "POST", `/artifacts/${id}/share`, {});
  const [{ id: link }] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  await call(key, "PATCH", `/artifacts/${id}/shares/${link}`, { expiresIn: "2h" });
  await call(key, "DELETE", `/artifacts/${id}/shares/${link}`);
  await call(key, "DELETE", `/artifacts/${id}`);
  await call(key, "POST", `/artifacts/${id}/restore`);
  await call(key, "DELETE", `/artifacts/${id}?permanent=true`);

  const response = await call(key, "GET", "/account/audit");
  assertApiHeaders(response);
  assert.deepEqual(actions(response.json), [
    "artifact.deleted_permanently",
    "artifact.restored",
    "artifact.deleted",
    "link.revoked",
    "link.changed",
    "link.created",
    "link.created",
    "key.created",
    "account.added",
  ]);
  const caller = (await call(key, "GET", "/account")).json;
  const [removed, , , revoked] = response.json.data;
  assert.deepEqual(removed.actor, { type: "key", id: caller.key.id, name: caller.key.name });
  // What was deleted permanently has no name any more.
  assert.deepEqual([removed.subject, removed.subjectName], [id, null]);
  assert.deepEqual([revoked.subject, revoked.subjectName], [link, null]);
  assert.match(removed.address, /^(127\.0\.0\.1|::1)$/);
  assert.match(removed.id, idPattern("evt"));
  const added = response.json.data.at(-1);
  assert.deepEqual(added.actor, { type: "operator", id: null, name: "operator" });
  assert.deepEqual([added.address, added.subject], [null, account]);
});

test("the event of a changed share link says what changed, and never the password", async () => {
  const { account, key } = newAccount();
  const { id, url } = await share(key, markdown("x", { password: "first secret" }));
  assert.ok(url);
  const [{ id: link }] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  const changes = [
    [{ name: "secret friend" }, ["name_set"]],
    [{ name: null }, ["name_removed"]],
    [{ expiresIn: "2h" }, ["expiry_changed"]],
    [{ password: "second secret" }, ["password_set"]],
    [{ password: null }, ["password_removed"]],
    [{ maxViews: 5 }, ["view_limit_set"]],
    [{ maxViews: null }, ["view_limit_removed"]],
    [{ allowDownload: true }, ["download_allowed"]],
    [{ allowDownload: false }, ["download_disallowed"]],
    [{ remoteImages: "off" }, ["remote_images_changed"]],
    [
      { expiresIn: "never", password: "third secret", maxViews: 7, allowDownload: false },
      ["expiry_changed", "password_set", "view_limit_set"],
    ],
  ];
  for (const [change] of changes) {
    const response = await call(key, "PATCH", `/artifacts/${id}/shares/${link}`, change);
    assert.equal(response.status, 200, response.text);
  }
  // Nothing changes, so nothing is recorded.
  await call(key, "PATCH", `/artifacts/${id}/shares/${link}`, { maxViews: 7, allowDownload: false });

  const log = await read(key, "?action=link.changed");
  assert.deepEqual(
    log.data.map((event) => event.changes),
    changes.map(([, names]) => names).reverse(),
  );
  assert.doesNotMatch(JSON.stringify(log), /secret|scrypt/);
  assert.ok((await read(key, "?action=link.created")).data.every((event) => !("changes" in event)));

  const listed = JSON.parse(
    admin("audit", "list", "--account", account, "--action", "link.changed", "--json"),
  );
  assert.deepEqual(listed[0].changes, changes.at(-1)[1]);
  const text = admin("audit", "list", "--account", account, "--action", "link.changed");
  assert.match(text.split("\n")[0], /: expiry_changed, password_set, view_limit_set$/);

  const owner = await newUser({ account });
  const page = await owner.visitor.open(`${audit}?action=link.changed`);
  for (const part of ["Expiry changed, password set, view limit set", "Download allowed"])
    assert.ok(page.text.includes(part), part);
});

test("every update of an artifact is recorded, by whom, and with what has changed", async () => {
  const { account, key } = newAccount();
  const externalId = `report-${randomUUID()}`;
  const path = `/artifacts/ext:${externalId}`;
  const created = await call(key, "PUT", path, markdown("# One", { title: "T" }));
  assert.equal(created.status, 201, created.text);
  const { id } = created.json;
  const content = (text) => markdown(text).content;
  const moment = new Date(Date.now() + 864e5).toISOString();
  const updates = [
    [{ content: content("# Two, longer") }, ["content"]],
    [{ content: content("# 2wo, longer") }, ["content"]],
    [{ title: "New" }, ["title"]],
    [{ title: null }, ["title"]],
    [{ description: "D" }, ["description"]],
    [{ metadata: { a: 1, b: "x" } }, ["metadata"]],
    [{ metadata: { a: null } }, ["metadata"]],
    [{ expiresIn: moment }, ["expiry"]],
    [{ expiresIn: "never" }, ["expiry"]],
    [
      { content: content("# Three"), title: "A", description: "B", metadata: { c: 1 }, expiresIn: "3d" },
      ["content", "title", "description", "metadata", "expiry"],
    ],
    [{ content: content("# Three"), title: "B", description: "B", metadata: { c: 1 } }, ["title"]],
  ];
  for (const [update] of updates) {
    const { status, text } = await call(key, "PUT", `/artifacts/${id}`, update);
    assert.equal(status, 200, text);
  }
  const upserted = await call(key, "PUT", path, markdown("# Four", { title: "B", description: "B" }));
  assert.equal(upserted.status, 200, upserted.text);
  updates.push([{}, ["content"]]);
  const linked = await call(
    key,
    "PUT",
    path,
    markdown("# Five", { title: "B", description: "B", share: {} }),
  );
  assert.equal(linked.status, 200, linked.text);
  updates.push([{}, ["content"]]);
  const expected = updates.map(([, changes]) => changes).reverse();

  // None of these changes anything.
  for (const [to, body] of [
    [`/artifacts/${id}`, { content: content("# Five"), title: "B", metadata: { c: 1, gone: null } }],
    [`/artifacts/${id}`, { title: "B" }],
    [path, markdown("# Five", { title: "B", description: "B", metadata: { b: "x" } })],
    [path, markdown("# Five", { title: "B", description: "B", share: {} })],
  ])
    assert.equal((await call(key, "PUT", to, body)).status, 200);

  const log = await read(key, "?action=artifact.updated");
  assert.deepEqual(
    log.data.map(({ changes }) => changes),
    expected,
  );
  const caller = (await call(key, "GET", "/account")).json.key;
  for (const { actor, subject } of log.data)
    assert.deepEqual([actor, subject], [{ type: "key", id: caller.id, name: caller.name }, id]);
  assert.equal(log.data[0].subjectName, "B");

  const owner = await newUser({ account });
  const page = await owner.visitor.open(`${audit}?action=artifact.updated`);
  assert.ok(page.text.includes("Artifact updated"));
  assert.ok(page.text.includes("Content, title, description, metadata, expiry"));
});

test("an update that is rejected or outrun is not recorded", async () => {
  const { key } = newAccount();
  const { id } = await share(key, markdown("x"));
  const etag = { "if-match": '"0-active-aaaaaaaa"' };
  assert.equal((await call(key, "PUT", `/artifacts/${id}`, { title: "x" }, etag)).status, 412);
  assert.equal((await call(key, "PUT", `/artifacts/${id}`, { title: "x".repeat(300) })).status, 400);
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) => call(key, "PUT", `/artifacts/${id}`, { title: `Title ${n}` })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal((await read(key, "?action=artifact.updated")).data.length, 4);
});

test("an update by a connected app names the app and its user", async () => {
  const { account, email, visitor } = await newUser();
  const app = await connect(visitor);
  const { id } = await share(newKey(account), markdown("x"));
  const answer = await callTool(app.access_token, "update", { artifact: id, markdown: "# New" });
  assert.ok(!answer.isError, JSON.stringify(answer));
  const [event] = (await read(newKey(account), "?action=artifact.updated")).data;
  assert.deepEqual(event.changes, ["content"]);
  assert.equal(event.actor.type, "user");
  assert.ok(event.actor.name.startsWith(`${email} via `), event.actor.name);
});

test("calls that change nothing and calls that are rejected are not recorded", async () => {
  const { key } = newAccount();
  const other = newAccount();
  const { id } = await share(key, markdown("x"));
  const [{ id: link }] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  for (let i = 0; i < 2; ++i) await call(key, "DELETE", `/artifacts/${id}/shares/${link}`);
  for (let i = 0; i < 2; ++i) await call(key, "DELETE", `/artifacts/${id}`);
  await call(key, "POST", `/artifacts/${id}/share`, {});
  await call(key, "PATCH", `/artifacts/${id}/shares/${link}`, { expiresIn: "2h" });
  for (const method of ["DELETE", "POST"])
    await call(other.key, method, `/artifacts/${id}${method === "POST" ? "/share" : ""}`);
  assert.deepEqual(actions(await read(key)).slice(0, 3), [
    "artifact.deleted",
    "link.revoked",
    "link.created",
  ]);
  assert.deepEqual(actions(await read(other.key)), ["key.created", "account.added"]);
});

test("a call with an Idempotency-Key is recorded once", async () => {
  const { key } = newAccount();
  const headers = { "idempotency-key": randomUUID() };
  for (let i = 0; i < 2; ++i) await call(key, "POST", "/artifacts/share", markdown("x"), headers);
  assert.equal(actions(await read(key)).filter((action) => action === "link.created").length, 1);
});

test("the log is paginated, newest first, with each event once", async () => {
  const { account, key } = newAccount();
  for (let i = 0; i < 5; ++i) await share(key, markdown("x", { title: `${i}` }));
  // All in one millisecond: the id decides.
  sql(`update audit_events set created_at = date_trunc('milliseconds', now() - interval '1 day') where account_id = '${uuidOf(account)}'
          and action = 'link.created'`);
  const all = (await read(key, "?limit=100")).data;
  const met = [];
  for (let query = "?limit=2", pages = 0; ; ++pages) {
    const page = await read(key, query);
    met.push(...page.data);
    assert.equal(page.pagination.limit, 2);
    if (pages === 0) await share(key, markdown("added meanwhile"));
    assert.equal(page.pagination.hasMore, page.pagination.nextCursor !== null);
    if (!page.pagination.hasMore) break;
    query = `?limit=2&cursor=${page.pagination.nextCursor}`;
  }
  assert.deepEqual(met, all);
  assert.equal(met.length, 7);

  const filtered = await read(key, "?action=link.created&limit=4");
  assert.ok(filtered.data.every(({ action }) => action === "link.created"));
  const { nextCursor } = filtered.pagination;
  assert.equal((await read(key, `?action=link.created&cursor=${nextCursor}`)).data.length, 2);
  assertError(await call(key, "GET", `/account/audit?cursor=${nextCursor}`), 400, "invalid_cursor");
});

test("a frequent action that is rare in an account is found, page by page", async () => {
  const { account, key } = newAccount();
  await share(key, markdown("x"));
  sql(`update audit_events set created_at = date_trunc('milliseconds', now() - interval '1 day') where account_id = '${uuidOf(account)}';
       insert into audit_events
         (id, account_id, created_at, action, actor_name, client_address, subject, subject_name)
       select gen_random_uuid(), '${uuidOf(account)}', now() - interval '1 second' * n, 'artifact.deleted',
              'x', '', '', ''
         from generate_series(1, 45000) as n`);
  const pages = [];
  for (let cursor = ""; cursor !== null;) {
    const page = await read(key, `?action=link.created${cursor && `&cursor=${cursor}`}`);
    pages.push(page.data.length);
    cursor = page.pagination.nextCursor;
  }
  assert.deepEqual(pages, [0, 0, 1]);
});

test("filters by who did it, to which artifact, and when, also in the dashboard and its CSV file", async () => {
  const owner = await newUser();
  const { account } = owner;
  const [first, second] = [newKey(account), newKey(account)];
  const { id } = await share(first, markdown("x", { title: "=Plans, old", share: { name: "for Sam" } }));
  const other = await share(second, markdown("x", { title: "Other" }));
  await call(second, "PUT", `/artifacts/${id}`, { title: "Plans, new" });
  sql(`update audit_events set created_at = '2026-01-31T23:59:59.999Z'
        where account_id = '${uuidOf(account)}' and subject_name = 'Other'`);
  const keyId = (await call(second, "GET", "/account")).json.key.id;
  const userId = (await read(first, "?action=user.signed_in")).data[0].actor.id;

  const of = async (query) => (await read(first, query)).data.map((e) => `${e.action} ${e.subjectName}`);
  assert.deepEqual(await of(`?artifact=${id}`), ["artifact.updated Plans, new", "link.created =Plans, old"]);
  assert.deepEqual(await of(`?actor=${keyId}`), ["artifact.updated Plans, new", "link.created Other"]);
  assert.deepEqual(await of(`?actor=${keyId}&action=link.created`), ["link.created Other"]);
  assert.deepEqual(await of(`?actor=${keyId}&artifact=${id}`), ["artifact.updated Plans, new"]);
  assert.deepEqual(await of("?createdBefore=2026-02-01T00:00:00Z"), ["link.created Other"]);
  assert.deepEqual(await of("?createdAfter=2026-01-31T23:59:59.999Z&action=link.created"), [
    "link.created =Plans, old",
  ]);
  assert.ok((await read(first, `?actor=${userId}`)).data.every(({ actor }) => actor.id === userId));
  const { nextCursor } = (await read(first, `?actor=${keyId}&limit=1`)).pagination;
  assert.deepEqual(await of(`?actor=${keyId}&cursor=${nextCursor}`), ["link.created Other"]);
  assertError(await call(first, "GET", `/account/audit?cursor=${nextCursor}`), 400, "invalid_cursor");

  const titles = (text) => ["Plans, new", "=Plans, old", "Other"].filter((title) => text.includes(title));
  const page = await owner.visitor.open(`${audit}?artifact=${id}`);
  assert.deepEqual(titles(page.text), ["Plans, new", "=Plans, old"]);
  const shown = await owner.visitor.open(`/dashboard/artifacts/${id}`);
  assert.ok(shown.text.includes(`href="${audit}?artifact=${id}"`), "its page leads to its events");
  assert.ok(page.text.includes(`<a href="/dashboard/artifacts/${id}">`), "the link leads to its artifact");
  assert.ok(page.text.includes(`href="${audit}?actor=${keyId}"`), "the actor leads to what it did");
  assert.ok(page.text.includes(`audit.csv?action=&amp;actor=&amp;artifact=${id}&amp;from=&amp;to="`));
  const days = await owner.visitor.open(`${audit}?from=2026-01-31&to=2026-01-31`);
  assert.deepEqual(titles(days.text), ["Other"]);
  assert.ok(days.text.includes(`<a href="/dashboard/artifacts/${other.id}">`));
  const byKey = await owner.visitor.open(`${audit}?actor=${keyId}`);
  assert.deepEqual(titles(byKey.text), ["Plans, new", "Other"]);
  assert.match(byKey.text, new RegExp(`<option value="${keyId}" selected>`));
  assert.ok(
    (await owner.visitor.open(`${audit}?actor=usr_x&artifact=art_x&from=x&to=2026-02-30`)).text.includes(
      "=Plans, old",
    ),
    "values that are none select all",
  );

  const csv = await owner.visitor.open(`${audit}.csv?artifact=${id}`);
  assert.equal(csv.headers["content-type"], "text/csv; charset=utf-8");
  assert.match(csv.headers["content-disposition"], /^attachment; filename="audit-log\.csv"$/);
  const [head, ...lines] = csv.text.trimEnd().split("\r\n");
  assert.equal(head, "time,event,actor id,actor,address,subject id,subject,link,changes,reason");
  assert.equal(lines.length, 2);
  assert.match(
    lines[0],
    new RegExp(`^[-0-9T:.Z]+,artifact\\.updated,${keyId},[^,]+,[^,]+,${id},"Plans, new",,title,$`),
  );
  assert.match(lines[1], /,link\.created,.*,"'=Plans, old",for Sam,,$/);
  assert.match(page.text, />for Sam<\/span>/);
});

test("a CSV file has ten thousand events at most, and a member gets none", async () => {
  const owner = await newUser();
  sql(`insert into audit_events (id, account_id, action, actor_name, client_address, subject, subject_name)
       select gen_random_uuid(), '${uuidOf(owner.account)}', 'key.created', 'x', '', '', 'number ' || n
         from generate_series(1, 10500) n`);
  const csv = await owner.visitor.open(`${audit}.csv?action=key.created`);
  const numbers = csv.text.match(/number \d+/g);
  assert.deepEqual([numbers.length, new Set(numbers).size], [10_000, 10_000]);
  const member = await newUser({ account: owner.account, role: "member" });
  assert.equal((await member.visitor.open(`${audit}.csv`)).status, 403);
});

test("an invalid parameter is rejected by name", async () => {
  const { key } = newAccount();
  for (const query of [
    "limit=0",
    "limit=101",
    "limit=x",
    "action=x",
    "action=",
    "actor=art_x",
    "artifact=x",
    "createdAfter=yesterday",
  ])
    assertError(
      await call(key, "GET", `/account/audit?${query}`),
      400,
      "invalid_request",
      query.split("=")[0],
    );
  for (const cursor of ["x", "", "A".repeat(48)])
    assertError(await call(key, "GET", `/account/audit?cursor=${cursor}`), 400, "invalid_cursor");
});

// With so many events that one index is clearly the better.
test("the lists of all events and of each action are served by an index", () => {
  const account = uuidOf(newAccount().account);
  sql(`insert into audit_events (id, account_id, action, actor_name, client_address, subject, subject_name)
       select gen_random_uuid(), '${account}', case when n % 100 = 0 then 'key.created' else 'link.created' end,
              'x', '', '', ''
         from generate_series(1, 10000) as n;
       analyze audit_events`);
  for (const [filter, index] of [
    ["", "audit_events_of_account"],
    ["and action = 'link.created'", "audit_events_of_account"],
    ["and action = 'key.created'", "audit_events_by_other_action"],
  ]) {
    const plan = sql(`set enable_seqscan = off; set enable_sort = off;
      explain select id from audit_events where account_id = '${account}' ${filter}
         and (created_at, id) < ('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
       order by created_at desc, id desc limit 21`);
    assert.match(plan, new RegExp(`Index (Only )?Scan Backward using ${index}`));
    assert.doesNotMatch(plan, /Sort/);
  }
});

test("the pages of the log in the dashboard lead to its end", async () => {
  const owner = await newUser();
  sql(`insert into audit_events (id, account_id, action, actor_name, client_address, subject, subject_name)
       select gen_random_uuid(), '${uuidOf(owner.account)}', 'key.created', 'x', '', '', 'number ' || n
         from generate_series(1, 120) n`);
  const met = [];
  for (let path = `${audit}?action=key.created`; path;) {
    const { text } = await owner.visitor.open(path);
    met.push(...text.match(/number \d+/g));
    path = nextOf(text);
  }
  assert.deepEqual([met.length, new Set(met).size], [120, 120]);
});

test("hides the events of other accounts, and shows titles as text", async () => {
  const owner = await newUser();
  const key = newKey(owner.account);
  const other = newAccount();
  await share(other.key, markdown("x", { title: "a stranger's" }));
  await share(key, markdown("x", { title: `<script>alert(1)</script>"><img src=x onerror=alert(1)>` }));
  const { text } = await owner.visitor.open(audit);
  assert.ok(!text.includes("a stranger's") && !text.includes("a stranger&#39;s"));
  assert.ok(text.includes("&lt;script&gt;alert(1)"));
  assert.ok(!text.includes("<script>alert") && !text.includes("<img src=x"));
});

test("events are removed at the end of their retention", async () => {
  const { account, key } = newAccount();
  await share(key, markdown("x"));
  sql(`update audit_events set created_at = now() - interval '364 days 23 hours'
        where account_id = '${uuidOf(account)}' and action = 'account.added'`);
  sql(`update audit_events set created_at = now() - interval '365 days 1 second'
        where account_id = '${uuidOf(account)}' and action = 'key.created'`);
  maintain();
  assert.deepEqual(actions(await read(key)), ["link.created", "account.added"]);
});
