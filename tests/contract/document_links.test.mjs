// Links between the documents lead to files and headings that exist.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const documents = execFileSync("git", ["ls-files", "*.md", ":!tests"], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n");
const textOf = (file) => readFileSync(path.join(root, file), "utf8");

// As GitHub makes them.
const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
const anchorsIn = (file) => [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));

for (const file of documents)
  test(`links in ${file} have existing targets`, () => {
    const text = textOf(file).replaceAll(/^```[^]*?^```$/gm, "");
    for (const [link, target, anchor] of text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)#?([^)]*)\)/g)) {
      const to = target ? path.join(path.dirname(file), target) : file;
      assert.ok(existsSync(path.join(root, to)), link);
      if (anchor) assert.ok(anchorsIn(to).includes(anchor), link);
    }
  });

test("links in the documents of the package lead to files that it has", () => {
  const [, list] = /set\(guides ([^)]*)\)/.exec(textOf("package/package.cmake"));
  const guides = list.split(/\s+/);
  assert.ok(guides.length > 5);
  const installed = [
    ...guides.map((name) => `${name}.gz`),
    "/usr/share/artifact-share/monitoring/alerts.yaml",
    "/usr/share/artifact-share/monitoring/dashboard.json",
  ];
  const seen = new Set();
  for (const guide of guides) {
    const program = path.join(root, "package/build_guide.mjs");
    const made = execFileSync("node", [program, path.join(root, "docs", guide), ...guides], {
      encoding: "utf8",
    });
    for (const [, target] of made.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)) {
      assert.ok(installed.includes(target), `${guide}: ${target}`);
      seen.add(target);
    }
  }
  assert.ok(seen.has("maintain.md.gz") && seen.has("/usr/share/artifact-share/monitoring/alerts.yaml"));
});
