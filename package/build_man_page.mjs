// Makes a man page of a document in docs/, so that there is one text of each.
//
//   node build_man_page.mjs DOCUMENT NAME SECTION VERSION SUMMARY > PAGE
//
// It knows what these documents use: headings, paragraphs, fenced code, and tables, whose first column
// becomes the tag of a paragraph (.TP) and whose others its text.
import { readFileSync } from "node:fs";

const [document, name, section, version, summary] = process.argv.slice(2);

const escaped = (text) => text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "...");
// A line must not begin with what troff takes for a request.
const line = (text) => text.replace(/^([.'])/, "\\&$1");
const inline = (text) =>
  escaped(text.replaceAll("\\|", "|"))
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`([^`]*)`/g, "\\fB$1\\fP")
    .replace(/\*\*([^*]*)\*\*/g, "\\fB$1\\fP");

function* rows(lines) {
  const cells = (text) => text.replace(/^\| ?| ?\|$/g, "").split(/ ?(?<!\\)\| ?/);
  const [head, , ...body] = lines.map(cells);
  for (const [tag, ...rest] of body) {
    yield ".TP";
    yield line(inline(tag));
    const texts = rest.map((text, i) => (head[i + 1] === "default" && text ? `Default: ${text}.` : text));
    yield line(texts.filter(Boolean).map(inline).join(" ")) || "\\&";
  }
}

function* page(text) {
  yield `.TH "${name.toUpperCase()}" "${section}" "" "Artifact Share ${version}" ""`;
  yield ".SH NAME";
  yield `${escaped(name)} \\- ${escaped(summary)}`;
  yield ".SH DESCRIPTION";
  const blocks = text.split(/\n{2,}(?![^`]*\n```\n)/);
  for (const block of blocks) {
    const lines = block.trimEnd().split("\n");
    if (/^# /.test(block)) continue;
    if (/^## /.test(block)) {
      yield `.SH ${escaped(block.slice(3).trim().toUpperCase())}`;
    } else if (block.startsWith("```")) {
      yield ".PP";
      yield ".RS 4";
      yield ".nf";
      for (const code of lines.slice(1, -1)) yield line(escaped(code));
      yield ".fi";
      yield ".RE";
    } else if (block.startsWith("|")) {
      yield* rows(lines);
    } else {
      yield ".PP";
      yield line(inline(lines.join(" ")));
    }
  }
}

process.stdout.write([...page(readFileSync(document, "utf8").trim())].join("\n") + "\n");
