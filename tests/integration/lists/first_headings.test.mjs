// An artifact without a title is listed and found by the first heading of its document.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { vegaLite } from "../../documents/charts.mjs";
import { call, newAccount } from "../../service/api_client.mjs";
import { maintain } from "../../service/maintenance.mjs";

let key;
before(() => ({ key } = newAccount()));

const create = async (text, more) =>
  (await call(key, "POST", "/artifacts", { template: "markdown", content: { text }, ...more })).json.id;
const read = async (id) => (await call(key, "GET", `/artifacts/${id}`)).json;
const found = async (q) => (await call(key, "GET", `/artifacts?${new URLSearchParams({ q })}`)).json.data;
const idsFound = async (q) => (await found(q)).map(({ id }) => id);

test("shows the first heading as plain text, and keeps the title as it was sent", async () => {
  for (const [text, heading] of [
    ["# Minutes of *May* & [June](https://example.com)\n\ntext", "Minutes of May & June"],
    [`# ${"ä".repeat(300)}`, "ä".repeat(255)],
    ["no heading", null],
  ]) {
    const id = await create(text);
    const { title, displayTitle } = await read(id);
    assert.deepEqual({ title, displayTitle }, { title: null, displayTitle: heading }, text.slice(0, 60));
  }
});

test("prefers a title, and follows changes of both", async () => {
  const id = await create("# First", { title: "Given" });
  assert.equal((await read(id)).displayTitle, "Given");
  const change = async (body) => {
    const { status } = await call(key, "PUT", `/artifacts/${id}`, body);
    assert.equal(status, 200);
    return (await read(id)).displayTitle;
  };
  assert.equal(await change({ title: null }), "First");
  assert.equal(await change({ title: " " }), "First");
  assert.equal(await change({ content: { text: "# Second" } }), "Second");
  assert.equal(await change({ content: { text: "none" }, title: null }), null);
});

test("is in lists and in the answer to restoring", async () => {
  const { key } = newAccount();
  const { json } = await call(key, "POST", "/artifacts", {
    template: "markdown",
    content: { text: "# Listed" },
  });
  const { data } = (await call(key, "GET", "/artifacts")).json;
  assert.equal(data[0].displayTitle, "Listed");
  await call(key, "DELETE", `/artifacts/${json.id}`);
  const restored = await call(key, "POST", `/artifacts/${json.id}/restore`);
  assert.equal(restored.json.displayTitle, "Listed");
});

test("other templates have the title of their page", async () => {
  const data = { labels: ["Q1"], datasets: [{ data: [1] }] };
  for (const [template, content, title] of [
    ["table", { columns: ["a"], rows: [["# no"]] }, null],
    ["code", { text: "# no", filename: "a.py" }, "a.py"],
    ["code", { text: "# no" }, null],
    ["chart", { type: "bar", data, title: "Sales" }, "Sales"],
    ["chart", { ...Object.values(vegaLite)[0], title: { text: "Costs" } }, "Costs"],
    ["pdf", { markdown: "# no", filename: "plan.pdf" }, "plan.pdf"],
  ]) {
    const { json } = await call(key, "POST", "/artifacts", { template, content });
    assert.equal((await read(json.id)).displayTitle, title, template);
  }
});

test("is found by search, before and after maintenance has indexed it", async () => {
  const id = await create("# Quarterly figures of Ostrava");
  const titled = await create("# Quarterly figures of Ostrava", { title: "Something else" });
  assert.deepEqual(await idsFound("FIGURES of ostr"), [id]);
  maintain();
  assert.deepEqual(await idsFound("FIGURES of ostr"), [id]);
  assert.deepEqual(await idsFound("something ELSE"), [titled]);
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "# Figures of Brno" } });
  assert.deepEqual(await idsFound("of ostrava"), []);
  assert.deepEqual(await idsFound("of brno"), [id]);
  maintain();
  assert.deepEqual(await idsFound("of brno"), [id]);
});
