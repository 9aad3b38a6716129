// The CSV of a table or chart with its cells as they were sent, for programs.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newAccount, request, share } from "../../service/api_client.mjs";

const guarded = '\'=a,b\r\n\'+1+1,-2\r\n\'@x,"""y"\r\n';
const raw = '=a,b\r\n+1+1,-2\r\n@x,"""y"\r\n';

let url;
before(async () => {
  const { key } = newAccount();
  const rows = [
    ["+1+1", -2],
    ["@x", '"y'],
  ];
  ({ url } = await share(key, { template: "table", content: { columns: ["=a", "b"], rows } }));
});

const get = (target, accept) => request("GET", target, { headers: accept ? { accept } : {} });

test("CSV neutralizes formulas unless raw cells are requested", async () => {
  for (const accept of ["text/csv", "text/csv; header=present", "text/csv; raw=0"])
    assert.equal((await get(url, accept)).text, guarded, accept);
  for (const accept of [
    "text/csv; header=present; raw=1",
    "text/csv;raw=1",
    "text/csv; raw=1; q=0.9, */*;q=0.1",
  ]) {
    const response = await get(url, accept);
    assert.equal(response.text, raw, accept);
    assert.match(response.headers["content-type"], /^text\/csv; charset=utf-8/);
  }
});

test("a query parameter requests raw cells too", async () => {
  assert.equal((await get(`${url}&raw=1`, "text/csv")).text, raw);
  assert.equal((await get(`${url}&raw=1`, "*/*")).text, raw);
  assert.equal((await get(`${url}&raw=1`)).text, raw);
  assert.equal((await get(`${url}&raw=0`, "text/csv")).text, guarded);
});

test("browsers get the page, whatever the parameter says", async () => {
  const page = await get(`${url}&raw=1`, "text/html,application/xhtml+xml,*/*;q=0.8");
  assert.match(page.headers["content-type"], /^text\/html/);
});

test("a chart has raw cells too", async () => {
  const { key } = newAccount();
  const data = { labels: ["=a"], datasets: [{ label: "+s", data: [-1] }] };
  const chart = await share(key, { template: "chart", content: { type: "bar", data } });
  assert.equal((await get(chart.url, "text/csv")).text, "Label,'+s\r\n'=a,-1\r\n");
  assert.equal((await get(`${chart.url}&raw=1`)).text, "Label,+s\r\n=a,-1\r\n");
});
