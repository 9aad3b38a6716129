// The comment at the beginning of a file with endpoints names each of them, so that it stays true when others join them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../handlers/", import.meta.url);

// The last word of a path that is no parameter: "restore" of /artifacts/{artifact_id}/restore.
const lastWord = (pattern) =>
  pattern
    .split("/")
    .filter((part) => part !== "" && !part.startsWith("{"))
    .at(-1) ?? "/";

test("the first lines of a file name each endpoint that it has", () => {
  const missing = [];
  for (const name of readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".cc"))) {
    const source = readFileSync(new URL(name, folder), "utf8");
    const patterns = [...source.matchAll(/\.pattern =\s*"(\/[^"]*)"/g)].map(([, pattern]) => pattern);
    const [comment] = /^(\/\/.*\n)*/.exec(source);
    for (const pattern of patterns)
      if (!comment.includes(lastWord(pattern))) missing.push(`${name}: ${pattern}`);
  }
  assert.deepEqual(missing, []);
});
