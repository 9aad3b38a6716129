// A person makes an artifact of a text or a file, or of another artifact.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newKey, origin, request, sql, uuidOf } from "../../service/api_client.mjs";
import { newUser, Visitor } from "../../service/dashboard_client.mjs";
import { githubToken } from "../../service/github_token.mjs";
import { askOwnWorker } from "../../service/own_worker.mjs";

const form = "/dashboard/artifacts/new";
const pdf = Buffer.from("%PDF-1.4\n\xff\xfe nothing much\nstartxref\n0\n%%EOF\n", "latin1");

let user;
let key;
before(async () => {
  user = await newUser();
  key = newKey(user.account);
});

const artifactAt = async ({ headers, status, text }) => {
  assert.equal(status, 303, text);
  const [, id] = /^\/dashboard\/artifacts\/(art_\w+)\?/.exec(headers.location);
  return (await call(key, "GET", `/artifacts/${id}`)).json;
};
const count = () => sql(`select count(*) from artifacts where account_id = '${uuidOf(user.account)}'`);

async function send(fields, file, { visitor } = user) {
  await visitor.open(form);
  return visitor.postWithFile(form, { ...(file ? {} : { title: "Title" }), ...fields }, file);
}
const sendFile = (name, bytes, fields = {}) => send(fields, { name, bytes });

// The form of a page, as a person sees it.
const unescaped = (text) =>
  text.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_, name) => ({ lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" })[name],
  );
const problems = (text) =>
  Object.fromEntries(
    [...text.matchAll(/<p class="field-problem" id="(\w+)-problem">([^]*?)<\/p>/g)].map(
      ([, field, problem]) => [field, unescaped(problem.replace(/<[^>]*>/g, ""))],
    ),
  );
// Those of its content for which a line is known, as the editor reads them.
const lines = (text) =>
  [...text.matchAll(/<span data-line="(\d+)">Line \1: [^<]*<\/span>/g)].map(([, line]) => Number(line));
const textIn = (text) => unescaped(/<textarea id="text"[^>]*>\n([^<]*)</.exec(text)[1]);
const chosen = (text, name) =>
  /<option value="([^"]*)" selected>/.exec(new RegExp(`name="${name}"[^]*?</select>`).exec(text)[0])[1];

test("what is pasted is shown by the template that it is recognised for", async () => {
  for (const [text, template, content] of [
    ["# Title\r\n\r\nText", "markdown", { text: "# Title\n\nText" }],
    ["Name\tPrice\r\nLamp\t1,5\r\n", "table", { csv: 'Name,Price\r\nLamp,"1,5"\r\n' }],
    ['[{"a": 1.50}]', "table", { rows: [{ a: 1.5 }] }],
    ['{"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]}]}}', "chart", undefined],
    ['{"name": "x"}', "code", { text: '{"name": "x"}', language: "json" }],
  ]) {
    const made = await artifactAt(await send({ text }));
    assert.equal(made.template, template, text);
    assert.deepEqual(made.content, content ?? JSON.parse(text));
  }
  const html = "<!doctype html><h1>Contract</h1>";
  assert.deepEqual((await artifactAt(await send({ text: html, template: "pdf" }))).content, { html });
});

test("a file becomes what the command makes of it, with its name for a title", async () => {
  for (const [name, bytes, template, content] of [
    ["a.md", "\ufeff# Title", "markdown", { text: "# Title" }],
    ["data.csv", "a,b\r\n1,2\r\n", "table", { csv: "a,b\r\n1,2\r\n" }],
    ["data.tsv", "a\tb\n1\t2\n", "table", { csv: "a,b\r\n1,2\r\n" }],
    ["rows.json", '[{"a":1}]', "table", { rows: [{ a: 1 }] }],
    ["run.py", "x = 1\r\n", "code", { text: "x = 1\r\n", filename: "run.py" }],
    ["page.html", "<p>x</p>", "html", { html: "<p>x</p>" }],
    ["scan.pdf", pdf, "pdf", { data: pdf.toString("base64"), filename: "scan.pdf" }],
  ]) {
    const made = await artifactAt(await sendFile(name, bytes));
    assert.equal(made.template, template, name);
    assert.deepEqual(made.content, content);
    assert.equal(made.title, name === "a.md" ? null : name);
  }
  const named = await artifactAt(await sendFile("../x/run.py", "x", { title: "Mine", template: "markdown" }));
  assert.deepEqual([named.title, named.template, named.content.text], ["Mine", "markdown", "x"]);
});

test("all fields are saved, and a link is made if it is asked for", async () => {
  const made = await artifactAt(
    await send({
      text: "Text",
      title: "T",
      description: "Two\r\nlines",
      expiresIn: "30d",
    }),
  );
  assert.deepEqual([made.title, made.description], ["T", "Two\nlines"]);
  const days = (moment) => Math.round((Date.parse(moment) - Date.now()) / 86_400_000);
  assert.equal(days(made.expiresAt), 30);
  assert.equal((await call(key, "GET", `/artifacts/${made.id}/shares`)).json.data.length, 0);

  const answer = await send({ text: "Text", linkExpiresIn: "7d" });
  assert.match(answer.headers.location, /\?done=link-created&link=shr_\w+$/);
  const { id, expiresAt } = await artifactAt(answer);
  assert.equal(expiresAt, undefined);
  const { data } = (await call(key, "GET", `/artifacts/${id}/shares`)).json;
  assert.deepEqual(
    data.map((link) => days(link.expiresAt)),
    [7],
  );
  const { text } = await user.visitor.open(answer.headers.location);
  assert.ok(text.includes(data[0].url));
  assert.match(
    (await send({ text: "x", expiresIn: "1h", linkExpiresIn: "7d" })).headers.location,
    /link-created-shorter/,
  );
  const refused = await send({ text: "x", linkExpiresIn: "soon" });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /id="problem">Expiry of the link must/);
});

test("what is wrong stands at its field, with all that was typed", async () => {
  const before = count();
  const long = "x".repeat(256);
  const { status, text } = await send({
    text: "# Kept </textarea><script>",
    template: "chart",
    title: long,
    description: "d",
    expiresIn: "soon",
  });
  assert.equal(status, 400);
  const found = problems(text);
  assert.deepEqual(Object.keys(found).sort(), ["expiresIn", "template", "title"]);
  assert.equal(found.template, "The text cannot be shown with the template chart: it is Markdown.");
  assert.equal(found.title, "Title must have at most 255 characters.");
  assert.match(found.expiresIn, /^Expiry must/);
  assert.match(text, /role="alert" id="problem">Nothing was saved yet\. Correct what is marked/);
  assert.equal(textIn(text), "# Kept </textarea><script>");
  assert.equal(chosen(text, "template"), "chart");
  assert.match(text, /<details open>/);
  assert.ok(text.includes(`value="${long}" aria-invalid="true"`));
  assert.equal(count(), before);
});

test("a text or a file that is none says what would be right", async () => {
  const binary = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  for (const [field, message, fields, file] of [
    ["text", "The text is missing; paste it here, or choose a file.", { text: " \r\n" }],
    [
      "text",
      /bytes of a file, which a text field damages; choose the file instead/,
      { text: "IHDR\u0001\u0000" },
    ],
    ["text", /choose the file instead/, { text: "%PDF-1.7 ..." }],
    ["text", /not valid JSON/, { text: '{"rows": [[1,', template: "table" }, undefined, "template"],
    [
      "text",
      /^Line 1: The text at rows must be an array/,
      { text: '{"rows": 1, "columns": ["a"]}', template: "table" },
    ],
    ["file", /a whole file: this PNG was cut off/, {}, { name: "a.png", bytes: binary }],
    [
      "file",
      /neither text in UTF-8 nor a PDF or picture/,
      {},
      { name: "a", bytes: Buffer.from([0, 255, 1]) },
    ],
    [
      "file",
      /it may be text in WINDOWS-1252\.$/,
      {},
      { name: "a.csv", bytes: Buffer.from("5 \x80;1\r\n", "latin1") },
    ],
    ["file", "The file is empty.", {}, { name: "a.csv", bytes: "" }],
    ["file", /cannot be sent together with a text/, { text: "x" }, { name: "a.csv", bytes: "a,b" }],
    [
      "template",
      /^The file cannot be shown with the template chart: it is a PDF/,
      { template: "chart" },
      { name: "a", bytes: pdf },
    ],
  ]) {
    const { status, text } = await send(fields, file);
    assert.ok(status >= 400 && status < 500, `${status} ${message}`);
    const found = problems(text)[field] ?? problems(text).template;
    if (typeof message === "string") assert.equal(found, message);
    else assert.match(found ?? "", message);
    // What was refused is not to be chosen again.
    const isRefused = field === "file";
    if (file) assert.equal(text.includes(`Choose <span dir="auto">${file.name}</span> again`), !isRefused);
  }
});

test("an error of content names its line, and is shown at the content", async () => {
  const chart = (data) =>
    `{\n  "type": "bar",\n  "data": {\n    "labels": ["a"],\n    "datasets": ${data}\n  }\n}`;
  for (const [template, text, line, message] of [
    ["chart", chart("[1,]").replaceAll("\n", "\r\n"), 5, /not valid JSON: .*there is a comma before the end/],
    ["chart", chart("1"), 5, /The text at data\/datasets must be/],
    ["table", '{"columns": ["a"],\n"rows": 1}', 2, /The text at rows must be an array/],
    ["table", 'a,b\n1,2\n3,"4\n', 3, /unterminated quoted field/],
    ["", '{\n"columns": ["a"],\n"csv": "a\\n\\"1"}', undefined],
  ]) {
    const answer = await send({ text, template });
    if (line === undefined) {
      assert.equal(answer.status, 303, answer.text);
      continue;
    }
    assert.equal(answer.status, 400, text);
    assert.deepEqual(lines(answer.text), [line]);
    assert.match(problems(answer.text).text, message);
  }
  const file = await sendFile("prices.csv", 'a,b\n1,2\n3,"4\n');
  assert.match(problems(file.text).file, /^Line 3: The file at csv has an unterminated/);
});

test("sent twice, the form makes one artifact, and another if it was changed", async () => {
  for (const [text, status] of [
    ["# Once", 303],
    ["# Once\n\n![](file:///x.png)", 200],
  ]) {
    const { text: page } = await user.visitor.open(form);
    const [, once] = /name="once" value="([^"]+)"/.exec(page);
    const token = user.visitor.formToken;
    const post = (fields, file) =>
      user.visitor.postWithFile(
        form,
        { form_token: token, text, title: "T", linkExpiresIn: "7d", once, ...fields },
        file,
      );
    const before = count();
    const [first, ...others] = [await post({}), await post({}), await post({})];
    assert.equal(first.status, status, first.text);
    for (const other of others) {
      assert.equal(other.status, 303);
      assert.equal(other.headers.location, others[0].headers.location);
      assert.match(
        first.headers.location ?? unescaped(first.text),
        new RegExp(`${(await artifactAt(other)).id}\\b`),
      );
    }
    assert.equal(Number(count()), Number(before) + 1);
    assert.equal((await post({ text: `${text}, changed` })).status, status);
    assert.equal((await post({ text: "" }, { name: "a.md", bytes: text })).status, status);
    assert.equal(Number(count()), Number(before) + 3);
    // What was refused was not made, and may be sent again.
    const refused = await post({ text: "x", expiresIn: "no" });
    assert.equal(refused.status, 400);
    assert.match(refused.text, new RegExp(`name="once" value="${once}"`));
    assert.equal((await post({ text: "x", expiresIn: "" })).status, 303);
    // Another user has keys of their own.
    assert.equal(
      (await send({ text, linkExpiresIn: "7d", once }, undefined, await newUser())).status,
      status,
    );
  }
});

test("a title is asked for where neither the content nor a file has one", async () => {
  for (const [fields, file, isAsked] of [
    [{ text: "Words" }, undefined, true],
    [{ text: '{"type":"bar","data":{"labels":["a"],"datasets":[{"data":[1]}]}}' }, undefined, true],
    [{}, { name: "a.md", bytes: "Words" }, true],
    [{}, { name: "a.csv", bytes: "a,b\r\n1,2\r\n" }, false],
    [{ text: "# Words" }, undefined, false],
  ]) {
    const { status, text } = await send({ title: " ", ...fields }, file);
    assert.equal(status, isAsked ? 400 : 303, JSON.stringify(fields));
    if (isAsked) assert.equal(problems(text).title, "Title is missing: the content has no heading.");
  }
});

test("warnings are worded for people", async () => {
  for (const [fields, words] of [
    [
      { text: "a,b\n1,2,3\n", template: "table", title: "T" },
      "The content has 3 fields in line 2, but 2 in the first line, which names the columns.",
    ],
    [
      { text: "```markdown\n# A\n\nB\n```" },
      "The whole document is within one ```markdown fence, so it is shown without the fence.",
    ],
    [
      { text: '{"rows":[{"a":1}],"colums":[{"key":"a"}]}', template: "table", title: "T" },
      '"colums" is not shown; did you mean "columns"?',
    ],
  ]) {
    const { status, text } = await send(fields);
    assert.equal(status, 200);
    const [, list] = /<div class="done" role="status">([^]*?)<\/ul>/.exec(text);
    assert.equal(unescaped(list.replace(/<[^>]*>/g, "")).trim(), `Look at this:\n\n${words}`);
  }
});

test("warnings are shown before the artifact, and secrets are refused where the account refuses them", async () => {
  const secret = `Use ${githubToken()} to sign in.`;
  const { status, text } = await send({ text: secret, linkExpiresIn: "7d" });
  assert.equal(status, 200);
  assert.match(text, /<h1>Artifact saved<\/h1>/);
  assert.match(text, /<li>[^<]*looks like a GitHub[^<]*<\/li>/i);
  const [, id] = /href="\/dashboard\/artifacts\/(art_\w+)\?done=link-created[^"]*"/.exec(text);
  const [{ url }] = (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;
  assert.ok(text.includes(`>${url}</code>`));

  const strict = await newUser();
  await strict.visitor.open("/dashboard/settings/publishing");
  await strict.visitor.post("/dashboard/settings/publishing", { refuseSecrets: "on" });
  const refused = await send({ text: secret }, undefined, strict);
  assert.equal(refused.status, 422, refused.text);
  assert.match(problems(refused.text).text, /GitHub/);
  assert.equal(textIn(refused.text), secret);
});

test("takes 200,000 pasted cells, and a file of 20 MB, but none of 33 MB", async () => {
  const line = `${Array.from({ length: 20 }, (_, i) => `value ${i}`).join("\t")}\r\n`;
  const cells = await artifactAt(await send({ text: line.repeat(10_000) }));
  assert.equal(cells.template, "table");
  assert.equal((await sendFile("large.csv", "a,b\r\n".repeat(4_000_000))).status, 303);

  const before = count();
  const { status, text } = await sendFile("huge.csv", Buffer.alloc(33 << 20, "a"), { title: "T" });
  assert.equal(status, 413);
  assert.match(text, /too large: both together must not exceed 32 MB/);
  assert.match(text, /nothing was saved/);
  assert.match(text, /<textarea id="text"/);
  const code = await sendFile("a.py", Buffer.alloc(11 << 20, "a"));
  assert.equal(code.status, 413);
  const { id } = await artifactAt(await send({ text: "x" }));
  const content = `/dashboard/artifacts/${id}/content`;
  const edited = await user.visitor.postWithFile(content, {}, { name: "a", bytes: Buffer.alloc(33 << 20) });
  assert.equal(edited.status, 413);
  assert.match(edited.text, /Nothing was saved: the file or text must not exceed 32 MB\. Go back to find/);
  assert.equal(problems(code.text).file, "The file must not exceed 10 MB as code.");
  assert.equal(Number(count()), Number(before) + 1);
});

test("without storage the form stays as it was", async (t) => {
  const ask = await askOwnWorker(t, { max_database_bytes: "1" });
  await user.visitor.open(form);
  const body = new URLSearchParams({ form_token: user.visitor.formToken, text: "# Kept", title: "T" });
  const answer = await ask("POST", form, {
    body: body.toString(),
    more: {
      CONTENT_TYPE: "application/x-www-form-urlencoded",
      HTTP_ORIGIN: origin,
      HTTP_COOKIE: `__Host-session=${user.visitor.cookie("__Host-session")}`,
    },
  });
  assert.equal(answer.status, 503);
  assert.match(answer.text, /out of storage space; .*nothing was saved/);
  assert.equal(textIn(answer.text), "# Kept");
  const [, token] = /name="form_token" value="([^"]*)"/.exec(answer.text);
  const again = await user.visitor.postWithFile(form, { form_token: token, text: textIn(answer.text) });
  assert.equal(again.status, 303);
});

test("signed out, the page leads through sign-in and back, and signing out removes drafts", async () => {
  const { visitor, email } = await newUser();
  await visitor.open(form);
  const left = await visitor.post("/dashboard/sign-out");
  assert.equal(left.headers["clear-site-data"], '"storage"');
  const shown = await visitor.get(form);
  assert.equal(shown.headers.location, `/dashboard/sign-in?next=${form}`);
  const { next } = Object.fromEntries(new URLSearchParams(shown.headers.location.split("?")[1]));
  await visitor.open(shown.headers.location);
  const back = await visitor.post("/dashboard/sign-in", { email, password: "a lamp in every window", next });
  assert.equal(back.headers.location, form);

  const sent = await new Visitor().postWithFile(form, { text: "x" });
  assert.equal(sent.status, 303);
  assert.match(sent.headers.location, /sign-in\?unsaved=1&next=%2Fdashboard%2Fartifacts%2Fnew$/);
});

test("forms with files are refused from other sites, and without the token", async () => {
  const before = count();
  for (const path of [form, `${form}/preview`]) {
    await user.visitor.open(form);
    const foreign = { headers: { origin: "https://elsewhere.example" } };
    assert.equal((await user.visitor.postWithFile(path, { text: "x" }, undefined, foreign)).status, 403);
    assert.equal((await user.visitor.postWithFile(path, { text: "x", form_token: "x" })).status, 403);
  }
  const twice = '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\na\r\n';
  const headers = {
    origin,
    cookie: `__Host-session=${user.visitor.cookie("__Host-session")}`,
    "content-type": "multipart/form-data; boundary=x",
  };
  for (const body of [`${twice}${twice}--x--\r\n`, twice, "x"]) {
    const { status } = await request("POST", origin + form, { headers, body, isDescribed: false });
    assert.equal(status, 400, body);
  }
  const gzip = { ...headers, "content-encoding": "gzip" };
  assert.equal(
    (await request("POST", origin + form, { headers: gzip, body: "x", isDescribed: false })).status,
    415,
  );
  assert.equal(count(), before);
});

test("the preview is the page that would be saved, and saves nothing", async () => {
  const before = count();
  const preview = async (fields, file) => {
    await user.visitor.open(form);
    return user.visitor.postWithFile(`${form}/preview`, fields, file);
  };
  const shown = await preview({ text: "Some *words*", title: "The title", description: "About it" });
  assert.equal(shown.status, 200);
  assert.match(shown.text, /<h1[^>]*>The title<\/h1>/);
  assert.match(shown.text, /About it/);
  assert.match(shown.text, /Some <em>words<\/em>/);
  assert.match(shown.headers["content-security-policy"], /^default-src 'none'.*frame-ancestors 'self'$/);
  assert.equal(shown.headers["cache-control"], "private, no-store");
  assert.match((await preview({}, { name: "a.csv", bytes: "Thing,Price\nLamp,12\n" })).text, /<td[^>]*>Lamp/);
  assert.match(
    (await preview({ text: "x", template: "chart" })).text,
    /cannot be shown with the template chart/,
  );
  assert.match((await preview({}, { name: "a.pdf", bytes: pdf })).text, /shown here once it is saved/);
  const hostile = await preview({ text: "<script>alert(1)</script>", title: "<script>alert(1)</script>" });
  assert.doesNotMatch(hostile.text, /<script>alert/);
  assert.equal(count(), before);
});

test("a duplicate begins with what the other artifact has, and keeps what the form does not show", async () => {
  const make = async (body) => (await call(key, "POST", "/artifacts", body)).json.id;
  const duplicate = async (id, change = (text) => text, fields = {}) => {
    const { text, status } = await user.visitor.open(`/dashboard/artifacts/${id}/duplicate`);
    assert.equal(status, 200, text);
    const [, from] = /name="from" value="([^"]*)"/.exec(text);
    const [, title] = /name="title"[^>]* value="([^"]*)"/.exec(text);
    const shown = {
      from,
      title: title || "Copy",
      text: change(textIn(text)),
      template: chosen(text, "template"),
    };
    return user.visitor.postWithFile(form, { ...shown, ...fields });
  };
  const code = { text: "print(1)\n", language: "python", filename: "one.py" };
  const id = await make({ template: "code", title: "One", content: code });
  const copy = await artifactAt(await duplicate(id, (text) => text.replace("1", "2")));
  assert.notEqual(copy.id, id);
  assert.deepEqual([copy.title, copy.content], ["One", { ...code, text: "print(2)\n" }]);

  const table = { columns: [{ key: "a", label: "A" }], csv: "a\n1\n" };
  const csv = await artifactAt(await duplicate(await make({ template: "table", content: table })));
  assert.deepEqual(csv.content, table);
  const chart = { type: "bar", data: { labels: ["a"], datasets: [{ data: [1.5] }] } };
  const made = await make({ template: "chart", content: chart });
  const changed = await artifactAt(await duplicate(made, (text) => text.replace("1.5", "2.50")));
  assert.deepEqual(changed.content, { ...chart, data: { labels: ["a"], datasets: [{ data: [2.5] }] } });
  const broken = await duplicate(made, () => '{"type": ');
  assert.equal(broken.status, 400);
  assert.match(problems(broken.text).text, /^Line 1: The text is not valid JSON: /);
  assert.match(broken.text, /name="from"/);

  const file = { data: pdf.toString("base64"), filename: "scan.pdf" };
  const scan = await make({ template: "pdf", content: file });
  assert.deepEqual((await artifactAt(await duplicate(scan))).content, file);
  // Another template makes something new of the text.
  const plain = await artifactAt(await duplicate(id, undefined, { template: "markdown" }));
  assert.deepEqual(plain.content, { text: code.text });

  const foreign = await call(newKey((await newUser()).account), "POST", "/artifacts", {
    template: "code",
    content: code,
  });
  assert.equal((await user.visitor.get(`/dashboard/artifacts/${foreign.json.id}/duplicate`)).status, 404);
  await user.visitor.open(form);
  const stolen = await user.visitor.postWithFile(form, {
    from: foreign.json.id,
    text: "x",
    template: "code",
  });
  assert.equal(stolen.status, 404);
});

test("a form that does not say which version it edits saves nothing, and keeps what was written", async () => {
  const { id } = (
    await call(key, "POST", "/artifacts", { template: "markdown", content: { text: "theirs" } })
  ).json;
  const path = `/dashboard/artifacts/${id}/content`;
  await user.visitor.open(path);
  for (const version of [{}, { version: "" }, { version: "x" }, { version: "0" }]) {
    const answer = await user.visitor.postWithFile(path, {
      text: "mine",
      template: "markdown",
      from: id,
      ...version,
    });
    assert.equal(answer.status, 409, JSON.stringify(version));
    assert.match(answer.text, /[Ss]omebody else saved this artifact/);
    assert.equal(textIn(answer.text), "mine");
  }
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).json.content.text, "theirs");
});

test("content is edited as text, or as JSON, and everything else of the artifact stays", async () => {
  const make = async (body) => {
    const { id } = (await call(key, "POST", "/artifacts", body)).json;
    return `/dashboard/artifacts/${id}/content`;
  };
  const field = (text, name) => unescaped(new RegExp(`name="${name}" value="([^"]*)"`).exec(text)[1]);
  const sent = (text, typed) => ({
    text: typed,
    ...Object.fromEntries(
      ["form_token", "from", "version", "template"].map((name) => [name, field(text, name)]),
    ),
  });
  const code = { text: "print(1)\n", language: "python", filename: "one.py" };
  const path = await make({ template: "code", title: "One", description: "D", content: code });
  const { text } = await user.visitor.open(path);
  assert.equal(textIn(text), code.text);
  const saved = await user.visitor.postWithFile(path, sent(text, "print(2)\r\n"));
  assert.match(saved.headers.location, /\?done=content-edited$/);
  const { content, title, description } = await artifactAt(saved);
  assert.deepEqual([content, title, description], [{ ...code, text: "print(2)\n" }, "One", "D"]);

  // Somebody else was faster.
  const late = await user.visitor.postWithFile(path, { ...sent(text, "print(3)") });
  assert.equal(late.status, 409);
  assert.match(late.text, /Somebody else saved this artifact while you were writing; nothing was saved yet/);
  assert.match(late.text, /aria-label="Their version">print\(2\)\n</);
  assert.equal(textIn(late.text), "print(3)");
  const over = await user.visitor.postWithFile(path, sent(late.text, textIn(late.text)));
  assert.equal((await artifactAt(over)).content.text, "print(3)");

  const chart = { type: "bar", data: { labels: ["a"], datasets: [{ data: [1] }] } };
  const ofChart = await make({ template: "chart", content: chart });
  const shown = await user.visitor.open(ofChart);
  const wrong = await user.visitor.postWithFile(ofChart, sent(shown.text, '{"type": "bar", "data": 1}'));
  assert.equal(wrong.status, 400);
  assert.match(problems(wrong.text).text, /^Line 1: The text at data must be/);
  const empty = await user.visitor.postWithFile(ofChart, sent(shown.text, " "));
  assert.equal(problems(empty.text).text, "The text is missing; paste it here, or choose a file.");
  const changed = sent(shown.text, textIn(shown.text).replace("1\n", "2.5\n"));
  assert.deepEqual(
    (await artifactAt(await user.visitor.postWithFile(ofChart, changed))).content.data.datasets,
    [{ data: [2.5] }],
  );

  const file = { data: pdf.toString("base64"), filename: "scan.pdf" };
  const ofPdf = await make({ template: "pdf", content: file });
  const form = sent((await user.visitor.open(ofPdf)).text, "");
  assert.equal(
    problems((await user.visitor.postWithFile(ofPdf, form)).text).file,
    "The file is missing; choose the one to replace it with.",
  );
  const unfit = await user.visitor.postWithFile(ofPdf, form, { name: "a.json", bytes: "{" });
  assert.equal(unfit.status, 303, "any text becomes a PDF");
  const fresh = sent((await user.visitor.open(ofPdf)).text, "");
  const newer = Buffer.concat([pdf, Buffer.from("more")]);
  const replaced = await user.visitor.postWithFile(ofPdf, fresh, { name: "new.pdf", bytes: newer });
  assert.deepEqual((await artifactAt(replaced)).content, {
    data: newer.toString("base64"),
    filename: "new.pdf",
  });

  const foreign = await call(newKey((await newUser()).account), "POST", "/artifacts", {
    template: "code",
    content: code,
  });
  const theirs = `/dashboard/artifacts/${foreign.json.id}/content`;
  assert.equal((await user.visitor.get(theirs)).status, 404);
  await user.visitor.open(path);
  assert.equal((await user.visitor.postWithFile(theirs, { text: "x", template: "code" })).status, 404);
});

test("content above 1 MB is not shown in the form, but downloaded, changed and chosen as a file", async () => {
  const text = `# Large\n\n${"words ".repeat(200_000)}`;
  const { json } = await call(key, "POST", "/artifacts", { template: "markdown", content: { text } });
  const path = `/dashboard/artifacts/${json.id}`;
  const { text: page } = await user.visitor.open(`${path}/content`);
  assert.equal(textIn(page), "");
  assert.ok(page.includes(`href="${path}/content/file"`));
  const download = await user.visitor.get(`${path}/content/file`);
  assert.equal(download.headers["content-disposition"], 'attachment; filename="content.md"');
  assert.equal(download.text, text);
  const field = (name) => unescaped(new RegExp(`name="${name}" value="([^"]*)"`).exec(page)[1]);
  const sent = Object.fromEntries(
    ["form_token", "from", "version", "template"].map((name) => [name, field(name)]),
  );
  const empty = await user.visitor.postWithFile(`${path}/content`, { ...sent, text: "" });
  assert.equal(problems(empty.text).file, "The file is missing; choose the one to replace it with.");
  const saved = await user.visitor.postWithFile(
    `${path}/content`,
    { ...sent, text: "" },
    { name: "content.md", bytes: `${text}more` },
  );
  assert.equal((await artifactAt(saved)).content.text, `${text}more`);
  // A duplicate keeps what the form does not show.
  const { text: copied } = await user.visitor.open(`${path}/duplicate`);
  assert.equal(textIn(copied), "");
  const copy = await user.visitor.postWithFile(form, { from: json.id, template: "markdown", text: "" });
  assert.equal((await artifactAt(copy)).content.text, `${text}more`);
  const other = await newUser();
  assert.equal((await other.visitor.get(`${path}/content/file`)).status, 404);
});
