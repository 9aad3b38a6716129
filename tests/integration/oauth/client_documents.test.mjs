// Apps that describe themselves by a document at the URL that is their id. The service under test may fetch
// it from this machine, which no other does.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serveSite } from "../../browser/https_server.mjs";
import { origin, request } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import {
  askToken,
  authorizePath,
  broughtBack,
  callback,
  connect,
  decide,
  newCode,
  newPkce,
  refresh,
  requestOf,
} from "../../service/oauth_client.mjs";
import { ownWorker } from "../../service/own_worker.mjs";

const json = "application/json";
const answers = {};
let site;
let user;
before(async () => {
  site = await serveSite(answers);
  user = await newUser();
});
after(() => site.stop());

let count = 0;
// Serves a document and gives its address.
function describe(more = {}, answer = {}) {
  const path = `/client-${++count}.json`;
  const id = `https://localhost:${site.port}${path}`;
  const document = { client_id: id, client_name: "A described app", redirect_uris: [callback], ...more };
  answers[path] = { type: json, body: JSON.stringify(document), ...answer };
  return id;
}
const ask = (id, more = {}) =>
  user.visitor.get(authorizePath(requestOf({ pkce: newPkce(), client_id: id, ...more })));
const fetched = (id) => site.requests.filter(({ path }) => id.endsWith(path));

test("a document names the app, its site is what the user is told, and it is fetched once", async () => {
  const id = describe();
  const { status, text } = await ask(id);
  assert.equal(status, 200, text);
  assert.match(text, /<h1>Connect <bdi>A described app<\/bdi>\?<\/h1>/);
  assert.ok(text.includes(`An app of <strong>localhost:${site.port}</strong>`));
  assert.ok(!text.includes("has not been verified"));
  for (let i = 0; i < 5; ++i) await ask(id);
  const requests = fetched(id);
  // At most once for each worker.
  assert.ok(requests.length >= 1 && requests.length <= 4, String(requests.length));
  assert.equal(requests[0].headers.cookie, undefined);
  assert.equal(requests[0].headers.authorization, undefined);
  const { access_token, refresh_token } = await connect(user.visitor, { client_id: id });
  assert.ok(access_token);
  assert.equal((await refresh(refresh_token, { client_id: id })).status, 200);
});

test("the document decides which redirect URIs are the app's", async () => {
  const id = describe({ redirect_uris: ["https://app.example.org/callback"] });
  assert.equal((await ask(id)).status, 400);
  const uri = { redirect_uri: "https://app.example.org/callback" };
  assert.equal((await ask(id, uri)).status, 200);
  const answer = await decide(user.visitor, requestOf({ pkce: newPkce(), client_id: id, ...uri }));
  assert.ok(broughtBack(answer).code);
});

test("one app cannot exchange another's code", async () => {
  const code = await newCode(user.visitor, { client_id: describe() });
  assert.equal((await askToken({ ...code, client_id: describe() })).json.error, "invalid_grant");
});

test("an invalid document is rejected, and no redirect is followed", async () => {
  const good = describe();
  for (const [name, id] of Object.entries({
    another: describe({ client_id: good }),
    anonymous: describe({ client_id: undefined }),
    "not JSON": describe({}, { type: "text/html" }),
    broken: describe({}, { body: "{" }),
    "without URIs": describe({ redirect_uris: [] }),
    "with a dangerous URI": describe({ redirect_uris: [callback, "javascript:alert(1)"] }),
    missing: describe({}, { status: 404 }),
    moved: describe({}, { status: 302, headers: { location: good } }),
    large: describe({ filler: "x".repeat(70_000) }),
    "of another scheme": good.replace("https:", "http:"),
    "with a query": `${good}?x`,
    "with a fragment": `${good}#x`,
    "with a user": good.replace("https://", "https://user@"),
    "with dots": good.replace("/client", "/x/../client"),
    "without a path": `https://localhost:${site.port}`,
    "of nobody": "https://localhost:1/client.json",
  })) {
    const { status, headers } = await ask(id);
    assert.deepEqual([status, headers.location], [400, undefined], name);
  }
  assert.equal(fetched(good).length, 0);
});

test("nothing is fetched for those who are not signed in", async () => {
  const id = describe();
  const path = authorizePath(requestOf({ pkce: newPkce(), client_id: id }));
  const { status } = await request("GET", origin + path, { isDescribed: false });
  assert.equal(status, 303);
  assert.equal(fetched(id).length, 0);
});

for (const setting of ["on", "off"]) {
  test(`with client_documents ${setting}, nothing is fetched from this machine`, async (t) => {
    const worker = await ownWorker({
      client_documents: setting,
      client_documents_ca_file: process.env.CA_CERT,
    });
    t.after(() => worker.stop());
    const cookie = `__Host-session=${user.visitor.cookie("__Host-session")}`;
    const asked = (id) =>
      worker.ask("GET", authorizePath(requestOf({ pkce: newPkce(), client_id: id })), {
        more: { HTTP_COOKIE: cookie },
      });
    const earlier = site.requests.length;
    const port = site.port === 443 ? "" : `:${site.port}`;
    for (const host of ["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1", "localhost."]) {
      const { status } = await asked(`https://${host}${port}/client-1.json`);
      assert.equal(status, 400, host);
      assert.equal((await asked(`https://${host}/client-1.json`)).status, 400, host);
    }
    assert.equal(site.requests.length, earlier);
    const { status, text } = await worker.ask("GET", "/.well-known/oauth-authorization-server");
    assert.equal(status, 200);
    assert.equal(JSON.parse(text).client_id_metadata_document_supported, setting === "on");
  });
}
