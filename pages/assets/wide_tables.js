// Marks the sides on which a table is cut, so that readers see that it scrolls.
"use strict";

const whenCut = new ResizeObserver((entries) => {
  for (const { target } of entries) markCut(target.closest(".table-wrap"));
});

// Scrolling of right-to-left tables counts from the right, downwards.
function markCut(frame) {
  const hidden = frame.scrollWidth - frame.clientWidth;
  const isMirrored = getComputedStyle(frame).direction === "rtl";
  const left = isMirrored ? hidden + frame.scrollLeft : frame.scrollLeft;
  const nearlyNothing = 4;
  frame.classList.toggle("is-cut-left", left > nearlyNothing);
  frame.classList.toggle("is-cut-right", hidden - left > nearlyNothing);
}

// The tables of table pages show their edges themselves.
for (const frame of document.querySelectorAll(".document .table-wrap:not(.data-table *)")) {
  frame.addEventListener("scroll", () => markCut(frame), { passive: true });
  whenCut.observe(frame);
  for (const table of frame.children) whenCut.observe(table);
}
