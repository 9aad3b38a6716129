// Called by bench/growth with the service's env file, a key, and the operations that are measured.
import { execFileSync } from "node:child_process";
import { Service } from "./service.mjs";

const [environment, key, ...wanted] = process.argv.slice(2);
const service = new Service(environment);
service.key = key;

const KiB = 1024;
const line = (n) =>
  `Line ${String(n).padStart(6, "0")} of the text, which says something that no other says.\n`;
function textOf(bytes) {
  let text = "";
  for (let n = 0; text.length < bytes; ++n) text += line(n);
  return text;
}
function rowsOf(bytes) {
  const rows = [];
  for (let n = 0, size = 0; size < bytes; ++n) {
    rows.push([`2026-01-01 ${n}`, n, `city ${n % 97}`]);
    size += JSON.stringify(rows.at(-1)).length + 1;
  }
  return rows;
}
const create = async (template, content, fields = {}) =>
  (await service.json("POST", "/artifacts", { template, content, ...fields })).id;
const patch = (id, body) => service.json("PATCH", `/artifacts/${id}`, body);
const document = async (bytes) => ({ id: await create("markdown", { text: textOf(bytes) }), bytes });
const table = async (bytes) => ({
  id: await create("table", { columns: ["day", "n", "city"], rows: rowsOf(bytes) }),
});

const bytes = [64 * KiB, 256 * KiB, 1024 * KiB, 4096 * KiB];
let n = 0;

// Each has sizes, what is made for one of them, and what is measured.
const kinds = {
  "append a line to a document": {
    sizes: bytes,
    make: document,
    send: ({ id }) => patch(id, { append: { text: `${++n} more.\n` } }),
  },
  "append a row to a table": {
    sizes: bytes,
    make: table,
    send: ({ id }) => patch(id, { append: { rows: [["2026-02-01", ++n, "Oslo"]] } }),
  },
  "an edit of a document": {
    sizes: bytes,
    make: document,
    send: (made) => {
      made.line ??= line(5);
      const next = `${line(5).trim()} Changed ${++n} times.\n`;
      const edits = [{ find: made.line, replace: next }];
      made.line = next;
      return patch(made.id, { edits });
    },
  },
  "500 edits of a document": {
    sizes: bytes,
    make: async (size) => ({ ...(await document(size)), lines: new Map() }),
    send: (made) => {
      const step = Math.floor(made.bytes / line(0).length / 520);
      const edits = Array.from({ length: 500 }, (_, i) => {
        const at = 10 + i * step;
        const find = made.lines.get(at) ?? line(at);
        const replace = `${line(at).trim()} Changed ${++n} times.\n`;
        made.lines.set(at, replace);
        return { find, replace };
      });
      return patch(made.id, { edits });
    },
  },
  "set a cell of a table": {
    sizes: bytes,
    make: table,
    send: ({ id }) => patch(id, { set: [{ op: "replace", path: "/rows/3/1", value: ++n }] }),
  },
  "compare two versions of a document": {
    sizes: bytes,
    make: async (size) => {
      const made = await document(size);
      await patch(made.id, { edits: [{ find: line(7), replace: "Another line.\n" }] });
      return made;
    },
    send: ({ id }) => service.send("GET", `/artifacts/${id}/versions/2/diff`),
  },
  "get a document": {
    sizes: bytes,
    make: document,
    send: ({ id }) => service.send("GET", `/artifacts/${id}`),
  },
  "the page of a document": {
    sizes: bytes.slice(0, 3),
    make: async (size) =>
      service.json("POST", "/artifacts/share", { template: "markdown", content: { text: textOf(size) } }),
    send: ({ url }) => service.send("GET", url),
  },
  "the history, by versions": {
    sizes: [10, 100, 1000],
    make: async (count) => {
      const id = await create("markdown", { text: "a" });
      for (let i = 0; i < count; ++i)
        await service.json("PUT", `/artifacts/${id}`, { content: { text: `${i}` } });
      return { id };
    },
    send: ({ id }) => service.send("GET", `/artifacts/${id}/versions`),
  },
  "the links of an artifact, by links": {
    sizes: [10, 100, 1000],
    make: async (count) => {
      const id = await create("markdown", { text: "a" });
      for (let i = 0; i < count; ++i) await service.json("POST", `/artifacts/${id}/share`, {});
      return { id };
    },
    send: ({ id }) => service.send("GET", `/artifacts/${id}/shares`),
  },
  "a share page, by links of its artifact": {
    sizes: [10, 100, 1000],
    make: async (count) => {
      const { id, url } = await service.json("POST", "/artifacts/share", {
        template: "markdown",
        content: { text: "a" },
      });
      for (let i = 1; i < count; ++i) await service.json("POST", `/artifacts/${id}/share`, {});
      return { url };
    },
    send: ({ url }) => service.send("GET", url),
  },
  "views by day, by views": {
    sizes: [10, 100, 1000],
    make: async (count) => {
      const { id, url } = await service.json("POST", "/artifacts/share", {
        template: "markdown",
        content: { text: "a" },
      });
      for (let i = 0; i < count; ++i) await service.send("GET", url);
      return { id };
    },
    send: ({ id }) => service.send("GET", `/artifacts/${id}/views`),
  },
  "search for a word in titles, by artifacts": {
    sizes: [100, 1000, 10_000],
    make: async (count) => {
      made.total ??= 0;
      for (; made.total < count; ++made.total)
        await create("markdown", { text: "a" }, { title: `Report ${made.total % 50} of ${made.total}` });
      // It enters the words into the index.
      execFileSync(service.values.ADMIN, ["--config", service.values.CONFIG, "maintain"]);
      return {};
    },
    send: () => service.send("GET", "/artifacts?q=report%207"),
  },
};
const made = {};

// The processor time of a call in microseconds, from at least 400 ms of it.
async function cost(send, thing) {
  await send(thing); // It warms up.
  let calls = 0;
  const began = service.processorTime().all;
  let used = 0;
  while (calls < 10 || (used < 400_000 && calls < 2000)) {
    for (let i = 0; i < 10; ++i) await send(thing);
    calls += 10;
    used = service.processorTime().all - began;
  }
  return used / calls;
}

// The slope of the least squares through the logarithms.
function exponent(points) {
  const logs = points.map(([size, time]) => [Math.log(size), Math.log(time)]);
  const mean = (at) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const along = logs.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return along / logs.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

const named = (size) => (size >= KiB * 64 ? `${size / KiB} KiB` : `${size}`);
for (const [name, { sizes, make, send }] of Object.entries(kinds)) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  const points = [];
  for (const size of sizes) points.push([size, await cost(send, await make(size))]);
  const cells = points.map(([size, time]) => `${named(size)}: ${(time / 1000).toFixed(2)} ms`);
  console.log(`${name.padEnd(44)}${cells.join("  ").padEnd(76)}exponent ${exponent(points).toFixed(2)}`);
}
process.exit(0);
