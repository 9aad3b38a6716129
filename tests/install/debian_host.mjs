// A Debian host with a systemd of its own, booted by systemd-nspawn: in the network of this process, or in
// one of its own behind a bridge. What it writes goes to a layer over one of the roots that
// tests/install/prepare has made, which begins empty. Several run side by side under different names.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  createWriteStream,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { folder } from "./packages.mjs";

const run = promisify(execFile);
const busSocket = "/run/dbus/system_bus_socket";

// Calls `look` until it gives something, or so many minutes have gone by.
export async function until(what, look, minutes = 1) {
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; await sleep(100)) {
    const found = await look().catch(() => undefined);
    if (found) return found;
  }
  assert.fail(`in ${minutes} min there was not: ${what}`);
}

// systemd-nspawn asks the machine's bus. Ours, where there is none, runs while one of our hosts does.
let bus;
let hosts = 0;

async function startBus() {
  const answers = () => run("busctl", ["--system", "status"]).then(() => true);
  if (await answers().catch(() => false)) return undefined;
  mkdirSync(path.dirname(busSocket), { recursive: true });
  const daemon = spawn("dbus-daemon", ["--system", "--nofork", "--nopidfile"], { stdio: "ignore" });
  await until("a system bus", async () => (await run("test", ["-S", busSocket])) && true);
  return daemon;
}

async function stopBus() {
  (await bus)?.kill();
  bus = undefined;
}

const onlyItself = "127.0.0.1 localhost share.example.test\n";

export class DebianHost {
  // `names` is what its /etc/hosts says. With a `bridge`, which is to be there, it has an interface on it,
  // host0, with the `addresses` given (10.0.0.5/24). Units that are `masked` never start. `root` is base, which has
  // all that the service needs, bare or hosts. `disk` is a folder that is on a disk of its own, which fillDisk() fills.
  static async boot({
    name = "share",
    names = onlyItself,
    bridge,
    addresses = [],
    masked = [],
    root = "base",
    disk,
  } = {}) {
    const host = new DebianHost();
    host.name = name;
    host.disk = disk;
    host.bridge = bridge;
    host.addresses = addresses;
    host.layer = path.join(folder, `host-${name}`);
    host.root = path.join(host.layer, "root");
    host.#discard();
    for (const part of ["root", "upper", "work"]) mkdirSync(path.join(host.layer, part), { recursive: true });
    const layers = `lowerdir=${folder}/${root},upperdir=${host.layer}/upper,workdir=${host.layer}/work`;
    execFileSync("mount", ["-t", "overlay", "overlay", "-o", layers, host.root]);
    hosts += 1;
    bus ??= startBus();
    await bus;
    writeFileSync(path.join(host.root, "etc/hosts"), names);
    writeFileSync(path.join(host.root, "etc/hostname"), `${name}\n`);
    if (disk) host.#addDisk();
    for (const unit of masked) symlinkSync("/dev/null", path.join(host.root, "etc/systemd/system", unit));
    host.#start();
    await host.#waitUntilBooted();
    return host;
  }

  #start() {
    const options = ["--boot", "--console=pipe", "--keep-unit", "--register=no", "--resolv-conf=off"];
    options.push("--timezone=off", `--machine=${this.name}`);
    if (this.bridge) options.push(`--network-bridge=${this.bridge}`);
    else options.push("--network-namespace-path=/proc/self/ns/net");
    // Which systemd-nspawn does not know yet, and would refuse.
    options.push("--system-call-filter=landlock_create_ruleset landlock_add_rule landlock_restrict_self");
    this.nspawn = spawn("systemd-nspawn", ["-D", this.root, ...options], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const log = createWriteStream(path.join(folder, `console-${this.name}.log`), { flags: "a" });
    this.nspawn.stdout.pipe(log);
    this.nspawn.stderr.pipe(log);
  }

  // Its end of the cable: down, nothing that is sent to it or by it arrives, and nobody is told.
  setCable(state) {
    execFileSync("ip", ["link", "set", `vb-${this.name}`, state]);
  }

  // A disk in memory, outside of the host, so that it keeps what is on it when the power is cut.
  #addDisk() {
    const place = path.join(this.root, this.disk);
    mkdirSync(place, { recursive: true });
    const { uid, gid, mode } = statSync(place);
    execFileSync("mount", [
      "-t",
      "tmpfs",
      "-o",
      `size=1g,uid=${uid},gid=${gid},mode=${(mode & 0o7777).toString(8)}`,
      "disk",
      place,
    ]);
  }
  // Gives what frees it again.
  fillDisk() {
    const file = path.join(this.root, this.disk, "filler");
    spawnSync("dd", ["if=/dev/zero", `of=${file}`, "bs=64K"], { stdio: "ignore" });
    assert.throws(() => writeFileSync(`${file}-more`, "x".repeat(65536)), { code: "ENOSPC" });
    return () => {
      for (const name of [file, `${file}-more`]) rmSync(name, { force: true });
    };
  }

  // Stops each process on it but the first, and gives what lets them go on. Its kernel still answers for them.
  async pause() {
    await this.run("bash", "-c", "kill -STOP -1");
    return () => this.run("bash", "-c", "kill -CONT -1");
  }

  // Configures its network. Base root has no program for it, so this machine's does.
  configureNetwork(...words) {
    execFileSync("nsenter", ["-t", String(this.#firstProcess()), "-n", "ip", ...words]);
  }

  // Runs a program there and gives { status, stdout, stderr }.
  async run(program, ...words) {
    const inside = ["-t", String(this.#firstProcess()), "-n", "-m", "-u", "-i", "-p", "-C", "-r", "-w"];
    const environment = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8"];
    environment.push("DEBIAN_FRONTEND=noninteractive");
    const all = [...inside, ...environment, program, ...words];
    try {
      return { status: 0, ...(await run("nsenter", all, { maxBuffer: 1 << 28 })) };
    } catch (failure) {
      if (typeof failure.code !== "number") throw failure;
      return { status: failure.code, stdout: failure.stdout, stderr: failure.stderr };
    }
  }

  // Runs a line of shell that must succeed, and gives what it printed.
  async shell(line) {
    const { status, stdout, stderr } = await this.run("bash", "-o", "pipefail", "-ec", line);
    assert.equal(status, 0, `${line}\n${stdout}${stderr}`);
    return stdout.trim();
  }

  // systemd-nspawn ends with the host and, under --keep-unit, leaves it to others to start it again.
  async reboot() {
    await this.#end("reboot");
    this.#start();
    await this.#waitUntilBooted();
  }

  // As if the power were cut: nothing on it ends in an orderly way. What it has written stays.
  async cutPower() {
    const ended = new Promise((resolve) => this.nspawn.once("exit", resolve));
    process.kill(this.#firstProcess(), "SIGKILL");
    await ended;
  }
  async powerOn() {
    this.#start();
    await this.#waitUntilBooted();
  }

  async powerOff() {
    await this.#end("poweroff");
    this.#discard();
    hosts -= 1;
    if (hosts === 0) await stopBus();
  }

  async #end(way) {
    if (this.nspawn.exitCode !== null || this.nspawn.signalCode !== null) return;
    const ended = new Promise((resolve) => this.nspawn.once("exit", resolve));
    await this.run("systemctl", way).catch(() => {});
    const inTime = await Promise.race([ended.then(() => true), sleep(60_000, false, { ref: false })]);
    if (inTime) return;
    this.nspawn.kill("SIGKILL");
    await ended;
  }

  #firstProcess() {
    const { pid } = this.nspawn;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ")[0]);
  }

  // Running, or degraded: a unit of Debian's own may not work in a container.
  async #waitUntilBooted() {
    await until("a booted host", async () => {
      const { stdout } = await this.run("systemctl", "is-system-running");
      return /^(running|degraded)/.test(stdout);
    });
    if (!this.bridge) return;
    for (const address of this.addresses) this.configureNetwork("address", "add", address, "dev", "host0");
    this.configureNetwork("link", "set", "host0", "up");
  }

  #discard() {
    try {
      execFileSync("umount", ["--recursive", this.root], { stdio: "ignore" });
    } catch {
      // Nothing was mounted.
    }
    rmSync(this.layer, { recursive: true, force: true });
  }
}
