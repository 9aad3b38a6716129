// What it costs those who ask for an artifact when the database cannot read its content. Damages the
// database, so it runs by itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { before, test } from "node:test";
import { call, markdown, newAccount, openCover, request, share } from "../service/api_client.mjs";
import { assertError } from "../service/contract_assertions.mjs";

const { DATABASE_URL } = process.env;
let key;
before(() => ({ key } = newAccount()));

// Adds a piece to the stored content of the artifact that was made last, which belongs nowhere, so that
// reading the content fails; or takes it away again. All else of the artifact can be read.
function setReadable(isReadable) {
  const change = isReadable
    ? "delete from %1$s where chunk_seq = 99999"
    : "insert into %1$s select max(chunk_id), 99999, '\\x00' from %1$s";
  const statements = `
    set allow_system_table_mods = on;
    do $$
    declare pieces oid := (select reltoastrelid from pg_class where oid = 'artifacts'::regclass);
    begin
      update pg_class set relkind = 'r' where oid = pieces;
      execute format('${change.replaceAll("'", "''")}', pieces::regclass);
      update pg_class set relkind = 't' where oid = pieces;
    end $$;
    -- Pieces that are deleted are read until then.
    vacuum artifacts;`;
  execFileSync("psql", ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", `${DATABASE_URL} user=postgres`], {
    input: statements,
  });
}

async function whileUnreadable(work) {
  setReadable(false);
  try {
    await work();
  } finally {
    setReadable(true);
  }
}

// Too long to be stored in the artifact's row.
const text = () => randomBytes(20000).toString("base64");

test("does not count a view that failed, in any form", async () => {
  for (const limit of [{ maxViews: 1 }, {}]) {
    const { id, url } = await share(key, markdown(text(), limit));
    // What a person does to see the content.
    const open = limit.maxViews ? openCover : (address) => request("GET", address);
    const count = async () => (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].viewCount;
    await whileUnreadable(async () => {
      assert.equal((await open(url)).status, 500);
      for (const accept of ["application/json", "text/markdown"])
        assert.equal((await request("GET", url, { headers: { accept } })).status, 500);
    });
    assert.equal(await count(), 0);
    assert.equal((await open(url)).status, 200);
    assert.equal(await count(), 1);
    assert.equal((await open(url)).status, limit.maxViews ? 410 : 200);
  }
});

test("answers conditional requests without reading the content", async () => {
  const { json, headers } = await call(key, "POST", "/artifacts", markdown(text()));
  const { etag } = (await call(key, "HEAD", `/artifacts/${json.id}`)).headers;
  assert.equal(headers.etag, etag);
  const get = (held) => call(key, "GET", `/artifacts/${json.id}`, undefined, { "if-none-match": held });
  await whileUnreadable(async () => {
    assert.equal((await get(etag)).status, 304);
    assertError(await get('"other"'), 500, "internal_error");
  });
  assert.equal((await get('"other"')).status, 200);
});
