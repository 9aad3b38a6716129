// The program artifact, run as people and scripts run it: with a configuration of its own, and nothing of this
// process' environment that it reads.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { newAccount, origin } from "./api_client.mjs";

const { ADMIN, CA_CERT, PATH } = process.env;
// Where the sanitizers of a build with these report what they find.
const sanitizers = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(ASAN|UBSAN|TSAN)_OPTIONS$/.test(name)),
);
export const program = path.join(path.dirname(ADMIN), "artifact");

// A person with a home of their own. `signedIn`: with the key of a new account for the service.
export class Person {
  constructor({ env = {} } = {}) {
    this.home = mkdtempSync(path.join(os.tmpdir(), "artifact-share-client-"));
    this.env = { HOME: this.home, PATH, ARTIFACT_SHARE_CA_CERT: CA_CERT, ...sanitizers, ...env };
  }

  // With the key of an account in the environment, as in CI.
  static withKey(key = newAccount().key, { service = origin } = {}) {
    const person = new Person({ env: { ARTIFACT_SHARE_URL: service, ARTIFACT_SHARE_KEY: key } });
    person.key = key;
    return person;
  }

  remove() {
    rmSync(this.home, { recursive: true, force: true });
  }

  // The path of a file in the home.
  file(name, content) {
    const file = path.join(this.home, name);
    if (content !== undefined) writeFileSync(file, content);
    return file;
  }

  // A run of the program: its child process, and a promise of { status, signal, stdout, stderr, bytes }.
  start(words, options) {
    return this.#spawn(program, words, options);
  }
  run(words, options) {
    return this.start(words, options).ended;
  }

  // A run of a shell command on a terminal of its own, which shows what is typed unless it is told otherwise.
  // What the terminal shows is in stdout. "$artifact" is the program.
  onTerminal(command, { env = {} } = {}) {
    const words = ["--quiet", "--return", "--flush", "--echo", "always", "--command", command, "/dev/null"];
    return this.#spawn("script", words, {
      input: null,
      env: { artifact: program, SHELL: "/bin/sh", TERM: "xterm", ...env },
    });
  }

  #spawn(command, words, { input = "", env = {}, cwd = this.home } = {}) {
    const child = spawn(command, words, { cwd, env: { ...this.env, ...env } });
    const run = { child, stdout: "", stderr: "" };
    const chunks = [];
    child.stdout.on("data", (chunk) => {
      chunks.push(chunk);
      run.stdout += chunk;
    });
    child.stderr.on("data", (chunk) => (run.stderr += chunk));
    // It may end without having read all.
    child.stdin.on("error", () => {});
    if (input !== null) child.stdin.end(input);
    run.ended = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status, signal) =>
        resolve({ status, signal, stdout: run.stdout, stderr: run.stderr, bytes: Buffer.concat(chunks) }),
      );
    });
    return run;
  }
}
