// Checks an OpenAPI document with the rules of redocly.yaml. Warnings count as errors.
import { fileURLToPath } from "node:url";
import { formatProblems, getTotals, lint, loadConfig } from "@redocly/openapi-core";

const [document] = process.argv.slice(2);
const configPath = fileURLToPath(new URL("redocly.yaml", import.meta.url));
const config = await loadConfig({ configPath });
const problems = await lint({ ref: document, config });
const totals = getTotals(problems);
formatProblems(problems, { format: "stylish", totals, version: "" });
console.log(`${document}: ${totals.errors} errors, ${totals.warnings} warnings, ${totals.ignored} ignored`);
if (totals.errors + totals.warnings > 0) process.exitCode = 1;
