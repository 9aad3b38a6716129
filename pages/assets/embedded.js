// Tells the page that frames this one how high it would like to be, whenever that changes:
//   { source: "artifact-share", height: 640 }, in CSS pixels
// Only pages that the service's policy (frame-ancestors) names can frame it, so no other can hear it;
// and the height is all that is told. A PDF and a chart take what room they are given, and tell nothing.
"use strict";

(() => {
  if (window.parent === window || document.querySelector("#pdf, .chart:not(.chart-vega)")) return;
  const main = document.getElementById("main");
  // A table scrolls in a frame of its own, which would like to be as high as what is in it.
  const scrollers = [...document.querySelectorAll(".data-table .table-wrap")];
  // Not every browser tells who the parent is.
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
