// Converts the skill for agents to what the worker serves: its name and description, and its text as C++ string
// literals, one for each part between the base URLs, which the worker puts in.
//
//   node build_skill.mjs NODE_MODULES SKILL HEADER
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [nodeModules, skill, header] = process.argv.slice(2);
const { parse } = createRequire(path.join(nodeModules, "/"))("yaml");
const text = readFileSync(skill, "utf8");
const { name, description } = parse(/^---\n([^]*?)\n---\n/.exec(text)[1]);
// Of the examples, as in all documents.
const baseUrl = "https://share.example.org";

// Compilers limit the length of one literal, but not of several adjacent ones.
const literal = (part) => part.match(/[^]{1,8000}/g).map((chunk) => `R"skill(${chunk})skill"\n`);
const parts = (whole) =>
  whole
    .split(baseUrl)
    .map((part) => (part ? literal(part).join("") : '""'))
    .join(",\n");
mkdirSync(path.dirname(header), { recursive: true });
writeFileSync(
  header,
  `constexpr std::string_view kName = "${name}";
constexpr std::string_view kDescription[] = {${parts(description)}};
constexpr std::string_view kText[] = {${parts(text)}};
`,
);
