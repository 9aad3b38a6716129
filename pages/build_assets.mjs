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
// together as one under the name of the last.
const assets = {
  kStylesheet: ours("page.css"),
  kPageScript: ours("page.js"),
  kFavicon: ours("favicon.svg"),
  kHighlighter: theirs("@highlightjs/cdn-assets/highlight.min.js"),
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
  kVegaLibrary: theirs("vega/build/vega.min.js"),
  kVegaLiteLibrary: theirs("vega-lite/build/vega-lite.min.js"),
  kVegaLiteScript: [
    theirs("vega-interpreter/build/vega-interpreter.js"),
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

function read(file) {
  if (!file.endsWith(".js")) return readFileSync(file);
  const text = withoutSourceMap(readFileSync(file, "utf8"));
  return Buffer.from(path.basename(file) === "vega-interpreter.js" ? asPlainScript(text) : text);
}

mkdirSync(outputFolder, { recursive: true });
mkdirSync(path.dirname(header), { recursive: true });

const current = new Set();
const constants = Object.entries(assets).map(([constant, source]) => {
  const files = [source].flat();
  const content = Buffer.concat(files.map(read));
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  const { name, ext } = path.parse(files.at(-1));
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
