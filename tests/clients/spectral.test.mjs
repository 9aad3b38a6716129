// Spectral, with all its rules for OpenAPI, finds nothing to complain about.
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { run, tool, workFolder } from "./generated_client.mjs";

test("Spectral has no complaint about the document", async () => {
  const folder = await workFolder("spectral");
  const ruleset = fileURLToPath(new URL("spectral.yaml", import.meta.url));
  await run(tool("spectral"), ["lint", "openapi.json", "--ruleset", ruleset, "--fail-severity", "hint"], {
    cwd: folder,
  });
});
