// How the service is addressed, what headers of a client may not change, and in which order a request
// is checked.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  call,
  markdown,
  newAccount,
  newKey,
  origin,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { assertApiHeaders, assertError, idPattern } from "../../service/contract_assertions.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { exchange } from "../../service/raw_connection.mjs";

let account;
let key;
let artifact;
before(async () => {
  ({ account, key } = newAccount());
  artifact = (await call(key, "POST", "/artifacts", markdown("x"))).json.id;
});

test("a link's URL has the configured host, whatever host a client names", async () => {
  for (const headers of [
    { "x-forwarded-host": "evil.example" },
    { "x-host": "evil.example" },
    { forwarded: "host=evil.example;proto=http" },
    { "x-forwarded-proto": "http" },
    { "x-forwarded-port": "1" },
  ]) {
    const made = await call(key, "POST", "/artifacts/share", markdown("x"), headers);
    assert.ok(
      made.json.url.startsWith(`${origin}/a/${made.json.id}?token=`),
      `${JSON.stringify(headers)}: ${made.json.url}`,
    );
    const link = await call(key, "POST", `/artifacts/${artifact}/share`, {}, headers);
    assert.ok(link.json.url.startsWith(`${origin}/a/${artifact}?token=`), link.json.url);
  }
  const body = JSON.stringify(markdown("x"));
  for (const host of ["evil.example", "localhost:1", "localhost.", "[::1]"]) {
    const [made] = await exchange(
      Buffer.from(
        `POST /api/artifacts/share HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    );
    assert.equal(made.status, 201, made.text);
    assert.ok(made.json.url.startsWith(`${origin}/a/${made.json.id}?token=`), `${host}: ${made.json.url}`);
  }
});

test("a client cannot choose the address by which its calls are counted", async () => {
  const from = ownAddress();
  const remaining = [];
  for (const header of [
    "x-forwarded-for",
    "x-real-ip",
    "forwarded",
    "client-ip",
    "true-client-ip",
    "cf-connecting-ip",
  ]) {
    const response = await request("GET", `/artifacts/${artifact}`, {
      from,
      headers: { [header]: "192.0.2.7" },
    });
    assertError(response, 401, "unauthorized");
    remaining.push({
      left: Number(response.headers["x-ratelimit-remaining"]),
      reset: response.headers["x-ratelimit-reset"],
    });
  }
  // Within one window each of them counts; where the minute turned, the count starts anew.
  for (let i = 1; i < remaining.length; ++i)
    assert.equal(
      remaining[i].left,
      remaining[i].reset === remaining[i - 1].reset ? remaining[i - 1].left - 1 : 59,
    );
});

test("a client's own request id is kept if it is plain and short", async () => {
  const { url } = await share(key, markdown("x"));
  for (const id of ["5b1d0f0e-7c52-4c0c-9a4f-3f6f6f1d2a90", "Root=1-67891233-abc", "x".repeat(128)])
    for (const target of [`/artifacts/${artifact}`, "/nothing", url]) {
      const response = await call(key, "GET", target, undefined, { "x-request-id": id });
      assert.equal(response.headers["x-request-id"], id);
    }
  const response = await call(key, "GET", `/artifacts/${artifact}`, undefined, { "x-request-id": "a b" });
  assert.match(response.headers["x-request-id"], idPattern("req"));
});

test("a share page opens whatever parameters were added to its URL", async () => {
  const { url } = await share(key, markdown("x"));
  assert.equal((await request("GET", `${url}&utm_source=mail&x`)).status, 200);
});

test("HEAD returns the headers of GET without a body, also for errors", async () => {
  const cases = [
    [`/artifacts/${artifact}`, key, 200],
    ["/artifacts/art_x", key, 404],
    ["/nothing", key, 404],
    [`/artifacts/${artifact}`, "nobody", 401],
    [`/artifacts/${artifact}`, newAccount().key, 403],
    ["/artifacts/share", key, 405],
  ];
  for (const [path, caller, status] of cases) {
    const options = { headers: { authorization: `Bearer ${caller}` }, from: ownAddress() };
    const get = await request("GET", path, options);
    const head = await request("HEAD", path, options);
    assert.equal(get.status, status, path);
    assert.equal(head.status, status, path);
    assert.equal(head.text, "");
    assertApiHeaders(head);
    assert.equal(head.headers["content-length"], String(Buffer.byteLength(get.text)));
    assert.equal(head.headers.allow, get.headers.allow);
    assert.equal(head.headers["www-authenticate"], get.headers["www-authenticate"]);
  }
});

test("checks run in the documented order: each error is reported before those after it", async () => {
  const readOnly = newKey(account, ["artifacts:read"]);
  const stranger = newAccount().key;
  const exhausted = newAccount({ requestsPerMinute: 1 });
  const exhaustedReader = newKey(exhausted.account, ["artifacts:read"]);
  const text = { "content-type": "text/plain" };
  const send = (caller, method, path, headers = text, body = "{") =>
    request(method, path, {
      headers: { ...(caller ? { authorization: `Bearer ${caller}` } : {}), ...headers },
      body,
      from: ownAddress(),
    });

  assertError(await send(undefined, "PATCH", "/nothing"), 404, "not_found");
  const method = await send(undefined, "PATCH", "/artifacts/share");
  assertError(method, 405, "method_not_allowed");
  assertError(await send(undefined, "POST", "/artifacts/share"), 401, "unauthorized");
  // One call uses the window up; should the minute turn in between, the next call uses up the new one.
  let refused;
  do {
    refused = await send(exhaustedReader, "POST", "/artifacts/share");
  } while (refused.status === 403);
  assertError(refused, 429, "rate_limited");
  assertError(await send(readOnly, "POST", "/artifacts/share"), 403, "forbidden", "artifacts:");
  assertError(await send(key, "POST", "/artifacts/share"), 415, "unsupported_media_type");
  assertError(await send(stranger, "POST", `/artifacts/${artifact}/share`), 415, "unsupported_media_type");
  const json = { "content-type": "application/json" };
  assertError(await send(stranger, "POST", `/artifacts/${artifact}/share`, json), 400, "invalid_json");
  assertError(
    await send(stranger, "POST", `/artifacts/${artifact}/share`, json, '{"expiresIn":"x"}'),
    400,
    "invalid_expires_in",
  );

  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  sql(`update artifacts set expires_at = now() where id = '${uuidOf(id)}'`);
  assertError(
    await send(key, "POST", `/artifacts/${id}/share`, json, '{"expiresIn":"x"}'),
    400,
    "invalid_expires_in",
  );
  assertError(await send(stranger, "POST", `/artifacts/${id}/share`, json, "{}"), 403, "forbidden");
  assertError(await send(key, "POST", `/artifacts/${id}/share`, json, "{}"), 409, "artifact_expired");
  sql(`update artifacts set deleted_at = now() where id = '${uuidOf(id)}'`);
  assertError(await send(key, "POST", `/artifacts/${id}/share`, json, "{}"), 409, "artifact_deleted");
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).json.status, "deleted");
});

test("a rejected call creates nothing", async () => {
  const rows = () =>
    sql(`select count(distinct a.id), count(l.id) from artifacts a left join share_links l on l.artifact_id = a.id
    where a.account_id = '${uuidOf(account)}'`);
  const beforehand = rows();
  assert.match(beforehand, /^\d+\|\d+$/);
  for (const more of [
    { expiresIn: "x" },
    { password: "" },
    { maxViews: 0 },
    { allowDownload: 1 },
    { title: 1 },
  ])
    assert.equal((await call(key, "POST", "/artifacts/share", markdown("x", more))).status, 400);
  assert.equal(rows(), beforehand);
});

test("a word in place of an ID is answered with the list that there is", async () => {
  const lists =
    /path; GET \/artifacts lists what there is \(query parameters: .*\btitle, text\b.*art_ and 26/;
  const shares = /path; GET \/artifacts\/\{artifact_id\}\/shares lists what there is .*shr_ and 26/;
  for (const [path, expected] of [
    ["/artifacts/search?q=x", lists],
    ["/artifacts/list", lists],
    [`/artifacts/${artifact}/shares/latest`, shares],
    ["/artifacts/art_1", /path; an ID in this path must be art_/],
  ]) {
    const response = await call(key, "GET", path);
    assertError(response, 404, "not_found");
    assert.match(response.json.error.message, expected, path);
  }
});
