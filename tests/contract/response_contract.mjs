// Checks responses of the service against its OpenAPI document. The document leaves objects open, so that
// clients accept fields of later versions; here an object has its documented fields and no others.
//
//   const check = createContract(await loadDocument("openapi.yaml"));
//   check({ method, url, status, headers, text }); // throws an Error that lists all that is wrong
//   coverage(check); // { seen: ["getArtifact 200", …], unseen: […] }
import { readFile } from "node:fs/promises";
import Ajv2020 from "ajv/dist/2020.js";
import { CORE_SCHEMA, load } from "js-yaml";
import { completed } from "../../pages/completed_specification.mjs";
import { errorResponses, withErrorResponses } from "./error_responses.mjs";
import { preflightResponse } from "./preflight_response.mjs";

// The codes of responses to what names no operation: an unknown path, or a method that a path does not take.
const refusalsOfAll = [
  "invalid_request",
  "not_found",
  "method_not_allowed",
  "payload_too_large",
  "rate_limited",
  "unavailable",
];
const refusals = {
  api: { name: "Error", codes: [...refusalsOfAll, "unauthorized"] },
  pages: { name: "PageError", codes: refusalsOfAll },
};

// Besides those that begin with x-, the headers that may only be sent where they are documented.
const guardedHeaders = new Set([
  "allow",
  "etag",
  "idempotency-replayed",
  "location",
  "retry-after",
  "www-authenticate",
]);

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const formats = {
  binary: true,
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  "date-time": (text) => timestamp.test(text) && !Number.isNaN(Date.parse(text)),
  uri: isUrl,
};

function isUrl(text) {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

const records = new WeakMap();

// The document in a YAML file, as the service serves it.
export async function loadDocument(path) {
  return completed(load(await readFile(path, "utf8"), { schema: CORE_SCHEMA }));
}

// A function that checks one response. `url` is absolute or begins with the path, as it was sent;
// `headers` is an object with names in any case, or a Headers.
export function createContract(opened) {
  const document = withErrorResponses(opened);
  document.components.responses.Preflight = preflightResponse;
  for (const [kind, { name, codes }] of Object.entries(refusals))
    for (const [status, response] of Object.entries(errorResponses(document, name, codes)))
      document.components.responses[`${kind} ${status}`] = response;
  close(document);
  const schemas = new SchemaCompiler(document);
  const paths = readPaths(document, schemas);
  const component = (name) => onFirstCall(() => readResponse(schemas, ["components", "responses", name]));
  const refused = { api: {}, pages: {} };
  for (const name of Object.keys(document.components.responses)) {
    const [kind, status] = name.split(" ");
    if (status) refused[kind][status] = component(name);
  }
  const optionsOfApi = { ...refused.api, 204: component("Preflight") };

  const record = { documented: new Set(), seen: new Set() };
  for (const { operations } of paths)
    for (const { id, responses } of Object.values(operations))
      for (const status of Object.keys(responses)) record.documented.add(`${id} ${status}`);

  function check({ method, url, status, headers, text = "" }) {
    // The earlier form of an address with an external ID is still read.
    const path = pathOf(url).replace("/artifacts/by-external-id/", "/artifacts/ext:");
    if (/^\/(docs|assets)(\/|$)/.test(path)) return;
    const { found, kind } = findPath(paths, path);
    const verb = method.toLowerCase();
    const operation = found?.operations[verb] ?? (verb === "head" && found?.operations.get);
    const name = operation?.id ?? (found ? `${method} ${found.template}` : "an unknown path");
    const isPreflight = verb === "options" && found && kind === "api";
    const responses = operation?.responses ?? (isPreflight ? optionsOfApi : refused[kind]);
    const documented = documentedStatus(responses, status);
    const sent = readHeaders(headers);
    const response = documented && responses[documented]();
    const problems = response
      ? [...problemsOfHeaders(response, sent), ...problemsOfBody(response, verb, sent, text)]
      : [`the status is not documented; documented are ${Object.keys(responses).join(", ")}`];
    if (problems.length > 0) {
      throw new Error(
        [
          `${method} ${path} answered ${status}, which breaks the contract of ${name}:`,
          ...problems.map((problem) => `- ${problem}`),
          ...(text ? [`The body: ${shorten(text)}`] : []),
        ].join("\n"),
      );
    }
    const head = verb === "head" && found?.operations.head === undefined ? " (HEAD)" : "";
    if (operation) record.seen.add(`${name} ${documented}${head}`);
  }
  records.set(check, record);
  return check;
}

// Which responses a check has seen, and which of the documented ones it has not, each as
// "operationId status".
export function coverage(check) {
  const { documented, seen } = records.get(check);
  const unseen = [...documented].filter((pair) => !seen.has(pair));
  return { seen: [...seen].sort(), unseen: unseen.sort() };
}

// A function that gives what `read` gives, and calls it once. A test process meets few of the documented responses.
function onFirstCall(read) {
  let value;
  return () => (value ??= read());
}

// Makes that no object with documented fields has others, unless it says that it may. An object that consists of parts is
// closed as a whole; for these, each schema is there a second time as a part, open.
function close(document) {
  const { schemas } = document.components;
  const parts = Object.entries(structuredClone(schemas)).map(([name, schema]) => [nameOfPart(name), schema]);
  for (const [, part] of parts) closeValue(part, true);
  closeValue(document);
  Object.assign(schemas, Object.fromEntries(parts));
}

const nameOfPart = (name) => `${name}-part`;

function closeValue(value, isPart = false) {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === "allOf") for (const part of member) closeValue(part, true);
    else closeValue(member);
  }
  if (isPart) {
    if (value.$ref) value.$ref = nameOfPart(value.$ref);
  } else if (value.allOf) {
    value.type ??= "object";
    value.unevaluatedProperties = false;
  } else if (value.type === "object" && value.properties) {
    value.additionalProperties ??= false;
  }
}

// Compiles schemas of the document where they stand, so that their references work.
class SchemaCompiler {
  // That the document's schemas are well formed is checked by its lint.
  #ajv = new Ajv2020({ strict: true, allErrors: true, validateSchema: false, formats });
  #compiled = new Map();

  constructor(document) {
    this.document = document;
    // At its root the document is no schema; its members are nothing to be checked.
    this.#ajv.addVocabulary(Object.keys(document));
    this.#ajv.addSchema(document, "openapi");
  }

  // The value at a place of the document, and that place, references followed.
  resolve(place) {
    const value = place.reduce((part, key) => part?.[key], this.document);
    if (value === undefined) throw new Error(`the document has no ${place.join(" / ")}`);
    if (typeof value?.$ref !== "string") return { value, place };
    if (!value.$ref.startsWith("#/")) throw new Error(`${value.$ref} is not within the document`);
    return this.resolve(
      value.$ref
        .slice(2)
        .split("/")
        .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")),
    );
  }

  // A function that gives the problems of a value, as texts. Compiled when first called.
  compile(place) {
    const pointer = this.resolve(place)
      .place.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1")))
      .join("/");
    return (value) => {
      if (!this.#compiled.has(pointer))
        this.#compiled.set(pointer, this.#ajv.compile({ $ref: `openapi#/${pointer}` }));
      const validate = this.#compiled.get(pointer);
      return validate(value) ? [] : validate.errors.map(textOfProblem);
    };
  }
}

function textOfProblem({ instancePath, message, params }) {
  const { additionalProperty, unevaluatedProperty, allowedValues, allowedValue } = params;
  const detail = additionalProperty ?? unevaluatedProperty ?? allowedValues ?? allowedValue;
  return [instancePath, message, ...(detail === undefined ? [] : [JSON.stringify(detail)])]
    .filter(Boolean)
    .join(" ");
}

function readPaths(document, schemas) {
  return Object.entries(document.paths)
    .map(([template, item]) => {
      const operations = {};
      for (const method of methods.filter((name) => item[name])) {
        const place = ["paths", template, method];
        const responses = {};
        for (const status of Object.keys(item[method].responses))
          responses[status] = onFirstCall(() => readResponse(schemas, [...place, "responses", status]));
        operations[method] = { id: item[method].operationId, responses };
      }
      const pattern = template
        .split(/\{[^}]+\}/)
        .map(escapeRegExp)
        .join("[^/]+");
      return {
        template,
        operations,
        kind: /^\/(a\/|healthz|readyz|metrics)/.test(template) ? "pages" : "api",
        pattern: new RegExp(`^${pattern}$`),
        variables: template.split("{").length - 1,
      };
    })
    .sort((one, other) => one.variables - other.variables);
}

function readResponse(schemas, place) {
  const { value: response, place: at } = schemas.resolve(place);
  const headers = {};
  for (const name of Object.keys(response.headers ?? {})) {
    const { value: header, place: headerAt } = schemas.resolve([...at, "headers", name]);
    headers[name.toLowerCase()] = {
      required: header.required === true,
      isInteger: schemas.resolve([...headerAt, "schema"]).value.type === "integer",
      problems: schemas.compile([...headerAt, "schema"]),
    };
  }
  let content;
  for (const [type, media] of Object.entries(response.content ?? {})) {
    content ??= {};
    content[type] = media.schema ? schemas.compile([...at, "content", type, "schema"]) : () => [];
  }
  return { headers, content };
}

// The path as it was sent: nothing in it is decoded or resolved.
function pathOf(url) {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "") || "/";
}

// The API, and the document, are reached below /api as well; pages and health are not.
function findPath(paths, path) {
  const find = (wanted) => paths.find(({ pattern }) => pattern.test(wanted));
  if (path.startsWith("/api/")) {
    const below = find(path.slice("/api".length));
    const served = below && (below.kind === "api" || below.template === "/openapi.json");
    return served ? { found: below, kind: below.kind } : { kind: "api" };
  }
  const found = find(path);
  return { found, kind: found?.kind ?? (path.startsWith("/a/") ? "pages" : "api") };
}

function documentedStatus(responses, status) {
  return [String(status), `${String(status)[0]}XX`, "default"].find((key) => responses[key]);
}

function readHeaders(headers) {
  const pairs = typeof headers.entries === "function" ? [...headers.entries()] : Object.entries(headers);
  return new Map(
    pairs
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.toLowerCase(), [value].flat().join(", ")]),
  );
}

function problemsOfHeaders(response, headers) {
  const problems = [];
  for (const [name, header] of Object.entries(response.headers)) {
    const text = headers.get(name);
    if (text === undefined) {
      if (header.required) problems.push(`the header ${name} is missing`);
      continue;
    }
    const value = header.isInteger && /^(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
    for (const problem of header.problems(value))
      problems.push(`the header ${name} is "${text}" and ${problem}`);
  }
  for (const name of headers.keys()) {
    const isGuarded = name.startsWith("x-") || guardedHeaders.has(name);
    if (isGuarded && !response.headers[name]) problems.push(`the header ${name} is not documented`);
  }
  return problems;
}

function problemsOfBody(response, verb, headers, text) {
  if (verb === "head" && text !== "") return ["an answer to HEAD must have no body"];
  if (!response.content) return text === "" ? [] : ["no body is documented, but there is one"];
  const type = (headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
  const problems = response.content[type] ?? response.content[type.replace(/\/.*/, "/*")];
  if (!problems) {
    const documented = Object.keys(response.content).join(", ");
    return [`the content type is "${type}"; documented is ${documented}`];
  }
  if (verb === "head") return [];
  if (type !== "application/json") return problems(text);
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [`the body is not JSON: ${error.message}`];
  }
  return problems(value).map((problem) => `the body ${problem}`);
}

function shorten(text) {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

function escapeRegExp(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
