// Shows what is folded, remote or missing on a share page, and opens its links. Everything is readable without JavaScript.
"use strict";

/* global message, showTimes */

// Loads a remote image that the viewer has asked for.
function showPicture(event) {
  event.preventDefault();
  const link = event.currentTarget;
  const picture = document.createElement("img");
  picture.alt = link.dataset.description;
  picture.referrerPolicy = "no-referrer";
  // As it is written: the property would return it encoded.
  picture.src = link.getAttribute("href");
  // The script of a table reads the address from it.
  if (!link.closest(".data-table"))
    picture.addEventListener("error", () => showText(picture), { once: true });
  // The focus stays in place.
  picture.tabIndex = -1;
  link.replaceWith(picture);
  picture.focus();
}

// A picture that cannot be loaded leaves its text, in a box.
function showText(picture) {
  if (!picture.isConnected) return;
  const box = document.createElement("span");
  box.className = "failed-image";
  box.dir = "auto";
  box.textContent = picture.alt || message("Image");
  picture.replaceWith(box);
}
function watchPictures(parts) {
  for (const picture of parts.flatMap((part) => [...part.querySelectorAll("img:not(.data-table img)")])) {
    if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc) showText(picture);
    else picture.addEventListener("error", () => showText(picture), { once: true });
  }
}
watchPictures([...document.querySelectorAll(".document")]);
document.addEventListener("contentadded", ({ detail }) => watchPictures(detail));

function offerPictures(parts) {
  for (const link of parts.flatMap((part) => [...part.querySelectorAll("a.remote-image")]))
    link.addEventListener("click", showPicture);
}
offerPictures([document]);
document.addEventListener("contentadded", ({ detail }) => offerPictures(detail));

// Opens the folded parts around what an address names, as not all browsers do.
function openAround(hash) {
  let place;
  try {
    place = document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return; // It is not encoded correctly, and names nothing.
  }
  const closed = "details:not([open])";
  const first = place?.closest(closed);
  for (let part = first; part; part = part.parentElement.closest(closed)) part.open = true;
  if (first) place.scrollIntoView();
}
openAround(location.hash);
addEventListener("hashchange", () => openAround(location.hash));
// The address does not change if it is the page's already.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a[href^='#']");
  if (link?.hash && link.hash === location.hash) openAround(link.hash);
});

// Paper shows what is folded; diagrams stand above their sources. Browsers may announce a print twice.
const unfolded = new Set();
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll(".document details:not([open], .diagram-source)")) {
    part.open = true;
    unfolded.add(part);
  }
});
addEventListener("afterprint", () => {
  for (const part of unfolded) part.open = false;
  unfolded.clear();
});

// Most sites refuse to be shown in a frame, and the content would be gone.
if (window !== window.top)
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href]");
    if (link && /^https?:$/.test(link.protocol) && link.origin !== location.origin) link.target = "_blank";
  });

// The times of the page's header and of lists, which are no part of the content.
function tellTimes(isOnPaper) {
  showTimes(document.querySelectorAll(".page-header time, .versions time"), isOnPaper);
}
tellTimes();
addEventListener("beforeprint", () => tellTimes(true));
addEventListener("afterprint", () => tellTimes());
if (document.querySelector("time.age")) setInterval(() => tellTimes(), 30_000);

// What asks for newer versions is loaded for who stays, or comes back.
const shown = document.querySelector(".document[data-live]");
if (shown) {
  const stay = () => import("{{kLiveScript}}");
  setTimeout(stay, 10_000);
  document.addEventListener("visibilitychange", stay, { once: true });
  addEventListener("focus", stay, { once: true });
}
