// Every field beside the content, and addresses of pages, hold texts that try to become code.
import { test } from "node:test";
import { payloads } from "../documents/payloads.mjs";
import { markdown, origin } from "../service/api_client.mjs";
import { chosenOf, linksTo, openTab, shareLink } from "./attack.mjs";
import { beginning, chunks, descriptions, modes, titles, withoutControls } from "./corpora.mjs";

for (const [mode, isPolicyOff] of modes) {
  test(`titles, descriptions, file names and metadata stay text ${mode}`, async () => {
    const urls = await linksTo("titles", () =>
      titles.map((title, i) => {
        const description = descriptions[i % descriptions.length];
        const metadata = { [beginning(withoutControls(payloads[i]), 60)]: { [title]: [description] } };
        const more = { description, metadata, expiresIn: "1h" };
        // A file's name stands for a title that is missing.
        if (i % 3 === 0)
          return { template: "pdf", content: { url: "https://example.org/x.pdf", filename: title }, ...more };
        if (i % 3 === 1) return { template: "table", content: { rows: [[title]] }, title, ...more };
        return markdown("x", { title, ...more });
      }),
    );
    const visitor = await openTab(isPolicyOff);
    await visitor.visit(urls[0]);
    // So many pages are parsed and run much sooner in frames of one than each in the tab.
    for (const some of chunks(chosenOf(urls, isPolicyOff), 50)) await visitor.inspectInFrames(some);
    visitor.assertNoTrouble();
    await visitor.context.close();
  });
}

for (const [mode, isPolicyOff] of modes) {
  test(`invented URLs of pages execute nothing ${mode}`, async () => {
    const locked = await shareLink(markdown("x", { password: "open sesame" }));
    const odd = [
      `"><img src=x onerror=executed()>`,
      "javascript:executed()",
      "//evil.example/",
      "</script><svg onload=executed()>",
    ];
    const visitor = await openTab(isPolicyOff);
    for (const text of odd) {
      const value = encodeURIComponent(text);
      for (const url of [
        `${locked}&x=${value}#${value}`,
        `${locked}&next=${text.replace(/[ "<>]/g, encodeURIComponent)}`,
      ])
        await visitor.visit(url, { status: 401 }).then(visitor.inspect);
      for (const url of [`${origin}/a/${value}`, `${origin}/a/x?token=${value}#${value}`])
        await visitor.visit(url, { status: 404 }).then(visitor.inspect);
      const docs = `${origin}/docs?url=${value}&configUrl=${value}&spec=${value}#/${value}/${value}`;
      await visitor.visit(docs);
      await visitor.page.locator(".operation").first().waitFor();
    }
    visitor.assertNoTrouble();
    await visitor.context.close();
  });
}
