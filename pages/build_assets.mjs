// Puts what browsers load into one folder, under names that hold a hash of the content, each with a
// compressed copy for nginx beside it, and tells the C++ side these names.
//
//   node build_assets.mjs NODE_MODULES OUTPUT_FOLDER HEADER
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [nodeModules, outputFolder, header] = process.argv.slice(2);
const ours = path.join(path.dirname(fileURLToPath(import.meta.url)), "assets");

// The constant that C++ knows an asset by, and the file it is made from.
const assets = {
  kStylesheet: path.join(ours, "page.css"),
  kPageScript: path.join(ours, "page.js"),
  kTableStylesheet: path.join(ours, "table.css"),
  kTableScript: path.join(ours, "table.js"),
  kFavicon: path.join(ours, "favicon.svg"),
  kDocsScript: path.join(ours, "docs.js"),
  kDocsStylesheet: path.join(ours, "docs.css"),
  kSwaggerScript: path.join(nodeModules, "swagger-ui-dist/swagger-ui-bundle.js"),
  kSwaggerStylesheet: path.join(nodeModules, "swagger-ui-dist/swagger-ui.css"),
  kHighlighter: path.join(nodeModules, "@highlightjs/cdn-assets/highlight.min.js"),
};

mkdirSync(outputFolder, { recursive: true });
mkdirSync(path.dirname(header), { recursive: true });

const current = new Set();
const constants = Object.entries(assets).map(([constant, file]) => {
  const content = readFileSync(file);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  const { name, ext } = path.parse(file);
  const hashedName = `${name}.${hash}${ext}`;
  writeFileSync(path.join(outputFolder, hashedName), content);
  writeFileSync(path.join(outputFolder, `${hashedName}.gz`), gzipSync(content, { level: 9 }));
  current.add(hashedName).add(`${hashedName}.gz`);
  return `inline constexpr std::string_view ${constant} = "/assets/${hashedName}";\n`;
});

for (const name of readdirSync(outputFolder)) {
  if (!current.has(name)) rmSync(path.join(outputFolder, name));
}
writeFileSync(header, constants.join(""));
