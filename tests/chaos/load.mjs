// The mixed load: clients that each do one thing after the other, and record what became of it. Every title and
// every content is written once, so that whatever is seen later can be told from all else.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { checkResponse } from "../contract/checked_responses.mjs";
import { OriginClient } from "../service/origin_client.mjs";

// Longer than any fault: an answer that comes late is an answer.
const patienceMilliseconds = 60_000;

export class Load {
  #history;
  #client;
  #isOver = false;
  #written = 0;
  #running = [];
  // By account: those that everybody may read.
  #known = new Map();

  constructor(history, origin) {
    this.#history = history;
    this.#client = new OriginClient(origin, { patienceMilliseconds });
  }

  // What an answer means for a history; `read` gives what to record of one that was granted, or { reason } if it
  // is wrong.
  async #outcomeOf(method, target, options, read) {
    const answer = await this.#client.send(method, target, options);
    const { status, headers, text } = answer;
    if (status >= 500) return { outcome: "unknown", status };
    try {
      checkResponse({ method, url: process.env.BASE_URL + target, status, headers, text });
    } catch (error) {
      return { outcome: "wrong", reason: error.message };
    }
    if (status >= 400) return { outcome: "refused", code: status, headers };
    const json = text ? JSON.parse(text) : undefined;
    const seen = read({ json, headers });
    return { outcome: seen.reason ? "wrong" : "ok", ...seen };
  }
  #call({ key }, operation, method, target, body, read, more = {}) {
    const headers = { authorization: `Bearer ${key}`, ...more };
    if (body !== undefined) headers["content-type"] = "application/json";
    const options = { headers, body: body === undefined ? undefined : JSON.stringify(body) };
    return this.#history.record(operation, () => this.#outcomeOf(method, `/api${target}`, options, read));
  }

  #unique(account, what) {
    return `${account.name} ${what} ${++this.#written}`;
  }
  static #revisionOf = ({ etag }) => Number(/^"(\d+)-/.exec(etag)[1]);

  // With a key it is sent until it is known what became of it.
  async #create(account, { keyed = true, shared, template = "markdown" } = {}) {
    const title = this.#unique(account, "title");
    const text = this.#unique(account, "text");
    const content = template === "pdf" ? { html: `<p>${text}</p>`, filename: "x.pdf" } : { text };
    const headers = keyed ? { "idempotency-key": randomUUID() } : {};
    const operation = { kind: "create", account: account.name, title, text };
    const body = { template, title, content, ...shared };
    for (;;) {
      const done = await this.#call(
        account,
        operation,
        "POST",
        shared ? "/artifacts/share" : "/artifacts",
        body,
        ({ json }) => ({
          artifact: json.id,
          revision: 1,
          version: 1,
          made: json.share,
          ...(json.title === title ? {} : { reason: `created "${json.title}" instead of "${title}"` }),
        }),
        headers,
      );
      if (done.outcome === "ok" && shared) this.#noteLink(done.artifact, done.made);
      // 409 is another attempt that still goes on.
      const isOpen = done.outcome === "unknown" || (done.outcome === "refused" && done.code === 409);
      if (!keyed || !isOpen || this.#isOver) return done;
      await wait(50);
    }
  }
  #noteLink(artifact, { id, url, maxViews }) {
    const now = performance.now();
    this.#history.operations.push({
      kind: "share",
      outcome: "ok",
      artifact,
      link: id,
      maxViews,
      invoked: now,
      ended: now,
    });
    return { link: id, path: new URL(url).pathname + new URL(url).search, maxViews };
  }
  async #share(account, artifact, options) {
    let made;
    await this.#call(
      account,
      { kind: "share attempt", artifact },
      "POST",
      `/artifacts/${artifact}/share`,
      options,
      ({ json }) => {
        made = this.#noteLink(artifact, json);
        return {};
      },
    );
    return made;
  }
  #update(account, artifact, tag) {
    const text = this.#unique(account, "text");
    return this.#call(
      account,
      { kind: "update", artifact, text },
      "PUT",
      `/artifacts/${artifact}`,
      { content: { text } },
      ({ json, headers }) => ({
        revision: Load.#revisionOf(headers),
        version: json.version,
        tag: headers.etag,
      }),
      tag ? { "if-match": tag } : {},
    );
  }
  #read(account, artifact) {
    const operation = { kind: "read", artifact };
    return this.#call(
      account,
      operation,
      "GET",
      `/artifacts/${artifact}`,
      undefined,
      ({ json, headers }) => ({
        revision: Load.#revisionOf(headers),
        tag: headers.etag,
        text: json.content.text,
        status: json.status,
        ...(json.id === artifact && json.title.startsWith(`${account.name} `)
          ? {}
          : { reason: `${json.id} "${json.title}" for ${artifact} of ${account.name}` }),
      }),
    );
  }
  #delete(account, artifact, isPermanent) {
    const more = isPermanent ? "?permanent=true" : "";
    const operation = { kind: isPermanent ? "remove" : "delete", artifact };
    return this.#call(account, operation, "DELETE", `/artifacts/${artifact}${more}`, undefined, () => ({}));
  }
  #restore(account, artifact) {
    const target = `/artifacts/${artifact}/restore`;
    return this.#call(account, { kind: "restore", artifact }, "POST", target, undefined, ({ headers }) => ({
      revision: Load.#revisionOf(headers),
    }));
  }
  #view({ link, path }) {
    const options = { headers: { accept: "application/json" } };
    return this.#history.record({ kind: "view", link }, () =>
      this.#outcomeOf("GET", path, options, () => ({})),
    );
  }
  #revoke(account, artifact, { link }) {
    const target = `/artifacts/${artifact}/shares/${link}`;
    return this.#call(account, { kind: "revoke", link }, "DELETE", target, undefined, () => ({}));
  }
  #list(account, more = "") {
    return this.#call(
      account,
      { kind: "list" },
      "GET",
      `/artifacts?limit=20${more}`,
      undefined,
      ({ json }) => {
        const foreign = json.data.find(({ title }) => !title.startsWith(`${account.name} `));
        return { ...json, ...(foreign ? { reason: `"${foreign.title}" in ${account.name}'s list` } : {}) };
      },
    );
  }

  // What one client does until the end.
  #repeat(milliseconds, work) {
    const running = (async () => {
      while (!this.#isOver) {
        await work();
        await wait(milliseconds * (0.5 + Math.random()));
      }
    })();
    // If it fails, stop() throws. As an unhandled rejection it would end this process, and leave those of the service.
    running.catch(() => {});
    this.#running.push(running);
  }

  // Its artifacts are nobody else's, so they may be deleted.
  #owner(account) {
    this.#repeat(20, async () => {
      const made = await this.#create(account, { keyed: Math.random() < 0.7 });
      if (made.outcome !== "ok") return;
      const { artifact } = made;
      const known = this.#known.get(account) ?? [];
      this.#known.set(account, [...known.slice(-50), artifact]);
      let { tag } = await this.#read(account, artifact);
      for (let changes = Math.random() * 4; changes > 1; --changes) {
        const changed = await this.#update(account, artifact, tag);
        ({ tag } = changed.outcome === "ok" ? changed : await this.#read(account, artifact));
      }
      if (Math.random() < 0.5) {
        if ((await this.#delete(account, artifact)).outcome !== "ok") return;
        await this.#read(account, artifact);
        if (Math.random() < 0.5 && (await this.#restore(account, artifact)).outcome !== "ok") return;
        await this.#read(account, artifact);
      }
      if (Math.random() < 0.1) await this.#delete(account, artifact, true);
    });
  }
  // Several change the same artifacts, each by the revision that it has read.
  #rival(account, artifacts) {
    this.#repeat(20, async () => {
      const artifact = artifacts[Math.floor(Math.random() * artifacts.length)];
      const { outcome, tag } = await this.#read(account, artifact);
      if (outcome === "ok") await this.#update(account, artifact, tag);
    });
  }
  #viewer(account, artifact, open) {
    this.#repeat(15, async () => {
      const [maxViews] = [undefined, 1, 2, 5].filter(() => Math.random() < 0.5);
      const made = await this.#share(account, artifact, maxViews ? { maxViews } : {});
      if (!made) return;
      for (let round = 0; round < 3; ++round)
        await Promise.all(Array.from({ length: 3 }, () => this.#view(made)));
      await Promise.all(Array.from({ length: 4 }, () => this.#view(open)));
      if (Math.random() < 0.5) {
        await this.#revoke(account, artifact, made);
        await this.#view(made);
      }
      await this.#create(account, { shared: {} });
    });
  }
  #limited(account) {
    this.#repeat(200, () =>
      this.#history.record({ kind: "limited call" }, async () => {
        const headers = { authorization: `Bearer ${account.key}` };
        const answer = await this.#client.send("GET", "/api/account", { headers });
        const isLimited = answer.status === 429;
        if (answer.status >= 500) return { outcome: "unknown" };
        const window = Number(answer.headers["x-ratelimit-reset"]);
        return { outcome: isLimited ? "refused" : "ok", window, isLimited };
      }),
    );
  }
  #collector(account) {
    const own = [];
    this.#repeat(50, async () => {
      const made = await this.#create(account, { keyed: Math.random() < 0.5 });
      if (made.outcome === "ok") own.push(made.artifact);
      await this.#call(account, { kind: "storage" }, "GET", "/account", undefined, ({ json }) => ({
        artifacts: json.storage.artifacts,
      }));
      if (own.length > 0 && made.code === 403) await this.#delete(account, own.shift(), true);
    });
  }
  #lister(account) {
    this.#repeat(100, async () => {
      const { outcome, pagination } = await this.#list(account);
      if (outcome === "ok" && pagination.nextCursor)
        await this.#list(account, `&cursor=${encodeURIComponent(pagination.nextCursor)}`);
    });
  }
  #stranger(account, other) {
    this.#repeat(100, async () => {
      const artifact = this.#known.get(other)?.at(-1);
      if (!artifact) return;
      await this.#call(account, { kind: "foreign read" }, "GET", `/artifacts/${artifact}`, undefined, () => ({
        reason: `${account.name} may read ${artifact} of ${other.name}`,
      }));
    });
  }
  #pdfMaker(account) {
    this.#repeat(500, () => this.#create(account, { template: "pdf" }));
  }

  // accounts: { many: [two], few, limited }, each { name, key }.
  async start({ many, few, limited }) {
    const [first, second] = many;
    const rivals = [];
    for (let count = 0; count < 3; ++count) rivals.push((await this.#create(first)).artifact);
    const { artifact: shown } = await this.#create(first);
    const open = await this.#share(first, shown, {});
    for (const account of [first, first, second, second]) this.#owner(account);
    for (let count = 0; count < 3; ++count) this.#rival(first, rivals);
    for (let count = 0; count < 2; ++count) this.#viewer(first, shown, open);
    for (let count = 0; count < 3; ++count) this.#collector(few);
    for (let count = 0; count < 2; ++count) this.#limited(limited);
    this.#lister(first);
    this.#lister(second);
    this.#stranger(second, first);
    this.#pdfMaker(second);
    this.#probed = { account: second, open };
  }
  #probed;

  async stop() {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  // Whether the service does its work: it creates, and shows a link.
  async works() {
    const { account, open } = this.#probed;
    const done = await Promise.all([this.#create(account, { keyed: false }), this.#view(open)]);
    return done.every(({ outcome }) => outcome === "ok");
  }

  // Walks the account's lists, and gives { told, listed }.
  async totals(account) {
    let told = 0;
    let listed = 0;
    for (const status of ["", "&status=deleted"]) {
      let cursor = "";
      let isFirst = true;
      do {
        const page = await this.#list(account, status + cursor);
        if (page.outcome !== "ok")
          throw new Error(`the list is ${page.outcome}: ${page.reason ?? page.code}`);
        if (isFirst) told += page.pagination.total;
        isFirst = false;
        listed += page.data.length;
        cursor = page.pagination.nextCursor && `&cursor=${encodeURIComponent(page.pagination.nextCursor)}`;
      } while (cursor);
    }
    return { told, listed };
  }
}
