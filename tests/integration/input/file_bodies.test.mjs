// Files as bodies of create, create and share, and update: as they are, or in a form.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { pdf } from "../../documents/pdf_writer.mjs";
import { call, newAccount, patiently, request } from "../../service/api_client.mjs";

const pdfOf = (pages) => pdf(Array.from({ length: pages }, (_, i) => [`Page ${i + 1}`]));

let key;
before(() => ({ key } = newAccount()));

const send = (method, path, type, body, headers = {}) =>
  call(key, method, path, body, { "content-type": type, ...headers });

// A form as a browser or curl sends it. A part is [name, value], or [name, value, filename, type].
function form(parts, boundary = "----boundary42") {
  const chunks = [];
  for (const [name, value, filename, type] of parts) {
    const disposition = `Content-Disposition: form-data; name="${name}"`;
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    const contentType = type ? `Content-Type: ${type}\r\n` : "";
    chunks.push(Buffer.from(`--${boundary}\r\n${disposition}${file}\r\n${contentType}\r\n`));
    chunks.push(Buffer.from(value), Buffer.from("\r\n"));
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return Buffer.concat(chunks);
}
const sendForm = (method, path, parts, headers) =>
  send(method, path, "multipart/form-data; boundary=----boundary42", form(parts), headers);

async function created(response) {
  assert.equal(response.status, 201, response.text);
  return (await call(key, "GET", `/artifacts/${response.json.id}`)).json;
}

function assertError(response, status, code, pattern) {
  assert.equal(response.status, status, response.text);
  assert.equal(response.json.error.code, code);
  assert.match(response.json.error.message, pattern);
}

test("a file becomes the content of its template", async () => {
  for (const [type, bytes, template, content] of [
    ["text/markdown", "# Title\n", "markdown", { text: "# Title\n" }],
    ["text/tab-separated-values", "a\tb\n1\t2\n", "table", { csv: "a\tb\n1\t2\n" }],
    ["text/csv; charset=utf-8", "\ufeffa;b\r\n1;2\r\n", "table", { csv: "a;b\r\n1;2\r\n" }],
    ["text/html", "<h1>Title</h1>", "html", { html: "<h1>Title</h1>" }],
    ["application/pdf", pdfOf(1), "pdf", { data: pdfOf(1).toString("base64") }],
  ]) {
    const artifact = await created(await send("POST", "/artifacts", type, bytes));
    assert.equal(artifact.template, template);
    assert.deepEqual(artifact.content, content);
  }
});

test("the query contains the fields besides a file", async () => {
  const query = new URLSearchParams({
    template: "pdf",
    title: "Übersicht",
    expiresIn: "1h",
    filename: "x/report.md",
  });
  const artifact = await created(await send("POST", `/artifacts?${query}`, "text/markdown", "# x"));
  assert.equal(artifact.title, "Übersicht");
  assert.equal(artifact.template, "pdf");
  assert.deepEqual(artifact.content, { filename: "report.md", markdown: "# x" });
  assert.ok(artifact.expiresAt);
});

test("a form contains the file in one part and the fields in others", async () => {
  const response = await sendForm("POST", "/artifacts/share?title=Report", [
    ["expiresIn", "2h"],
    ["allowDownload", "true"],
    ["maxViews", "3"],
    ["metadata", '{"a": [1.0]}'],
    ["file", pdfOf(2), "Q3 %22final%22.pdf", "application/pdf"],
  ]);
  const artifact = await created(response);
  assert.equal(artifact.title, "Report");
  assert.deepEqual(artifact.metadata, { a: [1] });
  assert.equal(artifact.content.filename, 'Q3 "final".pdf');
  const [link] = (await call(key, "GET", `/artifacts/${artifact.id}/shares`)).json.data;
  assert.equal(link.allowDownload, true);
  assert.equal(link.maxViews, 3);
  const file = await request("GET", response.json.url.replace("?token=", "/file?token="));
  assert.ok(file.bytes.equals(pdfOf(2)));
});

test("an update reads a file as the artifact's template does", async () => {
  const { json } = await call(key, "POST", "/artifacts", {
    template: "pdf",
    title: "Before",
    content: { html: "<p>x</p>" },
  });
  const path = `/artifacts/${json.id}`;
  const contentNow = async () => (await call(key, "GET", path)).json.content;
  assert.equal((await send("PUT", `${path}?title=After`, "text/markdown", "# x")).json.title, "After");
  assert.deepEqual(await contentNow(), { markdown: "# x" });
  assert.equal((await sendForm("PUT", path, [["file", pdfOf(1), "a.pdf"]])).status, 200);
  assert.equal((await contentNow()).filename, "a.pdf");
  // A form without a file changes fields alone; an empty one clears them.
  assert.equal((await sendForm("PUT", path, [["title", ""]])).json.title, null);
  assert.equal((await contentNow()).filename, "a.pdf");
  assertError(await send("PUT", path, "text/csv", "a"), 415, "unsupported_media_type", /application\/pdf/);
});

test("code, charts and any text are files too, if their template is given or their name says it", async () => {
  const chart = { type: "bar", data: { labels: ["May"], datasets: [{ label: "Sales", data: [3] }] } };
  const rows = [{ Day: "Mon", Orders: 3 }];
  const python = "def f():\n    return 1\n";
  for (const [query, text, template, content] of [
    ["template=code&filename=src/main.py", python, "code", { text: python, filename: "main.py" }],
    ["template=chart", JSON.stringify(chart), "chart", chart],
    ["template=table", JSON.stringify(rows), "table", { rows }],
    ["template=table", "a,b\n1,2\n", "table", { csv: "a,b\n1,2\n" }],
    ["template=markdown", "# Title\n", "markdown", { text: "# Title\n" }],
    ["template=pdf", "# Title\n", "pdf", { markdown: "# Title\n" }],
    ["filename=notes.md", "# Title\n", "markdown", { text: "# Title\n" }],
  ]) {
    const artifact = await created(await send("POST", `/artifacts?${query}`, "text/plain", text));
    assert.deepEqual([artifact.template, artifact.content], [template, content], query);
  }
  const typed = await created(await send("POST", "/artifacts?template=code", "text/x-python", python));
  assert.equal(typed.content.text, python);
  const inForm = await sendForm("POST", "/artifacts/share", [
    ["template", "chart"],
    ["file", JSON.stringify(chart), "sales.json", "application/json"],
  ]);
  assert.deepEqual((await created(inForm)).content, chart);

  const path = `/artifacts/ext:${randomUUID()}?template=code&filename=a.js`;
  for (const [status, text] of [
    [201, "let a;\n"],
    [200, "let b;\n"],
  ]) {
    assert.equal((await send("PUT", path, "text/plain", text)).status, status);
    const { json } = await call(key, "GET", path.split("?")[0]);
    assert.deepEqual(json.content, { text, filename: "a.js" });
  }
});

test("what is wrong with a file that is recognised says where", async () => {
  const post = (query, text) => send("POST", `/artifacts?${query}`, "text/plain", text);
  const broken = await post("template=chart&filename=c.json", '{"type":\n"bar"');
  assertError(
    broken,
    400,
    "invalid_content",
    /^the file cannot be shown with the template chart: it is not valid JSON/,
  );
  const wrong = await post("template=chart", '{"type":"bar","data":{"datasets":[{"data":3}]}}');
  assertError(wrong, 400, "invalid_content", /^the file has \/data\/datasets\/0\/data, which /);
  assertError(await post("template=code", Buffer.from([0xff])), 400, "invalid_content", /UTF-8/);
  assertError(await post("template=markdown&title=a%0Ab", "x"), 400, "invalid_request", /title/);
  const markdown = await send("POST", "/artifacts?template=markdown", "text/x-python", "x");
  assertError(markdown, 415, "unsupported_media_type", /text\/markdown, text\/plain, not text\/x-python/);
});

test("all problems of a file and its fields are reported at once", async () => {
  const { json } = await send("POST", "/artifacts?title=a%0Ab&expiresIn=soon", "application/pdf", "GIF89a");
  assert.deepEqual(
    json.error.errors.map(({ code, field }) => [code, field]),
    [
      ["invalid_request", "/title"],
      ["invalid_expires_in", "/expiresIn"],
      ["invalid_content", undefined],
    ],
  );
});

test("errors in a file name the file, not the content that it would become", async () => {
  const external = `/artifacts/ext:${randomUUID()}`;
  const { id } = await created(await send("POST", "/artifacts", "application/pdf", pdfOf(1)));
  for (const [method, path] of [
    ["POST", "/artifacts"],
    ["POST", "/artifacts/share"],
    ["PUT", external],
    ["PUT", `/artifacts/${id}`],
  ]) {
    const raw = await send(method, path, "application/pdf", "GIF89a");
    assertError(raw, 400, "invalid_content", /^the file must be /);
    assert.equal(raw.json.error.field, undefined);
    const inForm = await sendForm(method, path, [["file", "GIF89a", "a.pdf", "application/pdf"]]);
    assertError(inForm, 400, "invalid_content", /^file must be /);
    assert.equal(inForm.json.error.field, "/file");
    for (const type of ["application/pdf", "text/csv", "text/markdown", "text/html"])
      assertError(await send(method, path, type, ""), 400, "invalid_request", /^the file is empty/);
    const emptyPart = await sendForm(method, path, [["file", "", "a.pdf", "application/pdf"]]);
    assertError(emptyPart, 400, "invalid_request", /^the file is empty/);
  }
});

test("PUT by external ID accepts a file, as it is or in a form", async () => {
  const path = `/artifacts/ext:report-${randomUUID()}`;
  const first = await sendForm("PUT", `${path}?title=One`, [
    ["share", '{"expiresIn": "2d", "maxViews": 9}'],
    ["file", "a,b\n1,2\n", "a.csv", "text/csv"],
  ]);
  assert.equal(first.status, 201, first.text);
  assert.deepEqual([first.json.template, first.json.title, first.json.share.maxViews], ["table", "One", 9]);
  const contentNow = async () => (await call(key, "GET", path)).json.content;
  assert.deepEqual(await contentNow(), { csv: "a,b\n1,2\n" });
  const again = await sendForm("PUT", path, [
    ["title", "Two"],
    ["share", '{"expiresIn": "7d"}'],
    ["file", "c\n3\n", "b.csv", "text/csv"],
  ]);
  assert.equal(again.status, 200, again.text);
  assert.deepEqual([again.json.title, again.json.share.url], ["Two", first.json.share.url]);
  assert.deepEqual(await contentNow(), { csv: "c\n3\n" });

  assertError(await sendForm("PUT", path, [["title", "Three"]]), 400, "invalid_request", /file is required/);
  assertError(
    await send("PUT", path, "application/pdf", pdfOf(1)),
    415,
    "unsupported_media_type",
    /text\/csv/,
  );
  assertError(
    await send("PUT", `${path}?template=pdf`, "text/markdown", "# x"),
    400,
    "template_immutable",
    /table/,
  );
  const wrong = await sendForm("PUT", `${path}?externalId=other&title=a%0Ab`, [
    ["share", "7d"],
    ["file", "a", "a.csv", "text/csv"],
  ]);
  assert.deepEqual(
    wrong.json.error.errors.map(({ field }) => field),
    ["/title", "/externalId", "/share"],
  );
});

test("a file sent by external ID is read as that artifact's template does", async () => {
  const path = `/artifacts/ext:minutes-${randomUUID()}`;
  assert.equal((await send("PUT", `${path}?template=pdf`, "text/markdown", "# One")).status, 201);
  assert.equal((await send("PUT", path, "text/markdown", "# Two")).status, 200);
  const { json } = await call(key, "GET", path);
  assert.deepEqual([json.template, json.content], ["pdf", { markdown: "# Two" }]);
});

test("fields besides a file are validated like those of a JSON body", async () => {
  const post = (query) => send("POST", `/artifacts?${query}`, "text/markdown", "x");
  assertError(await post("expiresIn=soon"), 400, "invalid_expires_in", /expiresIn/);
  for (const name of ["password", "metadata", "description", "share", "maxViews"])
    assertError(
      await send("POST", `/artifacts/share?${name}=1`, "text/markdown", "x"),
      400,
      "invalid_request",
      new RegExp(`unknown query parameter "${name}"; .*; send "${name}" with the file in a form`),
    );
  assertError(await post("content={}"), 400, "invalid_request", /content/);
  assertError(await post("template=nothing"), 400, "invalid_template", /template/);
  assertError(await post("template=table"), 415, "unsupported_media_type", /text\/csv/);
  assertError(await post("template=chart"), 400, "invalid_content", /^the file /);
  assertError(await post("tilte=x"), 400, "invalid_request", /title/);
  const withJson = await call(key, "POST", "/artifacts?title=x", { template: "markdown", content: {} });
  assertError(withJson, 400, "invalid_request", /"title"; this operation takes none with a JSON body/);
  const formOf = (...parts) =>
    sendForm("POST", "/artifacts/share?title=a", [["file", "x", "a.md"], ...parts]);
  const unknown =
    /unknown query parameter "tag"; this operation takes template, title, filename, expiresIn, externalId, alt and keepMetadata$/;
  assertError(await post("tag=x"), 400, "invalid_request", unknown);
  const { warnings } = (await formOf(["tag", "x"])).json;
  assert.deepEqual(
    warnings.map(({ code, field }) => [code, field]),
    [["unknown_field", "/tag"]],
  );
  assertError(await formOf(["title", "b"]), 400, "invalid_request", /title is given more than once/);
  assertError(await formOf(["metadata", "[1]"]), 400, "invalid_request", /metadata must be a JSON object/);
  assertError(await formOf(["maxViews", "many"]), 400, "invalid_request", /maxViews must be a number/);
  assertError(await formOf(["allowDownload", "yes"]), 400, "invalid_request", /allowDownload must be/);
  assertError(await formOf(["description", Buffer.from([0xff])]), 400, "invalid_request", /UTF-8/);
  assertError(
    await formOf(["description", "x".repeat(300_000)]),
    413,
    "payload_too_large",
    /must not exceed 262144 bytes/,
  );
});

test("a file that no template accepts is rejected with the accepted types", async () => {
  // Text without a type may be JSON whose Content-Type was forgotten, so it is not published.
  const { id } = await created(await send("POST", "/artifacts", "text/markdown", "x"));
  for (const type of ["text/plain", "text/x-python"])
    for (const [method, path] of [
      ["POST", "/artifacts"],
      ["PUT", `/artifacts/${id}`],
    ])
      assertError(
        await send(method, path, type, "{}"),
        415,
        "unsupported_media_type",
        /application\/json.*text\/markdown.*any other text.*template=code/,
      );
  const refused = await send("POST", "/artifacts", "image/bmp", "x");
  assertError(refused, 415, "unsupported_media_type", /multipart\/form-data.*text\/csv/);
  for (const [name, type] of [
    ["a.py", "text/x-python"],
    ["rows.json", "application/json"],
  ]) {
    const code = await sendForm("POST", "/artifacts", [["file", "[]", name, type]]);
    assertError(code, 415, "unsupported_media_type", /any other text.*template=code/);
  }
  assertError(
    await sendForm("POST", "/artifacts", [["file", "x", "a.bmp", "image/bmp"]]),
    415,
    "unsupported_media_type",
    /application\/pdf/,
  );
  assertError(await send("POST", "/artifacts", "application/pdf", "GIF89a"), 400, "invalid_content", /%PDF-/);
  const inBase64 = await send(
    "POST",
    "/artifacts",
    "application/pdf",
    Buffer.from("%PDF-1.7").toString("base64"),
  );
  assertError(inBase64, 400, "invalid_content", /send the file itself, not base64/);
  assertError(
    await send("POST", "/artifacts", "text/markdown", Buffer.from([0xff])),
    400,
    "invalid_content",
    /UTF-8/,
  );
});

test("malformed forms are rejected", async () => {
  for (const [parts, pattern] of [
    [[["title", "x"]], /file is required/],
    [
      [
        ["file", "x", "a.md"],
        ["more", "y", "b.md"],
      ],
      /more than one file/,
    ],
  ])
    assertError(await sendForm("POST", "/artifacts", parts), 400, "invalid_request", pattern);
  assertError(
    await send("POST", "/artifacts", "multipart/form-data", "x"),
    400,
    "invalid_request",
    /boundary/,
  );
});

test("a PDF of 20 MB is stored and returned unchanged", async () => {
  const pdf = Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    Buffer.alloc(20_000_000, "0123456789abcdef"),
    Buffer.from("\nstartxref\n0\n%%EOF\n"),
  ]);
  // Large bodies take turns.
  const response = await patiently(() =>
    sendForm("POST", "/artifacts/share", [["file", pdf, "large.pdf", "application/pdf"]]),
  );
  assert.equal(response.status, 201, response.text);
  const file = await request("GET", response.json.url.replace("?token=", "/file?token="));
  assert.equal(file.status, 200);
  assert.ok(file.bytes.equals(pdf));
});

test("a body may be compressed with gzip", async () => {
  const json = gzipSync(JSON.stringify({ template: "markdown", content: { text: "# Title" } }));
  const gzipped = { "content-encoding": "gzip" };
  assert.deepEqual((await created(await call(key, "POST", "/artifacts", json, gzipped))).content, {
    text: "# Title",
  });
  const csv = gzipSync("a,b\n".repeat(100_000));
  const table = await created(await send("POST", "/artifacts", "text/csv", csv, gzipped));
  assert.equal(table.content.csv.length, 400_000);
});

test("a body that is too large when decompressed is rejected, whatever its compressed size", async () => {
  const gzipped = { "content-encoding": "gzip" };
  const bomb = gzipSync(Buffer.alloc(200_000_000), { level: 9 });
  assert.ok(bomb.length < 200_000);
  const json = await call(key, "POST", "/artifacts", bomb, gzipped);
  assertError(json, 413, "payload_too_large", /must not exceed 10485760 bytes when it is decompressed/);
  const file = await send("POST", "/artifacts", "text/csv", bomb, gzipped);
  assertError(file, 413, "payload_too_large", /must not exceed 33554432 bytes when it is decompressed/);
});

test("an Idempotency-Key recognises a form by its parts, whatever its boundary", async () => {
  const parts = [["file", "# x", "a.md", "text/markdown"]];
  const post = (boundary, list, query = "") =>
    call(key, "POST", `/artifacts${query}`, form(list, boundary), {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "idempotency-key": "form-1",
    });
  const first = await post("one", parts);
  assert.equal(first.status, 201, first.text);
  const again = await post("two", parts);
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.equal(again.json.id, first.json.id);
  for (const different of [
    await post("one", [["file", "# y", "a.md", "text/markdown"]]),
    await post("one", [["file", "# x", "b.md", "text/markdown"]]),
    await post("one", parts, "?title=x"),
  ])
    assertError(different, 409, "idempotency_conflict", /different request/);
});

test("an empty field that protects what is published is rejected beside a file", async () => {
  for (const [field, code] of [
    ["password", "invalid_request"],
    ["expiresIn", "invalid_expires_in"],
  ]) {
    const file = ["file", "# x\n", "x.md", "text/markdown"];
    const answer = await sendForm("POST", "/artifacts/share", [[field, ""], file]);
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.json.error.code, code);
    assert.equal(answer.json.error.field, `/${field}`);
  }
});

test("an empty field beside a file counts as omitted, in each call", async () => {
  const id = randomUUID();
  for (const path of ["/artifacts", `/artifacts/ext:${id}`, `/artifacts/ext:${id}`]) {
    const method = path === "/artifacts" ? "POST" : "PUT";
    const raw = await send(method, `${path}?template=&title=`, "text/markdown", "# x\n");
    assert.ok([200, 201].includes(raw.status), raw.text);
    const sent = [
      ["template", ""],
      ["content", ""],
      ["file", "# x\n", "x.md", "text/markdown"],
    ];
    const inForm = await sendForm(method, path, sent);
    assert.ok([200, 201].includes(inForm.status), inForm.text);
  }
});
