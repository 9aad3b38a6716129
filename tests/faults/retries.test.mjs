// A program that calls as docs/api.md says gets everything done once, whatever dies under it. Its code is that which
// the document names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ArtifactShare } from "../../docs/recipes/artifact_share.mjs";
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

// As that code calls fetch, over connections that trust the certificate of the stack.
globalThis.fetch = async (url, { method = "GET", headers, body }) => {
  const {
    status,
    headers: answered,
    bytes,
  } = await request(method, url, {
    headers,
    body,
  });
  const named = Object.entries(answered).filter(([, value]) => typeof value === "string");
  return { ok: status < 300, status, headers: new Headers(named), arrayBuffer: async () => bytes };
};
// How many attempts it takes depends on how busy the machine is.
const patiently = (key) => new ArtifactShare(origin, key, { attempts: 1000 });

test("writes repeated as documented succeed once while workers are killed", async () => {
  const { account, key } = newAccount();
  const service = patiently(key);
  let done = 0;
  const create = async (number) => {
    const { id } = await service.call("POST", "/artifacts", markdown(`document ${number}`));
    assert.match(id, /^art_/);
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
  const files = await Promise.all(
    links.map(({ url }) => patiently(key).send("GET", url.replace(origin, "").replace("?", "/file?"))),
  );
  for (const bytes of files) assert.equal(Buffer.from(bytes.subarray(0, 5)).toString(), "%PDF-");
  assert.equal((await call(key, "GET", "/account")).status, 200);
});
