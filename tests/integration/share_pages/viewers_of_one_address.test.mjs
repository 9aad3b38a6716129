// Many people behind one address who open the same links at once, as those of an office do: what they are refused for a
// moment, their browsers ask for again as the answer says, until all of them have it.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { markdown, newAccount, origin, request, share, until } from "../../service/api_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { ownFront, ownWorker } from "../../service/own_worker.mjs";

let key;
before(() => ({ key } = newAccount()));

const people = 40;
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const isRefused = ({ status }) => status === 503 || status === 429;

// A program in place of the one that makes PDFs, which ends as soon as it may.
const program = `import os, sys, time
document = sys.stdin.read()
open(__file__ + ".begun", "w").close()
end = time.monotonic() + 8
while not os.path.exists(__file__ + ".may-end") and time.monotonic() < end: time.sleep(0.005)
sys.stdout.write("%PDF-1.7 " + document)
`;

// A worker that makes PDFs by that program, behind an nginx, with the limits that an installation has by itself.
async function office(t, settings = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "office-"));
  const command = path.join(folder, "make_pdf.py");
  writeFileSync(command, program);
  const worker = await ownWorker({
    pdf_cache_folder: path.join(folder, "pdfs"),
    pdf_command: command,
    network_limits: "views_per_minute 1200",
    ...settings,
  });
  const front = await ownFront(worker.socket);
  t.after(async () => {
    await front.stop();
    await worker.stop();
    rmSync(folder, { recursive: true });
  });
  const address = ownAddress();
  const through = (method, url, headers = {}, body = undefined) =>
    request(method, front.origin + url.slice(origin.length), {
      isDescribed: false,
      headers: { "x-test-address": address, ...headers },
      body,
    });
  const create = async (content) => {
    const answer = await worker.ask("POST", "/artifacts/share", {
      body: JSON.stringify({ template: "pdf", title: "Made", content }),
      more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
    });
    assert.equal(answer.status, 201, answer.text);
    return JSON.parse(answer.text).url;
  };
  return {
    through,
    create,
    untilBegun: () => until(() => existsSync(`${command}.begun`), Boolean),
    letEnd: () => writeFileSync(`${command}.may-end`, ""),
  };
}

const fileOf = (url) => url.replace("?", "/file?");
const html = { accept: "text/html" };

// What a browser does that opens an address: it follows redirections and Refresh.
async function visit(through, url) {
  for (;;) {
    const answer = await through("GET", url, html);
    if (answer.status === 303) return visit(through, origin + answer.headers.location);
    if (!isRefused(answer) || !answer.headers.refresh) return answer;
    await sleep(Number(answer.headers.refresh) * 1000);
  }
}

// What the script of a page does (pages/assets/patient_fetch.js).
async function fetchPatiently(through, method, url) {
  for (;;) {
    const answer = await through(method, url);
    if (!isRefused(answer)) return answer;
    await sleep((Number(answer.headers["retry-after"]) + Math.random()) * 1000);
  }
}

async function view(through, url) {
  const page = await visit(through, url);
  const head = await fetchPatiently(through, "HEAD", fileOf(url));
  const file = await fetchPatiently(through, "GET", fileOf(url));
  return [page.status, head.status, file.status, file.text.slice(0, 5)].join(" ");
}

test("whoever asks for a PDF that is being made is told at once when to ask again, and waits in no thread", async (t) => {
  const { through, create, untilBegun, letEnd } = await office(t);
  const url = await create({ markdown: "# For all" });
  await untilBegun();
  // None of them waits for the program, which would hold more threads than there are.
  const answers = await Promise.all(
    times(people, () => through("GET", fileOf(url), { accept: "application/json" })),
  );
  // nginx refuses those that come while others of the address are being answered.
  const [told, early] = [503, 429].map((wanted) => answers.filter(({ status }) => status === wanted));
  assert.equal(told.length + early.length, people);
  assert.ok(told.length > 0);
  for (const { headers, json } of told) {
    assert.equal(headers["retry-after"], "2");
    assert.match(json.error.message, /is being made; try again in 2 seconds/);
  }
  for (const { headers } of early) assert.match(headers["retry-after"], /^[0-9]+$/);
  assert.equal((await through("GET", url, html)).status, 200);
  const waiting = await through("GET", fileOf(url), html);
  assert.equal(waiting.headers.refresh, "4");
  assert.match(waiting.text, /This document is being prepared/);
  letEnd();
  const seen = await Promise.all(times(people, () => view(through, url)));
  assert.deepEqual(new Set(seen), new Set(["200 200 200 %PDF-"]));
});

test("forty people of one address get the page and the file of twenty PDFs that are made at once", async (t) => {
  const { through, create, letEnd } = await office(t);
  letEnd();
  const urls = await Promise.all(times(20, (i) => create({ markdown: `# Number ${i}` })));
  const seen = await Promise.all(times(people, (i) => view(through, urls[i % urls.length])));
  assert.deepEqual(new Set(seen), new Set(["200 200 200 %PDF-"]));
});

test("forty people of one address get the page of a large document that nobody has opened yet", async (t) => {
  const { through } = await office(t);
  const { url } = await share(
    key,
    markdown("Some *words* and a [link](https://example.org).\n\n".repeat(20_000)),
  );
  const seen = await Promise.all(times(people, () => visit(through, url)));
  assert.deepEqual(new Set(seen.map(({ status }) => status)), new Set([200]));
});

test("a page that nginx refuses for a moment is opened again by the browser, and the answer to a form is not", async (t) => {
  const front = await ownFront("/nonexistent/worker.sock");
  t.after(() => front.stop());
  const ask = (method, more) =>
    request(method, `${front.origin}/a/art_x`, { isDescribed: false, headers: html, ...more });
  assert.equal((await ask("GET")).headers.refresh, "5");
  const form = await ask("POST", { body: "open=1" });
  assert.equal(form.status, 503);
  assert.equal(form.headers.refresh, undefined);
});
