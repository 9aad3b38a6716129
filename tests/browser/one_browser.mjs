// The browser that all tests of a file share, and the key of an account for what they look at.
import { after, afterEach } from "node:test";
import { newAccount } from "../service/api_client.mjs";
import { launch } from "./browser.mjs";

export const browser = await launch();
export const { key } = newAccount();
// What a test leaves open when it fails would go on running beside the next one.
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
after(() => browser.close());
