// Draws the formulas of a document. What cannot be drawn stays as its source.
"use strict";

// Very long ones would hold up the page.
const longestFormula = 5000;
const longestTask = 40; // milliseconds

function draw(element) {
  const source = element.textContent;
  try {
    if (source.length > longestFormula) throw new Error("This formula is too long to render.");
    window.katex.render(source, element, {
      displayMode: element.matches("div, .math-display"),
      // Its own way to show an error needs an inline style, which the page's policy forbids.
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

// In between the page stays usable, however many formulas there are.
async function drawAll() {
  let begin = performance.now();
  for (const element of document.querySelectorAll(".document .math")) {
    draw(element);
    if (performance.now() - begin < longestTask) continue;
    await new Promise((resolve) => setTimeout(resolve));
    begin = performance.now();
  }
}

drawAll();
