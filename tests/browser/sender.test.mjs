// Who shares, as a person sees it: on a page, where a password is asked for, before a view, and after the end.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { admin, call, markdown, newAccount, share } from "../service/api_client.mjs";
import { linkOf } from "../service/share_token_forge.mjs";
import { assertLooksWell, devices, open } from "./browser.mjs";
import { browser } from "./one_browser.mjs";

const { account, key } = newAccount();
// A dark disc on a transparent square.
const logo = fileURLToPath(new URL("../documents/logo.png", import.meta.url));
before(() => {
  const set = (...options) => admin("account", "set-sender", "--account", account, ...options);
  set("--allowed", "yes", "--shown", "yes", "--name", "Harbour Lights", "--logo", logo);
});

async function urlOf(kind) {
  const options = { password: { password: "a lamp in every window" }, cover: { maxViews: 2 } }[kind];
  const { id, url } = await share(key, markdown("# Lamps of the north mole\n\nAll lit.", options));
  if (kind === "ended") await call(key, "DELETE", `/artifacts/${id}/shares/${linkOf(url)}`);
  return url;
}

for (const kind of ["page", "password", "cover", "ended"]) {
  for (const [name, options] of Object.entries(devices)) {
    test(`${kind}: names the sender with the logo, accessibly (${name})`, async () => {
      const { page } = await open(browser, await urlOf(kind), options);
      const line = page.locator(".sender");
      await line.getByText("Harbour Lights").waitFor();
      const shown = line.locator("img");
      assert.ok(await shown.evaluate((image) => image.decode().then(() => image.naturalWidth === 96)));
      const box = await shown.boundingBox();
      assert.deepEqual([box.width, box.height], [24, 24]);
      await assertLooksWell(page, `sender-${kind}-${name}`);
    });
  }
}
