// Images of other hosts in Markdown: shown, asked for, or not shown, as the installation chooses.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { image, png } from "../../documents/pictures.mjs";
import { call, markdown, newAccount, origin, request, share } from "../../service/api_client.mjs";
import { ownWorker } from "../../service/own_worker.mjs";

const picture = "https://pictures.example/a.png?x=1";
const text = `![A "boat"](${picture}) [![in a link](${picture})](https://other.example/)`;

let key;
before(() => ({ key } = newAccount()));

async function pageWith(setting, source, more = {}) {
  const worker = await ownWorker({ remote_images: setting });
  try {
    const { url } = await share(key, markdown(source, more));
    const page = await worker.ask("GET", url.slice(origin.length));
    assert.equal(page.status, 200);
    const article = /<article[^]*<\/article>/.exec(page.text)[0];
    return { article, headers: page.headers };
  } finally {
    await worker.stop();
  }
}

test("on: loads images without referrer and cookies", async () => {
  const { article, headers } = await pageWith("on", text);
  assert.equal([...article.matchAll(/<img src="https:\/\/pictures\.example[^>]*>/g)].length, 2);
  for (const [image] of article.matchAll(/<img [^>]*>/g)) assert.match(image, /referrerpolicy="no-referrer"/);
  assert.match(headers["content-security-policy"], /img-src 'self' https:;/);
  assert.equal(headers["cross-origin-embedder-policy"], "credentialless");
});

test("click: shows the host and loads images on request", async () => {
  const { article, headers } = await pageWith("click", text);
  assert.doesNotMatch(article, /<img/);
  assert.match(article, /<a class="remote-image" href="https:\/\/pictures\.example\/a\.png\?x=1"/);
  assert.match(article, /data-description="A &quot;boat&quot;"/);
  assert.match(article, /Show image from pictures\.example/);
  assert.match(article, /<span class="missing-image">in a link<\/span>/);
  assert.equal(headers["cross-origin-embedder-policy"], "credentialless");
});

test("off: shows descriptions and loads no images", async () => {
  const { article, headers } = await pageWith("off", text);
  assert.doesNotMatch(article, /<img|remote-image/);
  assert.match(article, /<a href="https:\/\/pictures\.example[^>]*>A &quot;boat&quot;<\/a>/);
  assert.match(headers["content-security-policy"], /img-src 'self';/);
  assert.equal(headers["cross-origin-embedder-policy"], undefined);
});

test("permits no remote images on a page without any, whatever the setting", async () => {
  const { headers } = await pageWith("on", "no image");
  assert.match(headers["content-security-policy"], /img-src 'self';/);
});

const shows = {
  on: /<img src="https:\/\/pictures\.example/,
  click: /class="remote-image"/,
  off: /<a href="https:\/\/pictures\.example[^>]*>A &quot;boat&quot;<\/a>/,
};
const shownAt = async (url) => {
  const { text: page } = await request("GET", url);
  return Object.keys(shows).filter((name) => shows[name].test(page));
};

test("lets a share link be stricter than the service, never less strict", async () => {
  for (const [setting, ofLink, shown] of [
    ["on", "click", "click"],
    ["on", "off", "off"],
    ["click", "on", "click"],
    ["off", "click", "off"],
  ]) {
    const { article } = await pageWith(setting, text, { remoteImages: ofLink });
    assert.match(article, shows[shown], `${setting}, ${ofLink}`);
  }
});

test("shows the pictures of own share links whatever the setting", async () => {
  const { url: own } = await share(key, image(png()));
  const remoteImages = "off";
  for (const body of [
    markdown(`![Flag](${own}) ![Boat](https://pictures.example/boat.png)`, { remoteImages }),
    {
      template: "table",
      content: {
        columns: [{ key: "a", format: "image" }],
        rows: [[own], ["https://pictures.example/boat.png"]],
      },
      remoteImages,
    },
  ]) {
    const { text: page, headers } = await request("GET", (await share(key, body)).url);
    const shown = [...page.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => address);
    assert.deepEqual(shown, [own]);
    assert.match(headers["content-security-policy"], /img-src 'self';/);
  }
});

test("lets each link of an artifact have its own setting, and change it", async () => {
  const { id, url } = await share(key, markdown(text, { remoteImages: "click" }));
  const { json } = await call(key, "POST", `/artifacts/${id}/share`, {});
  for (let i = 0; i < 2; ++i) {
    assert.deepEqual(await shownAt(url), ["click"]);
    assert.deepEqual(await shownAt(json.url), ["on"]);
  }
  const links = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  const link = links.find((one) => one.url === url);
  assert.equal(link.remoteImages, "click");
  assert.ok(!("remoteImages" in links.find((one) => one.url !== url)));
  const change = async (body) => (await call(key, "PATCH", `/artifacts/${id}/shares/${link.id}`, body)).json;
  assert.equal((await change({ remoteImages: "off" })).remoteImages, "off");
  assert.deepEqual(await shownAt(url), ["off"]);
  assert.equal((await change({ maxViews: null })).remoteImages, "off");
  assert.ok(!("remoteImages" in (await change({ remoteImages: null }))));
  assert.deepEqual(await shownAt(url), ["on"]);
});

test("rejects any other value", async () => {
  for (const remoteImages of ["yes", "ON", "", true, 1, ["off"]]) {
    const { status, json } = await call(key, "POST", "/artifacts/share", markdown(text, { remoteImages }));
    assert.equal(status, 400);
    assert.match(json.error.message, /remoteImages must be one of "on", "click", "off"/);
  }
});
