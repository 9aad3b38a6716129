// Pages are rendered and kept for each language.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { call, markdown, newAccount, request, share } from "../../service/api_client.mjs";

let key;
before(() => ({ key } = newAccount()));

const table = { template: "table", content: { columns: ["a", "b"], rows: [["x", 1]] } };

async function read(url, language) {
  const headers = { accept: "text/html", "accept-language": language };
  const { status, text } = await request("GET", url, { headers });
  assert.equal(status, 200, text);
  return text;
}

for (const [name, body, words] of [
  [
    "document",
    markdown("a[^1]\n\n> [!NOTE]\n> b\n\n[^1]: c"),
    { en: /Footnotes/, de: /Fußnoten/, fr: /Notes de bas/, es: /Notas al pie/ },
  ],
  ["table", table, { en: /1 row · 2 columns/, de: /1 Zeile ·/, fr: /1 ligne ·/, es: /1 fila ·/ }],
  [
    "file of code",
    { template: "code", content: { text: "x = 1" } },
    { en: /1 line</, de: /1 Zeile</, fr: /1 ligne</, es: /1 línea</ },
  ],
  [
    "chart",
    { template: "chart", content: { type: "bar", labels: ["a"], values: [1] } },
    { en: /Show data/, de: /Daten anzeigen/, fr: /Afficher les données/, es: /Mostrar los datos/ },
  ],
  [
    "PDF elsewhere",
    { template: "pdf", content: { url: "https://a.example/b.pdf" } },
    { en: /Previous page/, de: /Vorherige Seite/, fr: /Page précédente/, es: /Página anterior/ },
  ],
])
  test(`a ${name} is in the language of each reader, whoever came before`, async () => {
    const { url } = await share(key, body);
    const first = new Map();
    for (const language of ["en", "de", "en", "fr", "es", "de", "fr", "it", "es", "en"]) {
      const page = await read(url, language);
      const shown = language === "it" ? "en" : language;
      for (const [other, pattern] of Object.entries(words))
        assert.equal(pattern.test(page), other === shown, `${language}: ${pattern}`);
      if (!first.has(shown)) first.set(shown, page);
      assert.equal(page, first.get(shown));
    }
  });

test("what a version has changed is in the reader's language", async () => {
  const { id } = await share(key, table);
  const content = { ...table.content, rows: [["y", 1]] };
  const written = await call(key, "PUT", `/artifacts/${id}`, { content });
  assert.equal(written.status, 200, written.text);
  const { url } = (await call(key, "POST", `/artifacts/${id}/share`, { showHistory: true })).json;
  const changes = `${url.replace("?", "/history?")}&version=2`;
  assert.match(await read(changes, "de"), /1 Zeile hinzugefügt/);
  assert.match(await read(changes, "en"), /1 line added/);
});
