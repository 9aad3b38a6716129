// Makes C++ functions of a file of HTML, which stands beside the C++ that calls them.
//
// <!-- name --> begins a piece, which becomes the function `name`. {title} is a place in it, and a member of the
// function's argument, so that what is missing or unknown there does not compile. Text is escaped; Html is inserted
// as it is, and only Html can stand in a tag outside of quotes. A piece that is not used does not compile either.
//
// A line that is indented continues the one before: with a space, but with nothing between two tags. A piece ends with
// a line break unless a backslash ends it.
//
//   node build_html.mjs FILE HEADER
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [file, header] = process.argv.slice(2);
const fail = (piece, why) => {
  throw new Error(`${file}: ${piece}: ${why}`);
};

const placePattern = /\{([a-z][a-z_0-9]*)\}/g;

const joined = (text) =>
  `${text.trimEnd().replace(/^\n/, "")}\n`
    .replace(/\n +/g, (_, at, all) => (all[at - 1] === ">" && all[at + _.length] === "<" ? "" : " "))
    .replace(/\\\n$/, "");

// Whether each place is in a tag outside of quotes; it may not be where escaping does not suffice.
function placesOf(name, text) {
  const places = new Map();
  const state = { tag: false, quote: "", isRaw: false };
  const parts = /\{([a-z][a-z_0-9]*)\}|<!--|<(\/?)([a-z][a-z0-9]*)|["'>]/g;
  for (const { 0: part, 1: place, 2: slash, 3: element, index } of text.matchAll(parts)) {
    if (place) {
      const isUnquoted = (state.tag ? /=$/ : /<\/?$/).test(text.slice(0, index)) && !state.quote;
      if ((state.isRaw && !state.tag) || state.quote === "'" || isUnquoted)
        fail(name, `{${place}} is where nothing can be inserted safely`);
      places.set(place, places.get(place) || (state.tag && !state.quote));
    } else if (part === "<!--") fail(name, "a comment would be sent");
    else if (state.tag && part === (state.quote || part) && /["']/.test(part))
      state.quote = state.quote ? "" : part;
    else if (part === ">" && !state.quote) state.tag = false;
    else if (element && !state.tag) {
      state.tag = true;
      state.isRaw = !slash && /^(script|style)$/.test(element);
    }
  }
  return places;
}

function functionOf(name, text) {
  const places = placesOf(name, text);
  const pattern = JSON.stringify(text.replace(placePattern, "{}"));
  if (places.size === 0) return `static html::Html ${name}() { return {${pattern}}; }\n`;
  const argument = name.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase());
  const members = [...places].map(
    ([place, isMarkup]) => `  ${isMarkup ? "const html::Html&" : "html::Value"} ${place};\n`,
  );
  const values = [...text.matchAll(placePattern)].map(([, place]) => `places.${place}`);
  return (
    `struct ${argument} {\n${members.join("")}};\n` +
    `static html::Html ${name}(const ${argument}& places) {\n` +
    `  return html::format(${[pattern, ...values].join(", ")});\n}\n`
  );
}

const [start, ...parts] = readFileSync(file, "utf8").split(/^<!-- ([a-z][a-z_0-9]*) -->/m);
if (start) fail("the beginning", "a piece begins with its name");
const functions = [];
for (let i = 0; i < parts.length; i += 2) functions.push(functionOf(parts[i], joined(parts[i + 1])));

const folders = path
  .dirname(file)
  .split("/")
  .slice(0, file.startsWith("handlers/dashboard/") ? 2 : 1);
const space = [...folders, `${path.basename(file, ".html")}_html`].join("::");
mkdirSync(path.dirname(header), { recursive: true });
writeFileSync(
  header,
  `// Made of ${file}\n#pragma once\n\n#include "html/html.h"\n\nnamespace ${space} {\n\n${functions.join("\n")}\n}  // namespace ${space}\n`,
);
