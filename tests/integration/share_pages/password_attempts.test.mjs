// How guessing at a link's password is held back.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, patiently, redis, request, share } from "../../service/api_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { checkQuickly } from "../../service/quick_hash.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";

let key;
before(() => ({ key } = newAccount()));

const submit = (url, password, from) =>
  patiently(() =>
    request("POST", url, {
      from,
      body: `password=${encodeURIComponent(password)}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
  );

// Gives the address of a link whose password is "right".
async function locked(text = "x") {
  const { url } = await share(key, markdown(text, { password: "right" }));
  checkQuickly(url, "right");
  return url;
}

test("counts attempts by header and form together, by address", async () => {
  const url = await locked();
  const [from, elsewhere] = [ownAddress(), ownAddress()];
  const cookie = (await submit(url, "right", from)).headers["set-cookie"][0].split(";")[0];
  const byHeader = (password, address) =>
    patiently(() => request("GET", url, { from: address, headers: { "x-share-password": password } }));
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, i) => (i % 2 ? byHeader("wrong", from) : submit(url, "wrong", from))),
  );
  assert.equal(guesses.filter(({ status }) => status === 401).length, 10);
  assert.equal(guesses.filter(({ status }) => status === 429).length, 2);
  const refused = await byHeader("right", from);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 0 && Number(refused.headers["retry-after"]) <= 15 * 60);
  assert.equal((await byHeader("right", elsewhere)).status, 200);
  assert.equal((await request("GET", url, { headers: { cookie }, from })).status, 200);
});

test("a new password is not locked by incorrect attempts at the old one", async () => {
  const { id, url } = await share(key, markdown("the text", { password: "right" }));
  checkQuickly(url, "right");
  const link = linkOf(url);
  const from = ownAddress();
  for (let i = 0; i < 10; ++i) assert.equal((await submit(url, "wrong", from)).status, 401);
  assert.equal((await submit(url, "right", from)).status, 429);
  const change = (password) => call(key, "PATCH", `/artifacts/${id}/shares/${link}`, { password });
  assert.equal((await change("new")).status, 200);
  checkQuickly(url, "new");
  assert.equal((await submit(url, "right", from)).status, 401);
  assert.equal((await submit(url, "new", from)).status, 303);
  // The new one has as many attempts, and no more.
  for (let i = 0; i < 9; ++i) assert.equal((await submit(url, "wrong", from)).status, 401);
  assert.equal((await submit(url, "new", from)).status, 429);
  assert.equal((await change(null)).status, 200);
  assert.equal((await request("GET", url, { from })).status, 200);
});

test("does not count views without a password, or with the correct one, as attempts", async () => {
  const url = await locked();
  const from = ownAddress();
  await Promise.all(Array.from({ length: 30 }, () => request("GET", url, { from })));
  for (let i = 0; i < 3; ++i) assert.equal((await submit(url, "right", from)).status, 303);
  assert.equal((await submit(url, "wrong", from)).status, 401);
});

test("says where a program has to send the password, if it came elsewhere", async () => {
  const url = await locked();
  const headers = { "content-type": "application/json", accept: "application/json" };
  const { status, text } = await request("POST", url, { body: '{"password":"right"}', headers });
  assert.equal(status, 401);
  assert.match(JSON.parse(text).error.message, /send it in the X-Share-Password header/);
});

test("throttles a link after a hundred incorrect attempts without locking anyone out", async () => {
  const url = await locked("the text");
  const cookie = (await submit(url, "right", ownAddress())).headers["set-cookie"][0].split(";")[0];
  const first = ownAddress();
  assert.equal((await submit(url, "wrong", first)).status, 401);
  // 98 guesses are only counted, in the counter of the link, which is the one that does not name the address.
  const link = linkOf(url);
  const counters = redis("--scan", "--pattern", `*${link}*`)
    .split("\n")
    .filter((name) => name && !name.includes(first));
  const ofLink = counters.filter((name) => redis("get", name) === "1");
  assert.equal(ofLink.length, 1, counters.join(" "));
  redis("incrby", ofLink[0], "98");
  assert.ok(Number(redis("ttl", ofLink[0])) > 3500 && Number(redis("ttl", ofLink[0])) <= 3600);
  assert.equal((await submit(url, "wrong", ownAddress())).status, 401);
  // One in two seconds from anywhere, and three in a quarter of an hour from addresses that are close.
  const [, second, third] = ownAddress().split(".");
  const near = (last) => `127.${second}.${third}.${last}`;
  const ttl = (name) => Number(redis("ttl", name));
  const pace = `${ofLink[0]}:pace`;
  assert.equal((await submit(url, "wrong", near(1))).status, 401);
  const refused = await submit(url, "right", ownAddress());
  if (redis("exists", pace) === "1") {
    assert.equal(refused.status, 429);
    assert.ok(["1", "2"].includes(refused.headers["retry-after"]), refused.headers["retry-after"]);
    assert.doesNotMatch(refused.text, /the text/);
  }
  for (const last of [2, 3]) {
    redis("del", pace);
    assert.equal((await submit(url, "wrong", near(last))).status, 401);
  }
  redis("del", pace);
  const fourth = await submit(url, "right", near(4));
  assert.equal(fourth.status, 429);
  const wider = redis("--scan", "--pattern", `*${link}*:wider:127.${second}.${third}.0/24`);
  assert.ok(Math.abs(Number(fourth.headers["retry-after"]) - ttl(wider)) <= 2, fourth.headers["retry-after"]);
  redis("del", pace);
  assert.equal((await submit(url, "right", ownAddress())).status, 303, "whoever knows it still gets in");
  const inside = await request("GET", url, { headers: { cookie }, from: ownAddress() });
  assert.equal(inside.status, 200);
  assert.match(inside.text, /the text/);
  // Another link of the same account is not concerned.
  assert.equal((await submit(await locked(), "right", first)).status, 303);
});
