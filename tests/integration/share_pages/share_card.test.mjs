// What chat applications and social networks show of a link: the metadata of its page, and its picture.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertError } from "../../service/contract_assertions.mjs";
import { call, markdown, newAccount, request, share, until } from "../../service/api_client.mjs";

// As these programs send it, with what they accept.
const previewers = {
  Slack: ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "*/*"],
  "WhatsApp and Facebook": [
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "*/*",
  ],
  Mastodon: ["Mastodon/4.3.2 (http.rb/5.2.0; +https://mastodon.social/) Bot", "text/html"],
  Teams: [
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
    "text/html, application/xhtml+xml, image/jxr, */*",
  ],
  iMessage: [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) " +
      "Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  ],
  X: ["Twitterbot/1.0", "*/*"],
};

let key;
before(() => ({ key } = newAccount()));

const cardOf = (url) => url.replace("?", "/card.png?");
const get = (url, headers = {}, method = "GET") => request(method, url, { headers });
const viewsOf = async ({ id }) => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;
const unescaped = (text) => text.replaceAll("&amp;", "&");
function metadataOf(page) {
  const found = page.matchAll(/<meta (?:property|name)="([^"]*)" content="([^"]*)">/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name, unescaped(value)]));
}

// On a busy machine another picture stands in for one that is not drawn yet, and may not be kept.
const pictureAt = (url, headers) =>
  until(
    () => get(url, headers),
    (answer) => answer.headers["cache-control"] !== "no-store",
  );

function assertPicture({ status, headers, bytes }) {
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "image/png");
  assert.equal(bytes.toString("latin1", 1, 4), "PNG");
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
  assert.ok(bytes.length < 100_000, `${bytes.length} bytes`);
  assert.match(headers["cache-control"], /^private, max-age=(60|3600)$/);
}

for (const [name, [agent, accept]] of Object.entries(previewers)) {
  test(`${name} finds a picture, and uses up no view`, async () => {
    const link = await share(
      key,
      markdown("# Plan\n\ntext", { title: "Plan B & C", description: "What we do" }),
    );
    const headers = { "user-agent": agent, accept };
    const page = await get(link.url, headers);
    assert.equal(page.status, 200);
    const told = metadataOf(page.text);
    assert.equal(told["og:title"], "Plan B & C");
    assert.equal(told["og:description"], "What we do");
    assert.equal(told["og:url"], link.url);
    assert.equal(told["og:image:alt"], "Document: Plan B & C");
    assert.equal(told["og:image:type"], "image/png");
    assert.deepEqual([told["og:image:width"], told["og:image:height"]], ["1200", "630"]);
    assert.equal(told["twitter:card"], "summary_large_image");
    assert.equal(new URL(told["og:image"]).origin, new URL(link.url).origin);
    for (const wanted of [accept, "image/webp,image/*;q=0.8", "application/json", "text/html"])
      assertPicture(await pictureAt(told["og:image"], { ...headers, accept: wanted }));
    const head = await get(told["og:image"], headers, "HEAD");
    assert.deepEqual([head.status, head.headers["content-type"]], [200, "image/png"]);
    assert.equal(await viewsOf(link), 0);
  });
}

test("shows the kind alone of a link whose cards are off, until they are on", async () => {
  const link = await share(key, markdown("secret words", { title: "The takeover", cards: "off" }));
  const other = await share(key, markdown("other words", { maxViews: 3 }));
  const kind = await get(cardOf(other.url));
  assert.ok((await get(cardOf(link.url))).bytes.equals(kind.bytes));
  const [{ id, cards }] = (await call(key, "GET", `/artifacts/${link.id}/shares`)).json.data;
  assert.equal(cards, "off");
  const path = `/artifacts/${link.id}/shares/${id}`;
  assertError(await call(key, "PATCH", path, { cards: "yes" }), 400, "invalid_request", "cards");
  assert.equal((await call(key, "PATCH", path, { cards: "on" })).json.cards, "on");
  const card = await until(
    () => get(cardOf(link.url)),
    ({ headers }) => headers["cache-control"] === "private, max-age=3600",
  );
  assert.ok(!card.bytes.equals(kind.bytes));
});

test("shows the kind alone of links with a password or a view limit, and counts nothing", async () => {
  const secret = { title: "The takeover", description: "Of a company" };
  const links = [
    await share(key, markdown("secret words", { ...secret, password: "open sesame" })),
    await share(key, markdown("secret words", { ...secret, maxViews: 1 })),
  ];
  const other = await share(key, markdown("other words", { maxViews: 3 }));
  const expected = await get(cardOf(other.url));
  for (const link of links) {
    const card = await get(cardOf(link.url));
    assertPicture(card);
    assert.equal(card.headers["cache-control"], "private, max-age=60");
    assert.ok(card.bytes.equals(expected.bytes));
    assert.equal(await viewsOf(link), 0);
  }
  const table = await share(key, {
    template: "table",
    content: { columns: ["A"], rows: [[1]] },
    maxViews: 1,
  });
  assert.ok(!(await get(cardOf(table.url))).bytes.equals(expected.bytes));
});

test("gives the address another name with each version", async () => {
  const link = await share(key, markdown("one"));
  const pictureOf = async () => metadataOf((await get(link.url, { accept: "text/html" })).text)["og:image"];
  const first = await pictureOf();
  await call(key, "PUT", `/artifacts/${link.id}`, { content: { text: "two" } });
  const second = await pictureOf();
  assert.notEqual(first, second);
  for (const address of [first, second]) assertPicture(await pictureAt(address));
});

test("has no picture for a link that ended, nor for a token that is not genuine", async () => {
  const link = await share(key, markdown("text", { title: "Gone" }));
  const accept = "application/json";
  assertError(await get(cardOf(`${link.url}x`), { accept }), 404, "not_found");
  await call(key, "DELETE", `/artifacts/${link.id}`);
  assertError(await get(cardOf(link.url), { accept }), 410, "gone");
});

test("pages have icons that every program shows", async () => {
  const { text } = await get((await share(key, markdown("text"))).url, { accept: "text/html" });
  const icons = [...text.matchAll(/<link rel="(icon|apple-touch-icon)" href="([^"]+)"/g)];
  const types = [];
  for (const [, , path] of icons) {
    const icon = await request("GET", new URL(path, process.env.BASE_URL).href, { isDescribed: false });
    assert.equal(icon.status, 200);
    types.push(icon.headers["content-type"].split(";")[0]);
    assert.ok(icon.bytes.length < 2000);
  }
  assert.deepEqual(types, ["image/png", "image/svg+xml", "image/png"]);
});
