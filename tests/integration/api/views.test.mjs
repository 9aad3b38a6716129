// Who has opened an artifact's links, day by day: people, programs, and previewers beside.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  openCover,
  redis,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { maintain, withoutMaintenance } from "../../service/maintenance.mjs";
import { ownWorker } from "../../service/own_worker.mjs";
import { withClock } from "../../service/shifted_clock.mjs";
import { callTool } from "../mcp/messages.mjs";

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const previewer = "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)";
const milliseconds = 24 * 60 * 60 * 1000;

let key;
before(() => ({ key } = newAccount()));

const open = async (url, agent, headers = {}) => {
  const { status } = await request("GET", url, { headers: { "user-agent": agent, ...headers } });
  assert.equal(status, 200);
};
const linkOf = async ({ id, url }) =>
  (await call(key, "GET", `/artifacts/${id}/shares`)).json.data.find((link) => link.url === url);
const daysOf = async (id, query = "") => {
  const { status, json, text } = await call(key, "GET", `/artifacts/${id}/views${query}`);
  assert.equal(status, 200, text);
  return json.data;
};
// The days with anything: how many days ago, and the numbers.
const openings = async (id, query) => {
  const days = await daysOf(id, query);
  return days.flatMap(({ people, programs, previewers }, place) =>
    people + programs + previewers > 0 ? [[days.length - 1 - place, people, programs, previewers]] : [],
  );
};
const storedDays = (id) => sql(`select count(*) from view_days where artifact_id = '${uuidOf(id)}'`);

test("counts people, programs and previewers, before and after they are stored", () =>
  withoutMaintenance(async (maintainHere) => {
    const link = await share(key, markdown("# Plan"));
    for (let i = 0; i < 3; ++i) await open(link.url, browser);
    await request("GET", link.url);
    await open(link.url, "curl/7.88.1");
    await open(link.url, browser, { accept: "text/markdown" });
    await open(`${link.url}&format=json`, browser);
    for (let i = 0; i < 2; ++i) await open(link.url, previewer);
    await request("HEAD", link.url, { headers: { "user-agent": previewer } });
    // It has shown the content, so it is a view.
    await open(`${link.url}&format=md`, previewer);
    const { lastViewedAt } = await linkOf(link);
    for (const isStored of [false, true]) {
      if (isStored) maintainHere();
      assert.deepEqual(await openings(link.id), [[0, 3, 5, 2]]);
      const now = await linkOf(link);
      assert.deepEqual([now.viewCount, now.lastViewedAt], [8, lastViewedAt]);
    }
    await open(link.url, previewer);
    assert.deepEqual(await openings(link.id), [[0, 3, 5, 3]]);
    maintainHere();
    assert.deepEqual(await openings(link.id), [[0, 3, 5, 3]]);
    assert.equal((await linkOf(link)).lastViewedAt, lastViewedAt);
  }));

test("a link that only previewers have opened was never viewed", async () => {
  const link = await share(key, markdown("x"));
  await open(link.url, previewer);
  maintain();
  assert.deepEqual(await openings(link.id), [[0, 0, 0, 1]]);
  const { viewCount, lastViewedAt } = await linkOf(link);
  assert.deepEqual([viewCount, lastViewedAt], [0, undefined]);
});

test("gives the last 90 days in UTC without gaps, the last of them today", async () => {
  const { id } = await share(key, markdown("x"));
  const dayNow = () => new Date().toISOString().slice(0, 10);
  for (;;) {
    const today = dayNow();
    const days = await daysOf(id);
    if (dayNow() !== today) continue;
    assert.deepEqual(
      days,
      Array.from({ length: 90 }, (_, place) => ({
        date: new Date(Date.parse(today) - (89 - place) * milliseconds).toISOString().slice(0, 10),
        people: 0,
        programs: 0,
        previewers: 0,
      })),
    );
    return;
  }
});

test("gives the days of a range, both ends included", async () => {
  const { id } = await share(key, markdown("x"));
  const dates = (await daysOf(id)).map(({ date }) => date);
  const within = async (query) => (await daysOf(id, query)).map(({ date }) => date);
  assert.deepEqual(await within(`?from=${dates[80]}&to=${dates[85]}`), dates.slice(80, 86));
  assert.deepEqual(await within(`?to=${dates[2]}`), dates.slice(0, 3));
  assert.deepEqual(await within(`?from=2999-01-01`), []);
  for (const day of ["today", "2026-02-30", "2026-01-01T00:00:00Z", ""])
    assertError(
      await call(key, "GET", `/artifacts/${id}/views?to=${day}`),
      400,
      "invalid_request",
      "to must be",
    );
});

test("counts views of limited links at once, and lets previewers use up none", async () => {
  const limited = await share(key, markdown("x", { maxViews: 2 }));
  const other = (await call(key, "POST", `/artifacts/${limited.id}/share`, {})).json;
  await open(other.url, browser);
  for (const agent of [previewer, browser]) await open(limited.url, agent);
  const opened = await openCover(limited.url, { headers: { "user-agent": browser } });
  assert.equal(opened.status, 200);
  await open(limited.url, browser, { accept: "application/json" });
  assert.equal((await request("GET", limited.url)).status, 410);
  const { id } = await linkOf(limited);
  for (const isStored of [false, true]) {
    if (isStored) maintain();
    assert.deepEqual(await openings(limited.id, `?share=${id}`), [[0, 1, 1, 1]]);
    assert.deepEqual(await openings(limited.id), [[0, 2, 1, 1]]);
  }
});

test("knows no link of another artifact, but one that was revoked", async () => {
  const link = await share(key, markdown("x"));
  const other = await share(key, markdown("x"));
  await open(link.url, browser);
  const { id } = await linkOf(link);
  await call(key, "DELETE", `/artifacts/${link.id}/shares/${id}`);
  assert.deepEqual(await openings(link.id, `?share=${id}`), [[0, 1, 0, 0]]);
  const ask = (artifact, share) => call(key, "GET", `/artifacts/${artifact}/views?share=${share}`);
  assertError(await ask(other.id, id), 404, "not_found", "no share link with this id");
  assertError(await ask(link.id, link.id), 400, "invalid_request", "share must be the id of a share link");
  assertError(await call(newAccount().key, "GET", `/artifacts/${link.id}/views`), 403, "forbidden");
});

test("counts by the clocks of Redis and PostgreSQL, not by that of a worker", async (t) => {
  const worker = await ownWorker({}, withClock("-3d"));
  t.after(() => worker.stop());
  const link = await share(key, markdown("x"));
  const limited = (await call(key, "POST", `/artifacts/${link.id}/share`, { maxViews: 9 })).json;
  for (const { url } of [link, limited]) {
    const { pathname, search } = new URL(url);
    const more = { HTTP_USER_AGENT: browser, HTTP_ACCEPT: "application/json" };
    assert.equal((await worker.ask("GET", pathname + search, { more })).status, 200);
  }
  assert.deepEqual(await openings(link.id), [[0, 0, 2, 0]]);
});

test("adds what waits for several days, also what an interrupted run has put aside", () =>
  withoutMaintenance(async (maintainHere) => {
    const link = await share(key, markdown("x"));
    const { id } = await linkOf(link);
    const today = Math.floor(Date.now() / milliseconds);
    const moment = Date.now() - 3600_000;
    redis(
      "hset",
      "views:taken",
      id,
      `${moment} ${today - 1} 1 2 3 ${today} 1 0 0`,
      "unknown",
      `0 ${today} 1 1 1`,
    );
    redis("hset", "views", id, `0 ${today - 89} 0 0 7 ${today} 3 0 0`, `${id}0`, "not numbers");
    for (const runs of [0, 1, 2]) {
      if (runs > 0) maintainHere();
      const found = await openings(link.id);
      assert.deepEqual(
        found.map(([, ...numbers]) => numbers),
        [
          [0, 0, 7],
          [1, 2, 3],
          [4, 0, 0],
        ],
      );
      const { viewCount, lastViewedAt } = await linkOf(link);
      assert.deepEqual([viewCount, Date.parse(lastViewedAt)], [7, moment]);
    }
    assert.equal(redis("exists", "views:taken"), "0");
  }));

test("keeps counts by day for 90 days, also of a link that is removed", () =>
  withoutMaintenance(async (maintainHere) => {
    const link = await share(key, markdown("x"));
    await open(link.url, browser);
    maintainHere();
    const { id } = await linkOf(link);
    sql(`insert into view_days (artifact_id, link_id, day, people)
         select '${uuidOf(link.id)}', '${uuidOf(id)}', (now() at time zone 'utc')::date - age, age
           from unnest(array[89, 90, 91]) as age;
         update share_links set expires_at = now() - interval '31 days' where id = '${uuidOf(id)}'`);
    maintainHere();
    assert.equal(await linkOf(link), undefined);
    assert.equal(storedDays(link.id), "2");
    assert.deepEqual(await openings(link.id), [
      [89, 89, 0, 0],
      [0, 1, 0, 0],
    ]);
  }));

test("nothing is left of a removed artifact, nor comes back with what still waits", () =>
  withoutMaintenance(async (maintainHere) => {
    const link = await share(key, markdown("x"));
    const limited = (await call(key, "POST", `/artifacts/${link.id}/share`, { maxViews: 9 })).json;
    await open(link.url, browser);
    await open(limited.url, browser, { accept: "application/json" });
    maintainHere();
    assert.equal(storedDays(link.id), "2");
    await open(link.url, browser);
    await call(key, "DELETE", `/artifacts/${link.id}?permanent=true`);
    assert.equal(storedDays(link.id), "0");
    maintainHere();
    assert.equal(storedDays(link.id), "0");
  }));

test("reading through the MCP server is a view by a program", async () => {
  const link = await share(key, markdown("x"));
  await callTool(newAccount().key, "read", { artifact: link.url });
  assert.deepEqual(await openings(link.id), [[0, 0, 1, 0]]);
});
