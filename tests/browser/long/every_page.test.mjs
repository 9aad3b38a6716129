// Every page and state: it fits and is accessible on a desktop and a phone, in light and dark. With SCREENSHOTS, the
// name of a folder, pictures of all of them and of what is printed are kept there, with an index.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { charts, vegaLite } from "../../documents/charts.mjs";
import { manyRows } from "../../documents/many_rows.mjs";
import { png } from "../../documents/pictures.mjs";
import { content, pdf } from "../../documents/pdf_writer.mjs";
import { admin, call, markdown, newAccount, newKey, origin, share } from "../../service/api_client.mjs";
import { newUser, password } from "../../service/dashboard_client.mjs";
import { assertLooksWell, devices, keepScreenshot, open } from "../browser.mjs";
import { browser } from "../one_browser.mjs";

const text = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const wide = (columns, rows) => ({
  columns: Array.from({ length: columns }, (_, i) => `Measurement ${i}`),
  rows: Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => 1000 * r + c)),
});
const pages = Array.from({ length: 14 }, (_, i) => [`Harbour report, page ${i + 1}`]);

// What is shared, what tells that all of it is there, and what a reader does before the picture.
const shared = {
  markdown: { artifact: markdown(text("../../documents/guide.md")), isWhole: "h1" },
  "markdown-short": { artifact: markdown("# Notes\n\nA few words."), isWhole: "h1" },
  "markdown-diagram": {
    artifact: markdown("# Plan\n\n```mermaid\nflowchart LR\n  A --> B\n```\n"),
    isWhole: "iframe.is-drawn",
  },
  "markdown-empty": { artifact: markdown(" "), isWhole: "h1" },
  code: {
    artifact: { template: "code", content: { filename: "a.mjs", text: text("../browser.mjs") } },
    isWhole: ".code-text .hljs-keyword",
  },
  ...Object.fromEntries(
    Object.entries(charts)
      .slice(0, 4)
      .map(([name, chart]) => [
        `chart-${name}`,
        { artifact: { template: "chart", content: chart }, isWhole: ".document" },
      ]),
  ),
  "chart-vega-lite": {
    artifact: { template: "chart", content: Object.values(vegaLite)[0] },
    isWhole: ".chart-frame :is(canvas, svg)",
  },
  "table-large": { artifact: { template: "table", content: manyRows(1000) }, isWhole: "[data-loaded]" },
  "table-small": {
    artifact: {
      template: "table",
      title: "Prices",
      content: { columns: ["Thing", "Year"], rows: [["Lamp", 2026]] },
    },
    isWhole: ".table-tools input",
  },
  "table-without-rows": {
    artifact: { template: "table", content: { columns: ["Thing", "Price"], rows: [] } },
    isWhole: ".table-wrap",
  },
  "table-16-columns": {
    artifact: { template: "table", content: wide(16, 30) },
    isWhole: ".table-tools input",
  },
  "table-60-columns": {
    artifact: { template: "table", content: wide(60, 30) },
    isWhole: ".table-tools input",
  },
  "table-no-match": {
    artifact: { template: "table", content: manyRows(300) },
    isWhole: "[data-loaded]",
    act: (page) => page.getByRole("searchbox").fill("nothing like it"),
  },
  "table-menu": {
    artifact: { template: "table", content: manyRows(300) },
    isWhole: "[data-loaded]",
    act: async (page) => {
      await page.getByRole("button", { name: "View" }).click();
      await page.getByLabel("Totals").selectOption("Sum");
      await page.getByLabel("Filter columns").check();
    },
  },
  pdf: { artifact: { template: "pdf", content: content(pdf(pages)) }, isWhole: ".textLayer span" },
  "pdf-broken": {
    artifact: { template: "pdf", content: content(Buffer.from("%PDF-1.7\nno")) },
    isWhole: ".is-final",
  },
  "pdf-elsewhere": {
    artifact: { template: "pdf", content: { url: "https://docs.example.org/report.pdf" } },
    isWhole: "#pdf-show:not([hidden])",
  },
  html: {
    artifact: { template: "html", content: { html: "<!doctype html><title>Tides</title><h1>Tides</h1>" } },
    isWhole: "#web-page",
  },
  image: {
    artifact: { template: "image", content: { data: png().toString("base64") } },
    isWhole: "#picture img",
  },
  "password-prompt": { artifact: markdown("x", { password: "open sesame" }), isWhole: "input" },
  cover: { artifact: markdown("x", { title: "Once", maxViews: 1 }), isWhole: "button" },
};

const others = {
  front: "/",
  docs: "/docs",
  "docs-operation": "/docs#createAndShareArtifact",
  "sample-document": "/samples/document",
  "not-found": "/a/art_00000000000000000000000000?token=x",
  "sign-in": "/dashboard/sign-in",
  "sign-up": "/dashboard/sign-up",
  "set-password": "/dashboard/set-password?token=x",
};

// What the pages of the dashboard below are about.
const made = {};
const dashboard = {
  artifacts: () => "artifacts",
  "artifacts-no-match": () => "artifacts?search=nothing",
  "artifacts-delete": () => `artifacts/change?action=delete&${made.artifact}=yes`,
  artifact: () => `artifacts/${made.artifact}`,
  "artifact-deleted": () => `artifacts/${made.deleted}`,
  "artifact-new": () => "artifacts/new",
  "artifact-duplicate": () => `artifacts/${made.artifact}/duplicate`,
  "artifact-content": () => `artifacts/${made.artifact}/content`,
  "artifact-json": () => `artifacts/${made.artifact}/json`,
  "artifact-preview": () => `artifacts/${made.artifact}/preview`,
  "artifact-history": () => `artifacts/${made.artifact}/history`,
  "artifact-version": () => `artifacts/${made.artifact}/history/1`,
  "artifact-compared": () => `artifacts/${made.artifact}/history/2?from=`,
  "artifact-views": () => `artifacts/${made.artifact}/views`,
  "artifact-edit": () => `artifacts/${made.artifact}/edit`,
  "artifact-delete": () => `artifacts/${made.artifact}/delete`,
  "link-new": () => `artifacts/${made.artifact}/shares/new`,
  "link-edit": () => `artifacts/${made.artifact}/shares/${made.link}/edit`,
  "link-revoke": () => `artifacts/${made.artifact}/shares/${made.link}/revoke`,
  links: () => "links",
  "links-extend": () => `links/extend?${made.link}=yes`,
  "links-revoke": () => `links/revoke?${made.link}=yes`,
  usage: () => "usage",
  keys: () => "settings/keys",
  "key-new": () => "settings/keys/new",
  "key-revoke": () => `settings/keys/${made.key}/revoke`,
  members: () => "settings/members",
  "member-remove": () => `settings/members/${made.member}/remove`,
  publishing: () => "settings/publishing",
  audit: () => "settings/audit",
  profile: () => "settings/profile",
  "second-factor": () => "settings/second-factor",
  device: () => "device",
};

let key;
let owner;
before(async () => {
  ({ key } = newAccount());
  owner = await newUser();
  const { account } = owner;
  for (const role of ["member", "owner"]) await newUser({ account, role });
  made.member = JSON.parse(admin("user", "list", "--account", account, "--json")).at(-1).id;
  const own = newKey(account);
  made.key = JSON.parse(admin("key", "list", "--account", account, "--json"))[0].id;
  for (const title of ["Release notes", `A ${"long ".repeat(30)}title`])
    await share(own, markdown("# Hello\n\nSome text.", { title }));
  const price = { key: "price", label: "Price", format: "currency", currency: "EUR" };
  const table = { columns: ["Thing", price], rows: [["Lamp", 12.5]] };
  made.artifact = (await call(own, "POST", "/artifacts", { template: "table", content: table })).json.id;
  await call(own, "POST", `/artifacts/${made.artifact}/share`, {});
  made.link = (await call(own, "GET", `/artifacts/${made.artifact}/shares`)).json.data[0].id;
  await call(own, "PUT", `/artifacts/${made.artifact}`, { content: { ...table, rows: [["Lamp", 13]] } });
  made.deleted = (await call(own, "POST", "/artifacts", markdown("x"))).json.id;
  await call(own, "DELETE", `/artifacts/${made.deleted}`);
});

after(() => {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  const pictures = readdirSync(folder).filter((name) => name.endsWith(".png"));
  const figures = pictures.map(
    (name) =>
      `<figure><a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a><figcaption>${name.slice(0, -4)}</figcaption></figure>`,
  );
  const style =
    "body{display:grid;grid-template-columns:repeat(auto-fill,minmax(18rem,1fr));gap:1rem;font-family:sans-serif}" +
    "figure{margin:0}img{width:100%;height:22rem;object-fit:cover;object-position:top;border:1px solid #ccc}";
  writeFileSync(
    path.join(folder, "index.html"),
    `<!doctype html><html lang="en"><title>Pages</title><style>${style}</style>${figures.join("\n")}</html>\n`,
  );
});

async function look(page, name, assertNoTrouble) {
  await assertLooksWell(page, name);
  assertNoTrouble?.();
  if (!process.env.SCREENSHOTS || !name.endsWith("-desktop")) return;
  await page.evaluate('dispatchEvent(new Event("beforeprint"))');
  await page.emulateMedia({ media: "print" });
  await keepScreenshot(page, name.replace(/desktop$/, "print"));
  await page.pdf({
    path: path.join(process.env.SCREENSHOTS, `${name.replace(/desktop$/, "print")}.pdf`),
    preferCSSPageSize: true,
  });
}

for (const [device, options] of Object.entries(devices)) {
  for (const [name, { artifact: sent, isWhole, act }] of Object.entries(shared)) {
    test(`shows well: ${name} (${device})`, async () => {
      const { url } = await share(key, sent);
      const { page, assertNoTrouble } = await open(browser, url, options);
      await page.locator(isWhole).first().waitFor({ state: "attached" });
      await act?.(page);
      // Browsers report a page that asks for a password as a failure to load it.
      await look(page, `${name}-${device}`, name === "password-prompt" ? undefined : assertNoTrouble);
    });
  }

  for (const [name, address] of Object.entries(others)) {
    test(`shows well: ${name} (${device})`, async () => {
      const { page } = await open(browser, origin + address, options);
      await look(page, `${name}-${device}`);
    });
  }

  test(`shows the dashboard well (${device})`, async () => {
    const { page } = await open(browser, `${origin}/dashboard/sign-in`, options);
    await page.getByLabel("Email").fill(owner.email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${origin}/dashboard/artifacts`);
    for (const [name, address] of Object.entries(dashboard)) {
      const response = await page.goto(`${origin}/dashboard/${address()}`);
      assert.equal(response.status(), 200, name);
      await assertLooksWell(page, `dashboard-${name}-${device}`);
    }
  });
}
