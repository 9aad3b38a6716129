// Improves the page of a table: sorts, searches, copies and downloads the rows, and shows those
// that are not in the HTML. Of a large table only the visible rows are rendered.
"use strict";

// Cells as in the page's data (templates/table/table_cell.h): null, a text, true or false, [shown,
// value], {link, text, value}, {date, text}, {json} or {parts}.

function cellOf(td) {
  if (td.classList.contains("empty")) return null;
  if (td.classList.contains("yes")) return true;
  if (td.classList.contains("no")) return false;
  const text = td.textContent;
  const only = td.childNodes.length === 1 ? td.firstElementChild : null;
  const value = td.dataset.value ?? only?.getAttribute("href") ?? only?.getAttribute("datetime") ?? text;
  return value === text ? text : [text, value];
}

function shownText(cell) {
  if (cell === null) return "";
  if (typeof cell !== "object") return String(cell);
  if (Array.isArray(cell)) return cell[0];
  return cell.text ?? cell.json ?? cell.parts.join("");
}

function valueText(cell) {
  if (cell === null) return "";
  if (typeof cell !== "object") return String(cell);
  if (Array.isArray(cell)) return cell[1];
  return cell.value ?? cell.link ?? cell.date ?? cell.json ?? cell.parts.join("");
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

function contentOf(cell) {
  if (typeof cell === "boolean") return [makeTruth(cell)];
  if (typeof cell === "string" || Array.isArray(cell)) return [shownText(cell)];
  if (cell.link) return [makeLink(cell.link, cell.text)];
  if (cell.date) return [makeElement("time", { dateTime: cell.date }, cell.text)];
  if (cell.json) return [makeElement("code", {}, cell.json)];
  return cell.parts.map((part, place) => (place % 2 ? makeLink(part, part) : part));
}

// The <td>, as the server would render it.
function makeCell(cell, alignment) {
  const td = makeElement("td", { className: alignment });
  if (cell === null) {
    td.classList.add("empty");
    return td;
  }
  if (typeof cell === "boolean") td.classList.add(cell ? "yes" : "no");
  else td.dir = "auto";
  td.append(...contentOf(cell));
  return td;
}

// A row is either in the page's HTML, or created from its data when it becomes visible.
class Row {
  #cells;
  #element;
  #searchable;

  constructor({ cells, element }) {
    this.#cells = cells;
    this.#element = element;
  }

  get cells() {
    return (this.#cells ??= Array.from(this.#element.cells, cellOf));
  }

  element(alignments) {
    return (
      this.#element ?? makeElement("tr", {}, ...this.cells.map((cell, i) => makeCell(cell, alignments[i])))
    );
  }

  // Searches both the displayed text and the original value.
  get searchable() {
    this.#searchable ??= comparable(
      this.cells.map((cell) => (Array.isArray(cell) ? cell.join("\n") : shownText(cell))).join("\n"),
    );
    return this.#searchable;
  }
}

// Ignoring case and accents.
function comparable(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const amount =
  /^\s*([-+]?)(?:[A-Z]{0,3}\$|\p{Sc})?\s?([-+]?)(\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?)\s?(%|\p{Sc})?\s*$/iu;

// The number in a text, with any signs around it; NaN if there is none.
function numberIn(text) {
  const match = amount.exec(text);
  if (!match) return NaN;
  const number = Number(match[3].replaceAll(",", "")) * (match[1] === "-" || match[2] === "-" ? -1 : 1);
  return match[4] === "%" ? number / 100 : number;
}

const collator = new Intl.Collator(undefined, { numeric: true });

// The sort key of a cell: a number or a text.
function sortKey(cell, type) {
  const value = valueText(cell);
  const number = type === "number" ? numberIn(value) : type === "date" ? Date.parse(value) : NaN;
  return Number.isNaN(number) ? value : number;
}

function compareKeys(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b);
  return typeof a === "number" ? -1 : 1;
}

// Stable, with empty cells last in both directions.
function sorted(rows, column, type, direction) {
  const filled = [];
  const empty = [];
  for (const row of rows) {
    const cell = row.cells[column];
    if (valueText(cell) === "") empty.push(row);
    else filled.push({ row, key: sortKey(cell, type) });
  }
  const sign = direction === "descending" ? -1 : 1;
  filled.sort((a, b) => sign * compareKeys(a.key, b.key));
  return [...filled.map(({ row }) => row), ...empty];
}

// Spreadsheets would execute a text that begins like a formula.
function harmless(text) {
  return /^[=+\-@\t\r]/.test(text) && !amount.test(text) ? `'${text}` : text;
}

function csvField(text) {
  const field = harmless(text);
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

// RFC 4180, with a byte order mark, without which spreadsheets do not recognise UTF-8.
function toCsv(records) {
  const text = records.map((record) => record.map(csvField).join(",") + "\r\n").join("");
  return /[^\x00-\x7f]/.test(text) ? `\ufeff${text}` : text;
}

function toTabSeparated(records) {
  return records
    .map((record) => record.map((text) => harmless(text.replace(/[\t\r\n]+/g, " "))).join("\t"))
    .join("\n");
}

function fileName(title) {
  const name = title
    .replace(/[\\/:*?"<>|\p{C}]+/gu, " ")
    .replace(/\s+/g, " ")
    .slice(0, 100)
    .replace(/^[. ]+|[. ]+$/g, "");
  return `${name || "table"}.csv`;
}

function save(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  makeElement("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// Renders the visible rows of a table, and before and after them a row as high as all the others
// would be.
class WindowedBody {
  static #extraRows = 30;

  #frame;
  #body;
  #alignments;
  #wholeTexts;
  #rows = [];
  #drawn = new Map();
  #rowHeight = 0;
  #before;
  #after;

  constructor(frame, body, alignments) {
    this.#frame = frame;
    this.#body = body;
    this.#alignments = alignments;
    this.#wholeTexts = new WholeTexts(frame);
    this.#before = this.#makeSpacer();
    this.#after = this.#makeSpacer();
    let isWaiting = false;
    const drawSoon = () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        this.#draw();
      });
    };
    frame.addEventListener("scroll", drawSoon, { passive: true });
    new ResizeObserver(drawSoon).observe(frame);
    // Paper does not scroll: the rows in the HTML are printed.
    window.addEventListener("beforeprint", () => this.#draw(0, 1000));
    window.addEventListener("afterprint", () => this.#draw());
  }

  show(rows) {
    this.#rows = rows;
    this.#drawn.clear();
    this.#body.replaceChildren(this.#before, this.#after);
    this.#frame.scrollTop = 0;
    this.#draw();
  }

  #makeSpacer() {
    const row = makeElement("tr", { className: "spacer", ariaHidden: "true" });
    row.append(makeElement("td", { colSpan: this.#alignments.length }));
    return row;
  }

  #draw(...range) {
    if (!this.#rowHeight) this.#measure();
    const extra = WindowedBody.#extraRows;
    const first = Math.floor(this.#frame.scrollTop / this.#rowHeight);
    const inView = Math.ceil(this.#frame.clientHeight / this.#rowHeight);
    const [from, to] = range.length ? range : [first - extra, first + inView + extra];
    this.#drawRange(Math.max(from, 0), Math.min(to, this.#rows.length));
  }

  #measure() {
    const count = Math.min(this.#rows.length, 20);
    this.#rowHeight = 1;
    if (!count) return;
    this.#drawRange(0, count);
    const rows = [...this.#drawn.values()];
    const height = rows.at(-1).getBoundingClientRect().bottom - rows[0].getBoundingClientRect().top;
    this.#rowHeight = height / count;
  }

  // Rows that stay visible are left alone, which keeps focus and selection.
  #drawRange(from, to) {
    for (const [index, element] of this.#drawn) {
      if (index >= from && index < to) continue;
      element.remove();
      this.#drawn.delete(index);
    }
    const made = [];
    let place = this.#before.nextSibling;
    for (let index = from; index < to; ++index) {
      let element = this.#drawn.get(index);
      if (element === undefined) {
        element = this.#rows[index].element(this.#alignments);
        element.ariaRowIndex = index + 2;
        this.#drawn.set(index, element);
        made.push(element);
      }
      if (element === place) place = place.nextSibling;
      else this.#body.insertBefore(element, place);
    }
    this.#setHeight(this.#before, from);
    this.#setHeight(this.#after, this.#rows.length - to);
    this.#wholeTexts.mark(made);
  }

  #setHeight(spacer, rows) {
    spacer.hidden = rows <= 0;
    spacer.firstElementChild.style.height = `${rows * this.#rowHeight}px`;
  }
}

// Renders all rows.
class WholeBody {
  #body;

  constructor(body) {
    this.#body = body;
  }

  show(rows) {
    this.#body.replaceChildren(...rows.map((row) => row.element()));
  }
}

// A truncated cell has a button that shows its full text in a dialog; so does a click anywhere in
// it. As there can be very many, Tab reaches only one of these buttons, and the arrow keys the
// others.
class WholeTexts {
  #frame;
  #box = makeElement("div", {
    className: "whole-text",
    popover: "auto",
    role: "dialog",
    ariaLabel: "Full text",
    tabIndex: -1,
    autofocus: true,
  });
  #opener;
  #reachable; // the button that Tab reaches

  constructor(frame) {
    this.#frame = frame;
    frame.after(this.#box);
    frame.addEventListener("click", ({ target }) => {
      const cell = target.closest("tbody td.is-cut");
      if (cell && !target.closest("a")) this.#open(cell);
    });
    frame.addEventListener("focusin", ({ target }) => {
      if (target.matches(".show-whole")) this.#makeReachable(target);
    });
    frame.addEventListener("keydown", (event) => this.#move(event));
    this.#box.addEventListener("toggle", ({ newState }) => {
      this.#opener.ariaExpanded = String(newState === "open");
    });
  }

  // Finds the truncated cells in rows that were just rendered.
  mark(rows) {
    const cut = rows.flatMap(({ cells }) =>
      Array.from(cells).filter((cell) => cell.scrollWidth > cell.clientWidth),
    );
    for (const cell of cut) {
      if (cell.classList.contains("is-cut")) continue;
      cell.classList.add("is-cut");
      const button = makeElement("button", {
        type: "button",
        className: "show-whole",
        ariaLabel: "Show full text",
        ariaHasPopup: "dialog",
        ariaExpanded: "false",
        tabIndex: -1,
      });
      cell.append(button);
    }
    if (!this.#reachable?.isConnected) this.#makeReachable(this.#firstInView());
  }

  get #buttons() {
    return [...this.#frame.querySelectorAll(".show-whole")];
  }

  #firstInView() {
    const { top } = this.#frame.getBoundingClientRect();
    return this.#buttons.find((button) => button.getBoundingClientRect().top > top);
  }

  #makeReachable(button) {
    if (this.#reachable) this.#reachable.tabIndex = -1;
    this.#reachable = button;
    if (button) button.tabIndex = 0;
  }

  #move(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || !event.target.matches(".show-whole")) return;
    event.preventDefault();
    const buttons = this.#buttons;
    buttons[buttons.indexOf(event.target) + step]?.focus();
  }

  #open(cell) {
    const box = this.#box;
    this.#opener = cell.querySelector(".show-whole");
    // Returns the focus to it.
    this.#opener.focus({ preventScroll: true });
    const content = [...cell.childNodes].filter((node) => node !== this.#opener);
    box.dir = cell.dir;
    box.replaceChildren(...content.map((node) => node.cloneNode(true)));
    box.showPopover();
    const place = cell.getBoundingClientRect();
    const margin = 8;
    const within = (start, size, room) => Math.max(margin, Math.min(start, room - size - margin));
    box.style.left = `${within(place.left, box.offsetWidth, document.documentElement.clientWidth)}px`;
    box.style.top = `${within(place.top, box.offsetHeight, window.innerHeight)}px`;
  }
}

class DataTable {
  #frame;
  #table;
  #headers;
  #rows;
  #body;
  #size;
  #wholeSize;
  #order; // all rows in sort order
  #view; // the matching ones
  #terms = [];
  #sort = { column: -1, direction: "none" };

  constructor(root) {
    this.#frame = root.querySelector(".table-wrap");
    this.#table = root.querySelector("table");
    this.#headers = [...this.#table.tHead.rows[0].cells];
    this.#size = root.querySelector(".table-size");
    this.#wholeSize = this.#size.textContent;
    const body = this.#table.tBodies[0];
    const more = JSON.parse(root.querySelector(".more-rows")?.textContent ?? "[]");
    this.#rows = Array.from(body.rows, (element) => new Row({ element }));
    for (const cells of more) this.#rows.push(new Row({ cells }));
    this.#order = this.#view = this.#rows;

    this.labels = this.#headers.map((header) => header.textContent);
    this.#headers.forEach((header, column) => this.#offerToSort(header, column));
    if (more.length) {
      this.#table.classList.add("is-windowed");
      this.#table.ariaRowCount = this.#rows.length + 1;
      this.#table.tHead.rows[0].ariaRowIndex = 1;
      const alignments = this.#headers.map((header) => header.className);
      body.append(...this.#widestRows().map((row) => row.element(alignments)));
      this.#fixWidths();
      this.#body = new WindowedBody(this.#frame, body, alignments);
      this.#body.show(this.#view);
    } else {
      this.#body = new WholeBody(body);
    }
    this.#frame.addEventListener("scroll", () => this.#markScrolled(), { passive: true });
  }

  // The labels and the matching rows in sort order, each cell as `textOf` returns it.
  records(textOf) {
    return [this.labels, ...this.#view.map((row) => row.cells.map(textOf))];
  }

  get rowCount() {
    return this.#rows.length;
  }

  // Shows the rows that contain all the words.
  search(text) {
    const terms = comparable(text).split(/\s+/).filter(Boolean);
    if (terms.join(" ") === this.#terms.join(" ")) return;
    this.#fixWidths();
    this.#terms = terms;
    this.#update();
  }

  #offerToSort(header, column) {
    const button = makeElement("button", { type: "button" }, ...header.childNodes);
    button.addEventListener("click", () => this.#sortBy(column));
    header.append(button);
  }

  #sortBy(column) {
    const next = { none: "ascending", ascending: "descending", descending: "none" };
    const direction = this.#sort.column === column ? next[this.#sort.direction] : "ascending";
    this.#headers[this.#sort.column]?.removeAttribute("aria-sort");
    this.#sort = { column, direction };
    if (direction === "none") {
      this.#order = this.#rows;
    } else {
      const header = this.#headers[column];
      header.setAttribute("aria-sort", direction);
      this.#order = sorted(this.#rows, column, header.dataset.type, direction);
    }
    this.#update();
  }

  #update() {
    const terms = this.#terms;
    this.#view = terms.length
      ? this.#order.filter((row) => terms.every((term) => row.searchable.includes(term)))
      : this.#order;
    this.#body.show(this.#view);
    if (!this.#view.length && terms.length) this.#showNoMatch();
    this.#size.textContent = terms.length
      ? `${this.#view.length.toLocaleString("en-US")} of ${this.#wholeSize}`
      : this.#wholeSize;
  }

  #showNoMatch() {
    const cell = makeElement(
      "td",
      { colSpan: this.labels.length, className: "no-match" },
      "No matching rows",
    );
    this.#table.tBodies[0].append(makeElement("tr", {}, cell));
  }

  // For each column, the row with the longest text.
  #widestRows() {
    const longest = this.labels.map(() => ({ length: 0, row: undefined }));
    for (const row of this.#rows) {
      longest.forEach((found, column) => {
        const { length } = shownText(row.cells[column]);
        if (length > found.length) Object.assign(found, { length, row });
      });
    }
    return longest.flatMap(({ row }) => row ?? []);
  }

  // Keeps the current column widths, whatever rows are rendered.
  #fixWidths() {
    if (this.#table.classList.contains("has-fixed-columns")) return;
    const widths = this.#headers.map((header) => header.getBoundingClientRect().width);
    const columns = widths.map((width) => {
      const column = makeElement("col");
      column.style.width = `${width}px`;
      return column;
    });
    this.#table.prepend(makeElement("colgroup", {}, ...columns));
    this.#table.style.width = `${widths.reduce((sum, width) => sum + width, 0)}px`;
    this.#table.classList.add("has-fixed-columns");
  }

  #markScrolled() {
    this.#table.classList.toggle("is-scrolled", this.#frame.scrollLeft !== 0);
  }
}

// A button that briefly shows its result.
function makeButton(label, act) {
  const button = makeElement("button", { type: "button", ariaLive: "polite" }, label);
  button.addEventListener("click", async () => {
    try {
      button.textContent = (await act()) ?? label;
    } catch {
      button.textContent = "Copy failed";
    }
    setTimeout(() => (button.textContent = label), 2000);
  });
  return button;
}

function addTools(tools, table) {
  const label = `Search ${table.rowCount.toLocaleString("en-US")} rows`;
  const search = makeElement("input", {
    type: "search",
    placeholder: label,
    ariaLabel: label,
    autocomplete: "off",
    spellcheck: false,
  });
  search.addEventListener("input", () => table.search(search.value));
  const copy = makeButton("Copy", async () => {
    await navigator.clipboard.writeText(toTabSeparated(table.records(shownText)));
    return "Copied";
  });
  const download = makeButton("Download CSV", () => {
    save(toCsv(table.records(valueText)), fileName(document.title));
  });
  tools.append(search, ...(navigator.clipboard ? [copy] : []), download);
}

for (const root of document.querySelectorAll(".data-table")) {
  const table = new DataTable(root);
  addTools(root.querySelector(".table-tools"), table);
}
