// The client of swagger-typescript-api.
import { run, testClient, tool } from "./generated_client.mjs";

testClient("swagger_typescript_api", (folder) =>
  run(
    tool("swagger-typescript-api"),
    [
      "generate",
      "--path",
      "openapi.json",
      "--output",
      "client",
      "--name",
      "artifacts.ts",
      "--module-name-first-tag",
    ],
    { cwd: folder },
  ),
);
