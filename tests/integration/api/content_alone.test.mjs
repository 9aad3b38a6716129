// GET /artifacts/{artifact_id} with the type of the content in Accept: the content alone, for its owner.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { pdf } from "../../documents/pdf_writer.mjs";
import { call, newAccount, newKey } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";

let account;
let key;
before(() => ({ account, key } = newAccount()));

const create = async (template, content, more = {}) =>
  (await call(key, "POST", "/artifacts", { template, content, ...more })).json.id;
const get = (id, accept, headers = {}) =>
  call(key, "GET", `/artifacts/${id}`, undefined, { accept, ...headers });
const file = pdf([["Page 1"]]);
const gif = "R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=";

test("the content is given alone where Accept names one type of it", async () => {
  const chart = { type: "bar", data: { labels: ["=A"], datasets: [{ label: "Sales", data: [3] }] } };
  for (const [template, content, accept, text] of [
    ["markdown", { text: "# x\n" }, "text/markdown", "# x\n"],
    ["markdown", { text: "# x\n" }, "text/plain; charset=utf-8", "# x\n"],
    ["code", { text: "x = 1" }, "text/plain", "x = 1"],
    ["table", { columns: ["a"], rows: [["=1"]] }, "text/csv", "a\r\n=1\r\n"],
    ["table", { csv: "a\n1\n" }, "TEXT/Plain", "a\r\n1\r\n"],
    ["chart", chart, "text/csv", "Label,Sales\r\n=A,3\r\n"],
    ["pdf", { html: "<p>x</p>" }, "text/plain", "<p>x</p>"],
  ]) {
    const response = await get(await create(template, content), accept);
    assert.equal(response.status, 200, response.text);
    assert.equal(response.text, text, `${template} as ${accept}`);
    const type = `${accept.split(";")[0].toLowerCase()}; charset=utf-8`;
    assert.deepEqual([response.headers["content-type"], response.headers.vary], [type, "Accept, Origin"]);
  }
  const id = await create("pdf", { data: file.toString("base64"), filename: "a.pdf" });
  const response = await get(id, "application/pdf");
  assert.equal(response.status, 200, response.text);
  assert.ok(response.bytes.equals(file));
  assert.equal(response.headers["content-type"], "application/pdf");
  const picture = await create("image", { data: gif });
  for (const accept of ["image/gif", "image/*"]) {
    const { headers, bytes } = await get(picture, accept);
    assert.deepEqual([headers["content-type"], bytes.toString("base64")], ["image/gif", gif]);
  }
});

test("everything else is JSON, also what names a type beside others", async () => {
  const id = await create("table", { csv: "a\n1\n" });
  for (const accept of [
    "*/*",
    "application/json",
    "text/html",
    "text/*",
    "text/csv, */*;q=0.1",
    "text/csv, text/plain",
    "application/xml",
    "nonsense",
  ]) {
    const { status, json, headers } = await get(id, accept);
    assert.deepEqual([status, json?.id, headers.vary], [200, id, "Accept, Origin"], accept);
  }
});

test("a type that the artifact does not have is refused, with those that it has", async () => {
  const response = await get(await create("markdown", { text: "x" }), "text/csv");
  const types = "its types are application/json, text/markdown, text/plain";
  assertError(response, 406, "not_acceptable", types);
  const picture = await create("image", { data: gif });
  for (const accept of ["image/png", "text/csv", "application/pdf"])
    assertError(await get(picture, accept), 406, "not_acceptable", "and that of its file");
  assertError(await get(await create("code", { other: 1 }), "text/plain"), 406, "not_acceptable");
  const data = await create("pdf", { data: file.toString("base64") });
  assertError(await get(data, "text/plain"), 406, "not_acceptable");
  const elsewhere = await create("pdf", { url: "https://example.org/a.pdf" });
  assertError(await get(elsewhere, "application/pdf"), 406, "not_acceptable");
});

test("each type has a tag of its own, by which it is asked for again and changed", async () => {
  const id = await create("table", { csv: "a\n1\n" });
  const tags = {};
  for (const accept of ["application/json", "text/csv", "text/plain", "text/markdown"]) {
    const { headers } = await get(id, accept);
    tags[accept] = headers.etag;
    const again = await get(id, accept, { "if-none-match": headers.etag });
    assert.deepEqual(
      [again.status, again.headers.etag, again.headers.vary],
      [304, headers.etag, "Accept, Origin"],
    );
  }
  assert.equal(new Set(Object.values(tags)).size, 4);
  assert.equal((await get(id, "text/csv", { "if-none-match": tags["application/json"] })).status, 200);
  const change = (etag) =>
    call(key, "PUT", `/artifacts/${id}`, "a\n2\n", { "content-type": "text/csv", "if-match": etag });
  assert.equal((await change(tags["text/csv"])).status, 200);
  assertError(await change(tags["text/csv"]), 412, "precondition_failed");
  assert.equal((await get(id, "text/csv", { "if-none-match": tags["text/csv"] })).text, "a\r\n2\r\n");
});

test("only who may read the artifact gets its content", async () => {
  const id = await create("markdown", { text: "x" });
  const writer = newKey(account, ["artifacts:write"]);
  for (const [by, status] of [
    [writer, 403],
    [newAccount().key, 403],
  ])
    assert.equal(
      (await call(by, "GET", `/artifacts/${id}`, undefined, { accept: "text/markdown" })).status,
      status,
    );
  const unknown = await get("art_01h455vb4pex5vsknk084sn02q", "text/markdown");
  assertError(unknown, 404, "not_found");
});
