// The examples of the API's description are what the service answers. Each is held against a real answer; what
// differs each time (ids, times, tokens) must only look alike.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  admin,
  call,
  markdown,
  newAccount,
  newKey,
  openCover,
  origin,
  request,
  share,
  sql,
  uuidOf,
} from "../../service/api_client.mjs";
import { loadDocument } from "../../contract/response_contract.mjs";
import { githubToken } from "../../service/github_token.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";

const document = await loadDocument(fileURLToPath(new URL("../../../docs/openapi.yaml", import.meta.url)));
const { examples } = document.components;

const resolve = (node) =>
  node?.$ref === undefined
    ? node
    : resolve(
        node.$ref
          .slice(2)
          .split("/")
          .reduce((part, key) => part[key], document),
      );

// What an answer and its example have in common.
function shapeOf(value, name = "") {
  if (Array.isArray(value)) return value.map((one) => shapeOf(one));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one, key)]));
  if (typeof value !== "string") return value;
  if (name === "nextCursor") return "a cursor";
  return value
    .replace(/\b(art|shr|acc|key|evt)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g, "$1_…")
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\b/g, "a time")
    .replace(/^\d{4}-\d\d-\d\d$/, "a date")
    .replace(/https:\/\/(localhost:\d+|share\.example\.org)/g, "https://HOST")
    .replace(/\b[\w-]+\.[\w-]{43}(?![\w-])/g, "a token")
    .replace(/\bartu_\w{42}\b/g, "an upload's token")
    .replace(/^(203\.0\.113\.7|127\.0\.0\.1|::1)$/, "an address");
}

const asJson = { accept: "application/json" };
let account;
let key;
let artifact;
before(async () => {
  ({ account, key } = newAccount());
  artifact = (await call(key, "POST", "/artifacts", markdown("text"))).json.id;
});

const created = async (body) => (await call(key, "POST", "/artifacts", body)).json.id;
let nightlyReport;
const nightlyKey = () =>
  (nightlyReport ??= admin("key", "add", "--account", account, "--name", "Nightly report"));
// An artifact at its third version.
const changedTwice = async () => {
  const first = markdown("# 2.4.0", { title: "Release notes" });
  const { id } = (await call(nightlyKey(), "POST", "/artifacts", first)).json;
  for (const text of ["# 2.4.1", "# 2.4.2"])
    await call(key, "PUT", `/artifacts/${id}`, { content: { text } });
  return id;
};
const read = async (example) => call(key, "GET", `/artifacts/${await created(example.value)}`);
const shareOf = (id, body = {}) => call(key, "POST", `/artifacts/${id}/share`, body);
const linksOf = (id) => call(key, "GET", `/artifacts/${id}/shares`);
const nightlyBody =
  document.paths["/artifacts/{artifact_id}"].put.requestBody.content["application/json"].examples.nightly
    .value;
// A file sent to an address for uploads.
const addressOf = async (asked) => (await call(key, "POST", "/artifacts/uploads", asked)).json.url;
const put = (url, file) => request("PUT", url, { body: file, from: ownAddress() });
const upload = async (asked, file) => put(await addressOf(asked), file);
const edited = (id, body) => call(key, "PATCH", `/artifacts/${id}`, body);
// A link whose page asks for a password.
const locked = () => share(key, { ...examples.NewMarkdown.value, password: "open sesame" });
const pageOf = (url, headers = {}, method = "GET") =>
  request(method, url, { headers: { ...asJson, ...headers }, from: ownAddress() });
const stateOf = (url) => url.replace("?", "/state?");
// With wrong passwords.
const untilRefused = async (url) => {
  const from = ownAddress();
  for (;;) {
    const headers = { ...asJson, "x-share-password": "wrong" };
    const answer = await request("GET", url, { headers, from });
    if (answer.status === 429) return answer;
  }
};
const shared = () => share(key, examples.NewMarkdown.value);

// The answers of operations: `operationId status`, and the name of the example if there are several.
const answers = {
  "listArtifacts 200": async () => {
    const own = newAccount().key;
    await call(own, "POST", "/artifacts", markdown("text"));
    await call(own, "POST", "/artifacts", examples.NewMarkdown.value);
    return call(own, "GET", "/artifacts?limit=1");
  },
  "createArtifact 201": () => call(key, "POST", "/artifacts", examples.NewMarkdown.value),
  "createAndShareArtifact 201": () => call(key, "POST", "/artifacts/share", examples.NewMarkdown.value),
  "prepareUpload 201": () => call(key, "POST", "/artifacts/uploads", exampleOf("prepareUpload", "report")),
  "receiveUpload 200": async () => {
    const id = await created({ ...examples.NewMarkdown.value, expiresIn: undefined });
    for (const text of ["# 1", "# 2"]) await call(key, "PUT", `/artifacts/${id}`, { content: { text } });
    return upload({ artifactId: id }, "# Tonight");
  },
  "receiveUpload 201": () => {
    const { title, share: link } = nightlyBody;
    return upload({ externalId: "nightly-report", filename: "a.md", title, share: link }, "# Tonight");
  },
  "getArtifact 200 markdown": () => read(examples.NewMarkdown),
  "getArtifact 200 pdf": async () => {
    const id = await created(examples.NewPdf.value);
    await call(key, "DELETE", `/artifacts/${id}`);
    return call(key, "GET", `/artifacts/${id}`);
  },
  "updateArtifact 200": async () => {
    const id = await created(examples.NewMarkdown.value);
    return call(key, "PUT", `/artifacts/${id}`, exampleOf("updateArtifact", "content"));
  },
  "editArtifact 200": async () => {
    const id = await created({ template: "table", content: { columns: ["Day", "Sold"], rows: [] } });
    return call(key, "PATCH", `/artifacts/${id}`, exampleOf("editArtifact", "rows"));
  },
  "deleteArtifact 200": async () => call(key, "DELETE", `/artifacts/${await created(markdown("text"))}`),
  "restoreArtifact 200 markdown": async () => {
    const id = await created(examples.NewMarkdown.value);
    await call(key, "DELETE", `/artifacts/${id}`);
    return call(key, "POST", `/artifacts/${id}/restore`);
  },
  "listVersions 200": async () => {
    const { id } = (await call(nightlyKey(), "POST", "/artifacts", markdown("# 2.4.0"))).json;
    await call(nightlyKey(), "PUT", `/artifacts/${id}`, {
      content: { text: "# 2.4.1 with the new numbers" },
      note: "Numbers of March added",
    });
    return call(key, "GET", `/artifacts/${id}/versions`);
  },
  "getVersion 200": async () => call(key, "GET", `/artifacts/${await changedTwice()}/versions/1`),
  "compareVersions 200": async () => call(key, "GET", `/artifacts/${await changedTwice()}/versions/2/diff`),
  "eraseVersion 200": async () => {
    const id = await changedTwice();
    await call(key, "POST", `/artifacts/${id}/versions/2/restore`);
    return call(key, "DELETE", `/artifacts/${id}/versions/2`);
  },
  "eraseVersionsBefore 200": async () =>
    call(key, "DELETE", `/artifacts/${await changedTwice()}/versions?before=3`),
  "restoreVersion 200": async () =>
    call(key, "POST", `/artifacts/${await changedTwice()}/versions/1/restore`),
  "shareArtifact 200": () => shareOf(artifact),
  "getViews 200": async () => {
    const id = await created(markdown("text"));
    const { url } = (await shareOf(id)).json;
    const browser = { accept: "text/html", "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" };
    const previewer = { accept: "text/html", "user-agent": "Slackbot-LinkExpanding 1.0" };
    for (const headers of [browser, browser, browser, asJson, previewer, previewer])
      await pageOf(url, headers);
    const { data } = (await call(key, "GET", `/artifacts/${id}/views`)).json;
    assert.equal(data.length, 90);
    return { json: { data: data.slice(-2) } };
  },
  "listShareLinks 200": async () => {
    const id = await created(markdown("text"));
    await shareOf(id);
    return linksOf(id);
  },
  "listAccountShareLinks 200": async () => {
    const own = newAccount().key;
    const { id } = (await call(own, "POST", "/artifacts", markdown("# Quarterly report"))).json;
    const body = { name: "for Sam", password: "open sesame", maxViews: 100 };
    const { url } = (await call(own, "POST", `/artifacts/${id}/share`, body)).json;
    await pageOf(url, { "x-share-password": "open sesame" });
    return call(own, "GET", "/artifacts/shares");
  },
  "getShareLink 200": async () => {
    const id = await created(markdown("text"));
    await shareOf(id);
    const [{ id: link }] = (await linksOf(id)).json.data;
    return call(key, "GET", `/artifacts/${id}/shares/${link}`);
  },
  "updateShareLink 200": async () => {
    const id = await created(markdown("text"));
    await shareOf(id, { password: "open sesame", maxViews: 3 });
    const [{ id: link }] = (await linksOf(id)).json.data;
    return call(key, "PATCH", `/artifacts/${id}/shares/${link}`, exampleOf("updateShareLink", "open"));
  },
  "revokeShareLink 200": async () => {
    const id = await created(markdown("text"));
    await shareOf(id);
    const [{ id: link }] = (await linksOf(id)).json.data;
    return call(key, "DELETE", `/artifacts/${id}/shares/${link}`);
  },
  "getAccount 200": async () => {
    const { account: own, key: maker } = newAccount({ plan: "pro" });
    const named = admin(
      ...["key", "add", "--account", own, "--name", "build server"],
      ...["--scopes", "artifacts:read,artifacts:write,artifacts:share"],
      ...["--maximum-expiry", "7d", "--password-required"],
    );
    await call(maker, "POST", "/artifacts", examples.NewMarkdown.value);
    return call(named, "GET", "/account");
  },
  "listAuditEvents 200": async () => {
    const own = newAccount().account;
    const named = admin("key", "add", "--account", own, "--name", "build server");
    await call(named, "POST", "/artifacts/share", examples.NewMarkdown.value);
    return call(named, "GET", "/account/audit?action=link.created");
  },
  "deleteMatchingArtifacts 200": () =>
    deleteMatching({ ...exampleOf("deleteMatchingArtifacts", "delete"), limit: 2 }),
  "revokeMatchingShareLinks 200": async () => {
    const own = newAccount().key;
    for (const number of [1, 2])
      await share(own, markdown(`text ${number}`, { metadata: { customer: "acme" } }));
    return call(
      own,
      "POST",
      "/artifacts/shares/revoke-matching",
      exampleOf("revokeMatchingShareLinks", "dryRun"),
    );
  },
  "viewSharedArtifact 200": async () => pageOf((await shared()).url),
  "viewSharedArtifact 200 text/markdown": async () =>
    pageOf((await shared()).url, { accept: "text/markdown" }),
  "viewSharedArtifact 200 text/csv": async () =>
    pageOf((await share(key, examples.NewTable.value)).url, { accept: "text/csv" }),
  "viewSharedArtifact 200 text/plain": async () =>
    pageOf((await share(key, examples.NewCode.value)).url, { accept: "text/plain" }),
  "getSharedState 200": async () => pageOf(stateOf((await shareOf(await changedTwice())).json.url)),
  "getSharedState 429": async () => untilRefused(stateOf((await locked()).url)),
  "getHealth 200": () => request("GET", `${origin}/healthz`),
  "getReadiness 200": () => request("GET", `${origin}/readyz`),
};
// The form of a page answers with what the page does.
for (const form of ["", " text/markdown", " text/csv", " text/plain"]) {
  const body = { " text/csv": "NewTable", " text/plain": "NewCode" }[form] ?? "NewMarkdown";
  answers[`unlockSharedArtifact 200${form}`] = async () =>
    openCover((await share(key, { ...examples[body].value, maxViews: 3 })).url, {
      headers: { accept: form.trim() || "application/json" },
    });
}

// Errors, by the names of their components.
Object.assign(answers, {
  "Error not_found": () => call(key, "GET", "/artifacts/art_01kezrwhr0e0fbkv6g3x9t2m5q"),
  "Error invalid_content": () => call(key, "POST", "/artifacts", markdown(5)),
  "Error several": () => call(key, "POST", "/artifacts", { template: "markdown", titel: "Report" }),
  "Error edit_not_found": async () => {
    const id = await created(markdown("# 2.4\n\nTwo fixes."));
    return edited(id, { edits: [{ find: "Two changes", replace: "x" }] });
  },
  "Error secret_detected": () => {
    const strict = newKey(account, undefined, "--refuse-secrets");
    return call(strict, "POST", "/artifacts", markdown(`one\ntwo\nthe token is ${githubToken()}`));
  },
  "PageError unauthorized": async () => pageOf((await locked()).url),
  "PageError gone": async () => {
    const { id, url } = await shared();
    await call(key, "DELETE", `/artifacts/${id}`);
    return pageOf(url);
  },
  Hidden: () => request("GET", `${origin}/readyz`, { from: ownAddress() }),
  "updateArtifact 201": async () =>
    call(newAccount().key, "PUT", "/artifacts/ext:nightly-report", nightlyBody),
});

// Of an account with three artifacts of last year.
async function deleteMatching(body) {
  const { account: own, key: ownKey } = newAccount();
  for (const number of [1, 2, 3])
    await call(ownKey, "POST", "/artifacts", markdown(`text ${number}`, { metadata: { job: "nightly" } }));
  sql(`update artifacts set created_at = '2025-12-01' where account_id = '${uuidOf(own)}'`);
  return call(ownKey, "POST", "/artifacts/delete-matching", body);
}

// Failures of the service itself, which the fault tests bring about.
const notMade = [
  /^ServiceUnavailable$/,
  /^getReadiness 503 /,
  // Documents of their own.
  /^(getDescription|getMetrics) 200/,
];

const operations = Object.values(document.paths).flatMap((item) =>
  Object.values(item).filter((one) => one.operationId),
);
const exampleOf = (operationId, name) =>
  operations.find((one) => one.operationId === operationId).requestBody.content["application/json"].examples[
    name
  ].value;

// [name, example] of each example of a response, by the names that `answers` has.
function* examplesOf(name, { content = {} }) {
  for (const [type, { example, examples: several }] of Object.entries(content)) {
    if (type === "text/html") continue;
    const own = type === "application/json" ? name : `${name} ${type}`;
    if (example !== undefined) yield [own, example];
    for (const [which, one] of Object.entries(several ?? {})) yield [`${own} ${which}`, resolve(one).value];
  }
}
const documented = [
  ...operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([, response]) => response.$ref === undefined)
      .flatMap(([status, response]) => [...examplesOf(`${operationId} ${status}`, response)]),
  ),
  ...Object.entries(document.components.responses).flatMap(([name, response]) => [
    ...examplesOf(name, response),
  ]),
].filter(([name]) => !notMade.some((pattern) => pattern.test(name)));

for (const [name, example] of documented)
  test(`the service responds with the example ${name}`, async () => {
    assert.ok(answers[name], "no request here leads to it");
    const answer = await answers[name]();
    const real = answer.json ?? answer.text;
    assert.deepEqual(shapeOf(real), shapeOf(example), `the service answers ${JSON.stringify(real)}`);
  });

test("every request here is for an existing example", () => {
  const names = new Set(documented.map(([name]) => name));
  assert.deepEqual(
    Object.keys(answers).filter((name) => !names.has(name)),
    [],
  );
});

// What an edit of this name can be of.
const editable = {
  edits: () => examples.NewMarkdown.value,
  rows: () => ({ template: "table", content: { columns: ["Day", "Sold"], rows: [["2026-01-15", 11]] } }),
  points: () => {
    const data = { labels: ["May"], datasets: [{ label: "Sales", data: [2] }] };
    return { template: "chart", content: { type: "bar", data } };
  },
  set: () => editable.rows(),
  externalId: () => editable.rows(),
};
// What a body is sent to, by its name.
const targets = {
  editArtifact: async (name) => `/artifacts/${await created(editable[name]())}`,
  updateArtifact: async () => `/artifacts/${await created(examples.NewMarkdown.value)}`,
  shareArtifact: () => `/artifacts/${artifact}/share`,
  restoreVersion: async () => `/artifacts/${await changedTwice()}/versions/1/restore`,
  updateShareLink: async () => {
    await shareOf(artifact);
    return `/artifacts/${artifact}/shares/${(await linksOf(artifact)).json.data[0].id}`;
  },
};
for (const [path, item] of Object.entries(document.paths))
  for (const [method, { operationId, requestBody }] of Object.entries(item)) {
    const { example, examples: several = {} } = requestBody?.content["application/json"] ?? {};
    const bodies = Object.entries(several).map(([name, one]) => [` ${name}`, resolve(one).value]);
    if (example) bodies.push(["", example]);
    for (const [name, body] of bodies)
      test(`the service accepts the body ${operationId}${name}`, async () => {
        const target = targets[operationId] ? await targets[operationId](name.trim()) : path;
        const answer = await call(key, method.toUpperCase(), target, body);
        assert.ok(answer.status < 300, answer.text);
        assert.equal(answer.json.warnings, undefined);
      });
  }
