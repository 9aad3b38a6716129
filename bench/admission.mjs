// Called by bench/admission with the seconds of a measurement; calls itself as the attacker.
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import https from "node:https";
import tls from "node:tls";
import { fileURLToPath } from "node:url";
import { call, newAccount, share, untilPdfIsMade } from "../tests/service/api_client.mjs";

const origin = new URL(process.env.BASE_URL).origin;
const { hostname, port } = new URL(origin);
const ca = readFileSync(process.env.CA_CERT);
const addressOf = (number) => `127.77.${Math.floor(number / 250)}.${(number % 250) + 1}`;

function send(agent, from, { method = "GET", path, headers = {}, body }) {
  return new Promise((resolve) => {
    const options = { method, hostname, port, path, headers, agent, ca, localAddress: from, family: 4 };
    const sent = https.request(options, (response) => {
      response.resume();
      response.on("end", () => resolve(response));
      response.on("error", () => resolve({ statusCode: "broken", headers: {} }));
    });
    sent.on("error", () => resolve({ statusCode: "broken", headers: {} }));
    sent.end(body);
  });
}

// Requests of which a small one makes much work with what is stored: twelve at once are many.
const workOnStored = ["diffs", "restores", "edits", "set", "mcp-read"];

// The attacker: 64 connections that send one request after the other until the time is over; prints how
// often each status was answered.
async function attack({ name, seconds, addresses, target }) {
  const begin = performance.now();
  const end = begin + seconds * 1000;
  // What a link of a gigabit carries. On one machine, bodies come in four times as fast, and reading them is
  // all that nginx then does.
  const bytesPerSecond = 125_000_000;
  let sentBytes = 0;
  const statuses = {};
  const tell = () => {
    console.log(JSON.stringify(statuses));
    process.exit(0);
  };
  process.on("SIGTERM", tell);
  const form = { "content-type": "application/x-www-form-urlencoded", origin };
  const keys = Array.from({ length: 650_000 }, (_, i) => `"k${i}":1`).join();
  const members = Buffer.from(`{"template":"markdown","content":{"text":1,${keys}}}`);
  const requests = {
    "sign-in": ({ cookie, formToken }) => ({
      method: "POST",
      path: "/dashboard/sign-in",
      headers: { ...form, cookie },
      body: new URLSearchParams({
        form_token: formToken,
        email: `${randomUUID()}@example.org`,
        password: "a guess",
      }).toString(),
    }),
    members: () => ({
      method: "POST",
      path: "/api/artifacts",
      headers: { authorization: `Bearer ${target.key}`, "content-type": "application/json" },
      body: members,
    }),
    "static-file": () => ({ path: "/favicon.ico" }),
    table: () => ({ path: target.paths[0] }),
    csv: () => ({ path: target.paths[0], headers: { accept: "text/csv" } }),
    // Each view is the first of its revision, as often as the plan lets the account change a document.
    attributes: (_, turn) => {
      const { id, path } = target.documents[turn % target.documents.length];
      if (turn % 2 === 0) return { path };
      return {
        method: "PUT",
        path: `/api/artifacts/${id}`,
        headers: { authorization: `Bearer ${target.key}`, "content-type": "application/json" },
        body: JSON.stringify({ title: randomUUID() }),
      };
    },
    "attributes-free": (session, turn) => requests.attributes(session, turn),
    pdf: (_, turn) => ({ path: target.paths[turn % target.paths.length] }),
    diffs: () => ({
      path: `/api/artifacts/${target.id}/versions/2/diff?from=1`,
      headers: { authorization: `Bearer ${target.key}` },
    }),
    restores: (_, turn) =>
      changed("POST", `/api/artifacts/${target.id}/versions/${1 + (turn % 2)}/restore`, {}),
    edits: () =>
      changed("PATCH", `/api/artifacts/${target.id}`, {
        edits: Array.from({ length: 200 }, () => ({ find: "a", replace: "a", occurrence: 400_000 })),
      }),
    set: () =>
      changed("PATCH", `/api/artifacts/${target.id}`, {
        set: Array.from({ length: 1000 }, () => ({ op: "add", path: "/rows/0", value: [1] })),
      }),
    // Parts of a large document, and of its earlier version, one after the other.
    "mcp-read": (_, turn) => ({
      method: "POST",
      path: "/mcp",
      headers: {
        authorization: `Bearer ${target.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: turn,
        method: "tools/call",
        params: {
          name: "read",
          arguments: {
            artifact: target.id,
            offset: (turn % 90) * 100_000,
            ...(turn % 2 ? { version: 1 } : {}),
          },
        },
      }),
    }),
  };
  const changed = (method, path, body) => ({
    method,
    path,
    headers: { authorization: `Bearer ${target.key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const one = async (number) => {
    const from = addressOf(number % addresses);
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
    const session = {};
    if (name === "sign-in") {
      const cookieJar = await new Promise((resolve) =>
        https.get(
          { hostname, port, path: "/dashboard/sign-in", ca, localAddress: from, family: 4, agent },
          (response) => {
            const chunks = [];
            response.on("data", (chunk) => chunks.push(chunk));
            response.on("end", () => resolve({ response, text: Buffer.concat(chunks).toString() }));
          },
        ),
      );
      session.cookie = cookieJar.response.headers["set-cookie"]?.[0].split(";")[0];
      session.formToken = /name="form_token" value="([^"]*)"/.exec(cookieJar.text)?.[1];
    }
    for (let turn = number; performance.now() < end; turn += 7) {
      const next = requests[name](session, turn);
      while (sentBytes > bytesPerSecond * ((performance.now() - begin) / 1000)) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      sentBytes += next.body?.length ?? 0;
      const { statusCode } = await send(agent, from, next);
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
    agent.destroy();
  };
  if (name === "half-headers") {
    const open = [];
    for (let i = 0; i < 2000 && performance.now() < end; ++i) {
      const connection = tls.connect({ port, host: "127.0.0.1", ca, localAddress: addressOf(i % addresses) });
      connection.on("error", () => {});
      connection.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
      open.push(connection);
      statuses.open = open.filter(({ destroyed }) => !destroyed).length;
      if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, end - performance.now())));
  } else {
    await Promise.all(
      Array.from({ length: workOnStored.includes(name) ? 12 : 64 }, (_, number) => one(number)),
    );
  }
  tell();
}

const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)];

// The other account: one call at a time, a hundred a second at the most.
async function measure(key, id, seconds) {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
  const path = `/api/artifacts/${id}`;
  const headers = { authorization: `Bearer ${key}` };
  const times = [];
  const failures = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const start = performance.now();
    const { statusCode } = await send(agent, "127.0.0.1", { path, headers });
    times.push(performance.now() - start);
    if (statusCode !== 200) failures.push(statusCode);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  agent.destroy();
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), calls: times.length, failures };
}

function printRow({ name, addresses, quiet, beside, answers }) {
  const number = (value, width) => value.toFixed(1).padStart(width);
  console.log(
    name.padEnd(16) +
      String(addresses).padStart(9) +
      number(quiet.p50, 12) +
      number(quiet.p99, 7) +
      number(beside.p50, 17) +
      number(beside.p99, 7) +
      `${number(beside.p99 / quiet.p99, 11)}x   ${answers}` +
      (beside.failures.length ? ` FAILED: ${beside.failures.length} of ${beside.calls}` : ""),
  );
}

// How long PDFs of one account take, alone and beside another that keeps four slow ones going. Each is new, is
// shared, and is fetched by its link. With free accounts, which may send 60 requests a minute.
async function measurePdfs(seconds) {
  const nested = (text) => `<p>${text}</p>${'<div style="display:flex">'.repeat(24)}x${"</div>".repeat(24)}`;
  const ordinary = (text) => `<h1>${text}</h1>${"<p>Some text with <b>weight</b>. </p>".repeat(60)}`;
  const agent = new https.Agent({ keepAlive: true });
  const fetchOne = async (key, from, html) => {
    const body = JSON.stringify({ template: "pdf", content: { html } });
    for (;;) {
      const made = await call(key, "POST", "/artifacts/share", body);
      if (made.status === 201) {
        const path = made.json.url.slice(origin.length).replace("?", "/file?");
        return (await send(agent, from, { path, headers: { accept: "application/pdf" } })).statusCode;
      }
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(made.headers["retry-after"] ?? 1)));
    }
  };
  const victim = newAccount({ plan: "free" });
  const attacker = newAccount({ plan: "free" });
  const measured = async () => {
    const [times, failures] = [[], []];
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      const start = performance.now();
      const status = await fetchOne(victim.key, "127.0.0.1", ordinary(randomUUID()));
      times.push(performance.now() - start);
      if (status !== 200) failures.push(status);
      // Below the rate limit of its plan.
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1100 - (performance.now() - start))));
    }
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), calls: times.length, failures };
  };
  const quiet = await measured();
  const answers = {};
  let isOver = false;
  const slow = Array.from({ length: 4 }, async (_, number) => {
    while (!isOver) {
      const status = await fetchOne(attacker.key, addressOf(number), nested(randomUUID()));
      answers[status] = (answers[status] ?? 0) + 1;
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const beside = await measured();
  isOver = true;
  await Promise.race([Promise.all(slow), new Promise((resolve) => setTimeout(resolve, 30_000))]);
  agent.destroy();
  return { quiet, beside, answers: JSON.stringify(answers) };
}

async function prepare(isWanted) {
  const victim = newAccount();
  const attacker = newAccount();
  const { json } = await call(victim.key, "POST", "/artifacts", {
    template: "markdown",
    content: { text: "x" },
  });
  const pathOf = ({ url }) => url.slice(origin.length);
  const rows = Array.from({ length: 120_000 }, (_, i) => [i, `row ${i} of the table`, i / 7, `more of ${i}`]);
  const table = pathOf(
    await share(attacker.key, {
      template: "table",
      content: { columns: ["a", "b", "c", "d"], rows },
    }),
  );
  const names = Array.from({ length: 25_000 }, (_, i) => `a${i}`).join(" ");
  const attributesOf = async (key) => {
    const made = [];
    for (let i = 0; i < 11; ++i) {
      const link = await share(key, { template: "markdown", content: { text: `<p ${names}>x</p>` } });
      made.push({ id: link.id, path: pathOf(link) });
    }
    return { key, documents: made };
  };
  const nested = (number) =>
    `<p>${number}</p>${'<div style="display:flex">'.repeat(24)}x${"</div>".repeat(24)}`;
  const documents = [];
  for (let i = 0; isWanted("pdf") && i < 8; ++i)
    documents.push(await share(attacker.key, { template: "pdf", content: { html: nested(i) } }));
  const files = documents.map((link) => pathOf(link).replace("?", "/file?"));
  // They are made in advance, which would add to the first measurements.
  for (const { id } of documents) await untilPdfIsMade(attacker.key, id);

  const csv = (seed) =>
    `a,b,c\n${Array.from({ length: 60_000 }, (_, i) => `${(i * seed) % 9973},r${i},${i % 7}\n`).join("")}`;
  const stored = {};
  for (const name of workOnStored.filter(isWanted)) {
    const { key } = newAccount();
    const [first, second] =
      name === "edits"
        ? ["a".repeat(900_000), "a".repeat(900_001)].map((text) => ({
            template: "markdown",
            content: { text },
          }))
        : name === "set"
          ? [100_000, 100_001].map((rows) => ({
              template: "table",
              content: { columns: ["a"], rows: Array.from({ length: rows }, (_, i) => [i]) },
            }))
          : name === "mcp-read"
            ? [100, 200].map((n) => ({
                template: "table",
                content: { csv: `a,b,c\n${`${n},some text,3\n`.repeat(580_000)}` },
              }))
            : [7, 11].map((seed) => ({ template: "table", content: { csv: csv(seed) } }));
    const made = await call(key, "POST", "/artifacts", first);
    await call(key, "PUT", `/artifacts/${made.json.id}`, { content: second.content });
    stored[name] = { key, id: made.json.id };
  }

  // What 64 busy connections take however little is asked for comes first: the others add to that.
  return {
    victim,
    id: json.id,
    targets: {
      "static-file": {},
      "sign-in": {},
      members: { key: attacker.key },
      table: { paths: [table] },
      csv: { paths: [table] },
      attributes: await attributesOf(attacker.key),
      "attributes-free": await attributesOf(newAccount({ plan: "free" }).key),
      pdf: { paths: files },
      ...stored,
      "half-headers": {},
    },
  };
}

// What each attack takes from another account's calls.
async function measureCalls(seconds, isWanted) {
  const { victim, id, targets } = await prepare(isWanted);
  for (const name of Object.keys(targets).filter(isWanted)) {
    for (const addresses of [1, 200]) {
      const quiet = await measure(victim.key, id, seconds);
      const told = JSON.stringify({ name, seconds: seconds + 3, addresses, target: targets[name] });
      // The attacker is on another machine in life, so it must not take the processors from the service.
      const child = spawn(
        "nice",
        ["-n", "19", process.execPath, fileURLToPath(import.meta.url), "attack", told],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      let answers = "";
      child.stdout.on("data", (chunk) => (answers += chunk));
      const ended = new Promise((resolve) => child.once("exit", resolve));
      // Until it has begun in earnest.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      const beside = await measure(victim.key, id, seconds);
      child.kill("SIGTERM");
      await ended;
      printRow({ name, addresses, quiet, beside, answers: answers.trim() || "(none in time)" });
      // Attempts of this round are not the next one's.
      execFileSync("redis-cli", ["-s", process.env.REDIS_SOCKET, "flushall"]);
    }
  }
}

async function main(seconds) {
  const wanted = process.env.ATTACKS?.split(" ");
  const isWanted = (name) => !wanted || wanted.includes(name);
  console.log(
    "attack          addresses   quiet p50    p99    beside it p50    p99   p99 ratio   answers to it",
  );
  if (isWanted("account-pdfs"))
    printRow({ name: "account-pdfs", addresses: 4, ...(await measurePdfs(Math.max(seconds, 60))) });
  if (!wanted || wanted.some((name) => name !== "account-pdfs")) await measureCalls(seconds, isWanted);
  process.exit(0);
}

if (process.argv[2] === "attack") {
  await attack(JSON.parse(process.argv[3]));
} else {
  await main(Number(process.argv[2]));
}
