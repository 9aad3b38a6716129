// The client of orval, by fetch.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { run, testClient, tool } from "./generated_client.mjs";

const configuration = {
  artifacts: {
    input: { target: "openapi.json" },
    output: {
      target: "client/artifacts.ts",
      client: "fetch",
      mode: "single",
      baseUrl: { getBaseUrlFromSpecification: true },
      // Of a body that may be JSON or a file, orval takes neither, unless it is told which.
      override: { contentType: { include: ["application/json", "application/x-www-form-urlencoded"] } },
    },
  },
};

testClient("orval", (folder) => {
  writeFileSync(path.join(folder, "orval.config.js"), `module.exports = ${JSON.stringify(configuration)};\n`);
  return run(tool("orval"), ["--config", "orval.config.js"], { cwd: folder });
});
