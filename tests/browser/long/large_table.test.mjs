// The largest tables, of which ../tables/table_page.test.mjs shows smaller ones.
import { test } from "node:test";
import { browser, key } from "../one_browser.mjs";
import { assertManyRowsWork } from "../tables/large_table.mjs";

test("scrolls, sorts and searches a hundred thousand rows", () => assertManyRowsWork(browser, key, 100_000));
