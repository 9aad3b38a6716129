// Every place of a Markdown document holds texts that try to become code, or lead elsewhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addresses, payloads } from "../documents/payloads.mjs";
import { markdown } from "../service/api_client.mjs";
import { attack, linksTo } from "./attack.mjs";
import { chunks, documentOf, modes, oneLine, places, theEnd, titles } from "./corpora.mjs";

for (const [mode, isPolicyOff] of modes) {
  test(`texts in every place of a Markdown document stay text ${mode}`, async () => {
    const short = payloads.filter((text) => text.length < 10_000);
    const urls = await linksTo("markdown", () =>
      Object.values(places).flatMap((place, i) =>
        chunks(short, 500).map((texts, part) =>
          markdown(`${theEnd}\n\n${documentOf(texts, place)}`, { title: titles[3 * i + part] }),
        ),
      ),
    );
    await attack(urls, isPolicyOff, async (page) => {
      // Else the document was too much, and is shown as its source.
      assert.equal(await page.locator("article > p", { hasText: theEnd }).count(), 1, page.url());
      if (await page.locator(".math").count())
        await page.waitForFunction(
          () => !document.querySelector(".math:not(.is-drawn, .is-wrong)"),
          undefined,
          { timeout: 0 },
        );
    });
  });

  test(`URLs in Markdown lead to the web or nowhere ${mode}`, async () => {
    const urls = await linksTo("addresses", () => [
      markdown(
        [
          ...addresses.flatMap((address, i) => [
            `[x](${address}) [x](<${address}>) ![x](${address}) ![x](<${address}>) <${address}>`,
            `[a${i}] ![a${i}]\n\n[a${i}]: <${oneLine(address)}>`,
          ]),
        ].join("\n\n"),
      ),
      // The same as HTML.
      markdown(
        addresses
          .map(
            (address) => `<a href="${address}">x</a> <img src="${address}"> <https://example.org/${address}>`,
          )
          .join("\n\n"),
      ),
    ]);
    await attack(urls, isPolicyOff);
  });
}
