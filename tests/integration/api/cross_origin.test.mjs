// Calls by scripts of other sites' pages. The service under test is configured for one origin.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, newAccount, request } from "../../service/api_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";

const allowed = "https://app.example";
let key;
before(() => ({ key } = newAccount()));

const preflight = (origin) =>
  request("OPTIONS", "/artifacts", {
    from: ownAddress(),
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization",
    },
  });

test("scripts of a configured origin can call the API, and no others", async () => {
  const granted = (await preflight(allowed)).headers;
  assert.equal(granted["access-control-allow-origin"], allowed);
  assert.ok(granted["access-control-allow-methods"].split(", ").includes("POST"));
  for (const name of [
    "authorization",
    "content-encoding",
    "content-type",
    "idempotency-key",
    "if-match",
    "x-request-id",
  ])
    assert.ok(granted["access-control-allow-headers"].toLowerCase().split(", ").includes(name), name);
  assert.equal("access-control-allow-credentials" in granted, false);
  for (const origin of [
    "https://app.example.evil",
    "http://app.example",
    "https://app.example:444",
    "null",
    "",
  ]) {
    const refused = (await preflight(origin)).headers;
    assert.deepEqual(
      Object.keys(refused).filter((name) => name.startsWith("access-control")),
      [],
      origin,
    );
    assert.equal(refused.vary, "Origin");
  }
});

test("such a script can read responses and errors, with their headers", async () => {
  for (const path of ["/account", "/nothing"]) {
    const { headers } = await call(key, "GET", path, undefined, { origin: allowed });
    assert.equal(headers["access-control-allow-origin"], allowed);
    const exposed = headers["access-control-expose-headers"].split(", ");
    for (const name of ["Location", "X-RateLimit-Remaining", "X-Request-Id"])
      assert.ok(exposed.includes(name), name);
  }
  const other = await call(key, "GET", "/account", undefined, { origin: "https://elsewhere.example" });
  assert.equal("access-control-allow-origin" in other.headers, false);
});
