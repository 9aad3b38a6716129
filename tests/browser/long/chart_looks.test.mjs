// Every kind of chart with every device and theme that ../chart_page.test.mjs leaves out.
import { after, before, test } from "node:test";
import { newAccount } from "../../integration/api_client.mjs";
import { launch } from "../browser.mjs";
import { assertChartLooksWell, chartLooks } from "../chart_looks.mjs";

let browser;
let key;
before(async () => {
  browser = await launch();
  ({ key } = newAccount());
});
after(() => browser.close());

for (const { kind, content, look } of chartLooks.filter(({ isFirst }) => !isFirst))
  test(`${kind} is drawn (${look})`, () => assertChartLooksWell(browser, key, { kind, content, look }));
