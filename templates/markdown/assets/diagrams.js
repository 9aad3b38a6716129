// Draws the Mermaid diagrams of a document, each in a frame, when they scroll into view. The source stays behind the
// diagram, beside it where that is enlarged, or in full if it cannot be drawn.
"use strict";

/* global isDark, message, shownColour, useTool */

const framePage = "{{kDiagramPage}}";
const mostDiagrams = 50;
const largestHeight = 4000; // pixels

// The page's own colours, which the frame cannot see.
function colours() {
  const names = ["background", "surface", "text", "quiet", "line", "link", "mark"];
  return Object.fromEntries(names.map((name) => [name, shownColour(name)]));
}

// The block with its button, which copy_code.js adds before or after the diagram is begun.
const blockOf = (code) => code.closest(".code-frame") ?? code.parentElement;

// Marks a line of the source, and returns its text.
function markLine(code, number) {
  const lines = code.textContent.split("\n");
  const text = lines[number - 1]?.trim();
  if (!text) return "";
  const mark = document.createElement("mark");
  mark.textContent = lines[number - 1];
  const [before, after] = [lines.slice(0, number - 1), lines.slice(number)];
  code.replaceChildren(
    before.map((line) => `${line}\n`).join(""),
    mark,
    after.map((line) => `\n${line}`).join(""),
  );
  return text;
}

// What is not known is a sentence of Mermaid.
function sentenceOf(problem) {
  if (problem === "offline")
    return message("This diagram could not be loaded. Check your connection and reload the page.");
  if (problem === "invalid") return message("This diagram cannot be drawn: its source is not valid.");
  const lines = /^longer than (\d+)$/.exec(problem)?.[1];
  if (lines) return message("This diagram cannot be drawn: it has more than {} lines.", lines);
  return message("This diagram cannot be drawn: {}", problem);
}

// Why a diagram is not drawn, in front of its source.
function tellProblem(code, { problem, line }) {
  const [kind] = code.textContent.trim().split(/[\s:{-]/);
  const note = document.createElement("p");
  note.className = "note diagram-problem";
  const text = line && markLine(code, line);
  if (text) {
    const quoted = document.createElement("code");
    quoted.textContent = text;
    note.append(
      message("This diagram cannot be drawn: line {} of its source is not valid.", line),
      " ",
      quoted,
    );
  } else {
    note.textContent = /no diagram type detected/i.test(problem)
      ? message("Diagrams of the kind “{}” are shown as their source.", kind.slice(0, 40))
      : sentenceOf(problem);
  }
  blockOf(code).before(note);
}

function foldAway(code, room) {
  const block = blockOf(code);
  const details = document.createElement("details");
  details.className = "diagram-source";
  const summary = document.createElement("summary");
  summary.textContent = message("Diagram source");
  details.append(summary, block);
  room.append(details);
}

// Over the whole page, from which it takes nothing away. The button that opens it closes it, and so does Esc.
function enlarge(room, frame, button, isEnlarged) {
  if (isEnlarged === room.classList.contains("is-enlarged")) return;
  room.style.height = isEnlarged ? `${room.offsetHeight}px` : "";
  room.classList.toggle("is-enlarged", isEnlarged);
  document.documentElement.classList.toggle("has-enlarged", isEnlarged);
  button.textContent = isEnlarged ? message("Close") : message("Enlarge");
  room.querySelector(".diagram-source").open = false;
  frame.contentWindow.postMessage({ isEnlarged }, "*");
  if (!isEnlarged) button.focus({ preventScroll: true });
}

function offerToEnlarge(room, frame) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy enlarge";
  button.textContent = message("Enlarge");
  const isEnlarged = () => room.classList.contains("is-enlarged");
  button.addEventListener("click", () => enlarge(room, frame, button, !isEnlarged()));
  room.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") enlarge(room, frame, button, false);
  });
  addEventListener("message", ({ source, data }) => {
    if (source === frame.contentWindow && typeof data.enlarge === "boolean")
      enlarge(room, frame, button, data.enlarge);
  });
  room.append(button);
}

const isBegun = new WeakSet();
// Those that are drawn, or cannot be.
const isDone = new WeakSet();

// Returns when that is done.
function draw(code) {
  if (isBegun.has(code)) return undefined;
  isBegun.add(code);
  return new Promise((resolve) => {
    drawIn(code, () => {
      isDone.add(code);
      resolve();
    });
  });
}

function drawIn(code, whenDone) {
  const room = document.createElement("div");
  room.className = "diagram-room";
  const frame = document.createElement("iframe");
  frame.className = "diagram";
  frame.title = message("Diagram");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = framePage;

  let isDrawn = false;
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.ready) {
      // A sandboxed frame has no origin to name; the page's policy prevents any other page in it.
      frame.classList.toggle("is-dark", isDark());
      source.postMessage({ source: code.textContent, isDark: isDark(), colours: colours() }, "*");
    } else if (typeof data.problem === "string") {
      room.remove();
      if (!isDrawn) tellProblem(code, data);
      whenDone();
    } else if (Number.isFinite(data.height)) {
      frame.height = Math.min(Math.max(data.height, 1), largestHeight);
      frame.classList.toggle("is-wide", data.isWide === true);
      if (isDrawn) return;
      isDrawn = true;
      frame.classList.add("is-drawn");
      offerToEnlarge(room, frame);
      foldAway(code, room);
      whenDone();
    }
  });
  addEventListener("themechange", () => (frame.src = framePage));
  room.append(frame);
  blockOf(code).before(room);
}

const inView = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      draw(target);
    }
  },
  { rootMargin: "400px" },
);
let diagrams = [];
function drawWithin(parts) {
  const found = parts.flatMap((part) => [...part.querySelectorAll("code.language-mermaid")]);
  diagrams = diagrams
    .filter(({ isConnected }) => isConnected)
    .concat(found)
    .slice(0, mostDiagrams);
  for (const code of diagrams) inView.observe(code);
}
drawWithin([document.querySelector(".document")]);
document.addEventListener("contentadded", ({ detail }) => {
  drawWithin(detail);
  return drawOthers();
});

// Printing does not wait, so the others are drawn one after the other as soon as the page is there.
const whenIdle = window.requestIdleCallback ?? ((act) => setTimeout(act, 200));
let isDrawingOthers = false;
async function drawOthers() {
  if (isDrawingOthers) return;
  isDrawingOthers = true;
  for (const code of [...diagrams]) {
    await new Promise((resolve) => whenIdle(resolve));
    // One that is gone, with the version of the page that it was in, will never be done.
    if (code.isConnected)
      await Promise.race([draw(code), new Promise((resolve) => setTimeout(resolve, 5000))]);
  }
  isDrawingOthers = false;
}
for (const event of ["wheel", "pointerdown", "keydown"])
  addEventListener(event, drawOthers, { once: true, passive: true });
if (!navigator.connection?.saveData) addEventListener("load", drawOthers, { once: true });

// The browser's own menu does not wait, so what is not drawn yet is printed as its source, with a note.
addEventListener("beforeprint", () => {
  for (const code of diagrams.filter((one) => !isDone.has(one))) {
    draw(code);
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = message("This diagram was not drawn yet. Print the page again.");
    blockOf(code).before(note);
    addEventListener("afterprint", () => note.remove(), { once: true });
  }
});

// What prints waits for what is not drawn yet.
const longestWait = 15_000; // milliseconds
const areDone = () => diagrams.every((code) => isDone.has(code));
async function printAll() {
  const ends = performance.now() + longestWait;
  diagrams.forEach(draw);
  while (performance.now() < ends && !areDone()) await new Promise((resolve) => setTimeout(resolve, 50));
  print();
}
useTool("print", printAll);
addEventListener("keydown", (event) => {
  const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "p";
  if (!isPrint || areDone()) return undefined;
  event.preventDefault();
  return printAll();
});
