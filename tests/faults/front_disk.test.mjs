// nginx cannot store a body, as on a full disk.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { newAccount, request } from "../service/api_client.mjs";
import { ownFront, ownWorker } from "../service/own_worker.mjs";

let key;
let worker;
let front;
before(async () => {
  ({ key } = newAccount());
  worker = await ownWorker();
  front = await ownFront(worker.socket);
  const folder = path.join(path.dirname(front.accessLog), "../nginx/body");
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
});
after(async () => {
  await front?.stop();
  await worker?.stop();
});

const send = (at, type, body) =>
  request("POST", front.origin + at, {
    isDescribed: false,
    headers: { authorization: `Bearer ${key}`, "content-type": type },
    body,
  });

test("programs get unavailable and Retry-After", async () => {
  const large = JSON.stringify({ filler: "x".repeat(500_000) });
  const { status, headers, json } = await send("/api/artifacts", "application/json", large);
  assert.deepEqual([status, json?.error.code], [503, "unavailable"]);
  assert.ok(Number(headers["retry-after"]) > 0);
  assert.equal((await send("/api/artifacts", "application/json", "{}")).status, 400);
});

test("visitors get a page that says so, and Retry-After", async () => {
  const form = "application/x-www-form-urlencoded";
  const { status, headers, text } = await send("/dashboard/sign-in", form, "x".repeat(500_000));
  assert.equal(status, 503);
  assert.match(text, /<h1>Service unavailable<\/h1>/);
  assert.ok(Number(headers["retry-after"]) > 0);
});
