// package/copyright names every npm package whose files the Debian package ships, and every licence that it names
// has its text.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const root = (path) => new URL(`../../${path}`, import.meta.url);
const read = (path) => readFileSync(root(path), "utf8");
const { dependencies } = JSON.parse(read("pages/package.json"));
// The build bundles modules, and reads docs/openapi.yaml with them; nothing of them is shipped.
const notShipped = ["esbuild", "marked", "yaml"];

// Each paragraph as its fields, in lower case: { files, copyright, license, comment }.
const paragraphsOf = (path) =>
  read(path)
    .split(/\n\n+/)
    .map((paragraph) =>
      Object.fromEntries(
        paragraph
          .trim()
          .split(/\n(?=\S)/)
          .map((field) => field.match(/^([\w-]+):\s*([^]*)$/))
          .map(([, name, value]) => [name.toLowerCase(), value]),
      ),
    );
const paragraphs = paragraphsOf("package/copyright");
const ofFiles = paragraphs.filter(({ files }) => files);
const packagesOf = ({ comment = "" }) => {
  const [, list = ""] =
    comment.match(/^From the npm packages? ((?:\S+,\s+)*\S+?(?:\s+and\s+\S+?)?)[.,]?(?:\s|$)/) ?? [];
  return list.split(/,\s+|\s+and\s+/).filter(Boolean);
};

test("has a paragraph for exactly the npm packages of the pages", () => {
  const shipped = Object.keys(dependencies).filter((name) => !notShipped.includes(name));
  const named = new Set(ofFiles.flatMap(packagesOf));
  assert.deepEqual([...named].sort(), shipped.sort());
});

test("includes all npm packages that the build uses", () => {
  const folders = ["pages", ...readdirSync(root("templates")).map((name) => `templates/${name}`)];
  const bundled = ["pages/assets/text_editor.mjs", "pages/assets/workbook_worker.mjs"];
  const source = [
    "templates/markdown/named_texts/build_named_texts.mjs",
    ...folders.map((folder) => `${folder}/assets.mjs`),
  ]
    .filter((file) => existsSync(root(file)))
    .map(read)
    .join("\n");
  const taken = [
    ...source.matchAll(/\b(?:theirs|load)\("((?:@[^/"]+\/)?[^/"]+)/g),
    ...bundled
      .map(read)
      .join("\n")
      .matchAll(/ from "((?:@[^/"]+\/)?[^/"]+)/g),
  ].map(([, name]) => name);
  assert.ok(taken.length > 10);
  for (const name of taken) {
    assert.ok(name in dependencies, `${name} is not in pages/package.json`);
    assert.ok(!notShipped.includes(name), `${name} is shipped`);
  }
});

test("every paragraph has files, holders and a licence, and every licence has its text, once", () => {
  const [header, ...rest] = paragraphs;
  assert.match(header.format, /copyright-format\/1\.0\/$/);
  for (const { files, copyright, license } of rest) {
    assert.ok(license);
    assert.equal(Boolean(files), Boolean(copyright), files);
  }
  const names = ofFiles.flatMap(({ license }) => license.split(/\s+and\s+/));
  const texts = rest.filter(({ files }) => !files).map(({ license }) => license.split("\n"));
  for (const [name, ...text] of texts) assert.ok(text.length > 2, `${name} has no text`);
  assert.deepEqual(texts.map(([name]) => name).sort(), [...new Set(names)].sort());
});

test("the command's package names the libraries that are part of it, with the same texts", () => {
  const [, ...rest] = paragraphsOf("package/client_copyright");
  const [ours, program] = rest.filter(({ files }) => files);
  assert.equal(ours.license, "Apache-2.0");
  assert.equal(program.files, "usr/bin/artifact");
  const admin = ofFiles.find(({ files }) => files === "usr/bin/artifact-admin");
  assert.deepEqual([program.copyright, program.license], [admin.copyright, admin.license]);
  const texts = (all) => all.filter(({ files }) => !files).map(({ license }) => license);
  const known = texts(paragraphs.slice(1));
  assert.deepEqual(
    texts(rest).map((text) => text.split("\n")[0]),
    program.license.split(" and "),
  );
  for (const text of texts(rest)) assert.ok(known.includes(text), text.split("\n")[0]);
});

test("our own files have the project's licence", () => {
  const [ours] = ofFiles;
  assert.equal(ours.files, "*");
  assert.match(ours.copyright, /The Artifact Share authors$/);
  assert.equal(ours.license, "Apache-2.0");
  assert.match(read("LICENSE"), /Apache License\s+Version 2\.0/);
});
