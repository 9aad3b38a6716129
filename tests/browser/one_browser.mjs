// The browser that all tests of a file share, and the key of an account for what they look at.
import { after } from "node:test";
import { newAccount } from "../service/api_client.mjs";
import { launch } from "./browser.mjs";

export const browser = await launch();
export const { key } = newAccount();
after(() => browser.close());
