// The types of openapi-typescript, with its client openapi-fetch.
import { run, testClient, tool } from "./generated_client.mjs";

testClient("openapi_typescript", (folder) =>
  run(tool("openapi-typescript"), ["openapi.json", "--output", "client/schema.ts"], { cwd: folder }),
);
