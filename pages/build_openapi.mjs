// Converts the API specification to what the worker serves at /openapi.json: the same document as JSON, with all responses
// and headers of each operation, as C++ string literals, one for each part between the base URLs of its servers, which the
// worker puts in.
//
//   node build_openapi.mjs NODE_MODULES DOCUMENT HEADER
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { completed } from "./completed_specification.mjs";

const [nodeModules, document, header] = process.argv.slice(2);
const { parse } = createRequire(path.join(nodeModules, "/"))("yaml");
const description = completed(parse(readFileSync(document, "utf8"), { maxAliasCount: -1 }));

// No character of a URL needs escaping in JSON, and nothing else has this one.
const baseUrl = "\u{f8ff}";
const { origin } = new URL(description.servers[0].url);
for (const { servers = [] } of [description, ...Object.values(description.paths)])
  for (const server of servers) server.url = server.url.replace(origin, baseUrl);
const parts = JSON.stringify(description).split(baseUrl);

// Compilers limit the length of one literal, but not of several adjacent ones.
const literal = (part) => part.match(/[^]{1,8000}/g).map((chunk) => `R"json(${chunk})json"\n`);
mkdirSync(path.dirname(header), { recursive: true });
writeFileSync(header, parts.map((part) => literal(part).join("")).join(",\n"));
