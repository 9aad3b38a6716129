// When links and artifacts end, to the moment, and what a viewer meets then.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, request, share, sql, uuidOf } from "../../service/api_client.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";

let key;
before(() => ({ key } = newAccount()));

const linkId = (url) => uuidOf(linkOf(url));

// Asks over and over from before `end` until after it. Whatever was asked and answered before `end` must
// satisfy `isBefore`, what was asked after it `isAfter`; what fell across it may be either.
async function watchAcross(end, ask, isBefore, isAfter) {
  let seenBefore = 0;
  let seenAfter = 0;
  while (seenAfter < 5) {
    const asked = Date.now();
    const answer = await ask();
    const answered = Date.now();
    if (answered < end) {
      assert.ok(
        isBefore(answer),
        `${end - answered} ms before the end: ${answer.status} ${answer.text.slice(0, 100)}`,
      );
      ++seenBefore;
    } else if (asked > end) {
      assert.ok(
        isAfter(answer),
        `${asked - end} ms after the end: ${answer.status} ${answer.text.slice(0, 100)}`,
      );
      ++seenAfter;
    }
  }
  assert.ok(seenBefore > 0, "it was asked at least once before the end");
}

// Sets the row to end in a moment, and gives that moment.
const endSoon = (table, id) =>
  Number(
    sql(`update ${table} set expires_at = date_trunc('milliseconds', now()) + interval '1200 ms' where id = '${id}'
    returning floor(extract(epoch from expires_at) * 1000)`),
  );

test("expires a link on time", async () => {
  const { url } = await share(key, markdown("x"));
  const end = endSoon("share_links", linkId(url));
  await watchAcross(
    end,
    () => request("GET", url),
    ({ status }) => status === 200,
    ({ status }) => status === 410,
  );
});

test("expires an artifact on time, for its links and its owner", async () => {
  const { id, url } = await share(key, markdown("x"));
  const end = endSoon("artifacts", uuidOf(id));
  await Promise.all([
    watchAcross(
      end,
      () => request("GET", url),
      ({ status }) => status === 200,
      ({ status }) => status === 410,
    ),
    watchAcross(
      end,
      () => call(key, "GET", `/artifacts/${id}`),
      ({ json }) => json.status === "active",
      ({ json }) => json.status === "expired",
    ),
  ]);
});
