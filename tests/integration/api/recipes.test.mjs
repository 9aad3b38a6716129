// The programs of docs/recipes.md do what the document says, each as it stands there.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { call, markdown, newAccount, origin, request, sql, uuidOf } from "../../service/api_client.mjs";
import { pdf } from "../../documents/pdf_writer.mjs";

const document = readFileSync(new URL("../../../docs/recipes.md", import.meta.url), "utf8");
const languages = { bash: ["bash", "sh"], python: ["python3", "py"], js: ["node", "mjs"] };

const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

// The programs below a heading, by their language.
function programsOf(heading) {
  const [, section] = document.split(`\n## ${heading}\n`);
  assert.ok(section, `there is no recipe "${heading}"`);
  const blocks = section.split("\n## ")[0].matchAll(/^```(\w+)\n([^]*?)^```$/gm);
  return [...blocks].map(([, language, text]) => ({ language, text }));
}

// What a program prints that is run in a folder with `files`, as a reader would run it: `. .run/env` is what
// tells it where the service is.
async function run({ language, text }, { key, files = {}, env = {}, folder = newFolder() }) {
  const [command, extension] = languages[language];
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  const file = path.join(folder, `recipe.${extension}`);
  writeFileSync(file, text);
  return new Promise((resolve, reject) => {
    const options = {
      cwd: folder,
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, BASE_URL: origin, API_KEY: key, ...env },
      timeout: 120_000,
    };
    execFile(command, [file], options, (error, output, problems) =>
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

recipe("Dashboard of many charts", async (program, key) => {
  const records = [{ month: "January", sold: 3, returned: 1 }];
  const files = { "sales.json": JSON.stringify({ north: records, south: records, west: records }) };
  const url = await run(program, { key, files });
  assert.equal(await run(program, { key, files }), url);
  assert.equal((await list(key)).length, 4);
  const { text } = await request("GET", url, { headers: { accept: "text/markdown" } });
  const links = [...text.matchAll(/\]\((.*)\)/g)].map(([, link]) => link);
  assert.equal(links.length, 3);
  for (const link of links) assert.match((await request("GET", link)).text, /January/);
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

recipe("PDF upload", async (program, key) => {
  const file = pdf([["Annual report"]]);
  const url = await run(program, { key, files: { "report.pdf": file } });
  const { bytes, headers } = await request("GET", `${url.replace("?", "/file?")}&download=1`);
  assert.deepEqual(bytes, file);
  assert.match(headers["content-disposition"], /report\.pdf/);
  assert.equal((await list(key))[0].title, "Annual report");
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

// Loses the response to the first request, refuses the second, and passes on the others.
function unreliableProxy() {
  let requests = 0;
  const server = http.createServer(async (received, response) => {
    const chunks = [];
    for await (const chunk of received) chunks.push(chunk);
    requests += 1;
    if (requests === 2) {
      response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
      response.end('{"error":{"code":"unavailable","message":"try again"}}');
      return;
    }
    const { host, connection, ...headers } = received.headers;
    const answer = await request(received.method, origin + received.url, {
      headers,
      body: Buffer.concat(chunks),
    });
    if (requests === 1) {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(answer.bytes);
  });
  return { server, count: () => requests };
}

recipe("Retries", async (program, key) => {
  const { server, count } = unreliableProxy();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const env = { BASE_URL: `http://127.0.0.1:${server.address().port}` };
    const url = await run(program, { key, env });
    assert.equal((await request("GET", url)).status, 200);
    assert.equal(count(), 3);
    assert.equal((await list(key)).length, 1);
  } finally {
    server.close();
  }
});
