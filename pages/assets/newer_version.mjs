// Shows the newest version of the artifact on the page that is open, in place: what the reader has chosen, selected and
// scrolled to stays. Of a document, only the blocks that have changed are replaced, or all if this script has come too late
// to know them. Templates that draw their content themselves listen for the event `newversion`, and scripts that improve a
// document for `contentadded`.

/* global tellTimes */

const article = document.querySelector(".document[data-live]");
const drawn = ".data-table, .chart, #pdf, .code-file, #picture";
const mostComparisons = 4_000_000;

// The blocks of a document as they were sent, before other scripts change them: each begins with a mark.
let blocks;
if (article.dataset.live === "auto" && document.readyState !== "complete" && !article.querySelector(drawn))
  blocks = [...article.children].map((block) => {
    const { outerHTML } = block;
    return { mark: markBefore(block), source: outerHTML };
  });
let contentsSource = document.querySelector(".contents")?.outerHTML;

function markBefore(block) {
  const mark = document.createComment("");
  block.before(mark);
  return mark;
}

async function fetchPage() {
  const { pathname, search } = location;
  const asked = new URLSearchParams(search);
  // The token stays at the end, where it may have punctuation that is not its own.
  const wanted = new URLSearchParams({
    update: 1,
    ...(asked.get("embed") === "1" && { embed: 1 }),
    token: asked.get("token"),
  });
  const answer = await fetch(`${pathname}?${wanted}`, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// The files that the new version needs and this page lacks. Nothing if the service has other files by now.
function missingAssets(page) {
  const addressOf = (element) => element.getAttribute("src") ?? element.getAttribute("href");
  const withoutHash = (address) => address.replace(/\.[0-9a-f]{12}(?=[./])/, "");
  const assets = "script[src], link[rel=stylesheet]";
  const here = [...document.querySelectorAll(assets)].map(addressOf);
  const missing = [...page.querySelectorAll(assets)].filter((one) => !here.includes(addressOf(one)));
  const known = new Set(here.map(withoutHash));
  return missing.some((one) => known.has(withoutHash(addressOf(one)))) ? undefined : missing;
}

function load(asset) {
  const element = document.createElement(asset.localName);
  for (const { name, value } of asset.attributes) element.setAttribute(name, value);
  // In the order of the page.
  if (asset.localName === "script") element.async = false;
  document.head.append(element);
}

// For each new block the place of an old one with the same source, in order: the most that there are.
function keptPlaces(old, fresh) {
  if (old.length * fresh.length > mostComparisons) return fresh.map(() => -1);
  const width = fresh.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; --i)
    for (let j = fresh.length - 1; j >= 0; --j)
      common[i * width + j] =
        old[i] === fresh[j]
          ? common[(i + 1) * width + j + 1] + 1
          : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
  let i = 0;
  return fresh.map((source, j) => {
    while (i < old.length && old[i] !== source && common[(i + 1) * width + j] >= common[i * width + j + 1])
      ++i;
    return i < old.length && old[i] === source ? i++ : -1;
  });
}

// The marks of these blocks, and all that stands for them by now.
function nodesOf(some) {
  const marks = new Set(blocks.map(({ mark }) => mark));
  const nodes = [];
  for (const { mark } of some) {
    nodes.push(mark);
    for (let node = mark.nextSibling; node && !marks.has(node); node = node.nextSibling) nodes.push(node);
  }
  return nodes;
}

// Whether the reader has selected something in one of the nodes, or works in it. Scripts of templates ask it, too.
function holds(nodes) {
  const selection = getSelection();
  const range = selection.rangeCount && !selection.isCollapsed && selection.getRangeAt(0);
  return nodes.some(
    (node) =>
      (range && range.intersectsNode(node) && node.textContent.trim()) ||
      node.contains(document.activeElement),
  );
}

// What changes the document to that of the page; nothing if a script draws one of them.
function changeOfDocument(page) {
  const source = page.querySelector(".document");
  if ([article, source].some((one) => one.querySelector(drawn))) return undefined;
  const fresh = [...source.children];
  const sources = fresh.map(({ outerHTML }) => outerHTML);
  const known = blocks ?? [];
  const kept = keptPlaces(
    known.map((block) => block.source),
    sources,
  );
  const stays = new Set(kept);
  const old = blocks ? nodesOf(known.filter((_, place) => !stays.has(place))) : [...article.childNodes];
  const show = () => {
    const anchor = known
      .filter((_, place) => stays.has(place))
      .map(({ mark }) => mark.nextElementSibling)
      .find((element) => element?.getBoundingClientRect().bottom > 0);
    const before = anchor?.getBoundingClientRect().top;
    for (const node of old) node.remove();
    const added = [];
    let next = null;
    blocks = fresh
      .map((element, j) => ({ element, j }))
      .reverse()
      .map(({ element, j }) => {
        let block = known[kept[j]];
        if (!block) {
          const imported = document.importNode(element, true);
          article.insertBefore(imported, next);
          block = { mark: markBefore(imported), source: sources[j] };
          added.unshift(imported);
        }
        next = block.mark;
        return block;
      })
      .reverse();
    showContents(page);
    document.dispatchEvent(new CustomEvent("contentadded", { detail: added }));
    if (anchor) scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: "instant" });
  };
  return { isHeld: !blocks || holds(old), show };
}

function showContents(page) {
  const fresh = page.querySelector(".contents");
  if (fresh?.outerHTML === contentsSource) return;
  contentsSource = fresh?.outerHTML;
  const list = document.querySelector(".contents details");
  if (list && fresh)
    list.replaceChildren(...document.importNode(fresh.querySelector("details"), true).childNodes);
  else if (fresh) article.before(document.importNode(fresh, true));
  else document.querySelector(".contents")?.remove();
}

// Title, description and dates. Charts colour their title.
function showHeader(page) {
  document.title = page.title;
  const header = document.querySelector(".page-header");
  for (const part of ["h1", ".description", ".dates"]) {
    const here = header?.querySelector(`:scope > ${part}`);
    const fresh = page.querySelector(`.page-header > ${part}`);
    if (here && fresh) here.replaceWith(document.importNode(fresh, true));
    else if (fresh) header?.querySelector(":scope > .dates").before(document.importNode(fresh, true));
    else here?.remove();
  }
  const made = page.querySelector(".tool-menu > .made");
  if (made) header?.querySelector(".tool-menu > .made")?.replaceWith(document.importNode(made, true));
  tellTimes();
}

// Returns whether the newest version is shown now. Without being asked for, it is not if the reader would lose a
// selection or the focus. Otherwise only a new page can show it. Throws if it cannot be fetched.
export async function showNewest(isAsked) {
  const page = await fetchPage();
  const missing = missingAssets(page);
  if (!missing || !page.querySelector(".document[data-live]")) return false;
  // Who can show it sets `show`, and what has to be loaded before.
  const offered = { page, holds, isHeld: false, load: undefined, show: undefined };
  document.dispatchEvent(new CustomEvent("newversion", { detail: offered }));
  const change = offered.show ? offered : changeOfDocument(page);
  if (!change || (change.isHeld && !isAsked)) return false;
  await change.load?.();
  for (const asset of missing) if (asset.localName === "link") load(asset);
  showHeader(page);
  await change.show();
  article.dataset.version = page.querySelector(".document").dataset.version;
  for (const asset of missing) if (asset.localName === "script") load(asset);
  return true;
}
