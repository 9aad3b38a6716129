// Says which documented responses no test has received: node coverage.mjs FOLDER [TABLE], after the tests have run
// with CONTRACT_COVERAGE=FOLDER. Fails if there are any but those that are named here with the reason. Into the file TABLE
// it writes each documented response with the test files that have received it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { coverage, createContract, loadDocument } from "./response_contract.mjs";

const unreachable = [
  [/ 500$/, "a bug of the service would be needed"],
  [/ (414|431)$/, "nginx refuses these before it looks at the operation; one test for all of them"],
  [/ 503$/, "the fault tests bring these about for some operations, not for each"],
  [/ 405$/, "these are methods that no operation has; every_operation.test.mjs tries them by path"],
  [/^(get|list|view|compare|delete|erase|revoke)\w* 413$/, "nginx refuses these whatever the operation"],
  [/^getSharedFile 400$/, "a document of which no PDF can be made within the limits; unit tests have them"],
  [
    /^(viewSharedArtifact|getSharedRows|getSharedCard|viewSharedHistory|getSharedDocument) 400$/,
    "what nginx refuses as no HTTP reaches no operation",
  ],
  [
    /^getShared(Card|Document) 429$/,
    "the limit of a network, which holds for all pages alike; it asks for no password",
  ],
  [/^get(Health|Readiness|Metrics|Description) 400$/, "what nginx refuses as no HTTP reaches no operation"],
  [/^getReadiness 404$/, "as for getHealth, which the tests ask from another address"],
];

const [folder, table] = process.argv.slice(2);
const description = fileURLToPath(new URL("../../docs/openapi.yaml", import.meta.url));
const { unseen: documented } = coverage(createContract(await loadDocument(description)));
const receivers = new Map();
for (const name of readdirSync(folder)) {
  const { file, seen } = JSON.parse(readFileSync(path.join(folder, name), "utf8"));
  for (const pair of seen) receivers.set(pair, [...(receivers.get(pair) ?? []), file]);
}

const missing = documented.filter(
  (pair) => !receivers.has(pair) && !unreachable.some(([pattern]) => pattern.test(pair)),
);
console.log(
  `${documented.length} documented responses, ${receivers.size} received, ${missing.length} missing`,
);
for (const pair of missing) console.log(`  never received: ${pair}`);
if (missing.length > 0) process.exitCode = 1;

if (table)
  writeFileSync(
    table,
    documented.map((pair) => `${pair}: ${(receivers.get(pair) ?? ["none"]).sort().join(" ")}\n`).join(""),
  );
