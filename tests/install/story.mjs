// Tests that are one story, in the order in which a file has them.
import assert from "node:assert/strict";
import { test as step } from "node:test";

// After a failure the rest of the story would only fail with it.
let failed = false;
export const test = (title, body) =>
  step(title, async (t) => {
    assert.ok(!failed, "an earlier test has failed");
    failed = true;
    await body(t);
    failed = false;
  });
