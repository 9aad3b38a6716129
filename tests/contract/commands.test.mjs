// What ./run and ./test say at once where they cannot do what they are asked.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

const root = path.resolve(new URL(".", import.meta.url).pathname, "../..");
let folder;
before(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "artifact-share-commands-"));
});
after(() => rmSync(folder, { recursive: true }));

// Runs a command of the project and gives its exit status and all that it printed.
function call(command, args, { env = {}, under = [], checkout = root } = {}) {
  const [program, ...rest] = [...under, path.join(checkout, command), ...args];
  return new Promise((resolve) => {
    execFile(program, rest, { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ status: error ? error.code : 0, output: stdout + stderr });
    });
  });
}

const state = () => path.join(folder, "state");

test("./test names an unknown step and how to list them", async () => {
  const { status, output } = await call("test", ["unti"]);
  assert.equal(status, 2);
  assert.equal(output, "test: unknown step 'unti'; ./test --help lists the steps\n");
});

test("./run rejects an invalid port before it builds anything", async () => {
  for (const port of ["0", "65536", "70000", "080", "https", ""]) {
    const { status, output } = await call("run", ["--port", port]);
    assert.equal(status, 2);
    assert.equal(output, `run: --port requires a number from 1 to 65535, not '${port}'\n`);
  }
});

// A checkout that has nothing but ./test and some tests, each of which passes.
function checkoutWith(...files) {
  const checkout = mkdtempSync(path.join(folder, "checkout-"));
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true });
    writeFileSync(path.join(checkout, file), text);
  };
  copyFileSync(path.join(root, "test"), path.join(checkout, "test"));
  for (const program of ["run", "tests/install_packages"]) {
    write(program, "#!/bin/sh\n");
    chmodSync(path.join(checkout, program), 0o755);
  }
  copyFileSync(path.join(root, "tests/runner.mjs"), path.join(checkout, "tests/runner.mjs"));
  for (const file of files) write(file, 'import { test } from "node:test";\ntest("passes", () => {});\n');
  return checkout;
}
// Else the runner takes these for tests of the run that it is in itself.
const env = { NODE_TEST_CONTEXT: undefined };

test("./test runs programs that are not in the PATH of an ordinary user", async () => {
  const checkout = checkoutWith("tests/contract/list.test.mjs");
  writeFileSync(
    path.join(checkout, "tests/contract/list.test.mjs"),
    `import { execFileSync } from "node:child_process";
    import { test } from "node:test";
    test("finds nginx", () => execFileSync("nginx", ["-v"], { stdio: "ignore" }));`,
  );
  const { status, output } = await call("test", ["contract/list"], {
    env: {
      ...env,
      PATH: process.env.PATH.split(":")
        .filter((name) => !/\/sbin$/.test(name))
        .join(":"),
    },
    checkout,
  });
  assert.equal(status, 0, output);
});

test("./test finds a file by its name without the folders, as long as one file has it", async () => {
  const checkout = checkoutWith(
    "tests/contract/api/list.test.mjs",
    "tests/contract/pages/list_pages.test.mjs",
  );
  for (const name of ["list", "api/list", "list.test.mjs"]) {
    const { status, output } = await call("test", [`contract/${name}`], { env, checkout });
    assert.equal(status, 0, output);
    assert.match(output, /=== tests\/contract\/api\/list\.test\.mjs/);
    assert.match(output, /\n1 passed, 0 failed\n/);
  }
});

test("./test names the files that an ambiguous name may mean", async () => {
  const checkout = checkoutWith("tests/contract/api/list.test.mjs", "tests/contract/pages/list.test.mjs");
  const { status, output } = await call("test", ["contract/list"], { env, checkout });
  assert.equal(status, 2);
  assert.equal(
    output,
    "test: 'contract/list' is ambiguous; it matches tests/contract/api/list.test.mjs tests/contract/pages/list.test.mjs\n",
  );
});

test("./test prefers a whole path to a name in another folder", async () => {
  const checkout = checkoutWith("tests/contract/list.test.mjs", "tests/contract/api/list.test.mjs");
  const { output } = await call("test", ["contract/list"], { env, checkout });
  assert.match(output, /=== tests\/contract\/list\.test\.mjs/);
});

test("./test runs all files of a folder except the long ones", async () => {
  const checkout = checkoutWith(
    "tests/contract/api/list.test.mjs",
    "tests/contract/api/keys/create.test.mjs",
    "tests/contract/api/long/walk.test.mjs",
    "tests/contract/pages/page.test.mjs",
  );
  const { status, output } = await call("test", ["contract/api"], { env, checkout });
  assert.equal(status, 0, output);
  assert.match(output, /\n2 passed, 0 failed\n/);
});

test("./test reports an unknown file or folder", async () => {
  for (const name of ["integration/nothing", "integration/ist", "nothing/list"]) {
    const { status, output } = await call("test", [name]);
    assert.equal(status, 2);
    const step = path.dirname(name);
    assert.equal(output, `test: there is no file or folder of tests named '${name}' in tests/${step}\n`);
  }
});

test("./test does not run twice in one checkout", async () => {
  const lock = path.join(root, ".run/test.lock");
  mkdirSync(path.dirname(lock), { recursive: true });
  let { status, output } = await call("test", ["format"], {
    under: ["flock", "--shared", "--nonblock", "--conflict-exit-code", "75", lock],
  });
  // The ./test that runs this file holds the lock.
  if (status === 75) ({ status, output } = await call("test", ["format"]));
  assert.equal(status, 1);
  assert.equal(output, "test: another ./test is running in this checkout; wait for it to finish\n");
});

test("./run names the port that is in use before it prepares anything", async (t) => {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  t.after(() => server.close());
  const { status, output } = await call("run", ["--background", "--port", `${port}`, "--state", state()]);
  assert.equal(status, 1);
  assert.match(output, new RegExp(`^run: port ${port} is already in use.*; choose another with --port\n$`));
});

test("./run says that another one is starting with the same state", async () => {
  const pids = path.join(state(), "pids");
  mkdirSync(pids, { recursive: true });
  const started = execFileSync("awk", [
    '{ sub(/.*\\) /, ""); print $20 }',
    `/proc/${process.pid}/stat`,
  ]).toString();
  writeFileSync(path.join(pids, "start.pid"), `${process.pid} ${started}`);
  const { status, output } = await call("run", ["--prepare", "--state", state()]);
  rmSync(path.join(pids, "start.pid"));
  assert.equal(status, 1);
  assert.match(output, new RegExp(`^run: another ./run \\(process ${process.pid}\\) is starting`));
});

test("./run rejects a folder whose name nginx or libpq would misread, before it prepares anything", async () => {
  for (const name of ["two words", "a'b", "a,b", "a\\b", "a;b", "a$b", "a[b", "a\nb"]) {
    const refused = path.join(folder, name);
    const { status, output } = await call("run", ["--prepare", "--state", refused]);
    assert.equal(status, 1, output);
    assert.ok(output.startsWith(`run: the path ${refused} contains a space or one of `), output);
    assert.deepEqual(readdirSync(refused), []);
  }
});

test("./run says how much disk space is missing", async () => {
  const programs = path.join(folder, "programs");
  mkdirSync(programs);
  writeFileSync(path.join(programs, "df"), "#!/bin/sh\necho Avail; echo 20480\n");
  chmodSync(path.join(programs, "df"), 0o755);
  const { status, output } = await call("run", ["--prepare", "--state", state()], {
    env: { PATH: `${programs}:${process.env.PATH}` },
  });
  assert.equal(status, 1);
  assert.match(output, /^run: .* has 20 MiB of free disk space; 1,000 are needed\n$/);
});

test("./run says how much memory is missing", { skip: process.getuid() !== 0 && "needs root" }, async () => {
  const file = path.join(folder, "meminfo");
  writeFileSync(file, "MemTotal: 1000000 kB\nMemAvailable: 102400 kB\n");
  const { status, output } = await call("run", ["--prepare", "--state", state()], {
    under: ["unshare", "--mount", "sh", "-c", `mount --bind ${file} /proc/meminfo && exec "$@"`, "sh"],
  });
  assert.equal(status, 1);
  assert.match(output, /^run: 100 MiB of memory are available; 700 are needed\n$/);
});

test("./run says that a state folder cannot be written to", async () => {
  writeFileSync(path.join(folder, "file"), "");
  const { status, output } = await call("run", ["--prepare", "--state", path.join(folder, "file/state")]);
  assert.notEqual(status, 0);
  assert.match(output, /cannot be written to; name another folder with --state/);
  assert.ok(!existsSync(path.join(folder, "file/state")));
});

test(
  "./run lets packages start their services again when it is interrupted",
  { skip: process.getuid() !== 0 && "needs root" },
  async () => {
    const programs = path.join(folder, "no_packages");
    const sbin = path.join(folder, "sbin");
    const started = path.join(folder, "started");
    for (const one of [programs, sbin, started]) mkdirSync(one);
    const program = (name, text) =>
      writeFileSync(path.join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    program("dpkg-query", "echo not-installed");
    program("apt-get", `[ "$1" = update ] || { ls /usr/sbin >${started}/installing; exec sleep 60; }`);
    const watcher = watch(started);
    const run = spawn(
      "unshare",
      [
        ...["--mount", "sh", "-c", `mount --bind ${sbin} /usr/sbin && exec "$@"`, "sh"],
        ...[path.join(root, "run"), "--prepare", "--state", state()],
      ],
      { detached: true, stdio: "ignore", env: { ...process.env, PATH: `${programs}:${process.env.PATH}` } },
    );
    const ended = once(run, "exit");
    await Promise.race([once(watcher, "change"), ended]);
    watcher.close();
    assert.deepEqual(readdirSync(sbin), ["policy-rc.d"], "no service is started meanwhile");
    process.kill(-run.pid, "SIGINT");
    await ended;
    assert.deepEqual(readdirSync(sbin), []);
  },
);

test("./run rejects unknown options", async () => {
  for (const args of [["--prot", "1"], ["--port"], ["--port", "x"], ["--preset", "relase"]]) {
    const { status, output } = await call("run", args);
    assert.equal(status, 2, output);
  }
});
