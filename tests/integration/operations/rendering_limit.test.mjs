// What rendering may take of the CPU, and what is shown where that does not suffice.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { call, markdown, newAccount, patiently, share } from "../../service/api_client.mjs";
import { ask } from "../../service/fastcgi_client.mjs";
import { ownWorker } from "../../service/own_worker.mjs";

const origin = new URL(process.env.BASE_URL).origin;
// So little that an ordinary large document takes more.
const limit = { render_milliseconds: 10 };
const note = "takes too long to render. Its source is shown instead.";

let key;
let worker;
before(async () => {
  ({ key } = newAccount());
  worker = await ownWorker(limit);
});
after(() => worker.stop());

const look = (url, { method = "GET", accept = "text/html", from = worker } = {}) =>
  ask(from.pageSocket, method, url.slice(origin.length), { more: { HTTP_ACCEPT: accept } });
const view = (url, options) => patiently(() => look(url, options));

const line = "*one* **two** `three` [four](https://example.org/) _five_ <b>six</b>\n\n";
const large = (title) => markdown(`# ${title}\n\n${line.repeat(3000)}`);
const several = (count) =>
  Promise.all(Array.from({ length: count }, async (_, i) => (await share(key, large(`T${i}`))).url));

test("a document that takes too long is shown as its source, with a note", async () => {
  const { url, id } = await share(key, large("A"));
  for (let times = 0; times < 2; ++times) {
    const page = await view(url);
    assert.equal(page.status, 200);
    assert.ok(page.text.includes(note));
    assert.ok(page.text.includes("&lt;b&gt;six&lt;/b&gt;"));
  }
  // Its Markdown needs no rendering.
  assert.ok((await view(url, { accept: "text/markdown" })).text.startsWith("# A\n"));
  // Another version is tried again.
  const changed = await call(key, "PUT", `/artifacts/${id}`, { content: { text: "# Short" } });
  assert.equal(changed.status, 200);
  const short = await view(url);
  assert.ok(!short.text.includes(note));
  assert.match(short.text, /<h1[^>]*>Short/);
});

test("documents that take long leave other pages reachable", async () => {
  const { key: another } = newAccount();
  const { url } = await share(another, markdown("# Other"));
  const urls = await several(24);
  let isOver = false;
  const slow = Promise.all(urls.map((one) => look(one))).then((pages) => {
    isOver = true;
    return pages;
  });
  do {
    const page = await look(url);
    assert.equal(page.status, 200);
    assert.match(page.text, /Other/);
  } while (!isOver);
  const statuses = (await slow).map(({ status }) => status);
  assert.ok(statuses.includes(200), `${statuses}`);
  assert.ok(
    statuses.every((status) => status === 200 || status === 503),
    `${statuses}`,
  );
});
