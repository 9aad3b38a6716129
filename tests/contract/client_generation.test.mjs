// What code generators need of docs/openapi.yaml beyond being valid, so that typed clients work without casts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadDocument } from "./response_contract.mjs";

const document = await loadDocument(fileURLToPath(new URL("../../docs/openapi.yaml", import.meta.url)));
const methods = new Set(["get", "put", "post", "patch", "delete", "options", "head", "trace"]);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => methods.has(method))
    .map(([method, operation]) => ({ path, method, ...operation })),
);

// Every schema with its place, but for what examples contain.
function* schemasIn(value, place = "#") {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value) && (typeof value.type === "string" || Array.isArray(value.type)))
    yield { schema: value, place };
  for (const [name, member] of Object.entries(value)) {
    if (["example", "examples", "default"].includes(name) && !place.endsWith("/properties")) continue;
    yield* schemasIn(member, `${place}/${name}`);
  }
}
const schemas = [...schemasIn(document)].filter(({ place }) => !place.includes("/securitySchemes/"));
const isObject = ({ schema }) => [schema.type].flat().includes("object");

// What is meant where it may be named.
const resolve = ({ $ref, ...own }) =>
  typeof $ref === "string"
    ? $ref
        .slice(2)
        .split("/")
        .reduce((part, key) => part[key], document)
    : own;

// The schemas of responses, also where they are named elsewhere.
const answered = new Set();
function follow(value) {
  if (typeof value !== "object" || value === null || answered.has(value)) return;
  answered.add(value);
  if (typeof value.$ref === "string") follow(resolve(value));
  Object.values(value).forEach(follow);
}
operations.forEach(({ responses }) => follow(responses));

test("response objects allow fields that later versions add", () => {
  for (const { schema, place } of schemas.filter((one) => answered.has(one.schema)))
    assert.notEqual(schema.additionalProperties, false, place);
});

test("an object without listed fields says that it may have any", () => {
  for (const { schema, place } of schemas.filter(isObject))
    assert.ok(schema.properties || schema.additionalProperties, place);
});

test("an enumeration declares the type of its values", () => {
  const untyped = (value, place) => {
    if (typeof value !== "object" || value === null) return [];
    const own = Array.isArray(value.enum) && !value.type ? [place] : [];
    return [...own, ...Object.entries(value).flatMap(([name, part]) => untyped(part, `${place}/${name}`))];
  };
  assert.deepEqual(untyped(document, "#"), []);
});

test("component names are unique, as generators put them into one namespace", () => {
  const names = Object.values(document.components)
    .flatMap(Object.keys)
    .map((name) => name.toLowerCase());
  // A header is named as it is sent; generators make no types of headers.
  const headers = new Set(Object.keys(document.components.headers).map((name) => name.toLowerCase()));
  const repeated = names.filter((name, index) => names.indexOf(name) !== index && !headers.has(name));
  assert.deepEqual(repeated, []);
});

// The fields of an object that may consist of parts.
function namesIn(schema) {
  const { properties = {}, allOf = [] } = resolve(schema);
  return [...Object.keys(properties), ...allOf.flatMap(namesIn)];
}

test("an operation that takes files declares some of their fields as query parameters, marked as such", () => {
  const wanted = ["alt", "expiresIn", "externalId", "filename", "keepMetadata", "template", "title"];
  for (const { operationId, parameters = [], requestBody } of operations) {
    const form = requestBody?.content?.["multipart/form-data"];
    const declared = parameters.map(resolve).filter((one) => one["x-only-with-file"]);
    assert.deepEqual(declared.map(({ name }) => name).sort(), form ? wanted : [], operationId);
    const inForm = form ? namesIn(form.schema) : [];
    for (const one of declared) {
      assert.ok(inForm.includes(one.name), `${operationId} ${one.name}`);
      assert.deepEqual([one.in, one.required ?? false], ["query", false]);
    }
  }
});

test("OPTIONS, which browsers send by themselves, is not an operation", () => {
  assert.deepEqual(
    operations.filter(({ method }) => method === "options"),
    [],
  );
});

test("the first server serves every path, and others say which paths they lack", () => {
  const [first, ...others] = document.servers;
  assert.equal(new URL(first.url).pathname, "/");
  assert.deepEqual(
    others.map(({ url }) => new URL(url).pathname),
    ["/api"],
  );
  for (const [path, item] of Object.entries(document.paths)) {
    const isOnlyAtTheRoot = /^\/(a\/|healthz|readyz|metrics)/.test(path);
    assert.deepEqual(item.servers, isOnlyAtTheRoot ? [{ url: first.url }] : undefined, path);
  }
});
