// Renders the formulas of a document. If one cannot be rendered, its source stays.
"use strict";

/* global message */

// Rendering very long formulas would block the page.
const longestFormula = 5000;
const longestTask = 40; // milliseconds

function drawFormula(element) {
  const source = element.textContent;
  try {
    if (source.length > longestFormula) throw new Error(message("This formula is too long to render."));
    window.katex.render(source, element, {
      displayMode: element.matches("div, .math-display"),
      // KaTeX shows errors with an inline style, which the page's policy forbids.
      throwOnError: true,
      trust: false,
      strict: "ignore",
      maxSize: 20,
      maxExpand: 200,
      output: "htmlAndMathml",
    });
    element.classList.add("is-drawn");
  } catch (error) {
    element.textContent = source;
    element.title = error.message;
    element.classList.add("is-wrong");
  }
}

// Yields between tasks, so that the page stays responsive with any number of formulas.
async function drawFormulas(parts) {
  let begin = performance.now();
  const within = (part) => [...(part.matches(".math") ? [part] : []), ...part.querySelectorAll(".math")];
  for (const element of parts.flatMap(within)) {
    drawFormula(element);
    if (performance.now() - begin < longestTask) continue;
    await new Promise((resolve) => setTimeout(resolve));
    begin = performance.now();
  }
}

drawFormulas([document.querySelector(".document")]);
document.addEventListener("contentadded", ({ detail }) => drawFormulas(detail));
