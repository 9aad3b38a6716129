// The programs of docs/api.md, and the files that they use, do what it says, each as it stands there: also where the
// network or a proxy fails.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { call, markdown, newAccount, origin, request, sql, uuidOf } from "../../service/api_client.mjs";

const read = (name) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8");
const document = read("api.md");
// In Node 18 there is no global crypto, which a later Node is told to do without.
const languages = {
  bash: [["bash"], "sh"],
  python: [["python3"], "py"],
  js: [["node", "--no-experimental-global-webcrypto"], "mjs"],
};
// What programs find next to them, by the names of the files.
const library = {
  "call.sh": /^`call\.sh`:\n\n```bash\n([^]*?)^```$/m.exec(document)[1],
  "artifact_share.py": read("recipes/artifact_share.py"),
  "artifact_share.mjs": read("recipes/artifact_share.mjs"),
};

const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

// The programs below a heading, by their language.
function programsOf(heading) {
  const [, section] = document.split(`\n### ${heading}\n`);
  assert.ok(section, `there is no recipe "${heading}"`);
  const blocks = section.split("\n### ")[0].matchAll(/^```(\w+)\n([^]*?)^```$/gm);
  return [...blocks].map(([, language, text]) => ({ language, text }));
}

// What a program prints that is run in a folder with `files`, as a reader would run it: `. .run/env` is what
// tells it where the service is.
async function run({ language, text }, { key, files = {}, env = {}, folder = newFolder() }) {
  const [[command, ...options], extension] = languages[language];
  for (const [name, content] of Object.entries({ ...library, ...files }))
    writeFileSync(path.join(folder, name), content);
  const file = path.join(folder, `recipe.${extension}`);
  writeFileSync(file, text);
  return new Promise((resolve, reject) => {
    const around = {
      cwd: folder,
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, BASE_URL: origin, API_KEY: key, ...env },
      timeout: 120_000,
    };
    execFile(command, [...options, file], around, (error, output, problems) =>
      error ? reject(new Error(`${error.message}\n${output}${problems}`)) : resolve(output.trim()),
    );
  });
}
function newFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "artifact-share-recipe-"));
  folders.push(folder);
  return folder;
}

const list = async (key, query = "") => (await call(key, "GET", `/artifacts${query}`)).json.data;
const csvOf = async (url) => (await request("GET", url, { headers: { accept: "text/csv" } })).text;

function recipe(heading, check) {
  const programs = programsOf(heading);
  test(`“${heading}” has a program for each language`, () => {
    assert.deepEqual(
      programs.map(({ language }) => language),
      Object.keys(languages),
    );
  });
  for (const program of programs)
    test(`“${heading}” works in ${program.language}`, () => check(program, newAccount().key));
}

recipe("Nightly report under one link", async (program, key) => {
  const first = await run(program, { key, files: { "orders.csv": "Region,Orders\nNorth,3\n" } });
  assert.match(await csvOf(first), /North,3/);
  const second = await run(program, { key, files: { "orders.csv": "Region,Orders\nNorth,4\n" } });
  assert.equal(second, first);
  assert.match(await csvOf(first), /North,4/);
  assert.equal((await list(key)).length, 1);
});

recipe("A row each night", async (program, key) => {
  const url = await run(program, { key, files: { "orders.csv": "Region,Orders\nNorth,3\n" } });
  assert.match(await csvOf(url), /^Day,Orders\r\n\d{4}-\d\d-\d\d,1\r\n$/);
  assert.equal(await run(program, { key, files: { "orders.csv": "Region,Orders\nNorth,3\nSouth,4\n" } }), "");
  assert.match(await csvOf(url), /^Day,Orders\r\n(\d{4}-\d\d-\d\d,1\r\n)?\d{4}-\d\d-\d\d,2\r\n$/);
});

recipe("Report of a CI run", async (program, key) => {
  const env = { CI_COMMIT: "1a2b3c4" };
  const url = await run(program, { key, env, files: { "report.md": "# All 12 tests passed\n" } });
  assert.match((await request("GET", url)).text, /All 12 tests passed/);
  const [artifact] = await list(key);
  assert.equal(artifact.title, "Tests of 1a2b3c4");
  assert.deepEqual(artifact.metadata, { job: "tests", commit: "1a2b3c4" });
  const days = (Date.parse(artifact.expiresAt) - Date.parse(artifact.createdAt)) / 86_400_000;
  assert.equal(days, 14);
});

recipe("Clean-up", async (program, key) => {
  const make = async (job) =>
    (await call(key, "POST", "/artifacts", markdown("text", { metadata: { job } }))).json.id;
  const old = await make("tests");
  const foreign = await make("other");
  const recent = await make("tests");
  for (const id of [old, foreign])
    sql(`update artifacts set created_at = created_at - interval '31 days' where id = '${uuidOf(id)}'`);
  assert.equal(await run(program, { key }), "1 match\n1 deleted");
  assert.deepEqual((await list(key)).map(({ id }) => id).sort(), [foreign, recent].sort());
});

// A front that answers the first requests by the faults in their order, and passes on all others. Keeps the
// Idempotency-Key of each request.
async function front(t, faults) {
  const keys = [];
  const server = http.createServer(async (received, response) => {
    const chunks = [];
    for await (const chunk of received) chunks.push(chunk);
    keys.push(received.headers["idempotency-key"]);
    const { host, connection, ...headers } = received.headers;
    const forward = () =>
      request(received.method, origin + received.url, { headers, body: Buffer.concat(chunks) });
    const fault = faults[keys.length - 1];
    if (fault) return fault(response, forward);
    const answer = await forward();
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(answer.bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return { env: { BASE_URL: `http://127.0.0.1:${server.address().port}` }, keys };
}
const html = (status) => (response) => {
  response.writeHead(status, { "content-type": "text/html" });
  response.end(`<html><body><h1>${status}</h1></body></html>`);
};
const json = (status, code, headers) => (response) => {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify({ error: { code, message: "the message" } }));
};
const dropped = (response) => response.destroy();
// The service has done it, and the response does not arrive, or not all of it.
const lost = async (response, forward) => {
  await forward();
  response.destroy();
};
const cut = async (response, forward) => {
  const { bytes } = await forward();
  response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
};

// The smallest program around the function of a language.
const small = {
  bash: `set -eo pipefail
. ./call.sh
call POST /artifacts/share -H 'Content-Type: application/json' \\
  -d '{"template": "markdown", "content": {"text": "x"}}' | jq -r .url`,
  python: `from artifact_share import ArtifactShare
body = {"template": "markdown", "content": {"text": "x"}}
print(ArtifactShare().call("POST", "/artifacts/share", body)["url"])`,
  js: `import { ArtifactShare } from "./artifact_share.mjs";
const service = new ArtifactShare(process.env.BASE_URL, process.env.API_KEY);
const body = { template: "markdown", content: { text: "x" } };
console.log((await service.call("POST", "/artifacts/share", body)).url);`,
};
const programs = Object.entries(small).map(([language, text]) => ({ language, text }));

describe("what fails temporarily is repeated until it succeeds, and done once", { concurrency: 6 }, () => {
  const rounds = [
    [html(502), html(504), json(503, "unavailable"), dropped],
    [lost, cut, json(429, "rate_limited", { "retry-after": "1" })],
    [json(409, "idempotency_in_progress", { "retry-after": "1" })],
    [html(429), json(503, "unavailable", { "retry-after": "soon" })],
  ];
  for (const program of programs)
    for (const [number, faults] of rounds.entries())
      test(`in ${program.language}, round ${number + 1}`, async (t) => {
        const { key } = newAccount();
        const { env, keys } = await front(t, faults);
        const url = await run(program, { key, env });
        assert.equal((await request("GET", url)).status, 200);
        assert.equal(keys.length, faults.length + 1);
        assert.equal(new Set(keys).size, 1);
        assert.match(keys[0], /^[-0-9a-z]{25,}$/);
        assert.equal((await list(key)).length, 1);
      });
});

describe("what fails permanently is not repeated, and the program fails", { concurrency: 6 }, () => {
  const permanent = {
    "400 of the API": json(400, "invalid_request"),
    "400 in HTML": html(400),
    "401 of the API": json(401, "unauthorized"),
    "401 in HTML": html(401),
    "401 with Retry-After": json(401, "unauthorized", { "retry-after": "1" }),
    "409 without Retry-After": json(409, "idempotency_conflict"),
    500: json(500, "internal_error"),
    "503 for an hour": json(503, "unavailable", { "retry-after": "3600" }),
  };
  for (const program of programs)
    for (const [what, fault] of Object.entries(permanent))
      test(`in ${program.language}: ${what}`, async (t) => {
        const { env, keys } = await front(t, [fault]);
        const failure = await run(program, { key: "artk_x", env }).catch((problem) => problem);
        assert.match(failure.message, new RegExp(`POST \\S*/artifacts/share: ${what.slice(0, 3)}`));
        assert.equal(keys.length, 1);
      });
});

describe("a function gives up after the fourth time, and the program fails", { concurrency: 6 }, () => {
  for (const program of programs)
    test(`in ${program.language}`, async (t) => {
      const soon = json(503, "unavailable", { "retry-after": "0" });
      const { env, keys } = await front(t, Array(6).fill(soon));
      await assert.rejects(run(program, { key: "artk_x", env }), /artifacts\/share: 503.*the message/s);
      assert.equal(keys.length, 5);
    });
});

// The same with each library, which prints what is named.
const helpers = {
  python: {
    start: "from artifact_share import ArtifactShare, ArtifactShareError\nservice = ArtifactShare()\n",
    put: (id, table) => `link = service.put("${id}", "table", ${table}, title="Orders")["share"]["url"]\n`,
    append: (id, rows) =>
      `added = service.append("${id}", rows=${rows}, keep_last=3, key="Day", note="Night")\n`,
    print: (value) => `print(${value})\n`,
    problem: (call) =>
      `try:\n    ${call}except ArtifactShareError as error:\n    print(error.status, error.code, error.field)\n`,
  },
  js: {
    start: `import { ArtifactShare } from "./artifact_share.mjs";
const service = new ArtifactShare(process.env.BASE_URL, process.env.API_KEY);
let link, added;\n`,
    put: (id, content) =>
      `link = (await service.put("${id}", { template: "table", content: ${content}, title: "Orders" })).share.url;\n`,
    append: (id, rows) =>
      `added = await service.append("${id}", { rows: ${rows}, keepLast: 3, key: "Day", note: "Night" });\n`,
    print: (value) => `console.log(${value});\n`,
    problem: (call) =>
      `try { ${call} } catch ({ status, code, field }) { console.log(status, code, field); }\n`,
  },
};
const table = '{"columns": ["Day", "Orders"], "rows": [["Mon", 1], ["Tue", 2]]}';

describe("rows are added once, and an artifact is put under one link", { concurrency: 6 }, () => {
  for (const [language, { start, put, append, print }] of Object.entries(helpers))
    test(`in ${language}, whatever happens to the answers`, async (t) => {
      const { key } = newAccount();
      const late = json(429, "rate_limited", { "retry-after": "0" });
      // The first two answers are to the same put, and the next ones to the same append.
      const { env, keys } = await front(t, [lost, undefined, cut, late, dropped, undefined]);
      const text = start + put("orders", table) + append("orders", '[["Wed", 3], ["Thu", 4]]');
      const url = await run({ language, text: text + print("link") }, { key, env });
      assert.equal(await csvOf(url), "Day,Orders\r\nTue,2\r\nWed,3\r\nThu,4\r\n");
      const [ofPut, ofAppend] = [keys.slice(0, 2), keys.slice(2)].map((some) => [...new Set(some)]);
      assert.deepEqual([keys.length, ofPut.length, ofAppend.length], [6, 1, 1]);
      assert.notEqual(ofPut[0], ofAppend[0]);
      const [{ id, version }, ...others] = await list(key);
      assert.deepEqual([version, others], [2, []]);
      const { data } = (await call(key, "GET", `/artifacts/${id}/versions`)).json;
      assert.equal(data[0].note, "Night");
      const again = { language, text: start + put("orders", table) + print("link") };
      assert.equal(await run(again, { key }), url);
      assert.equal(await csvOf(url), "Day,Orders\r\nMon,1\r\nTue,2\r\n");
    });
});

describe("an error has the status, the code and the field", () => {
  for (const [language, { start, put, append, problem }] of Object.entries(helpers))
    test(`in ${language}`, async () => {
      const { key } = newAccount();
      const text = problem(append("none", '[["Mon", 1]]')) + problem(put("orders", '{"columns": 1}'));
      assert.equal(
        await run({ language, text: start + text }, { key }),
        "404 not_found \n400 invalid_content /content/columns",
      );
    });
});

// Each recipe passes on what its requests have failed for.
describe("every recipe fails if its first request does", { concurrency: 6 }, () => {
  const files = {
    "orders.csv": "Region,Orders\nNorth,3\n",
    "report.md": "# Report\n",
  };
  for (const [, heading] of document.matchAll(/^### (.*)$/gm))
    for (const program of programsOf(heading))
      test(`“${heading}” in ${program.language}`, async (t) => {
        const { env, keys } = await front(t, [html(502), json(401, "unauthorized")]);
        const given = { key: "artk_x", env: { ...env, CI_COMMIT: "1a2b3c4" }, files };
        const failure = await run(program, given).catch((problem) => problem);
        assert.match(String(failure.message), /: 401/);
        assert.equal(keys.length, 2);
      });
});
