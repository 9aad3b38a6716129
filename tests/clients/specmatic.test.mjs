// Specmatic reads the document, its schemas, patterns and examples without an objection. Its requests, which it makes
// from schemas alone, are left out: it cannot know which content fits which template, and which IDs there are.
// generated_requests.test.mjs makes such requests.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { run, tool, workFolder } from "./generated_client.mjs";

const hasJava = spawnSync("java", ["-version"]).status === 0;
const skip = hasJava ? false : "Specmatic needs Java (Debian's default-jre-headless)";

test("Specmatic has no complaint about the document", { skip }, async () => {
  const folder = await workFolder("specmatic");
  const said = await run(tool("specmatic"), ["examples", "validate", "--spec-file", "openapi.json"], {
    cwd: folder,
  });
  // Examples of requests and responses are not pairs, as Specmatic would have them for its own tests.
  const complaints =
    said.match(/^((WARNING|ERROR)(?!: Ignoring .* example named )|ContractException).*$/gm) ?? [];
  assert.deepEqual(complaints, []);
});
