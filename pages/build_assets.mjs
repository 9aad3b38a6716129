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
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), "assets");
const ours = (name) => path.join(folder, name);
const theirs = (name) => path.join(nodeModules, name);

// The constant that C++ knows an asset by, and the file it is made from, or the files that are put
// together as one under the name of the last. What stands before an asset can be named in it, as
// {{kConstant}}, if it is a file of ours.
const assets = {
  kStylesheet: ours("page.css"),
  kPageScript: ours("page.js"),
  kEmbeddedScript: ours("embedded.js"),
  kFavicon: ours("favicon.svg"),
  kHighlighter: theirs("@highlightjs/cdn-assets/highlight.min.js"),
  kFormulasScript: ours("formulas.js"),
  kMermaidScript: theirs("@mermaid-js/tiny/dist/mermaid.tiny.js"),
  kDiagramFrameScript: ours("diagram_frame.js"),
  kDiagramFrameStylesheet: ours("diagram_frame.css"),
  kDiagramPage: ours("diagram.html"),
  kDiagramsScript: ours("diagrams.js"),
  kDashboardStylesheet: ours("dashboard.css"),
  kDashboardScript: ours("dashboard.js"),
  kTableStylesheet: ours("table.css"),
  kTableScript: ours("table.js"),
  kDocsStylesheet: ours("docs.css"),
  kDocsScript: ours("docs.js"),
  kSwaggerStylesheet: theirs("swagger-ui-dist/swagger-ui.css"),
  kSwaggerScript: theirs("swagger-ui-dist/swagger-ui-bundle.js"),
  kChartStylesheet: ours("chart.css"),
  kChartLibrary: theirs("chart.js/dist/chart.umd.min.js"),
  kChartScript: [
    ours("chart_theme.js"),
    ours("chart_text.js"),
    ours("chart_options.js"),
    ours("chart_legend.js"),
    ours("chart_download.js"),
    ours("chart.js"),
  ],
  kPdfStylesheet: ours("pdf.css"),
  kPdfScript: ours("pdf.mjs"),
  kVegaLibrary: theirs("vega/build/vega.min.js"),
  kVegaLiteLibrary: theirs("vega-lite/build/vega-lite.min.js"),
  kVegaWorker: [
    ours("vega_libraries.js"),
    theirs("vega-interpreter/build/vega-interpreter.js"),
    ours("vega_worker.js"),
  ],
  kVegaLiteScript: [
    ours("chart_theme.js"),
    ours("chart_text.js"),
    ours("chart_download.js"),
    ours("vega_lite.js"),
  ],
};

// Maps of sources are not shipped, so no browser should ask for them.
const withoutSourceMap = (text) => text.replace(/^\/\/# sourceMappingURL=.*$/m, "");

// vega-interpreter is the one library here that comes as a module only. As such it would have to
// import Vega a second time.
function asPlainScript(text) {
  const plain = text
    .replace(/^import (\{.*\}) from 'vega-util';/, "const expressionInterpreter = (() => {\nconst $1 = vega;")
    .replace(/^export \{ expression as expressionInterpreter \};/m, "return expression;\n})();");
  if (/^(import|export) /m.test(plain)) throw new Error("vega-interpreter has another shape than before");
  return plain;
}

const addresses = {};
function withAddresses(file) {
  return readFileSync(file, "utf8").replace(/{{(k\w+)}}/g, (_, constant) => {
    if (!addresses[constant]) throw new Error(`${file}: ${constant} does not stand before it`);
    return addresses[constant];
  });
}

function read(file) {
  if (file.startsWith(folder)) return Buffer.from(withAddresses(file));
  if (!file.endsWith(".js")) return readFileSync(file);
  const text = withoutSourceMap(readFileSync(file, "utf8"));
  return Buffer.from(path.basename(file) === "vega-interpreter.js" ? asPlainScript(text) : text);
}

// Folders whose files find each other by relative names, so that they keep theirs, and the folder's
// name holds the hash of all. `constants` are files in it that C++ names, "" the folder itself.
const pdfjs = theirs("pdfjs-dist");
const folders = [
  {
    name: "pdfjs",
    files: {
      // The build for browsers that are not of this year's spring.
      "pdf.min.mjs": path.join(pdfjs, "legacy/build/pdf.min.mjs"),
      "pdf.worker.min.mjs": path.join(pdfjs, "legacy/build/pdf.worker.min.mjs"),
      "pdf_viewer.mjs": path.join(pdfjs, "legacy/web/pdf_viewer.mjs"),
      "pdf_viewer.css": path.join(pdfjs, "legacy/web/pdf_viewer.css"),
      ...filesIn(path.join(pdfjs, "legacy/web/images"), "images/"),
      ...filesIn(path.join(pdfjs, "cmaps"), "cmaps/"),
      ...filesIn(path.join(pdfjs, "standard_fonts"), "standard_fonts/"),
      // Decoders of JPEG 2000 and JBIG2, in JavaScript: the pages' policy allows no WebAssembly.
      ...filesIn(path.join(pdfjs, "wasm"), "decoders/", /_nowasm_fallback\.js$|^LICENSE_.*(OPENJPEG|JBIG2)$/),
      LICENSE: path.join(pdfjs, "LICENSE"),
    },
    constants: {
      kPdfLibrary: "",
      kPdfLibraryScript: "pdf.min.mjs",
      kPdfViewerScript: "pdf_viewer.mjs",
      kPdfViewerStylesheet: "pdf_viewer.css",
    },
  },
  {
    name: "katex",
    files: {
      "katex.min.js": theirs("katex/dist/katex.min.js"),
      "katex.min.css": theirs("katex/dist/katex.min.css"),
      // Every browser reads WOFF2, and never asks for the other formats.
      ...filesIn(theirs("katex/dist/fonts"), "fonts/", /\.woff2$/),
    },
    constants: { kKatexScript: "katex.min.js", kKatexStylesheet: "katex.min.css" },
  },
];

function filesIn(folder, prefix, pattern = /./) {
  const names = readdirSync(folder).filter((name) => pattern.test(name));
  return Object.fromEntries(names.map((name) => [prefix + name, path.join(folder, name)]));
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
  // Fonts are compressed already.
  if (!name.endsWith(".woff2")) writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

const current = new Set();
const constants = [];
function tell(constant, name) {
  addresses[constant] = `/assets/${name}`;
  constants.push(`inline constexpr std::string_view ${constant} = "/assets/${name}";\n`);
}

for (const [constant, source] of Object.entries(assets)) {
  const files = [source].flat();
  const content = Buffer.concat(files.map(read));
  const { name, ext } = path.parse(files.at(-1));
  const hashedName = `${name}.${hashOf(content)}${ext}`;
  write(hashedName, content);
  current.add(hashedName).add(`${hashedName}.gz`);
  tell(constant, hashedName);
}

for (const { name: library, files, constants: named } of folders) {
  const contents = Object.entries(files).map(([name, file]) => ({ name, content: readFileSync(file) }));
  const hashedName = `${library}.${hashOf(...contents.flatMap(({ name, content }) => [name, content]))}`;
  for (const { name, content } of contents) write(`${hashedName}/${name}`, content);
  current.add(hashedName);
  for (const [constant, name] of Object.entries(named)) tell(constant, `${hashedName}/${name}`);
}

for (const name of readdirSync(outputFolder)) {
  if (!current.has(name)) rmSync(path.join(outputFolder, name), { recursive: true });
}
mkdirSync(path.dirname(header), { recursive: true });
writeFileSync(header, constants.join(""));
