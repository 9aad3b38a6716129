// Improves the page of a code artifact: highlights line ranges and syntax, and lets the file that
// it shows be copied and saved. The text and links to single lines work without JavaScript.
"use strict";

/* global markWhenCut, saveFile, useCopy, useTool */

const kLinesOfPart = 250; // kLinesOfPart in templates/code/code.cc
// Limits of syntax highlighting: memory and time.
const kMaximumCharacters = 8_000_000;
const kMaximumMilliseconds = 60_000;

const file = document.querySelector(".code-file");
// Each with its text, read before highlighting, which would lose carriage returns.
const partsOf = (element) =>
  [...element.querySelectorAll(".code-part")].map((part) => {
    const code = part.querySelector(".code-text");
    return { part, code, source: code.textContent };
  });
const textOf = (some) => some.map(({ source }) => source).join("");
let parts = partsOf(file);
let text = textOf(parts);

// Line fragments: #L10, #L10-L20 and #L10-20.
function linesInAddress() {
  const named = location.hash.match(/^#L(\d{1,9})(?:-L?(\d{1,9}))?$/);
  if (!named) return null;
  const [one, other] = [Number(named[1]), Number(named[2] ?? named[1])];
  return { first: Math.min(one, other), last: Math.max(one, other), isRange: named[2] !== undefined };
}

let marked = [];
// The browser itself highlights a single line and scrolls to it, but not one that comes later.
function markLines({ alsoOne = false } = {}) {
  for (const number of marked) number.classList.remove("marked");
  const lines = linesInAddress();
  marked = [];
  if (!lines?.isRange && !(lines && alsoOne)) return;
  for (let line = lines.first; line <= lines.last; ++line) {
    const number = document.getElementById(`L${line}`);
    if (!number) break;
    number.classList.add("marked");
    marked.push(number);
  }
}
function showLines() {
  markLines();
  marked[0]?.scrollIntoView({ block: "start" });
}

// A clicked line number is visible, so the page does not scroll. With Shift, the range starts at
// the line in the URL.
let isChoosing = false;
file.addEventListener("click", (event) => {
  const number = event.target.closest(".code-numbers a");
  if (!number || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const { scrollX, scrollY } = window;
  const from = event.shiftKey && linesInAddress()?.first;
  isChoosing = true;
  location.hash = from ? `L${from}-${number.id}` : number.id;
  window.scrollTo(scrollX, scrollY);
});
window.addEventListener("hashchange", () => {
  if (isChoosing) markLines();
  else showLines();
  isChoosing = false;
});
showLines();

// Of a truncated file the service has the rest.
if ("complete" in file.dataset) {
  const { download, dataset } = document.getElementById("tool-source");
  useCopy(() => text);
  useTool("source", () => saveFile(new Blob([text], { type: "text/plain" }), download ?? dataset.file));
}

// The colours of a part as they are shown. Where they stay as they are, so does a selection.
const shownColours = new WeakMap();

// A part is highlighted shortly before it scrolls into view.
function showColours(coloured, signal) {
  const waiting = new Map(parts.map(({ code }, place) => [code, coloured[place]]));
  const colour = (code) => {
    const html = waiting.get(code);
    waiting.delete(code);
    if (html === undefined || shownColours.get(code) === html) return;
    code.innerHTML = html;
    shownColours.set(code, html);
  };
  const approaching = new IntersectionObserver(
    (entries, observer) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        colour(target);
      }
    },
    { rootMargin: "1000px" },
  );
  for (const { code } of parts) approaching.observe(code);
  window.addEventListener("beforeprint", () => [...waiting.keys()].forEach(colour), { signal });
  signal.addEventListener("abort", () => approaching.disconnect());
}

let colouring;
function colourText() {
  const { language } = file.dataset;
  colouring?.abort();
  if (!language || !text || text.length > kMaximumCharacters) return;
  colouring = new AbortController();
  const { signal } = colouring;
  const worker = new Worker("{{kCodeWorker}}");
  let limit = 0;
  const end = () => {
    clearTimeout(limit);
    worker.terminate();
  };
  signal.addEventListener("abort", end);
  limit = setTimeout(end, kMaximumMilliseconds);
  worker.onerror = end;
  worker.onmessage = ({ data }) => {
    end();
    if (data.parts.length === parts.length) showColours(data.parts, signal);
  };
  worker.postMessage({ text, language, linesOfPart: kLinesOfPart });
}
colourText();

// How many lines there are more before this one in a newer text, if it is not among those that changed.
function linesBefore(line, newer) {
  const old = text.split("\n");
  const fresh = newer.split("\n");
  const most = Math.min(old.length, fresh.length);
  let same = 0;
  while (same < most && old[same] === fresh[same]) ++same;
  if (line <= same) return 0;
  let sameAtEnd = 0;
  while (sameAtEnd < most - same && old.at(-1 - sameAtEnd) === fresh.at(-1 - sameAtEnd)) ++sameAtEnd;
  return line >= old.length - sameAtEnd ? fresh.length - old.length : 0;
}

const lines = file.querySelector(".code-lines");
const topOfFirst = () => lines.firstElementChild?.getBoundingClientRect().top ?? 0;

// Shows a newer text: parts that are the same stay, and so does the line at the upper edge, where the first one was at
// `before`.
function takeText(fresh, newer, before) {
  const height = parseFloat(getComputedStyle(lines).lineHeight);
  const first = Math.floor(-before / height);
  const moved = first > 0 ? linesBefore(first, textOf(newer)) : 0;
  // The browser has put it on a line that the address names, or that was clicked.
  const focused = document.activeElement?.closest(".code-numbers a")?.id;
  file.className = fresh.className; // how many digits its numbers have
  file.dataset.language = fresh.dataset.language;
  for (const child of [...file.children]) if (child !== lines) child.remove();
  lines.before(...[...fresh.children].filter((child) => !child.matches(".code-lines")));
  newer.forEach((one, place) => {
    const old = parts[place];
    if (old?.source === one.source) newer[place] = old;
    else if (old) old.part.replaceWith(one.part);
    else lines.append(one.part);
  });
  for (const { part } of parts.slice(newer.length)) part.remove();
  parts = newer;
  text = textOf(parts);
  markWhenCut(lines);
  markLines({ alsoOne: true });
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  colourText();
  if (first > 0) scrollBy({ top: topOfFirst() + moved * height - before, behavior: "instant" });
}

document.addEventListener("newversion", ({ detail }) => {
  const fresh = detail.page.querySelector(".code-file");
  // Of a truncated file, other tools have the rest.
  if (!fresh || "complete" in fresh.dataset !== "complete" in file.dataset) return;
  const imported = document.importNode(fresh, true);
  const newer = partsOf(imported);
  const old = parts.filter(({ source }, place) => source !== newer[place]?.source);
  detail.isHeld = detail.holds(old.map(({ code }) => code));
  // Before the header changes its height.
  let before;
  detail.load = () => (before = topOfFirst());
  detail.show = () => {
    const titled = "is-titled-by-file";
    const isTitled = fresh.parentElement.classList.contains(titled);
    file.parentElement.classList.toggle(titled, isTitled);
    takeText(imported, newer, before);
  };
});
