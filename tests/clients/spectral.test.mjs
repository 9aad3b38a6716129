// Spectral, with all its rules for OpenAPI, finds nothing to complain about.
import path from "node:path";
import { test } from "node:test";
import { run, tool, workFolder } from "./generated_client.mjs";

test("Spectral has no complaint about the document", async () => {
  const folder = await workFolder("spectral");
  const ruleset = path.join(import.meta.dirname, "spectral.yaml");
  await run(tool("spectral"), ["lint", "openapi.json", "--ruleset", ruleset, "--fail-severity", "hint"], {
    cwd: folder,
  });
});
