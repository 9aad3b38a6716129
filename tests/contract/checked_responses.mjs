// Holds the answers that a test process meets against docs/openapi.yaml, and keeps a record of which
// documented answers it has met, in the folder that CONTRACT_COVERAGE names.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { coverage, createContract, loadDocument } from "./response_contract.mjs";

const description = fileURLToPath(new URL("../../docs/openapi.yaml", import.meta.url));

// Throws an Error that lists what is wrong with an answer.
export const checkResponse = createContract(await loadDocument(description));

const folder = process.env.CONTRACT_COVERAGE;
if (folder) {
  process.on("exit", () => {
    const file = path.relative(fileURLToPath(new URL("..", import.meta.url)), process.argv[1]);
    const record = { file, seen: coverage(checkResponse).seen };
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify(record));
  });
}
