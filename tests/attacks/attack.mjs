// Shared pages under attack: every field that a sender fills holds every text that tries to become code.
// With the pages' policy nothing is even tried, and without it nothing succeeds either.
import { origin, share } from "../service/api_client.mjs";
import { browser, key } from "../browser/one_browser.mjs";
import { watch } from "../browser/intrusion_watch.mjs";

export const shareLink = async (artifact) => (await share(key, artifact)).url;
export const openTab = (isPolicyOff) => watch(browser, origin, { isPolicyOff });

// Shares each of the artifacts once, for both modes.
const links = new Map();
export function linksTo(name, make) {
  if (!links.has(name)) links.set(name, Promise.all(make().map(shareLink)));
  return links.get(name);
}

// Without the policy every page is tried. What executes nothing there executes nothing under the policy
// either, so that a third of them is enough to see that nothing is even tried.
export const chosenOf = (urls, isPolicyOff) => (isPolicyOff ? urls : urls.filter((_, i) => i % 3 === 0));

// Opens each of the pages and does all that can be done to it.
export async function attack(urls, isPolicyOff, whenReady = () => {}) {
  const visitor = await openTab(isPolicyOff);
  for (const url of chosenOf(urls, isPolicyOff)) {
    try {
      await visitor.visit(url);
      await whenReady(visitor.page);
      await visitor.inspect();
      await visitor.touchEverything();
      await visitor.inspect();
    } catch (error) {
      // What went wrong before tells more.
      visitor.assertNoTrouble(error.message);
      throw error;
    }
  }
  visitor.assertNoTrouble();
  await visitor.context.close();
}
