// Readers' pages speak the language of the browser; content stays as it is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { content as pdfContent, pdf } from "../../documents/pdf_writer.mjs";
import { call, markdown, share } from "../../service/api_client.mjs";
import { assertLooksWell, open } from "../browser.mjs";
import { browser, key } from "../one_browser.mjs";

const rows = Array.from({ length: 30 }, (_, i) => [`Item ${i}`, i]);
const pages = {
  document: {
    body: markdown("# Plan\n\n```mermaid\nno such diagram\n```\n"),
    texts: ["Erstellt", "Schaubilder der Art „no“ werden als Quelltext angezeigt."],
  },
  table: {
    body: { template: "table", content: { columns: ["Item", "Count"], rows } },
    texts: ["Erstellt", "Ansicht"],
    placeholder: "30 Zeilen durchsuchen",
  },
  chart: {
    body: { template: "chart", content: { type: "pie", labels: ["a"], values: [0] } },
    texts: ["Alle Werte in diesem Diagramm sind null."],
  },
};

for (const [name, { body, texts, placeholder }] of Object.entries(pages)) {
  test(`the texts around a ${name} are in the reader's language`, async () => {
    const { url } = await share(key, { ...body, title: "Plan" });
    const { page, assertNoTrouble } = await open(browser, url, { locale: "de-AT" });
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    assert.equal(await page.title(), "Plan");
    for (const text of texts) await page.getByText(text).first().waitFor();
    if (placeholder) await page.getByPlaceholder(placeholder).waitFor();
    await assertLooksWell(page, `german-${name}`);
    assertNoTrouble();
  });
}

// All texts that a page shows or tells screen readers: those of elements, with the elements in them, and attributes.
// Code and the drawings of libraries are content.
function textsOf() {
  const texts = [document.title];
  const isContent = "script, style, noscript, svg, pre, .katex, .textLayer, .annotationLayer";
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest(isContent)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt", "data-early", "data-refused"])
      texts.push(element.getAttribute(name) ?? "");
    const hasText = [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim());
    if (hasText) texts.push(element.textContent);
  }
  return [...new Set(texts.map((text) => text.replace(/\s+/g, " ").trim()))];
}

const german = JSON.parse(readFileSync(new URL("../../../html/messages/de.json", import.meta.url), "utf8"));
const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
// What stands around the values of a text may be in elements of its own.
const germanTexts = Object.values(german).flatMap((text) => [
  new RegExp(`^${escaped(text).replaceAll("{}", ".+")}$`),
  ...text
    .split("{}")
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part))
    .map((part) => new RegExp(`^${escaped(part)}$`)),
]);
// Names, which no language translates, and times.
const names = ["Artifact Share", "CSV", "JSON", "PNG", "SVG", "Markdown", "mermaid", "x", "y"];
const times = /^(?:(?:am )?\d+\. \p{L}+.*|gerade eben|vor .+|.*\d:\d\d.*)$/u;

const sections = Array.from({ length: 5 }, (_, i) => `## Kap${i}\n\n${"wort ".repeat(300)}\n\n`).join("");
const kinds = {
  document: {
    body: markdown(
      `# Plan\n\nwort[^1] wort[^1] [wort](plan.md)\n\n${["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"]
        .map((kind) => `> [!${kind}]\n> wort\n\n`)
        .join("")}- [ ] wort\n- [x] wort\n\n|wort|\n|-|\n|wort|\n\n\`\`\`math\na\n\`\`\`\n\n` +
        "```python\nx = 1\n```\n\n```geojson\n{}\n```\n\n```mermaid\nnone\n```\n\n" +
        `![](https://bild.example/a.png)\n\n![](http://bild.example/b.png)\n\n${sections}[^1]: wort\n`,
      { remoteImages: "click" },
    ),
    content: /^(?:wort|Kap\d|[\d-]+|↩︎\d?|#|\s)+$/,
    texts: ["Inhalt", "Fußnoten", "Hinweis", "Tipp", "Wichtig", "Warnung", "Vorsicht", "Kopieren", "Bild"],
    names: ["Zurück zu Verweis 1-2", "plan.md gehört nicht zu dieser Seite", "Zu erledigen", "Erledigt"],
  },
  code: {
    body: { template: "code", content: { text: "x = 1\ny = 2\u202e\n", language: "python" } },
    content: /^python( ·.*)?$/,
    texts: ["python · 2 Zeilen"],
    names: ["Code", "Herunterladen"],
  },
  table: {
    body: {
      template: "table",
      content: {
        columns: ["Wort", "Zahl", "Wahl"],
        rows: rows.map(([, i]) => [`wort ${i}`, i, i % 2 === 0]),
      },
    },
    content: /^(?:wort \d+|Wort|Zahl|Wahl)$/,
    texts: ["30 Zeilen · 3 Spalten", "Ansicht"],
    names: ["Tabelle mit 3 Spalten und 30 Zeilen", "Ja", "Nein"],
  },
  chart: {
    body: {
      template: "chart",
      content: {
        type: "bar",
        data: {
          labels: ["wort", "satz"],
          datasets: [..."abcde"].map((name, i) => ({
            label: `reihe ${name}`,
            data: [i, 2],
            yAxisID: i ? "y" : "y1",
          })),
        },
        options: { scales: { y: {}, y1: { position: "right" } } },
      },
    },
    content: /^(?:wort|satz|reihe \w(?: \((?:rechte|linke) Achse\))?)$/,
    texts: ["Daten anzeigen", "Beschriftung", "reihe a (rechte Achse)"],
    names: ["Daten"],
  },
  "Vega-Lite chart": {
    body: {
      template: "chart",
      content: {
        $schema: "https://vega.github.io/schema/vega-lite/v5.json",
        data: { values: [{ wort: "a", zahl: 1 }] },
        mark: "bar",
        encoding: { x: { field: "wort", type: "nominal" }, y: { field: "zahl", type: "quantitative" } },
      },
    },
    content: /^(?:wort|zahl|a|Diagramm\. Die Daten stehen in der Tabelle unten\.)$/,
    texts: ["Daten anzeigen"],
    names: ["Diagramm. Die Daten stehen in der Tabelle unten."],
  },
  "PDF that may be saved": {
    body: { template: "pdf", content: pdfContent(pdf([["wort"]])), allowDownload: true },
    content: /^\d+%$/,
    texts: ["Automatisch", "Seitenbreite", "Ganze Seite", "von 1"],
    names: ["Vorherige Seite", "Nächste Seite", "Drehen", "Suchen", "Seiten des Dokuments", "Drucken"],
  },
  "PDF elsewhere": {
    body: { template: "pdf", content: { url: "https://datei.example/a.pdf" } },
    content: /^(?:\d+%|datei\.example)$/,
    texts: ["Hier anzeigen", "Dokument öffnen", "Dieses Dokument liegt auf datei.example"],
    names: [],
  },
};

async function assertIsGerman(page, content) {
  const texts = await page.evaluate(textsOf);
  const isGerman = (text) =>
    !/\p{L}/u.test(text) ||
    [...germanTexts, times, content].some((pattern) => pattern.test(text)) ||
    names.includes(text);
  assert.deepEqual(
    texts.filter((text) => !isGerman(text)),
    [],
  );
  return texts;
}

for (const [name, { body, content, texts, names: told }] of Object.entries(kinds))
  test(`a ${name} says nothing in English to a reader of German`, async () => {
    const { url } = await share(key, { ...body, title: "Plan" });
    const { page } = await open(browser, url, { locale: "de" });
    await page.waitForLoadState("networkidle");
    for (const text of texts)
      await page.getByText(text, { exact: true }).first().waitFor({ state: "attached" });
    const shown = await assertIsGerman(page, new RegExp(`${content.source}|^Plan$`));
    assert.deepEqual(
      told.filter((text) => !shown.includes(text)),
      [],
    );
    await assertLooksWell(page, `german-${name.replaceAll(" ", "-")}`);
  });

test("the history of a link, and what a version has changed, are in the reader's language", async () => {
  const { id } = await share(key, { ...markdown("wort\n"), title: "Plan" });
  await call(key, "PUT", `/artifacts/${id}`, { content: { text: "satz\n" }, title: "Plan" });
  const { url } = (await call(key, "POST", `/artifacts/${id}/share`, { showHistory: true })).json;
  const history = url.replace("?", "/history?");
  for (const [address, text] of [
    [history, "Verlauf"],
    [`${history}&version=2`, "1 Zeile hinzugefügt, 1 entfernt"],
  ]) {
    const { page } = await open(browser, address, { locale: "de" });
    await page.getByText(text).first().waitFor();
    await assertIsGerman(page, /^(?:wort|satz|Verlauf: Plan|Plan: Version 2 im Vergleich mit Version 1)$/);
    await assertLooksWell(page, `german-${text.replaceAll(" ", "-")}`);
  }
});

test("counts are grouped as in the reader's language", async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => [`Item ${i}`, i]);
  const { url } = await share(key, { template: "table", content: { columns: ["Item", "Count"], rows } });
  for (const [locale, size, field] of [
    ["en", "3,000 rows · 2 columns", "Search 3,000 rows"],
    ["de", "3.000 Zeilen · 2 Spalten", "3.000 Zeilen durchsuchen"],
    ["fr", "3\u202f000 lignes · 2 colonnes", "Rechercher dans 3\u202f000 lignes"],
    ["es", "3000 filas · 2 columnas", "Buscar en 3000 filas"],
  ]) {
    const { page, context } = await open(browser, url, { locale });
    assert.equal(await page.locator(".table-size").textContent(), size);
    assert.equal(await page.getByRole("searchbox").getAttribute("placeholder"), field);
    await context.close();
  }
});

test("the page of a password, and its problem, are in the reader's language", async () => {
  const { url } = await share(key, { ...markdown("x"), password: "a long password" });
  for (const [locale, title, problem] of [
    ["fr-CA", "Mot de passe requis", "Mot de passe incorrect."],
    ["es", "Se necesita contraseña", "Contraseña incorrecta."],
    ["it", "Password required", "Incorrect password."],
  ]) {
    const { page } = await open(browser, url, { locale });
    assert.equal(await page.title(), title);
    await page.locator("#password").fill("wrong");
    await page.locator("button").click();
    await page.getByText(problem).waitFor();
    await assertLooksWell(page, `password-${locale}`);
  }
});

test("a page in English loads no translations", async () => {
  const { url } = await share(key, markdown("x"));
  const { page } = await open(browser, url, { locale: "en-GB" });
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  const scripts = await page.locator("script").evaluateAll((all) => all.map(({ src }) => src));
  assert.ok(scripts.length > 0);
  assert.ok(!scripts.some((src) => /\/(?:de|fr|es)\./.test(src)));
});
