// Cells of a table: what is read from the page's HTML and data, and the elements made of it.
"use strict";

/* global message, pageLanguage */

// Cells as in the page's data (templates/table/cell_output.h): null, a text, true or false, an integer,
// [shown, value], {link, text, value}, {image, text}, {date, text}, {json} or {parts}.

// What holds the content of a cell that may be long (templates/table/cell_output.cc).
const longTextIn = (td) => td.querySelector("div");

function cellOf(td) {
  if (td.classList.contains("empty")) return null;
  if (td.classList.contains("yes")) return true;
  if (td.classList.contains("no")) return false;
  const text = td.textContent;
  const holder = longTextIn(td) ?? td;
  const nodes = [...holder.childNodes].filter((node) => node.className !== "show-whole");
  const only = nodes.length === 1 ? holder.firstElementChild : null;
  // URLs as they are written: browsers encode those that properties return.
  if (only?.matches("img")) return { image: only.getAttribute("src"), text: only.alt };
  if (only?.matches(".remote-image"))
    return { image: only.getAttribute("href"), text: only.dataset.description };
  const value = td.dataset.value ?? only?.getAttribute("href") ?? only?.getAttribute("datetime") ?? text;
  return value === text ? text : [text, value];
}

// -1234567 as −1,234,567.
function groupDigits(integer) {
  return withMinusSign(String(integer).replace(/\B(?=(\d{3})+$)/g, ","));
}

// A number with a minus sign in place of the hyphen in front of it.
const withMinusSign = (text) => text.replace(/^-/, "−");

function shownText(cell) {
  if (cell === null) return "";
  if (typeof cell === "number") return groupDigits(cell);
  if (typeof cell !== "object") return String(cell);
  if (Array.isArray(cell)) return cell[0];
  return cell.text ?? cell.json ?? cell.parts.join("");
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
  const mark = makeElement("span", { ariaLabel: truth ? message("Yes") : message("No") }, truth ? "✓" : "✗");
  mark.setAttribute("role", "img");
  return mark;
}

// `policy` is what the page may do with images of other hosts: on, click or off.
function makeImage({ image, text }, policy) {
  if (policy === "on" || image.startsWith(`${location.origin}/a/`))
    return makeElement("img", { loading: "lazy", referrerPolicy: "no-referrer", src: image, alt: text });
  const link = makeLink(image, text || message("Image"));
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
  if (cell.date) return [makeElement("time", { dateTime: cell.date, title: cell.title ?? "" }, cell.text)];
  if (cell.json) return [makeElement("code", {}, cell.json)];
  return cell.parts.map((part, place) => (place % 2 ? makeLink(part, part) : part));
}

const dayFormat = new Intl.DateTimeFormat(pageLanguage, { day: "numeric", month: "short", year: "numeric" });

// A day in the reader's language. English has one form, that of the server.
function dayText(time) {
  return pageLanguage === "en"
    ? `${time.getDate()} ${months[time.getMonth()]} ${time.getFullYear()}`
    : dayFormat.format(time);
}

// A day or time, of which the server wrote `text`, in the reader's language. Its zone is that of the column.
function localDate(text, iso) {
  return text.replace(/^\d+ [A-Z]\w\w \d{4}/, () => dayText(new Date(`${iso.slice(0, 10)}T00:00`)));
}

// A time as the server writes it, but in the reader's zone: 15 Jan 2026, 14:30. `title` is what was sent.
function localTime(iso) {
  const time = new Date(timeIn(iso));
  const two = (number) => String(number).padStart(2, "0");
  const seconds = time.getSeconds() ? `:${two(time.getSeconds())}` : "";
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}${seconds}`;
  return { text: `${dayText(time)}, ${clock}`, title: iso };
}

// { text, title } of a date in the column of this look.
const readable = (text, iso, { hasTimes }) =>
  hasTimes ? localTime(iso) : { text: localDate(text, iso), title: "" };

// A number that the server has written, in the notation of the reader's language; other texts as they are.
function numberInLanguage(text, notation) {
  const isWritten = /[.,]/.test(text) && !Number.isNaN(Number(numberIn(text)));
  return isWritten ? writtenIn(notation, text) : text;
}

// The <td>, as the server would render it. `look` is its column's: { alignment, imagePolicy, hasTimes }.
function makeCell(cell, { alignment, imagePolicy }) {
  const td = makeElement("td", { className: alignment });
  if (cell === null) {
    td.classList.add("empty");
    return td;
  }
  if (typeof cell === "boolean") td.classList.add(cell ? "yes" : "no");
  else td.dir = "auto";
  const content = contentOf(cell, imagePolicy);
  const mostInTwoLines = 40;
  if (!cell.image && shownText(cell).length > mostInTwoLines) td.append(makeElement("div", {}, ...content));
  else td.append(...content);
  return td;
}

// A row is either in the page's HTML, or created from the JSON of its cells when it becomes visible.
class Row {
  #json;
  #looks;
  #cells;
  #element;
  #searchable;

  constructor({ json, element, looks }) {
    this.#json = json;
    this.#looks = looks;
    this.#element = element;
  }

  get cells() {
    this.#cells ??= this.#element ? Array.from(this.#element.cells, cellOf) : this.#read();
    return this.#cells;
  }

  #read() {
    return JSON.parse(this.#json).map((cell, i) => {
      if (cell?.date) return { ...cell, ...readable(cell.text, cell.date, this.#looks[i]) };
      if (!this.#looks[i].written || cell === null || typeof cell === "boolean") return cell;
      const text = shownText(cell);
      const written = numberInLanguage(text, this.#looks[i].written);
      return written === text ? cell : [written, valueText(cell)];
    });
  }

  element() {
    return (
      this.#element ?? makeElement("tr", {}, ...this.cells.map((cell, i) => makeCell(cell, this.#looks[i])))
    );
  }

  // Searches both the displayed text and the original value.
  get searchable() {
    this.#searchable ??= comparable(this.cells.map(searchableText).join("\n"));
    return this.#searchable;
  }
}

function searchableText(cell) {
  if (typeof cell === "number") return `${shownText(cell)}\n${cell}`;
  return Array.isArray(cell) || cell?.date ? `${shownText(cell)}\n${valueText(cell)}` : shownText(cell);
}
