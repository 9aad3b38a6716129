// Checks an OpenAPI document, as the service serves it, with the rules of redocly.yaml. Warnings count as errors.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { formatProblems, getTotals, lintFromString, loadConfig } from "@redocly/openapi-core";
import { loadDocument } from "./response_contract.mjs";

const [document] = process.argv.slice(2);
const configPath = fileURLToPath(new URL("redocly.yaml", import.meta.url));
const config = await loadConfig({ configPath });
const source = JSON.stringify(await loadDocument(document), null, 1);
const problems = await lintFromString({ source, absoluteRef: path.resolve(document), config });
const totals = getTotals(problems);
formatProblems(problems, { format: "stylish", totals, version: "" });
console.log(`${document}: ${totals.errors} errors, ${totals.warnings} warnings, ${totals.ignored} ignored`);
if (totals.errors + totals.warnings > 0) process.exitCode = 1;
