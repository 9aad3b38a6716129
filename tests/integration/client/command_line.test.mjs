// The command line of artifact: its help, its errors, and what shells complete.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Person, program } from "../../service/client_program.mjs";
import { templateNames } from "../../service/template_names.mjs";

let person;
before(() => {
  person = new Person();
});
after(() => person.remove());

const commandsOf = (help) => [...help.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name);
const optionsOf = (help) => [...help.matchAll(/^ {2}(?:-\w,)?(--[a-z-]+)/gm)].map(([, name]) => name);

async function everyCommand() {
  const { status, stdout } = await person.run(["--help"]);
  assert.equal(status, 0);
  const commands = commandsOf(stdout.slice(stdout.indexOf("Commands:")));
  assert.ok(commands.includes("share") && commands.includes("whoami"));
  return commands;
}
const helpOf = async (command) => (await person.run([command, "--help"])).stdout;

test("the manual has every command and option", async () => {
  const manual = readFileSync(new URL("../../../docs/client.md", import.meta.url), "utf8");
  for (const command of await everyCommand()) {
    assert.match(manual, new RegExp("^\\| `" + command + "\\b", "m"));
    for (const option of optionsOf(await helpOf(command)))
      if (option !== "--help")
        assert.match(manual, new RegExp("`[^`]*" + option + "\\b"), `${command} ${option}`);
  }
});

test("the help of a command names its arguments as the manual does", async () => {
  for (const [command, usage] of [
    ["share", "[options] [FILE...]"],
    ["update", "[options] ID|LINK [FILE]"],
    ["link", "[options] ID|LINK [LINK_ID...]"],
    ["login", "[options] URL"],
  ]) {
    const help = await helpOf(command);
    assert.equal(help.split("\n")[1], `Usage: artifact ${command} ${usage}`);
    assert.doesNotMatch(help, /Excludes|Needs|Positionals|SUBCOMMAND/);
  }
});

test("the version is the package's", async () => {
  const { stdout } = await person.run(["--version"]);
  const source = readFileSync(new URL("../../../CMakeLists.txt", import.meta.url), "utf8");
  assert.equal(stdout, `artifact ${/VERSION ([\d.]+) LANGUAGES/.exec(source)[1]}\n`);
});

test("help that cannot be written is a failure", () => {
  const full = openSync("/dev/full", "w");
  for (const words of [["--help"], ["share", "--help"], ["--version"], ["completion", "bash"]]) {
    const { status, stderr } = spawnSync(program, words, {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    assert.deepEqual([status, /cannot write standard output: No space left/.test(stderr)], [1, true]);
  }
  closeSync(full);
});

test("a wrong command line is one line and a hint, with status 2", async () => {
  for (const words of [
    [],
    ["shear"],
    ["share", "--titel", "x"],
    ["share", "--title"],
    ["share", "--max-views", "0"],
    ["share", "--template", "poem"],
    ["share", "--password", "--generate-password"],
    ["share", "-", "-"],
    ["share", "a", "b", "--title", "x"],
    ["share", "a", "b", "--external-id", "x"],
    ["share", "--external-id", "a/b"],
    ["share", "--metadata", "job"],
    ["share", "--metadata", "=nightly"],
    ["get"],
    ["list", "--limit", "many"],
    ["list", "--sort", "foo"],
    ["list", "--status", "foo"],
    ["list", "--template", "foo"],
    ["list", "--external-id", "a/b"],
    ["list", "--metadata", "job="],
    ["list", "--created-after", "yesterday"],
    ["list", "--created-before", "2026-02-30"],
    ["links", "art_01kezrwhr0e0fbkv6g3x9t2m5q", "--status", "foo"],
    ["list", "--ca-cert", "missing.pem"],
    ["whoami", "--host", "not a host"],
    ["completion", "tcsh"],
  ]) {
    const { status, stdout, stderr } = await person.run(words);
    assert.deepEqual([status, stdout], [2, ""], words.join(" "));
    assert.match(stderr, /^artifact: [^\n]+\n(Run `artifact [a-z]* ?--help` for the options\.\n)?$/);
  }
});

test("an argument is named as in the help, and a value is described as by the API", async () => {
  const templates = templateNames.join(", ");
  for (const [words, message] of [
    [["login"], "URL is required"],
    [["logout"], "URL is required"],
    [["get"], "ID|LINK is required"],
    [["delete"], "ID|LINK is required"],
    [["completion"], "SHELL is required"],
    [["completion", "tcsh"], "SHELL must be one of bash, zsh, fish"],
    [["share", "--max-views", "0"], "--max-views must be a whole number from 1 to 1000000"],
    [["share", "--max-views", "many"], "--max-views must be a whole number from 1 to 1000000"],
    [["share", "--retries", "21"], "--retries must be a whole number from 0 to 20"],
    [["list", "--limit", "1e3"], "--limit must be a whole number from 1 to 1000000"],
    [["share", "--template", "page"], `--template must be one of ${templates}`],
    [["list", "--sort", "size"], /^artifact: --sort must be one of createdAt, -createdAt, updatedAt, /],
    [["link", "art_1", "--without", "title"], /^artifact: --without must be one of password, link-name, /],
    [["list", "--created-before", "2026-02-30"], /^artifact: --created-before must be a date such as /],
    [["share", "--metadata", "job"], "--metadata must be KEY=VALUE, such as job=nightly"],
  ]) {
    const { status, stderr } = await person.run(words);
    assert.equal(status, 2, words.join(" "));
    if (typeof message === "string") assert.equal(stderr.split("\n")[0], `artifact: ${message}`);
    else assert.match(stderr, message);
  }
});

test("an unknown command or option is named, with the one that was probably meant", async () => {
  const long = "x".repeat(3000);
  person.file("report.md", "# Report");
  for (const [words, message] of [
    [[], "a command is required"],
    [["shar", "report.md"], "there is no command shar; did you mean share?"],
    [["publish"], "there is no command publish"],
    [["report.md"], "there is no command report.md; did you mean share report.md?"],
    [[long], `there is no command ${long}`],
    [["share", `--${long}`], `there is no option --${long}`],
    [["--titel"], "there is no option --titel"],
    [["share", "--titel", "x"], "there is no option --titel; did you mean --title?"],
    [["share", "--expire=7d", "x"], "there is no option --expire; did you mean --expires?"],
    [["share", "--colour", "x"], "there is no option --colour"],
    [["whoami", "now"], "unexpected argument now"],
    [["--retries", "2", "list"], "--retries must be after the command: artifact list --retries"],
    [["list", "--retires", "2"], "there is no option --retires; did you mean --retries?"],
  ]) {
    const { status, stderr } = await person.run(words);
    assert.deepEqual([status, stderr.split("\n")[0]], [2, `artifact: ${message}`]);
  }
});

test("bash completes every command, option and value", async () => {
  const { stdout: script } = await person.run(["completion", "bash"]);
  const complete = (...words) =>
    execFileSync(
      "bash",
      [
        "-c",
        `${script}\nCOMP_WORDS=(artifact "$@") COMP_CWORD=$#; _artifact; printf '%s\\n' "\${COMPREPLY[@]}"`,
        "bash",
        ...words,
      ],
      { encoding: "utf8", cwd: person.home },
    )
      .trim()
      .split("\n")
      .sort();
  const commands = await everyCommand();
  assert.deepEqual(complete(""), [...commands, "--help", "--version"].sort());
  for (const command of commands) {
    const options = optionsOf(await helpOf(command)).sort();
    assert.deepEqual(complete(command, "--"), options, command);
  }
  person.file("report.md", "");
  assert.deepEqual(complete("share", "rep"), ["report.md"]);
  assert.deepEqual(complete("share", "--template", ""), [
    "chart",
    "code",
    "html",
    "image",
    "markdown",
    "pdf",
    "table",
  ]);
  assert.deepEqual(complete("link", "--without", "pass"), ["password"]);
  assert.deepEqual(complete("list", "--sort", "tit"), ["title"]);
  assert.deepEqual(complete("links", "--status", ""), ["active", "expired", "revoked"]);
  assert.deepEqual(complete("list", "--limit", ""), [""]);
  assert.deepEqual(complete("completion", "z"), ["zsh"]);
});

for (const shell of ["zsh", "fish"])
  test(`${shell} takes its completion, with every command and option`, async () => {
    const { stdout: script } = await person.run(["completion", shell]);
    const { status, stderr } = spawnSync(shell, ["-n", person.file(`script.${shell}`, script)], {
      encoding: "utf8",
    });
    assert.deepEqual([status, stderr], [0, ""]);
    for (const command of await everyCommand()) {
      assert.ok(script.includes(command));
      for (const option of optionsOf(await helpOf(command)))
        if (option !== "--help")
          assert.ok(script.includes(shell === "fish" ? `-l ${option.slice(2)} ` : `'${option}[`), option);
    }
  });
