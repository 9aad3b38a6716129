// Tables, content that is shown as JSON, and PDFs hold texts that try to become code.
import { test } from "node:test";
import { hostilePdf } from "../documents/hostile_pdf.mjs";
import { addresses, payloads } from "../documents/payloads.mjs";
import { content as pdfContent } from "../documents/pdf_writer.mjs";
import { attack, linksTo } from "./attack.mjs";
import { all, chunks, documentOf, modes, places, tableOf } from "./corpora.mjs";

for (const [mode, isPolicyOff] of modes) {
  test(`cells and headings of tables stay text ${mode}`, async () => {
    const urls = await linksTo("tables", () => [
      ...[all.slice(0, 900), all.slice(900), [...Array(1000).fill(""), ...all]].map((texts) => ({
        template: "table",
        content: tableOf(texts),
      })),
      { template: "table", content: { rows: all.map((text) => [{ [text]: [text] }]) } },
      {
        template: "table",
        content: { csv: all.map((text) => `"${text.replaceAll('"', '""')}",x`).join("\r\n") },
      },
      ...chunks(all, 90).map((columns) => ({ template: "table", content: { columns, rows: [columns] } })),
      ...chunks(
        payloads.filter((text) => text.length < 200),
        90,
      ).map((keys) => ({
        template: "table",
        content: { rows: [Object.fromEntries(keys.map((name) => [name, name]))] },
      })),
    ]);
    await attack(urls, isPolicyOff, async (page) => {
      await page.getByRole("searchbox").waitFor();
      for (const part of [1, 0.5])
        await page
          .locator(".table-wrap")
          .evaluate((frame, share) => (frame.scrollTop = frame.scrollHeight * share), part);
      await page.getByRole("searchbox").fill("<img");
      await page.getByRole("searchbox").fill("");
    });
  });

  test(`content that is shown as JSON stays text ${mode}`, async () => {
    const urls = await linksTo("json", () => {
      const content = { nothing: all, known: Object.fromEntries(payloads.map((text, i) => [text, i])) };
      return ["markdown", "chart", "table", "pdf"].map((template) => ({ template, content }));
    });
    await attack(urls, isPolicyOff);
  });

  test(`PDFs execute nothing and lead to the web or nowhere ${mode}`, async () => {
    const latin = addresses.filter((address) => !/[^\x01-\xff]/.test(address));
    const urls = await linksTo("pdf", () => [
      { template: "pdf", content: pdfContent(hostilePdf(latin)) },
      {
        template: "pdf",
        content: {
          html: `<p>${payloads
            .filter((text) => text.length < 200)
            .slice(0, 400)
            .join("<p>")}`,
        },
      },
      {
        template: "pdf",
        content: {
          html: addresses
            .slice(0, 200)
            .map((address) => `<a href="${address}">x</a> <img src="${address}">`)
            .join(" "),
        },
      },
      { template: "pdf", content: { markdown: documentOf(payloads.slice(0, 300), places.paragraphs) } },
    ]);
    await attack(urls, isPolicyOff, async (page) => {
      await page
        .locator(`.page[data-page-number="1"] .annotationLayer, #file-card.is-final`)
        .first()
        .waitFor({ state: "attached", timeout: 0 });
    });
  });
}
