// The content of each template is checked when it is created and when it is updated. tests/unit/templates has the
// checks themselves.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newAccount } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { templateNames } from "../../service/template_names.mjs";

let key;
before(() => ({ key } = newAccount()));

const create = (template, content) => call(key, "POST", "/artifacts", { template, content });

test("content without anything to render is accepted and returned as it was sent", async () => {
  const contents = {
    chart: { type: "bar", data: [{ category: "a", amount: 1 }] },
    table: { a: [1, 2] },
    pdf: { text: "x" },
  };
  for (const template of templateNames)
    for (const content of [{}, { nothing: ["to", "render"] }, contents[template] ?? { text: "a\n\tb\r\n" }]) {
      const created = await create(template, content);
      assert.equal(created.status, 201, created.text);
      assert.deepEqual((await call(key, "GET", `/artifacts/${created.json.id}`)).json.content, content);
    }
});

test("a field of a wrong type is rejected with its place, on creation and on update", async () => {
  for (const [template, content, pointer] of [
    ["markdown", { body: [1] }, "/content/body"],
    [
      "chart",
      { type: "bar", data: { labels: [], datasets: [{ data: [1, "x"] }] } },
      "/content/data/datasets/0/data/1",
    ],
    ["table", { columns: ["a", []], rows: [] }, "/content/columns/1"],
    ["pdf", { data: "not base64!" }, "/content/data"],
    ["pdf", { url: "http://example.com/x.pdf" }, "/content/url"],
    ["code", { text: "x", language: 5 }, "/content/language"],
  ]) {
    const { json } = await create(template, {});
    assertError(await create(template, content), 400, "invalid_content", pointer);
    assertError(
      await call(key, "PUT", `/artifacts/${json.id}`, { content }),
      400,
      "invalid_content",
      pointer,
    );
  }
});

test("says what the content could be where it is missing or no object", async () => {
  for (const [template, example] of [
    ["markdown", '{"text": "# Title"}'],
    ["table", '"rows": [["Berlin", 3]]'],
    ["chart", '"datasets"'],
    ["pdf", '{"markdown": "# Title"}'],
    ["code", '"language": "python"'],
  ]) {
    for (const content of ["# hi", [{ a: 1 }], undefined]) {
      const { status, json } = await create(template, content);
      assert.equal(status, 400);
      assert.equal(json.error.field, "/content");
      assert.ok(json.error.message.endsWith("}"), json.error.message);
      assert.ok(
        json.error.message.includes(`; the template ${template} has, for example, {`),
        json.error.message,
      );
      assert.ok(json.error.message.includes(example), json.error.message);
    }
  }
});
