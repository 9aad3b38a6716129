// Improves the page of a table: sorts, searches, filters, adds up, copies and downloads the rows, and
// fetches those that are not in the HTML. Of a large table only the visible rows are rendered.
"use strict";

/* global countText, csvOf, message, saveFile, tabSeparated, toolFile, useCopy, useTool */

class DataTable {
  #root;
  #frame;
  #table;
  #headers;
  #headings; // what headingsOf() has found
  #looks;
  #rows;
  #rowCount;
  #url; // of the rows that are not in the page
  #csv; // the address of the service's CSV
  #isPartial = false; // whether that has rows or texts that the page does not get
  #loading;
  #body;
  #size;
  #wholeSize;
  #order; // all rows in sort order
  #view; // the matching ones
  #terms = [];
  #filters = new Map(); // tests by column
  #filterRow;
  #sortButtons = [];
  #sort = { column: -1, direction: "none" };
  #totals = "";
  #hidden = new Set(); // columns
  #hiding = new CSSStyleSheet();
  #update = 0; // counts changes of what is shown
  #isOnPaper = false;

  constructor(root, url, csv) {
    this.#root = root;
    this.#url = url;
    this.#csv = csv;
    this.#frame = root.querySelector(".table-wrap");
    this.#table = root.querySelector("table");
    this.#headers = [...this.#table.tHead.rows[0].cells];
    this.#size = root.querySelector(".table-size");
    this.#wholeSize = this.#size.textContent;
    this.#rowCount = Number(root.dataset.rows);
    const imagePolicy = root.dataset.images;
    this.labels = this.#headers.map(({ firstChild }) => firstChild?.textContent ?? "");
    const body = this.#table.tBodies[0];
    this.#headings = headingsOf(root);
    this.#headers.forEach(adaptUnit);
    this.#looks = this.#headers.map((header) => ({
      alignment: header.className,
      imagePolicy,
      hasDates: header.dataset.type === "date",
      hasTimes: "times" in header.dataset,
      written: notationForReader(header.dataset),
      unit: header.querySelector(".unit")?.textContent ?? "",
    }));

    this.#looks.forEach((look, column) => translate(body, column, look));
    if (this.#rowCount) this.#headers.forEach((header, column) => this.#offerToSort(header, column));
    if (url) this.#fixWidths();
    body.querySelector(".widest")?.remove();
    this.#rows = Array.from(body.rows, (element) => new Row({ element }));
    this.#order = this.#view = this.#rows;
    document.adoptedStyleSheets.push(this.#hiding);
    if (url) {
      this.#table.ariaRowCount = this.#rowCount + 1;
      this.#table.tHead.rows[0].ariaRowIndex = 1;
      this.#body = new WindowedBody(this.#frame, body, this.#looks);
      this.#body.show(this.#view, this.#rowCount);
    } else {
      this.#body = new WholeBody(this.#frame, body);
    }
    if (root.querySelector(".cut-cells")) this.#showNotes({ isComplete: true, hasCutCells: true });
    this.#frame.addEventListener("scroll", () => this.#markScrolled(), { passive: true });
    this.#frame.addEventListener("click", showImage);
    addEventListener("beforeprint", () => this.#layOutForPaper());
    addEventListener("afterprint", () => this.#layOutForScreen());
  }

  get rowCount() {
    return this.#rowCount;
  }

  get hasQuantities() {
    return this.#headers.some((header) => header.dataset.quantity);
  }

  // Fetches the rows that are not in the page, once. Tells the reader if that fails.
  load() {
    if (!this.#url) return Promise.resolve(true);
    this.#loading ??= this.#fetchRows().catch((problem) => {
      this.#loading = undefined;
      this.#showProblem(problem);
      return false;
    });
    return this.#loading;
  }

  // The labels and the matching rows in sort order, each cell as `textOf` returns it, without hidden
  // columns.
  async records(textOf) {
    if (!(await this.load())) throw new Error("the rows are not there");
    const isShown = (_, column) => !this.#hidden.has(column);
    return [
      this.labels.filter(isShown),
      ...this.#view.map((row) => row.cells.filter(isShown).map((cell) => textOf(cell))),
    ];
  }

  // The address of the service's CSV, if everything is to be shown and the page does not have all of it.
  get completeCsv() {
    return this.#isPartial && !this.#isFiltered && !this.#hidden.size ? this.#csv : undefined;
  }

  // Shows the rows that contain all the words.
  search(text) {
    const terms = comparable(text).split(/\s+/).filter(Boolean);
    if (terms.join(" ") === this.#terms.join(" ")) return Promise.resolve();
    this.#fixWidths();
    this.#terms = terms;
    return this.#showChange();
  }

  // All rows decide which columns have few values.
  async showFilters(isShown) {
    if (!(await this.load())) return;
    await loadFilterScript();
    this.#fixWidths();
    this.#filterRow ??= this.#makeFilterRow();
    this.#leaveRoomForFilters();
    this.#filterRow.hidden = !isShown;
    if (isShown) {
      this.#filterFields[0].focus();
      return;
    }
    for (const field of this.#filterFields) field.value = "";
    this.#filterFields[0].dispatchEvent(new Event("input", { bubbles: true }));
  }

  get #filterFields() {
    return [...(this.#filterRow?.querySelectorAll("input, select") ?? [])];
  }

  // `kind` is a name in `totals`, or empty for none.
  showTotals(kind) {
    this.#totals = kind;
    return this.#showChange();
  }

  showColumn(column, isShown) {
    this.#fixWidths();
    if (isShown) this.#hidden.delete(column);
    else this.#hidden.add(column);
    const rules = [...this.#hidden].map(
      (hidden) => `.data-table :is(col, th, td:not([colspan])):nth-child(${hidden + 1}) { display: none; }`,
    );
    this.#hiding.replaceSync(rules.join("\n"));
    this.#setWidth();
  }

  // Whether this can show the rows of `root`, from a newer version of the page: under the same headings.
  canTake(root, url) {
    return Boolean(url) === Boolean(this.#url) && headingsOf(root) === this.#headings;
  }

  // All its rows, for take().
  async rowsOf(root) {
    const body = document.importNode(root.querySelector("tbody"), true);
    body.querySelector(".widest")?.remove();
    this.#looks.forEach((look, column) => translate(body, column, look));
    const rows = Array.from(body.rows, (element) => new Row({ element }));
    const end = { isComplete: true, hasCutCells: Boolean(root.querySelector(".cut-cells")) };
    if (!this.#url) return { rows, end };
    const all = [];
    Object.assign(
      end,
      await fetchRows(this.#url, this.labels, (some) => {
        for (const json of some) all.push(new Row({ json, looks: this.#looks }));
      }),
    );
    return { rows: all, end };
  }

  // Shows the rows as the reader has sorted and filtered those before, at the same place.
  async take(root, { rows, end }) {
    root.querySelectorAll("thead th").forEach((fresh, column) => {
      const header = this.#headers[column];
      header.className = this.#looks[column].alignment = fresh.className;
      for (const name of ["type", "notation", "quantity"]) {
        if (name in fresh.dataset) header.dataset[name] = fresh.dataset[name];
        else delete header.dataset[name];
      }
      this.#looks[column].written = notationForReader(header.dataset);
    });
    this.#rows = rows;
    this.#rowCount = rows.length;
    this.#loading = Promise.resolve(true);
    this.#wholeSize = root.querySelector(".table-size").textContent;
    if (this.#url) this.#table.ariaRowCount = rows.length + 1;
    this.#root.querySelector(".note")?.remove();
    this.#isPartial = false;
    this.#showNotes(end, rows.length);
    const { scrollTop, scrollLeft } = this.#frame;
    await this.#showChange();
    this.#frame.scrollTo({ top: scrollTop, left: scrollLeft, behavior: "instant" });
  }

  // Whether the reader works in the rows or reads a whole text: they would be gone.
  isHeld(holds) {
    return holds([this.#table.tBodies[0]]) || Boolean(this.#root.querySelector(".whole-text:popover-open"));
  }

  // `reset` also empties the fields outside of the table.
  onReset(reset) {
    this.reset = reset;
  }

  async #fetchRows() {
    const inHtml = this.#rows.length;
    const [first] = this.#rows;
    let count = 0;
    const end = await fetchRows(this.#url, this.labels, (rows) => {
      for (const json of rows) {
        const row = new Row({ json, looks: this.#looks });
        if (count === 0 && first && !sameCells(first.cells, row.cells)) throw new ChangedTable();
        if (count++ >= inHtml) this.#rows.push(row);
      }
      if (this.#view === this.#rows) this.#body.grow();
    });
    if (end.isComplete && count !== this.#rowCount) throw new ChangedTable();
    this.#showNotes(end, count);
    this.#table.dataset.loaded = "";
    if (!end.isComplete) this.#body.show(this.#view, (this.#rowCount = count));
    return true;
  }

  #showNotes({ isComplete, hasCutCells }, count) {
    this.#root.querySelector(".first-rows")?.remove();
    const notes = [];
    if (!isComplete)
      notes.push(
        message(
          "This table is too large to display in full. This page shows the first {} rows.",
          countText(count),
        ),
      );
    if (hasCutCells) notes.push(message("Very long cells are truncated and end with …."));
    if (!notes.length) return;
    this.#isPartial = true;
    const whole = makeElement("a", { href: this.#csv, download: "" }, message("Download the complete CSV"));
    this.#root.querySelector(".note:not(.problem)")?.remove();
    this.#root.append(makeElement("p", { className: "note" }, `${notes.join(" ")} `, whole));
  }

  #showProblem(problem) {
    const hasChanged = problem instanceof ChangedTable;
    const again = makeElement(
      "button",
      { type: "button", className: "small-button" },
      hasChanged ? message("Reload the page") : message("Try again"),
    );
    const text = hasChanged
      ? message("This table has changed since the page was opened.")
      : message("The other rows could not be loaded. Check your connection, or open the link again.");
    const note = makeElement("p", { className: "note problem", role: "alert" }, `${text} `, again);
    again.addEventListener("click", () => {
      note.remove();
      if (hasChanged) location.reload();
      else this.#showChange();
    });
    this.#root.querySelector(".problem")?.remove();
    this.#frame.before(note);
  }

  #offerToSort(header, column) {
    const button = makeElement("button", { type: "button" }, ...header.childNodes);
    button.addEventListener("click", () => this.#sortBy(column));
    header.append(button);
    this.#sortButtons.push(button);
  }

  #sortBy(column) {
    // Of numbers, the largest are looked for.
    const orders = ["ascending", "descending"];
    if (this.#headers[column].dataset.type === "number") orders.reverse();
    const known = this.#sort.column === column ? orders.indexOf(this.#sort.direction) : -1;
    const direction = orders[known + 1] ?? "none";
    this.#headers[this.#sort.column]?.removeAttribute("aria-sort");
    if (direction !== "none") this.#headers[column].setAttribute("aria-sort", direction);
    this.#sort = { column, direction };
    this.#fixWidths();
    return this.#showChange();
  }

  // What the values of a column are, and how they are written.
  #kindOf(column) {
    const { type, quantity, notation } = this.#headers[column].dataset;
    return { type, quantity, notation, written: this.#looks[column].written ?? notation };
  }

  #makeFilterRow() {
    const cells = this.#headers.map((header, column) => {
      const field = makeFilterField(
        this.#rows.map((row) => row.cells[column]),
        this.#kindOf(column),
      );
      field.ariaLabel = message("Filter {}", this.labels[column]);
      return makeElement("th", { className: header.className }, field);
    });
    const row = makeElement("tr", { className: "filters" }, ...cells);
    row.addEventListener("input", () => {
      this.#filters.clear();
      cells.forEach(({ firstChild: { value } }, column) => {
        if (value.trim()) this.#filters.set(column, makeFilter(value, this.#kindOf(column)));
      });
      this.#fixWidths();
      return this.#showChange();
    });
    this.#table.tHead.append(row);
    return row;
  }

  get #isFiltered() {
    return this.#terms.length > 0 || this.#filters.size > 0;
  }

  // Shows the rows as they are to be sorted, searched and added up now.
  async #showChange() {
    const update = ++this.#update;
    if (!(await this.load()) || update !== this.#update) return;
    const { column, direction } = this.#sort;
    this.#order =
      column < 0 || direction === "none"
        ? this.#rows
        : sorted(this.#rows, column, this.#kindOf(column), direction);
    this.#view = this.#isFiltered ? this.#order.filter((row) => this.#matches(row)) : this.#order;
    this.#body.show(this.#view, this.#view.length);
    if (!this.#view.length && this.#isFiltered) this.#showNoMatch();
    this.#drawTotals();
    this.#size.textContent = this.#isFiltered
      ? message("{} of {}", countText(this.#view.length), this.#wholeSize)
      : this.#wholeSize;
    this.onCount?.();
  }

  // How many rows match, unless all are shown.
  get found() {
    return this.#isFiltered
      ? message("{} of {}", countText(this.#view.length), countText(this.#rowCount))
      : "";
  }

  #matches(row) {
    if (!this.#terms.every((term) => row.searchable.includes(term))) return false;
    for (const [column, test] of this.#filters) if (!test(row.cells[column])) return false;
    return true;
  }

  #showNoMatch() {
    const back = makeElement(
      "button",
      { type: "button", className: "small-button" },
      message("Show all rows"),
    );
    back.addEventListener("click", () => this.reset());
    const cell = makeElement(
      "td",
      { colSpan: this.labels.length, className: "no-match" },
      makeElement("div", {}, makeElement("p", {}, message("No matching rows")), back),
    );
    this.#table.tBodies[0].append(makeElement("tr", {}, cell));
  }

  clearFilters() {
    for (const field of this.#filterFields) field.value = "";
    this.#filters.clear();
    this.#terms = [];
    return this.#showChange();
  }

  #drawTotals() {
    this.#table.tFoot?.remove();
    if (!this.#totals) return;
    const row = this.#table.createTFoot().insertRow();
    this.#headers.forEach((header, column) => {
      const { quantity } = header.dataset;
      const text = quantity
        ? totalOf(
            this.#totals,
            this.#view.map(({ cells }) => cells[column]),
            { ...this.#kindOf(column), hasUnit: this.#looks[column].unit !== "" },
          )
        : "";
      const label = column === 0 && !quantity ? namesOfTotals[this.#totals] : "";
      row.append(makeElement(label ? "th" : "td", { className: header.className }, label || text));
    });
    this.#widenFor(row);
  }

  // A total may be longer than all values.
  #widenFor(row) {
    const columns = this.#table.querySelectorAll("col");
    if (!columns.length) return;
    // Again, as columns share what the frame is wider than the table.
    for (let round = 0; round < 3; ++round) {
      const excess = Array.from(row.cells, (cell) => cell.scrollWidth - cell.clientWidth);
      if (excess.every((width) => width <= 0)) return;
      excess.forEach((width, column) => {
        if (width <= 0) return;
        const { style } = columns[column];
        // With the padding at the end, which an overflow does not count.
        style.width = `${parseFloat(style.width) + width + 16}px`;
      });
      this.#setWidth();
    }
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
    this.#table.classList.add("has-fixed-columns");
    this.#setWidth();
  }

  // A column of digits can be too narrow to type into.
  #leaveRoomForFilters() {
    const least = 4 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    for (const { style } of this.#table.querySelectorAll("col"))
      if (parseFloat(style.width) < least) style.width = `${least}px`;
    this.#setWidth();
  }

  get #widths() {
    const columns = this.#table.querySelectorAll("col");
    return columns.length
      ? Array.from(columns, (column) => parseFloat(column.style.width))
      : this.#headers.map((header) => header.getBoundingClientRect().width);
  }

  #setWidth() {
    const shown = this.#widths.filter((_, column) => !this.#hidden.has(column));
    this.#table.style.width = `${shown.reduce((sum, width) => sum + width, 0)}px`;
  }

  #markScrolled() {
    this.#table.classList.toggle("is-scrolled", this.#frame.scrollLeft !== 0);
  }

  // Browsers may announce a print twice.
  #layOutForPaper() {
    if (this.#isOnPaper) return;
    this.#isOnPaper = true;
    this.#showButtons(false);
    const shown = this.labels.map((_, column) => column).filter((column) => !this.#hidden.has(column));
    const count = printedRows(this.#view.length, shown.length);
    const widths = this.#widths;
    const sheets = sheetsOf(shown.map((column) => widths[column]));
    if (sheets.length > 1) {
      const rows = this.#view.slice(0, count);
      const tables = sheets.map((columns) =>
        makeSheet(
          columns.map((place) => shown[place]),
          this.labels,
          rows,
          this.#looks,
        ),
      );
      this.#frame.after(makeElement("div", { className: "on-paper" }, ...tables));
      this.#root.classList.add("has-sheets");
    } else if (this.#url) {
      this.#body.showForPaper(count);
    }
    if (count < this.#rowCount && !this.#isFiltered)
      this.#size.after(
        makeElement(
          "p",
          { className: "on-paper" },
          message("Printed: the first {} of {} rows.", countText(count), countText(this.#rowCount)),
        ),
      );
  }

  // Chromium repeats headings on every sheet, but paints no buttons in them.
  #showButtons(areShown) {
    if (!this.#rowCount) return;
    this.#headers.forEach((header, column) => {
      const button = this.#sortButtons[column];
      if (areShown) {
        button.append(...header.childNodes);
        header.append(button);
      } else {
        header.replaceChildren(...button.childNodes);
      }
    });
  }

  #layOutForScreen() {
    this.#isOnPaper = false;
    this.#showButtons(true);
    this.#root.classList.remove("has-sheets");
    for (const element of this.#root.querySelectorAll(".on-paper")) element.remove();
    if (this.#url) this.#body.showForScreen();
  }
}

// The labels of the columns as they were sent, with their units, and which have times.
function headingsOf(root) {
  const headers = [...root.querySelectorAll("thead th")];
  return JSON.stringify(headers.map(({ textContent, dataset }) => [textContent, "times" in dataset]));
}

function loadFilterScript() {
  loadFilterScript.isLoaded ??= new Promise((resolve, reject) => {
    const script = makeElement("script", { src: "{{kTableFilterScript}}", onload: resolve });
    script.onerror = () => {
      loadFilterScript.isLoaded = undefined;
      reject(new Error("the script could not be loaded"));
    };
    document.head.append(script);
  });
  return loadFilterScript.isLoaded;
}

// The heading says the unit of all cells: a currency as the reader's language writes it, and the reader's own zone.
function adaptUnit(header) {
  const unit = header.querySelector(".unit");
  const { dataset } = header;
  if ("times" in dataset) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const text = timeZone === "UTC" ? " UTC" : ` ${message("local time")}`;
    if (unit) unit.textContent = text;
    else header.append(makeElement("span", { className: "unit" }, text));
  } else if (unit?.textContent === ` ${dataset.quantity}`) {
    unit.textContent = ` ${currencySign(dataset.quantity)}`;
  }
}

// In the reader's language: the dates of a column, and its numbers unless their own notation is known.
function translate(body, column, look) {
  if (!look.hasDates && !look.written) return;
  for (const { cells } of body.rows) {
    const cell = cells[column];
    const time = look.hasDates && cell?.querySelector("time");
    if (time) {
      const { text, title } = readable(time.textContent, time.getAttribute("datetime"), look);
      time.textContent = text;
      time.title = title;
    } else if (look.written && cell?.childElementCount === 0) {
      const text = cell.textContent;
      const written = numberInLanguage(text, look.written);
      if (written === text) continue;
      cell.dataset.value ??= text;
      cell.textContent = written;
    }
  }
}

function sameCells(one, other) {
  return one.length === other.length && one.every((cell, i) => valueText(cell) === valueText(other[i]));
}

// Loads a remote image that the viewer has asked for. Those in the HTML have their own handler.
function showImage(event) {
  const link = event.target.closest("a.remote-image");
  if (!link || event.defaultPrevented) return;
  event.preventDefault();
  link.replaceWith(makeImage({ image: link.getAttribute("href"), text: link.dataset.description }, "on"));
}

function addTools(tools, table) {
  const search = makeElement("input", { type: "search", autocomplete: "off", spellcheck: false });
  // Below the table, it is told to screen readers too.
  const found = makeElement("span", { className: "found", ariaHidden: "true" });
  table.onCount = () => {
    const label =
      table.rowCount === 1 ? message("Search 1 row") : message("Search {} rows", countText(table.rowCount));
    search.placeholder = search.ariaLabel = label;
    found.textContent = table.found;
  };
  table.onCount();
  search.addEventListener("input", () => table.search(search.value));
  table.onReset(() => {
    search.value = "";
    search.focus();
    return table.clearFilters();
  });
  useCopy(async () => tabSeparated(await table.records(valueText)));
  useTool("csv", async () => {
    const csv = (await table.load()) && table.completeCsv;
    if (csv) makeElement("a", { href: csv, download: "" }).click();
    else saveFile(new Blob([csvOf(await table.records(valueText))], { type: "text/csv" }), toolFile("csv"));
  });
  tools.append(search, found, ...makeViewMenu(table));
  return search;
}

// The browser finds only what is rendered, so its shortcut leads to the table's own search first.
function takeFindShortcut(search) {
  addEventListener("keydown", (event) => {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "f";
    if (!isFind || document.activeElement === search) return;
    event.preventDefault();
    search.focus();
    search.select();
  });
}

// The other rows are fetched when the page is shown and nothing else is to be done, or earlier if the
// reader needs them. Who saves data gets them only then.
function loadLater(table) {
  const load = () => table.load();
  for (const type of ["scroll", "focusin", "pointerdown"])
    document.addEventListener(type, load, { once: true, capture: true, passive: true });
  if (navigator.connection?.saveData) return;
  const whenIdle = window.requestIdleCallback ?? ((act) => setTimeout(act, 200));
  const start = () => whenIdle(load, { timeout: 3000 });
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}

for (const root of document.querySelectorAll(".data-table")) {
  const csv = document.getElementById("tool-csv");
  const table = new DataTable(root, csv?.dataset.rows, csv?.href);
  const tools = root.querySelector(".table-tools");
  const search = tools && addTools(tools, table);
  document.addEventListener("newversion", ({ detail }) => {
    const fresh = detail.page.querySelector(".data-table");
    const url = detail.page.getElementById("tool-csv")?.dataset.rows;
    // Without rows there are no tools.
    if (!fresh || !search || !fresh.querySelector(".table-tools") || !table.canTake(fresh, url)) return;
    let taken;
    detail.isHeld = table.isHeld(detail.holds);
    detail.load = async () => (taken = await table.rowsOf(fresh));
    detail.show = () => table.take(fresh, taken);
  });
  if (!csv?.dataset.rows) continue;
  takeFindShortcut(search);
  loadLater(table);
}
