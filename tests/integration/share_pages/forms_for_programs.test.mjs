// What programs get of a share link in place of its page: Markdown of every template, and CSV of what has
// rows.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newAccount, openCover, request, share } from "../../service/api_client.mjs";

let key;
before(() => ({ key } = newAccount()));

const ask = (url, accept) => request("GET", url, { headers: { accept } });
const pdfFile = Buffer.from("%PDF-1.4\n%%EOF\n").toString("base64");

async function formOf(content, template, type) {
  const { url } = await share(key, { template, content });
  const { status, headers, text } = await ask(url, type);
  assert.equal(status, 200, text);
  assert.equal(headers["content-type"], `${type}; charset=utf-8`);
  assert.match(headers.vary, /\bAccept\b/);
  return text;
}
const markdownOf = (content, template) => formOf(content, template, "text/markdown");
const csvOf = (content, template) => formOf(content, template, "text/csv");

test("gives a table as a Markdown table", async () => {
  assert.equal(
    await markdownOf(
      {
        columns: ["a|b", "c"],
        rows: [
          ["x\ny", 1.5],
          [null, { d: "\\" }],
        ],
      },
      "table",
    ),
    '| a\\|b | c |\n| --- | --- |\n| x<br>y | 1.5 |\n|  | {"d":"\\\\\\\\"} |\n',
  );
  assert.equal(await markdownOf({ csv: "a,b\n=1,2\n" }, "table"), "| a | b |\n| --- | --- |\n| =1 | 2 |\n");
});

test("gives a chart as the table of its data", async () => {
  const content = {
    type: "line",
    data: {
      labels: ["May", "June"],
      datasets: [
        { label: "Sales", data: [3, 4.5] },
        { label: "Costs", data: [1] },
      ],
    },
    options: { plugins: { title: { display: true, text: "A *year*" } } },
  };
  assert.equal(
    await markdownOf(content, "chart"),
    "# A \\*year\\*\n\n| Label | Sales | Costs |\n| --- | --- | --- |\n| May | 3 | 1 |\n| June | 4.5 |  |\n",
  );
  assert.equal(await csvOf(content, "chart"), "Label,Sales,Costs\r\nMay,3,1\r\nJune,4.5,\r\n");
  const points = { type: "bubble", data: { datasets: [{ label: "A", data: [{ x: 1, y: 2, r: 3 }] }] } };
  assert.equal(await csvOf(points, "chart"), "x,y,Size\r\n1,2,3\r\n");
  // No label becomes a formula of a spreadsheet; numbers stay numbers.
  const hostile = { type: "bar", data: { labels: ["=1+1"], datasets: [{ label: "@x", data: [-5] }] } };
  assert.equal(await csvOf(hostile, "chart"), "Label,'@x\r\n'=1+1,-5\r\n");
});

test("gives the data of a Vega-Lite chart, or its specification where the data is elsewhere", async () => {
  const specification = {
    $schema: "https://vega.github.io/schema/vega-lite/v5.json",
    title: "Sales",
    data: {
      values: [
        { month: "May", sales: 3 },
        { month: "June", note: "late" },
      ],
    },
    mark: "bar",
    encoding: { x: { field: "month" }, y: { field: "sales" } },
  };
  assert.equal(
    await markdownOf(specification, "chart"),
    "# Sales\n\n| month | sales | note |\n| --- | --- | --- |\n| May | 3 |  |\n| June |  | late |\n",
  );
  assert.equal(await csvOf(specification, "chart"), "month,sales,note\r\nMay,3,\r\nJune,,late\r\n");
  const { data, ...rest } = specification;
  const layered = { ...rest, layer: [{ data, mark: "bar", encoding: specification.encoding }] };
  delete layered.mark;
  delete layered.encoding;
  const text = await markdownOf(layered, "chart");
  assert.match(text, /^```json\n\{/);
  assert.ok(text.includes('"month"'));
});

test("gives code in a block that its content cannot end", async () => {
  assert.equal(
    await markdownOf({ text: "a = '```'", language: "python" }, "code"),
    "````python\na = '```'\n````\n",
  );
});

test("gives the text of a PDF where it was made of Markdown", async () => {
  assert.equal(await markdownOf({ markdown: "# Printed" }, "pdf"), "# Printed");
  assert.equal(await markdownOf({ html: "<p>Printed</p>" }, "pdf"), "```html\n<p>Printed</p>\n```\n");
  assert.match(await markdownOf({ data: pdfFile, filename: "a_b.pdf" }, "pdf"), /a\\_b\.pdf/);
  assert.match(
    await markdownOf({ url: "https://example.org/x.pdf" }, "pdf"),
    /<https:\/\/example\.org\/x\.pdf>/,
  );
});

test("gives JSON as Markdown for what cannot be rendered", async () => {
  assert.equal(await markdownOf({ other: 1 }, "markdown"), '```json\n{"other":1}\n```\n');
});

test("gives a table with very many empty cells as JSON", async () => {
  const columns = Array.from({ length: 1000 }, (_, i) => `c${i}`);
  const rows = Array.from({ length: 20_000 }, () => []);
  const text = await markdownOf({ columns, rows }, "table");
  assert.match(text, /^```json\n/);
  assert.ok(text.length < 1_000_000);
});

test("names the forms of each template in the page's head, and in a header", async () => {
  for (const [template, content, types] of [
    ["markdown", { text: "x" }, ["application/json", "text/markdown", "text/plain"]],
    ["table", { csv: "a\n1\n" }, ["application/json", "text/markdown", "text/csv", "text/plain"]],
    ["code", { text: "x" }, ["application/json", "text/markdown", "text/plain"]],
    ["html", { html: "x" }, ["application/json", "text/markdown", "text/plain"]],
  ]) {
    const { url } = await share(key, { template, content });
    const { text, headers } = await ask(url, "text/html");
    const inHead = [...text.matchAll(/<link rel="alternate" type="([^"]+)" href="([^"]+)">/g)];
    const links = inHead.map(([, type, path]) => ({ type, path: path.replaceAll("&amp;", "&") }));
    assert.deepEqual(
      links.map(({ type }) => type),
      types,
    );
    assert.equal(
      headers.link,
      links.map(({ type, path }) => `<${path}>; rel="alternate"; type="${type}"`).join(", "),
    );
    for (const { type, path } of links) {
      const alternate = await request("GET", new URL(path, url).href);
      assert.equal(alternate.status, 200);
      assert.ok(alternate.headers["content-type"].startsWith(type), type);
      assert.equal(alternate.text, (await ask(url, type)).text);
    }
  }
});

test("gives the form that the address names, whatever the client accepts", async () => {
  const { url } = await share(key, { template: "table", content: { csv: "a\n=1\n" } });
  const get = (query, accept) =>
    request("GET", `${url}&format=${query}`, { headers: accept ? { accept } : {} });
  for (const accept of [undefined, "text/html,*/*;q=0.8", "image/png"]) {
    assert.equal((await get("csv", accept)).text, "a\r\n'=1\r\n");
    assert.equal((await get("csv&raw=1", accept)).text, "a\r\n=1\r\n");
    assert.equal((await get("md", accept)).text, "| a |\n| --- |\n| =1 |\n");
    assert.deepEqual((await get("json", accept)).json.content, { csv: "a\n=1\n" });
  }
  const head = await request("HEAD", `${url}&format=csv`);
  assert.deepEqual([head.status, head.headers["content-type"]], [200, "text/csv; charset=utf-8"]);
});

test("gives every text as plain text", async () => {
  assert.equal(await formOf({ text: "# x" }, "markdown", "text/plain"), "# x");
  assert.equal(await formOf({ text: "x = 1" }, "code", "text/plain"), "x = 1");
  assert.equal(await formOf({ columns: ["a"], rows: [["=1"]] }, "table", "text/plain"), "a\r\n=1\r\n");
  const points = { type: "bar", data: { labels: ["May"], datasets: [{ label: "Sales", data: [3] }] } };
  assert.equal(await formOf(points, "chart", "text/plain"), "Label,Sales\r\nMay,3\r\n");
  for (const member of ["markdown", "html"])
    assert.equal(await formOf({ [member]: "<p>x</p>" }, "pdf", "text/plain"), "<p>x</p>");
});

test("takes the next form that the client accepts, and names all where it accepts none", async () => {
  const { id, url } = await share(key, { template: "markdown", content: { text: "x" }, maxViews: 1 });
  for (const [target, accept] of [
    [url, "text/csv"],
    [url, "text/csv;q=0.5, image/*, text/html;q=0"],
    [url, "application/xml"],
    [url, "*/*;q=0"],
    [`${url}&format=csv`, "*/*"],
    [`${url}&format=csv`, "text/html"],
    [`${url}&format=xml`, "*/*"],
  ]) {
    const response = await ask(target, accept);
    assert.equal(response.status, 406, accept);
    assert.equal(response.json.error.code, "not_acceptable");
    assert.match(
      response.json.error.message,
      /text\/html, application\/json \(format=json\), text\/markdown \(format=md\), text\/plain \(format=txt\)$/,
    );
  }
  const opened = await openCover(`${url}&format=csv`, { headers: { accept: "application/json" } });
  assert.deepEqual([opened.status, opened.json.error.code], [406, "not_acceptable"]);
  assert.equal((await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount, 0);
  assert.equal((await ask(url, "text/csv, text/markdown;q=0.1")).text, "x");
});

test("a form that only the address names is a view, but not for a previewer of links", async () => {
  const content = { text: "the text" };
  const { id, url } = await share(key, { template: "markdown", content, maxViews: 1 });
  const views = async () => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;
  const address = `${url}&format=md`;
  const agent = { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" };
  const previewed = await request("GET", address, { headers: agent });
  assert.match(previewed.headers["content-type"], /^text\/html/);
  assert.doesNotMatch(previewed.text, /the text/);
  assert.equal(await views(), 0);
  assert.equal((await request("GET", address)).text, "the text");
  assert.equal((await request("GET", address)).status, 410);
  assert.equal(await views(), 1);
});

test("asks for the password of a link in the form that is opened, and leads back to it", async () => {
  const body = { template: "markdown", content: { text: "the text" }, password: "open sesame" };
  const { url } = await share(key, body);
  const address = `${url}&format=md`;
  assert.equal((await request("GET", address)).json.error.code, "unauthorized");
  const headers = { "x-share-password": "open sesame" };
  assert.equal((await request("GET", address, { headers })).text, "the text");
  const prompt = await ask(address, "text/html,*/*;q=0.8");
  assert.equal(prompt.status, 401);
  const action = /<form method="post" action="([^"]+)"/.exec(prompt.text)[1].replaceAll("&amp;", "&");
  assert.equal(new URL(action, url).href, address);
  const unlocked = await request("POST", address, { body: "password=open%20sesame" });
  assert.equal(new URL(unlocked.headers.location, url).href, address);
});

test("HEAD tells nothing of the length of what only a view may show", async () => {
  const pdf = { template: "pdf", content: { data: pdfFile } };
  const table = { template: "table", content: { csv: "a\n1\n" } };
  for (const [body, path, query, headers] of [
    [table, "", "", { accept: "text/csv" }],
    [table, "", "&format=md", {}],
    [table, "/rows", "", {}],
    [table, "/rows", "&format=csv", {}],
    [pdf, "/file", "", {}],
    [{ ...pdf, password: "p" }, "", "", { "x-share-password": "p" }],
    [{ ...pdf, password: "p" }, "", "", { "x-share-password": "p", "accept-encoding": "gzip" }],
  ]) {
    const lengths = [];
    for (const limit of [{ maxViews: 1 }, {}]) {
      const { url } = await share(key, { ...body, ...limit });
      const address = url.replace("?", `${path}?`) + query;
      const head = await request("HEAD", address, { headers });
      assert.equal(head.status, 200, address);
      assert.equal(head.headers["transfer-encoding"], undefined);
      lengths.push(head.headers["content-length"]);
      assert.equal((await request("GET", address, { headers })).status, 200);
    }
    assert.equal(lengths[0], undefined, `${path}${query}`);
    assert.match(lengths[1], /^[1-9]/);
  }
});
