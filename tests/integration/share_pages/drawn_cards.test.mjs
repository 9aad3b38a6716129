// The pictures of share links that show the content: what is drawn, how often, and what is shown where that does not
// succeed.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, test } from "node:test";
import { pdf } from "../../documents/pdf_writer.mjs";
import { avif, claiming, image, png, svg, webp, webpWithExif } from "../../documents/pictures.mjs";
import {
  call,
  markdown,
  newAccount,
  origin,
  patiently,
  request,
  share,
  until,
} from "../../service/api_client.mjs";
import { askOwnWorker } from "../../service/own_worker.mjs";

let key;
before(() => ({ key } = newAccount()));

const drawn = "private, max-age=3600";
// In place of one that could not be drawn in time: chats would keep it.
const kindAlone = "no-store";
const cardOf = (url) => url.replace("?", "/card.png?");
const targetOf = (url) => cardOf(url).slice(origin.length);
const slack = { HTTP_USER_AGENT: "Slackbot-LinkExpanding 1.0", HTTP_ACCEPT: "*/*" };

// Asked again while the machine is so busy that the picture of the kind is all there is.
async function drawnCard(url) {
  const isDrawn = ({ headers }) => headers["cache-control"] === drawn;
  const card = await until(() => request("GET", cardOf(url)), isDrawn);
  assert.equal(card.status, 200);
  assert.deepEqual([card.bytes.readUInt32BE(16), card.bytes.readUInt32BE(20)], [1200, 630]);
  assert.ok(card.bytes.length < 100_000);
  return card.bytes;
}

function ownFolder(t) {
  const folder = mkdtempSync(path.join(tmpdir(), "cards-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

// A program in place of the one that draws. Gives its path.
function standIn(folder, text) {
  const program = path.join(folder, "draw_card.py");
  writeFileSync(program, `import os, sys, time\nsys.stdin.buffer.read()\n${text}\n`);
  return program;
}
const draws = 'os.write(1, b"\\x89PNG drawn")';

const contents = {
  "a document": markdown("# Report\n\nSome **words**, and a list:\n\n- one\n- two"),
  "a table": { template: "table", content: { columns: ["City", "People"], rows: [["Berlin", 3_700_000]] } },
  "a chart": {
    template: "chart",
    content: { type: "line", data: { labels: ["a", "b"], datasets: [{ label: "x", data: [1, 2] }] } },
  },
  "a file of code": { template: "code", content: { code: "print('x')\n", language: "python" } },
  "a PDF": {
    template: "pdf",
    content: { data: pdf([["A page"]]).toString("base64") },
  },
  "a picture": image(png({ width: 600, height: 400 })),
  "a large picture": image(png({ width: 600, height: 300, chunks: [["prVt", randomBytes(400_000)]] }), {
    alt: "a",
    keepMetadata: true,
  }),
  "an upright SVG": image(svg("", 'viewBox="0 0 12 32"')),
  "a picture that is not decoded": image(claiming(9000, 9000)),
  "a title of 255 wide characters": markdown("text", { title: "表".repeat(255) }),
  "a title that reads from the right": markdown("نص", { title: "تقرير الربع الثالث" }),
  "a title of emoji": markdown("text", { title: "🚀 👩‍💻 👍🏽 🇪🇺" }),
};
for (const [name, body] of Object.entries(contents)) {
  test(`${name} has a picture of its own, the same for everybody`, async () => {
    const { url } = await share(key, body);
    const first = await drawnCard(url);
    assert.ok((await drawnCard(url)).equals(first));
    const locked = await share(key, { ...body, password: "open sesame" });
    assert.ok(!(await request("GET", cardOf(locked.url))).bytes.equals(first));
  });
}

test("a picture is drawn as browsers show it", async () => {
  const cardOf = async (file) => drawnCard((await share(key, image(file))).url);
  const damaged = Buffer.from(avif);
  damaged.fill(0, damaged.length - 30);
  assert.ok(!(await cardOf(avif)).equals(await cardOf(damaged)));
  // No browser turns a WebP.
  assert.ok((await cardOf(webpWithExif(6))).equals(await cardOf(webp)));
});

test("a new version has another picture, and an old one keeps its own", async () => {
  const { id, url } = await share(key, markdown("one", { showHistory: true }));
  const first = await drawnCard(url);
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "two" } });
  assert.ok(!(await drawnCard(url)).equals(first));
  assert.ok((await drawnCard(`${url}&version=1`)).equals(first));
});

test("a previewer that gets the page has its picture drawn, once, and nobody else", async (t) => {
  const folder = ownFolder(t);
  const log = path.join(folder, "log");
  const files = path.join(folder, "files");
  const ask = await askOwnWorker(t, {
    pdf_cache_folder: files,
    card_command: standIn(folder, `open(${JSON.stringify(log)}, "a").write("x")\n${draws}`),
  });
  const kept = () => (existsSync(files) ? readdirSync(files).filter((name) => name.endsWith(".card")) : []);
  const open = async (more) => {
    const { url } = await share(key, markdown("text"));
    assert.equal((await ask("GET", url.slice(origin.length), { more })).status, 200);
    return url;
  };
  // Pictures are drawn one after the other, so that of the previewer would be the third.
  await open({ HTTP_USER_AGENT: "Mozilla/5.0 Firefox/128.0", HTTP_ACCEPT: "text/html" });
  await open({ HTTP_USER_AGENT: "curl/8", HTTP_ACCEPT: "*/*" });
  const url = await open(slack);
  await until(kept, (names) => names.length > 0);
  assert.equal(kept().length, 1);
  await ask("GET", url.slice(origin.length), { more: slack });
  assert.equal((await ask("GET", targetOf(url), { more: slack })).headers["cache-control"], drawn);
  assert.equal(readFileSync(log, "utf8"), "x");
});

test("a hundred previewers at once get a picture that is drawn once", async (t) => {
  const folder = ownFolder(t);
  const log = path.join(folder, "log");
  const program = standIn(folder, `open(${JSON.stringify(log)}, "a").write("x")\ntime.sleep(0.3)\n${draws}`);
  const ask = await askOwnWorker(t, { pdf_cache_folder: path.join(folder, "files"), card_command: program });
  const { url } = await share(key, markdown("text"));
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ask("GET", targetOf(url), { more: slack })),
  );
  for (const { status, headers } of answers) {
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "image/png");
    assert.ok([drawn, kindAlone].includes(headers["cache-control"]));
  }
  assert.equal(readFileSync(log, "utf8"), "x");
});

test("one that takes too long is replaced by that of the kind, and drawn later", async (t) => {
  const folder = ownFolder(t);
  const gate = path.join(folder, "gate");
  const ask = await askOwnWorker(t, {
    pdf_cache_folder: path.join(folder, "files"),
    card_command: standIn(
      folder,
      `while not os.path.exists(${JSON.stringify(gate)}): time.sleep(0.01)\n${draws}`,
    ),
  });
  const { url } = await share(key, markdown("text"));
  const late = await ask("GET", targetOf(url), { more: slack });
  assert.deepEqual([late.status, late.headers["cache-control"]], [200, kindAlone]);
  assert.equal(late.headers["content-type"], "image/png");
  writeFileSync(gate, "");
  const later = await until(
    () => ask("GET", targetOf(url), { more: slack }),
    ({ headers }) => headers["cache-control"] === drawn,
  );
  assert.match(later.text, /PNG drawn/);
});

for (const [name, ending] of Object.entries({
  "cannot be drawn": "sys.exit(1)",
  "has too many bytes": 'os.write(1, b"\\x89PNG" + bytes(200_000))',
  "is no picture": 'os.write(1, b"<html>")',
  "ends its program": "os.abort()",
})) {
  test(`one that ${name} is replaced by that of the kind`, async (t) => {
    const folder = ownFolder(t);
    const ask = await askOwnWorker(t, { pdf_cache_folder: "", card_command: standIn(folder, ending) });
    const { url } = await share(key, markdown("text"));
    for (let i = 0; i < 2; ++i) {
      const { status, headers } = await ask("GET", targetOf(url), { more: slack });
      assert.deepEqual([status, headers["cache-control"]], [200, kindAlone]);
      assert.equal(headers["content-type"], "image/png");
    }
  });
}

test("that of a version that was erased is removed from the files of a host", async (t) => {
  const files = path.join(ownFolder(t), "files");
  const settings = { pdf_cache_folder: files };
  const { id, url } = await share(key, markdown("secret"));
  const ask = await askOwnWorker(t, settings);
  const get = () => ask("GET", targetOf(url), { more: slack });
  await patiently(get);
  const kept = () => readdirSync(files).filter((name) => name.startsWith(id));
  const [file] = await until(kept, (names) => names.length > 0);
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "public" } });
  assert.equal((await call(key, "DELETE", `/artifacts/${id}/versions/1`)).status, 200);
  // Each worker looks for them when it starts, and then every half hour.
  await askOwnWorker(t, settings);
  await until(kept, (names) => !names.includes(file));
});
