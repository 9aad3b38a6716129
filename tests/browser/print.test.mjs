// What is on the sheets of paper that pages are printed on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown, share } from "../service/api_client.mjs";
import { devices, open } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";
import { sheetsOf, textsOf } from "./printed_sheets.mjs";

async function print(artifact, isReady) {
  const { url } = await share(key, artifact);
  const { page, context } = await open(browser, url, devices.desktop);
  await page.waitForLoadState("load");
  if (isReady) await page.locator(isReady).first().waitFor({ state: "attached" });
  const sheets = await sheetsOf(page);
  await context.close();
  return sheets;
}

const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const table = (rows) =>
  `| Ship | Tons |\n|---|---|\n${times(rows, (i) => `| Ship ${i} | ${i} |`).join("\n")}\n`;
const code = (lines) => times(lines, (i) => `const line${i} = ${i};`).join("\n");
const paragraphs = (count) => times(count, (i) => `Paragraph ${i}.`).join("\n\n");
const isOn = (sheet, text) => sheet.some((line) => line.includes(text));

test("the headings of a table are on each of its sheets", async () => {
  for (const count of [120, 300]) {
    const content = {
      columns: ["Ship", { key: "tons", label: "Tons", currency: "EUR" }, "Flag"],
      rows: times(count, (i) => [`Ship ${i}`, i, "NO"]),
    };
    const artifact = { template: "table", title: "Fleet", content };
    const sheets = await print(artifact, count > 200 ? "[data-loaded]" : ".table-tools input");
    assert.ok(sheets.length > 1);
    sheets.forEach((sheet, i) =>
      assert.ok(
        sheet.some((line) => /^Ship Tons €? ?Flag$/.test(line)),
        `sheet ${i + 1} of ${count} rows: ${sheet.join(" | ")}`,
      ),
    );
    const rows = sheets.flat().filter((line) => /^Ship \d/.test(line));
    assert.equal(rows.length, count);
  }
  const sheets = await print(markdown(`# Fleet\n\n${table(120)}`));
  assert.ok(sheets.length > 1);
  for (const sheet of sheets) assert.ok(sheet.includes("Ship Tons"), sheet[0]);
});

test("a table whose print is announced twice keeps its headings", async () => {
  const content = { columns: ["Ship", "Flag"], rows: times(3, (i) => [`Ship ${i}`, "NO"]) };
  const { url } = await share(key, { template: "table", title: "Fleet", content });
  const { page } = await open(browser, url, devices.desktop);
  await page.getByRole("searchbox").waitFor();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const [sheet] = await sheetsOf(page);
  assert.ok(sheet.includes("Ship Flag"), sheet.join(" | "));
});

test("no column of a wide table is lost", async () => {
  const columns = times(18, (i) => `Col${i}`);
  const text = `${[columns, columns.map(() => "---"), columns.map((_, i) => `v${i}`)]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n")}\n`;
  const [sheet] = await print(markdown(`# Wide\n\n${text}`));
  assert.ok(isOn(sheet, "v17"), sheet.join("\n"));
});

test("long code begins on the first sheet", async () => {
  const file = await print(
    { template: "code", content: { filename: "a.js", text: code(90) } },
    ".hljs-keyword",
  );
  assert.ok(isOn(file[0], "line0 = 0"), file[0].join("\n"));
  const document = await print(markdown(`# Code\n\nWords.\n\n\`\`\`js\n${code(90)}\n\`\`\`\n`));
  assert.ok(isOn(document[0], "line0 = 0"), document[0].join("\n"));
  assert.equal(document.flat().filter((line) => /line\d+ =/.test(line)).length, 90);
});

test("headings and rows are not alone on a sheet, and neither is a footnote", async () => {
  for (let before = 16; before < 40; before += 3) {
    const source =
      `# Report\n\n${paragraphs(before)}\n\n## The fleet\n\n${table(6)}\n` +
      `\nThe end is near, and here is more of it[^1].\n\n[^1]: The only footnote.\n`;
    const sheets = await print(markdown(source));
    const name = `after ${before} paragraphs`;
    for (const sheet of sheets) {
      assert.notEqual(sheet.at(-1), "The fleet", name);
      assert.notEqual(sheet.at(-1), "Ship Tons", name);
      const rows = sheet.filter((line) => /^Ship \d/.test(line)).length;
      assert.notEqual(rows, 1, `${name}: one row on a sheet`);
    }
    assert.ok(isOn(sheets.at(-1), "The end is near"), `${name}: ${sheets.at(-1).join(" / ")}`);
  }
});

test("a diagram is on one sheet as a whole", async () => {
  const chain = (count) => times(count, (i) => `  A${i}[Step ${i}] --> A${i + 1}[Step ${i + 1}]`).join("\n");
  for (const direction of ["LR", "TD"]) {
    const source = `# Plan\n\n## It flows\n\n\`\`\`mermaid\nflowchart ${direction}\n${chain(14)}\n\`\`\`\n`;
    const sheets = await print(markdown(source), ".diagram.is-drawn");
    const steps = sheets.map((sheet) => sheet.join(" ").match(/Step \d+/g)?.length ?? 0);
    assert.deepEqual(
      steps.filter((count) => count > 0),
      [15],
      direction,
    );
    assert.ok(!isOn(sheets.flat(), "Diagram source"));
  }
});

test("a diagram that is not drawn yet is printed as its source, and says so", async () => {
  const { url } = await share(key, markdown("# Plan\n\n```mermaid\nflowchart LR\n  A --> B\n```\n"));
  const { page } = await open(browser, url, {
    ...devices.desktop,
    script: () => {
      window.requestIdleCallback = window.IntersectionObserver.prototype.observe = () => {};
    },
  });
  const [early] = await sheetsOf(page);
  assert.ok(isOn(early, "This diagram was not drawn yet.") && isOn(early, "A --> B"), early.join(" | "));
  await page.locator(".diagram.is-drawn").waitFor();
  const [later] = await sheetsOf(page);
  assert.ok(!isOn(later, "not drawn yet") && !isOn(later, "A --> B"), later.join(" | "));
});

test("a wide diagram is turned on paper, and larger than it would be", async () => {
  const source = `sequenceDiagram\n${times(9, (i) => `  Department ${i}->>Department ${i + 1}: asks ${i}`).join("\n")}`;
  const { url } = await share(key, markdown(`# Plan\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`));
  const { page } = await open(browser, url, devices.desktop);
  await page.locator(".diagram.is-drawn").waitFor();
  const sheets = await textsOf(page);
  const shown = sheets
    .map((texts) => texts.filter(({ str }) => /asks/.test(str)))
    .filter(({ length }) => length);
  assert.deepEqual(
    shown.map(({ length }) => length),
    [9],
  );
  for (const { transform } of shown[0]) {
    const [a, b] = transform;
    assert.ok(Math.abs(a) < 0.01 && Math.abs(b) > 4, transform.join());
  }
});

test("paper has the day of the content, as its age does not last", async () => {
  const { url } = await share(key, markdown("One"));
  const { page } = await open(browser, url, devices.desktop);
  await page.locator(".made:visible").getByText("Created just now").waitFor();
  const [sheet] = await sheetsOf(page);
  assert.ok(
    sheet.some((line) => /^Created on \d+ \p{L}+ \d{4}$/u.test(line)),
    sheet.join(" | "),
  );
  await page.locator(".made:visible").getByText("Created just now").waitFor();
});

test("a chart is printed in the colours of the light page", async () => {
  const content = { type: "bar", data: { labels: ["a"], datasets: [{ label: "x", data: [1] }] } };
  const { url } = await share(key, { template: "chart", content });
  const { page } = await open(browser, url, { ...devices.desktop, colorScheme: "dark" });
  const bar = () =>
    page.locator(".chart-frame canvas").evaluate((canvas) => {
      const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      const counts = new Map();
      for (let i = 0; i < pixels.length; i += 4)
        if (pixels[i + 3] === 255) {
          const colour = pixels.slice(i, i + 3).join();
          counts.set(colour, (counts.get(colour) ?? 0) + 1);
        }
      return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
    });
  const announce = (name) => page.evaluate((event) => dispatchEvent(new Event(event)), name);
  const [dark, light] = ["78,166,230", "11,111,179"];
  while ((await bar()) !== dark) await page.waitForTimeout(50);
  await announce("beforeprint");
  assert.equal(await bar(), light);
  await announce("afterprint");
  assert.equal(await bar(), dark);
});
