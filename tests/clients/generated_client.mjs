// Generates a client from the document that the service serves, compiles a program that uses it under `strict`, and
// runs the program against the service. The address of the service is only in the document.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newAccount, origin, request } from "../service/api_client.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const execute = promisify(execFile);

export const tool = (name) => path.join(here, "node_modules/.bin", name);

export async function run(command, args, { cwd, env = {} } = {}) {
  try {
    const { stdout, stderr } = await execute(command, args, {
      cwd,
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
      maxBuffer: 64 * 1024 * 1024,
      timeout: 600_000,
    });
    return stdout + stderr;
  } catch (error) {
    throw new Error(`${command} ${args.join(" ")} failed:\n${error.stdout ?? ""}${error.stderr ?? error}`, {
      cause: error,
    });
  }
}

// A folder of this name with the service's document in openapi.json. Below this folder, as programs find their
// packages there.
export async function workFolder(name) {
  const folder = path.join(here, "generated", name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(here, "generated/package.json"), '{ "type": "commonjs" }\n');
  const { text } = await request("GET", `${origin}/openapi.json`);
  writeFileSync(path.join(folder, "openapi.json"), text);
  return folder;
}

const compilerOptions = {
  strict: true,
  esModuleInterop: true,
  noEmitOnError: true,
  target: "ES2022",
  module: "CommonJS",
  moduleResolution: "Node10",
  lib: ["ES2022", "DOM", "DOM.Iterable"],
  types: ["node"],
  outDir: "compiled",
  rootDir: ".",
  skipLibCheck: true,
};

// `generate` runs the generator in its folder, and has it write to client/. The program is programs/NAME.ts.
export function testClient(name, generate) {
  let folder;
  before(async () => {
    folder = await workFolder(name);
    copyFileSync(path.join(here, "programs", `${name}.ts`), path.join(folder, "program.ts"));
  });

  test(`${name} generates a client, with which a program compiles under strict and works`, async () => {
    await generate(folder);
    writeFileSync(
      path.join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["program.ts", "client"] }),
    );
    await run(tool("tsc"), ["--project", "."], { cwd: folder });
    const output = await run("node", ["compiled/program.js"], {
      cwd: folder,
      env: { API_KEY: newAccount().key },
    });
    assert.match(output, /^done$/m);
  });

  test(`the program of ${name} has no casts`, () => {
    const source = readFileSync(path.join(here, "programs", `${name}.ts`), "utf8");
    const program = source.replace(/\/\/ .*/g, "");
    assert.doesNotMatch(program, /\bas \w|\bany\b|@ts-|[\w)\]]!(?=[.;,)\]])|<\w+>\w/);
  });
}
