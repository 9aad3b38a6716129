// What GitHub has beyond Markdown, as a person meets it on the share page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown, share } from "../service/api_client.mjs";
import { assertAccessible, assertLooksWell, devices, keepScreenshot, open } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";

async function openDocument(text, options) {
  const { url } = await share(key, markdown(text));
  return open(browser, url, options);
}

const withFootnotes = `# Tides

High water comes twice a day[^moon], and a little later every day[^Later]. So says the almanac[^moon].

[^later]: By some fifty minutes.

    - Neaps and springs differ.
[^moon]: The Moon's *doing*, see <https://tides.example/>[^later].
`;

test("footnotes link both ways and are accessible", async () => {
  const { page, context, assertNoTrouble } = await openDocument(withFootnotes);
  assert.deepEqual(await page.locator(".footnote-reference").allTextContents(), ["1", "2", "1", "2"]);
  assert.ok(await page.getByRole("heading", { name: "Footnotes" }).isVisible());
  await page.locator("#fnref-1-2").click();
  await page.locator("#fn-1:target").waitFor();
  await page.getByRole("link", { name: "Back to reference 1-2" }).click();
  await page.locator("#fnref-1-2:target").waitFor();
  await assertLooksWell(page, "footnotes");
  assertNoTrouble();
  await context.close();
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

test("a page without formulas loads nothing for them", async () => {
  const { page, context } = await openDocument("costs $5 and $10");
  assert.equal(await page.locator("[src*=katex], [href*=katex]").count(), 0);
  await context.close();
});

test("shows formulas as source without JavaScript", async () => {
  const { page, context } = await openDocument(withFormulas, { javaScriptEnabled: false });
  assert.ok(await page.getByText("v = \\sqrt{g\\,h}").isVisible());
  assert.ok(await page.getByText("\\omega^2 &= g k").isVisible());
  await context.close();
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
  const { page, context, assertNoTrouble } = await openDocument(hostile);
  await page.locator(".math.is-drawn").nth(2000).waitFor({ timeout: 0 });
  assert.equal(await page.evaluate(() => window.executed), undefined);
  assert.equal(await page.locator(".document a, .document img").count(), 0);
  assert.equal(await page.locator(".math.is-wrong", { hasText: "\\unknown{" }).count(), 1);
  const size = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(size < 20_000, `the page is ${size} pixels high`);
  assertNoTrouble();
  await context.close();
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
    await page.getByText("Diagram source").first().click();
    assert.ok(await page.getByText("flowchart LR").isVisible());
    await assertAccessible(page);
    await keepScreenshot(page, `diagrams-${colorScheme}`);
    assertNoTrouble();
    await context.close();
  }
});

test("loads diagrams only when they scroll into view", async () => {
  const { page, context } = await openDocument(`${"word\n\n".repeat(200)}${withDiagrams}`);
  // What the page itself watches has been told by then what is in view.
  await page.evaluate(
    () =>
      new Promise((told) => new IntersectionObserver(told).observe(document.querySelector(".document p"))),
  );
  assert.equal(await page.locator("iframe").count(), 0);
  await page.getByText("Then:").scrollIntoViewIfNeeded();
  await page.locator("iframe.is-drawn").first().waitFor();
  await context.close();
});

test("shows diagrams as source without JavaScript", async () => {
  const { page, context } = await openDocument(withDiagrams, { javaScriptEnabled: false });
  assert.ok(await page.getByText("flowchart LR").isVisible());
  await context.close();
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
  const { page, context } = await openDocument(
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
  await context.close();
});
