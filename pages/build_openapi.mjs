// Converts the API specification to what the worker serves at /openapi.json: the same document as
// JSON, in a C++ string literal.
//
//   node build_openapi.mjs NODE_MODULES DOCUMENT HEADER
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [nodeModules, document, header] = process.argv.slice(2);
const { parse } = createRequire(path.join(nodeModules, "/"))("yaml");
const json = JSON.stringify(parse(readFileSync(document, "utf8")));

// Compilers limit the length of one literal, but not of several adjacent ones.
const chunks = json.match(/[^]{1,8000}/g).map((chunk) => `R"json(${chunk})json"\n`);
mkdirSync(path.dirname(header), { recursive: true });
writeFileSync(header, chunks.join(""));
