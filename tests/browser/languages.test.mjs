// Readers' pages speak the language of the browser; content stays as it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown, share } from "../service/api_client.mjs";
import { assertLooksWell, open } from "./browser.mjs";
import { browser, key } from "./one_browser.mjs";

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
