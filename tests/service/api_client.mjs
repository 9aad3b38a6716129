// A client of the running service, whose place the environment tells as ./run's env file has it. Every
// answer is held against the API's description: what is not documented fails the test that met it.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import https from "node:https";
import { checkResponse } from "../contract/checked_responses.mjs";

const { BASE_URL, CA_CERT, ADMIN, CONFIG, DATABASE_URL } = process.env;
if (!BASE_URL) throw new Error("BASE_URL is not set; start the service and source its env file");

// The base path of the API. All else is at the origin.
export const apiUrl = `${BASE_URL}/api`;
export const origin = new URL(BASE_URL).origin;
const agent = new https.Agent({ ca: readFileSync(CA_CERT), keepAlive: true, maxSockets: 64 });

// Sends one request and gives { status, headers, bytes, text, json }. `url` is absolute or a path of the
// API; it is sent exactly as it stands. `from` is the local address to send it from. The dashboard's pages
// are for people, so they are not described. A link's password may have to wait until others' are checked.
export function request(method, url, options = {}) {
  const { headers = {}, body } = options;
  const hasPassword = headers["x-share-password"] !== undefined || /^password=/.test(body);
  return hasPassword ? patiently(() => requestOnce(method, url, options)) : requestOnce(method, url, options);
}

function requestOnce(method, url, { headers = {}, body, from, isDescribed = true }) {
  const target = url.startsWith("https://") ? url : apiUrl + url;
  const [host] = /^https:\/\/[^/]+/.exec(target);
  const { hostname, port } = new URL(host);
  const path = target.slice(host.length);
  return new Promise((resolve, reject) => {
    const sent = https.request(
      {
        method,
        hostname,
        port,
        path,
        headers,
        agent,
        localAddress: from,
        family: from ? 4 : undefined,
      },
      (response) => {
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString("utf8");
          const { statusCode: status, headers: received } = response;
          try {
            if (isDescribed && !received["content-encoding"])
              checkResponse({ method, url: target, status, headers: received, text });
          } catch (problem) {
            reject(problem);
            return;
          }
          const isJson = /^application\/json/.test(received["content-type"] ?? "");
          resolve({
            status,
            headers: received,
            bytes,
            text,
            json: isJson && text ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

// A call of the API with a key. An object as body goes as JSON, a string or buffer as it is.
export function call(key, method, path, body, headers = {}) {
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  const sent = body === undefined || isRaw ? body : JSON.stringify(body);
  const send = () =>
    request(method, path, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: sent,
    });
  // A password's hash may have to wait for others', and a body that is or may become large too, and so may work
  // that costs what the stored content is large.
  const isCompressed = headers["content-encoding"] !== undefined;
  const isOfStored = method === "PATCH" || /\/(diff|restore)\b/.test(path);
  const takesTurns =
    body?.password || isCompressed || isOfStored || Buffer.byteLength(sent ?? "") > 1_000_000;
  return takesTurns ? patiently(send) : send();
}

export function admin(...words) {
  return execFileSync(ADMIN, ["--config", CONFIG, ...words], { encoding: "utf8" }).trim();
}

// A new account with a limit that no test meets, unless it wants to, and a key of it.
export function newAccount({ plan = "enterprise", requestsPerMinute = 1000000, scopes } = {}) {
  const limit = plan === "enterprise" ? ["--requests-per-minute", String(requestsPerMinute)] : [];
  const account = admin("account", "add", "--name", "Test", "--plan", plan, ...limit);
  return { account, key: newKey(account, scopes) };
}

export function newKey(account, scopes, ...more) {
  return admin(
    "key",
    "add",
    "--account",
    account,
    "--name",
    "Test",
    ...(scopes ? ["--scopes", scopes.join(",")] : []),
    ...more,
  );
}

// Debian's psql is a Perl program that runs the newest, which costs more than most statements do.
const [newestPostgres] = readdirSync("/usr/lib/postgresql").sort((one, other) => other - one);
const psql = `/usr/lib/postgresql/${newestPostgres}/bin/psql`;

// Deadlocks are tried again, as the service does: a test locks rows in another order than what goes on in the
// background, such as entering words in their index.
export function sql(statement) {
  const words = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-At", "-d", DATABASE_URL, "-c", statement];
  for (;;) {
    try {
      return execFileSync(psql, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
    } catch (error) {
      if (!/deadlock detected/.test(error.stderr)) throw error;
    }
  }
}

// What redis-cli answers.
export const redis = (...words) =>
  execFileSync("redis-cli", ["-s", process.env.REDIS_SOCKET, ...words], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  }).trim();

// The value of title_words for a title of ASCII characters, which is an SQL expression.
export const titleWords = (title) => `'|' || regexp_replace(lower(${title}), '[^a-z0-9]+', '|', 'g') || '|'`;

// An `insert into artifacts` with what the service's own statements do besides: they count the artifacts, and note them
// for the index of words.
export const recorded = (insert) => `
  with made as (${insert} returning id, account_id, listed_as, template, content),
       noted as (insert into unindexed_artifacts (account_id, artifact_id) select account_id, id from made)
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, listed_as, template, pg_backend_pid() % 16, count(*), sum(octet_length(content))
    from made group by 1, 2, 3 order by 1, 2, 3
      on conflict (account_id, listed_as, template, slot)
      do update set count = artifact_counts.count + excluded.count, bytes = artifact_counts.bytes + excluded.bytes`;

// A change of artifacts by which lists count them as another kind: `deleted` or `active`.
export const relisted = (condition, change, kind) => `
  with before as (select id, listed_as from artifacts where ${condition}),
       changed as (update artifacts set ${change}, listed_as = '${kind}' from before where artifacts.id = before.id
                   returning account_id, template, before.listed_as as former, octet_length(content) as bytes)
  insert into artifact_counts (account_id, listed_as, template, slot, count, bytes)
  select account_id, kind, template, pg_backend_pid() % 16, sum(one), sum(one * bytes)
    from changed, lateral (values (former::text, -1), ('${kind}', 1)) as moved (kind, one)
   group by 1, 2, 3 order by 1, 2, 3
      on conflict (account_id, listed_as, template, slot)
      do update set count = artifact_counts.count + excluded.count, bytes = artifact_counts.bytes + excluded.bytes`;

// Removing what a test has made: statements that leave nothing behind.
export const removalOfArtifacts = (condition) =>
  `select remove_artifacts(array_agg(id)) from artifacts where ${condition}`;
export const removalOfAccounts = (condition) => `
  with gone as (select id from accounts where ${condition}),
       artifact as (select remove_artifacts(array_agg(id)) from artifacts where account_id in (select id from gone)),
       event as (delete from audit_events where account_id in (select id from gone))
  delete from accounts where id in (select id from gone) and exists (select from artifact);
  delete from artifact_counts where account_id not in (select id from accounts)`;

// The uuid in a public id, as the database writes it.
export function uuidOf(id) {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  let value = 0n;
  for (const digit of id.slice(id.indexOf("_") + 1)) value = value * 32n + BigInt(alphabet.indexOf(digit));
  return value
    .toString(16)
    .padStart(32, "0")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export const markdown = (text, more = {}) => ({ template: "markdown", content: { text }, ...more });

export async function share(key, body) {
  const response = await call(key, "POST", "/artifacts/share", body);
  if (response.status !== 201) throw new Error(`sharing failed: ${response.text}`);
  return response.json;
}

// The address of the document in a page that shows a web page; nothing for other pages.
export const documentIn = ({ text }) =>
  /<iframe class="web-page"[^>]* src="([^"]+)"/.exec(text)?.[1].replaceAll("&amp;", "&");

// Opens a link as a person does whose browser shows the cover: with its button.
export const openCover = (url, { headers = {}, ...options } = {}) =>
  request("POST", url, {
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: "open=1",
    ...options,
  });

// Sends again what the service is too busy for, as Retry-After asks for; what takes a password's hash has
// few places. `send` makes the request.
export async function patiently(send) {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503 || !answer.headers["retry-after"]) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

// Asks again until `probe` answers something that `accept` takes; polling, since when is not known. Gives up
// after two minutes, which nothing takes on the busiest machine.
export async function until(probe, accept) {
  for (const end = performance.now() + 120_000; performance.now() < end;) {
    const value = await probe();
    if (accept(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`in two minutes there was not: ${accept}`);
}

// Waits until the PDF that the service makes of an artifact is there, or cannot be made. Until then its file is
// 503, and how far it is may change.
export const untilPdfIsMade = (key, id) =>
  until(
    async () => {
      const { json, text } = await call(key, "GET", `/artifacts/${id}`);
      if (!json?.pdf) throw new Error(`there is no PDF: ${text}`);
      return json.pdf.status;
    },
    (status) => status !== "rendering",
  );
