// What an account uses, as its dashboard shows it.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  admin,
  call,
  markdown,
  newAccount,
  openCover,
  newKey,
  request,
  share,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { maintain } from "../../service/maintenance.mjs";

const usage = (account) => JSON.parse(admin("usage", "--account", account, "--json"));
const today = (account) => usage(account).days.at(-1);
const stored = (account) =>
  sql(`select coalesce(sum(requests), 0) || ' ' || coalesce(sum(views), 0)
         from usage_days where account_id = '${uuidOf(account)}'`);

test("does not count rate-limited requests", async () => {
  const { account, key } = newAccount({ requestsPerMinute: 3 });
  // In one window, which may end in between.
  const answers = [];
  for (let i = 0; i < 6; ++i) answers.push((await call(key, "GET", "/account")).status);
  assert.equal(today(account).requests, answers.filter((status) => status === 200).length);
});

test("counts views per day for share links with and without a view limit", async () => {
  const { account, key } = newAccount();
  const { url } = await share(key, markdown("x"));
  const limited = await share(key, markdown("x", { maxViews: 2 }));
  for (let i = 0; i < 3; ++i) await request("GET", url);
  for (let i = 0; i < 3; ++i) await openCover(limited.url);
  assert.equal(today(account).views, 5);
  maintain();
  assert.match(stored(account), / 5$/);
  assert.equal(today(account).views, 5);
});

test("records the last use of a key without evicting it from the workers' caches", async () => {
  const { account, key } = newAccount();
  const lastUse = () => JSON.parse(admin("key", "list", "--account", account, "--json"))[0].lastUsedAt;
  assert.equal(lastUse(), undefined);
  const before = Math.floor(Date.now() / 1000) * 1000;
  await call(key, "GET", "/account");
  maintain();
  const first = Date.parse(lastUse());
  assert.ok(first >= before && first <= Date.now());
  await until(
    async () => {
      await call(key, "GET", "/account");
      maintain();
      return Date.parse(lastUse());
    },
    (moment) => moment > first,
  );
});

test("shows the last use of a key immediately", async () => {
  const { account, visitor } = await newUser();
  const key = newKey(account);
  const page = async () => (await visitor.get("/dashboard/settings/keys")).text;
  const lastUse = () => JSON.parse(admin("key", "list", "--account", account, "--json"))[0].lastUsedAt;
  const neverUsed = /<td data-label="Last used">Never<\/td>/;
  assert.match(await page(), neverUsed);
  await call(key, "GET", "/account");
  // Unless maintenance comes by at this moment, Redis alone knows of it.
  assert.doesNotMatch(await page(), neverUsed);
  assert.ok(Math.abs(Date.parse(lastUse()) - Date.now()) < 60000);
});

test("counts artifacts, bytes and share links", async () => {
  const { account, key } = newAccount();
  const of = () => {
    const { artifacts, deletedArtifacts, contentBytes, links } = usage(account);
    return [artifacts, deletedArtifacts, contentBytes, links];
  };
  const size = (text) => JSON.stringify({ text }).length;
  const { id } = await share(key, markdown("four"));
  await call(key, "POST", "/artifacts", markdown("x".repeat(100000)));
  assert.deepEqual(of(), [2, 0, size("four") + size("x".repeat(100000)), 1]);
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "fourteen" } });
  // What it was before is kept.
  assert.equal(of()[2], size("four") + size("fourteen") + size("x".repeat(100000)));
  await call(key, "DELETE", `/artifacts/${id}`);
  assert.deepEqual(of().slice(0, 2), [1, 1]);
  await call(key, "DELETE", `/artifacts/${id}?permanent=true`);
  assert.deepEqual(of(), [1, 0, size("x".repeat(100000)), 0]);
});

test("shows usage to every user of the account, as a table without JavaScript", async () => {
  const owner = await newUser();
  const member = await newUser({ account: owner.account, role: "member" });
  assert.match((await member.visitor.open("/dashboard/usage")).text, /No activity yet/);
  const key = newKey(owner.account);
  const { url } = await share(key, markdown("x"));
  await request("GET", url);
  const { status, text } = await member.visitor.open("/dashboard/usage");
  assert.equal(status, 200);
  assert.match(text, /<table/);
  assert.match(text, /of 600 on the pro plan/);
  assert.equal((text.match(/<tr><th scope="row"><time/g) ?? []).length, 30);
});

test("names the most viewed artifacts of the last 30 days, the most first", async () => {
  const { account, visitor } = await newUser();
  const key = newKey(account);
  const shown = [];
  for (const views of [1, 3, 2]) {
    const { id, url } = await share(key, markdown(`# Viewed ${views}`));
    shown[views] = id;
    for (let i = 0; i < views; ++i) await request("GET", url);
  }
  const { id: deleted, url } = await share(key, markdown("# Deleted"));
  await request("GET", url);
  maintain();
  await call(key, "DELETE", `/artifacts/${deleted}`);
  sql(`insert into view_days (artifact_id, link_id, day, people)
       select artifact_id, id, (now() at time zone 'utc')::date - 30, 100
         from share_links where artifact_id = '${uuidOf(shown[1])}'`);
  const { text } = await visitor.open("/dashboard/usage");
  const rows = text
    .slice(text.indexOf("Most viewed"))
    .matchAll(/href="[^"]*\/(art_\w+)" dir="auto">([^<]*)</g);
  assert.deepEqual(
    [...rows].map(([, id, title]) => [id, title]),
    [3, 2, 1].map((views) => [shown[views], `Viewed ${views}`]),
  );
});
