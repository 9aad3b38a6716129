// Publishes tables, documents and charts with Artifact Share.
//
// Copy this file; it runs in Node 18 or later and in browsers, and needs nothing else:
//
//   const service = new ArtifactShare(process.env.BASE_URL, process.env.API_KEY);
//   const content = { columns: ["Day", "Orders"], rows: [["2026-01-15", 12]] };
//   const { url } = await service.put("orders-by-day", { template: "table", title: "Orders", content });
//   console.log(url);
//   await service.append("orders-by-day", { rows: [["2026-01-16", 9]], key: "Day", keepLast: 365 });
//
// What fails for a moment is tried again, and takes effect once. What fails for good throws ArtifactShareError.
// In a page, whose origin the service must allow (cors_origins), everybody who opens it can read the key.

// A call that failed. Decide by `status` first (0: there was no response), and by `code` second; `field` is what the
// service found wrong in the body.
export class ArtifactShareError extends Error {
  constructor(call, status, answer) {
    const { code = "", field = "", message = answer } = errorIn(answer);
    super(`${call}: ${status || "no response"} ${[code, field, message].filter(Boolean).join(" ")}`);
    Object.assign(this, { name: "ArtifactShareError", status, code, field });
  }
}

export class ArtifactShare {
  constructor(url, key, { attempts = 5 } = {}) {
    Object.assign(this, { url, key, attempts });
  }

  // Creates the artifact with your own ID, or replaces its content; its link stays. `artifact` has template and
  // content, and may have title, description, metadata, note and baseVersion; `share` has the options of the link,
  // such as { expiresIn: "30d" }. Returns the artifact; its link is in url.
  put(externalId, { share = {}, ...artifact }) {
    return this.call("PUT", pathOf(externalId), { ...artifact, share });
  }

  // Adds { text }, { rows }, or { labels, datasets } to the end of the content. With `keepLast`, only that many rows
  // or points stay. With `key`, the name of a column or "label", what is there with the same text is replaced. Returns
  // the artifact.
  append(externalId, { note, ...append }) {
    return this.call("PATCH", pathOf(externalId), { append, note });
  }

  // Any other call. The body is bytes, or becomes JSON. Returns the JSON of the response, or undefined if it has no
  // body.
  async call(method, path, body, contentType = "application/json") {
    const headers = { Authorization: `Bearer ${this.key}` };
    if (body !== undefined) headers["Content-Type"] = contentType;
    const sent = body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body);
    const bytes = await this.send(method, path, { headers, body: sent });
    return bytes.length > 0 ? JSON.parse(textOf(bytes)) : undefined;
  }

  // The bytes of the response.
  async send(method, path, { headers = {}, body } = {}) {
    // The service does it once, however often it is sent.
    if (["POST", "PUT", "PATCH"].includes(method)) headers["Idempotency-Key"] = newKey();
    for (let attempt = 1; ; ++attempt) {
      const { status, after, bytes } = await receive(this.url + path, { method, headers, body });
      if (status >= 200 && status < 300) return bytes;
      const mayPass = [0, 429, 502, 503, 504].includes(status) || (status === 409 && after);
      const seconds = /^\d+$/.test(after) ? Number(after) : 2 ** (attempt - 1);
      if (!mayPass || seconds > 300 || attempt === this.attempts)
        throw new ArtifactShareError(`${method} ${path}`, status, textOf(bytes));
      await new Promise((resolve) => setTimeout(resolve, 1000 * (seconds + Math.random())));
    }
  }
}

// The whole response. Status 0: there was none, or a part of one.
async function receive(url, options) {
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(30_000) });
    const after = response.headers.get("Retry-After") ?? "";
    return { status: response.status, after, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (problem) {
    const { message } = problem.cause ?? problem;
    return { status: 0, after: "", bytes: new TextEncoder().encode(message) };
  }
}

// The API's error object; empty for what is not from the API, as a proxy's page.
function errorIn(answer) {
  try {
    return JSON.parse(answer).error ?? {};
  } catch {
    return {};
  }
}

// Different each time, which is all that it has to be.
const newKey = () => [1, 2, 3].map(() => Math.random().toString(36).slice(2)).join("-");
const textOf = (bytes) => new TextDecoder().decode(bytes);
const pathOf = (externalId) => `/artifacts/ext:${encodeURIComponent(externalId)}`;
