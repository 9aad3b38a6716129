// Generates C++ tables of the names that Markdown supports: character references (&copy;) from
// HTML, emoji (:tada:) from GitHub.
//
//   node build_named_texts.mjs NODE_MODULES FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [nodeModules, folder] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(path.join(nodeModules, name, "index.js")));
const { characterEntities } = await load("character-entities");
const { nameToEmoji } = await load("gemoji");

const octal = (byte) => `\\${byte.toString(8).padStart(3, "0")}`;
const literal = (text) =>
  `"${text.replace(/[^\w +-]+/g, (part) => [...Buffer.from(part)].map(octal).join(""))}"`;

// The format is described in templates/markdown/named_texts.h.
function write(file, name, textsByName) {
  const pairs = Object.entries(textsByName).sort(([one], [other]) => (one < other ? -1 : 1));
  const ends = [];
  let end = 0;
  for (const text of pairs.flat()) ends.push((end += Buffer.byteLength(text)));
  if (end >= 2 ** 16) throw new Error(`${file}: its texts are too long for offsets of 16 bits`);
  const lines = pairs.map((pair) => pair.map(literal).join(" "));
  writeFileSync(
    path.join(folder, file),
    `constexpr std::string_view k${name}Texts =\n${lines.join("\n")};\n\nconstexpr std::uint16_t k${name}Ends[] = {\n${ends.join(",\n")}};\n`,
  );
}

mkdirSync(folder, { recursive: true });
write("entities.inc", "Entity", characterEntities);
write("emoji.inc", "Emoji", nameToEmoji);
