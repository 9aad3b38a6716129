// One of the services that bench/size/run compares: its API, its database, and its accounts.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import https from "node:https";
import path from "node:path";

// Debian's psql is a Perl program that runs the newest.
const [newest] = readdirSync("/usr/lib/postgresql").sort((one, other) => other - one);
const psql = `/usr/lib/postgresql/${newest}/bin/psql`;

export class Service {
  // `state` is a folder of ./run, with accounts made by bench/size/generate.
  constructor(state) {
    const env = readFileSync(path.join(state, "env"), "utf8");
    const value = (name) =>
      new RegExp(`^export ${name}=(.*)$`, "m")
        .exec(env)[1]
        .replace(/^\$?'(.*)'$/, "$1")
        .replace(/\\(.)/g, "$1");
    [this.url, this.program, this.config] = [value("BASE_URL"), value("ADMIN"), value("CONFIG")];
    this.database = value("DATABASE_URL").replace(/ user=.*/, "");
    this.redisSocket = value("REDIS_SOCKET");
    this.agent = new https.Agent({ ca: readFileSync(value("CA_CERT")), keepAlive: true });
    this.artifacts = this.count();
    // The one with a fifth of all artifacts, and two of the others.
    [this.large, this.usual, this.bystander] = ["Account 0", "Account 1", "Account 2"].map((name) => {
      const id = this.sql(`select public_id('acc', id) from accounts where name = '${name}'`);
      return { name, id, key: id && this.admin("key", "add", "--account", id, "--name", "bench") };
    });
  }

  admin(...words) {
    return execFileSync(this.program, ["--config", this.config, ...words], { encoding: "utf8" }).trim();
  }
  // In the background, for so many minutes at most.
  adminFor(minutes, ...words) {
    return new Promise((resolve, reject) => {
      const command = spawn(this.program, ["--config", this.config, ...words], {
        stdio: ["ignore", "ignore", "inherit"],
        timeout: minutes * 60_000,
      });
      command.on("close", (status, signal) =>
        status === 0 || signal ? resolve() : reject(new Error(`${words.join(" ")} failed`)),
      );
    });
  }

  count() {
    return Number(this.sql("select sum(count) from artifact_counts"));
  }

  views() {
    return Number(this.sql("select sum(view_count) from share_links"));
  }
  // One view of each of so many links, of all accounts, in Redis.
  leaveViews(links) {
    const redis = (...words) =>
      execFileSync("redis-cli", ["-s", this.redisSocket, ...words], { encoding: "utf8" });
    const ids = this.sql(
      `select public_id('shr', id) from (select id from share_links order by hashtext(id::text) limit ${links}) as chosen`,
    ).split("\n");
    for (let first = 0; first < ids.length; first += 1000)
      redis(
        "eval",
        `for _, link in ipairs(ARGV) do redis.call('HSET', KEYS[1], link, '1700000000000 19675 1 0 0') end`,
        "1",
        "views",
        ...ids.slice(first, first + 1000),
      );
  }

  // As superuser.
  sql(statement) {
    const words = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-At", "-d", `${this.database} user=postgres`];
    const options = { encoding: "utf8", maxBuffer: 1 << 24 };
    return execFileSync(psql, [...words, "-c", statement], options).trim();
  }
  dump() {
    const words = ["--format=custom", "--compress=0", "-d", `${this.database} user=artifact_share`];
    return new Promise((resolve, reject) =>
      spawn("pg_dump", words, { stdio: ["ignore", "ignore", "inherit"] }).on("close", (status) =>
        status === 0 ? resolve() : reject(new Error("pg_dump failed")),
      ),
    );
  }

  async call({ key }, method, target, body) {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const { status, text } = await new Promise((resolve, reject) => {
      const sent = https.request(
        `${this.url}/api${target}`,
        { method, headers, agent: this.agent },
        (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (part) => (text += part));
          response.on("end", () => resolve({ status: response.statusCode, text }));
        },
      );
      sent.on("error", reject);
      sent.end(body && JSON.stringify(body));
    });
    if (status >= 300) throw new Error(`${method} ${target}: ${status} ${text}`);
    return JSON.parse(text);
  }

  // Microseconds that PostgreSQL has spent on statements since the last call.
  databaseTime() {
    return Number(
      this.sql(
        `
        select coalesce(sum(total_exec_time), 0) * 1000
          from pg_stat_statements
         where userid = 'artifact_share'::regrole and query not like '%pg_database_size%';
        select pg_stat_statements_reset()`,
      ).split("\n")[0],
    );
  }
}
