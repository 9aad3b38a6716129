// Tells the embedding page the height of this page's content whenever it changes:
//   { source: "artifact-share", height: 640 }, in CSS pixels
// Only pages that the service's policy (frame-ancestors) allows can embed it, so no other page
// receives the message, which contains nothing but the height. PDFs, charts, pictures and web pages fill
// their frame and send nothing.
"use strict";

(() => {
  if (
    window.parent === window ||
    document.querySelector("#pdf, #picture, #web-page, .chart:not(.chart-vega)")
  )
    return;
  const main = document.getElementById("main");
  // A table scrolls in its own frame; its content's height counts.
  const scrollers = [...document.querySelectorAll(".data-table .table-wrap")];
  // Not every browser reveals the parent's origin.
  const parentOrigin = location.ancestorOrigins?.[0] ?? "*";
  let told = 0;

  const tell = () => {
    const hidden = scrollers.reduce(
      (sum, { scrollHeight, clientHeight }) => sum + scrollHeight - clientHeight,
      0,
    );
    const height = Math.ceil(main.getBoundingClientRect().height + hidden);
    if (height === told) return;
    told = height;
    window.parent.postMessage({ source: "artifact-share", height }, parentOrigin);
  };
  const observer = new ResizeObserver(tell);
  for (const element of [main, ...scrollers.map((scroller) => scroller.firstElementChild)])
    observer.observe(element);
})();
