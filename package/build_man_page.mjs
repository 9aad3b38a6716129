// Makes a man page of a document in docs/, so that there is one text of each.
//
//   node build_man_page.mjs DOCUMENT NAME SECTION VERSION SUMMARY > PAGE
//
// It supports what these documents use: headings, paragraphs, lists, fenced code, and tables, whose first
// column becomes the tag of a paragraph (.TP) and whose other columns become its text.
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
    const parts = texts.filter(Boolean).map(inline);
    yield line(parts.join("; ").replaceAll(".; ", ". ")) || "\\&";
  }
}

// The blocks of a document: fenced code, lists, tables, headings and paragraphs, as their lines.
function blocksOf(text) {
  const blocks = [];
  let block;
  for (const row of text.split("\n")) {
    const inCode = block?.[0].startsWith("```") && (block.length === 1 || !block.at(-1).startsWith("```"));
    if (inCode) block.push(row);
    else if (row === "") block = undefined;
    else if (!block || row.startsWith("```")) blocks.push((block = [row]));
    else block.push(row);
  }
  return blocks;
}

const itemsOf = (lines) => lines.join("\n").replace(/^- /, "").split(/\n- /);
// A table of contents is of no use in a man page.
const isContents = (lines) => itemsOf(lines).every((item) => /^\[[^\]]*\]\(#/.test(item));

function* page(text) {
  yield `.TH "${name.toUpperCase()}" "${section}" "" "Artifact Share ${version}" ""`;
  yield ".SH NAME";
  yield `${escaped(name)} \\- ${escaped(summary)}`;
  yield ".SH DESCRIPTION";
  for (const lines of blocksOf(text)) {
    const [first] = lines;
    if (first.startsWith("# ")) continue;
    if (first.startsWith("## ")) {
      yield `.SH ${escaped(first.slice(3).toUpperCase())}`;
    } else if (first.startsWith("### ")) {
      yield `.SS ${escaped(first.slice(4))}`;
    } else if (first.startsWith("```")) {
      yield ".PP";
      yield ".RS 4";
      yield ".nf";
      for (const code of lines.slice(1, -1)) yield line(escaped(code));
      yield ".fi";
      yield ".RE";
    } else if (first.startsWith("|")) {
      yield* rows(lines);
    } else if (first.startsWith("- ")) {
      if (isContents(lines)) continue;
      for (const item of itemsOf(lines)) {
        yield ".IP \\(bu 2";
        yield line(inline(item.split(/\n */).join(" ")));
      }
    } else {
      yield ".PP";
      yield line(inline(lines.join(" ")));
    }
  }
}

process.stdout.write([...page(readFileSync(document, "utf8").trim())].join("\n") + "\n");
