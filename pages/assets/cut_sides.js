// Marks the sides on which tables, code and formulas are cut, so that readers see that they scroll.
"use strict";

/* exported markWhenCut */

const whenCut = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const frame = target.closest(".can-be-cut");
    // What a newer version has replaced is in none.
    if (frame) markCut(frame);
    else whenCut.unobserve(target);
  }
});
const markScrolled = ({ currentTarget }) => markCut(currentTarget);

// Scrolling of right-to-left tables counts from the right, downwards.
function markCut(frame) {
  const hidden = frame.scrollWidth - frame.clientWidth;
  const isMirrored = getComputedStyle(frame).direction === "rtl";
  const left = isMirrored ? hidden + frame.scrollLeft : frame.scrollLeft;
  const nearlyNothing = 4;
  frame.style.setProperty("--bar", `${frame.offsetWidth - frame.clientWidth - 2 * frame.clientLeft}px`);
  frame.classList.toggle("is-cut-left", left > nearlyNothing);
  frame.classList.toggle("is-cut-right", hidden - left > nearlyNothing);
}

// Again where there is other content in the frame.
function markWhenCut(frame) {
  frame.classList.add("can-be-cut");
  frame.addEventListener("scroll", markScrolled, { passive: true });
  whenCut.observe(frame);
  for (const content of frame.children) whenCut.observe(content);
}

function markFrames() {
  const frames = ".document .table-wrap, :is(div.math, .math-display), .code-lines";
  document.querySelectorAll(frames).forEach(markWhenCut);
}
markFrames();
document.addEventListener("contentadded", markFrames);
