// The completion of artifact-admin in bash, compared with what the program says of itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { admin } from "../../service/api_client.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const bash = (script) => execFileSync("bash", ["-c", script], { cwd: root, encoding: "utf8" }).trim();

test("the shell completes every command and option of artifact-admin", () => {
  const usage = admin("--help");
  const completed = (words) =>
    bash(
      `. package/completion.bash
       COMP_WORDS=(artifact-admin ${words} '') COMP_CWORD=${words.split(" ").filter(Boolean).length + 1}
       _artifact_admin; printf '%s\n' "\${COMPREPLY[@]}" | sort`,
    );
  // A command's line, and the lines of its options where they do not fit there.
  const commands = usage.matchAll(/^ {2}([a-z]+(?: [a-z][a-z-]*)?)(?= |$)((?:[^\n]|\n {8})*)/gm);
  const words = new Set();
  for (const [, command, options] of commands) {
    const expected = [...new Set(options.match(/--[a-z-]+/g))].sort().join("\n");
    assert.equal(completed(command), expected, command);
    const [first, second] = command.split(" ");
    if (second) assert.match(completed(first), new RegExp(`^${second}$`, "m"));
    words.add(first);
  }
  assert.ok(words.size > 5);
  assert.deepEqual(completed("").split("\n"), [...words, "--config", "--help", "--version"].sort());
});
