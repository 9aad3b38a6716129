// Every text on one line, wherever it comes from, refuses what would break the line or turn its direction.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { before, test } from "node:test";
import { image, png } from "../../documents/pictures.mjs";
import { admin, call, markdown, newAccount, origin, request, share } from "../../service/api_client.mjs";
import { newUser } from "../../service/dashboard_client.mjs";
import { ownAddress } from "../../service/loopback_address.mjs";
import { linkOf } from "../../service/share_token_forge.mjs";
import { ask, callTool } from "../mcp/messages.mjs";

const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const refused = [0x07, 0x1f, 0x7f, 0x85, ...range(0x2028, 0x202e), ...range(0x2066, 0x2069)].map((code) =>
  String.fromCodePoint(code),
);
const numberOf = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
// Marks of direction and joiners are part of Hebrew, Arabic and Indic texts; a name has joiners only.
const marked = "שלום \u200e(2)\u200f, क\u094d\u200dष";
const joined = "क\u094d\u200dष नमस्ते";

let account;
let key;
let visitor;
let artifact;
let link;
before(async () => {
  ({ account, key } = newAccount());
  ({ visitor } = await newUser({ account }));
  const { id, url } = await share(key, markdown("x"));
  artifact = id;
  link = url;
});

const post = (path, body) => call(key, "POST", path, body);
const put = (path, body) => call(key, "PUT", path, body);
const patch = (path, body) => call(key, "PATCH", path, body);
const form = async (path, fields) => {
  await visitor.open(path);
  return visitor.post(path, fields);
};
const code = (more) => ({ template: "code", content: { text: "x", ...more } });
const external = `/artifacts/ext:one-line-${process.pid}`;

// Where each field is sent. `name` is one that people tell others apart by: it has no invisible marks.
const places = {
  "API title": { send: (text) => post("/artifacts", markdown("x", { title: text })) },
  "API title in create and share": {
    send: (text) => post("/artifacts/share", markdown("x", { title: text })),
  },
  "API title in PUT": { send: (text) => put(`/artifacts/${artifact}`, { title: text }) },
  "API title in an upsert": { send: (text) => put(external, markdown("x", { title: text })) },
  "API note": { send: (text) => post("/artifacts", markdown("x", { note: text })) },
  "API note in PUT": { send: (text) => put(`/artifacts/${artifact}`, { note: text }) },
  "API note in PATCH": {
    send: (text) => patch(`/artifacts/${artifact}`, { append: { text: "x" }, note: text }),
  },
  "API note in restoring": {
    send: (text) => post(`/artifacts/${artifact}/versions/1/restore`, { note: text }),
  },
  "API metadata": { send: (text) => put(`/artifacts/${artifact}`, { metadata: { [text]: 1 } }) },
  "API name": { send: (text) => post(`/artifacts/${artifact}/share`, { name: text }), isName: true },
  "API name in PATCH": {
    send: (text) => patch(`/artifacts/${artifact}/shares/${linkOf(link)}`, { name: text }),
    isName: true,
  },
  "API share/name": {
    send: (text) => put(external, markdown("x", { share: { name: text } })),
    isName: true,
  },
  "API filename": { send: (text) => post("/artifacts/uploads", { filename: `${text}.md` }) },
  "API filename of content": { send: (text) => post("/artifacts", code({ filename: text })) },
  "API filename of a PDF": {
    send: (text) => post("/artifacts", { template: "pdf", content: { markdown: "x", filename: text } }),
  },
  "API alt": { send: (text) => post("/artifacts/uploads", { filename: "a.png", alt: text }) },
  "API alt of content": { send: (text) => post("/artifacts", image(png(), { alt: text })) },
  "API mediaType": {
    send: (text) => post("/artifacts/uploads", { mediaType: `text/${text}` }),
    isOther: true,
  },
  "tool title": { send: (text) => callTool(key, "share", { markdown: "x", title: text }) },
  "tool name": { send: (text) => callTool(key, "share", { artifact, name: text }), isName: true },
  "tool note": { send: (text) => callTool(key, "append", { artifact, text: "x", note: text }) },
  "tool filename": { send: (text) => callTool(key, "prepare_upload", { filename: `${text}.md` }) },
  "tool alt": { send: (text) => callTool(key, "prepare_upload", { filename: "a.png", alt: text }) },
  "form title": {
    send: (text) => form(`/dashboard/artifacts/${artifact}/edit`, { title: text, expiresIn: "7d" }),
  },
  "form name of a link": {
    send: (text) => form(`/dashboard/artifacts/${artifact}/shares/new`, { expiresIn: "7d", name: text }),
    isName: true,
  },
  "form name of a key": {
    send: (text) => form("/dashboard/settings/keys/new", { name: text, scopes: "artifacts:read" }),
    isName: true,
    isOther: true,
  },
  "form name for viewers": {
    send: async (text) => {
      await visitor.open("/dashboard/settings/publishing");
      return visitor.postWithFile("/dashboard/settings/publishing", { name: text });
    },
    isName: true,
  },
  "form email": {
    send: (text) => form("/dashboard/settings/members", { email: `${text}@example.org`, role: "member" }),
    isOther: true,
  },
  "command --name of an account": {
    send: (text) => admin("account", "rename", "--account", account, "--name", text),
    isName: true,
  },
  "command --name of a key": {
    send: (text) => admin("key", "add", "--account", account, "--name", text),
    isName: true,
  },
  "command --name for viewers": {
    send: (text) => admin("account", "set-sender", "--account", account, "--name", text),
    isName: true,
  },
  "command --email": {
    send: (text) => admin("user", "add", "--account", account, "--email", `${text}@example.org`),
    isOther: true,
  },
  "command --reason": {
    send: (text) => admin("disable", linkOf(link), "--reason", text),
    isName: true,
  },
};

// What is wrong, or nothing.
async function refusalOf(send, text) {
  let answer;
  try {
    answer = await send(text);
  } catch (error) {
    return error.message;
  }
  if (answer.isError !== undefined) return answer.isError && answer.content[0].text;
  return answer.status >= 400 && answer.text;
}

for (const [place, { send, isName, isOther }] of Object.entries(places)) {
  test(`the text on one line that is the ${place} is one`, async () => {
    for (const character of refused) {
      // Arguments of a program and parts of a header have no such characters.
      const refusal = await refusalOf(send, `a${character}b`);
      assert.ok(refusal, `${place} took ${numberOf(character)}`);
      if (!isOther) assert.ok(refusal.includes(numberOf(character)), `${numberOf(character)}: ${refusal}`);
    }
    if (isOther) return;
    assert.equal(await refusalOf(send, isName ? joined : marked), false, `${place}: joiners`);
    if (isName) assert.match(await refusalOf(send, "a\u200eb"), /U\+200E/);
  });
}

test("the name of an app is shown without such characters", async () => {
  const { json } = await request("POST", `${origin}/oauth/register`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: `An${refused.slice(4).join("")} app`,
      redirect_uris: ["https://a.example/"],
    }),
    from: ownAddress(),
    isDescribed: false,
  });
  assert.equal(json.client_name, "An app");
});

// Texts that are not on one line, or of which the service says what they may be.
const others = [
  "description", // has lines
  "password",
  "content",
  "file",
  "expiresIn",
  "externalId",
  "artifactId",
  "cursor",
  "append/key", // names a column
  "append/text",
  "append/datasets/*/label",
  "edits/*/find",
  "edits/*/replace",
  "set/*/path",
  "filter/createdAfter",
  "filter/createdBefore",
  "filter/externalId",
  "filter/title",
  "filter/updatedAfter",
  "filter/updatedBefore",
  "share/expiresIn",
  "share/password",
];
const namedIn = (kind) =>
  Object.keys(places)
    .filter((place) => place.startsWith(`${kind} `))
    .map((place) => place.split(" ")[1]);

test("every text of a request of the API is in this list", async () => {
  const { json: description } = await request("GET", `${origin}/openapi.json`, { isDescribed: false });
  const schemaOf = (schema) =>
    schema.$ref ? schemaOf(description.components.schemas[schema.$ref.split("/").at(-1)]) : schema;
  const found = new Set();
  const walk = (given, path) => {
    const schema = schemaOf(given);
    for (const one of [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
      walk(one, path);
    const isFree = schema.enum === undefined && schema.const === undefined;
    if ([schema.type].flat().includes("string") && isFree && path.length > 0) found.add(path.join("/"));
    for (const [name, one] of Object.entries(schema.properties ?? {}))
      if (path[0] !== "content" || name === "filename") walk(one, [...path, name]);
    if (schema.items) walk(schema.items, [...path, "*"]);
  };
  for (const path of Object.values(description.paths))
    for (const operation of Object.values(path))
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) walk(schema, []);
  const listed = new Set([...namedIn("API"), "content/filename", ...others]);
  assert.deepEqual(
    [...found].filter((name) => !listed.has(name)),
    [],
  );
});

test("every text among the arguments of a tool is in this list", async () => {
  const { tools } = (await ask(key, "tools/list")).json.result;
  const listed = new Set([
    ...namedIn("tool"),
    ...[
      "artifact",
      "cursor",
      "description",
      "expiresIn",
      "externalId",
      "idempotencyKey",
      "key",
      "link",
      "mediaType",
    ],
    ...[
      "password",
      "view",
      "text",
      "version",
      "createdAfter",
      "createdBefore",
      "updatedAfter",
      "updatedBefore",
    ],
  ]);
  const unlisted = tools.flatMap(({ name, inputSchema: { properties } }) =>
    Object.entries(properties)
      .filter(([argument, { type, enum: words }]) => {
        return [type].flat().includes("string") && !words && !listed.has(argument);
      })
      .map(([argument]) => `${name} ${argument}`),
  );
  assert.deepEqual(unlisted, []);
});

test("every text that the code reads on one line is in this list", () => {
  const folder = new URL("../../../", import.meta.url);
  const source = ["app", "cli", "core", "handlers"]
    .flatMap((module) =>
      readdirSync(new URL(`${module}/`, folder), { recursive: true })
        .filter((name) => /\.(cc|h)$/.test(name))
        .map((name) => readFileSync(new URL(`${module}/${name}`, folder), "utf8")),
    )
    .join("\n");
  const read = [
    ...source.matchAll(/\.text\(\s*"(\w+)"[^;]*?Lines::one/g),
    ...source.matchAll(/display_name\(\s*"(\w+)"/g),
    ...source.matchAll(/using (\w+) = (?:core::)?OneLineText</g),
  ].map(([, name]) => name);
  assert.deepEqual([...new Set(read)].sort(), [
    "DisablingReason", // command --reason
    "DisplayName", // of accounts, keys and links
    "SenderName",
    "accountName", // as --name of an account: DisplayName
    "alt",
    "cursor",
    "filename",
    "format",
    "key",
    "mediaType",
    "name",
    "note",
    "sort",
    "status",
    "text",
    "title",
  ]);
});
