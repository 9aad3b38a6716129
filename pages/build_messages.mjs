// Converts the tables of translations to a C++ array for html/message.h: a row for each text, sorted by the English
// one, which the tables have as their keys.
//
//   node build_messages.mjs FOLDER_OF_TABLES HEADER
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [folder, header] = process.argv.slice(2);
const tables = ["de", "fr", "es"].map((tag) =>
  JSON.parse(readFileSync(path.join(folder, `${tag}.json`), "utf8")),
);
const texts = [...new Set(tables.flatMap((table) => Object.keys(table)))];
// As C++ compares them: by bytes.
texts.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

const row = (text) =>
  `    {${[text, ...tables.map((table) => table[text] ?? text)].map((cell) => JSON.stringify(cell))}}`;
mkdirSync(path.dirname(header), { recursive: true });
writeFileSync(
  header,
  `inline constexpr std::array<Translations, ${texts.length}> kMessages{{\n${texts.map(row).join(",\n")}}};\n`,
);
