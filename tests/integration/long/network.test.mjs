// artifact where the network fails: what is tried again, does nothing twice, and ends with a clear message.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import http from "node:http";
import net from "node:net";
import { after, before, test } from "node:test";
import { call, markdown, newAccount, origin, share, until } from "../../service/api_client.mjs";
import { Person, program } from "../../service/client_program.mjs";
import { freePort } from "../../service/free_port.mjs";
import {
  answer,
  answerLate,
  cutAnswer,
  cutConnection,
  cutUpload,
  loseAnswer,
  loseRequest,
  stallConnection,
  unreliableConnection,
  unreliableFront,
} from "../../service/unreliable_front.mjs";

let person;
let key;
before(() => {
  person = Person.withKey();
  ({ key } = person);
});
after(() => person.remove());

// Runs the program against a front with these faults.
async function through(faults, words, options = {}) {
  const front = await unreliableFront(...faults);
  const own = options.key ?? key;
  const env = { ARTIFACT_SHARE_URL: front.origin, ARTIFACT_SHARE_KEY: own };
  const run = await person.run(words, { ...options, env: { ...env, ...options.env } }).finally(front.stop);
  const keys = front.requests.map(({ headers }) => headers["idempotency-key"]);
  return { ...run, requests: front.requests, keys, host: new URL(front.origin).host };
}
const artifactCount = async (own) => (await call(own, "GET", "/artifacts")).json.pagination.total;

for (const [name, fault] of Object.entries({
  "a request that gets lost": loseRequest,
  "an answer that gets lost": loseAnswer,
  "an answer that is cut half-way": cutAnswer,
  "a service that is unavailable": answer(503),
  "a gateway without the service": answer(502, {}, "<h1>Bad Gateway</h1>"),
}))
  test(`${name} is tried again, and shares once`, async () => {
    const { key: own } = newAccount();
    const run = await through([fault], ["share"], { input: "# Once\n", key: own });
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /^https:\/\/\S+\n$/);
    assert.match(run.stderr, /^artifact: .*; retrying in [12] s \(1 of 4\)$/m);
    assert.equal(run.requests.length, 2);
    assert.equal(new Set(run.keys).size, 1);
    assert.ok(run.keys[0].length >= 32);
    assert.equal(await artifactCount(own), 1);
  });

test("an answer that comes late is tried again, and shares once", async () => {
  const { key: own } = newAccount();
  const words = ["share", "--timeout", "2"];
  const run = await through([answerLate(60_000)], words, { input: "# Once\n", key: own });
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stderr, /no response from localhost:\d+ within 2 seconds; retrying in/);
  assert.equal(new Set(run.keys).size, 1);
  assert.equal(await artifactCount(own), 1);
});

test("an upload that is cut half-way is tried again, and shares once", async () => {
  const { key: own } = newAccount();
  person.file("large.txt", "a line of text\n".repeat(300_000));
  const run = await through([cutUpload, cutUpload], ["share", "large.txt"], { key: own });
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.requests.length, 3);
  assert.equal(new Set(run.keys).size, 1);
  assert.equal(await artifactCount(own), 1);
});

test("each command has an Idempotency-Key of its own", async () => {
  const [first, second] = [
    await through([], ["share"], { input: "# 1\n" }),
    await through([], ["share"], { input: "# 1\n" }),
  ];
  assert.notEqual(first.keys[0], second.keys[0]);
});

test("the first request may still run when it is tried again", async () => {
  const conflict = answer(
    409,
    { "retry-after": "1" },
    '{"error":{"code":"idempotency_conflict","message":"runs"}}',
  );
  const run = await through([loseRequest, conflict], ["share"], { input: "# Once\n" });
  assert.equal(run.status, 0, run.stderr);
  assert.equal(run.requests.length, 3);
  const { status } = await through(
    [answer(409, {}, '{"error":{"code":"idempotency_conflict","message":"differs"}}')],
    ["share"],
    { input: "# Once\n" },
  );
  assert.equal(status, 6);
});

test("after a 429 it waits as long as Retry-After says", async () => {
  const limited = answer(429, { "retry-after": "3" }, '{"error":{"code":"rate_limited","message":"Wait."}}');
  const start = performance.now();
  const run = await through([limited], ["list"]);
  assert.equal(run.status, 0, run.stderr);
  assert.ok(performance.now() - start >= 3000);
  assert.match(run.stderr, /^artifact: Wait\. \(rate_limited\); retrying in [34] s/);
});

test("a limit that stays, or lasts too long, ends it with a status of its own", async () => {
  const body = '{"error":{"code":"rate_limited","message":"Wait."}}';
  const soon = answer(429, { "retry-after": "1" }, body);
  const stays = await through([soon, soon], ["list", "--retries", "1"]);
  assert.deepEqual([stays.status, stays.requests.length], [7, 2]);
  const long = await through([answer(429, { "retry-after": "3600" }, body)], ["list"]);
  assert.deepEqual([long.status, long.requests.length], [7, 1]);
});

test("the real rate limit is waited for", async () => {
  const { key: own } = newAccount({ requestsPerMinute: 1 });
  await call(own, "GET", "/artifacts");
  const run = await through([], ["list", "--retries", "0"], { key: own });
  // A new minute may have begun.
  if (run.status !== 0) {
    assert.equal(run.status, 7);
    assert.match(run.stderr, /\(rate_limited, request req_/);
  }
});

test("other commands are tried again too", async () => {
  const { id } = await share(key, markdown("x"));
  person.file("y.md", "y");
  for (const words of [
    ["get", id],
    ["update", id, "y.md"],
    ["delete", id],
    ["restore", id],
  ]) {
    const run = await through([cutAnswer], words);
    assert.equal(run.status, 0, run.stderr);
    assert.equal(run.requests.length, 2);
  }
});

test("a permanent deletion whose answer gets lost is a deletion", async () => {
  const { id } = await share(key, markdown("x"));
  const run = await through([loseAnswer], ["delete", "--permanent", "--yes", id]);
  assert.deepEqual([run.status, run.stdout], [0, `${id}\n`], run.stderr);
  assert.equal((await through([], ["delete", "--permanent", "--yes", id])).status, 5);
});

const neverExisted = ["delete", "--permanent", "--yes", "art_00000000000000000000000000"];

test("a permanent deletion of an artifact that never existed fails, although nothing listened at first", async (t) => {
  const port = await freePort();
  const run = person.start(neverExisted, { env: { ARTIFACT_SHARE_URL: `https://localhost:${port}` } });
  await until(
    () => run.stderr,
    (text) => text.includes("Connection refused; retrying"),
  );
  const front = await unreliableConnection([], port);
  t.after(front.stop);
  const { status, stdout, stderr } = await run.ended;
  assert.deepEqual([status, stdout], [5, ""], stderr);
});

for (const [name, fault, message] of [
  ["was made too late", stallConnection, "within 2 seconds"],
  ["was cut before TLS", cutConnection, "[^;]+"],
])
  test(`a permanent deletion of an artifact that never existed fails, although a connection ${name}`, async (t) => {
    const front = await unreliableConnection([fault]);
    t.after(front.stop);
    const { status, stdout, stderr } = await person.run([...neverExisted, "--timeout", "2"], {
      env: { ARTIFACT_SHARE_URL: front.origin },
    });
    assert.deepEqual([status, stdout, front.connections], [5, "", 2], stderr);
    assert.match(stderr, new RegExp(`^artifact: cannot connect to localhost:\\d+:? ${message}; retrying in`));
  });

test("it gives up after --retries, and says why", async () => {
  const run = await through([loseRequest, loseRequest], ["list", "--retries", "1"]);
  assert.equal(run.status, 3);
  assert.equal(run.requests.length, 2);
  assert.match(
    run.stderr,
    /retrying in \d s \(1 of 1\)\nartifact: no response from localhost:\d+: [^\n]+\n$/,
  );
  const down = await through([answer(503)], ["list", "--retries", "0"]);
  assert.deepEqual([down.status, down.stderr], [3, `artifact: ${down.host} answered with HTTP status 503\n`]);
});

test("what has no chance is tried once", async () => {
  for (const [status, expected] of [
    [400, 6],
    [401, 4],
    [404, 5],
    [413, 6],
    [500, 1],
    [302, 1],
  ]) {
    const run = await through([answer(status, { location: "https://elsewhere.example/" })], ["list"]);
    assert.deepEqual([run.status, run.requests.length], [expected, 1], `${status}`);
  }
});

test("something that is not the service is reported", async () => {
  const run = await through([answer(200, { "content-type": "text/html" }, "<p>Welcome</p>")], ["list"]);
  assert.deepEqual(
    [run.status, run.stderr],
    [1, "artifact: the response is not from an artifact sharing service: is the URL correct?\n"],
  );
});

test("a link that is kept but does not work is no success", async () => {
  const body = {
    id: "art_01kezrwhr0e0fbkv6g3x9t2m5q",
    externalId: "nightly",
    share: { id: "shr_01kezs4m9hf2sr8v0q5w7y3n6b", url: null, invalidReason: "signing_key_removed" },
  };
  const words = ["share", "--external-id", "nightly"];
  const run = await through([answer(200, {}, JSON.stringify(body))], words, { input: "# x\n" });
  const revoke = `artifact link ${body.id} ${body.share.id} --revoke`;
  assert.deepEqual(
    [run.status, run.stdout, run.stderr],
    [1, "", `artifact: the link does not work (signing_key_removed); to get another, first run: ${revoke}\n`],
  );
});

test("nothing that listens, and no such host, are told", async () => {
  const port = await freePort();
  const list = (url) =>
    person.run(["list", "--retries", "0"], { env: { ARTIFACT_SHARE_URL: url, ARTIFACT_SHARE_KEY: key } });
  const closed = await list(`https://127.0.0.1:${port}`);
  assert.deepEqual(
    [closed.status, closed.stderr],
    [3, `artifact: cannot connect to 127.0.0.1:${port}: Connection refused\n`],
  );
  const unknown = await list("https://no-such-host.invalid");
  assert.deepEqual([unknown.status, unknown.stderr], [3, "artifact: cannot resolve no-such-host.invalid\n"]);
});

test("an untrusted certificate is an error without a retry, and --ca-cert names its authority", async () => {
  const env = { ARTIFACT_SHARE_CA_CERT: "" };
  const run = await person.run(["list"], { env });
  assert.equal(run.status, 3);
  assert.match(
    run.stderr,
    /^artifact: the certificate of localhost:\d+ is not trusted: [^\n]* --ca-cert\)\n$/,
  );
  const trusted = await person.run(["list", "--ca-cert", process.env.CA_CERT], { env });
  assert.equal(trusted.status, 0, trusted.stderr);
});

test("a file of certificate authorities that cannot be used is a wrong configuration", async () => {
  person.file("empty.pem", "");
  person.file("words.pem", "no certificate\n");
  const list = (words, variable) =>
    person.run(["list", ...words], { env: { ARTIFACT_SHARE_CA_CERT: variable } });
  const told = (problem) => `artifact: cannot read the certificate authorities in ${problem}\n`;
  const missing = await list([], "missing.pem");
  assert.deepEqual([missing.status, missing.stderr], [2, told("missing.pem: No such file or directory")]);
  for (const name of ["empty.pem", "words.pem"])
    for (const run of [await list([], name), await list(["--ca-cert", name], "")])
      assert.deepEqual(
        [run.status, run.stderr],
        [2, told(`${name}: it is not a file of certificates in PEM`)],
      );
});

test("--ca-cert is trusted instead of the system's authorities, not besides", async () => {
  const words = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-subj",
    "/CN=Another",
    "-keyout",
    "another.key",
  ];
  execFileSync("openssl", [...words, "-out", "another.pem"], { cwd: person.home, stdio: "ignore" });
  // LeakSanitizer traces too, and only one may.
  const traced = { ASAN_OPTIONS: [person.env.ASAN_OPTIONS, "detect_leaks=0"].filter(Boolean).join(":") };
  const { status, stderr } = spawnSync(
    "strace",
    ["-f", "-e", "trace=%file", program, "list", "--ca-cert", "another.pem"],
    { cwd: person.home, env: { ...person.env, ...traced, ARTIFACT_SHARE_CA_CERT: "" }, encoding: "utf8" },
  );
  assert.equal(status, 3);
  assert.match(stderr, /is not trusted/);
  assert.match(stderr, /"another\.pem"/);
  assert.doesNotMatch(stderr, /"\/etc\/ssl\/certs/);
});

test("the environment of ./run signs in to it, and names the authority of its certificate", async (t) => {
  const { ARTIFACT_SHARE_URL, ARTIFACT_SHARE_KEY, ARTIFACT_SHARE_CA_CERT } = process.env;
  const newcomer = new Person({ env: { ARTIFACT_SHARE_URL, ARTIFACT_SHARE_KEY, ARTIFACT_SHARE_CA_CERT } });
  t.after(() => newcomer.remove());
  const run = await newcomer.run(["whoami"]);
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /^key +Demo /m);
});

test("login keeps the certificate authority", async (t) => {
  const newcomer = new Person({ env: { ARTIFACT_SHARE_CA_CERT: "" } });
  t.after(() => newcomer.remove());
  const words = ["login", origin, "--with-key", "--ca-cert", process.env.CA_CERT];
  assert.equal((await newcomer.run(words, { input: key })).status, 0);
  const run = await newcomer.run(["list"]);
  assert.equal(run.status, 0, run.stderr);
});

test("a proxy of the environment is used", async (t) => {
  const tunnels = [];
  const proxy = http.createServer().on("connect", (request, socket, head) => {
    tunnels.push(request.url);
    const [host, port] = request.url.split(":");
    const service = net.connect(port, host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      service.write(head);
      service.pipe(socket).pipe(service);
    });
    service.on("error", () => socket.destroy());
    socket.on("error", () => service.destroy());
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => proxy.close().closeAllConnections());
  const env = { https_proxy: `http://127.0.0.1:${proxy.address().port}` };
  const run = await person.run(["list"], { env });
  assert.equal(run.status, 0, run.stderr);
  assert.deepEqual(tunnels, [new URL(origin).host]);
  await person.run(["list"], { env: { ...env, no_proxy: "localhost" } });
  assert.equal(tunnels.length, 1);
});

test("a service on this machine without TLS is reached without a proxy, which would see the key", async (t) => {
  const listen = async (answer) => {
    const requests = [];
    const server = http.createServer((incoming, response) => {
      requests.push(incoming.headers);
      response.end(answer);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close().closeAllConnections());
    return { requests, port: server.address().port };
  };
  const proxy = await listen("of the proxy");
  const service = await listen('{"data":[],"pagination":{}}');
  const address = `http://127.0.0.1:${proxy.port}`;
  for (const host of ["localhost", "127.0.0.1"]) {
    const run = await person.run(["list", "--retries", "0", "--host", `http://${host}:${service.port}`], {
      env: { ARTIFACT_SHARE_URL: "", ARTIFACT_SHARE_KEY: key, http_proxy: address, all_proxy: address },
    });
    assert.equal(run.status, 0, run.stderr);
    assert.equal(service.requests.pop()?.authorization, `Bearer ${key}`);
  }
  assert.deepEqual(proxy.requests, []);
});

test("a document that is too large gets the service's answer, not a broken connection", async () => {
  person.file("huge.txt", "x".repeat(34 << 20));
  const run = await person.run(["share", "huge.txt"]);
  assert.equal(run.status, 6, run.stderr);
  assert.match(run.stderr, /\(payload_too_large, request req_/);
});
