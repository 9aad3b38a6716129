// The examples of CommonMark's specification, on pages of the service: what differs is decided, and named.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { before, test } from "node:test";
import { comparable } from "../../documents/comparable_html.mjs";
import { markdown, newAccount, request, share } from "../../service/api_client.mjs";

let key;
before(() => ({ key } = newAccount()));

const specification = readFileSync(
  createRequire(import.meta.url).resolve("commonmark-spec/spec.txt"),
  "utf8",
);
const examples = [
  ...specification.replaceAll("→", "\t").matchAll(/^`{10,} example\n([\s\S]*?)^\.\n([\s\S]*?)^`{10,}$/gm),
].map(([, source, html], i) => ({ number: i + 1, source, html }));

// By the numbers of the examples.
const decisions = {
  "of HTML, only what is on a list is written, and each element is closed": [
    21, 31, 148, 150, 151, 152, 155, 163, 165, 169, 170, 171, 172, 173, 174, 175, 180, 181, 182, 184, 187,
    191, 201, 344, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630,
    631, 642, 643,
  ],
  "a link without an address is none": [200, 485, 486, 487, 567],
  "links have the schemes http, https and mailto": [500, 596, 598, 599, 601],
  "bare addresses are links, as in GitHub's Markdown": [602, 606, 608, 611, 612],
  "the name of a language has letters of ASCII, digits and the signs + # . _ -": [34, 144],
  "signs of currencies are no punctuation, as in CommonMark up to 0.30": [354],
};
const decided = new Set(Object.values(decisions).flat());

const documentOf = (html) => /<article class="document"[^>]*>([\s\S]*)<\/article>/.exec(html)[1];

test("renders the examples of CommonMark's specification, except for documented differences", async () => {
  assert.ok(examples.length > 600, `${examples.length} examples`);
  const differing = [];
  const queue = [...examples];
  const work = async () => {
    for (let example = queue.shift(); example; example = queue.shift()) {
      // A title, so that a first heading is not taken for it.
      const { url } = await share(key, markdown(`\n${example.source}`, { title: "An example" }));
      const html = documentOf((await request("GET", url)).text).replace(
        /<p class="note">This document is empty.<\/p>/,
        "",
      );
      if (comparable(html) !== comparable(example.html)) differing.push(example.number);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  differing.sort((a, b) => a - b);
  assert.deepEqual(
    differing.filter((number) => !decided.has(number)),
    [],
    "these differ, and nobody has decided so",
  );
  assert.deepEqual(
    [...decided].filter((number) => !differing.includes(number)),
    [],
    "these do not differ any more",
  );
});
