// The names of share links: "for Sam". Their owners give and see them, viewers never do.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, test } from "node:test";
import { call, markdown, newAccount, openCover, request, share } from "../../service/api_client.mjs";
import { assertError } from "../../service/contract_assertions.mjs";
import { checkQuickly } from "../../service/quick_hash.mjs";
import { callTool } from "../mcp/messages.mjs";

let key;
let stranger;
before(() => {
  ({ key } = newAccount());
  stranger = newAccount().key;
});

const linksOf = async (id) => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data;

test("a link's name is set with the link or a file, changed, and removed", async () => {
  const first = (await call(key, "POST", "/artifacts/share", markdown("x", { share: { name: " for Sam " } })))
    .json;
  assert.equal(first.share.name, "for Sam");
  const { json } = await call(key, "POST", `/artifacts/${first.id}/share`, { name: "Für Zoë 😀" });
  const unnamed = (await call(key, "POST", `/artifacts/${first.id}/share`, { name: null })).json;
  assert.ok(!("name" in unnamed));
  const names = async () => (await linksOf(first.id)).map(({ name }) => name);
  assert.deepEqual(await names(), [undefined, "Für Zoë 😀", "for Sam"]);
  const { data } = (await call(key, "GET", "/artifacts/shares")).json;
  assert.equal(data.find(({ id }) => id === json.id).name, "Für Zoë 😀");

  const change = (body) => call(key, "PATCH", `/artifacts/${first.id}/shares/${json.id}`, body);
  assert.equal((await change({ name: "for Kim" })).json.name, "for Kim");
  assert.equal((await change({ maxViews: 5 })).json.name, "for Kim");
  assert.ok(!("name" in (await change({ name: null })).json));
  assert.deepEqual(await names(), [undefined, undefined, "for Sam"]);
});

test("a name has 1 to 100 characters on one line, all of them visible", async () => {
  const { id } = await share(key, markdown("x"));
  for (const name of ["", "  ", "x".repeat(101), "a\nb", "a\u0007", "a\u200bb", 5, true, ["x"]])
    assertError(await call(key, "POST", `/artifacts/${id}/share`, { name }), 400, "invalid_request", "name");
  const longest = "é".repeat(100);
  assert.equal((await call(key, "POST", `/artifacts/${id}/share`, { name: longest })).json.name, longest);
  const refused = await call(key, "POST", "/artifacts", markdown("x", { name: "Mine" }));
  assertError(refused, 400, "invalid_request", "name");
  assert.match(refused.json.error.message, /^name is a field of share/);
});

test("the link of an external ID keeps its name until another is given", async () => {
  const path = `/artifacts/ext:${randomUUID()}`;
  const put = async (share) => (await call(key, "PUT", path, markdown("x", { share }))).json.share;
  const { url } = await put({ name: "nightly" });
  for (const [change, name] of [
    [{}, "nightly"],
    [{ name: "for all" }, "for all"],
    [{ name: null }, undefined],
  ]) {
    const link = await put(change);
    assert.deepEqual([link.url, link.name], [url, name]);
  }
});

test("nothing that viewers get has the name of a link", async () => {
  const bodies = [
    markdown("# x"),
    { template: "table", content: { columns: ["a"], rows: [[1]] } },
    { template: "pdf", content: { data: Buffer.from("%PDF-1.4\n%%EOF").toString("base64") } },
  ];
  const viewers = [
    { accept: "text/html" },
    { accept: "application/json" },
    { accept: "text/csv, text/markdown" },
    { "user-agent": "WhatsApp/2.23" },
  ];
  const statuses = new Set();
  const look = async (address, headers) => {
    const answer = await request("GET", address, { headers, isDescribed: false });
    assert.ok(!(answer.text + JSON.stringify(answer.headers)).includes("Zaphod"), answer.text);
    statuses.add(answer.status);
  };
  for (const body of bodies)
    for (const more of [{}, { password: "open sesame" }, { maxViews: 9 }]) {
      const { id, url } = await share(key, { ...body, title: "T", share: { name: "Zaphod" }, ...more });
      const [link] = await linksOf(id);
      assert.equal(link.name, "Zaphod");
      const secret = more.password ? { "x-share-password": more.password } : {};
      if (more.password) checkQuickly(url, more.password);
      if (more.password) await look(url, viewers[0]);
      if (more.maxViews) assert.ok(!(await openCover(url)).text.includes("Zaphod"));
      for (const headers of viewers)
        for (const address of [url, `${url}&embed=1`, url.replace("?", "/file?")])
          await look(address, { ...headers, ...secret });
      const read = await callTool(stranger, "read", { artifact: url, ...more });
      assert.ok(!JSON.stringify(read).includes("Zaphod"));
      await call(key, "DELETE", `/artifacts/${id}/shares/${link.id}`);
      await look(url, { ...viewers[0], ...secret });
    }
  for (const status of [200, 401, 410]) assert.ok(statuses.has(status), `${status}`);
});
