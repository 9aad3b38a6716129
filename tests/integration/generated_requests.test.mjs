// Requests made from the API's description: valid ones succeed or are refused as documented, invalid
// ones are refused, and every answer is as described (api_client.mjs sees to that). SEED=… repeats a
// run; each test says its own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { load } from "js-yaml";
import { call, markdown, newAccount, share } from "./api_client.mjs";

const description = load(readFileSync(new URL("../../docs/openapi.yaml", import.meta.url), "utf8"));
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
  "^https://": () => "https://example.org/a.pdf",
};

function text({ minLength = 0, maxLength = 40, pattern }) {
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
      return Array.from({ length: depth > 3 ? 0 : below(4) }, () => value(one.items, depth + 1));
    case "object": {
      const known = Object.entries(one.properties ?? {})
        .filter(([name]) => one.required?.includes(name) || random() < 0.5)
        .map(([name, member]) => [name, value(member, depth + 1)]);
      // Members of nobody's: where they are allowed, they change nothing.
      const others = depth < 3 && random() < 0.3 ? [["x-own", value({}, 4)]] : [];
      return Object.fromEntries([...known, ...others]);
    }
    default:
      return text(one);
  }
}

// A member that its schema does not allow.
function wrongValue(schema) {
  const alternatives = [resolve(schema)].flatMap((one) => (one.oneOf ?? [one]).map(resolve));
  const types = new Set(alternatives.flatMap((one) => one.type ?? []));
  const wrong = [];
  if (!types.has("string")) wrong.push("x");
  if (!types.has("integer") && !types.has("number")) wrong.push(1.5);
  if (!types.has("boolean")) wrong.push(true);
  if (!types.has("array")) wrong.push([1]);
  if (!types.has("object")) wrong.push({ a: 1 });
  for (const { maxLength, minLength, minimum, maximum, pattern, enum: values } of alternatives) {
    if (maxLength && !values) wrong.push("x".repeat(maxLength + 1));
    if (minLength) wrong.push("");
    if (minimum !== undefined) wrong.push(minimum - 1);
    if (maximum !== undefined) wrong.push(maximum + 1);
    if (pattern || values) wrong.push("not this");
  }
  return oneOf(wrong);
}

const schemaOf = (operation) =>
  Object.values(description.paths)
    .flatMap((path) => Object.values(path))
    .find((one) => one?.operationId === operation).requestBody.content["application/json"].schema;

let key;
let artifact;
let link;
before(async () => {
  ({ key } = newAccount());
  const { id } = await share(key, markdown("text"));
  artifact = `/artifacts/${id}`;
  link = `${artifact}/shares/${(await call(key, "GET", `${artifact}/shares`)).json.data[0].id}`;
});

const operations = {
  createArtifact: ["POST", () => "/artifacts", 201],
  createAndShareArtifact: ["POST", () => "/artifacts/share", 201],
  updateArtifact: ["PUT", () => artifact, 200],
  shareArtifact: ["POST", () => `${artifact}/share`, 200],
  updateShareLink: ["PATCH", () => link, 200],
};
// What the description says in words: a template and its content belong together, and an artifact's
// template stays.
const saidInWords = new Set(["invalid_content", "template_immutable"]);

for (const [operation, [method, path, success]] of Object.entries(operations)) {
  const hashes = [...operation].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, seed);

  test(`${operation} takes what its schema allows (SEED=${seed})`, async () => {
    random = randomNumbers(hashes);
    let taken = 0;
    for (let i = 0; i < 25; ++i) {
      const body = value(schemaOf(operation));
      const { status, json } = await call(key, method, path(), body);
      const isAsSaid = status === 400 && saidInWords.has(json.error.code);
      if (status === success) ++taken;
      else assert.ok(isAsSaid, `${JSON.stringify(body)} was answered ${status} ${JSON.stringify(json)}`);
    }
    assert.ok(taken > 0, "none was taken");
  });

  test(`${operation} refuses what its schema does not allow (SEED=${seed})`, async () => {
    random = randomNumbers(hashes + 1);
    const schema = resolve(schemaOf(operation));
    const least = operation.startsWith("create") ? markdown("text") : {};
    for (let i = 0; i < 25; ++i) {
      const name = oneOf(Object.keys(schema.properties));
      const body = { ...least, [name]: wrongValue(schema.properties[name]) };
      const { status, json } = await call(key, method, path(), body);
      assert.equal(status, 400, `${JSON.stringify(body)} was answered ${JSON.stringify(json)}`);
    }
  });
}

test(`lists take the parameters that are described (SEED=${seed})`, async () => {
  random = randomNumbers(seed);
  const { parameters } = description.paths["/artifacts"].get;
  for (let i = 0; i < 25; ++i) {
    const query = new URLSearchParams();
    for (const parameter of parameters.map(resolve).filter((one) => one.in === "query")) {
      // A cursor is one that was answered, and stands in an offset's place.
      if (parameter.name === "cursor" || random() < 0.5) continue;
      query.set(parameter.name, value(parameter.schema));
    }
    const { status, json } = await call(key, "GET", `/artifacts?${query}`);
    assert.equal(status, 200, `${query} was answered ${JSON.stringify(json)}`);
  }
});

test("every path with an id answers OPTIONS as described, also where the id is malformed", async () => {
  for (const [path, operations] of Object.entries(description.paths)) {
    if (!operations.options || !path.includes("{")) continue;
    const malformed = path.replaceAll(/\{\w+\}/g, "nonsense");
    assert.equal((await call(key, "OPTIONS", malformed)).status, 404, malformed);
  }
});
