// A statement that takes longer than it may, and one that waits too long for another transaction.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { call, markdown, newAccount, sql, uuidOf } from "../../service/api_client.mjs";
import { changeSchema } from "../../service/database/schema_changes.mjs";
import { DatabaseSession } from "../../service/database/database_session.mjs";
import { askOwnWorker } from "../../service/own_worker.mjs";

// Changes of artifacts with this title take long.
const slow = `slow_${process.pid}`;
before(() =>
  changeSchema(`
    create function ${slow}() returns trigger language plpgsql as $$
    begin
      for second in 1..600 loop
        perform pg_sleep(0.1);
      end loop;
      return new;
    end $$;
    create trigger ${slow} before update on artifacts
      for each row when (new.title = '${slow}') execute function ${slow}()`),
);
after(() => changeSchema(`drop trigger ${slow} on artifacts; drop function ${slow}`));

// The connections of the workers here are told from all others by their name.
const settings = {
  // A busy machine may end a statement later than it should, and the caller waits for a tenth longer only.
  database_timeout_milliseconds: 10_000,
  database_url: `${process.env.DATABASE_URL} application_name=${slow}`,
};
const withBody = (key, body) => ({
  body: JSON.stringify(body),
  more: { HTTP_AUTHORIZATION: `Bearer ${key}`, CONTENT_TYPE: "application/json" },
});
const backends = () =>
  new Set(
    sql(`select pid from pg_stat_activity
          where datname = current_database() and application_name = '${slow}'`).split("\n"),
  );

test("what takes the database too long is an error of its own, and the connection is kept", async (t) => {
  const { key } = newAccount();
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  const ask = await askOwnWorker(t, settings);
  const change = (title) => ask("PUT", `/api/artifacts/${id}`, withBody(key, { title }));
  // Until each thread has its connection.
  await Promise.all(Array.from({ length: 30 }, () => change("quick")));
  const earlier = backends();
  assert.ok(earlier.size > 1);
  const { status, headers, text } = await change(slow);
  assert.equal(status, 500, text);
  assert.equal(JSON.parse(text).error.code, "timeout");
  assert.equal(headers["retry-after"], undefined);
  const later = backends();
  assert.deepEqual(
    [...earlier].filter((pid) => !later.has(pid)),
    [],
  );
  assert.equal((await change("quick again")).status, 200);
  assert.equal((await call(key, "GET", `/artifacts/${id}`)).json.title, "quick again");
});

test("a change that another transaction keeps waiting can be tried again", async (t) => {
  const { key } = newAccount();
  const { id } = (await call(key, "POST", "/artifacts", markdown("x"))).json;
  const ask = await askOwnWorker(t, settings);
  const session = new DatabaseSession(t);
  await session.ask(`begin; select from artifacts where id = '${uuidOf(id)}' for update`);
  const change = () => ask("PUT", `/api/artifacts/${id}`, withBody(key, { title: "new" }));
  const { status, text } = await change();
  assert.equal(status, 503, text);
  assert.equal(JSON.parse(text).error.code, "unavailable");
  await session.ask("commit");
  assert.equal((await change()).status, 200);
});
