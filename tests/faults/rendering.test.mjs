// Whom rendering calls, watched from outside the workers. Looks at processes, so it runs by itself.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { markdown, newAccount, patiently, request, share, until } from "../service/api_client.mjs";
import { pidOf, workerNames } from "./stack.mjs";

const { STATE_DIR } = process.env;
let key;
before(() => ({ key } = newAccount()));

const elsewhere = "http://203.0.113.7:8080/x";
const documents = {
  "a Markdown page": markdown(
    `![x](${elsewhere}.png) [x](${elsewhere}) <${elsewhere}>\n\n<img src="${elsewhere}">\n\n[^1]: ${elsewhere}`,
  ),
  "a table with links": {
    template: "table",
    content: {
      columns: [{ key: "a", label: "a", format: "link" }],
      rows: [{ a: elsewhere }],
    },
  },
  "a chart": {
    template: "chart",
    content: {
      type: "bar",
      title: elsewhere,
      data: { labels: [elsewhere], datasets: [{ data: [1] }] },
    },
  },
  "a PDF on another site": { template: "pdf", content: { url: "https://203.0.113.7/x.pdf" } },
  "a PDF made of Markdown": { template: "pdf", content: { markdown: `![x](${elsewhere}.png) ${elsewhere}` } },
  "a PDF made of HTML": {
    template: "pdf",
    content: {
      html: `<link rel="stylesheet" href="${elsewhere}"><style>@import "${elsewhere}";
        @font-face { font-family: f; src: url(${elsewhere}) } body { background: url(${elsewhere}); font-family: f }
        </style><img src="${elsewhere}"><object data="${elsewhere}"></object><a href="${elsewhere}">x</a>`,
    },
  },
};

test("rendering connects only to the database and Redis", async (t) => {
  const traced = workerNames().map(pidOf);
  const log = path.join(STATE_DIR, "log", "connects");
  const targets = traced.flatMap((pid) => ["-p", String(pid)]);
  const strace = spawn("strace", ["-f", "-qq", "-e", "trace=connect,execve", "-o", log, ...targets], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => strace.once("exit", resolve));
  try {
    await until(
      () =>
        strace.exitCode ??
        traced.every((pid) => /^TracerPid:\s*[1-9]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))),
      (is) => is !== false,
    );
    if (strace.exitCode !== null) return t.skip("this machine does not let a process be traced");
    for (const [name, artifact] of Object.entries(documents)) {
      const { url } = await share(key, { title: name, ...artifact });
      const page = await request("GET", url);
      assert.equal(page.status, 200, name);
      const card = await request("GET", url.replace("?", "/card.png?"));
      assert.deepEqual([card.status, card.headers["content-type"]], [200, "image/png"], name);
      if (!/ made of /.test(name)) continue;
      const { pathname, search } = new URL(url);
      const file = await patiently(() =>
        request("GET", `https://${new URL(url).host}${pathname}/file${search}`),
      );
      assert.equal(file.status, 200, file.text);
      assert.equal(file.bytes.subarray(0, 5).toString(), "%PDF-");
    }
  } finally {
    // Told to end, it would wait for a worker that starts a program meanwhile, and that one for strace.
    strace.kill("SIGKILL");
    await ended;
  }
  const calls = readFileSync(log, "utf8");
  // That it was watched at all: a PDF is made by a program of its own.
  assert.match(calls, /execve\(.*python/);
  const places = [...calls.matchAll(/connect\(\d+, \{sa_family=(\w+)[^}]*\}/g)].map(([place]) => place);
  const foreign = places.filter((place) => !/AF_UNIX, sun_path="[^"]*(PGSQL|redis)/.test(place));
  assert.deepEqual(foreign, []);
});
