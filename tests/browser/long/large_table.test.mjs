// The largest tables, of which ../table_page.test.mjs shows smaller ones.
import { after, before, test } from "node:test";
import { newAccount } from "../../integration/api_client.mjs";
import { launch } from "../browser.mjs";
import { assertManyRowsWork } from "../large_table.mjs";

let browser;
let key;
before(async () => {
  browser = await launch();
  ({ key } = newAccount());
});
after(() => browser.close());

test("a hundred thousand rows scroll, sort and are searched", () =>
  assertManyRowsWork(browser, key, 100_000));
