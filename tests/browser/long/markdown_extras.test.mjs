// What GitHub has beyond Markdown, as a person meets it on the share page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown, share } from "../../service/api_client.mjs";
import { assertAccessible, assertLooksWell, devices, keepScreenshot, open } from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";

async function openDocument(text, options, more) {
  const { url } = await share(key, markdown(text, more));
  return open(browser, url, options);
}

const savingData = {
  script: () => Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
};

const withFootnotes = `# Tides

High water comes twice a day[^moon], and a little later every day[^Later]. So says the almanac[^moon].

[^later]: By some fifty minutes.

    - Neaps and springs differ.
[^moon]: The Moon's *doing*, see <https://tides.example/>[^later].
`;

test("footnotes link both ways and are accessible", async () => {
  const { page, assertNoTrouble } = await openDocument(withFootnotes);
  assert.deepEqual(await page.locator(".footnote-reference").allTextContents(), ["1", "2", "1", "2"]);
  assert.ok(await page.getByRole("heading", { name: "Footnotes" }).isVisible());
  await page.locator("#fnref-1-2").click();
  await page.locator("#fn-1:target").waitFor();
  await page.getByRole("link", { name: "Back to reference 1-2" }).click();
  await page.locator("#fnref-1-2:target").waitFor();
  await assertLooksWell(page, "footnotes");
  assertNoTrouble();
});

test("the number of a footnote stands at the word before it", async () => {
  const { page } = await openDocument(withFootnotes);
  const gaps = await page.locator(".footnote-reference").evaluateAll((references) =>
    references.map((reference) => {
      const [word, number] = [document.createRange(), document.createRange()];
      word.selectNodeContents(reference.previousSibling);
      number.selectNodeContents(reference.firstElementChild);
      return number.getBoundingClientRect().left - [...word.getClientRects()].at(-1).right;
    }),
  );
  for (const gap of gaps.slice(0, 2)) assert.ok(Math.abs(gap) < 1, `${gap} pixels`);
});

const withFormulas = `# Waves

Long ones run at $v = \\sqrt{g\\,h}$, short ones at $v_{short} = \\sqrt{\\frac{g\\lambda}{2\\pi}}$. A chart
costs $5, two cost $10.

$$
\\begin{aligned}
\\omega^2 &= g k \\tanh(k h) \\\\
k &= \\frac{2\\pi}{\\lambda}
\\end{aligned}
$$

> So $$E = \\tfrac{1}{2}\\rho g a^2$$ for a height of $\`a\`$.

\`\`\`math
\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}
\`\`\`

And \`$x$\` is code.
`;

test("renders formulas but not prices, accessibly", async () => {
  for (const [name, options] of Object.entries(devices)) {
    const { page, context, assertNoTrouble } = await openDocument(withFormulas, options);
    await page.locator(".math.is-drawn").nth(5).waitFor();
    assert.equal(await page.locator(".math").count(), 6);
    assert.equal(await page.locator(".katex-display").count(), 3);
    assert.equal(await page.locator(".katex-error").count(), 0);
    assert.equal(await page.locator(".katex math").count(), 6);
    assert.ok(await page.getByText("costs $5, two cost $10").isVisible());
    const font = await page.evaluate(() =>
      document.fonts.ready.then(() =>
        [...document.fonts].some(({ family, status }) => family.includes("KaTeX") && status === "loaded"),
      ),
    );
    assert.ok(font, "the fonts of formulas are loaded");
    await assertLooksWell(page, `formulas-${name}`);
    assertNoTrouble();
    await context.close();
  }
});

const asLanguageModelsWrite = `The range of a throw is \\( R \\), with \\(v_0\\) and \\(\\theta\\) as above\\[1\\]:

1. **Range**:
   \\[
   \\begin{aligned}
   R &= \\frac{v_0^2 \\sin(2\\theta)}{g} \\\\[4pt]
   &= 41\\ \\text{m}
   \\end{aligned}
   \\]
2. **Height**: \\[ H = \\frac{v_0^2 \\sin^2\\theta}{2g} \\]

| symbol | unit |
| --- | --- |
| \\(v_0\\) | m/s \\(see above\\) |

And \`\\(x\\)\` is code.
`;

test("renders formulas between escaped brackets, but not text", async () => {
  const { page, context, assertNoTrouble } = await openDocument(asLanguageModelsWrite, devices.phone);
  await page.locator(".math.is-drawn").nth(5).waitFor();
  assert.equal(await page.locator(".math").count(), 6);
  assert.equal(await page.locator(".katex-display").count(), 2);
  assert.equal(await page.locator("ol > li").count(), 2);
  assert.ok(await page.getByText("as above[1]:").isVisible());
  assert.ok(await page.getByRole("cell", { name: "m/s (see above)" }).isVisible());
  assert.equal(await page.locator("code").textContent(), "\\(x\\)");
  await assertLooksWell(page, "formulas-in-brackets");
  assertNoTrouble();
  await context.close();
});

test("many formulas are rendered beside a diagram", async () => {
  const { page, assertNoTrouble } = await openDocument(
    `\`\`\`mermaid\nflowchart LR\n  A --> B\n\`\`\`\n\n${"$\\frac{a}{b}$ ".repeat(1000)}\n`,
  );
  await page.locator(".math.is-drawn").nth(999).waitFor();
  await page.locator("iframe.is-drawn").waitFor();
  assert.equal(await page.locator("iframe").count(), 1);
  assertNoTrouble();
});

test("a page without formulas loads nothing for them", async () => {
  const { page } = await openDocument("costs $5 and $10");
  assert.equal(await page.locator("[src*=katex], [href*=katex]").count(), 0);
});

test("shows formulas as source without JavaScript", async () => {
  const { page } = await openDocument(withFormulas, { javaScriptEnabled: false });
  assert.ok(await page.getByText("v = \\sqrt{g\\,h}").isVisible());
  assert.ok(await page.getByText("\\omega^2 &= g k").isVisible());
});

test("hostile formulas execute nothing, load nothing and terminate", async () => {
  const hostile = [
    "$\\href{javascript:window.executed=1}{x}$",
    "$\\url{javascript:window.executed=1}$",
    "$\\includegraphics{https://evil.example/x.png}$",
    "$\\htmlStyle{position:fixed}{x}$ $\\htmlData{a=b}{x}$ $\\htmlId{footnotes}{x}$",
    "$\\def\\a{\\a\\a}\\a$",
    "$\\def\\a#1{#1#1#1#1#1#1#1#1#1#1}\\a{\\a{\\a{\\a{\\a{\\a{x}}}}}}$",
    "$\\rule{9999999em}{9999999em}$ $\\kern{99999em}x$",
    "$\\unknown{$ $}$ $<img src=x onerror=window.executed=1>$",
    `$${"{".repeat(2400)}x${"}".repeat(2400)}$`,
    `$${"x^".repeat(20000)}x$`,
    "$x$ ".repeat(2000),
    "The end of the hostile document",
  ].join("\n\n");
  const { page, assertNoTrouble } = await openDocument(hostile);
  await page.locator(".math.is-drawn").nth(2000).waitFor({ timeout: 0 });
  assert.equal(await page.evaluate(() => window.executed), undefined);
  assert.equal(await page.locator(".document a, .document img").count(), 0);
  assert.equal(await page.locator(".math.is-wrong", { hasText: "\\unknown{" }).count(), 1);
  const size = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(size < 20_000, `the page is ${size} pixels high`);
  assertNoTrouble();
});

const withDiagrams = `# Ships

\`\`\`mermaid
flowchart LR
  A[Harbour] -->|pilot on board| B(Roads)
  B --> C{Weather?}
  C -->|fair| D[Sea]
  C -->|foul| A
\`\`\`

Then:

\`\`\`mermaid
sequenceDiagram
  Ship->>Harbour: Permission to enter?
  Harbour-->>Ship: Granted
\`\`\`

\`\`\`mermaid
this is no diagram
\`\`\`
`;

test("draws diagrams in frames, accessibly", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context, assertNoTrouble } = await openDocument(withDiagrams, { colorScheme });
    await page.locator("iframe.is-drawn").nth(1).waitFor();
    const [flow, sequence] = [0, 1].map((index) => page.frameLocator("iframe.is-drawn").nth(index));
    assert.ok(await flow.getByText("Weather?").first().isVisible());
    assert.ok(await sequence.getByText("Permission to enter?").first().isVisible());
    await page.getByText("this is no diagram").waitFor();
    await page.waitForFunction(() => document.querySelectorAll("iframe").length === 2);
    for (const frame of await page.locator("iframe").all()) {
      const { height } = await frame.boundingBox();
      assert.ok(height > 60 && height < 900, `a frame is ${height} pixels high`);
    }
    assert.equal(await page.getByText("flowchart LR").isVisible(), false);
    await assertAccessible(page);
    await keepScreenshot(page, `diagrams-${colorScheme}`);
    // The source is behind the diagram.
    await flow.locator("svg").click();
    await page.getByText("Diagram source").first().click();
    assert.ok(await page.getByText("flowchart LR").isVisible());
    await assertAccessible(page);
    await keepScreenshot(page, `diagram-source-${colorScheme}`);
    assertNoTrouble();
    await context.close();
  }
});

test("draws every kind of diagram, and loads only the parts of that kind", async () => {
  const kinds = {
    "mindmap\n  root((Ships))\n    Sailing\n    Steam": "Sailing",
    "architecture-beta\n  group api(cloud)[Harbour]\n  service db(database)[Berths] in api": "Berths",
    'gitGraph\n  commit id: "keel"\n  branch mast\n  commit id: "sail"': "keel",
    'pie title Cargo\n  "Grain" : 3\n  "Coal" : 1': "Grain",
    "classDiagram\n  class Ship\n  Ship : +sail()": "Ship",
    "stateDiagram-v2\n  [*] --> Moored": "Moored",
    "erDiagram\n  SHIP ||--o{ CARGO : carries": "CARGO",
    "gantt\n  title Refit\n  dateFormat YYYY-MM-DD\n  Hull :a, 2026-01-01, 3d": "Hull",
  };
  for (const [source, label] of Object.entries(kinds)) {
    const { page, context, assertNoTrouble } = await openDocument(
      `# Ships\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`,
    );
    await page.locator("iframe.is-drawn").waitFor();
    await page.frameLocator("iframe.is-drawn").getByText(label).first().waitFor();
    const parts = await page
      .frames()
      .at(-1)
      .evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    assert.ok(parts.length < 60, `${parts.length} parts`);
    assert.ok(!parts.some((name) => /flowDiagram|sequenceDiagram/.test(name)));
    assertNoTrouble();
    await context.close();
  }
});

test("a mind map has its labels in the middle, and can be read in dark", async () => {
  const { page } = await openDocument(
    "# Ships\n\n```mermaid\nmindmap\n  root((Ships))\n    [Sailing]\n    Steam\n```\n",
    { colorScheme: "dark" },
  );
  await page.locator("iframe.is-drawn").waitFor();
  const nodes = await page
    .frames()
    .at(-1)
    .evaluate(() =>
      [...document.querySelectorAll(".mindmap-node")].map((node) => {
        const shape = node.querySelector(".label-container, :scope > path, :scope > rect, :scope > circle");
        const text = node.querySelector("text");
        const middle = ({ left, right }) => (left + right) / 2;
        return {
          off: Math.abs(middle(shape.getBoundingClientRect()) - middle(text.getBoundingClientRect())),
          fill: getComputedStyle(shape).fill,
          text: getComputedStyle(text).fill,
        };
      }),
    );
  assert.equal(nodes.length, 3);
  for (const { off, fill, text } of nodes) {
    assert.ok(off < 5, `a label is ${off} pixels from the middle`);
    const lightness = (colour) => Math.max(...colour.match(/\d+/g).map(Number));
    assert.ok(lightness(fill) > 60 && lightness(fill) < 130, fill);
    assert.ok(lightness(text) > 200, text);
  }
});

test("loads diagrams only when they scroll into view, for readers who save data", async () => {
  const { page } = await openDocument(`${"word\n\n".repeat(200)}${withDiagrams}`, savingData);
  // What the page itself watches has been told by then what is in view.
  await page.evaluate(
    () =>
      new Promise((told) => new IntersectionObserver(told).observe(document.querySelector(".document p"))),
  );
  assert.equal(await page.locator("iframe").count(), 0);
  await page.getByText("Then:").scrollIntoViewIfNeeded();
  await page.locator("iframe.is-drawn").first().waitFor();
});

test("a diagram that is not drawn says why, above its source", async () => {
  const { page, assertNoTrouble } = await openDocument(
    "# Plans\n\n```mermaid\nflowchart LR\n  A -->\n```\n\n```mermaid\nplantuml\n  root\n```\n",
  );
  await page.getByText("This diagram cannot be drawn: line 2 of its source is not valid. A -->").waitFor();
  await page.getByText("Diagrams of the kind “plantuml” are shown as their source.").waitFor();
  assert.ok(await page.locator("pre", { hasText: "A -->" }).isVisible());
  assert.equal(await page.locator("iframe").count(), 0);
  await assertLooksWell(page, "diagrams-not-drawn");
  assertNoTrouble();
});

test("a diagram that cannot be parsed says in which line of its source, and marks it", async () => {
  const wrong = "B -->|yes| C[Great (really)]";
  const sources = {
    6: `%% Flow\n%% of work\nflowchart TD\n  %% First\n  A --> B{Ready?}\n  ${wrong}\n  B --> D`,
    8: `---\ntitle: Flow\n---\n\n%%{init: {\n  "theme": "dark"\n}}%%\nflowchart TD ${wrong}\n  A --> B`,
    3: 'pie title Ships\n  "Sail" : 3\n  "Steam" : many',
    4: "sequenceDiagram\n  A->>B: Hello\n\n  B=>>A: Hello",
  };
  for (const [line, source] of Object.entries(sources)) {
    const { page, context } = await openDocument(`# Work\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`);
    const note = page.locator(".diagram-problem");
    await note.waitFor();
    const text = source.split("\n")[line - 1];
    assert.equal(
      await note.textContent(),
      `This diagram cannot be drawn: line ${line} of its source is not valid. ${text.trim()}`,
    );
    assert.equal(await page.locator("pre mark").textContent(), text);
    assert.equal(await page.locator("pre > code").textContent(), `${source}\n`);
    await context.close();
  }
});

test("a diagram says in a sentence what else is wrong with it", async () => {
  const gantt = "gantt\n  dateFormat YYYY-MM-DD\n  section One\n  Task :a1, 2026-13-45, 30d";
  for (const [source, problem] of [
    [gantt, "Invalid date:2026-13-45"],
    ["timeline\n  title\n  2026 : a\n  : b : c", "its source is not valid."],
  ]) {
    const { page, context } = await openDocument(`# Plans\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`);
    await page.getByText(`This diagram cannot be drawn: ${problem}`, { exact: true }).waitFor();
    await context.close();
  }
});

test("sources and problems of diagrams stand in a column, whenever the buttons to copy are added", async () => {
  const block = (source) => `\`\`\`mermaid\n${source}\n\`\`\`\n\n`;
  const diagrams = block("flowchart LR\n  A --> B") + block("flowchart LR\n  A -->");
  for (const [order, text] of Object.entries({
    // In view at once: both scripts begin with it in the same turn.
    "drawing first": diagrams,
    // Buttons are added further from the view than drawing begins.
    "button first": "word\n\n".repeat(60) + diagrams,
  })) {
    const { page, context, assertNoTrouble } = await openDocument(text, savingData);
    if (order === "button first") {
      await page.evaluate(() => {
        const place = document.querySelector("code").getBoundingClientRect().top;
        scrollBy(0, place - innerHeight - 700);
      });
      await page.locator(".code-frame").nth(1).waitFor({ state: "attached" });
      assert.equal(await page.locator("iframe").count(), 0, order);
      await page.locator("code").last().scrollIntoViewIfNeeded();
    }
    await page.locator(".diagram-source").waitFor({ state: "attached" });
    await page.locator(".diagram-problem").waitFor();
    await page.locator(".code-frame").nth(1).waitFor({ state: "attached" });
    const wrong = await page.locator(".code-frame > :not(pre, .copy)").count();
    assert.equal(wrong, 0, `${order}: beside the source`);
    assert.equal(await page.locator(".diagram-source > .code-frame > pre").count(), 1, order);
    await keepScreenshot(page, `diagrams-${order.replace(" ", "-")}`);
    assertNoTrouble();
    await context.close();
  }
});

const withWideTable = `# Regions

| Region | Q1 | Q2 | Q3 | Q4 | Growth | Owner | Notes | Status |
|:--|--:|--:|--:|--:|--:|:-:|---|---|
| Europe | 1,200 | 1,300 | 1,400 | 1,500 | 8.3 % | Anna | A long note that explains the numbers in this row | ok |
| Americas | 1,200 | 1,300 | 1,400 | 1,500 | 8.3 % | Bob | short | ok |

| a | b |
|---|---|
| 1 | 2 |
`;

test("a wide table fades out where it goes on, and its sentences have lines of several words", async () => {
  for (const [name, options] of Object.entries(devices)) {
    const { page, context, assertNoTrouble } = await openDocument(withWideTable, options);
    const frame = page.locator(".table-wrap").first();
    const sides = () =>
      frame.evaluate(({ classList }) =>
        ["is-cut-left", "is-cut-right"].map((side) => classList.contains(side)),
      );
    const until = (left, right) =>
      page.waitForFunction(
        ([left, right]) => {
          const { classList } = document.querySelector(".table-wrap");
          return classList.contains("is-cut-left") === left && classList.contains("is-cut-right") === right;
        },
        [left, right],
      );
    await until(false, true);
    const note = await page.getByText("A long note").boundingBox();
    assert.ok(note.width >= 130, `${note.width} pixels`);
    await assertLooksWell(page, `wide-table-${name}`);
    await frame.evaluate((element) => element.scrollBy(40, 0));
    await until(true, true);
    await frame.evaluate((element) => element.scrollBy(5000, 0));
    await until(true, false);
    assert.deepEqual(await sides(), [true, false]);
    const small = await page.locator(".table-wrap").nth(1).getAttribute("class");
    assert.ok(!small.includes("is-cut"), small);
    assertNoTrouble();
    await context.close();
  }
});

test("wide code fades out where it goes on, and a formula, which may have a gap there, is shaded", async () => {
  const sum = Array.from({ length: 60 }, (_, i) => `a_{${i}}`).join(" + ");
  const { page } = await openDocument(
    `\`\`\`\n${"wide ".repeat(80)}\n\`\`\`\n\n\`\`\`\nnarrow\n\`\`\`\n\n$$${sum}$$\n`,
  );
  for (const [wide, sign] of [
    ["pre >> nth=0", "maskImage"],
    [".math", "backgroundImage"],
  ]) {
    const frame = page.locator(wide);
    const has = (...sides) =>
      frame.and(page.locator(sides.map((side) => `.is-cut-${side}`).join(""))).waitFor();
    await has("right");
    assert.match(await frame.evaluate((one, sign) => getComputedStyle(one)[sign], sign), /gradient/);
    await frame.evaluate((one) => one.scrollBy(40, 0));
    await has("left", "right");
    await frame.evaluate((one) => one.scrollBy(9999, 0));
    await page.waitForFunction((one) => !one.matches(".is-cut-right"), await frame.elementHandle());
  }
  assert.equal(await page.locator("pre").nth(1).getAttribute("class"), "can-be-cut");
});

test("a wide right-to-left table fades out on the left first", async () => {
  const row = (cell) => `|${` ${cell} |`.repeat(12)}\n`;
  const { page } = await openDocument(`${row("المنطقة")}${row("---")}${row("أوروبا")}`);
  await page.locator(".table-wrap.is-cut-left:not(.is-cut-right)").waitFor();
});

test("the title of an alert is on the side of its text", async () => {
  const { page } = await openDocument("# تقرير\n\n> [!NOTE]\n> ملاحظة مهمة\n\n> [!TIP]\n> Left\n");
  const gaps = await page.locator(".alert").evaluateAll((alerts) =>
    alerts.map((alert) => {
      const range = document.createRange();
      range.selectNodeContents(alert.querySelector(".alert-title"));
      const [text, box] = [range.getBoundingClientRect(), alert.getBoundingClientRect()];
      return { left: text.left - box.left, right: box.right - text.right };
    }),
  );
  assert.ok(gaps[0].right < 40 && gaps[0].left > 200, JSON.stringify(gaps[0]));
  assert.ok(gaps[1].left < 40 && gaps[1].right > 200, JSON.stringify(gaps[1]));
  await assertLooksWell(page, "alerts-right-to-left");
});

test("large diagrams of the kinds that are slow to lay out are shown as their source", async () => {
  const many = (line) => Array.from({ length: 301 }, (_, i) => `  ${line}${i}`).join("\n");
  for (const source of [`mindmap\n  root\n  ${many("  a")}`, `architecture-beta\n${many("service a")}`]) {
    const { page, context } = await openDocument(`# Plans\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`);
    await page.getByText("This diagram cannot be drawn: it has more than 300 lines.").waitFor();
    await context.close();
  }
});

test("a diagram whose parts cannot be loaded says so, above its source", async () => {
  for (const missing of [/mermaid\.esm/, /sequenceDiagram/]) {
    const { page, context } = await openDocument("# Ships\n");
    await page.route(missing, (route) => route.abort());
    const { url } = await share(key, markdown(withDiagrams));
    await page.goto(url);
    await page.getByText("This diagram could not be loaded. Check your").first().waitFor();
    assert.ok(await page.locator("code", { hasText: "Permission to enter?" }).isVisible());
    await context.close();
  }
});

test("diagrams have the page's colours, and wide ones scroll on a phone", async () => {
  const wide = Array.from({ length: 9 }, (_, i) => `  A --> S${i}[Station ${i}]`).join("\n");
  const { page } = await openDocument(
    `# Line\n\n\`\`\`mermaid\nflowchart TB\n${wide}\n\`\`\`\n`,
    devices.phone,
  );
  await page.locator("iframe.is-drawn").waitFor();
  const frame = page.frames().at(-1);
  const { scroll, seen, fill } = await frame.evaluate(() => ({
    scroll: document.body.scrollWidth,
    seen: document.body.clientWidth,
    fill: getComputedStyle(document.querySelector(".node rect, .node polygon")).fill,
  }));
  assert.ok(scroll > seen * 1.3, `${scroll} pixels in ${seen}`);
  const isCut = (sides) =>
    frame.waitForFunction((expected) => {
      const { classList } = document.body;
      return ["left", "right"].filter((side) => classList.contains(`is-cut-${side}`)).join() === expected;
    }, sides);
  await isCut("right");
  await frame.evaluate(() => (document.body.scrollLeft = document.body.scrollWidth));
  await isCut("left");
  assert.equal(fill, "rgb(245, 247, 249)");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 375);
});

test("on a phone, three participants fit, and a wide chart is laid out downwards, both legible", async () => {
  const line = Array.from({ length: 6 }, (_, i) => `  S${i}[Station ${i}] --> S${i + 1}[Station ${i + 1}]`);
  const sources = [
    "sequenceDiagram\n  participant Reader\n  participant Service\n  participant Database\n" +
      "  Reader->>Service: Open the link\n  Service->>Database: Which version is shown?\n  Database-->>Service: The latest",
    `flowchart LR\n${line.join("\n")}`,
  ];
  for (const source of sources) {
    const { page, context } = await openDocument(
      `# Line\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`,
      devices.phone,
    );
    await page.locator("iframe.is-drawn").waitFor();
    const { scroll, seen, scale } = await page
      .frames()
      .at(-1)
      .evaluate(() => {
        const svg = document.querySelector("svg");
        return {
          scroll: document.body.scrollWidth,
          seen: document.body.clientWidth,
          scale: svg.getBoundingClientRect().width / svg.viewBox.baseVal.width,
        };
      });
    assert.ok(scroll <= seen, `${scroll} pixels in ${seen}`);
    assert.ok(scale >= 0.75, String(scale));
    await keepScreenshot(page, `diagram-phone-${source.slice(0, 8)}`);
    await context.close();
  }
});

test("a diagram is enlarged by a click or the keyboard, zoomed and moved, and closed by Esc", async () => {
  const { page, assertNoTrouble } = await openDocument(`# Ships\n\n${withDiagrams}`, devices.desktop);
  const frame = page.locator("iframe.is-drawn").first();
  await frame.waitFor();
  const before = await frame.boundingBox();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const inner = page.frameLocator("iframe.is-drawn").first();
  const transform = () =>
    inner
      .locator("svg")
      .first()
      .evaluate((svg) => svg.style.transform);
  await inner.getByText("Weather?").first().click();
  await page.getByRole("button", { name: "Close" }).waitFor();
  const { width: whole } = await frame.boundingBox();
  assert.equal(whole, 1280);
  await assertAccessible(page);
  await keepScreenshot(page, "diagram-enlarged");
  const fitted = await transform();
  await page.mouse.move(640, 450);
  await page.mouse.wheel(0, -300);
  await page.waitForTimeout(0);
  await inner.locator("body").press("+");
  const zoomed = await transform();
  assert.notEqual(zoomed, fitted);
  await page.mouse.down();
  await page.mouse.move(740, 500);
  await page.mouse.up();
  assert.notEqual(await transform(), zoomed);
  await inner.locator("body").press("Escape");
  const enlarge = page.getByRole("button", { name: "Enlarge" }).first();
  await page.locator(".is-enlarged").waitFor({ state: "detached" });
  assert.deepEqual(await frame.boundingBox(), before);
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), height);
  assert.ok(await enlarge.evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Enter");
  await page.locator(".is-enlarged").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.locator(".is-enlarged").waitFor({ state: "detached" });
  assertNoTrouble();
});

test("the keys that print wait until all diagrams are drawn", async () => {
  const { page } = await openDocument(`# Ships\n\n${"word\n\n".repeat(200)}${withDiagrams}`);
  await page.evaluate(() => {
    window.print = () => (window.drawnAtPrint = document.querySelectorAll("iframe.is-drawn").length);
  });
  await page.keyboard.press("Control+p");
  await page.waitForFunction(() => window.drawnAtPrint !== undefined);
  assert.equal(await page.evaluate(() => window.drawnAtPrint), 2);
});

test("a picture that cannot be loaded leaves its text in a box", async () => {
  const { page } = await openDocument(
    "# Lamp\n\n![A lamp on a hill](https://pictures.example/none.png)\n",
    devices.desktop,
    { remoteImages: "on" },
  );
  const box = page.locator(".failed-image");
  await box.waitFor();
  assert.equal(await box.innerText(), "A lamp on a hill");
  assert.equal(await page.locator(".document img").count(), 0);
  await assertAccessible(page);
});

test("code in an alert is tinted", async () => {
  const source = "> [!NOTE]\n> Use `lamp` now.\n>\n> ```\n> lamp\n> ```\n";
  for (const colorScheme of ["light", "dark"]) {
    const { page, context } = await openDocument(source, { colorScheme });
    const colours = await page
      .locator(".alert, .alert p code, .alert pre")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    assert.equal(colours.length, 3);
    assert.notEqual(colours[1], colours[0]);
    assert.notEqual(colours[2], colours[0]);
    await assertAccessible(page, { rules: ["color-contrast"] });
    await context.close();
  }
});

test("draws the other diagrams after a while, so that they are printed", async () => {
  const { page } = await openDocument(`# Ships\n\n${"word\n\n".repeat(200)}${withDiagrams}`);
  await page.locator("iframe.is-drawn").nth(1).waitFor({ state: "attached" });
});

test("copies the source and the address of a document", async () => {
  const text = "# Wind\n\nIt *blows*.\n";
  const { url } = await share(key, markdown(text));
  const { page, context, assertNoTrouble } = await open(browser, url, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const copied = async (name) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByText("Copied").waitFor();
    await page.getByText("Copied").waitFor({ state: "hidden" });
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("Copy text"), text);
  await page.goto(`${url}&update=1#wind`);
  assert.equal(await copied("Copy link"), `${url}#wind`);
  assertNoTrouble();
  await context.close();

  const limited = await open(browser, (await share(key, markdown(text, { maxViews: 5 }))).url);
  await limited.page.getByRole("button", { name: "Open" }).click();
  await limited.page.getByText("It blows.").waitFor();
  assert.equal(await limited.page.getByRole("button", { name: "Copy text" }).count(), 0);
  await limited.context.close();
});

test("the boxes of tasks are beside their texts", async () => {
  const { page } = await openDocument("- [ ] a\n\n- [x] b\n\n* [ ] c\n* [x] d\n");
  const lines = await page.locator(".task-list-item").evaluateAll((items) =>
    items.map((item) => {
      const text = document.createRange();
      text.selectNodeContents(item.querySelector("p") ?? item);
      const boxes = [item.querySelector("input").getBoundingClientRect(), text.getBoundingClientRect()];
      return boxes.map(({ top, bottom }) => (top + bottom) / 2);
    }),
  );
  assert.equal(lines.length, 4);
  for (const [box, text] of lines) assert.ok(Math.abs(box - text) < 8, `${box} and ${text}`);
});

test("boxes of tasks and icons of alerts grow with the browser's text", async () => {
  const { page } = await openDocument("- [x] a\n\n> [!NOTE]\n> b\n");
  const sizes = () =>
    page
      .locator(".task-list-item input, .alert-title > svg")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
  const before = await sizes();
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const after = await sizes();
  assert.equal(after.length, 2);
  before.forEach((size, i) => assert.ok(Math.abs(after[i] - 2 * size) < 1, `${size} and ${after[i]}`));
});

test("the button that copies code does not cover it, and takes no width from it on a phone", async () => {
  const text = `Words.\n\n\`\`\`python\n${"x".repeat(300)}\n\`\`\`\n`;
  for (const [name, options] of Object.entries(devices)) {
    const { page, context } = await openDocument(text, options);
    await page.locator(".copy").waitFor();
    const [paragraph, block, code, button] = await Promise.all(
      [".document p", ".document pre", ".document pre > code", ".copy"].map((selector) =>
        page.locator(selector).boundingBox(),
      ),
    );
    if (name === "phone") {
      assert.equal(block.width, paragraph.width);
      assert.ok(code.y >= button.y + button.height, `${code.y} and ${button.y + button.height}`);
      assert.equal(
        await page
          .locator(".code-frame")
          .evaluate((frame) => getComputedStyle(frame, "::before").content.replaceAll('"', "")),
        "python",
      );
      await page.emulateMedia({ media: "print" });
      const paddings = await page.locator(".document pre").evaluate((pre) => {
        const { paddingTop, paddingBottom } = getComputedStyle(pre);
        return [paddingTop, paddingBottom];
      });
      assert.equal(paddings[0], paddings[1]);
    } else {
      assert.ok(block.x + block.width <= button.x, `${block.x + block.width} and ${button.x}`);
    }
    await context.close();
  }
});

test("code on a phone does not move when its button appears", async () => {
  const text = `\`\`\`python\nx = 1\n\`\`\`\n`;
  const { page } = await openDocument(text, devices.phone);
  await page.locator(".copy").waitFor();
  const place = () =>
    page.locator(".document pre > code").evaluate((code) => code.getBoundingClientRect().top);
  const after = await place();
  await page.evaluate(() => {
    const frame = document.querySelector(".code-frame");
    frame.replaceWith(frame.querySelector("pre"));
  });
  assert.equal(await place(), after);
});

const withNarrowColumns = `| # | Done | Since | Checked |
|--:|---|---|---|
| 1 | x | 2026-11-24 | 2026-11-24 14:30 |
| 2 | y | 2026-12-24 | 2026-12-24 09:15 |

| A | B | C | D | E | F | G | H | Since |
|--|--|--|--|--|--|--|--|--|
| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 2026-11-24 |
`;

test("dates in narrow columns stay on one line, and columns of digits are narrow", async () => {
  const { page } = await openDocument(withNarrowColumns, devices.phone);
  // Text that is broken has a box for each line.
  const brokenDates = await page.locator(".document td").evaluateAll((cells) =>
    cells.flatMap((cell) =>
      [...cell.textContent.matchAll(/\d{4}-\d\d-\d\d/g)].filter(({ 0: date, index }) => {
        const range = document.createRange();
        range.setStart(cell.firstChild, index);
        range.setEnd(cell.firstChild, index + date.length);
        return range.getClientRects().length > 1;
      }),
    ),
  );
  assert.deepEqual(brokenDates, []);
  const widths = await page
    .locator("td", { hasText: /^[1-8]$/ })
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  assert.ok(Math.max(...widths) < 64, widths.join(" "));
  await assertLooksWell(page, "narrow-columns");
});

const withHtml = `<div align="center">

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="https://images.example/dark.png">
  <img src="https://images.example/light.png" width="120" alt="Beacon">
</picture>

# Beacon

[Start](#start) · <a href="docs/guide.md">Guide</a>

</div>

Press <kbd>Ctrl</kbd>+<kbd>L</kbd>, H<sub>2</sub>O, <mark>now</mark>, \`#0b5bd3\`.

## Start

<details open>
<summary>Options</summary>

| Option | Meaning |
|-|:-:|
| \`--loud\` | one<br>two |

</details>

<table align="center"><tr><th>Left</th><td align="right">1</td></tr></table>

> [!TIP]
> Mind the <ins>tide</ins>.
`;

test("a document with HTML looks as on GitHub, accessibly", async () => {
  for (const [name, options] of Object.entries({ ...devices, dark: { colorScheme: "dark" } })) {
    const { page, context } = await openDocument(withHtml, options);
    assert.equal(await page.locator("h1").count(), 1);
    assert.equal(await page.title(), "Beacon");
    const centred = await page.locator("h1").evaluate((heading) => getComputedStyle(heading).textAlign);
    assert.match(centred, /center/);
    assert.equal(await page.locator("kbd").count(), 2);
    assert.ok(await page.getByText("--loud").isVisible());
    assert.equal(
      await page.getByText("Guide", { exact: true }).getAttribute("title"),
      "docs/guide.md is not part of this page",
    );
    await assertLooksWell(page, `document-with-html-${name}`);
    await context.close();
  }
});

test("shows diagrams as source without JavaScript", async () => {
  const { page } = await openDocument(withDiagrams, { javaScriptEnabled: false });
  assert.ok(await page.getByText("flowchart LR").isVisible());
});

test("hostile diagrams execute nothing and reach nobody", async () => {
  const diagrams = [
    `flowchart LR\n  A["<script>top.executed=1</script><img src=x onerror=alert(1)>shown"] --> B`,
    `flowchart LR\n  A[shown] --> B\n  click A "javascript:alert(1)"\n  click B call alert(1)`,
    `flowchart LR\n  A[shown] --> B\n  click A href "https://evil.example/" _top`,
    `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}}}%%
flowchart LR\n  A["<iframe src='https://evil.example/'></iframe>shown"] --> B\n  click A call alert(1)`,
    `%%{init: {"themeCSS": "@import url(https://evil.example/x.css); * {background: url(https://evil.example/x)}"}}%%
flowchart LR\n  A[shown] --> B`,
    `flowchart LR\n  A@{ img: "https://evil.example/x.png", label: "shown" } --> B`,
  ];
  const { page } = await openDocument(
    diagrams.map((diagram) => `\`\`\`mermaid\n${diagram}\n\`\`\``).join("\n\n"),
  );
  const requests = [];
  const dialogs = [];
  page.on("response", (response) => requests.push(response.url()));
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    dialog.dismiss();
  });
  const url = page.url();
  await page.reload();
  // Each is drawn, or given up, which leaves its source without a frame.
  for (let i = 0; i < diagrams.length; ++i) {
    await page
      .locator("code.language-mermaid")
      .nth(i)
      .evaluate((code) => (code.closest("details") ?? code).scrollIntoView());
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
    await page.waitForFunction(() => !document.querySelector("iframe:not(.is-drawn)"));
  }
  assert.ok((await page.locator("iframe.is-drawn").count()) >= 3);
  let clicks = 0;
  for (const frame of page.frames().slice(1))
    clicks += await frame.evaluate(() => {
      const labels = document.querySelectorAll(".node, .node *");
      for (const label of labels)
        label.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      return labels.length;
    });
  assert.ok(clicks > 0, "labels of diagrams were clicked");
  // What the clicks led to would have begun before this is answered.
  await page.evaluate(() => fetch("/assets/none").then(({ status }) => status));
  assert.equal(page.url(), url);
  assert.deepEqual(dialogs, []);
  assert.equal(await page.evaluate(() => window.executed), undefined);
  assert.deepEqual(
    requests.filter((request) => new URL(request).origin !== new URL(url).origin),
    [],
  );
});
