// A program that calls as docs/api.md says gets everything done once, whatever dies under it. Its code is the
// document's own.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  origin,
  request,
  share,
  sql,
  until,
  uuidOf,
} from "../service/api_client.mjs";
import { pidOf, workerNames } from "./stack.mjs";

const document = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
const [, code] = document.match(/```js\n([^]*?)```/);
const folder = mkdtempSync(path.join(tmpdir(), "retries-"));
after(() => rmSync(folder, { recursive: true }));
writeFileSync(path.join(folder, "call.mjs"), code);
const { send } = await import(path.join(folder, "call.mjs"));

// As the document's code calls fetch, over connections that trust the certificate of the stack.
globalThis.fetch = async (url, { method = "GET", headers, body }) => {
  const {
    status,
    headers: answered,
    bytes,
  } = await request(method, url, {
    headers: Object.fromEntries(headers),
    body,
  });
  const named = Object.entries(answered).filter(([, value]) => typeof value === "string");
  return { ok: status < 300, status, headers: new Headers(named), arrayBuffer: async () => bytes };
};
// How many attempts it takes depends on how busy the machine is.
const sendPatiently = (url, options) => send(url, options, 1000);

test("writes repeated as documented succeed once while workers are killed", async () => {
  const { account, key } = newAccount();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  let done = 0;
  const create = async (number) => {
    const body = JSON.stringify(markdown(`document ${number}`));
    const { status } = await sendPatiently(`${origin}/artifacts`, { method: "POST", headers, body });
    assert.equal(status, 201);
    ++done;
  };
  const expected = 8 * 60;
  const callers = Promise.all(
    Array.from({ length: 8 }, async (_, caller) => {
      for (let number = caller; number < expected; number += 8) await create(number);
    }),
  );
  for (const name of workerNames()) {
    const pid = pidOf(name);
    process.kill(pid, "SIGKILL");
    await until(
      () => pidOf(name) !== pid,
      (isBack) => isBack,
    );
  }
  await callers;
  assert.equal(done, expected);
  assert.equal(
    sql(`select count(*) from artifacts where account_id = '${uuidOf(account)}'`),
    String(expected),
  );
});

test("eight concurrent PDFs succeed if callers repeat as documented", async () => {
  const { key } = newAccount();
  const links = await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      share(key, {
        template: "pdf",
        title: "PDF",
        content: { html: `<h1>${number}</h1>${"<p>text".repeat(500)}` },
      }),
    ),
  );
  const answers = await Promise.all(links.map(({ url }) => sendPatiently(url.replace("?", "/file?"))));
  for (const { status, headers } of answers) {
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "application/pdf");
  }
  assert.equal((await call(key, "GET", "/account")).status, 200);
});
