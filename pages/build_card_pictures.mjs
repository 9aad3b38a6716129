// Converts the pictures of the kinds of artifacts to C++ strings, by the name of the template.
//
//   node build_card_pictures.mjs HEADER templates/NAME/card.png…
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [header, ...files] = process.argv.slice(2);

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

const pictures = files.map((file) => {
  const bytes = readFileSync(file);
  return `{"${path.basename(path.dirname(file))}", {${literals(bytes)}, ${bytes.length}}},\n`;
});
mkdirSync(path.dirname(header), { recursive: true });
writeFileSync(header, pictures.join(""));
