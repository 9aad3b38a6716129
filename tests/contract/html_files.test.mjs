// The HTML of pages: it stands in files of its own, and the build refuses what would not be safe.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

let folder;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "html-files-"));
});
after(() => rmSync(folder, { recursive: true }));

function build(html) {
  const [file, header] = ["a.html", "a.html.h"].map((name) => path.join(folder, name));
  writeFileSync(file, html);
  const { status, stderr } = spawnSync("node", ["pages/build_html.mjs", file, header], { encoding: "utf8" });
  return status === 0 ? { code: readFileSync(header, "utf8") } : { problem: stderr };
}
const textOf = (html) => JSON.parse(/(?:return \{|format\()("(?:[^"\\]|\\.)*")/.exec(build(html).code)[1]);

test("pieces become functions with a member for each place", () => {
  const { code } = build(`<!-- row --><li id="{id}"{marks}>{name}, {id}</li>\n<!-- none --><p>None</p>\n`);
  assert.match(code, /struct Row \{\s+html::Value id;\s+const html::Html& marks;\s+html::Value name;\s+\};/);
  assert.ok(
    code.includes(
      String.raw`"<li id=\"{}\"{}>{}, {}</li>\n", places.id, places.marks, places.name, places.id`,
    ),
  );
  assert.ok(code.includes(String.raw`html::Html none() { return {"<p>None</p>\n"}; }`));
});

test("lines that are indented continue the one before, and a backslash ends a piece without a line break", () => {
  for (const [html, text] of [
    ["<p>One\n  two</p>\n", "<p>One two</p>\n"],
    ["<tr><td>1</td>\n  <td>2</td></tr>\n", "<tr><td>1</td><td>2</td></tr>\n"],
    ['<input name="a"\n  value="b">\n', '<input name="a" value="b">\n'],
    ["<b>x</b>\\\n", "<b>x</b>"],
    [" <b>x</b>: \\\n", " <b>x</b>: "],
    ['{"team": "north"}\n', '{"team": "north"}\n'],
  ])
    assert.equal(textOf(`<!-- one -->${html}`), text);
});

test("a place is refused where escaping does not make it safe", () => {
  for (const html of [
    "<a href={address}>x</a>",
    "<a href='{address}'>x</a>",
    "<{element}>x</p>",
    "<script>{code}</script>",
    "<style>{rules}</style>",
    "<p><!-- {text} --></p>",
  ])
    assert.match(build(`<!-- one -->${html}\n`).problem ?? "", /one: /, html);
  assert.ok(build(`<!-- one --><script src="{address}"></script>\n`).code);
});

test("C++ of pages has no HTML in its texts", () => {
  const files = execFileSync("git", ["ls-files", "handlers/**.cc", "pages/**.cc"], { encoding: "utf8" });
  for (const file of files.trim().split("\n")) {
    // What the MCP server recognises in texts that it was sent.
    if (file === "handlers/mcp/content_text.cc") continue;
    const code = readFileSync(file, "utf8").replace(/^\s*\/\/.*$/gm, "");
    assert.doesNotMatch(code, /"[^"\n]*<\/?[a-z]+[ >\\][^"\n]*"/, file);
  }
});
