// The client of openapi-typescript-codegen.
import { run, testClient, tool } from "./generated_client.mjs";

testClient("openapi_typescript_codegen", (folder) =>
  run(tool("openapi"), ["--input", "openapi.json", "--output", "client", "--client", "fetch"], {
    cwd: folder,
  }),
);
