// GET /account
import assert from "node:assert/strict";
import { test } from "node:test";
import { admin, call, newAccount, newKey } from "../../service/api_client.mjs";
import { assertApiHeaders, assertFields, idPattern } from "../../service/contract_assertions.mjs";

const all = ["account:read", "artifacts:delete", "artifacts:read", "artifacts:share", "artifacts:write"];

test("returns the account, its plan and the key's properties, without the key itself", async () => {
  for (const [options, plan, requestsPerMinute] of [
    [{ plan: "free" }, "free", 60],
    [{ plan: "pro" }, "pro", 600],
    [{ requestsPerMinute: 4321 }, "enterprise", 4321],
  ]) {
    const { account, key } = newAccount(options);
    const response = await call(key, "GET", "/account");
    assert.equal(response.status, 200, response.text);
    assertApiHeaders(response);
    assertFields(response.json, "id", "plan", "requestsPerMinute", "storage", "key");
    assert.deepEqual(
      [response.json.id, response.json.plan, response.json.requestsPerMinute],
      [account, plan, requestsPerMinute],
    );
    assertFields(response.json.key, "id", "name", "scopes", "passwordRequired", "refusesSecrets");
    assert.match(response.json.key.id, idPattern("key"));
    const [listed] = JSON.parse(admin("key", "list", "--account", account, "--json"));
    assert.deepEqual([response.json.key.id, response.json.key.name], [listed.id, listed.name]);
    assert.deepEqual([...response.json.key.scopes].sort(), all);
    assert.ok(!response.text.includes(key.slice(12)));
  }
});

test("every key can read its account, whatever its scopes", async () => {
  const { account } = newAccount();
  for (const scope of all) {
    const response = await call(newKey(account, [scope]), "GET", "/account");
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(response.json.key.scopes, [scope]);
  }
});
