// Adds buttons to a share page, and opens its links. Everything is readable without JavaScript.
"use strict";

/* global makeToolButton, markWhenCut, message, pageLanguage */

function offerToCopy(code) {
  if (!navigator.clipboard) return;
  const button = makeToolButton("Copy", async () => {
    await navigator.clipboard.writeText(code.textContent);
    return "Copied";
  });
  button.className = "copy";
  const block = code.parentElement;
  const frame = document.createElement("div");
  frame.className = "code-frame";
  frame.dataset.language = /^language-(.*)/.exec(code.className)?.[1] ?? "";
  const hasFocus = document.activeElement === block;
  block.replaceWith(frame);
  frame.append(block, button);
  if (hasFocus) block.focus();
}

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

// Blocks get their button shortly before they scroll into view, so that long documents open as fast as
// short ones.
const approaching = new IntersectionObserver(
  (entries, observer) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      markWhenCut(target.parentElement);
      offerToCopy(target);
    }
  },
  { rootMargin: "1000px" },
);
function improve(parts) {
  for (const part of parts) {
    for (const link of part.querySelectorAll("a.remote-image")) link.addEventListener("click", showPicture);
    for (const code of part.querySelectorAll(".document pre > code")) approaching.observe(code);
  }
}
improve([document]);
document.addEventListener("contentadded", ({ detail }) => improve(detail));

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

// Paper shows what is folded; diagrams stand above their sources.
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll(".document details:not([open], .diagram-source)")];
  for (const part of unfolded) part.open = true;
});
addEventListener("afterprint", () => {
  for (const part of unfolded) part.open = false;
});

// Most sites refuse to be shown in a frame, and the content would be gone.
if (window !== window.top)
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href]");
    if (link && /^https?:$/.test(link.protocol) && link.origin !== location.origin) link.target = "_blank";
  });

// A document's source, and its address, for who wants to use it elsewhere.
function offerTools(header) {
  const page = document.querySelector(".document");
  const contents = document.querySelector(".contents");
  const tools = document.createElement("div");
  tools.className = "tools page-tools";

  const source = document.createElement("pre");
  source.className = "plain-source document-source";
  source.tabIndex = 0;
  source.hidden = true;
  const view = makeToolButton("View Markdown", async (button) => {
    if (source.textContent === "") {
      const answer = await fetch(location.href, { headers: { Accept: header.dataset.source } });
      if (!answer.ok) throw new Error(answer.status);
      source.textContent = await answer.text();
      page.after(source);
    }
    source.hidden = !source.hidden;
    page.hidden = !source.hidden;
    // Its links lead into the document.
    if (contents) contents.hidden = page.hidden;
    button.textContent = page.hidden ? "View page" : "View Markdown";
  });
  const copy = makeToolButton("Copy link", async () => {
    await navigator.clipboard.writeText(location.href);
    return "Link copied";
  });
  tools.append(view, ...(navigator.clipboard ? [copy] : []));
  header.append(tools);
}
for (const header of document.querySelectorAll(".page-header[data-source]")) offerTools(header);

// How old what is shown is, for pages that stay current.
const shown = document.querySelector(".document[data-live]");
function tellAge() {
  const time = document.querySelector(".dates > time");
  if (!time || "pinned" in shown.dataset) return;
  const made = new Date(time.dateTime);
  time.title = made.toLocaleString(pageLanguage, { dateStyle: "long", timeStyle: "long" });
  const seconds = (Date.now() - made) / 1000;
  const [length, unit] =
    seconds < 3600 ? [60, "minute"] : seconds < 86_400 ? [3600, "hour"] : [86_400, "day"];
  if (seconds < 60) time.textContent = message("just now");
  else if (seconds < 7 * 86_400)
    time.textContent = new Intl.RelativeTimeFormat(pageLanguage).format(-Math.floor(seconds / length), unit);
}
// What asks for newer versions is loaded for who stays, or comes back.
if (shown) {
  tellAge();
  setInterval(tellAge, 30_000);
  const stay = () => import("{{kLiveScript}}");
  setTimeout(stay, 20_000);
  document.addEventListener("visibilitychange", stay, { once: true });
}
