// Searches the contents of the API reference, and opens what an address names.
"use strict";

const field = document.getElementById("reference-search");
const contents = document.querySelector(".reference-nav details");
const missing = document.querySelector(".reference-missing");
const entries = [...contents.querySelectorAll("a")].map((link) => ({
  item: link.parentElement,
  text: `${link.textContent} ${link.dataset.find ?? ""}`.toLowerCase(),
}));

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ text }) => words.every((word) => text.includes(word)));
  const shown = new Set(found.map(({ item }) => item));
  for (const { item } of entries)
    item.hidden = !shown.has(item) && ![...item.querySelectorAll("li")].some((inner) => shown.has(inner));
  missing.textContent = found.length ? "" : "Nothing found";
  if (words.length) contents.open = true;
}

// Addresses of operations were #/Artifacts/listArtifacts before.
function openNamed() {
  const earlier = /^#\/[^/]+\/(\w+)$/.exec(location.hash);
  if (earlier) location.replace(`#${earlier[1]}`);
}

field.closest("label").classList.remove("is-waiting");
field.addEventListener("input", search);
addEventListener("hashchange", openNamed);
openNamed();
// On a phone the contents would fill the first screens.
const isWide = matchMedia("(min-width: 60.01rem)");
if (isWide.matches) contents.open = true;
contents.addEventListener("click", ({ target }) => {
  if (target.closest("a") && !isWide.matches) contents.open = false;
});
