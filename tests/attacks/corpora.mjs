// The texts of ../documents/payloads.mjs in the shapes that attacks need them in.
import { addresses, payloads } from "../documents/payloads.mjs";

// Whether the browser takes no notice of the pages' policy.
export const modes = [
  ["under the policy", false],
  ["without the policy", true],
];

export const chunks = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

// The texts, put together into as few as have at most `limit` characters each.
function packed(texts, limit) {
  const packs = [];
  let room = 0;
  for (const text of texts) {
    const length = [...text].length;
    if (length > limit) continue;
    if (length + 1 > room) {
      packs.push(text);
      room = limit - length;
    } else {
      packs[packs.length - 1] += ` ${text}`;
      room -= length + 1;
    }
  }
  return packs;
}

// Titles and keys of metadata have no control characters, and none that turn the direction of text; rows of Markdown
// have no line breaks.
export const withoutControls = (text) =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, " ");
export const beginning = (text, length) => [...text].slice(0, length).join("");
export const oneLine = (text) => text.replace(/[\r\n]+/g, " ");

export const all = [...payloads, ...addresses];
export const titles = packed(all.map(withoutControls), 255).filter((title) => title.trim() !== "");
export const descriptions = packed(all.map(withoutControls), 2000);

// Places in a document that a text can stand in.
const fence = "~~~~~~~~~~~~";
export const places = {
  paragraphs: (text) => text,
  headings: (text) => `## ${oneLine(text)}`,
  lists: (text) => `- [ ] ${oneLine(text)}`,
  quotations: (text) => `> [!NOTE]\n> ${oneLine(text)}`,
  "cells of tables": (text) =>
    `| ${oneLine(text)} | b |\n|---|---|\n| ${oneLine(text)} | *${oneLine(text)}* |`,
  "texts of links": (text) =>
    `[${text}](https://example.org/ "x") ![${text}](https://images.example/x.png "x")`,
  "titles of links": (text) =>
    `[x](https://example.org/ "${text}") ![x](https://images.example/x.png '${text}')`,
  "addresses of links": (text) =>
    [
      `[x](https://example.org/${text})`,
      `[x](<https://example.org/${text}>)`,
      `![x](<https://images.example/${text}>)`,
      `https://example.org/${text}`,
      `<https://example.org/${text}>`,
    ].join("\n\n"),
  "HTML blocks": (text) => `<div>\n${text}\n\n${oneLine(text)}\n\n</div>`,
  "HTML in a line": (text) => `x <b>${oneLine(text)}</b> <details><summary>${oneLine(text)}</summary>`,
  "attributes of HTML": (text) =>
    `<p title="${oneLine(text)}" id="${oneLine(text)}">x</p><img alt='${oneLine(text)}' src="https://images.example/x.png">`,
  "spans of code": (text) => `\`\`\`\` ${text} \`\`\`\``,
  "blocks of code": (text) => `${fence}html\n${text}\n${fence}`,
  "names of languages": (text) => `${fence} ${oneLine(text)}\n${oneLine(text)}\n${fence}`,
  formulas: (text) => `$${oneLine(text)}$ and $\\text{${oneLine(text)}}$\n\n$$\n${text}\n$$`,
  footnotes: (text, i) => `x[^${i}] y[^${beginning(oneLine(text), 40)}]\n\n[^${i}]: ${oneLine(text)}`,
  references: (text, i) => `[r${i}]\n\n[r${i}]: <https://example.org/${oneLine(text)}> "${oneLine(text)}"`,
};
export const theEnd = "The end of the hostile document";
// A text that opens a block of code would hide all that follows, and so does it come last.
const opensCode = (text) => /^\s*(```|~~~)/m.test(text);
export const documentOf = (texts, place) =>
  [...texts.filter((text) => !opensCode(text)), ...texts.filter(opensCode)].map(place).join("\n\n");

// A table with each text as a value of each kind.
const formats = [undefined, "link", "number", "date", "currency", "percent"];
export const tableOf = (texts) => ({
  columns: formats.map((format, i) => ({ key: `k${i}`, label: payloads[i], format, align: payloads[i] })),
  rows: texts.map((text) => formats.map(() => text)),
});
