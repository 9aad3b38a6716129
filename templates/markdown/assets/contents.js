// Opens the table of contents where it stands beside the text, and marks the section that is read.
"use strict";

(() => {
  const list = document.querySelector(".contents details");
  // Embedded pages have none.
  if (!list) return;
  const isBeside = matchMedia("(min-width: 75rem)");
  const findPlaces = () =>
    [...list.querySelectorAll("a")].map((link) => ({
      link,
      heading: document.getElementById(link.getAttribute("href").slice(1)),
    }));
  let places = findPlaces();
  let marked;

  // The last section whose heading has come up far enough. Those at the end of the page cannot; of these it is the one
  // that the address names, or the last.
  function linkNow() {
    const { scrollHeight } = document.documentElement;
    const isAtEnd = scrollY + innerHeight >= scrollHeight - 2;
    const topOf = ({ heading }) => heading.getBoundingClientRect().top;
    const named = isAtEnd && places.find(({ heading }) => heading.matches(":target"));
    if (named && topOf(named) >= 0) return named.link;
    const line = isAtEnd ? innerHeight : innerHeight / 4;
    const next = places.findIndex((place) => topOf(place) > line);
    return places.at(next < 0 ? -1 : Math.max(0, next - 1)).link;
  }

  function mark() {
    if (!isBeside.matches || !list.isConnected) return;
    const link = linkNow();
    if (link === marked) return;
    marked?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "location");
    marked = link;
    const { offsetTop, offsetHeight } = link;
    const { scrollTop, clientHeight } = list;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      list.scrollTop = offsetTop - clientHeight / 2;
  }

  let isWaiting = false;
  function markSoon() {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      mark();
    });
  }

  function place() {
    list.open = isBeside.matches;
    mark();
  }
  place();
  isBeside.addEventListener("change", place);
  document.addEventListener("contentadded", () => {
    places = findPlaces();
    markSoon();
  });
  addEventListener("scroll", markSoon, { passive: true });
  for (const type of ["resize", "hashchange"]) addEventListener(type, markSoon);
})();
