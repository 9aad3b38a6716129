// Who shares: an account's name and logo on the pages of its links, and what decides whether they are shown.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { deflateSync } from "node:zlib";
import { chunk } from "../../documents/pictures.mjs";
import {
  admin,
  call,
  markdown,
  newAccount,
  origin,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "sender-"));
const picture = readFileSync(new URL("../../documents/logo.png", import.meta.url));
// No other account has this one: its pixels are random.
const ownPicture = Buffer.concat([
  picture.subarray(0, 8),
  chunk("IHDR", Buffer.from([0, 0, 0, 8, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
  chunk("IDAT", deflateSync(Buffer.concat([Buffer.alloc(1), randomBytes(8)]))),
  chunk("IEND", Buffer.alloc(0)),
]);
const logoFile = path.join(folder, "logo.png");
writeFileSync(logoFile, ownPicture);
after(() => rmSync(folder, { recursive: true, force: true }));

let account;
let key;
const setSender = (...options) => admin("account", "set-sender", "--account", account, ...options);
before(() => {
  ({ account, key } = newAccount());
  setSender("--allowed", "yes", "--shown", "yes", "--name", "Acme & Co", "--logo", logoFile);
});

const asBrowser = { headers: { accept: "text/html" } };
const pageOf = async (url, options = asBrowser) => (await request("GET", url, options)).text;
const sharedBy = /<p class="sender">.*Shared by <bdi>Acme &amp; Co<\/bdi>/;
const publish = (more = {}) => share(key, markdown("# Lamps", more));

test("a page says who shares, with the logo, in place of the installation's own name", async () => {
  const text = await pageOf((await publish()).url);
  assert.match(text, sharedBy);
  assert.doesNotMatch(text, /class="page-footer"/);
  const [, address] = /<p class="sender"><img [^>]*src="([^"]+)"/.exec(text);
  const logo = await request("GET", origin + address, { isDescribed: false });
  assert.equal(logo.status, 200);
  assert.equal(logo.headers["content-type"], "image/png");
  assert.equal(logo.headers["cache-control"], "public, max-age=31536000, immutable");
  assert.match(logo.headers["content-security-policy"], /default-src 'none'/);
});

test("so do the prompt for a password and the cover, which name the service in the same line", async () => {
  const both = /Shared by <bdi>Acme &amp; Co<\/bdi> with <bdi>Artifact Share<\/bdi>/;
  const locked = await pageOf((await publish({ password: "correct horse" })).url);
  assert.match(locked, /Password required/);
  assert.match(locked, both);
  assert.match(await pageOf((await publish({ maxViews: 3 })).url), both);
});

test("the page of a link that ended says whom to ask for a new one", async () => {
  const { id, url } = await publish();
  await call(key, "DELETE", `/artifacts/${id}/shares/${linkOf(url)}`);
  const ended = await request("GET", url, asBrowser);
  assert.equal(ended.status, 410);
  assert.match(ended.text, sharedBy);
  assert.match(ended.text, /<svg class="state-icon"/);
  assert.match(ended.text, /Ask <bdi>Acme &amp; Co<\/bdi> for a new link\./);
  const hidden = await publish({ showSender: false });
  await call(key, "DELETE", `/artifacts/${hidden.id}/shares/${linkOf(hidden.url)}`);
  const unnamed = await pageOf(hidden.url);
  assert.match(unnamed, /Ask the person who sent you this link for a new one\./);
  assert.doesNotMatch(unnamed, /Acme/);
});

test("the page of a version that was erased says so", async () => {
  const { id } = await publish();
  const { url } = (await call(key, "POST", `/artifacts/${id}/share`, { version: 1 })).json;
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "# Other" } });
  await call(key, "DELETE", `/artifacts/${id}/versions/1`);
  const erased = await request("GET", url, asBrowser);
  assert.equal(erased.status, 410);
  assert.match(erased.text, /This content was removed/);
  assert.match(erased.text, sharedBy);
});

test("a link with a wrong signature, and one that the operator disabled, name nobody", async () => {
  const { url } = await publish();
  const wrong = await request("GET", url.slice(0, -1) + (url.endsWith("A") ? "Q" : "A"), asBrowser);
  assert.equal(wrong.status, 404);
  assert.doesNotMatch(wrong.text, /Acme/);
  admin("disable", linkOf(url), "--reason", "phishing");
  const disabled = await request("GET", url, asBrowser);
  assert.equal(disabled.status, 410);
  assert.doesNotMatch(disabled.text, /Acme/);
});

test("a link shows or hides it regardless of the account, and follows the account otherwise", async () => {
  const { id, url } = await publish();
  const change = (showSender) => call(key, "PATCH", `/artifacts/${id}/shares/${linkOf(url)}`, { showSender });
  assert.equal((await change(false)).json.showSender, false);
  assert.doesNotMatch(await pageOf(url), /Shared by/);
  setSender("--shown", "no");
  assert.equal((await change(true)).json.showSender, true);
  assert.match(await pageOf(url), sharedBy);
  assert.equal((await change(null)).json.showSender, undefined);
  assert.doesNotMatch(await pageOf(url), /Shared by/);
  setSender("--shown", "yes");
  assert.match(await pageOf(url), sharedBy);
  assertError(await change("yes"), 400, "invalid_request", "showSender");
});

test("a page that a browser has is another one once the sender is", async () => {
  const { url } = await publish();
  const { etag } = (await request("GET", url, asBrowser)).headers;
  const again = () => request("GET", url, { headers: { ...asBrowser.headers, "if-none-match": etag } });
  assert.equal((await again()).status, 304);
  setSender("--name", "Acme Ltd");
  assert.equal((await again()).status, 200);
  setSender("--name", "Acme & Co");
});

test("nothing is shown that the operator has not allowed, not even the logo", async () => {
  const { url } = await publish({ showSender: true });
  const [, address] = /src="(\/branding\/sender[^"]+)"/.exec(await pageOf(url));
  setSender("--allowed", "no");
  try {
    assert.doesNotMatch(await pageOf(url), /Shared by/);
    assert.equal((await request("GET", origin + address, { isDescribed: false })).status, 404);
  } finally {
    setSender("--allowed", "yes");
  }
});

test("owners set it in the dashboard, members do not", async () => {
  const page = "/dashboard/settings/publishing";
  const own = admin("account", "add", "--name", "Own", "--plan", "pro");
  const { visitor } = await newUser({ account: own });
  const { text } = await visitor.open(page);
  assert.match(text, /has not allowed this account to show this name/);
  const send = (bytes, fields) => visitor.postWithFile(page, fields, bytes && { name: "logo.png", bytes });
  assert.equal((await send(picture, { name: "Lamps", isShown: "yes" })).status, 303);
  const saved = (await visitor.open(page)).text;
  assert.match(saved, /value="Lamps"/);
  assert.match(saved, /name="isShown" checked/);
  const [, address] = /src="(\/dashboard\/settings\/publishing\/logo[^"]+)"/.exec(saved);
  assert.equal((await visitor.get(address)).headers["content-type"], "image/png");
  await visitor.open(page);
  const refused = await send(Buffer.from("<svg/>"), { name: "Lights", live: "auto", refuseSecrets: "on" });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Logo must be a PNG file\./);
  for (const typed of [/value="Lights"/, /value="auto" selected/, /name="refuseSecrets" checked/])
    assert.match(refused.text, typed);
  await visitor.open(page);
  assert.equal((await send(undefined, { name: "", removeLogo: "on" })).status, 303);
  assert.doesNotMatch((await visitor.open(page)).text, /Present logo|value="Lamps"/);
  // Only what was changed is recorded.
  const events = sql(`select subject_name from audit_events where account_id = '${uuidOf(own)}'
    and action = 'account.settings_changed' order by created_at, id`).split("\n");
  assert.deepEqual(events, [
    "sender shown, name of the sender set, logo of the sender set",
    "sender not shown, name of the sender removed, logo of the sender removed",
  ]);
  const member = await newUser({ account: own, role: "member" });
  assert.equal((await member.visitor.open(page)).status, 403);
});

test("the operator allows a name, and another one asks again", async () => {
  const page = "/dashboard/settings/publishing";
  const own = newAccount();
  const admit = (...options) => admin("account", "set-sender", "--account", own.account, ...options);
  const { visitor } = await newUser({ account: own.account });
  const send = async (name) => {
    await visitor.open(page);
    return visitor.postWithFile(page, { name, isShown: "yes" });
  };
  const { url } = await share(own.key, markdown("# Lamps"));
  assert.throws(() => admit("--allowed", "yes"), /the account has none yet, so give --name too/);
  await send("Lamps");
  assert.doesNotMatch(await pageOf(url), /Shared by/);
  admit("--allowed", "yes");
  assert.match(await pageOf(url), /Shared by <bdi>Lamps</);
  await send("Lamps");
  assert.match(await pageOf(url), /Shared by <bdi>Lamps</);
  assert.equal((await send("Your Bank")).status, 303);
  assert.doesNotMatch(await pageOf(url), /Shared by/);
  assert.match((await visitor.open(page)).text, /has not allowed this account to show this name/);
  assert.match(admit("--name", "Lamps", "--allowed", "yes"), /may show viewers its name; "Lamps"/);
  assert.match(admit("--name", "Lamps Ltd"), /may show viewers its name; "Lamps Ltd"/);
});

test("an account cannot take the name of the service, however it is written", async () => {
  const page = "/dashboard/settings/publishing";
  const { visitor } = await newUser({ account: admin("account", "add", "--name", "Own", "--plan", "pro") });
  const send = async (name) => {
    await visitor.open(page);
    return visitor.postWithFile(page, { name });
  };
  for (const name of [
    "Artifact Share",
    "ARTIFACT  share",
    "artifactshare",
    "Artifact-Share.",
    "Ａｒｔｉｆａｃｔ Ｓｈａｒｅ",
    "𝐀𝐫𝐭𝐢𝐟𝐚𝐜𝐭\u00a0𝐒𝐡𝐚𝐫𝐞",
    "Artifact ſhare",
  ]) {
    const refused = await send(name);
    assert.equal(refused.status, 400, name);
    assert.match(refused.text, /Name must differ from .*Artifact Share.*, the name of this service/);
  }
  assert.equal((await send("Artifact Shares of Acme")).status, 303);
});

test("artifact-admin refuses a logo that is none, and says what an account has", () => {
  const wrong = path.join(folder, "wrong.png");
  writeFileSync(wrong, picture.subarray(0, 40));
  assert.throws(() => setSender("--logo", wrong), /wrong\.png must be a PNG file; this one is damaged/);
  assert.throws(() => setSender("--allowed", "perhaps"), /--allowed must be yes or no/);
  assert.match(
    setSender("--name", "Acme & Co"),
    /may show viewers its name; "Acme & Co", a logo, shown by default$/,
  );
});
