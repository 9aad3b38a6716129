// What one client, network or account can take of the service, and what it leaves to others.
import assert from "node:assert/strict";
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import http2 from "node:http2";
import { after, before, test } from "node:test";
import net from "node:net";
import tls from "node:tls";
import { pdf } from "../../documents/pdf_writer.mjs";
import {
  call,
  markdown,
  newAccount,
  patiently,
  recorded,
  request,
  share,
  sql,
  until,
  uuidOf,
} from "../../service/api_client.mjs";
import { newUser, password, Visitor } from "../../service/dashboard_client.mjs";
import { ask } from "../../service/fastcgi_client.mjs";
import { databaseWithHeldStatement } from "../../service/database/held_statement.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { askOwnWorker, ownFront, ownWorker } from "../../service/own_worker.mjs";
import { turnOnSecondFactor } from "../../service/second_factor.mjs";

const origin = new URL(process.env.BASE_URL).origin;
const hexadecimal = () => randomInt(0x10000).toString(16);
// A network that no other test calls from, and an address in it.
const ownNetwork = () => `2001:db8:${hexadecimal()}:${hexadecimal()}`;
const addressIn = (network) => `${network}:${hexadecimal()}:${hexadecimal()}:1:1`;

let key;
let worker;
before(async () => {
  ({ key } = newAccount());
  worker = await ownWorker({ network_limits: "wrong_passwords 12, views_per_minute 1200" });
});
after(() => worker.stop());

// Signs in at the test's own worker, from any address.
async function signIn(email, typed, address) {
  const page = await ask(worker.socket, "GET", "/dashboard/sign-in");
  const [, formToken] = /name="form_token" value="([^"]*)"/.exec(page.text);
  return patiently(() =>
    ask(worker.socket, "POST", "/dashboard/sign-in", {
      body: new URLSearchParams({ form_token: formToken, email, password: typed }).toString(),
      more: {
        REMOTE_ADDR: address,
        HTTP_ORIGIN: origin,
        HTTP_COOKIE: page.headers["set-cookie"].split(";")[0],
      },
    }),
  );
}

test("counts guesses at many users' passwords per network", async () => {
  const network = ownNetwork();
  for (let guess = 0; guess < 12; ++guess) {
    const { status } = await signIn(`${randomUUID()}@example.org`, password, addressIn(network));
    assert.equal(status, 401);
  }
  const { email } = await newUser();
  const refused = await signIn(email, password, addressIn(network));
  assert.equal(refused.status, 429);
  const wait = Number(refused.headers["retry-after"]);
  assert.ok(wait > 600 && wait <= 900, `${wait}`);
  assert.match(refused.text, /Try again in 1[0-5] minutes/);
  assert.equal((await signIn(email, password, addressIn(ownNetwork()))).status, 303);
});

test("counts calls without a key per network", async () => {
  const network = ownNetwork();
  const remaining = async (address) => {
    const { headers } = await ask(worker.socket, "GET", "/artifacts", { more: { REMOTE_ADDR: address } });
    return Number(headers["x-ratelimit-remaining"]);
  };
  const first = await remaining(addressIn(network));
  const second = await remaining(addressIn(network));
  // A new minute may have begun between the two.
  assert.ok(second === first - 1 || second === 59, `${first}, ${second}`);
  assert.equal(await remaining(addressIn(ownNetwork())), 59);
});

test("a valid key works in a network that has no calls without a key left", async () => {
  const network = ownNetwork();
  const askFrom = (more) =>
    ask(worker.socket, "GET", "/account", { more: { REMOTE_ADDR: addressIn(network), ...more } });
  await until(askFrom, ({ status }) => status === 429);
  for (let times = 0; times < 3; ++times) {
    const { key: another } = newAccount({ requestsPerMinute: 500 });
    const { status, headers } = await askFrom({ HTTP_AUTHORIZATION: `Bearer ${another}` });
    assert.equal(status, 200);
    assert.equal(headers["x-ratelimit-limit"], "500");
  }
});

test("lets a known browser sign in while others guess", async () => {
  const { email, visitor } = await newUser();
  const from = ownAddress();
  for (let guess = 0; guess < 10; ++guess) await new Visitor().signIn(email, "a guess", { from });
  assert.equal((await new Visitor().signIn(email, password, { from })).status, 429);
  assert.equal((await visitor.signIn(email, password, { from })).status, 303);

  const cookie = visitor.cookie("__Host-known");
  const { email: other } = await newUser();
  for (let guess = 0; guess < 10; ++guess) await new Visitor().signIn(other, "a guess", { from });
  for (const [address, sent] of [
    [other, cookie],
    [email, `9${cookie}`],
    [email, cookie.replace(/^\d+/, "1")],
    [email, cookie.slice(0, -1)],
    [email, "1.2.3"],
    [email, ".."],
  ]) {
    const stranger = new Visitor();
    stranger.setCookie("__Host-known", sent);
    assert.equal((await stranger.signIn(address, password, { from })).status, 429, sent);
  }
});

test("a change of the password or second factor forgets known browsers but the one that made it", async () => {
  const signInWith = async (cookie, ...words) => {
    const browser = new Visitor();
    browser.setCookie("__Host-known", cookie);
    return (await browser.signIn(...words)).status;
  };
  const other = `${password} again`;
  for (const [changed, change] of [
    [
      other,
      (visitor) =>
        visitor.post("/dashboard/settings/profile", { currentPassword: password, password: other }),
    ],
    [password, (visitor) => turnOnSecondFactor(visitor)],
  ]) {
    const { email, visitor } = await newUser();
    const from = ownAddress();
    assert.equal((await visitor.signIn(email, password, { from })).status, 303);
    const cookie = visitor.cookie("__Host-known");
    await visitor.open("/dashboard/settings/profile");
    assert.ok([200, 303].includes((await change(visitor)).status));
    for (let guess = 0; guess < 10; ++guess) await new Visitor().signIn(email, "a guess", { from });
    assert.equal(await signInWith(cookie, email, password, { from }), 429);
    assert.equal(await signInWith(visitor.cookie("__Host-known"), email, changed, { from }), 303);
  }
});

test("takes no statement that was made for an address that reads like another user's statement", async () => {
  const { email } = await newUser();
  const end = Math.floor(Date.now() / 1000) + 86400;
  const { visitor } = await newUser({ email: `${email}:1:${end}.x` });
  const [ownEnd, ownId, signature] = visitor.cookie("__Host-known").split(".");
  const from = ownAddress();
  for (let guess = 0; guess < 10; ++guess) await new Visitor().signIn(email, "a guess", { from });
  const attacker = new Visitor();
  attacker.setCookie("__Host-known", `${end}.x:1:${ownEnd}.${ownId}.${signature}`);
  assert.equal((await attacker.signIn(email, password, { from })).status, 429);
});

test("gives a known browser ten attempts of its own", async () => {
  const { email, visitor } = await newUser();
  const from = ownAddress();
  for (let guess = 0; guess < 10; ++guess)
    assert.equal((await visitor.signIn(email, "a guess", { from })).status, 401);
  const refused = await visitor.signIn(email, password, { from });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 600);
  assert.equal((await new Visitor().signIn(email, password, { from })).status, 303);
});

const rows = (count) =>
  Array.from({ length: count }, (_, i) => ({ name: `row ${i}`, value: i, half: i / 2 }));
const look = (url, accept = "text/html") =>
  ask(worker.socket, "GET", url.slice(origin.length), { more: { HTTP_ACCEPT: accept } });

test("renders concurrent views of any size once", async () => {
  const { url } = await share(key, { template: "table", content: { rows: rows(40_000) } });
  const lookups = async (outcome) => {
    const { text } = await ask(worker.socket, "GET", "/metrics");
    return Number(
      new RegExp(`cache_lookups_total\\{cache="render",outcome="${outcome}"\\} (\\d+)`).exec(text)[1],
    );
  };
  const [misses, hits] = [await lookups("miss"), await lookups("hit")];
  const pages = await Promise.all(Array.from({ length: 8 }, () => patiently(() => look(url))));
  for (const { status, text } of pages) {
    assert.equal(status, 200);
    assert.match(text, /row 39</);
  }
  assert.equal((await lookups("miss")) - misses, 1);
  assert.ok((await lookups("hit")) - hits >= 7);
});

test("returns large text forms unchanged on each request", async () => {
  const content = { rows: rows(20_000) };
  const { url } = await share(key, { template: "table", content });
  for (const accept of ["application/json", "text/csv"]) {
    const [first, second] = [await look(url, accept), await look(url, accept)];
    assert.equal(first.status, 200);
    assert.equal(second.text, first.text);
    assert.ok(first.text.includes("row 19999"));
  }
  assert.deepEqual(JSON.parse((await look(url, "application/json")).text).content, content);
});

test("a rejected viewer uses up no view", async () => {
  const { url, id } = await share(key, { template: "table", content: { rows: rows(40_000) }, maxViews: 3 });
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => patiently(() => look(url, "application/json"))),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const { json } = await call(key, "GET", `/artifacts/${id}/shares`);
  assert.equal(json.data[0].viewCount, 3);
});

// A connection of nginx's that has begun a request and does not go on with it, as whose answer takes long it
// holds a thread.
function holdThread(socket) {
  const connection = net.connect(socket, () => connection.write(Buffer.from([1, 1, 0, 1])));
  connection.on("error", () => {});
  return connection;
}

test("pages leave a thread to the API", async (t) => {
  const own = await ownWorker({ threads: 4 });
  const held = Array.from({ length: 8 }, () => holdThread(own.pageSocket));
  t.after(async () => {
    held.forEach((connection) => connection.destroy());
    await own.stop();
  });
  await until(() => held.every(({ readyState }) => readyState === "open"), Boolean);
  let pageIsAnswered = false;
  const page = ask(own.pageSocket, "GET", "/dashboard/sign-in").then((answer) => {
    pageIsAnswered = true;
    return answer;
  });
  for (let i = 0; i < 20; ++i) {
    const { status } = await own.ask("GET", "/artifacts", { more: { HTTP_AUTHORIZATION: `Bearer ${key}` } });
    assert.equal(status, 200);
  }
  assert.ok(!pageIsAnswered);
  held.forEach((connection) => connection.destroy());
  assert.equal((await page).status, 200);
});

test("any thread answers any request on either socket", async () => {
  const more = { HTTP_AUTHORIZATION: `Bearer ${key}` };
  assert.equal((await ask(worker.pageSocket, "GET", "/artifacts", { more })).status, 200);
  assert.equal((await ask(worker.socket, "GET", "/dashboard/sign-in")).status, 200);
});

test("large bodies never hold all threads of a worker", async () => {
  const members = Array.from({ length: 150_000 }, (_, i) => `"k${i}":1`).join();
  const body = `{"template":"markdown","content":{"text":1,${members}}}`;
  const headers = { CONTENT_TYPE: "application/json", HTTP_AUTHORIZATION: `Bearer ${key}` };
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => worker.ask("POST", "/artifacts", { body, more: headers })),
  );
  const statuses = answers.map(({ status }) => status);
  assert.ok(statuses.includes(400) && statuses.includes(503), `${statuses}`);
  for (const { status, headers, text } of answers.filter(({ status }) => status !== 400)) {
    assert.equal(status, 503);
    assert.equal(JSON.parse(text).error.code, "unavailable");
    assert.ok(headers["retry-after"]);
  }
});

test("searches that walk over the list never hold all threads of a worker", async (t) => {
  // So many have the word that the list is walked.
  const { account, key } = newAccount();
  sql(
    recorded(`
    insert into artifacts (id, account_id, template, title, title_words, content, metadata, created_at, updated_at)
    select gen_random_uuid(), '${uuidOf(account)}', 'markdown', 'x', '|x|', '{}', '{}', now(), now()
      from generate_series(1, 5000)`),
  );
  const database = await databaseWithHeldStatement(t);
  const askOwn = await askOwnWorker(t, {
    database_url: database.url,
    database_timeout_milliseconds: 60_000,
    threads: 5,
  });
  const get = (target) => askOwn("GET", target, { more: { HTTP_AUTHORIZATION: `Bearer ${key}` } });
  const walk = database.hold("artifact_search_in_order_newest_first", { every: true });
  t.after(() => walk.letGo());
  const searches = Array.from({ length: 8 }, () => get("/artifacts?q=x"));
  await walk.isReached;
  const refused = await Promise.any(
    searches.map(async (search) => {
      const response = await search;
      assert.equal(response.status, 503);
      return response;
    }),
  );
  assert.equal(JSON.parse(refused.text).error.code, "unavailable");
  assert.ok(refused.headers["retry-after"]);
  for (let i = 0; i < 10; ++i) assert.equal((await get("/artifacts")).status, 200);
  assert.ok(walk.count() <= 2, `${walk.count()}`);
  walk.letGo();
  const statuses = (await Promise.all(searches)).map(({ status }) => status);
  assert.ok(statuses.includes(200), `${statuses}`);
});

test("limits the forms that a user submits per minute", async () => {
  const { visitor } = await newUser();
  await visitor.open("/dashboard/settings/profile");
  const { formToken } = visitor;
  const submit = () => visitor.post("/dashboard/settings/publishing", { form_token: formToken });
  const refused = await until(submit, ({ status }) => status === 429);
  assert.ok(Number(refused.headers["retry-after"]) <= 60);
  assert.match(refused.text, /more than 120 forms within a minute; nothing was saved/);
  assert.equal((await visitor.open("/dashboard/settings/profile")).status, 200);
  const { visitor: other } = await newUser();
  await other.open("/dashboard/settings/profile");
  assert.notEqual((await other.post("/dashboard/settings/publishing", {})).status, 429);
});

// Requests through an nginx of the test's own, from any address.
const through = (front, method, path, { address, ...more } = {}) =>
  request(method, front.origin + path, {
    isDescribed: false,
    ...more,
    headers: { "x-test-address": address, ...more.headers },
  });

// Opens a connection to the test's nginx, sends the head of a request, and gives the connection once nginx has
// written something, with `line`, the first line of it.
async function begin(front, head, headers) {
  const connection = tls.connect({
    port: new URL(front.origin).port,
    host: "localhost",
    ca: readFileSync(process.env.CA_CERT),
  });
  // In the end nginx gives it up, and resets it.
  connection.on("error", () => {});
  const lines = Object.entries({ Host: "localhost", ...headers });
  connection.write(`${head} HTTP/1.1\r\n${lines.map((line) => `${line.join(": ")}\r\n`).join("")}\r\n`);
  await once(connection, "readable");
  const [line] = connection.read().toString("latin1").split("\r\n");
  return { connection, line };
}

// Announces a body that never comes; in chunks if its size is not a number. nginx says to continue once it
// has counted the request.
async function holdBody(front, headers, bytes = 100) {
  const announced = bytes === "chunked" ? { "Transfer-Encoding": bytes } : { "Content-Length": bytes };
  const { connection, line } = await begin(front, "POST /api/artifacts", {
    Expect: "100-continue",
    ...announced,
    ...headers,
  });
  assert.equal(line, "HTTP/1.1 100 Continue");
  return connection;
}

test("nginx limits concurrent requests per network", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "connections 3" });
  const network = ownNetwork();
  const open = [];
  t.after(async () => {
    open.forEach((connection) => connection.destroy());
    await front.stop();
  });
  for (let times = 0; times < 3; ++times)
    open.push(await holdBody(front, { "X-Test-Address": addressIn(network) }));
  const refused = await through(front, "GET", "/api/artifacts", {
    address: addressIn(network),
    headers: { authorization: `Bearer ${key}` },
  });
  assert.equal(refused.status, 429);
  assert.equal(refused.json.error.code, "rate_limited");
  assert.equal(refused.headers["retry-after"], "1");
  const page = await through(front, "GET", "/a/art_x", { address: addressIn(network) });
  assert.equal(page.status, 429);
  assert.match(page.text, /Too many requests/);
  assert.ok(page.headers["retry-after"]);
  const other = await through(front, "GET", "/api/artifacts", { address: addressIn(ownNetwork()) });
  assert.equal(other.status, 401);
});

test("nginx counts IPv4 within IPv6 as IPv4", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "views_per_minute 4" });
  t.after(() => front.stop());
  const { url } = await share(key, markdown("x"));
  const view = async (address) => (await through(front, "GET", front.pathOf(url), { address })).status;
  const [one, other] = [ownAddress(), ownAddress()];
  assert.notEqual(one, other);
  await until(
    () => view(`::ffff:${one}`),
    (status) => status === 429,
  );
  assert.equal(await view(`::ffff:${other}`), 200);
  assert.equal(await view(one), 429);
});

test("nginx counts a body in chunks as large", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "large_bodies_of_key 2" });
  const open = [];
  t.after(async () => {
    open.forEach((connection) => connection.destroy());
    await front.stop();
  });
  const send = (own, size) =>
    through(front, "POST", "/api/artifacts", {
      address: addressIn(ownNetwork()),
      headers: { authorization: `Bearer ${own}`, "content-type": "application/json" },
      body: JSON.stringify({ filler: "x".repeat(size) }),
    });
  for (let times = 0; times < 2; ++times) {
    const headers = { Authorization: `Bearer ${key}`, "X-Test-Address": addressIn(ownNetwork()) };
    open.push(await holdBody(front, headers, "chunked"));
  }
  assert.equal((await send(key, 1_000_000)).status, 429);
  assert.equal((await send(key, 10)).status, 400);
  assert.equal((await send(newAccount().key, 1_000_000)).status, 400);
});

test("nginx counts a body of unknown length over HTTP/2 as large, and a request that needs none not", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "large_bodies_of_key 2" });
  const session = http2.connect(front.origin, { ca: readFileSync(process.env.CA_CERT) });
  t.after(async () => {
    session.destroy();
    await front.stop();
  });
  const headersOf = (method, path = "/api/artifacts") => ({
    ":method": method,
    ":path": path,
    authorization: `Bearer ${key}`,
    "x-test-address": addressIn(ownNetwork()),
  });
  const statusOf = async (stream) => (await once(stream, "response"))[0][":status"];
  const refused = [];
  await until(
    () => {
      const stream = session.request(headersOf("POST"), { endStream: false });
      statusOf(stream).then((status) => refused.push(status));
      return refused;
    },
    ([status]) => status === 429,
  );
  // The limit of the size goes by the decoded path, so this does too.
  for (const path of ["/%61rtifacts", "//mcp", "/artifacts/ext%3Aa"]) {
    const open = session.request(headersOf("POST", path), { endStream: false });
    assert.equal(await statusOf(open), 429, path);
  }
  const list = session.request(headersOf("GET"));
  assert.equal(await statusOf(list), 200);
  const restored = session.request(
    headersOf("POST", "/api/artifacts/art_01h455vb4pex5vsknk084sn02q/restore"),
    { endStream: true },
  );
  assert.equal(await statusOf(restored), 404);
});

test("nginx refuses a large body where no request has one, also of unknown length over HTTP/2", async (t) => {
  const front = await ownFront(worker.socket, {});
  const session = http2.connect(front.origin, { ca: readFileSync(process.env.CA_CERT) });
  t.after(async () => {
    session.destroy();
    await front.stop();
  });
  const some = "art_01h455vb4pex5vsknk084sn02q";
  for (const [method, path] of [
    ["GET", "/"],
    ["POST", "/docs"],
    ["POST", `/a/${some}`],
    ["POST", "/oauth/token"],
    ["POST", "/dashboard/sign-in"],
    ["POST", `/artifacts/${some}/share`],
    ["PATCH", `/api/artifacts/${some}/shares/shr_01h455vb4pex5vsknk084sn02q`],
    ["POST", "/artifacts/delete-matching"],
    ["GET", "/account"],
    ["GET", "/artifacts"],
    ["HEAD", "/api/artifacts"],
    ["OPTIONS", "/artifacts/share"],
    ["GET", "/mcp"],
    ["GET", `/artifacts/${some}`],
    ["HEAD", "/api/artifacts/ext:x"],
    ["POST", `/artifacts/${some}/restore`],
  ]) {
    const stream = session.request({ ":method": method, ":path": path }, { endStream: false });
    stream.on("error", () => {});
    const answered = once(stream, "response");
    stream.write(Buffer.alloc(2_000_000));
    const [headers] = await answered;
    assert.equal(headers[":status"], 413, `${method} ${path}`);
    stream.close();
  }
});

test("nginx limits concurrent large bodies per key, from any network", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "large_bodies_of_key 2" });
  const send = (own) =>
    through(front, "POST", "/api/artifacts", {
      address: addressIn(ownNetwork()),
      headers: { authorization: `Bearer ${own}`, "content-type": "application/json" },
      body: JSON.stringify({ filler: "x".repeat(1_000_000) }),
    });
  const open = [];
  t.after(async () => {
    open.forEach((connection) => connection.destroy());
    await front.stop();
  });
  for (let times = 0; times < 2; ++times) {
    const headers = { Authorization: `Bearer ${key}`, "X-Test-Address": addressIn(ownNetwork()) };
    open.push(await holdBody(front, headers, 1_000_000));
  }
  assert.equal((await send(key)).status, 429);
  assert.equal((await send(newAccount().key)).status, 400);
  const small = { authorization: `Bearer ${key}` };
  const { status } = await through(front, "GET", "/api/artifacts", {
    address: addressIn(ownNetwork()),
    headers: small,
  });
  assert.equal(status, 200);
});

test("nginx limits concurrent large bodies per network, and per wider network, whatever keys they claim", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "large_bodies 3" });
  const open = [];
  t.after(async () => {
    open.forEach((connection) => connection.destroy());
    await front.stop();
  });
  const invented = () => `artk_${randomUUID().replaceAll("-", "")}`;
  const hold = async (address) => {
    const headers = { Authorization: `Bearer ${invented()}`, "X-Test-Address": address };
    open.push(await holdBody(front, headers, 1_000_000));
  };
  const send = (address, size = 1_000_000) =>
    through(front, "POST", "/api/artifacts", {
      address,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ filler: "x".repeat(size) }),
    });
  const wider = `2001:db8:${hexadecimal()}`;
  const networks = Array.from({ length: 5 }, (_, i) => `${wider}:${i}`);
  // 3 of each network, and so 12 of the wider one around them.
  for (const network of networks.slice(0, 4)) {
    for (let times = 0; times < 3; ++times) await hold(addressIn(network));
    const refused = await send(addressIn(network));
    assert.equal(refused.status, 429);
    assert.equal(refused.json.error.code, "rate_limited");
    assert.ok(refused.headers["retry-after"]);
  }
  assert.equal((await send(addressIn(networks[0]), 10)).status, 400);
  assert.equal((await send(addressIn(networks[4]))).status, 429);
  assert.equal((await send(addressIn(ownNetwork()))).status, 400);
});

test("nginx limits concurrent downloads of files per network, and nothing else with them", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "downloads 2" });
  const slow = [];
  t.after(async () => {
    slow.forEach((connection) => connection.destroy());
    await front.stop();
  });
  const type = { "content-type": "application/pdf" };
  const large = pdf([["A page"]], { filler: 30_000_000 });
  const made = await patiently(() => call(key, "POST", "/artifacts/share", large, type));
  assert.equal(made.status, 201, made.text);
  const page = front.pathOf(made.json.url);
  const file = page.replace("?", "/file?");
  const network = ownNetwork();
  // Asks, and reads no more than the beginning of the answer.
  for (let times = 0; times < 2; ++times) {
    const { connection, line } = await begin(front, `GET ${file}`, { "X-Test-Address": addressIn(network) });
    assert.equal(line, "HTTP/1.1 200 OK");
    slow.push(connection);
  }
  const get = (path, address) => through(front, "HEAD", path, { address });
  const refused = await get(file, addressIn(network));
  assert.equal(refused.status, 429);
  assert.ok(refused.headers["retry-after"]);
  assert.equal((await get(page, addressIn(network))).status, 200);
  const asJson = { address: addressIn(network), headers: { accept: "application/json" } };
  assert.equal((await through(front, "HEAD", page, asJson)).status, 429);
  assert.equal((await get(file, addressIn(ownNetwork()))).status, 200);
});

// Sends a request, reads the head of the answer, and leaves the rest unread. Follows redirects. Gives
// { status, connection }.
async function beginToRead(front, { method = "GET", path, headers = {}, body = "" }) {
  const connection = tls.connect({
    port: new URL(front.origin).port,
    host: "localhost",
    ca: readFileSync(process.env.CA_CERT),
  });
  connection.on("error", () => {});
  const lines = Object.entries({ Host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}`);
  connection.write(`${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  let head = "";
  while (!head.includes("\r\n\r\n")) {
    const [data] = await once(connection, "data");
    head += data.toString("latin1");
  }
  connection.pause();
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(head)[1]);
  if (status !== 303) return { status, connection };
  connection.destroy();
  const [, location] = /^location: (.*)\r$/im.exec(head);
  return beginToRead(front, { path: location, headers });
}

test("nginx limits concurrent downloads by what is sent, however it is asked for", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "downloads 3, views_per_minute 100000" });
  t.after(() => front.stop());
  const line = "A line of a long text, or of a cell. ".repeat(100);
  const cells = Array.from({ length: 2400 }, (_, i) => ({ name: `row ${i}`, text: line }));
  const pathOfShared = async (body) => front.pathOf((await patiently(() => share(key, body))).url);
  const table = await pathOfShared({ template: "table", content: { rows: cells } });
  const text = await pathOfShared(markdown(`${line}\n\n`.repeat(2400)));
  const form = {
    method: "POST",
    path: table,
    headers: { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": 6 },
    body: "open=1",
  };
  const accept = (path, value) => ({ path, headers: { Accept: value } });
  for (const asked of [
    accept(table, "application/json"),
    accept(table, "application/*"),
    accept(table, "text/*;q=0.1, application/*"),
    accept(table, "text/html;q=0.1, application/json"),
    accept(table, "x-text/html, application/json"),
    accept(table, "text/csv; header=present; raw=1"),
    accept(`${table}&raw=1`, "*/*"),
    { path: `${table}&raw=1` },
    accept(table.replace("?", "/rows?"), "text/html"),
    accept(`${table.replace("?", "/rows?")}&format=csv`, "*/*"),
    { ...form, headers: { ...form.headers, Accept: "text/csv" } },
    accept(text, "text/markdown"),
    accept(text, "text/html"),
    accept(`${text}&embed=1`, "*/*"),
    { path: text },
  ]) {
    const headers = { ...asked.headers, "X-Test-Address": addressIn(ownNetwork()) };
    const answers = [];
    for (let i = 0; i < 5; ++i) {
      const answer = await patiently(async () => {
        const { status, connection } = await beginToRead(front, { ...asked, headers });
        if (status === 503) connection.destroy();
        return { status, connection, headers: { "retry-after": "1" } };
      });
      answers.push(answer);
    }
    answers.forEach(({ connection }) => connection.destroy());
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 200, 429, 429], JSON.stringify(asked));
  }
});

test("a page that is sent to another address for its size is one view", async () => {
  const made = await share(
    key,
    markdown("Some words. ".repeat(100_000), { maxViews: 5, password: "open it" }),
  );
  const headers = { accept: "text/html", "x-share-password": "open it" };
  const first = await patiently(() => request("GET", `${made.url}&embed=1`, { headers }));
  assert.equal(first.status, 303);
  const { location } = first.headers;
  assert.equal(location, `${made.url.slice(origin.length)}&embed=1&large=1`);
  const page = await patiently(() => request("GET", origin + location, { headers }));
  assert.equal(page.status, 200);
  assert.ok(page.text.length > 1_000_000);
  const { json } = await call(key, "GET", `/artifacts/${made.id}/shares`);
  assert.equal(json.data[0].viewCount, 1);
});

// The state of the viewers' window by an answer's headers.
const viewsLeft = ({ status, headers }) => {
  assert.match(headers["x-ratelimit-reset"] ?? "", /^\d+$/, `${status}`);
  return { limit: Number(headers["x-ratelimit-limit"]), left: Number(headers["x-ratelimit-remaining"]) };
};

test("refuses the requests for share links of a network that has none left", async (t) => {
  const askOwn = await askOwnWorker(t, { network_limits: "views_per_minute 20", threads: 1 });
  const { url, id } = await share(key, markdown("x"));
  const network = ownNetwork();
  const viewFrom = (address) => askOwn("GET", url.slice(origin.length), { more: { REMOTE_ADDR: address } });
  let views = 0;
  const refused = await until(
    async () => {
      const answer = await viewFrom(addressIn(network));
      if (answer.status === 200) ++views;
      return answer;
    },
    ({ status }) => status === 429,
  );
  assert.deepEqual(viewsLeft(refused), { limit: 20, left: 0 });
  const wait = Number(refused.headers["retry-after"]);
  assert.ok(wait >= 1 && wait <= 60, `${wait}`);
  assert.match(refused.text, /Too many requests/);
  assert.equal((await viewFrom(addressIn(ownNetwork()))).status, 200);
  const { json } = await call(key, "GET", `/artifacts/${id}/shares`);
  assert.equal(json.data[0].viewCount, views + 1);
});

test("nginx's own refusals of pages have the headers, too", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "views_per_minute 4" });
  t.after(() => front.stop());
  const address = ownAddress();
  const refused = await until(
    () => through(front, "GET", "/a/art_x", { address }),
    ({ status }) => status === 429,
  );
  const dead = await ownFront("/nonexistent/worker.sock");
  t.after(() => dead.stop());
  const gone = await through(dead, "GET", "/a/art_x", { address });
  assert.equal(gone.status, 503);
  for (const { headers } of [refused, gone]) {
    assert.equal(headers["x-ratelimit-limit"], "0");
    assert.equal(headers["x-ratelimit-remaining"], "0");
    assert.match(headers["x-ratelimit-reset"], /^\d+$/);
    assert.ok(headers["retry-after"]);
  }
});

test("nginx limits the rate of views and passwords per network", async (t) => {
  const front = await ownFront(worker.socket, {
    network_limits: "views_per_minute 4, sign_ins_per_minute 2",
  });
  t.after(() => front.stop());
  const { url } = await share(key, markdown("x"));
  for (const address of [ownNetwork, () => ownAddress()].map((own) => own())) {
    const from = () => (address.includes(":") ? addressIn(address) : address);
    const view = async () => (await through(front, "GET", front.pathOf(url), { address: from() })).status;
    const signsIn = async () =>
      (await through(front, "POST", "/dashboard/sign-in", { address: from() })).status;
    assert.deepEqual([await view(), await view(), await view(), await view()], [200, 200, 200, 429]);
    // Without a form token they get no further.
    assert.deepEqual(
      [await signsIn(), await signsIn(), await signsIn(), await signsIn()],
      [403, 403, 403, 429],
    );
    for (const form of ["set-password", "settings/profile", "settings/second-factor/turn-off"]) {
      const other = await through(front, "POST", `/dashboard/${form}`, { address: from() });
      assert.equal(other.status, 429, form);
    }
    const headers = { "x-share-password": "x" };
    const byHeader = await through(front, "GET", "/a/art_x", { address: from(), headers });
    assert.equal(byHeader.status, 429);
    const cheap = await through(front, "GET", "/api/openapi.json", { address: from() });
    assert.equal(cheap.status, 200);
  }
});

test("nginx limits how often a network asks for the state of links, apart from its views", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "views_per_minute 4" });
  t.after(() => front.stop());
  const { url } = await share(key, markdown("x"));
  const network = ownNetwork();
  const ask = (path) => through(front, "GET", path, { address: addressIn(network) });
  const state = () => ask(front.pathOf(url.replace("?", "/state?")));
  // One, and five more at once.
  for (let times = 0; times < 6; ++times) assert.equal((await state()).status, 200);
  const refused = await state();
  assert.equal(refused.status, 429);
  assert.equal(JSON.parse(refused.text).error.code, "rate_limited");
  assert.ok(refused.headers["retry-after"]);
  assert.equal((await ask(front.pathOf(url))).status, 200);
});

test("nginx delays the views of a network that exceeds its rate before it rejects them", async (t) => {
  const front = await ownFront(worker.socket, { network_limits: "views_per_minute 120" });
  t.after(() => front.stop());
  const { url } = await share(key, markdown("x"));
  const network = ownNetwork();
  const views = (number) =>
    Promise.all(
      Array.from({ length: number }, async () => {
        const answer = await through(front, "GET", front.pathOf(url), {
          address: addressIn(network),
          headers: { accept: "text/html" },
        });
        return answer.status;
      }),
    );
  // 32 at once, and ten that wait.
  assert.deepEqual(new Set(await views(38)), new Set([200]));
  assert.ok((await views(60)).includes(429));
});

test("nginx does not repeat a request that timed out", async (t) => {
  const { url, id } = await share(key, markdown("x"));
  const second = await ownWorker();
  const front = await ownFront([worker.socket, second.socket], {}, { fastcgi_read_timeout: "1s" });
  t.after(async () => {
    await front.stop();
    await second.stop();
  });
  for (const each of [worker, second]) process.kill(each.pid, "SIGSTOP");
  let answer;
  try {
    answer = await through(front, "GET", front.pathOf(url), { address: ownAddress() });
  } finally {
    for (const each of [worker, second]) process.kill(each.pid, "SIGCONT");
  }
  assert.equal(answer.status, 503);
  // Both have answered what they had been given by the time that they answer this.
  for (const each of [worker, second]) for (let i = 0; i < 5; ++i) await ask(each.socket, "GET", "/healthz");
  const views = async () => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;
  assert.equal(await until(views, (count) => count > 0), 1);
});
