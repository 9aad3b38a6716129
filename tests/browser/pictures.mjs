// Makes the pictures of the README and of the home page (tests/pictures).
//
//   node pictures.mjs FOLDER
import path from "node:path";
import { newAccount, share } from "../service/api_client.mjs";
import { launch, newContext, themes } from "./browser.mjs";

const guide = `A heating pump fails quietly: the house cools by a degree an hour. This is what to do when the
alarm comes, and whom to call.

> [!TIP]
> Read the pressure first. Below **1.0 bar**, fill up before anything else.

| Signal | Meaning | What to do |
| --- | --- | --- |
| Green, steady | Running | Nothing |
| Amber, slow | Low pressure | Fill to 1.5 bar |
| Red | Stopped | Restart, then call |

\`\`\`python
def restart(pump):
    if pump.pressure < 1.0:
        raise PumpError("fill up first")
    return pump.start(after=minutes(2))
\`\`\`
`;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug"];
const orders = [
  ["Northwind", "2026-11-24", 1240.5, 0.12, true],
  ["Lakeside Bikes", "2026-11-24", 312, 0.045, true],
  ["Ada & Sons", "2026-11-23", 8890, 0.18, false],
  ["Harbour Café", "2026-11-22", 96.4, 0, true],
  ["Polar Optics", "2026-11-21", 2310.75, 0.08, true],
  ["Green Fields", "2026-11-20", 540, 0.05, false],
  ["Old Mill", "2026-11-19", 1785.2, 0.1, true],
  ["Blue Door", "2026-11-18", 64.9, 0, true],
];
const pages = {
  document: {
    artifact: { template: "markdown", title: "When the pump stops", content: { text: guide } },
    isWhole: "pre .hljs-keyword",
  },
  chart: {
    artifact: {
      template: "chart",
      title: "Visitors by month",
      content: {
        type: "bar",
        data: {
          labels: months,
          datasets: [
            { label: "2025", data: [310, 342, 401, 455, 498, 612, 690, 655] },
            { label: "2026", data: [355, 371, 468, 520, 583, 702, 781, 760] },
          ],
        },
      },
    },
    isWhole: ".chart-frame canvas",
  },
  table: {
    artifact: {
      template: "table",
      title: "Orders of the week",
      content: {
        columns: [
          "Customer",
          { key: "day", label: "Day", format: "date" },
          { key: "amount", label: "Amount", format: "currency", currency: "EUR" },
          { key: "discount", label: "Discount", format: "percent" },
          { key: "paid", label: "Paid" },
        ],
        rows: orders,
      },
    },
    isWhole: ".table-tools input",
  },
};

const [folder] = process.argv.slice(2);
const browser = await launch();
const { key } = newAccount();
for (const [name, { artifact, isWhole }] of Object.entries(pages)) {
  const { url } = await share(key, artifact);
  for (const theme of themes) {
    const context = await newContext(browser, {
      viewport: { width: 720, height: 480 },
      colorScheme: theme,
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.goto(url);
    await page.locator(isWhole).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(folder, `${name}-${theme}.png`), animations: "disabled" });
    await context.close();
  }
}
await browser.close();
