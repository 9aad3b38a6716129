// Requests made from the API's description, for each of its operations: valid ones succeed or are refused
// as documented, invalid ones are refused, and every answer is as described (api_client.mjs sees to that).
// SEED=… repeats a run; each test says its own.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { load } from "js-yaml";
import { call, markdown, newAccount, origin, patiently, request, share } from "../../service/api_client.mjs";

const description = load(readFileSync(new URL("../../../docs/openapi.yaml", import.meta.url), "utf8"));
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

// mulberry32: small, and the same everywhere.
function randomNumbers(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
let random = randomNumbers(seed);
const below = (n) => Math.floor(random() * n);
const oneOf = (list) => list[below(list.length)];

const resolve = (schema) =>
  schema?.$ref
    ? {
        ...schema.$ref
          .split("/")
          .slice(1)
          .reduce((at, name) => at[name], description),
      }
    : (schema ?? {});

const letters = ["a", "B", "7", " ", "-", "é", "✓", "😀", "<", "&", '"'];
// Strings of the patterns that the description has.
const matching = {
  "^[1-9][0-9]{0,5}(s|m|h|d|w)$": () => oneOf(["60s", "5m", "24h", "7d", "520w"]),
  "^[A-Za-z0-9][A-Za-z0-9._~:@-]{0,127}$": () => randomUUID(),
  "^https://": () => "https://example.org/a.pdf",
  "^[!-~]+$": () => randomUUID(),
  "^[!-~]+/[!-~]+$": () => oneOf(["text/csv", "text/markdown", "application/pdf", "application/json"]),
  "^[a-z]+\\.[a-z_]+$": () => oneOf(["artifact.updated", "key.created"]),
  "^(usr|key)_[0-7][0-9a-hjkmnp-tv-z]{25}$": () => oneOf(["usr", "key"]) + "_01kb4x3q8ye6v9r2t4n0g5h7kd",
  "^(/([^/~]|~[01])*)+$": () => oneOf(["/text", "/a~1b/0", "/-"]),
  "^art_[0-7][0-9a-hjkmnp-tv-z]{25}$": () => "art_01kb4x3q8ye6v9r2t4n0g5h7kd",
  "^(art_[0-7][0-9a-hjkmnp-tv-z]{25}|ext:[A-Za-z0-9][A-Za-z0-9._~:@-]{0,127})$": () =>
    oneOf(["art_01kb4x3q8ye6v9r2t4n0g5h7kd", `ext:${randomUUID()}`]),
  "\\S": () => oneOf(["text", "x", " ✓ ü "]),
};
const dates = ["2026-01-15T12:00:00Z", "2026-01-15T12:00:00.123+01:00", "1969-12-31T23:59:59.9-05:30"];

function text({ minLength = 0, maxLength = 40, pattern, format, examples }) {
  // An expiry has to be in the future, as its example is.
  if (format === "date-time") return oneOf(examples ?? dates);
  if (format === "date") return oneOf(dates).slice(0, 10);
  if (pattern) {
    assert.ok(matching[pattern], `there is no generator for the pattern ${pattern}`);
    return matching[pattern]();
  }
  const length = oneOf([minLength, maxLength, minLength + below(maxLength - minLength + 1)]);
  return Array.from({ length }, () => oneOf(letters)).join("");
}

function value(schema, depth = 0) {
  const one = resolve(schema);
  if (one.const !== undefined) return one.const;
  if (one.enum) return oneOf(one.enum);
  if (one.oneOf ?? one.anyOf) return value(oneOf(one.oneOf ?? one.anyOf), depth);
  if (one.allOf) return Object.assign({}, ...one.allOf.map((part) => value(part, depth)));
  const types = [one.type ?? (one.properties ? "object" : oneOf(["string", "integer", "boolean"]))].flat();
  switch (oneOf(types)) {
    case "null":
      return null;
    case "boolean":
      return random() < 0.5;
    case "integer":
    case "number": {
      const [least, most] = [one.minimum ?? -1000, one.maximum ?? 1000];
      return oneOf([least, most, least + below(most - least + 1)]);
    }
    case "array":
      return Array.from({ length: (one.minItems ?? 0) + (depth > 3 ? 0 : below(4)) }, () =>
        value(one.items, depth + 1),
      );
    case "object": {
      const known = Object.entries(one.properties ?? {})
        .filter(([name]) => one.required?.includes(name) || random() < 0.5)
        .map(([name, member]) => [name, value(member, depth + 1)]);
      // Members of nobody's: where they are allowed, they change nothing.
      const isOpen = one.additionalProperties !== false && depth < 3;
      const others = isOpen && random() < 0.3 ? [["x-own", value({}, 4)]] : [];
      if (known.length < (one.minProperties ?? 0)) {
        const [name, member] = oneOf(Object.entries(one.properties ?? { job: one.additionalProperties }));
        known.push([name, value(member, depth + 1)]);
      }
      return Object.fromEntries([...known, ...others]);
    }
    default:
      return text(one);
  }
}

// The schemas of which a value may have any.
function alternativesOf(schema) {
  const one = resolve(schema);
  const several = one.oneOf ?? one.anyOf;
  return several ? several.flatMap(alternativesOf) : [one];
}
const typesOf = (schema) => new Set(alternativesOf(schema).flatMap((one) => one.type ?? []));

// What a schema does not allow: as JSON, or as the text of a parameter.
function wrongValues(schema, inJson) {
  const alternatives = alternativesOf(schema);
  const types = typesOf(schema);
  const wrong = [];
  if (!types.has("string")) wrong.push("x");
  if (!types.has("string") && !types.has("number")) wrong.push(inJson ? 1.5 : "1.5");
  if (inJson && types.has("string") && !types.has("number")) wrong.push(1.5);
  if (inJson && !types.has("boolean")) wrong.push(true);
  if (inJson && !types.has("array")) wrong.push([1]);
  if (inJson && !types.has("object")) wrong.push({ a: 1 });
  if (inJson && !types.has("null")) wrong.push(null);
  for (const { maxLength, minLength, minimum, maximum, pattern, enum: values } of alternatives) {
    if (maxLength && !values) wrong.push("x".repeat(maxLength + 1));
    if (minLength && inJson) wrong.push("");
    if (minimum !== undefined) wrong.push(inJson ? minimum - 1 : String(minimum - 1));
    if (maximum !== undefined) wrong.push(inJson ? maximum + 1 : String(maximum + 1));
    if (values || (pattern && !new RegExp(pattern, "u").test("not this"))) wrong.push("not this");
  }
  return wrong;
}

// Operations of health and metrics are for the host alone: nginx answers 404 to everybody else.
const operations = Object.entries(description.paths)
  // The path of an upload is its credential, and its body any file.
  .filter(([path]) => !/^\/(healthz|readyz|metrics|artifacts\/uploads\/)/.test(path))
  .flatMap(([path, item]) =>
    ["get", "post", "put", "patch", "delete"]
      .filter((method) => item[method])
      .map((method) => ({
        ...item[method],
        path,
        method: method.toUpperCase(),
        // Requests here have JSON bodies, which have the fields that go with files themselves.
        parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])]
          .map(resolve)
          .filter((one) => !one["x-only-with-file"]),
      })),
  );
const parametersIn = (operation, place) => operation.parameters.filter((one) => one.in === place);
const isJson = ({ requestBody }) => requestBody?.content["application/json"] !== undefined;
// What would leave nothing for the other operations to be called on.
const isBulkChange = ({ operationId }) => operationId.includes("Matching");
const isEdit = ({ operationId }) => operationId.startsWith("editArtifact");
const bodyOf = ({ requestBody }) =>
  requestBody ? resolve(Object.values(requestBody.content)[0].schema) : undefined;
// The members of an object, also of one that has parts or is one of several.
function propertiesOf(schema) {
  const { properties = {}, allOf = [], oneOf: several = [] } = resolve(schema);
  const found = { ...properties };
  for (const part of allOf) Object.assign(found, propertiesOf(part));
  const alternatives = several.map(propertiesOf);
  for (const name of new Set(alternatives.flatMap(Object.keys)))
    found[name] = { anyOf: alternatives.filter((one) => one[name]).map((one) => one[name]) };
  return found;
}
// What is sent to an operation. The version that an edit was made from is the current one.
function newBody(operation) {
  const body = value(bodyOf(operation));
  if (isEdit(operation)) delete body.baseVersion;
  return body;
}

let key;
let keyOfBulkChanges;
let artifact;
let viewed;
let locked;
let pdf;
let table;
before(async () => {
  ({ key } = newAccount());
  ({ key: keyOfBulkChanges } = newAccount());
  const made = await share(key, markdown("text"));
  artifact = { ...made, share: (await call(key, "GET", `/artifacts/${made.id}/shares`)).json.data[0].id };
  pdf = await share(key, { template: "pdf", content: { markdown: "text" }, allowDownload: true });
  table = await share(key, { template: "table", content: { columns: ["A"], rows: [[1]] } });
  viewed = await share(key, markdown("text"));
  locked = await share(key, { ...markdown("text"), password: "open sesame" });
});

// What an operation is called on. What an operation ends has to be made anew for each call.
const newTarget = async () => {
  const { id, url } = await share(key, markdown("text"));
  return { id, url, share: (await call(key, "GET", `/artifacts/${id}/shares`)).json.data[0].id };
};
const changedTarget = async () => {
  const target = await newTarget();
  await call(key, "PUT", `/artifacts/${target.id}`, { content: { text: "changed" } });
  return target;
};
// An artifact by its external ID.
const newAddress = async () => {
  const externalId = randomUUID();
  const { json } = await call(key, "POST", "/artifacts/share", markdown("text", { externalId }));
  return { id: `ext:${externalId}`, url: json.url, share: json.share.id };
};
const targets = {
  getArtifact: newAddress,
  listShareLinks: newAddress,
  updateShareLink: newAddress,
  editArtifact: () => (random() < 0.5 ? newTarget() : newAddress()),
  deleteArtifact: newTarget,
  getVersion: changedTarget,
  compareVersions: async () => ({ ...(await changedTarget()), version: 2 }),
  eraseVersion: changedTarget,
  eraseVersionsBefore: changedTarget,
  restoreVersion: changedTarget,
  revokeShareLink: newTarget,
  restoreArtifact: async () => {
    const target = await newTarget();
    await call(key, "DELETE", `/artifacts/${target.id}`);
    return target;
  },
  getSharedFile: () => pdf,
  getSharedRows: () => table,
  getSharedCard: () => table,
  getSharedState: () => viewed,
  viewSharedArtifact: () => viewed,
  viewSharedHistory: () => share(key, markdown("text", { showHistory: true })),
  unlockSharedArtifact: () => locked,
};
const targetOf = async ({ operationId }) => (targets[operationId] ?? (() => artifact))();

// Sends what is given, and what is needed beside it.
async function send(operation, { ids = {}, query = {}, headers = {}, body } = {}) {
  const target = await targetOf(operation);
  const path = operation.path
    .replace("{artifact_id}", ids.artifact_id ?? target.id)
    .replace("{share_id}", ids.share_id ?? target.share)
    .replace("{version}", ids.version ?? target.version ?? 1);
  const parameters = new URLSearchParams(query);
  if (operation.path.startsWith("/a/")) {
    if (!("token" in query)) parameters.set("token", new URL(target.url).searchParams.get("token"));
    const form = body && new URLSearchParams(body).toString();
    const type = form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
    return patiently(() =>
      request(operation.method, `${origin}${path}?${parameters}`, {
        headers: { ...type, ...headers },
        body: form,
      }),
    );
  }
  const url = parameters.size > 0 ? `${path}?${parameters}` : path;
  const itsKey = isBulkChange(operation) ? keyOfBulkChanges : key;
  return patiently(() => call(itsKey, operation.method, url, body, headers));
}

// A cursor and the number of a version are what was answered, a token and a link's ID are a link's, and an entity tag an artifact's.
const isAnswered = ({ name, schema }) =>
  ["cursor", "token", "from", "version", "If-Match", "If-None-Match"].includes(name) ||
  Boolean(resolve(schema).pattern?.startsWith("^shr_"));
// Headers are of ASCII.
const inPlace = { query: (written) => written, header: (written) => written.replace(/[^!-~]/gu, "x") };
const chosen = (operation, place) =>
  Object.fromEntries(
    parametersIn(operation, place)
      .filter((one) => !isAnswered(one) && (one.required || random() < 0.5))
      .map((one) => (one.explode ? ["metadata[job]", text({})] : [one.name, String(value(one.schema))]))
      .map(([name, written]) => [name, inPlace[place](written)]),
  );
const least = (operation) => {
  if (!operation.requestBody) return undefined;
  if (isBulkChange(operation)) return { filter: { status: "active" }, dryRun: true };
  if (operation.operationId === "prepareUpload") return { template: "markdown", filename: "a.md" };
  if (isEdit(operation)) return { append: { text: "text" } };
  return /^create/.test(operation.operationId) ? markdown("text") : {};
};

// What the description says in words: an edit finds something, a template and its content belong together, an artifact's template
// and external id stay, an artifact is kept until the end of its link only with a new end, content has only some
// of all forms, and a share link's password is right or wrong.
const saidInWords = new Set(["invalid_content", "template_immutable"]);
const changesExternalId = (operationId, { json }) =>
  /^(update|edit)Artifact/.test(operationId) && json.error.field === "/externalId";
const isAsSaid = ({ operationId }, { status, json }) => {
  if (operationId === "unlockSharedArtifact") return [303, 401, 403, 429].includes(status);
  if (operationId === "viewSharedArtifact" && status === 406) return true;
  // A template, a type and a name belong together, and the artifact does not exist.
  if (operationId === "prepareUpload" && status === 404) return true;
  // Another version than the one that the change was made from.
  if (json.error?.code === "version_conflict") return status === 409;
  if (isEdit({ operationId }) && status === 409)
    return ["edit_not_found", "edit_ambiguous", "append_unsupported"].includes(json.error.code);
  if (status !== 400) return false;
  if (
    operationId === "prepareUpload" &&
    /^\/(template|mediaType|filename|artifactId|baseVersion)$/.test(json.error.field)
  )
    return true;
  // A change changes something.
  if (operationId === "editArtifact" && json.error.message.startsWith("give what is to change")) return true;
  // An option of a link is in one place.
  if (json.error.message.includes("is also in share")) return true;
  // A version that the artifact does not have.
  if (/^\/(share\/)?version$/.test(json.error.field)) return true;
  if (/\/extendArtifact$/.test(json.error.field)) return json.error.message.includes("only with expiresIn");
  // A search is not read by offset, what is deleted is not deleted softly, and a cursor was answered before.
  if (operationId === "listArtifacts") return json.error.message.startsWith("offset ");
  if (isBulkChange({ operationId })) return ["/filter/status", "/cursor"].includes(json.error.field);
  return saidInWords.has(json.error.code) || changesExternalId(operationId, { json });
};

for (const operation of operations) {
  const { operationId } = operation;
  const hash = [...operationId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, seed);
  const rounds = isJson(operation) || parametersIn(operation, "query").length > 1 ? 25 : 5;

  test(`${operationId} accepts what is documented (SEED=${seed})`, async () => {
    random = randomNumbers(hash);
    let taken = 0;
    for (let i = 0; i < rounds; ++i) {
      const sent = {
        query: chosen(operation, "query"),
        headers: chosen(operation, "header"),
        body: operation.requestBody && newBody(operation),
      };
      const answer = await send(operation, sent);
      if (answer.status < 400) ++taken;
      else
        assert.ok(
          isAsSaid(operation, answer),
          `${JSON.stringify(sent)} was answered ${answer.status} ${answer.text.slice(0, 300)}`,
        );
    }
    assert.ok(taken > 0 || operationId === "unlockSharedArtifact", "none was taken");
  });

  const wrong = [
    ...parametersIn(operation, "query")
      .filter(({ explode }) => !explode)
      .map(({ name, schema }) => ({ name, place: "query", schema })),
    ...parametersIn(operation, "header").map(({ name, schema }) => ({ name, place: "headers", schema })),
    ...(isJson(operation)
      ? Object.entries(propertiesOf(bodyOf(operation))).map(([name, schema]) => ({
          name,
          place: "body",
          schema,
        }))
      : []),
  ]
    .map((one) => ({ ...one, values: wrongValues(one.schema, one.place === "body") }))
    // A share page shows itself to whoever's link has something added, and says of a wrong token that it is.
    .filter(({ values }) => values.length > 0 && !operation.path.startsWith("/a/"));
  if (wrong.length > 0)
    test(`${operationId} rejects what is not documented (SEED=${seed})`, async () => {
      random = randomNumbers(hash + 1);
      for (const { name, place, values } of wrong)
        for (const one of values) {
          const sent = { body: least(operation) };
          sent[place] = { ...(place === "body" ? sent.body : {}), [name]: one };
          const { status, text } = await send(operation, sent);
          assert.equal(
            status,
            400,
            `${JSON.stringify(sent).slice(0, 300)} was answered ${status} ${text.slice(0, 300)}`,
          );
        }
    });

  const nullable = isJson(operation)
    ? Object.entries(propertiesOf(bodyOf(operation))).filter(([, schema]) => typesOf(schema).has("null"))
    : [];
  if (nullable.length > 0)
    test(`${operationId} accepts null for each field that may be null`, async () => {
      for (const [name] of nullable) {
        // An edit needs one of its kinds.
        if (isEdit(operation) && name in least(operation)) continue;
        const { status, text } = await send(operation, { body: { ...least(operation), [name]: null } });
        assert.ok(status < 300, `${name}: null was answered ${status} ${text}`);
      }
    });

  for (const { name } of parametersIn(operation, "path"))
    test(`${operationId} finds nothing by a malformed or unknown ${name}`, async () => {
      const unknown = [`${name.slice(0, 3).replace("sha", "shr")}_01kezrwhr0e0fbkv6g3x9t2m5q`];
      // With one, an artifact is created.
      if (name === "artifact_id" && operationId !== "updateArtifact") unknown.push(`ext:${randomUUID()}`);
      for (const id of ["-nonsense", "ext:-", ...unknown]) {
        const needed = parametersIn(operation, "query").filter(({ required }) => required);
        const query = Object.fromEntries(
          needed.filter((one) => !isAnswered(one)).map((one) => [one.name, String(value(one.schema))]),
        );
        const { status } = await send(operation, { ids: { [name]: id }, query, body: least(operation) });
        // Of a share link only its token is looked at first, and it is another artifact's.
        assert.ok(status === 404 || (operation.path.startsWith("/a/") && status === 403), `${id}: ${status}`);
      }
    });
}

test("every path with an id answers OPTIONS as documented, also if the id is malformed", async () => {
  for (const path of Object.keys(description.paths)) {
    if (path.startsWith("/a/") || !path.includes("_id}")) continue;
    const malformed = path.replaceAll(/\{\w+\}/g, "-nonsense");
    assert.equal((await call(key, "OPTIONS", malformed)).status, 404, malformed);
  }
});
