// Converts the pictures of the kinds of artifacts to C++ strings, by the name of the template.
//
//   node build_card_pictures.mjs FOLDER HEADER
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const [folder, header] = process.argv.slice(2);

// Compilers limit the length of one literal, but not of several adjacent ones.
const bytesOfLiteral = 2000;
function literals(bytes) {
  const lines = [];
  for (let start = 0; start < bytes.length; start += bytesOfLiteral) {
    const escaped = Array.from(bytes.subarray(start, start + bytesOfLiteral), (byte) => {
      return `\\${byte.toString(8).padStart(3, "0")}`;
    });
    lines.push(`"${escaped.join("")}"`);
  }
  return lines.join("\n");
}

const pictures = readdirSync(folder)
  .filter((file) => file.endsWith(".png"))
  .sort()
  .map((file) => {
    const bytes = readFileSync(path.join(folder, file));
    return `{"${path.parse(file).name}", {${literals(bytes)}, ${bytes.length}}},\n`;
  });
mkdirSync(path.dirname(header), { recursive: true });
writeFileSync(header, pictures.join(""));
