// Draws the Mermaid diagrams of a document, each in a frame, when they scroll into view. The source
// stays, collapsed below its diagram, or in full if it cannot be drawn.
"use strict";

const framePage = "{{kDiagramPage}}";
const mostDiagrams = 50;
const largestHeight = 4000; // pixels

const dark = matchMedia("(prefers-color-scheme: dark)");

function foldAway(block) {
  const details = document.createElement("details");
  details.className = "diagram-source";
  const summary = document.createElement("summary");
  summary.textContent = "Diagram source";
  block.replaceWith(details);
  details.append(summary, block);
}

function draw(code) {
  const block = code.closest(".code-frame") ?? code.parentElement;
  const frame = document.createElement("iframe");
  frame.className = "diagram";
  frame.title = "Diagram";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = framePage;

  let isDrawn = false;
  addEventListener("message", ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data.ready) {
      // A sandboxed frame has no origin to name; the page's policy prevents any other page in it.
      source.postMessage({ source: code.textContent, isDark: dark.matches }, "*");
    } else if (data.failed) {
      frame.remove();
    } else if (Number.isFinite(data.height)) {
      frame.height = Math.min(Math.max(data.height, 1), largestHeight);
      if (isDrawn) return;
      isDrawn = true;
      frame.classList.add("is-drawn");
      foldAway(block);
    }
  });
  dark.addEventListener("change", () => (frame.src = framePage));
  block.before(frame);
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
const diagrams = [...document.querySelectorAll(".document code.language-mermaid")];
for (const code of diagrams.slice(0, mostDiagrams)) inView.observe(code);
