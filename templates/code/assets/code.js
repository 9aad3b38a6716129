// Improves the page of a code artifact: highlights line ranges and syntax, and lets the file that
// it shows be copied and saved. The text and links to single lines work without JavaScript.
"use strict";

/* global saveFile, useCopy, useTool */

const kLinesOfPart = 250; // kLinesOfPart in templates/code/code.cc
// Limits of syntax highlighting: memory and time.
const kMaximumCharacters = 8_000_000;
const kMaximumMilliseconds = 60_000;

const file = document.querySelector(".code-file");
const parts = [...file.querySelectorAll(".code-text")];
// Read before highlighting, which would lose carriage returns.
const text = parts.map((part) => part.textContent).join("");

// Line fragments: #L10, #L10-L20 and #L10-20.
function linesInAddress() {
  const named = location.hash.match(/^#L(\d{1,9})(?:-L?(\d{1,9}))?$/);
  if (!named) return null;
  const [one, other] = [Number(named[1]), Number(named[2] ?? named[1])];
  return { first: Math.min(one, other), last: Math.max(one, other), isRange: named[2] !== undefined };
}

let marked = [];
function markLines() {
  for (const number of marked) number.classList.remove("marked");
  const lines = linesInAddress();
  marked = [];
  // The browser itself highlights a single line and scrolls to it.
  if (!lines?.isRange) return;
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

// A part is highlighted shortly before it scrolls into view.
function showColours(coloured) {
  const waiting = new Map(parts.map((part, place) => [part, coloured[place]]));
  const colour = (part) => {
    const html = waiting.get(part);
    waiting.delete(part);
    if (html !== undefined) part.innerHTML = html;
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
  for (const part of parts) approaching.observe(part);
  window.addEventListener("beforeprint", () => [...waiting.keys()].forEach(colour));
}

function colourText() {
  const { language } = file.dataset;
  if (!language || !text || text.length > kMaximumCharacters) return;
  const worker = new Worker("{{kCodeWorker}}");
  let limit = 0;
  const end = () => {
    clearTimeout(limit);
    worker.terminate();
  };
  limit = setTimeout(end, kMaximumMilliseconds);
  worker.onerror = end;
  worker.onmessage = ({ data }) => {
    end();
    if (data.parts.length === parts.length) showColours(data.parts);
  };
  worker.postMessage({ text, language, linesOfPart: kLinesOfPart });
}
colourText();
