// Converts the API specification to the HTML of the API reference, as C++ string literals, one for each part
// between the base URLs of its servers, which the worker puts in.
//
//   node build_reference.mjs NODE_MODULES DOCUMENT OUTPUT
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { byStatus, codesOf, errorOf } from "./completed_specification.mjs";

const [nodeModules, document, output] = process.argv.slice(2);
const load = createRequire(path.join(nodeModules, "/"));
const { parse } = load("yaml");
const { Marked } = load("marked");
const api = parse(readFileSync(document, "utf8"), { maxAliasCount: -1 });

const text = (value) =>
  String(value).replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign],
  );
const slug = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
const anchor = (id, title) => `<a class="anchor" href="#${id}" aria-label="Link to ${text(title)}"></a>`;
const codeBlock = (code, label) =>
  `<pre tabindex="0" role="group" aria-label="${text(label)}"><code>${text(code)}</code></pre>\n`;

// Headings of descriptions begin below that of their section, at the level of `deepest`.
function makeMarked(headingLevel) {
  return new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const title = this.parser.parseInline(tokens);
        const level = Math.min(6, headingLevel + depth - 2);
        const id = slug(title);
        return `<h${level} id="${id}">${title}${anchor(id, title)}</h${level}>\n`;
      },
      code({ text: code }) {
        return codeBlock(code, "Example");
      },
      table(token) {
        const cells = (row, name) =>
          row
            .map(
              ({ tokens }) =>
                `<${name}${name === "th" ? ' scope="col"' : ""}>${this.parser.parseInline(tokens)}</${name}>`,
            )
            .join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        return `<div class="table-wrap" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(token.header, "th")}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
}
const introduction = makeMarked(2);
const descriptions = makeMarked(5);
const markdown = (source) => (source ? descriptions.parse(source) : "");
const inline = (source) => (source ? descriptions.parseInline(source.trim()) : "");

function resolve(value) {
  if (!value?.$ref) return value;
  const { $ref, ...own } = value;
  const found = $ref
    .slice(2)
    .split("/")
    .reduce((at, name) => at[name.replaceAll("~1", "/").replaceAll("~0", "~")], api);
  return { ...resolve(found), ...own };
}
const nameOf = (value) => value?.$ref?.match(/^#\/components\/schemas\/(.+)$/)?.[1];

// Schemas that are shown where they are used, as they say no more than a line.
function isSimple(schema) {
  const { properties, anyOf, oneOf, allOf, items } = schema;
  if (properties || allOf || items) return false;
  return [...(anyOf ?? []), ...(oneOf ?? [])].every((part) => isSimple(resolve(part)));
}

const usedSchemas = new Set();
function schemaLink(name) {
  usedSchemas.add(name);
  return `<a href="#schema-${name}">${text(name)}</a>`;
}

const list = (parts, word) => [...new Set(parts)].join(` ${word} `);

// The type of a value in words: "string", "array of <a>Artifact</a>".
function typeOf(value) {
  const name = nameOf(value);
  const schema = resolve(value);
  if (name && !isSimple(schema)) return schemaLink(name);
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return list(parts.map(typeOf), "or");
  if (schema.allOf) return list(schema.allOf.map(typeOf), "and");
  if ("const" in schema) return `<code>${text(JSON.stringify(schema.const))}</code>`;
  const types = [schema.type ?? (schema.properties ? "object" : "any value")].flat();
  return list(
    types.map((type) =>
      type === "array"
        ? `array of ${schema.items && Object.keys(schema.items).length ? typeOf(schema.items) : "any values"}`
        : type,
    ),
    "or",
  );
}

function range(schema, least, most, unit = "") {
  const [from, to] = [schema[least], schema[most]];
  if (from === undefined && to === undefined) return [];
  const number = (value) => value.toLocaleString("en");
  if (from === undefined) return [`at most ${number(to)}${unit}`];
  return [to === undefined ? `at least ${number(from)}${unit}` : `${number(from)} to ${number(to)}${unit}`];
}

// What a value has to be, besides its type.
function constraintsOf(value) {
  const schema = resolve(value);
  if (nameOf(value) && !isSimple(schema)) return "";
  const code = (one) => `<code>${text(typeof one === "string" ? one : JSON.stringify(one))}</code>`;
  const found = [
    ...(schema.format ? [text(schema.format)] : []),
    ...range(schema, "minimum", "maximum"),
    ...range(schema, "minLength", "maxLength", " characters"),
    ...range(schema, "minItems", "maxItems", " items"),
    ...range(schema, "minProperties", "maxProperties", " members"),
    ...(schema.pattern ? [`matches ${code(schema.pattern)}`] : []),
    ...(schema.enum ? [`one of ${schema.enum.map(code).join(", ")}`] : []),
    ...("default" in schema ? [`default ${code(schema.default)}`] : []),
    ...(schema.readOnly ? ["read only"] : []),
  ];
  return found.length ? `<p class="constraints">${found.join(" · ")}</p>` : "";
}

function fieldHtml({ name, value, description, isRequired, place }) {
  const schema = resolve(value);
  return `<div class="field"><dt><code>${text(name)}</code> <span class="type">${typeOf(value)}</span>${
    place ? ` <span class="place">${text(place)}</span>` : ""
  }${isRequired ? ' <span class="required">required</span>' : ""}</dt>\n<dd>${markdown(
    description ?? schema.description,
  )}${constraintsOf(value)}</dd></div>\n`;
}

// All fields of an object, those of its parts included, the required ones first.
function fieldsOf(value) {
  const schema = resolve(value);
  const required = new Set(schema.required);
  const own = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    value: property,
    isRequired: required.has(name),
  }));
  const inherited = (schema.allOf ?? []).flatMap(fieldsOf);
  const all = new Map([...inherited, ...own].map((field) => [field.name, field]));
  for (const name of required) if (all.has(name)) all.set(name, { ...all.get(name), isRequired: true });
  return [...all.values()].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

const fieldList = (fields) =>
  fields.length ? `<dl class="fields">\n${fields.map(fieldHtml).join("")}</dl>\n` : "";

function schemaBody(value) {
  const schema = resolve(value);
  const parts = schema.anyOf ?? schema.oneOf;
  const choices = parts && !isSimple(schema) ? `<p>One of ${parts.map(typeOf).join(", ")}.</p>\n` : "";
  const fields = fieldsOf(schema);
  const own = fields.length || choices ? "" : `<p>${typeOf(schema)}</p>${constraintsOf(schema)}`;
  return `${choices}${fieldList(fields)}${own}`;
}

const asJson = (value) => JSON.stringify(value, null, 2);
function examplesOf(media) {
  const schema = resolve(media.schema) ?? {};
  if (media.examples)
    return Object.values(media.examples).map((one) => {
      const { summary, value } = resolve(one);
      return { summary, value };
    });
  if ("example" in media) return [{ value: media.example }];
  if (schema.examples?.length) return [{ value: schema.examples[0] }];
  return "example" in schema ? [{ value: schema.example }] : [];
}

const shellQuote = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function curlOf(method, address, operation, parameters) {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((url, { name, example, schema }) => {
      const value = example ?? resolve(schema)?.example ?? resolve(schema)?.examples?.[0] ?? `{${name}}`;
      return url.replace(`{${name}}`, encodeURI(value));
    }, address);
  const required = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
  const query = required.map(
    ({ name, example, schema }) => `${name}=${example ?? resolve(schema)?.examples?.[0] ?? "…"}`,
  );
  const url = query.length ? `${filled}?${query.join("&")}` : filled;
  const json = operation.requestBody && resolve(operation.requestBody).content["application/json"];
  const [example] = json ? examplesOf(json) : [];
  const words = [
    ["curl", ...(method === "get" ? [] : ["-X", method.toUpperCase()]), shellQuote(url)],
    ...((operation.security ?? api.security).length ? [["-H", "'Authorization: Bearer artk_…'"]] : []),
    ...(json ? [["-H", "'Content-Type: application/json'"]] : []),
    ...(example ? [["-d", shellQuote(JSON.stringify(example.value))]] : []),
  ];
  return words.map((line) => line.join(" ")).join(" \\\n  ");
}

function requestHtml(operation) {
  const body = resolve(operation.requestBody);
  if (!body) return "";
  const [first, ...others] = Object.entries(body.content);
  const [type, media] = first;
  const name = nameOf(media.schema);
  const examples = examplesOf(media).map(
    ({ summary, value }) =>
      `<details><summary>${text(summary ?? "Example")}</summary>\n${codeBlock(asJson(value), summary ?? "Example of a request body")}</details>\n`,
  );
  const alternatives = others.length
    ? `<p>Also accepted: ${others
        .map(
          ([other, { schema }]) =>
            `<code>${text(other)}</code>${nameOf(schema) && !isSimple(resolve(schema)) ? ` (${typeOf(schema)})` : ""}`,
        )
        .join(", ")}.</p>\n`
    : "";
  return `<h4>Request body</h4>\n<p><code>${text(type)}</code>${name ? ` · ${typeOf(media.schema)}` : ""}${
    body.required ? ' <span class="required">required</span>' : ""
  }</p>\n${markdown(body.description)}${schemaBody(media.schema)}${alternatives}${examples.join("")}`;
}

// What a response has beside its description.
function responseDetails(status, response) {
  const contents = Object.entries(response.content ?? {});
  const types = contents.map(([type, { schema }]) => {
    const isKnown = schema && (nameOf(schema) || resolve(schema).type !== "string");
    return `<code>${text(type)}</code>${isKnown ? ` ${typeOf(schema)}` : ""}`;
  });
  const [example] = contents.flatMap(([type, media]) =>
    type === "application/json" ? examplesOf(media) : [],
  );
  const headers = Object.entries(response.headers ?? {}).filter(
    ([name]) => !/^(X-Request-Id|X-RateLimit|X-Content-Type-Options|Strict-Transport-Security)/.test(name),
  );
  return [
    types.length ? `<p>${types.join(" · ")}</p>\n` : "",
    headers.length
      ? `<p>Headers: ${headers.map(([name]) => `<code>${text(name)}</code>`).join(", ")}</p>\n`
      : "",
    example ? codeBlock(asJson(example.value), `Example of a response with the status ${status}`) : "",
  ].join("");
}

const statusCode = (status) => `<code class="status status-${status[0]}">${text(status)}</code>`;

function responseHtml([status, reference]) {
  const response = resolve(reference);
  const details = responseDetails(status, response);
  const title = `${statusCode(status)} <span>${inline(response.description)}</span>`;
  return details
    ? `<details class="response"><summary>${title}</summary>\n${details}</details>\n`
    : `<p class="response">${title}</p>\n`;
}

const methods = ["get", "post", "put", "patch", "delete"];
const operations = Object.entries(api.paths).flatMap(([route, item]) =>
  methods
    .filter((method) => item[method])
    .map((method) => ({ route, method, operation: item[method], item, id: item[method].operationId })),
);

// The errors of an operation, by status, each code with a link to what it means.
function errorsHtml(route, operation) {
  const { response } = errorOf(api, route);
  const link = (code) => `<a href="#error-${code}">${code}</a>`;
  const lines = Object.entries(byStatus(api, codesOf(api, operation, response))).map(
    ([status, codes]) => `<li>${statusCode(status)} ${codes.map(link).join(", ")}</li>\n`,
  );
  return `<ul class="shared-responses">\n${lines.join("")}</ul>\n`;
}

const responsesHtml = (route, operation) =>
  Object.entries(operation.responses).map(responseHtml).join("") + errorsHtml(route, operation);

// The table of codes, to whose rows operations link.
const errorTable = () =>
  markdown(api.components.schemas.ErrorCode.description).replaceAll(
    /<tr><td><code>(\w+)<\/code>/g,
    (row, code) => `<tr id="error-${code}">${row.slice("<tr>".length)}`,
  );

function operationHtml({ route, method, operation, item, id }) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
  const base = (item.servers ?? api.servers)[0].url;
  const fields = parameters.map(({ name, in: place, description, required, schema }) => ({
    name,
    place,
    description,
    value: schema,
    isRequired: required,
  }));
  return `<section class="operation" id="${id}">
<h3>${text(operation.summary)}${anchor(id, operation.summary)}</h3>
<p class="route"><span class="method method-${method}">${method.toUpperCase()}</span> <code>${text(route).replaceAll("/", "/<wbr>")}</code></p>
${markdown(operation.description)}${fields.length ? `<h4>Parameters</h4>\n${fieldList(fields)}` : ""}${requestHtml(operation)}<h4>Example</h4>
${codeBlock(curlOf(method, base + route, operation, parameters), `${operation.summary} with curl`)}<h4>Responses</h4>
${responsesHtml(route, operation)}</section>
`;
}

const sections = api.tags.map(({ name, description }) => {
  const id = `tag-${slug(name)}`;
  const own = operations.filter(({ operation }) => operation.tags[0] === name);
  const html = `<section class="group" id="${id}">
<h2>${text(name)}${anchor(id, name)}</h2>
${markdown(description)}${own.map(operationHtml).join("")}</section>
`;
  const entries = own.map(
    ({ id: operationId, method, route, operation }) =>
      `<li><a href="#${operationId}" data-find="${text(`${method} ${route} ${operationId}`)}"><span class="method method-${method}">${method === "delete" ? "DEL" : method.toUpperCase()}</span> ${text(operation.summary)}</a></li>\n`,
  );
  return { html, entries: `<li><a href="#${id}">${text(name)}</a><ul>\n${entries.join("")}</ul></li>\n` };
});

const intro = introduction.parse(api.info.description);
const chapters = [...intro.matchAll(/<h2 id="([^"]+)">(.*?)<a class="anchor"/g)].map(
  ([, id, title]) => `<li><a href="#${id}">${title}</a></li>\n`,
);

// The objects that operations link to, and those that these link to.
const objects = new Map();
for (let open = [...usedSchemas]; open.length; open = [...usedSchemas].filter((name) => !objects.has(name))) {
  for (const name of open) {
    const schema = api.components.schemas[name];
    objects.set(
      name,
      `<section class="object" id="schema-${name}">
<h3>${text(name)}${anchor(`schema-${name}`, name)}</h3>
${markdown(schema.description)}${schemaBody(schema)}</section>
`,
    );
  }
}
const names = [...objects.keys()].sort();

const page = `<nav class="reference-nav" aria-label="API reference">
<p class="reference-title"><a href="#main">${text(api.info.title)}</a> <span class="version">${text(api.info.version)}</span></p>
<label class="reference-search is-waiting">Search <input type="search" id="reference-search" autocomplete="off" spellcheck="false"></label>
<p class="reference-missing" role="status"></p>
<details><summary>Contents</summary>
<ul>
<li><a href="#main">Overview</a><ul>
${chapters.join("")}</ul></li>
${sections.map(({ entries }) => entries).join("")}<li><a href="#errors-of-operations">Error codes</a></li>
<li><a href="#objects">Objects</a><ul>
${names.map((name) => `<li><a href="#schema-${name}">${text(name)}</a></li>\n`).join("")}</ul></li>
</ul></details>
</nav>
<main id="main" class="document reference" tabindex="-1">
<h1>${text(api.info.title)}</h1>
<p class="description">${text(api.info.summary)}</p>
<p>This page is generated from the <a href="/openapi.json">OpenAPI document</a>, which programs can read.</p>
${intro}${sections.map(({ html }) => html).join("")}<section class="group" id="errors-of-operations">
<h2>Error codes${anchor("errors-of-operations", "Error codes")}</h2>
${errorTable()}${responseDetails("4XX", api.components.responses.Error)}</section>
<section class="group" id="objects">
<h2>Objects${anchor("objects", "Objects")}</h2>
${names.map((name) => objects.get(name)).join("")}</section>
</main>
`;

const { origin } = new URL(api.servers[0].url);
const literal = (part) => part.match(/[^]{1,8000}/g).map((chunk) => `R"html(${chunk})html"\n`);
mkdirSync(path.dirname(output), { recursive: true });
writeFileSync(
  output,
  page
    .split(origin)
    .map((part) => literal(part).join(""))
    .join(",\n"),
);
