// A browser's part of the dashboard without a browser: keeps cookies, and fills in forms as a page has
// them.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { admin, origin, patiently, request, sql } from "./api_client.mjs";
import { quickHash } from "./quick_hash.mjs";

export const password = "a lamp in every window";

export class Visitor {
  #cookies = new Map();

  // The path that the last page was shown at.
  path = "";
  page = { status: 0, headers: {}, text: "" };

  cookie(name) {
    return this.#cookies.get(name);
  }
  setCookie(name, value) {
    this.#cookies.set(name, value);
  }

  async #send(method, path, { body, headers = {}, from } = {}) {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await patiently(() =>
      request(method, origin + path, {
        headers: { ...(cookies ? { cookie: cookies } : {}), ...headers },
        body,
        from,
        isDescribed: false,
      }),
    );
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [pair, ...attributes] = line.split("; ");
      const equals = pair.indexOf("=");
      const name = pair.slice(0, equals);
      if (attributes.includes("Max-Age=0")) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(equals + 1));
    }
    this.path = path;
    this.page = answer;
    return answer;
  }

  // Follows redirects of the dashboard.
  async open(path, options) {
    let answer = await this.#send("GET", path, options);
    for (let steps = 0; answer.status === 303 && steps < 5; ++steps)
      answer = await this.#send("GET", answer.headers.location, options);
    return answer;
  }
  get(path, options) {
    return this.#send("GET", path, options);
  }

  // The form token of the page that was opened last.
  get formToken() {
    return /name="form_token" value="([^"]*)"/.exec(this.page.text)?.[1] ?? "";
  }

  // Sends a form as a page of the service would; the answer is not followed.
  post(path, fields = {}, { headers = {}, from } = {}) {
    return this.#send("POST", path, {
      body: new URLSearchParams({ form_token: this.formToken, ...fields }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin, ...headers },
      from,
    });
  }

  // Sends a form that may have a file, { name, bytes, type }.
  async postWithFile(path, fields = {}, file = undefined, { headers = {} } = {}) {
    const form = new FormData();
    for (const [name, text] of Object.entries({ form_token: this.formToken, ...fields }))
      form.append(name, text);
    // Browsers send an empty one where none was chosen.
    form.append("file", new Blob([file?.bytes ?? ""], { type: file?.type }), file?.name ?? "");
    const encoded = new Response(form);
    return this.#send("POST", path, {
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { "content-type": encoded.headers.get("content-type"), origin, ...headers },
    });
  }

  // Sends a form, and opens the page that it leads to.
  async submit(path, fields, options) {
    const answer = await this.post(path, fields, options);
    return answer.status === 303 ? this.open(answer.headers.location, options) : answer;
  }

  async signUp(fields, options = {}) {
    await this.open("/dashboard/sign-up", options);
    return this.post("/dashboard/sign-up", fields, options);
  }

  async signIn(email, typed = password, options = {}) {
    await this.open("/dashboard/sign-in", options);
    return this.post("/dashboard/sign-in", { email, password: typed }, options);
  }
}

// A user who has a password and is signed in as `visitor`, in an account of their own if none is given.
export async function newUser({
  role = "owner",
  plan = "pro",
  account,
  email = `${randomUUID()}@example.org`,
  ...more
} = {}) {
  const id = account ?? admin("account", "add", "--name", "Test", "--plan", plan);
  admin("user", "add", "--account", id, "--email", email, "--role", role);
  return { account: id, email, visitor: await withPassword(email), ...more };
}

// Gives the user `password`, and signs them in.
export async function withPassword(email) {
  sql(`update users set password_hash = '${quickHash(password)}' where email = '${email}'`);
  const visitor = new Visitor();
  assert.equal((await visitor.signIn(email)).status, 303);
  return visitor;
}

export async function choosePassword(visitor, link, typed) {
  const { pathname, search, searchParams } = new URL(link);
  const shown = await visitor.open(pathname + search);
  assert.equal(shown.status, 200);
  return visitor.post(pathname, { token: searchParams.get("token"), password: typed });
}

// Of a page of the list of artifacts: the titles, and where its next page is.
export const titlesOf = (text) =>
  [...text.matchAll(/<td class="title"><a [^>]*>([^<]*)<\/a>/g)].map(([, title]) => title);
export const nextOf = (text) => /rel="next" href="([^"]*)"/.exec(text)?.[1].replaceAll("&amp;", "&");
