// Programs that open every link they see: they get title and description, and use no view up.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  openCover,
  origin,
  patiently,
  request,
  share,
} from "../../service/api_client.mjs";

const previewers = [
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "WhatsApp/2.23.20.0 A",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
  "TelegramBot (like TwitterBot)",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "Mozilla/5.0 (compatible; proofpoint url defense)",
];
const people = [
  undefined,
  "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
  "Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36",
  "curl/7.88.1",
];

let key;
before(() => ({ key } = newAccount()));
const described = (more) =>
  markdown("the text itself", { title: "Plan B", description: "What we do", ...more });
const get = (url, agent, headers = {}) =>
  request("GET", url, { headers: { ...(agent && { "user-agent": agent }), ...headers } });
const viewsOf = async ({ id }) => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;

function assertCover({ status, text, headers }) {
  assert.equal(status, 200);
  assert.match(text, /<h1 dir="auto">Plan B<\/h1>/);
  assert.match(text, /<meta property="og:title" content="Plan B">/);
  assert.match(text, /<meta property="og:description" content="What we do">/);
  assert.match(text, /<button name="open" value="1">Open<\/button>/);
  assert.doesNotMatch(text, /the text itself|class="document/);
  assert.equal(headers["set-cookie"], undefined);
}

test("does not use up the only view of a link for previewers", async () => {
  const link = await share(key, described({ maxViews: 1 }));
  for (const agent of [...previewers, ...people]) assertCover(await get(link.url, agent));
  assert.equal(await viewsOf(link), 0);
  const opened = await openCover(link.url, { headers: { origin } });
  assert.equal(opened.status, 200);
  assert.match(opened.text, /the text itself/);
  assert.equal(await viewsOf(link), 1);
  assert.equal((await get(link.url)).status, 410);
  assert.equal((await openCover(link.url)).status, 410);
});

test("does not let another site use up a link's views", async () => {
  const link = await share(key, described({ maxViews: 1 }));
  for (const foreign of ["https://evil.example", "null"])
    assert.equal((await openCover(link.url, { headers: { origin: foreign } })).status, 403);
  assert.equal(await viewsOf(link), 0);
});

test("serves JSON, Markdown and CSV without a cover, whatever the user agent", async () => {
  for (const [accept, expected] of [
    ["application/json", /"text":"the text itself"/],
    ["text/markdown", /^the text itself$/],
  ]) {
    const link = await share(key, described({ maxViews: 1 }));
    assert.match((await get(link.url, previewers[0], { accept })).text, expected);
    assert.equal((await get(link.url, undefined, { accept })).status, 410);
  }
});

test("without a view limit, shows the page to people and does not count previewers", async () => {
  const link = await share(key, described());
  for (const agent of previewers) assertCover(await get(link.url, agent));
  assert.equal(await viewsOf(link), 0);
  for (const agent of people) assert.match((await get(link.url, agent)).text, /the text itself/);
  assert.equal(await viewsOf(link), people.length);
  assert.match((await openCover(link.url)).text, /the text itself/);
});

test("names a document without a title for previewers by its first heading, or else by its kind", async () => {
  for (const [content, name] of [
    ["# Minutes of *May*\n\nthe text itself", "Minutes of May"],
    ["the text itself", "Document"],
  ]) {
    const { url } = await share(key, markdown(content));
    const { text } = await get(url, previewers[0]);
    assert.ok(text.includes(`<h1 dir="auto">${name}</h1>`), name);
    assert.ok(text.includes(`<meta property="og:title" content="${name}">`), name);
    assert.doesNotMatch(text, /the text itself/);
  }
});

test("shows nothing of the content on the cover of a link with a view limit, not even its first heading", async () => {
  const { url } = await share(key, markdown("# Minutes of May\n\nthe text itself", { maxViews: 1 }));
  for (const agent of [...previewers, ...people]) {
    const { text } = await get(url, agent);
    assert.ok(text.includes('<h1 dir="auto">Document</h1>'), agent);
    assert.doesNotMatch(text, /Minutes|the text itself/);
  }
});

test("shows nothing of a document without a title before its password was entered", async () => {
  const { url } = await share(key, markdown("# Minutes of May", { maxViews: 1, password: "right" }));
  for (const agent of [...previewers, ...people]) {
    const { status, text } = await get(url, agent);
    assert.equal(status, previewers.includes(agent) ? 200 : 401);
    assert.doesNotMatch(text, /Minutes/);
  }
});

test("previewers get the password prompt of everybody, with 200 and what a preview may show", async () => {
  const { url } = await share(key, described({ password: "right" }));
  const prompt = await get(url, people[1]);
  assert.equal(prompt.status, 401);
  assert.match(prompt.text, /<meta property="og:title" content="Password required">/);
  assert.match(prompt.text, /<meta property="og:image:alt" content="Document: Password required">/);
  assert.match(prompt.text, /<meta property="og:image" content="[^"]*\/card\.png\?token=[^"&]*">/);
  assert.doesNotMatch(prompt.text, /Plan B|What we do|og:description/);
  for (const agent of previewers) {
    const preview = await get(url, agent);
    assert.deepEqual([preview.status, preview.text], [200, prompt.text]);
    assert.equal(preview.headers["www-authenticate"], undefined);
    assert.equal((await get(url, agent, { accept: "application/json" })).status, 401);
    assert.equal((await get(url, agent, { "x-share-password": "wrong" })).status, 401);
  }
});

test("shows the password prompt in place of a cover", async () => {
  const { url } = await share(key, described({ maxViews: 1, password: "right" }));
  assert.equal((await get(url)).status, 401);
  assert.equal((await openCover(url)).status, 401);
  const right = { "x-share-password": "right" };
  assert.match((await get(url, undefined, right)).text, /the text itself/);
  assert.equal((await get(url, undefined, right)).status, 410);
});

test("refuses a previewer a file that would count as a view", async () => {
  const pdf = { template: "pdf", title: "Plan B", content: { html: "<p>text</p>" }, maxViews: 1 };
  const { url } = await share(key, pdf);
  const file = url.replace("?token=", "/file?token=");
  assert.equal((await get(file, previewers[0])).status, 403);
  // While it is made in advance, viewers are asked to come again.
  assert.equal((await patiently(() => get(file))).status, 200);
});
