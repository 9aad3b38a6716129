// What the picture for link previews shows of a page, as the program that draws it reads it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../pdf/", import.meta.url));
const program = `
import json, sys
sys.path.insert(0, sys.argv[1])
import card_content
blocks = card_content.read_page(sys.stdin.read()).blocks
print(json.dumps([[b.kind, b.marker, b.alert, b.markup()] for b in blocks]))
`;
const blocksOf = (html) =>
  JSON.parse(
    execFileSync("/usr/bin/python3", ["-I", "-c", program, folder], { input: html, encoding: "utf8" }),
  );
const textsOf = (html) => blocksOf(html).map(([, , , text]) => text.replace(/\s+/g, " "));

test("writes formulas in a line, and leaves out those that need more", () => {
  assert.deepEqual(textsOf('<p>So <span class="math">E = mc^2</span> it is.</p>'), [
    "So <i>E</i> = <i>mc</i><sup>2</sup> it is.".replace("<i>mc</i>", "<i>m</i><i>c</i>"),
  ]);
  assert.deepEqual(textsOf('<div class="math">\\frac{a+b}{2}</div>'), ["(<i>a</i> + <i>b</i>)/2"]);
  assert.deepEqual(
    textsOf('<p>A <span class="math">\\begin{pmatrix}1\\end{pmatrix}</span> and \\unknown</p>'),
    ["A … and \\unknown"],
  );
});

test("shows task lists and alerts as such, and nothing of a diagram's source", () => {
  const task = (more) => `<li class="task-list-item"><input type="checkbox" disabled${more}> Paint</li>`;
  assert.deepEqual(
    blocksOf(`<ul>${task(" checked")}${task("")}<li>Sail</li></ul>`).map(
      ([, marker, , text]) => marker + text,
    ),
    ["☑Paint", "☐Paint", "•Sail"],
  );
  const alert = '<div class="alert alert-tip"><p class="alert-title"><svg></svg>Tip</p><p>Read it.</p></div>';
  assert.deepEqual(
    blocksOf(`${alert}<ul><li>After.</li></ul>`).map(([kind, , name, text]) => [kind, name, text]),
    [
      ["alert-title", "alert-tip", "Tip"],
      ["p", "alert-tip", "Read it."],
      ["li", "", "After."],
    ],
  );
  assert.deepEqual(textsOf('<pre><code class="language-mermaid">graph TD</code></pre><p>After.</p>'), [
    "After.",
  ]);
});
