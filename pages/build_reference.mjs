// Converts the API specification to the HTML of the API reference, as C++ string literals, one for each part
// between the base URLs of its servers, which the worker puts in.
//
//   node build_reference.mjs NODE_MODULES DOCUMENT ASSET_PATHS OUTPUT
import { createRequire } from "node:module";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { byStatus, codesOf, errorOf, expanded } from "./completed_specification.mjs";
import { templateExamples } from "./template_examples.mjs";

const [nodeModules, document, assetPaths, output] = process.argv.slice(2);
const load = createRequire(path.join(nodeModules, "/"));
const { parse } = load("yaml");
const { Marked } = load("marked");
const api = expanded(parse(readFileSync(document, "utf8"), { maxAliasCount: -1 }));

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
const introduction = makeMarked(3);
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

// The values of enumerations with a table of their own.
const describedElsewhere = { ErrorCode: "One of the [error codes](#errors-of-operations)." };

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

// A value that may be null, without that: its meaning and its limits are those of the other choice.
function unwrapped(value) {
  const schema = resolve(value);
  const parts = (schema.oneOf ?? schema.anyOf ?? []).filter((part) => resolve(part).type !== "null");
  if (parts.length !== 1) return schema;
  const { description = resolve(parts[0]).description } = schema;
  return { ...parts[0], description };
}

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
  const given = unwrapped(value);
  const schema = resolve(given);
  if ((nameOf(value) ?? nameOf(given)) && !isSimple(schema)) return "";
  const code = (one) => `<code>${text(typeof one === "string" ? one : JSON.stringify(one))}</code>`;
  const [example] = schema.examples ?? [];
  const found = [
    ...(schema.format ? [text(schema.format)] : []),
    ...range(schema, "minimum", "maximum"),
    ...range(schema, "minLength", "maxLength", " characters"),
    ...range(schema, "minItems", "maxItems", " items"),
    ...range(schema, "minProperties", "maxProperties", " members"),
    ...(schema.enum ? [`one of ${schema.enum.map(code).join(", ")}`] : []),
    ...("default" in schema ? [`default ${code(schema.default)}`] : []),
    // An example tells people more than a pattern.
    ...(example && schema.format !== "date-time" ? [`such as ${code(example)}`] : []),
    ...(schema.pattern && !example ? [`matches ${code(schema.pattern)}`] : []),
  ];
  return found.length ? `<p class="constraints">${found.join(" · ")}</p>` : "";
}

function fieldHtml({ name, value, description, isRequired, place }) {
  const inner = innerFields(value);
  return `<div class="field"><dt><code>${text(name)}</code> <span class="type">${typeOf(value)}</span>${
    place ? ` <span class="place">${text(place)}</span>` : ""
  }${isRequired ? ' <span class="required">required</span>' : ""}</dt>\n<dd>${markdown(
    describedElsewhere[nameOf(value)] ?? description ?? unwrapped(value).description,
  )}${constraintsOf(value)}${inner}</dd></div>\n`;
}

// The fields of an object, or of the elements of an array, that has no name under which it is described.
function innerFields(value) {
  if (nameOf(value)) return "";
  const { properties, items, oneOf } = value;
  if (properties) return fieldList(fieldsOf(value));
  if (items) return innerFields(items);
  return (oneOf ?? []).map(innerFields).join("");
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
  const inherited = [...(schema.allOf ?? []).flatMap(fieldsOf), ...fieldsOfChoice(schema.oneOf)];
  const all = new Map([...inherited, ...own].map((field) => [field.name, field]));
  for (const name of required) if (all.has(name)) all.set(name, { ...all.get(name), isRequired: true });
  return [...all.values()].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

// The fields of objects of which one is chosen, if all have the same.
function fieldsOfChoice(parts = []) {
  const names = (part) => Object.keys(resolve(part).properties ?? {}).join();
  if (!parts.length || !names(parts[0]) || parts.some((part) => names(part) !== names(parts[0]))) return [];
  return fieldsOf(parts[0]).map((field) => ({
    ...field,
    value: { oneOf: parts.map((part) => resolve(part).properties[field.name]) },
  }));
}

const fieldList = (fields) =>
  fields.length ? `<dl class="fields">\n${fields.map(fieldHtml).join("")}</dl>\n` : "";

// What an object has beside the fields of the named objects that it consists of.
function ownFields(schema) {
  const named = (schema.allOf ?? []).filter((part) => nameOf(part) && !resolve(part).oneOf);
  if (!named.length) return { beside: "", fields: fieldsOf(schema) };
  const inherited = new Set(named.flatMap(fieldsOf).map(({ name }) => name));
  const fields = fieldsOf(schema).filter(({ name }) => !inherited.has(name));
  return { beside: `<p>The fields of ${list(named.map(typeOf), "and")}, and these:</p>\n`, fields };
}

function schemaBody(value, { fields, beside } = { fields: fieldsOf(value), beside: "" }) {
  const schema = resolve(value);
  const parts = fields.length ? undefined : (schema.anyOf ?? schema.oneOf);
  const hasNames = parts?.some((part) => nameOf(part));
  const choices =
    parts && !isSimple(schema) && hasNames ? `<p>One of ${list(parts.map(typeOf), "or")}.</p>\n` : "";
  const inner = choices ? "" : fieldList(fields) || innerFields(schema);
  return `${choices}${beside}${inner}${choices || inner ? "" : `<p>${typeOf(schema)}</p>${constraintsOf(schema)}`}`;
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

// JSON as people write it: what fits on a line stands on one.
function inOneLine(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(", ")}]`;
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${inOneLine(member)}`)
    .join(", ")} }`;
}
function inLines(value, indent) {
  const whole = inOneLine(value);
  if (!/^[{[]/.test(whole) || whole.length + indent.length < 60) return whole;
  const inner = `${indent}  `;
  const members = Object.entries(value).map(([name, member]) => {
    const before = Array.isArray(value) ? "" : `${JSON.stringify(name)}: `;
    return `${inner}${before}${inLines(member, inner)}`;
  });
  const [begin, end] = Array.isArray(value) ? "[]" : "{}";
  return `${begin}\n${members.join(",\n")}\n${indent}${end}`;
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
    ...(example ? [["-d", shellQuote(inLines(example.value, "  "))]] : []),
  ];
  return words.map((line) => line.join(" ")).join(" \\\n  ");
}

// What only a file as the body has, which is described once.
const isOfFile = ({ $ref, ...parameter }) => resolve({ $ref, ...parameter })["x-only-with-file"] === true;
const link = (id, title) => `<a href="#${id}">${title}</a>`;

function requestHtml(operation) {
  const body = resolve(operation.requestBody);
  if (!body) return "";
  const [[type, media], ...others] = Object.entries(body.content);
  const isJson = type === "application/json";
  const takesFile = isJson && others.length > 0;
  const files = takesFile
    ? `<p>A file is taken too, as the body or in a form: see ${link("files", "Files")}.</p>\n`
    : "";
  const types = isJson
    ? []
    : [type, ...others.map(([other]) => other)].map((one) => `<code>${text(one)}</code>`);
  const [, ...further] = examplesOf(media);
  const examples = further.map(
    ({ summary, value }) =>
      `<details><summary>${text(summary ?? "Example")}</summary>\n${codeBlock(asJson(value), summary ?? "Example of a request body")}</details>\n`,
  );
  return `<h4>Request body</h4>\n${types.length ? `<p>${types.join(", ")}</p>\n` : ""}${markdown(body.description)}${examples.join("")}${schemaBody(media.schema)}${files}`;
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
  const codesByStatus = byStatus(api, codesOf(api, operation, errorOf(api, route).response));
  const lines = Object.entries(codesByStatus).map(
    ([status, codes]) =>
      `<li>${statusCode(status)} ${codes.map((code) => link(`error-${code}`, code)).join(", ")}</li>\n`,
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
  const given = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  const parameters = given.map(resolve);
  const base = (item.servers ?? api.servers)[0].url;
  const fields = given.filter((parameter) => !isOfFile(parameter)).map(fieldOfParameter);
  return `<section class="operation" id="${id}">
<h3>${text(operation.summary)}${anchor(id, operation.summary)}</h3>
<p class="route"><span class="method method-${method}">${method.toUpperCase()}</span> <code>${text(route).replaceAll("/", "/<wbr>")}</code></p>
${markdown(operation.description)}${codeBlock(curlOf(method, base + route, operation, parameters), `${operation.summary} with curl`)}${requestHtml(operation)}${fields.length ? `<h4>Parameters</h4>\n${fieldList(fields)}` : ""}<h4>Responses</h4>
${responsesHtml(route, operation)}</section>
`;
}

function fieldOfParameter(parameter) {
  const { name, in: place, description, required, schema } = resolve(parameter);
  return { name, place, description, value: schema, isRequired: required };
}

// What the query or the form has with a file, for all operations that take one.
function fileFields() {
  const given = operations.flatMap(({ operation }) => operation.parameters ?? []).filter(isOfFile);
  const found = new Map(given.map((parameter) => [resolve(parameter).name, fieldOfParameter(parameter)]));
  return `<section id="fields-of-files">
<h4>Fields beside a file${anchor("fields-of-files", "Fields beside a file")}</h4>
<p>In the query or the form, where the operation has a field of that name in JSON.</p>
${fieldList([...found.values()].map((field) => ({ ...field, place: undefined })))}</section>
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

const chapters = introduction
  .parse(api.info.description)
  .split(/(?=<h3 id=)/)
  .map((html) => (html.startsWith('<h3 id="files"') ? html + fileFields() : html));
const intro = chapters.join("");
const chapterEntries = [...chapters.join("").matchAll(/<h3 id="([^"]+)">(.*?)<a class="anchor"/g)].map(
  ([, id, title]) => `<li><a href="#${id}">${title}</a></li>\n`,
);

// A request for each template, with its answer and a picture of the page that it makes.
const [, pictures] = /kTemplatePictures = "([^"]+)"/.exec(readFileSync(assetPaths, "utf8"));
const examples = templateExamples(api);
const origin = api.servers[0].url;

// None if tests/pictures has not made one yet.
function pictureHtml(template) {
  if (!existsSync(path.join(path.dirname(document), "pictures/templates", `${template}-light.png`)))
    return "";
  return `<picture><source media="(prefers-color-scheme: dark)" srcset="${pictures}${template}-dark.png"><img src="${pictures}${template}-light.png" alt="The page of this request" width="600" height="400" loading="lazy"></picture>
`;
}

function exampleHtml({ template, summary, value }) {
  const request = `curl ${origin}/artifacts/share \\
  -H 'Authorization: Bearer artk_…' \\
  -H 'Content-Type: application/json' \\
  -d ${shellQuote(inLines(value, "  "))}`;
  const answer = `{ "id": "art_…", "template": "${template}",
  "url": "${origin}/a/art_…?token=…", … }`;
  return `<section class="template" id="template-${template}">
<h3><code>${template}</code> ${text(summary)}${anchor(`template-${template}`, template)}</h3>
<div>${codeBlock(request, `Request for ${summary}`)}${codeBlock(answer, "Answer")}</div>
${pictureHtml(template)}</section>
`;
}

const beginning = `<section class="group" id="templates">
<h2>One request for each template${anchor("templates", "Templates")}</h2>
${examples.map(exampleHtml).join("")}</section>
<section class="group" id="other-ways">
<h2>Other ways${anchor("other-ways", "Other ways")}</h2>
<p id="mcp"><strong>Assistants</strong>: Claude, ChatGPT, Cursor, VS Code and others take the address of the MCP server, and ask you to sign in. There are <a href="/dashboard/settings/keys#connect">steps for each assistant</a>.</p>
${codeBlock(`${origin}/mcp`, "Address of the MCP server")}<p id="command"><strong>A terminal</strong>: the command <code>artifact</code>, of the package <code>artifact-share-client</code>, recognises files and keeps links.</p>
${codeBlock(`artifact login ${origin}\nartifact share report.md`, "The command")}</section>
`;

// Beside the name of an object that is folded.
const firstSentence = ({ description = "" }) => description.split(/(?<=[.:])\s|\n\n/)[0];

// The objects that operations link to, and those that these link to.
const objects = new Map();
for (let open = [...usedSchemas]; open.length; open = [...usedSchemas].filter((name) => !objects.has(name))) {
  for (const name of open) {
    const schema = api.components.schemas[name];
    objects.set(
      name,
      `<details class="object"><summary><h3>${text(name)}</h3> ${inline(firstSentence(schema))}</summary>
<div id="schema-${name}">
${markdown(schema.description)}${schemaBody(schema, ownFields(schema))}</div></details>
`,
    );
  }
}
const names = [...objects.keys()].sort();

const page = `<nav class="reference-nav" aria-label="API reference">
<p class="reference-title"><a href="#main">${text(api.info.title)}</a> <span class="version">${text(api.info.version)}</span></p>
<label class="reference-search is-waiting">Search <input type="search" id="reference-search" autocomplete="off" spellcheck="false"></label>
<p class="reference-missing" role="status"></p>
<ul class="reference-found" hidden></ul>
<details><summary>Contents</summary>
<ul>
<li><a href="#templates">Templates</a><ul>
${examples.map(({ template }) => `<li><a href="#template-${template}">${template}</a></li>\n`).join("")}</ul></li>
<li><a href="#other-ways">Other ways</a></li>
<li><a href="#overview">Overview</a><ul>
${chapterEntries.join("")}</ul></li>
${sections.map(({ entries }) => entries).join("")}<li><a href="#errors-of-operations">Error codes</a></li>
<li><a href="#objects">Objects</a><ul>
${names.map((name) => `<li><a href="#schema-${name}">${text(name)}</a></li>\n`).join("")}</ul></li>
</ul></details>
</nav>
<main id="main" class="document reference" tabindex="-1">
<h1>${text(api.info.title)}</h1>
<p class="description">${text(api.info.summary)}</p>
<p>${link("mcp", "For assistants: MCP")} · ${link("command", "For terminals: the command")} · <a href="/openapi.json">OpenAPI document</a>, from which this page is made</p>
${beginning}<section class="group" id="overview">
<h2>Overview${anchor("overview", "Overview")}</h2>
${intro}</section>
${sections.map(({ html }) => html).join("")}<section class="group" id="errors-of-operations">
<h2>Error codes${anchor("errors-of-operations", "Error codes")}</h2>
${errorTable()}${responseDetails("4XX", api.components.responses.Error)}</section>
<section class="group" id="objects">
<h2>Objects${anchor("objects", "Objects")}</h2>
${names.map((name) => objects.get(name)).join("")}</section>
</main>
`;

const literal = (part) => part.match(/[^]{1,8000}/g).map((chunk) => `R"html(${chunk})html"\n`);
mkdirSync(path.dirname(output), { recursive: true });
writeFileSync(
  output,
  page
    .split(origin)
    .map((part) => literal(part).join(""))
    .join(",\n"),
);
