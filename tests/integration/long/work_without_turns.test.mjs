// What work costs depends on what is stored: with contents of 10 MB, each route and each tool is tried, and what a
// request takes of the CPU without a turn (runtime/admission.h) is held against a limit. So one account's large
// contents delay others only as much as turns allow. The routes and tools are those that the program has: a new one
// has to be added here.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { documentIn, newKey, openCover, origin, patiently, request } from "../../service/api_client.mjs";
import { Visitor, newUser, password } from "../../service/dashboard_client.mjs";
import { lineOf } from "../../service/log_files.mjs";
import { routes } from "../../service/route_table.mjs";
import { ask } from "../mcp/messages.mjs";
import { pdf } from "../../documents/pdf_writer.mjs";

// Of one thread, beside what it takes to receive or send 10 MB, which is measured. With sanitizers or without
// optimization the same work takes longer.
const mostMicroseconds = 50_000;
const isReleased = /\/release\//.test(process.env.ADMIN);

const bytes = 9_500_000;
const repeated = (line) => Array.from({ length: Math.floor(bytes / line(123456).length) }, (_, i) => line(i));
const rowOf = (i) => [i, `row ${i} of a table`, i / 7, "2026-11-28"];
const json = (template, content) => ({
  type: "application/json",
  body: JSON.stringify({ template, content }),
});
// The body that creates it, and changes it into its version `n`.
const contents = {
  markdown: (n) => {
    const text = repeated((i) => `## Part ${i}\n\nSome *text* with [a link](https://example.org/${i}).\n\n`);
    return json("markdown", { text: `# Version ${n}\n\n${text.join("")}` });
  },
  "table of rows": (n) => {
    const rows = repeated((i) => JSON.stringify([n, ...rowOf(i)])).map((row) => JSON.parse(row));
    return json("table", { columns: ["n", "i", "text", "part", "day"], rows });
  },
  "table in CSV": (n) =>
    json("table", {
      csv: `i,text,part,day\n${n},x,1,2026-11-28\n${repeated((i) => `${rowOf(i)}\n`).join("")}`,
    }),
  chart: (n) => {
    const points = repeated((i) => `"label ${i}",${i / 7},`);
    const data = points.map((_, i) => i / 7 + n);
    return json("chart", {
      type: "line",
      data: { labels: points.map((_, i) => `label ${i}`), datasets: [{ label: "A", data }] },
    });
  },
  code: (n) =>
    json("code", {
      code: `// ${n}\n${repeated((i) => `const value${i} = call("text", ${i}); // why\n`).join("")}`,
      language: "javascript",
    }),
  html: (n) => {
    const text = repeated(
      (i) => `<tr><td>${i}<td>some <b>text</b> with &amp;<td><a href="#${i}">a link</a>\n`,
    );
    return json("html", {
      html: `<!doctype html><title>Version ${n}</title><table>${text.join("")}</table>`,
    });
  },
  pdf: (n) => ({ type: "application/pdf", body: pdf([["A page", `${n}`]], { filler: bytes }) }),
};

let user;
let key;
before(async () => {
  user = await newUser({ plan: "enterprise" });
  key = newKey(user.account);
});

const costs = [];
const reached = new Set();
// Keeps what the request cost, and gives its answer.
async function measured(answer, what) {
  const line = await lineOf(answer);
  reached.add(`${line.method === "HEAD" ? "GET" : line.method} ${line.route}`);
  costs.push({ ...line, what });
  return answer;
}
const api = (method, path, { body, type = "application/json", accept } = {}) =>
  patiently(() =>
    request(method, path, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(accept ? { accept } : {}),
        ...(body === undefined ? {} : { "content-type": type }),
      },
      body:
        body === undefined || typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
  );
const view = (url, path = "", more = {}, { method = "GET", headers = {} } = {}) => {
  const address = new URL(url);
  address.pathname += path;
  for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value);
  return patiently(() => request(method, address.href, { headers: { accept: "text/html", ...headers } }));
};
const board = (path) => user.visitor.get(`/dashboard${path}`);
const post = (path, fields) => user.visitor.post(`/dashboard${path}`, fields);
const publicPage = (path) => request("GET", origin + path, { isDescribed: false });

const created = (send) => async (at) => {
  const { text, status, json: made } = await send(at);
  assert.ok(status < 300, text);
  return made;
};
// Another artifact with the content, for what changes or removes it.
const another = created(({ body }) => api("POST", "/artifacts", body(7)));
const anotherLink = created(({ id }) => api("POST", `/artifacts/${id}/share`, { body: {} }));
const linkOf = async ({ id }) => (await api("GET", `/artifacts/${id}/shares`)).json.data[0].id;

// By route: the requests for an artifact with 10 MB. They run in this order.
const walks = {
  "GET /artifacts": () => [api("GET", "/artifacts"), api("GET", "/artifacts?q=label&sort=-title")],
  "POST /artifacts": ({ body }) => [api("POST", "/artifacts", body(8))],
  "POST /artifacts/share": ({ body }) => [api("POST", "/artifacts/share", body(9))],
  "GET /artifacts/{artifact_id}": ({ id }) => [api("GET", `/artifacts/${id}`)],
  "PUT /artifacts/{artifact_id}": async ({ id, externalId, body }) => {
    const { template, content } = body(1).type === "application/json" ? JSON.parse(body(5).body) : {};
    const whole = template ? { body: { template, content, share: {} } } : body(5);
    const answers = [];
    for (const [artifact, change] of [
      [id, body(4)],
      [id, { body: { title: "Another" } }],
      [`ext:${externalId}`, whole],
      [`ext:${externalId}`, whole],
    ])
      answers.push(await api("PUT", `/artifacts/${artifact}`, change));
    return answers;
  },
  "PATCH /artifacts/{artifact_id}": async ({ id, edit, set, append }) => {
    const answers = [];
    for (const body of [edit, set, append])
      if (body) answers.push(await api("PATCH", `/artifacts/${id}`, { body }));
    return answers;
  },
  "POST /artifacts/{artifact_id}/share": ({ id }) => [
    api("POST", `/artifacts/${id}/share`, { body: { password: "a lamp" } }),
  ],
  "GET /artifacts/{artifact_id}/shares": ({ id }) => [api("GET", `/artifacts/${id}/shares`)],
  "GET /artifacts/{artifact_id}/views": ({ id }) => [api("GET", `/artifacts/${id}/views`)],
  "PATCH /artifacts/{artifact_id}/shares/{share_id}": async (at) => [
    api("PATCH", `/artifacts/${at.id}/shares/${await linkOf(at)}`, {
      body: { maxViews: 1000, password: "a light" },
    }),
  ],
  "GET /artifacts/shares": () => [api("GET", "/artifacts/shares")],
  "GET /artifacts/{artifact_id}/versions": ({ id }) => [api("GET", `/artifacts/${id}/versions`)],
  "GET /artifacts/{artifact_id}/versions/{version}": ({ id }) => [
    api("GET", `/artifacts/${id}/versions/1`),
    api("GET", `/artifacts/${id}/versions/3`),
  ],
  "GET /artifacts/{artifact_id}/versions/{version}/diff": async ({ id }) => [
    await api("GET", `/artifacts/${id}/versions/2/diff`),
    await api("GET", `/artifacts/${id}/versions/3/diff?from=1`, { accept: "text/markdown" }),
  ],
  "POST /artifacts/{artifact_id}/versions/{version}/restore": ({ id }) => [
    api("POST", `/artifacts/${id}/versions/1/restore`),
  ],
  "POST /artifacts/uploads": () => [api("POST", "/artifacts/uploads", { body: { filename: "a.md" } })],
  "PUT /artifacts/uploads/{upload_token}": async ({ body }) => {
    const { type, body: file } = body(6);
    const text =
      type === "application/json"
        ? Object.values(JSON.parse(file).content).find((one) => typeof one === "string")
        : file;
    if (text === undefined) return [];
    const filename = type === "application/json" ? "a.md" : "a.pdf";
    const { json: upload } = await api("POST", "/artifacts/uploads", { body: { filename } });
    return [
      patiently(() =>
        request("PUT", upload.url, {
          body: text,
          headers: { "content-type": type === "application/json" ? "text/markdown" : type },
        }),
      ),
    ];
  },

  "GET /a/{artifact_id}": async ({ url }) => {
    const answers = [];
    for (const accept of [
      "text/html",
      "text/html",
      "text/markdown",
      "text/markdown",
      "application/json",
      "text/csv",
      "text/plain",
    ])
      answers.push(await view(url, "", {}, { headers: { accept } }));
    answers.push(
      await view(url, "", { format: "csv" }),
      await view(url, "", { download: "1" }),
      await view(url, "", { embed: "1" }),
    );
    answers.push(await view(url, "", {}, { method: "HEAD" }));
    return answers;
  },
  "POST /a/{artifact_id}": async ({ id }) => {
    const { json: made } = await api("POST", `/artifacts/${id}/share`, { body: { maxViews: 5 } });
    return [await openCover(made.url)];
  },
  "GET /a/{artifact_id}/file": ({ url }) => [
    view(url, "/file"),
    view(url, "/file", {}, { headers: { range: "bytes=0-99" } }),
  ],
  "GET /a/{artifact_id}/rows": ({ url }) => [view(url, "/rows"), view(url, "/rows", { from: "1000" })],
  "GET /a/{artifact_id}/document": async ({ url }) => {
    const address = documentIn(await view(url)) ?? url.replace("?token=", "/document?opened=");
    return [patiently(() => request("GET", address)), patiently(() => request("GET", address))];
  },
  "GET /a/{artifact_id}/state": ({ url }) => [view(url, "/state")],
  "GET /a/{artifact_id}/card.png": ({ url }) => [view(url, "/card.png"), view(url, "/card.png")],
  "GET /a/{artifact_id}/history": ({ url }) => [
    view(url, "/history"),
    view(url, "/history", { changes: "1" }),
  ],

  "GET /dashboard/artifacts/{artifact_id}": ({ id }) => [board(`/artifacts/${id}`)],
  "GET /dashboard/artifacts/{artifact_id}/json": ({ id }) => [board(`/artifacts/${id}/json`)],
  "GET /dashboard/artifacts/{artifact_id}/views": ({ id }) => [board(`/artifacts/${id}/views`)],
  "GET /dashboard/artifacts/{artifact_id}/preview": async ({ id }) => [
    await board(`/artifacts/${id}/preview`),
    await board(`/artifacts/${id}/preview`),
  ],
  "GET /dashboard/artifacts/{artifact_id}/preview/file": ({ id }) => [board(`/artifacts/${id}/preview/file`)],
  "GET /dashboard/artifacts/{artifact_id}/preview/rows": ({ id }) => [board(`/artifacts/${id}/preview/rows`)],
  "GET /dashboard/artifacts/{artifact_id}/preview/document": ({ id }) => [
    board(`/artifacts/${id}/preview/document`),
  ],
  "GET /dashboard/artifacts/{artifact_id}/duplicate": ({ id }) => [board(`/artifacts/${id}/duplicate`)],
  "GET /dashboard/artifacts/{artifact_id}/edit": ({ id }) => [board(`/artifacts/${id}/edit`)],
  "POST /dashboard/artifacts/{artifact_id}/edit": ({ id }) => [
    post(`/artifacts/${id}/edit`, { title: "Edited", expiresIn: "7d" }),
  ],
  "GET /dashboard/artifacts/{artifact_id}/content": ({ id }) => [board(`/artifacts/${id}/content`)],
  "GET /dashboard/artifacts/{artifact_id}/content/file": ({ id }) => [board(`/artifacts/${id}/content/file`)],
  "POST /dashboard/artifacts/{artifact_id}/content": async (at) => {
    await board(`/artifacts/${at.id}/content`);
    const { type, body } = at.body(11);
    const file =
      type === "application/json"
        ? { name: "a.json", type, bytes: JSON.stringify(JSON.parse(body).content) }
        : { name: "a.pdf", type, bytes: body };
    const { json: now } = await api("GET", `/artifacts/${at.id}/versions?limit=1`);
    const version = String(now.data[0].version);
    return [await user.visitor.postWithFile(`/dashboard/artifacts/${at.id}/content`, { version }, file)];
  },
  "GET /dashboard/artifacts/{artifact_id}/history": ({ id }) => [board(`/artifacts/${id}/history`)],
  "GET /dashboard/artifacts/{artifact_id}/history/{version}": ({ id }) => [
    board(`/artifacts/${id}/history/2`),
  ],
  "GET /dashboard/artifacts/{artifact_id}/history/{version}/preview": ({ id }) => [
    board(`/artifacts/${id}/history/2/preview`),
  ],
  "GET /dashboard/artifacts/{artifact_id}/history/{version}/preview/file": ({ id }) => [
    board(`/artifacts/${id}/history/2/preview/file`),
  ],
  "GET /dashboard/artifacts/{artifact_id}/history/{version}/preview/rows": ({ id }) => [
    board(`/artifacts/${id}/history/2/preview/rows`),
  ],
  "GET /dashboard/artifacts/{artifact_id}/history/{version}/preview/document": ({ id }) => [
    board(`/artifacts/${id}/history/2/preview/document`),
  ],
  "POST /dashboard/artifacts/{artifact_id}/history/{version}/restore": ({ id }) => [
    post(`/artifacts/${id}/history/2/restore`, {}),
  ],
  "GET /dashboard/artifacts/new": () => [board("/artifacts/new")],
  "POST /dashboard/artifacts/new": async ({ body }) => {
    await board("/artifacts/new");
    const { type, body: sent } = body(12);
    const file =
      type === "application/json"
        ? { name: "a.json", type, bytes: JSON.stringify(JSON.parse(sent).content) }
        : { name: "a.pdf", type, bytes: sent };
    const template = type === "application/json" ? JSON.parse(sent).template : "pdf";
    return [await user.visitor.postWithFile("/dashboard/artifacts/new", { template, title: "New" }, file)];
  },
  "POST /dashboard/artifacts/new/preview": async ({ body }) => {
    await board("/artifacts/new");
    const { type, body: sent } = body(13);
    if (type !== "application/json") return [];
    const { template, content } = JSON.parse(sent);
    const file = { name: "a.json", type, bytes: JSON.stringify(content) };
    return [await user.visitor.postWithFile("/dashboard/artifacts/new/preview", { template }, file)];
  },
  "GET /dashboard/artifacts/{artifact_id}/shares/new": ({ id }) => [board(`/artifacts/${id}/shares/new`)],
  "POST /dashboard/artifacts/{artifact_id}/shares/new": ({ id }) => [
    post(`/artifacts/${id}/shares/new`, { expiresIn: "7d", password: "a lamp" }),
  ],
  "GET /dashboard/artifacts/{artifact_id}/shares/{share_id}/edit": async (at) => [
    board(`/artifacts/${at.id}/shares/${await linkOf(at)}/edit`),
  ],
  "POST /dashboard/artifacts/{artifact_id}/shares/{share_id}/edit": async (at) => [
    post(`/artifacts/${at.id}/shares/${await linkOf(at)}/edit`, { expiresIn: "30d" }),
  ],
  "GET /dashboard/artifacts/{artifact_id}/shares/{share_id}/qr-code": async (at) => [
    board(`/artifacts/${at.id}/shares/${await linkOf(at)}/qr-code`),
  ],
  "GET /dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke": async (at) => [
    board(`/artifacts/${at.id}/shares/${await linkOf(at)}/revoke`),
  ],
  "POST /dashboard/artifacts/{artifact_id}/shares/{share_id}/revoke": async (at) => [
    post(`/artifacts/${at.id}/shares/${await linkOf(at)}/revoke`),
  ],

  "GET /artifacts/{artifact_id}/shares/{share_id}": async (at) => [
    api("GET", `/artifacts/${at.id}/shares/${await linkOf(at)}`),
  ],
  "DELETE /artifacts/{artifact_id}/shares/{share_id}": async (at) => {
    const made = await anotherLink(at);
    return [api("DELETE", `/artifacts/${at.id}/shares/${made.id ?? (await linkOf(at))}`)];
  },
  "DELETE /artifacts/{artifact_id}/versions/{version}": ({ id }) => [
    api("DELETE", `/artifacts/${id}/versions/2`),
  ],
  "POST /dashboard/artifacts/{artifact_id}/history/{version}/erase": ({ id }) => [
    post(`/artifacts/${id}/history/3/erase`, {}),
  ],
  "DELETE /artifacts/{artifact_id}/versions": ({ id }) => [
    api("DELETE", `/artifacts/${id}/versions?before=4`),
  ],
  "POST /artifacts/{artifact_id}/restore": async (at) => {
    const { id } = await another(at);
    const deleted = await api("DELETE", `/artifacts/${id}`);
    return [deleted, await api("POST", `/artifacts/${id}/restore`)];
  },
  "DELETE /artifacts/{artifact_id}": async (at) => [
    api("DELETE", `/artifacts/${(await another(at)).id}?permanent=true`),
  ],
  "GET /dashboard/artifacts/{artifact_id}/delete": ({ id }) => [board(`/artifacts/${id}/delete`)],
  "POST /dashboard/artifacts/{artifact_id}/delete": async (at) => [
    post(`/artifacts/${(await another(at)).id}/delete`, {}),
  ],
  "POST /dashboard/artifacts/{artifact_id}/restore": async (at) => {
    const { id } = await another(at);
    await api("DELETE", `/artifacts/${id}`);
    return [await post(`/artifacts/${id}/restore`, {})];
  },
  "POST /dashboard/artifacts/{artifact_id}/delete-permanently": async (at) => {
    const { id } = await another(at);
    await api("PUT", `/artifacts/${id}`, { body: { title: "Long gone" } });
    await api("DELETE", `/artifacts/${id}`);
    return [await post(`/artifacts/${id}/delete-permanently`, { confirmation: "Long gone" })];
  },
  "POST /artifacts/shares/revoke-matching": () => [
    api("POST", "/artifacts/shares/revoke-matching", {
      body: { filter: { createdAfter: "2020-01-01T00:00:00Z" }, limit: 100 },
    }),
  ],
  "GET /dashboard/artifacts/change": ({ id }) => [board(`/artifacts/change?action=delete&artifact=${id}`)],
  "POST /dashboard/artifacts/change": async (at) => [
    post("/artifacts/change", { action: "delete", artifact: (await another(at)).id }),
  ],
  "POST /artifacts/delete-matching": () => [
    api("POST", "/artifacts/delete-matching", {
      body: { filter: { status: "deleted" }, permanent: true, limit: 100 },
    }),
  ],
};

// By tool: its arguments for an artifact with 10 MB, in this order; nothing where it has no such content.
const tools = {
  find: () => [{ text: "label text" }],
  share: ({ argument }) => [argument(21)],
  read: ({ id }) => [
    { artifact: id },
    { artifact: id, offset: 5_000_000 },
    { artifact: id, format: "json", offset: 5_000_000 },
    { artifact: id, format: "csv", offset: 5_000_000 },
    { artifact: id, version: 1 },
    { artifact: id, version: 1, offset: 5_000_000 },
  ],
  edit: ({ id, tool }) => [tool && { artifact: id, ...tool }],
  append: ({ id, appended }) => [appended && { artifact: id, ...appended }],
  update: ({ id, argument }) => [argument(22) && { artifact: id, ...argument(22) }],
  history: ({ id }) => [{ artifact: id }],
  diff: ({ id }) => [{ artifact: id, from: 1, to: 2 }, { artifact: id }],
  restore_version: ({ id }) => [{ artifact: id, version: 2 }],
  prepare_upload: () => [{ filename: "a.md" }],
  list_links: ({ id }) => [{ artifact: id }],
  change_link: async (at) => [{ artifact: at.id, link: (await anotherLink(at)).id, maxViews: 9 }],
  revoke_link: async (at) => [{ artifact: at.id, link: (await anotherLink(at)).id }],
  delete: ({ id }) => [{ artifact: id }],
  restore: ({ id }) => [{ artifact: id }],
};

// Routes whose work does not depend on an artifact's content, once for an account that has many.
const plain = {
  "GET /account": () => [api("GET", "/account")],
  "GET /account/audit": () => [api("GET", "/account/audit")],
  "GET /dashboard": () => [board("")],
  "GET /dashboard/": () => [board("/")],
  "GET /dashboard/artifacts": () => [board("/artifacts"), board("/artifacts?search=text")],
  "GET /dashboard/links": () => [board("/links")],
  "GET /dashboard/usage": () => [board("/usage")],
  "GET /dashboard/settings/audit": () => [board("/settings/audit")],
  "GET /dashboard/settings/audit.csv": () => [board("/settings/audit.csv")],
  "POST /dashboard/sign-in": async () => [await new Visitor().signIn(user.email, password)],
  "GET /metrics": () => [],
};
// They have no content to read: their forms, settings, descriptions and signs of life.
const withoutContent = new RegExp(
  "^\\w+ (/oauth/|/\\.well-known/|/branding/|/docs/?$|/samples/|/llms\\.txt|/openapi\\.json|/favicon|/$|/healthz|/readyz|/self-check|/mcp/server-card|" +
    "/dashboard/(settings|sign-|set-password|device|links/))",
);

const walked = (route, walk, at) => async () => {
  const answers = await walk(at);
  for (const one of answers) {
    const answer = await measured(await one, at?.kind);
    assert.ok(answer.status < 500, `${route}: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
};

test("every route and tool of the program is walked", async () => {
  const known = new Set(["POST /mcp", ...Object.keys(walks), ...Object.keys(plain)]);
  const names = routes.map(({ method, pattern }) => `${method} ${pattern}`);
  assert.deepEqual(
    names.filter((name) => !known.has(name) && !withoutContent.test(name)),
    [],
    "add it to the walks",
  );
  assert.deepEqual(
    [...known].filter((name) => !names.includes(name)),
    [],
  );
  const { result } = (await ask(key, "tools/list")).json;
  assert.deepEqual(result.tools.map(({ name }) => name).sort(), Object.keys(tools).sort());
});

for (const [kind, body] of Object.entries(contents)) {
  test(`${kind} of 10 MB`, async (t) => {
    const isJson = body(1).type === "application/json";
    const template = isJson ? JSON.parse(body(1).body).template : "pdf";
    const first = await api("POST", "/artifacts", body(1));
    assert.equal(first.status, 201, first.text);
    const { id } = first.json;
    for (const n of [2, 3]) {
      const changed = await api("PUT", `/artifacts/${id}`, body(n));
      assert.equal(changed.status, 200, changed.text);
    }
    const link = await api("POST", `/artifacts/${id}/share`, {
      body: { showHistory: true, allowDownload: template === "pdf" || undefined },
    });
    assert.equal(link.status, 200, link.text);
    const edits = [{ find: "value7 ", replace: "value8 " }];
    const at = {
      kind,
      id,
      body,
      url: link.json.url,
      externalId: `walk-${randomUUID()}`,
      edit: { edits: template === "markdown" ? [{ find: "## Part 777\n", replace: "## Part\n" }] : edits },
      set:
        template === "table" || template === "chart"
          ? { set: [{ op: "add", path: "/description", value: "x" }] }
          : undefined,
      append: {
        markdown: { append: { text: "more" } },
        table: { append: { rows: [[1, 2, 3, 4]] } },
        chart: { append: { labels: ["x"], datasets: [{ data: [1] }] } },
        code: { append: { text: "more" } },
      }[template],
      argument: (n) => (isJson ? { [template]: JSON.parse(body(n).body).content } : undefined),
      tool: isJson
        ? { edits: template === "markdown" ? [{ find: "## Part 778\n", replace: "## Part\n" }] : edits }
        : undefined,
      appended: {
        markdown: { text: "more" },
        table: { rows: [[1, 2, 3, 4]] },
        chart: { labels: ["x"], datasets: [{ data: [1] }] },
        code: { text: "x" },
      }[template],
    };
    for (const [name, argumentsOf] of Object.entries(tools))
      await t.test(`the tool ${name}`, async () => {
        for (const one of await argumentsOf(at)) {
          if (!one) continue;
          const answer = await patiently(() => ask(key, "tools/call", { name, arguments: one }));
          assert.equal(answer.status, 200, answer.text.slice(0, 300));
          await measured(answer, `${kind}, ${name} ${JSON.stringify(one).slice(0, 80)}`);
        }
      });
    for (const uri of ["markdown", "json", "csv"].map((form) => `artifact://${id}/${form}`))
      await measured(await patiently(() => ask(key, "resources/read", { uri })), `${kind}, resource ${uri}`);
    await measured(await ask(key, "resources/list"), kind);
    await board(`/artifacts/${id}`);
    for (const [route, walk] of Object.entries(walks)) await t.test(route, walked(route, walk, at));
  });
}

test("what belongs to the account", async (t) => {
  for (const [route, walk] of Object.entries(plain)) await t.test(route, walked(route, walk));
  await measured(await publicPage("/llms.txt"), "");
});

test("every walk has reached its route", () => {
  const missed = [...Object.keys(walks), ...Object.keys(plain)].filter(
    (route) => !reached.has(route) && route !== "GET /metrics",
  );
  assert.deepEqual(missed, []);
});

const shown = ({
  method,
  route,
  what,
  status,
  cpu_us: cpu,
  turn_cpu_us: inTurn = 0,
  transaction_cpu_us: inTransaction = 0,
}) =>
  `${method} ${route} (${what}, ${status}): ${Math.round(cpu / 1000)} ms without a turn, ${Math.round(inTurn / 1000)} with one, ${Math.round(inTransaction / 1000)} in transactions`;

test("no request takes more of the CPU than this without a turn", { skip: !isReleased }, () => {
  // A file that is ready is only sent. A body and an answer may both be large.
  const sent = costs.filter(
    ({ route, what, status }) => route === "/a/{artifact_id}/file" && what === "pdf" && status === 200,
  );
  assert.ok(sent.length > 0);
  const most = mostMicroseconds + 2 * Math.min(...sent.map(({ cpu_us: cpu }) => cpu));
  const over = costs.filter(({ cpu_us: cpu }) => cpu > most).sort((a, b) => b.cpu_us - a.cpu_us);
  assert.deepEqual(over.map(shown), []);
});

test("no turn is requested, and no work is done, while a transaction is open", { skip: !isReleased }, () => {
  assert.deepEqual(
    costs.filter(({ failure }) => failure).map(({ failure, ...one }) => `${shown(one)}: ${failure}`),
    [],
  );
  const over = costs.filter(({ transaction_cpu_us: cpu = 0 }) => cpu > 3 * mostMicroseconds);
  assert.deepEqual(over.map(shown), []);
});

after(() => {
  // What each request took, for whoever wants to know more than what is over the limit.
  const { WALK_REPORT } = process.env;
  if (WALK_REPORT)
    writeFileSync(
      WALK_REPORT,
      costs
        .sort((a, b) => b.cpu_us - a.cpu_us)
        .map((one) => `${shown(one)}\n`)
        .join(""),
    );
});
