// A mixed load that leaves nothing behind: each visit creates an artifact, works with it, and removes it for good, so
// whatever grows is not what the clients keep.
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { OriginClient } from "../service/origin_client.mjs";

// A busy machine answers late; what is not answered at all fails.
const patienceMilliseconds = 60_000;
const standingArtifacts = 200;
const paragraph = "The quick brown fox jumps over the lazy dog, and none of them is stored for long. ";
// Titles are indexed by their pieces, and contents by their words. PostgreSQL's index keeps what is gone, so random ones
// would add new ones for a long time; those of people repeat.
const words = [
  "annual",
  "report",
  "draft",
  "minutes",
  "budget",
  "sales",
  "notes",
  "plan",
  "review",
  "summary",
];
const pick = (list) => list[Math.floor(Math.random() * list.length)];

// A file that nginx answers by itself.
const [asset] = readdirSync(path.join(path.dirname(process.env.ADMIN), "assets")).filter((name) =>
  /^chart\.[0-9a-f]+\.css$/.test(name),
);

export class Load {
  // The kind of request that no worker and no database sees.
  static yardstick = "static file";
  // How many visits may be under way. More would only wait for each other.
  static mostVisits = 48;
  // How many visits could not begin when they should have, as too many were under way.
  late = 0;
  visits = 0;
  #client;
  #accounts;
  #isOver = false;
  #underWay = new Set();
  #times = new Map();
  #failures = new Map();
  #requests = 0;

  constructor(origin, accounts) {
    this.#client = new OriginClient(origin, { patienceMilliseconds, connections: Load.mostVisits });
    this.#accounts = accounts;
  }

  // What was not answered as it should have been, by kind and answer, and how many requests there were.
  get failures() {
    return this.#failures;
  }
  get requests() {
    return this.#requests;
  }

  // The milliseconds of each request since the last call, by kind.
  takeTimes() {
    const times = this.#times;
    this.#times = new Map();
    return times;
  }

  #noteFailure(failure) {
    this.#failures.set(failure, (this.#failures.get(failure) ?? 0) + 1);
  }
  async #ask(kind, expected, method, target, options) {
    ++this.#requests;
    const begun = performance.now();
    let status;
    let answer;
    try {
      answer = await this.#client.send(method, target, options);
      ({ status } = answer);
    } catch (error) {
      status = error.code ?? error.message;
    }
    if (status !== expected) {
      this.#noteFailure(`${kind}: ${status}`);
      return undefined;
    }
    if (!this.#times.has(kind)) this.#times.set(kind, []);
    this.#times.get(kind).push(performance.now() - begun);
    return answer;
  }
  async #call(kind, expected, { key }, method, target, body, more = {}) {
    const headers = { authorization: `Bearer ${key}`, ...more };
    if (body !== undefined) headers["content-type"] = "application/json";
    const options = { headers, body: body === undefined ? undefined : JSON.stringify(body) };
    const answer = await this.#ask(kind, expected, method, `/api${target}`, options);
    return answer && (answer.text ? JSON.parse(answer.text) : {});
  }

  #content() {
    const text = `# Number ${Math.floor(Math.random() * 1000)}\n\n${paragraph.repeat(1 + Math.floor(Math.random() * 60))}`;
    return { template: "markdown", title: [1, 2, 3, 4].map(() => pick(words)).join(" "), content: { text } };
  }
  #create(account, more = {}) {
    const headers = Math.random() < 0.5 ? { "idempotency-key": randomUUID() } : {};
    return this.#call("create", 201, account, "POST", "/artifacts", { ...this.#content(), ...more }, headers);
  }
  #remove(account, { id }) {
    return this.#call("remove", 200, account, "DELETE", `/artifacts/${id}?permanent=true`);
  }
  async #view(url) {
    const { pathname, search } = new URL(url);
    await this.#ask("view", 200, "GET", pathname + search, { headers: { accept: "application/json" } });
    await this.#ask("page", 200, "GET", pathname + search, { headers: { accept: "text/html" } });
  }

  async #work(account) {
    const made = await this.#create(account);
    if (!made) return;
    const target = `/artifacts/${made.id}`;
    await this.#call("read", 200, account, "GET", target);
    await this.#call("update", 200, account, "PUT", target, { content: this.#content().content });
    const link = await this.#call("share", 200, account, "POST", `${target}/share`, {});
    if (link) await this.#view(link.url);
    await this.#remove(account, made);
  }
  async #publish(account) {
    const made = await this.#call(
      "create and share",
      201,
      account,
      "POST",
      "/artifacts/share",
      this.#content(),
    );
    if (!made) return;
    await this.#view(made.share.url);
    await this.#view(made.share.url);
    await this.#remove(account, made);
  }
  async #look(account) {
    const first = await this.#call("list", 200, account, "GET", "/artifacts?limit=20");
    const cursor = first?.pagination.nextCursor;
    if (cursor)
      await this.#call(
        "list",
        200,
        account,
        "GET",
        `/artifacts?limit=20&cursor=${encodeURIComponent(cursor)}`,
      );
    await this.#call("search", 200, account, "GET", "/artifacts?limit=20&q=standing");
    await this.#call("account", 200, account, "GET", "/account");
  }
  // What one client does.
  async #visit() {
    const account = pick(this.#accounts);
    const chance = Math.random();
    if (chance < 0.5) await this.#work(account);
    else if (chance < 0.8) await this.#publish(account);
    else await this.#look(account);
    await this.#ask(Load.yardstick, 200, "GET", `/assets/${asset}`);
    ++this.visits;
  }
  #begin() {
    // An answer that cannot be understood. As an unhandled rejection it would end this process, and leave those of the
    // service.
    const visit = this.#visit()
      .catch((error) => this.#noteFailure(`visit: ${error.message}`))
      .finally(() => this.#underWay.delete(visit));
    this.#underWay.add(visit);
  }

  // What lists and searches find.
  async prepare() {
    for (const account of this.#accounts)
      for (let number = 1; number <= standingArtifacts; ++number)
        if (!(await this.#create(account, { title: `Standing ${number}` })))
          throw new Error(`the artifacts cannot be created: ${[...this.#failures.keys()]}`);
  }

  // Visits a second that are done when so many are always under way.
  async saturation(milliseconds, clients) {
    const end = performance.now() + milliseconds;
    const before = this.visits;
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < end) await this.#visit();
      }),
    );
    return ((this.visits - before) * 1000) / (performance.now() - begun);
  }

  // Begins so many visits a second until the end, whether the earlier ones have ended or not, and waits for all.
  async keepRate(rate, milliseconds) {
    const begun = performance.now();
    const total = Math.floor((rate * milliseconds) / 1000);
    for (let due = 0; due < total && !this.#isOver;) {
      const now = Math.min(total, Math.ceil(((performance.now() - begun) * rate) / 1000));
      for (; due < now; ++due) {
        if (this.#underWay.size < Load.mostVisits) this.#begin();
        else ++this.late;
      }
      await wait(5);
    }
    await Promise.all(this.#underWay);
  }

  // Ends them before their time.
  stop() {
    this.#isOver = true;
  }
  // Until the end. A PDF is made after its artifact was created, so each remains until the next one is.
  async replacePdfs(pauseMilliseconds, milliseconds) {
    const [account] = this.#accounts;
    let previous;
    for (const end = performance.now() + milliseconds; performance.now() < end && !this.#isOver;) {
      const content = { html: `<h1>Soak</h1><p>${randomUUID()}</p>`, filename: "soak.pdf" };
      const body = { template: "pdf", title: "Soak", content };
      const made = await this.#call("create a PDF", 201, account, "POST", "/artifacts", body);
      if (previous) await this.#remove(account, previous);
      previous = made;
      await wait(pauseMilliseconds);
    }
    if (previous) await this.#remove(account, previous);
  }
}
