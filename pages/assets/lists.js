// The lists of artifacts and of share links without loading the page again: filters and sorts it, copies links, and chooses rows, also with
// Shift. Everything but copying and choosing all works without JavaScript.
"use strict";

/* global showDates */

const filters = document.querySelector(".filters");
const results = () => document.querySelector(".results");
const rowBoxes = () => [...document.querySelectorAll("tbody .choose input")];

// Tells screen readers what was found.
const found = document.createElement("p");
found.className = "heard";
found.setAttribute("role", "status");
filters.after(found);

function showChosen() {
  const boxes = rowBoxes();
  const all = document.querySelector("thead .choose input");
  if (!all) return;
  const chosen = boxes.filter((box) => box.checked).length;
  all.checked = chosen === boxes.length;
  all.indeterminate = chosen > 0 && !all.checked;
  document.querySelector(".bulk .chosen").textContent = `${chosen} chosen`;
}

// What the server leaves hidden, as it needs this script.
function prepare() {
  for (const hidden of results().querySelectorAll("thead label, [data-copy]"))
    hidden.hidden = "copy" in hidden.dataset && !navigator.clipboard;
  showDates(results());
  showChosen();
}

let loading = new AbortController();

// Shows the list at `url`, and puts its address into the location bar.
async function show(url, { isNew = true } = {}) {
  loading.abort();
  loading = new AbortController();
  const { signal } = loading;
  results().setAttribute("aria-busy", "true");
  try {
    const response = await fetch(url, { signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    // The page of an artifact that was searched for, or of signing in.
    if (!page.querySelector(".results")) throw new Error("another page");
    if (isNew) history.pushState(null, "", response.url);
    document.querySelector("main > .done")?.remove();
    const focused = document.activeElement.id;
    for (const part of [".results", ".filters .kept"])
      document.querySelector(part).replaceWith(document.adoptNode(page.querySelector(part)));
    for (const { name, value, type } of page.querySelector(".filters").elements)
      if (name && type !== "hidden" && !(isNew && filters.elements[name] === document.activeElement))
        filters.elements[name].value = value;
    if (focused) document.getElementById(focused)?.focus();
    found.textContent = document.querySelector(".paging .hint, .empty p")?.textContent ?? "";
    prepare();
  } catch {
    if (!signal.aborted) location.assign(url);
  }
}

async function applyFilters() {
  const fields = [...new FormData(filters)].filter(([, value]) => value);
  const query = fields.length > 0 ? `?${new URLSearchParams(fields)}` : "";
  await show(new URL(filters.action).pathname + query);
}

filters.addEventListener("submit", async (event) => {
  event.preventDefault();
  await applyFilters();
});
filters.addEventListener("change", async (event) => {
  if (event.target.matches("select")) await applyFilters();
});
// The field was emptied.
filters.addEventListener("input", async (event) => {
  if (event.target.matches("[type=search]") && event.target.value === "") await applyFilters();
});
addEventListener("popstate", () => show(location.href, { isNew: false }));

async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Copy failed";
  }
  setTimeout(() => (button.textContent = "Copy link"), 2000);
}

let lastChosen;

function choose(box, isRange) {
  const boxes = rowBoxes();
  const [from, to] = [boxes.indexOf(lastChosen), boxes.indexOf(box)].sort((a, b) => a - b);
  if (isRange && from >= 0) for (const between of boxes.slice(from, to + 1)) between.checked = box.checked;
  lastChosen = box;
}

document.querySelector("main").addEventListener("click", async (event) => {
  const { target } = event;
  const heading = target.closest(".results th a");
  const button = target.closest("[data-copy]");
  if (heading && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault();
    await show(heading.href);
  } else if (button) {
    await copy(button);
  } else if (target.matches("thead .choose input")) {
    for (const box of rowBoxes()) box.checked = target.checked;
    showChosen();
  } else if (target.matches("tbody .choose input")) {
    choose(target, event.shiftKey);
    showChosen();
  }
});

// A browser that goes back keeps what was chosen.
addEventListener("pageshow", showChosen);
if (results()) prepare();
