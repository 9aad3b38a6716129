// Writes what browsers load to one folder, under names that contain a hash of the content, each
// with a compressed copy for nginx, and writes a C++ header with these names. Another one beside it,
// asset_texts.inc, has what is a part of documents.
//
//   node build_assets.mjs NODE_MODULES OUTPUT_FOLDER HEADER
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [nodeModules, outputFolder, header] = process.argv.slice(2);
const source = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

// The assets of all pages, and of each template in its folder. An assets.mjs exports
// - files: the C++ constant of an asset, and the file that it is made from, or the files that are
// concatenated under the name of the last. One of our files can contain the URL of an earlier asset
// or of a folder's file as {{kConstant}}. A library's file may be transformed. A bundled module contains
// what it uses of the modules that it imports.
// - texts (optional): C++ constants that contain files themselves.
// - folders (optional): folders whose files refer to each other by relative names, so they keep
// these, and the folder's name contains the hash of all. `constants` are files in it that C++
// names, "" the folder itself.
const described = ["pages", ...readdirSync(path.join(source, "templates")).map((name) => `templates/${name}`)]
  .map((name) => path.join(source, name))
  .filter((folder) => existsSync(path.join(folder, "assets.mjs")));

const { buildSync, transformSync } = createRequire(path.join(nodeModules, "."))("esbuild");

const assetOf = (folder, name) => ({ file: path.join(folder, "assets", name), isOurs: true });
// What several templates concatenate with their own.
const shared = (name) => assetOf(path.join(source, "pages"), name);
const theirs = (name) => ({ file: path.join(nodeModules, name) });
// The translations of the texts that scripts contain, as a script for pages in that language.
const messages = (tag) => ({ file: path.join(source, "html/messages", `${tag}.json`), isTranslation: true });
// A picture of a page that tests/pictures has made.
const picture = (name) => ({ file: path.join(source, "docs/pictures", name) });
function filesIn({ file: folder }, prefix, pattern = /./) {
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  return Object.fromEntries(names.map((name) => [prefix + name, { file: path.join(folder, name) }]));
}

// Source maps are not shipped, so browsers should not request them.
const withoutSourceMap = (text) => text.replace(/^\/\/# sourceMappingURL=.*$/m, "");

const addresses = {};
function withAddresses(text, file) {
  return text.replace(/{{(k\w+)}}/g, (_, constant) => {
    if (!addresses[constant]) throw new Error(`${file}: ${constant} does not stand before it`);
    return addresses[constant];
  });
}

// Browsers need no names of locals and no lines that only explain. What scripts call of each other keeps its name.
function minified(text, file) {
  const loader = file.endsWith(".css") ? "css" : "js";
  const style = loader === "css" ? { minifyWhitespace: true } : { minify: true };
  return transformSync(text, { loader, ...style, charset: "utf8", legalComments: "none" }).code;
}

// The licences of libraries are in package/copyright.
function bundle(file) {
  const options = { bundle: true, minify: true, format: "esm", charset: "utf8", legalComments: "none" };
  const { outputFiles } = buildSync({
    ...options,
    entryPoints: [file],
    nodePaths: [nodeModules],
    write: false,
  });
  return Buffer.from(outputFiles[0].contents);
}

const textsOfScripts = new Set();
for (const folder of described) {
  for (const name of readdirSync(path.join(folder, "assets"))) {
    const script = readFileSync(path.join(folder, "assets", name), "utf8");
    for (const [, text] of script.matchAll(/\bmessage\(\s*("(?:[^"\\]|\\.)*")/g))
      textsOfScripts.add(JSON.parse(text));
  }
}
function translations(file) {
  const table = Object.entries(JSON.parse(readFileSync(file, "utf8"))).filter(([text]) =>
    textsOfScripts.has(text),
  );
  return `"use strict";\nconst translations = ${JSON.stringify(Object.fromEntries(table))};\n`;
}

const isPicture = (name) => /\.(png|ico)$/.test(name);

function read({ file, isOurs, isBundled, isTranslation, change = (text) => text }) {
  if (isTranslation) return Buffer.from(translations(file));
  if (isBundled) return bundle(file);
  if (isPicture(file)) return readFileSync(file);
  if (isOurs) {
    return Buffer.from(withAddresses(readFileSync(file, "utf8"), file));
  }
  if (!file.endsWith(".js")) return readFileSync(file);
  return Buffer.from(change(withoutSourceMap(readFileSync(file, "utf8"))));
}

function hashOf(...contents) {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 12);
}

function write(name, content) {
  const file = path.join(outputFolder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  // Fonts and pictures are compressed already.
  if (!name.endsWith(".woff2") && !isPicture(name))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

const current = new Set();
const constants = [];
const inlined = [];
function tell(constant, name) {
  addresses[constant] = `/assets/${name}`;
  constants.push(`inline constexpr std::string_view ${constant} = "/assets/${name}";\n`);
}

function writeFile(constant, parts) {
  const joined = Buffer.concat(parts.map(read));
  const last = parts.at(-1);
  const isScript = last.isOurs && !last.isBundled && /\.(m?js|css)$/.test(last.file);
  const content = isScript ? Buffer.from(minified(joined.toString(), last.file)) : joined;
  const { name, ext: extension } = path.parse(last.file);
  const ext = extension === ".json" ? ".js" : extension;
  const hashedName = `${name}.${hashOf(content)}${ext}`;
  write(hashedName, content);
  current.add(hashedName).add(`${hashedName}.gz`);
  tell(constant, hashedName);
}

// Compilers limit the length of one literal, but not of several adjacent ones.
function writeText(constant, parts) {
  const joined = parts.map(({ file }) => readFileSync(file, "utf8")).join("\n");
  const pieces = minified(joined, parts.at(-1).file).match(/[^]{1,2000}/gu);
  const literals = pieces.map((piece) => `R"text(${piece})text"`).join("\n");
  inlined.push(`constexpr std::string_view ${constant} =\n${literals};\n`);
}

function writeFolder({ name: library, files, constants: named }) {
  const contents = Object.entries(files).map(([name, { file }]) => ({ name, content: readFileSync(file) }));
  const hashedName = `${library}.${hashOf(...contents.flatMap(({ name, content }) => [name, content]))}`;
  for (const { name, content } of contents) write(`${hashedName}/${name}`, content);
  current.add(hashedName);
  for (const [constant, name] of Object.entries(named)) tell(constant, `${hashedName}/${name}`);
}

for (const folder of described) {
  const ours = (name) => assetOf(folder, name);
  const bundled = (name) => ({ ...ours(name), isBundled: true });
  const { default: describe } = await import(path.join(folder, "assets.mjs"));
  const {
    files,
    folders = [],
    texts = {},
  } = describe({ ours, bundled, shared, theirs, filesIn, messages, picture });
  for (const one of folders) writeFolder(one);
  for (const [constant, parts] of Object.entries(files)) writeFile(constant, [parts].flat());
  for (const [constant, text] of Object.entries(texts)) writeText(constant, [text].flat());
}

for (const name of readdirSync(outputFolder)) {
  if (!current.has(name)) rmSync(path.join(outputFolder, name), { recursive: true });
}
mkdirSync(path.dirname(header), { recursive: true });
// What has not changed is not compiled again.
function writeHeader(file, lines) {
  const text = lines.join("");
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}
writeHeader(header, constants);
writeHeader(path.join(path.dirname(header), "asset_texts.inc"), inlined);
