// A session with the database that stays open, so that a test can hold locks in it.
import { spawn } from "node:child_process";
import { until } from "../api_client.mjs";

// Lives as long as the test does.
export class DatabaseSession {
  #psql;
  #output = "";

  constructor(t) {
    this.#psql = spawn("psql", ["-X", "-q", "-At", "-d", process.env.DATABASE_URL], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    for (const stream of [this.#psql.stdout, this.#psql.stderr])
      stream.on("data", (data) => (this.#output += data));
    t.after(() => this.#psql.kill());
  }

  // Sends statements; what they answer, errors too, is given by answer().
  send(statements) {
    this.#psql.stdin.write(`${statements};\n\\echo end\n`);
  }
  async answer() {
    const text = await until(
      () => this.#output,
      (output) => output.endsWith("end\n"),
    );
    this.#output = "";
    return text.slice(0, -"end\n".length).trim();
  }
  ask(statements) {
    this.send(statements);
    return this.answer();
  }
}
