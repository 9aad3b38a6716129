// The commands in the boxes of the documents, which tests run as they stand.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

// Gives a function from the first line of a box, "# …", to the lines that follow it.
export function boxesOf(...documents) {
  const text = documents
    .map((name) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8"))
    .join("\n");
  return (title) => {
    const [, lines, another] = text.split(`\n\`\`\`\n# ${title}\n`);
    assert.ok(lines, `no box: ${title}`);
    assert.equal(another, undefined, `two boxes: ${title}`);
    return lines.slice(0, lines.indexOf("\n```"));
  };
}
