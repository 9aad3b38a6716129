// Images of other hosts in Markdown: shown, asked for, or not shown, as the installation chooses.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { markdown, newAccount, origin, share } from "./api_client.mjs";
import { ownWorker } from "./own_worker.mjs";

const picture = "https://pictures.example/a.png?x=1";
const text = `![A "boat"](${picture}) [![in a link](${picture})](https://other.example/)`;

let key;
before(() => ({ key } = newAccount()));

async function pageWith(setting, source) {
  const worker = await ownWorker({ remote_images: setting });
  try {
    const { url } = await share(key, markdown(source));
    const page = await worker.ask("GET", url.slice(origin.length));
    assert.equal(page.status, 200);
    const article = /<article[^]*<\/article>/.exec(page.text)[0];
    return { article, headers: page.headers };
  } finally {
    await worker.stop();
  }
}

test("on shows them without referrer and cookies", async () => {
  const { article, headers } = await pageWith("on", text);
  assert.equal([...article.matchAll(/<img src="https:\/\/pictures\.example[^>]*>/g)].length, 2);
  for (const [image] of article.matchAll(/<img [^>]*>/g)) assert.match(image, /referrerpolicy="no-referrer"/);
  assert.match(headers["content-security-policy"], /img-src 'self' https:;/);
  assert.equal(headers["cross-origin-embedder-policy"], "credentialless");
});

test("click shows their host and loads them on request", async () => {
  const { article, headers } = await pageWith("click", text);
  assert.doesNotMatch(article, /<img/);
  assert.match(article, /<a class="remote-image" href="https:\/\/pictures\.example\/a\.png\?x=1"/);
  assert.match(article, /data-description="A &quot;boat&quot;"/);
  assert.match(article, /Show image from pictures\.example/);
  assert.match(article, /<span class="missing-image">in a link<\/span>/);
  assert.equal(headers["cross-origin-embedder-policy"], "credentialless");
});

test("off shows their descriptions and loads none", async () => {
  const { article, headers } = await pageWith("off", text);
  assert.doesNotMatch(article, /<img|remote-image/);
  assert.match(article, /<a href="https:\/\/pictures\.example[^>]*>A &quot;boat&quot;<\/a>/);
  assert.match(headers["content-security-policy"], /img-src 'self';/);
  assert.equal(headers["cross-origin-embedder-policy"], undefined);
});

test("a page without remote images can load none, whatever the setting", async () => {
  const { headers } = await pageWith("on", "no image");
  assert.match(headers["content-security-policy"], /img-src 'self';/);
});
