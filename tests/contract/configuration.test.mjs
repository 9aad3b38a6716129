// docs/configuration.md describes every setting under a heading of its own, with the default and the range that
// the code has. Both are read from the source, so this needs no build.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { settingNames as settings } from "../service/setting_names.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const document = read("docs/configuration.md");
const source = read("core/configuration.cc");
const header = read("core/configuration.h");

// The text below each heading of the third level, up to the next heading. A heading can name several settings.
const namesIn = (section) => section.match(/^### (.*)/)[1].split(", ");
const described = new Map(
  document
    .split(/^(?=##)/m)
    .filter((section) => section.startsWith("### "))
    .flatMap((section) => namesIn(section).map((name) => [name, section])),
);
const statementOf = (name) => described.get(name).trim().split("\n").at(-1);
const stated = (name, what) => statementOf(name).match(new RegExp(`${what}: (.*?)\\.(?: [A-Z]|$)`))?.[1];
const statedDefault = (name) => stated(name, "Default").replace(/ \(.*\)$/, "");

// The value of a constant expression of C++, as `std::size_t{64} * 1024` or `std::int64_t{1} << 30`.
function valueOf(expression) {
  const plain = expression
    .replace(/std::\w+\{([^}]*)\}/g, "$1")
    .replace(/(?<=\d)(U|'(?=\d))/g, "")
    .trim();
  if (/^\d+(\s*\*\s*\d+)*$/.test(plain))
    return plain.split("*").reduce((product, factor) => product * Number(factor), 1);
  const shift = plain.match(/^(\d+)\s*<<\s*(\d+)$/);
  if (shift) return Number(shift[1]) * 2 ** Number(shift[2]);
  assert.equal(plain, "kUnlimited");
  return Infinity;
}

// The arguments of reader.KIND("name", ...) after the name, split at the commas outside of braces.
function argumentsOf(kind, name) {
  const call = new RegExp(`reader\\.${kind}\\(\\s*"${name}",((?:[^()]|\\([^()]*\\))*)\\)`);
  const [, text] = source.match(call);
  return text.split(/,(?![^{]*\})/).map((argument) => argument.trim());
}
const isReadBy = (kind, name) => new RegExp(`reader\\.${kind}(<\\w+>)?\\(\\s*"${name}"`).test(source);
const kindOf = (name) =>
  ["required", "optional", "folder", "number", "prefix", "limit", "on_or_off", "one_of", "group"].find(
    (kind) => isReadBy(kind, name),
  );

const plans = read("core/account.h");
const networks = read("core/client_network.h");

function defaultOf(name) {
  if (name === "installation_name")
    return read("core/installation.h").match(/std::string name = "([^"]*)";/)[1];
  if (name.startsWith("client_network_")) {
    const [, value] = networks.match(new RegExp(`unsigned ${name.slice(-4)} = (\\d+);`));
    return Number(value);
  }
  const [, value] = header.match(new RegExp(`\\b${name} = ([^;]*);`));
  if (value.startsWith("{")) return [...value.matchAll(/"([^"]*)"/g)].map(([, word]) => word).join(" ");
  if (/^[\d s]/.test(value) || value === "kUnlimited") return valueOf(value);
  return { "\"'none'\"": "'none'", true: "on", false: "off" }[value] ?? value.replace(/^"|"$|^\w+::/g, "");
}

const inWords = (value) => (value === Infinity ? "unlimited" : `${value}`);

test("has a heading for exactly the settings", () => {
  assert.ok(settings.length > 40);
  assert.deepEqual([...described.keys()].sort(), [...settings].sort());
});

test("documents the defaults of the code", () => {
  const special = {
    listen_port: "the port of `public_base_url`",
    redis_password_file: "none",
    redis_ca_file: "those of the system",
    client_documents_ca_file: "those of the system",
    cors_origins: "none",
    trusted_proxies: "none",
    proxy_protocol_port: "none",
    security_contact: "none",
    installation_logo: "the icon of Artifact Share",
    link_color: "`#0b5bd3`",
    link_color_on_dark: "`#79b0ff`",
    footer_links: "none",
    home_page: "`on`",
    content_host: "none",
  };
  for (const name of settings) {
    if (kindOf(name) === "group") continue;
    if (kindOf(name) === "required") assert.equal(statedDefault(name), "none, required", name);
    else if (special[name]) assert.equal(statedDefault(name), special[name], name);
    else assert.equal(statedDefault(name), `\`${inWords(defaultOf(name))}\``, name);
  }
});

test("documents the limits of the plans", () => {
  const names = [...source.matchAll(/plan\.\w+\(\s*"(\w+)"/g)].map(([, name]) => name);
  const rows = [...described.get("plan_free").matchAll(/^\| `(\w+)` \|.*?\| (.*) \| (.*) \| (.*) \|$/gm)];
  assert.deepEqual(
    rows.map(([, name]) => name),
    names,
  );
  const inBytes = (text) => text.replace(/^(\d+) GB$/, (_, count) => `${count * 2 ** 30}`);
  for (const [place, plan] of ["free", "pro", "enterprise"].entries()) {
    const [, values] = plans.match(new RegExp(`StorageLimits ${plan}\\{(.*)\\};`));
    const [, never] = plans.match(new RegExp(`bool ${plan} = (true|false);`));
    assert.deepEqual(
      rows.map((row) => inBytes(row[place + 2])),
      [
        ...values.split(/,(?![^{]*\})/).map((value) => inWords(valueOf(value))),
        never === "true" ? "on" : "off",
      ],
      plan,
    );
  }
});

test("documents the limits of a network, which nginx and the workers have alike", () => {
  const ofNginx = read("nginx/settings");
  const rows = [...described.get("network_limits").matchAll(/^\| `(\w+)` \| (.*) \| (\d+) \|$/gm)];
  const names = [...source.matchAll(/limits\.number\(\s*"(\w+)",\s*(?:network\.\w+|(\d+)U)/g)];
  assert.deepEqual(rows.map(([, name]) => name).sort(), names.map(([, name]) => name).sort());
  for (const [, name, meaning, value] of rows) {
    const inCode = names.find(([, one]) => one === name)[2];
    assert.equal(value, inCode ?? header.match(new RegExp(`unsigned ${name} = (\\d+);`))[1], name);
    if (meaning.startsWith("nginx") || name === "views_per_minute")
      assert.match(ofNginx, new RegExp(`network_limit ${name} ${value}\\b`));
  }
});

test("documents the ranges of the code", () => {
  for (const name of settings) {
    const kind = kindOf(name);
    if (kind === "number" || kind === "prefix") {
      const [least, most] = argumentsOf(kind, name).slice(-2).map(valueOf);
      const range = most === Infinity ? `${least} or more` : `${least} to ${most}`;
      assert.equal(stated(name, "Range"), range, name);
    } else if (kind === "limit") {
      assert.match(described.get(name), /`unlimited`/, name);
    } else {
      assert.ok(kind, `${name} is read in a way that this test does not know`);
      assert.equal(stated(name, "Range"), undefined, name);
    }
  }
});

test("has the colours of links, and the backgrounds that theirs are compared with, as the stylesheet has them", () => {
  const stylesheet = read("pages/assets/page.css");
  assert.match(stylesheet, /--link: light-dark\(var\([^,]+, #0b5bd3\), var\([^,]+, #79b0ff\)\);/);
  const checked = read("core/installation.cc");
  for (const scheme of ["Light", "Dark"]) {
    const [, list] = checked.match(new RegExp(`k${scheme}Backgrounds\\{([^}]*)\\}`));
    for (const [, color] of list.matchAll(/"(#\w+)"/g)) {
      const short = color.replace(/^#(.)\1(.)\2(.)\3$/, "#$1$2$3");
      assert.match(stylesheet, new RegExp(`--(background|surface): light-dark\\((.*, )?${short}\\b`), color);
    }
  }
});

test("lists the values of settings with fixed choices", () => {
  const wordsOf = (name) => {
    const begin = source.search(new RegExp(`"${name}",\\s*\\{\\{`));
    return [...source.slice(begin, source.indexOf(");", begin)).matchAll(/\{"(\w+)"/g)].map(
      ([, word]) => word,
    );
  };
  for (const name of settings) {
    const kind = kindOf(name);
    const words = kind === "on_or_off" ? ["on", "off"] : kind === "one_of" ? wordsOf(name) : undefined;
    assert.equal(stated(name, "Values"), words?.map((word) => `\`${word}\``).join(", "), name);
  }
});

test("the workers that setup creates by default do not exhaust PostgreSQL's connections", () => {
  const [, most] = read("package/programs/set-up").match(/\[ "\$workers" -le (\d+) \] \|\| workers=\1\n/);
  // Each thread, the cache of keys, and the queue of PDFs have one each.
  const ofWorker = defaultOf("threads") + 2;
  // PostgreSQL's default, without those that are reserved for superusers, and what else may run: maintenance, a
  // backup and commands of the operator.
  const available = 100 - 3 - 5;
  // One more worker runs during a reload.
  assert.ok((Number(most) + 1) * ofWorker <= available, `${most} workers with ${ofWorker} connections each`);
  assert.match(read("docs/artifact-admin.md"), new RegExp(`one per core, up to ${most} \\|`));
});
