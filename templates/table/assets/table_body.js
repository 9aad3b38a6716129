// Shows rows in the body of a table: all of them, or of many those that are visible.
"use strict";

/* global message */

// Renders the visible rows of a table, and before and after them a row as high as all the others
// would be. Rows may still be missing at the end.
class WindowedBody {
  static #extraRows = 30;

  #frame;
  #body;
  #looks;
  #wholeTexts;
  #rows = [];
  #count = 0; // with those that are missing
  #drawn = new Map();
  #rowHeight = 0;
  #isWaiting = false; // for the next frame
  #onPaper; // the number of rows, while the page is laid out for paper
  #before;
  #after;

  constructor(frame, body, looks) {
    this.#frame = frame;
    this.#body = body;
    this.#looks = looks;
    this.#wholeTexts = new WholeTexts(frame);
    this.#before = this.#makeSpacer();
    this.#after = this.#makeSpacer();
    frame.addEventListener("scroll", () => this.#drawSoon(), { passive: true });
    new ResizeObserver(() => this.#drawSoon()).observe(frame);
  }

  show(rows, count) {
    this.#rows = rows;
    this.#count = count;
    this.#drawn.clear();
    this.#body.replaceChildren(this.#before, this.#after);
    this.#frame.scrollTop = 0;
    this.#draw();
  }

  // Rows were added at the end.
  grow() {
    this.#drawSoon();
  }

  // Renders the first rows, as paper does not scroll.
  showForPaper(count) {
    this.#onPaper = count;
    this.#draw();
  }

  showForScreen() {
    this.#onPaper = undefined;
    this.#draw();
  }

  #drawSoon() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#draw();
    });
  }

  #makeSpacer() {
    const row = makeElement("tr", { className: "spacer", ariaHidden: "true" });
    row.append(makeElement("td", { colSpan: this.#looks.length }));
    return row;
  }

  #draw() {
    if (!this.#rowHeight) this.#measure();
    const [from, to] = this.#onPaper === undefined ? this.#rangeInView : [0, this.#onPaper];
    const end = this.#rows.length;
    this.#drawRange(Math.min(Math.max(from, 0), end), Math.min(to, end));
  }

  get #rangeInView() {
    const extra = WindowedBody.#extraRows;
    const first = Math.floor(this.#frame.scrollTop / this.#rowHeight);
    const inView = Math.ceil(this.#frame.clientHeight / this.#rowHeight);
    return [first - extra, first + inView + extra];
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
        element = this.#rows[index].element();
        element.ariaRowIndex = index + 2;
        this.#drawn.set(index, element);
        made.push(element);
      }
      if (element === place) place = place.nextSibling;
      else this.#body.insertBefore(element, place);
    }
    this.#setHeight(this.#before, from);
    this.#setHeight(this.#after, this.#count - to);
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
  #wholeTexts;

  constructor(frame, body) {
    this.#body = body;
    this.#wholeTexts = new WholeTexts(frame);
    // Another width breaks other lines.
    new ResizeObserver(() => this.#wholeTexts.mark(Array.from(body.rows))).observe(frame);
  }

  show(rows) {
    this.#body.replaceChildren(...rows.map((row) => row.element()));
    this.#wholeTexts.mark(Array.from(this.#body.rows));
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
    ariaLabel: message("Full text"),
    tabIndex: -1,
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

  // Finds the truncated cells in rows that were just rendered, or have another width.
  mark(rows) {
    // Sizes are rounded, each for itself.
    const isCut = (box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    const measured = rows
      .flatMap(({ cells }) => Array.from(cells))
      .map((cell) => ({ cell, isNow: isCut(longTextIn(cell) ?? cell) }))
      .filter(({ cell, isNow }) => isNow !== cell.classList.contains("is-cut"));
    for (const { cell, isNow } of measured) {
      cell.classList.toggle("is-cut", isNow);
      if (!isNow) {
        cell.querySelector(".show-whole").remove();
        continue;
      }
      const button = makeElement("button", {
        type: "button",
        className: "show-whole",
        ariaLabel: message("Show full text"),
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
    box.focus({ preventScroll: true });
    const place = cell.getBoundingClientRect();
    const margin = 8;
    const within = (start, size, room) => Math.max(margin, Math.min(start, room - size - margin));
    box.style.left = `${within(place.left, box.offsetWidth, document.documentElement.clientWidth)}px`;
    box.style.top = `${within(place.top, box.offsetHeight, window.innerHeight)}px`;
  }
}
