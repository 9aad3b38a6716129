// What holds for every answer of the API.
import assert from "node:assert/strict";

export const idPattern = (prefix) => new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
export const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function assertApiHeaders(response) {
  assert.match(response.headers["x-request-id"], idPattern("req"));
  for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"])
    assert.match(response.headers[name] ?? "", /^\d+$/, `${name} on ${response.status}`);
  assert.equal(response.headers["content-type"], "application/json");
  assert.equal(response.headers["x-content-type-options"], "nosniff");
}

export function assertError(response, status, code, messagePart = "") {
  assert.equal(response.status, status, response.text.slice(0, 300));
  assertApiHeaders(response);
  assert.deepEqual(Object.keys(response.json), ["error"]);
  const { errors, currentVersion, ...first } = response.json.error;
  assert.ok(currentVersion === undefined || code === "version_conflict", response.text);
  for (const problem of [first, ...(errors ?? [])]) {
    const { field } = problem;
    assert.deepEqual(Object.keys(problem), ["code", "message", ...(field ? ["field"] : [])]);
    // The message names the field too: a member by its name, what lies deeper by its pointer.
    if (field) {
      const name = field.includes("/", 1) ? field : field.slice(1);
      assert.ok(problem.message.startsWith(`${name} `), response.text);
    }
  }
  if (errors) {
    assert.ok(errors.length > 1, response.text);
    assert.deepEqual(errors[0], first);
  }
  assert.equal(response.json.error.code, code, response.text.slice(0, 300));
  assert.ok(
    response.json.error.message.includes(messagePart),
    `"${response.json.error.message}" names ${messagePart}`,
  );
}

export function assertFields(object, ...names) {
  assert.deepEqual(Object.keys(object).sort(), names.sort());
}
