// Cells of a table: what is read from the page's HTML and data, and the elements made of it.
"use strict";

// Cells as in the page's data (templates/table/cell_output.h): null, a text, true or false, an integer,
// [shown, value], {link, text, value}, {image, text}, {date, text}, {json} or {parts}.

function cellOf(td) {
  if (td.classList.contains("empty")) return null;
  if (td.classList.contains("yes")) return true;
  if (td.classList.contains("no")) return false;
  const text = td.textContent;
  const nodes = [...td.childNodes].filter((node) => node.className !== "show-whole");
  const only = nodes.length === 1 ? td.firstElementChild : null;
  // URLs as they are written: browsers encode those that properties return.
  if (only?.matches("img")) return { image: only.getAttribute("src"), text: only.alt };
  if (only?.matches(".remote-image"))
    return { image: only.getAttribute("href"), text: only.dataset.description };
  const value = td.dataset.value ?? only?.getAttribute("href") ?? only?.getAttribute("datetime") ?? text;
  return value === text ? text : [text, value];
}

// 1234567 as 1,234,567.
function groupDigits(integer) {
  return String(integer).replace(/\B(?=(\d{3})+$)/g, ",");
}

function shownText(cell) {
  if (cell === null) return "";
  if (typeof cell === "number") return groupDigits(cell);
  if (typeof cell !== "object") return String(cell);
  if (Array.isArray(cell)) return cell[0];
  return cell.text ?? cell.json ?? cell.parts.join("");
}

// The text that a cell shows, but numbers with all their digits (without_noise in html/amount.cc).
function copiedText(cell) {
  const mostShownDigits = 15;
  if (!Array.isArray(cell)) return shownText(cell);
  const [shown, value] = cell;
  const digits = value.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+/, "");
  const isShortened = digits.length > mostShownDigits && /\.\d/.test(value) && !/[^-+−\d.,]/.test(shown);
  return isShortened ? value : shown;
}

function valueText(cell) {
  if (cell === null) return "";
  if (typeof cell !== "object") return String(cell);
  if (Array.isArray(cell)) return cell[1];
  return cell.value ?? cell.link ?? cell.image ?? cell.date ?? cell.json ?? cell.parts.join("");
}

function makeElement(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function makeLink(href, text) {
  return makeElement("a", { href, rel: "noopener noreferrer nofollow ugc" }, text);
}

function makeTruth(truth) {
  const mark = makeElement("span", { ariaLabel: truth ? "Yes" : "No" }, truth ? "✓" : "✗");
  mark.setAttribute("role", "img");
  return mark;
}

// `policy` is what the page may do with images of other hosts: on, click or off.
function makeImage({ image, text }, policy) {
  if (policy === "on")
    return makeElement("img", { loading: "lazy", referrerPolicy: "no-referrer", src: image, alt: text });
  const link = makeLink(image, text || "Image");
  if (policy === "click") {
    link.className = "remote-image";
    link.dataset.description = text;
  }
  return link;
}

function contentOf(cell, imagePolicy) {
  if (typeof cell === "boolean") return [makeTruth(cell)];
  if (typeof cell !== "object" || Array.isArray(cell)) return [shownText(cell)];
  if (cell.link) return [makeLink(cell.link, cell.text)];
  if (cell.image) return [makeImage(cell, imagePolicy)];
  if (cell.date) return [makeElement("time", { dateTime: cell.date }, cell.text)];
  if (cell.json) return [makeElement("code", {}, cell.json)];
  return cell.parts.map((part, place) => (place % 2 ? makeLink(part, part) : part));
}

// The <td>, as the server would render it. `look` is its column's: { alignment, imagePolicy }.
function makeCell(cell, { alignment, imagePolicy }) {
  const td = makeElement("td", { className: alignment });
  if (cell === null) {
    td.classList.add("empty");
    return td;
  }
  if (typeof cell === "boolean") td.classList.add(cell ? "yes" : "no");
  else td.dir = "auto";
  td.append(...contentOf(cell, imagePolicy));
  return td;
}

// A row is either in the page's HTML, or created from the JSON of its cells when it becomes visible.
class Row {
  #json;
  #cells;
  #element;
  #searchable;

  constructor({ json, element }) {
    this.#json = json;
    this.#element = element;
  }

  get cells() {
    this.#cells ??= this.#element ? Array.from(this.#element.cells, cellOf) : JSON.parse(this.#json);
    return this.#cells;
  }

  element(looks) {
    return this.#element ?? makeElement("tr", {}, ...this.cells.map((cell, i) => makeCell(cell, looks[i])));
  }

  // Searches both the displayed text and the original value.
  get searchable() {
    this.#searchable ??= comparable(this.cells.map(searchableText).join("\n"));
    return this.#searchable;
  }
}

function searchableText(cell) {
  if (typeof cell === "number") return `${shownText(cell)}\n${cell}`;
  return Array.isArray(cell) ? cell.join("\n") : shownText(cell);
}
