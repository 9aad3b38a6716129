// What looks like a secret is found when it is published: a warning, or a refusal, that names the place.
// The secrets are made here, so that this file has none.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { image, png } from "../../documents/pictures.mjs";
import { call, markdown, newAccount, newKey, until } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { githubToken } from "../../service/github_token.mjs";
import { logsWith } from "../../service/log_files.mjs";
import { connect } from "../../service/oauth_client.mjs";
import { callTool } from "../mcp/messages.mjs";

let owner;
let strict; // a key that refuses
before(() => {
  owner = newAccount();
  strict = newKey(owner.account, undefined, "--refuse-secrets");
});

const found = ({ json }) =>
  (json.warnings ?? [])
    .filter(({ code }) => code === "secret_detected")
    .map(({ field, secret }) => `${secret.kind} ${field} ${secret.line}:${secret.column}`);

test("a note is searched, too, as a link may show the history", async () => {
  const note = `use ${githubToken()}`;
  const made = await call(owner.key, "POST", "/artifacts", markdown("x", { note }));
  assert.deepEqual(found(made), ["github_token /note 1:5"]);
  for (const body of [
    { note, content: { text: "y" } },
    { note, title: "y" },
  ]) {
    const refused = await call(strict, "PUT", `/artifacts/${made.json.id}`, body);
    assert.deepEqual([refused.status, refused.json.error.field], [422, "/note"], refused.text);
  }
});

// Every way to publish; gives the answer.
async function waysToPublish(key, token) {
  const created = (await call(owner.key, "POST", "/artifacts", markdown("x"))).json.id;
  const text = `first line\nuse ${token} here`;
  const ways = {
    create: () => call(key, "POST", "/artifacts", markdown(text)),
    "create a file": () => {
      return call(key, "POST", "/artifacts?title=x", text, { "content-type": "text/markdown" });
    },
    "create and share": () => call(key, "POST", "/artifacts/share", markdown(text)),
    update: () => call(key, "PUT", `/artifacts/${created}`, { content: { text } }),
    "put anew": () => call(key, "PUT", `/artifacts/ext:${randomUUID()}`, markdown(text)),
    "put anew with a link": () =>
      call(key, "PUT", `/artifacts/ext:${randomUUID()}`, markdown(text, { share: {} })),
    "put again": async () => {
      const path = `/artifacts/ext:${randomUUID()}`;
      await call(owner.key, "PUT", path, markdown("x", { share: {} }));
      return call(key, "PUT", path, markdown(text, { share: {} }));
    },
  };
  return Object.entries(ways);
}

test("a key that refuses secrets makes no link to one that is there", async () => {
  const { json } = await call(owner.key, "POST", "/artifacts", markdown(`use ${githubToken()}`));
  const path = `/artifacts/${json.id}/share`;
  const refused = await call(strict, "POST", path, {});
  assert.equal(refused.status, 422, refused.text);
  assert.equal(refused.json.error.code, "secret_detected");
  assert.match(refused.json.error.message, /GitHub token/);
  assert.equal((await call(owner.key, "POST", path, {})).status, 200);
  const harmless = await call(owner.key, "POST", "/artifacts", markdown("x"));
  assert.equal((await call(strict, "POST", `/artifacts/${harmless.json.id}/share`, {})).status, 200);
});

// An artifact with a secret and a link that is as narrow as it can be.
async function narrowlyShared() {
  const externalId = randomUUID();
  const share = { password: "a lamp in every window", expiresIn: "2h", maxViews: 5 };
  const body = markdown(`use ${githubToken()}`, { expiresIn: "2h", share });
  const { json } = await call(owner.key, "PUT", `/artifacts/ext:${externalId}`, body);
  return { path: `/artifacts/${json.id}`, link: `/artifacts/${json.id}/shares/${json.share.id}`, externalId };
}

test("a key that refuses secrets does not widen the audience of one that is there, but can narrow it", async () => {
  const { path, link, externalId } = await narrowlyShared();
  const upsert = `/artifacts/ext:${externalId}`;
  for (const [method, target, body] of [
    ["PATCH", link, { password: null }],
    ["PATCH", link, { expiresIn: "30d" }],
    ["PATCH", link, { maxViews: 100 }],
    ["PATCH", link, { maxViews: null }],
    ["PATCH", link, { allowDownload: true }],
    ["PUT", path, { expiresIn: "30d" }],
    ["PUT", path, { expiresIn: "30d", title: "changed" }],
  ]) {
    const before = (await call(owner.key, "GET", link.replace(/\/[^/]*$/, ""))).text;
    const refused = await call(strict, method, target, body);
    assert.equal(refused.status, 422, `${method} ${target} ${JSON.stringify(body)}: ${refused.text}`);
    assert.equal(refused.json.error.code, "secret_detected");
    assert.equal((await call(owner.key, "GET", link.replace(/\/[^/]*$/, ""))).text, before);
  }
  for (const [method, target, body] of [
    ["PATCH", link, { password: "another lamp in the window" }],
    ["PATCH", link, { expiresIn: "1h" }],
    ["PATCH", link, { maxViews: 2 }],
    ["PATCH", link, { allowDownload: false }],
    ["PUT", path, { expiresIn: "1h" }],
    ["PUT", upsert, markdown("nothing secret", { share: {} })],
    ["PATCH", link, { password: null }],
    ["PUT", path, { expiresIn: "30d" }],
  ]) {
    const accepted = await call(strict, method, target, body);
    assert.equal(accepted.status, 200, `${method} ${target} ${JSON.stringify(body)}: ${accepted.text}`);
  }
});

test("a key that refuses secrets keeps no link to an artifact whose title has one", async () => {
  const path = `/artifacts/ext:${randomUUID()}`;
  await call(owner.key, "PUT", path, markdown("x", { title: githubToken() }));
  const refused = await call(strict, "PUT", path, markdown("y", { share: {} }));
  assert.equal(refused.status, 422, refused.text);
  assert.equal(refused.json.error.field, "/title");
  assert.equal((await call(strict, "PUT", path, markdown("y", { title: null, share: {} }))).status, 200);
});

test("a key that refuses secrets restores nothing that has one", async () => {
  const { path } = await narrowlyShared();
  await call(owner.key, "DELETE", path);
  const refused = await call(strict, "POST", `${path}/restore`);
  assert.equal(refused.status, 422, refused.text);
  assert.equal(refused.json.error.code, "secret_detected");
  assert.equal((await call(owner.key, "GET", path)).json.status, "deleted");
  assert.equal((await call(owner.key, "POST", `${path}/restore`)).status, 200);
});

test("an artifact with a secret is extended by a key that refuses them if it takes the secret out", async () => {
  const { path } = await narrowlyShared();
  const change = { expiresIn: "30d", content: { text: "nothing secret" } };
  assert.equal((await call(strict, "PUT", path, change)).status, 200);
});

test("publishing warns of a secret, with its kind and place, in every call", async () => {
  const token = githubToken();
  for (const [name, send] of await waysToPublish(owner.key, token)) {
    const answer = await send();
    assert.ok(answer.status < 300, `${name}: ${answer.text}`);
    assert.equal(found(answer).length, 1, `${name}: ${answer.text}`);
    assert.match(found(answer)[0], /^github_token \/content\/(text|markdown) 2:5$/, name);
    assert.match(answer.json.warnings[0].message, /what looks like a GitHub token in line 2, column 5/);
    assert.ok(!answer.text.includes(token), name);
  }
});

test("a key that refuses secrets publishes nothing, and reports the same findings", async () => {
  const token = githubToken();
  for (const [name, send] of await waysToPublish(strict, token)) {
    const { status, json, text } = await send();
    assert.equal(status, 422, `${name}: ${text}`);
    assert.equal(json.error.code, "secret_detected");
    assert.match(json.error.field, /^\/content\/(text|markdown)$/);
    assert.deepEqual(json.error.secret, { kind: "github_token", line: 2, column: 5 });
    assert.ok(!text.includes(token), name);
  }
  const { id } = (await call(owner.key, "POST", "/artifacts", markdown("before"))).json;
  await call(strict, "PUT", `/artifacts/${id}`, { content: { text: token }, title: "changed" });
  const { json } = await call(owner.key, "GET", `/artifacts/${id}`);
  assert.equal(json.content.text, "before");
  assert.equal(json.title, null);
  assert.equal((await call(strict, "PUT", `/artifacts/${id}`, { title: "no secret" })).status, 200);
});

test("every template and field is searched, and all findings are reported", async () => {
  const token = githubToken();
  const own = newKey(owner.account, ["artifacts:read"]);
  const cases = [
    [
      {
        template: "code",
        content: {
          files: [
            { name: "a", text: "x" },
            { name: "b", text: `\n\n${token}` },
          ],
        },
      },
      "/content/files/1/text",
    ],
    [{ template: "table", content: { columns: ["a"], rows: [["x"], [token]] } }, "/content/rows/1/0"],
    [{ template: "table", content: { csv: `a,b\n1,${token}` } }, "/content/csv"],
    [
      { template: "chart", content: { type: "bar", labels: [token], datasets: [{ label: "x", data: [1] }] } },
      "/content/labels/0",
    ],
    [{ template: "pdf", content: { html: `<p>${token}</p>` } }, "/content/html"],
    [{ template: "html", content: { html: `<script>key = "${token}"</script>` } }, "/content/html"],
    [image(png(), { alt: token }), "/content/alt"],
    [markdown("x", { title: `see ${token}` }), "/title"],
    [markdown("x", { description: `line\n${token}` }), "/description"],
  ];
  for (const [body, field] of cases) {
    const answer = await call(owner.key, "POST", "/artifacts", body);
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(
      found(answer).map((each) => each.split(" ")[1]),
      [field],
      answer.text,
    );
    assert.ok(!answer.text.replace(JSON.stringify(body.title ?? "-"), "").includes(token));
    const refusal = await call(strict, "POST", "/artifacts", body);
    assert.equal(refusal.json.error.field, field);
  }
  const two = await call(strict, "POST", "/artifacts", markdown(`${token}\n${own}`, { title: token }));
  assert.deepEqual(
    two.json.error.errors.map(({ field, secret }) => `${secret.kind} ${field} ${secret.line}`),
    ["github_token /title 1", "github_token /content/text 1", "artifact_share_key /content/text 2"],
  );
  const named = await call(owner.key, "POST", "/artifacts", {
    template: "table",
    content: { data: [{ [token]: 1 }] },
  });
  assert.deepEqual(found(named), ["github_token /content/data/0 1:1"]);
  assert.ok(!named.text.includes(token));
});

// Workers keep what they know of a key until PostgreSQL has notified them of the change.
const untilEveryWorkerKnows = (key, refusesSecrets) =>
  until(
    async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => call(key, "GET", "/account")));
      return answers.every(({ json }) => json.key.refusesSecrets === refusesSecrets);
    },
    (everyoneKnows) => everyoneKnows,
  );

test("an account that refuses secrets does so for all its keys and users, as soon as workers know", async () => {
  const { visitor, account } = await newUser();
  const key = newKey(account);
  const path = "/dashboard/settings/publishing";
  const token = githubToken();
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  const edit = async () => {
    await visitor.open(`/dashboard/artifacts/${id}/edit`);
    return visitor.post(`/dashboard/artifacts/${id}/edit`, { title: `see ${token}`, description: "" });
  };
  const app = await connect(visitor);
  assert.equal((await call(app.access_token, "POST", "/artifacts", markdown(token))).status, 201);
  assert.ok(!/ checked/.test((await visitor.open(path)).text));
  assert.equal((await call(key, "POST", "/artifacts", markdown(token))).status, 201);
  assert.equal((await edit()).status, 303);

  await visitor.open(path);
  const saved = await visitor.post(path, { refuseSecrets: "on" });
  assert.equal(saved.status, 303);
  assert.match(
    (await visitor.open(saved.headers.location)).text,
    /Publishing settings saved\.[\s\S]* checked/,
  );
  await untilEveryWorkerKnows(key, true);
  const refusal = await call(key, "POST", "/artifacts", markdown(token));
  assert.equal(refusal.status, 422, refusal.text);
  await untilEveryWorkerKnows(app.access_token, true);
  assert.equal((await call(app.access_token, "POST", "/artifacts", markdown(token))).status, 422);
  const refusedEdit = await edit();
  assert.equal(refusedEdit.status, 422);
  assert.match(refusedEdit.text, /what looks like a GitHub token/);

  await visitor.open(path);
  await visitor.post(path, {});
  await untilEveryWorkerKnows(key, false);
  assert.equal((await call(key, "POST", "/artifacts", markdown(token))).status, 201);
  const events = (await call(newKey(account, ["account:read"]), "GET", "/account/audit?limit=100")).json.data;
  assert.deepEqual(
    events
      .filter(({ action }) => action === "account.settings_changed")
      .map(({ subjectName }) => subjectName),
    ["detected secrets are not blocked", "detected secrets are blocked"],
  );
});

test("only owners can change whether the account refuses secrets", async () => {
  const { visitor } = await newUser({ role: "member" });
  assert.equal((await visitor.open("/dashboard/settings/publishing")).status, 403);
  assert.ok(!(await visitor.open("/dashboard/settings/keys")).text.includes("settings/publishing"));
  assert.equal((await visitor.post("/dashboard/settings/publishing", { refuseSecrets: "on" })).status, 403);
});

test("the tools of the MCP server warn of secrets and refuse them too", async () => {
  const token = githubToken();
  const warned = await callTool(owner.key, "share", { markdown: `x ${token}` });
  assert.match(warned.content[0].text, /Warning: .*what looks like a GitHub token in line 1, column 3/);
  assert.equal(warned.structuredContent.warnings[0].secret.kind, "github_token");
  for (const [tool, args] of [
    ["share", { markdown: token }],
    ["update", { artifact: warned.structuredContent.artifact, markdown: token }],
  ]) {
    const result = await callTool(strict, tool, args);
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /what looks like a GitHub token.*Take the secret out/);
    assert.ok(!JSON.stringify(result).includes(token));
  }
});

test("no log contains a secret that was found", async () => {
  const token = githubToken();
  await call(owner.key, "POST", "/artifacts", markdown(token, { title: token }));
  await callTool(strict, "share", { markdown: token });
  const last = await call(strict, "POST", "/artifacts", markdown(token, { title: token }));
  for (const { file, text } of await logsWith(last)) assert.ok(!text.includes(token), file);
});
