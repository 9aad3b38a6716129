// The client of @hey-api/openapi-ts.
import { run, testClient, tool } from "./generated_client.mjs";

testClient("hey_api", (folder) =>
  run(tool("openapi-ts"), ["--input", "openapi.json", "--output", "client"], { cwd: folder }),
);
