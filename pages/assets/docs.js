// Searches the API reference, and opens what an address names.
"use strict";

const field = document.getElementById("reference-search");
const contents = document.querySelector(".reference-nav details");
const missing = document.querySelector(".reference-missing");
const foundList = document.querySelector(".reference-found");
const most = 40;

// What can be found: sections by their titles, paths and texts; fields and codes by their names. Read at the first search.
let places;
function readPlaces() {
  const titles = document.querySelectorAll("main :is(h2, h3, h4[id])");
  const names = document.querySelectorAll("main .field > dt > code, main tr[id] > td:first-child > code");
  const all = [...titles, ...names].map((element) => {
    const isTitle = element.matches("h2, h3, h4");
    const section = element.closest("tr[id], .object, section[id]");
    const target = element.id ? element : section.matches("[id]") ? section : section.querySelector("[id]");
    const title = section.matches("tr") ? "error code" : section.querySelector("h2, h3, h4").textContent;
    const place = isTitle ? (section.querySelector(".route")?.textContent ?? "") : title;
    const id = decodeURIComponent(target.id);
    return { name: element.textContent, place, id, text: isTitle ? textOf(element, section) : "" };
  });
  // A field that several objects have is found in the first of each place.
  const once = new Map(all.filter(({ id }) => id).map((one) => [`${one.name} ${one.id}`, one]));
  return [...once.values()];
}

// A chapter goes on until the next title; an operation, an object and a template is a section of its own.
function textOf(title, section) {
  if (section.matches(".operation, .object, .template")) return section.textContent.toLowerCase();
  let text = "";
  for (
    let next = title.nextElementSibling;
    next && !next.matches("h2, h3, section, details");
    next = next.nextElementSibling
  )
    text += `${next.textContent} `;
  return text.toLowerCase();
}

// The lower, the better; Infinity if it is not meant.
function distance({ name, place, id, text }, words) {
  const has = (whole) => words.every((word) => whole.toLowerCase().includes(word));
  if (name.toLowerCase() === words.join(" ")) return 0;
  if (has(name)) return 1;
  if (has(`${name} ${place} ${id}`)) return 2;
  return text && has(`${text} ${place}`.toLowerCase()) ? 3 : Infinity;
}

function entryOf({ name, place, id }) {
  const link = document.createElement("a");
  link.href = `#${id}`;
  const where = document.createElement("span");
  where.className = "place";
  where.textContent = place.trim();
  link.append(name, " ", where);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function search() {
  places ??= readPlaces();
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length ? places.map((one) => [distance(one, words), one]) : [];
  const shown = found.filter(([far]) => far < Infinity).sort(([a], [b]) => a - b);
  foundList.replaceChildren(...shown.slice(0, most).map(([, one]) => entryOf(one)));
  foundList.hidden = !words.length;
  contents.hidden = words.length > 0;
  missing.textContent = !words.length || shown.length ? "" : "Nothing found";
}

// Addresses of operations were #/Artifacts/listArtifacts before.
function openNamed() {
  const earlier = /^#\/[^/]+\/(\w+)$/.exec(location.hash);
  if (earlier) location.replace(`#${earlier[1]}`);
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details");
  if (!named || named.open) return;
  named.open = true;
  named.scrollIntoView();
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
