// The grid in which people edit the cells of a table and the data of a chart.
//
// The libraries for this fit less: they have 60 to 158 kB compressed (canvas-datagrid, RevoGrid, Tabulator,
// jspreadsheet-ce with what it needs), paste into the cells that there are, and canvas-datagrid has no roles, while
// the formulas of jspreadsheet-ce need eval, which the policy of the page forbids.
import { arrows, element, openBox, toolbar } from "./grid_controls.mjs";
import {
  filled,
  History,
  longest,
  replaced,
  textOf,
  widthOf,
  withColumn,
  withMovedColumns,
  withMovedRows,
  withoutColumns,
  withoutRows,
  withRow,
} from "./data_rows.mjs";
import { parsePasted, writeCopied } from "./data_texts.mjs";

const rowHeight = 33; // pixels, as in data_grid.css
const widestColumn = 480; // pixels
const sides = 22; // pixels of a cell beside its text, with what its measure may be wrong by
const mostCells = 500_000;
const looksLikeNumber = /^[-+−(]?\p{Sc}?\s?\d[\d.,'’\s]*\s?[%)\p{Sc}]?$/u;

// Whether pasted cells begin with a row of headings, which are texts or years, and so are a whole table.
const isWithHeadings = (texts) =>
  texts.length > 1 &&
  texts[0].length > 1 &&
  texts[0].every((text) => /^\s*[12]\d{3}\s*$/.test(text) || !looksLikeNumber.test(text.trim()));

let grids = 0;

// `changed` gets the rows after each change. `nameOf` names a column without a heading, and `arranged` arranges texts
// that replace all. The methods beside show(rows) are those of an editor in artifact_form.js.
export function dataGrid({
  label,
  changed,
  nameOf = (column) => `Column ${column + 1}`,
  arranged = (texts) => texts,
}) {
  const id = `grid-${++grids}`;
  const pen = document.createElement("canvas").getContext("2d");
  const listening = new AbortController();
  const { signal } = listening;
  let rows = [{ cells: [""] }];
  let active = { row: 0, column: 0 };
  let anchor = active; // the other end of what is selected
  let edges = [0, 0]; // where columns begin and end, in pixels
  let box = null; // in which a cell is typed
  let history = new History();

  const body = element("div", { role: "rowgroup" });
  const sheet = element("div", { class: "sheet", role: "presentation" }, body);
  const grid = element(
    "div",
    {
      class: "data-grid",
      role: "grid",
      tabindex: "0",
      "aria-label": label,
      "aria-multiselectable": "true",
      "aria-describedby": `${id}-hint`,
    },
    sheet,
  );
  const size = element("span");
  const hint = element(
    "p",
    { class: "hint", id: `${id}-hint` },
    size,
    " Paste cells of a spreadsheet or CSV. Enter edits a cell.",
  );
  const status = element("p", { class: "grid-status", role: "status" });

  // What is selected.

  const lastRow = () => rows.length - 1;
  const lastColumn = () => widthOf(rows) - 1;
  const range = () => ({
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  });
  const isAllSelected = () => {
    const { top, bottom, left, right } = range();
    return top === 0 && left === 0 && bottom === lastRow() && right === lastColumn();
  };
  const isBlank = () => rows.every(({ cells }) => cells.every((cell) => textOf(cell) === ""));
  const within = ({ row, column }) => ({
    row: Math.max(0, Math.min(row, lastRow())),
    column: Math.max(0, Math.min(column, lastColumn())),
  });
  const headingOf = (column) => textOf(rows[0].cells[column]) || nameOf(column);
  function select(to, from = to) {
    active = within(to);
    anchor = within(from);
    reveal();
    render();
  }
  const selectAll = () => select({ row: lastRow(), column: lastColumn() }, { row: 0, column: 0 });

  // Changes.

  function show(next) {
    rows = next;
    edges = [16 + 8 * String(rows.length).length];
    const sample = rows.slice(0, 100);
    pen.font = `600 15px ${getComputedStyle(document.body).fontFamily}`;
    for (let column = 0; column < widthOf(rows); ++column) {
      const texts = sample.map(({ cells }) => textOf(cells[column]).split("\n")[0].slice(0, 100));
      const longest = texts.reduce((one, other) => (other.length > one.length ? other : one));
      const wide = Math.max(
        ...[longest, headingOf(column).slice(0, 100)].map((text) => pen.measureText(text).width),
      );
      const width = Math.ceil(wide + sides);
      edges.push(edges[column] + Math.max(48, Math.min(width, widestColumn)));
    }
    sheet.style.width = `${edges.at(-1)}px`;
    sheet.style.height = `${rows.length * rowHeight}px`;
    grid.setAttribute("aria-rowcount", rows.length);
    grid.setAttribute("aria-colcount", widthOf(rows) + 1);
    const amount = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
    size.textContent = `${amount(rows.length - 1, "row")}, ${amount(widthOf(rows), "column")}.`;
    active = within(active);
    anchor = within(anchor);
    buttons.Undo.disabled = !history.canUndo;
    buttons.Redo.disabled = !history.canRedo;
    render();
  }
  function say(text, isProblem = false) {
    status.classList.toggle("is-problem", isProblem);
    status.textContent = text;
  }
  function change(next, what, to = active, from = to) {
    const count = next.length * widthOf(next);
    if (count > mostCells) {
      const most = mostCells.toLocaleString("en");
      say(
        `These are ${count.toLocaleString("en")} cells. The grid takes ${most}; choose a file instead.`,
        true,
      );
      return;
    }
    history.add({ rows, active, anchor });
    [active, anchor] = [to, from];
    show(next);
    reveal();
    say(what);
    changed(rows);
  }
  function goTo(state, what) {
    if (!state) return;
    ({ active, anchor } = state);
    show(state.rows);
    reveal();
    say(what);
    changed(rows);
  }
  const undo = () => goTo(history.undo({ rows, active, anchor }), "Undone");
  const redo = () => goTo(history.redo({ rows, active, anchor }), "Redone");

  function paste(text) {
    const texts = parsePasted(text);
    const { top, left, bottom, right } = range();
    const isOne = texts.length === 1 && texts[0].length === 1;
    const width = longest(texts);
    const what = `Pasted ${(texts.length * width).toLocaleString("en")} cells`;
    const replacesAll = top === 0 && left === 0 && isWithHeadings(texts);
    if (!isOne && (isAllSelected() || isBlank() || replacesAll)) {
      if (texts.length * width > mostCells)
        return change(
          texts.map((cells) => ({ cells })),
          "",
        );
      return change(replaced(rows, arranged(texts)), `${what} in place of all`, { row: 0, column: 0 });
    }
    const line = Array(right - left + 1).fill(texts[0][0]);
    const cells = isOne ? Array(bottom - top + 1).fill(line) : texts;
    const end = { row: top + cells.length - 1, column: left + (isOne ? line.length : width) - 1 };
    return change(filled(rows, top, left, cells), what, { row: top, column: left }, end);
  }
  function clear() {
    const { top, left, bottom, right } = range();
    const empty = Array(bottom - top + 1).fill(Array(right - left + 1).fill(""));
    change(filled(rows, top, left, empty), "Cleared", active, anchor);
  }
  function copied() {
    const { top, left, bottom, right } = range();
    return writeCopied(
      rows.slice(top, bottom + 1).map(({ cells }) => cells.slice(left, right + 1).map(textOf)),
    );
  }
  function addRow() {
    const at = range().bottom + 1;
    change(withRow(rows, at), "Row added", { row: at, column: active.column });
  }
  function addColumn() {
    const at = range().right + 1;
    change(withColumn(rows, at), "Column added", { row: 0, column: at });
  }
  function deleteRows() {
    const { bottom } = range();
    const top = Math.max(1, range().top);
    if (bottom === 0) return say("The headings cannot be deleted.", true);
    return change(withoutRows(rows, top, bottom), "Deleted", {
      row: Math.min(top, rows.length - 2),
      column: active.column,
    });
  }
  function deleteColumns() {
    const { left, right } = range();
    if (right - left === lastColumn()) return say("The last column cannot be deleted.", true);
    return change(withoutColumns(rows, left, right), "Deleted", {
      row: active.row,
      column: left,
    });
  }
  const shifted = ({ row, column }, by) => ({ row: row + (by.row ?? 0), column: column + (by.column ?? 0) });
  function move(by) {
    const { top, bottom, left, right } = range();
    const isPossible = by.row
      ? top > 0 && top + by.row > 0 && bottom + by.row <= lastRow()
      : left + by.column >= 0 && right + by.column <= lastColumn();
    if (!isPossible) return;
    const next = by.row
      ? withMovedRows(rows, top, bottom, by.row)
      : withMovedColumns(rows, left, right, by.column);
    change(next, by.row ? "Row moved" : "Column moved", shifted(active, by), shifted(anchor, by));
  }

  // Drawing: only what is in sight.

  function reveal() {
    const { row, column } = active;
    if (row > 0) {
      const top = row * rowHeight;
      grid.scrollTop = Math.min(grid.scrollTop, top - rowHeight);
      grid.scrollTop = Math.max(grid.scrollTop, top + rowHeight - grid.clientHeight);
    }
    grid.scrollLeft = Math.min(grid.scrollLeft, edges[column] - edges[0]);
    grid.scrollLeft = Math.max(grid.scrollLeft, edges[column + 1] - grid.clientWidth);
  }
  function rowElement(row, columns) {
    const { top, bottom, left, right } = range();
    const number = element("div", {
      role: row === 0 ? "columnheader" : "rowheader",
      class: "number",
      "aria-colindex": 1,
    });
    number.textContent = row === 0 ? "#" : row;
    number.style.width = `${edges[0]}px`;
    const made = element("div", { role: "row", "aria-rowindex": row + 1, "data-row": row }, number);
    made.style.width = `${edges.at(-1)}px`;
    if (row > 0) made.style.top = `${row * rowHeight}px`;
    for (const column of columns) {
      const text = textOf(rows[row].cells[column]);
      const isSelected = row >= top && row <= bottom && column >= left && column <= right;
      const cell = element("div", {
        role: row === 0 ? "columnheader" : "gridcell",
        id: `${id}-${row}-${column}`,
        dir: "auto",
        "aria-colindex": column + 2,
        "aria-selected": isSelected,
        "data-column": column,
      });
      if (row === active.row && column === active.column) cell.classList.add("active");
      if (row > 0 && looksLikeNumber.test(text)) cell.classList.add("amount");
      if (row === 0 && text === "") cell.classList.add("unnamed");
      cell.textContent = row === 0 ? headingOf(column) : text.slice(0, 300);
      cell.style.left = `${edges[column]}px`;
      cell.style.width = `${edges[column + 1] - edges[column]}px`;
      made.append(cell);
    }
    return made;
  }
  function render() {
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = grid;
    const first = Math.max(1, Math.floor(scrollTop / rowHeight) - 2);
    const end = Math.min(rows.length, Math.ceil((scrollTop + clientHeight) / rowHeight) + 2);
    const columns = [];
    for (let column = 0; column < widthOf(rows); ++column)
      if (edges[column + 1] > scrollLeft && edges[column] < scrollLeft + clientWidth) columns.push(column);
    const made = [rowElement(0, columns)];
    for (let row = first; row < end; ++row) made.push(rowElement(row, columns));
    body.replaceChildren(...made);
    const current = `${id}-${active.row}-${active.column}`;
    if (body.querySelector(`#${current}`)) grid.setAttribute("aria-activedescendant", current);
    else grid.removeAttribute("aria-activedescendant");
  }

  // Typing in a cell. `typed` is its first character, where that replaces what the cell has.

  function edit(typed) {
    const { row, column } = active;
    reveal();
    box = openBox(sheet, {
      label: row === 0 ? `Heading of column ${column + 1}` : `${headingOf(column)}, row ${row}`,
      text: typed ?? textOf(rows[row].cells[column]),
      isNew: typed !== undefined,
      place: {
        top: row === 0 ? grid.scrollTop : row * rowHeight,
        left: edges[column],
        width: edges[column + 1] - edges[column],
      },
      ended: endEditing,
      pasted: paste,
    });
  }
  // Without a text, the cell keeps what it has.
  function endEditing({ text, key, isBefore, hadFocus }) {
    box = null;
    if (hadFocus) grid.focus({ preventScroll: true });
    const { row, column } = active;
    if (text !== undefined && text !== textOf(rows[row].cells[column]))
      change(filled(rows, row, column, [[text]]), "");
    if (key === "Enter" && row === lastRow() && !isBefore && textOf(rows[row].cells[column]) !== "") addRow();
    else if (key === "Enter") select(shifted(active, { row: isBefore ? -1 : 1 }));
    else if (key === "Tab") select(neighbour(isBefore) ?? active);
    else if (arrows[key]) select(shifted(active, arrows[key]));
  }

  // Keys and the mouse.

  // In the order of reading; nothing behind the last cell.
  function neighbour(isBefore) {
    const { row, column } = active;
    const place = row * widthOf(rows) + column + (isBefore ? -1 : 1);
    if (place < 0 || place >= rows.length * widthOf(rows)) return undefined;
    return { row: Math.floor(place / widthOf(rows)), column: place % widthOf(rows) };
  }
  // As far as a key leads with Ctrl.
  const farthest = (by) => ({
    row: by.row ? (by.row < 0 ? 0 : lastRow()) : active.row,
    column: by.column ? (by.column < 0 ? 0 : lastColumn()) : active.column,
  });
  function placeOf(key, isFar) {
    const page = Math.max(1, Math.floor(grid.clientHeight / rowHeight) - 2);
    if (arrows[key]) return isFar ? farthest(arrows[key]) : shifted(active, arrows[key]);
    if (key === "Home") return { row: isFar ? 0 : active.row, column: 0 };
    if (key === "End") return { row: isFar ? lastRow() : active.row, column: lastColumn() };
    if (key === "PageUp" || key === "PageDown")
      return shifted(active, { row: key === "PageUp" ? -page : page });
    return undefined;
  }
  const withControl = { a: selectAll, z: undo, y: redo, Z: redo };
  const alone = {
    Enter: () => edit(),
    F2: () => edit(),
    Delete: clear,
    Backspace: clear,
  };
  grid.addEventListener("keydown", (event) => {
    const { key, shiftKey, altKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const place = altKey ? undefined : placeOf(key, isControl);
    if (altKey && arrows[key]) move(arrows[key]);
    else if (place) select(place, shiftKey ? anchor : place);
    else if (isControl && withControl[key]) withControl[key]();
    else if (key === " " && isControl)
      select({ row: lastRow(), column: active.column }, { row: 0, column: anchor.column });
    else if (key === " " && shiftKey)
      select({ row: active.row, column: lastColumn() }, { row: anchor.row, column: 0 });
    else if (!isControl && !altKey && alone[key]) alone[key]();
    else if (!isControl && !altKey && key.length === 1) edit(key);
    else {
      // A method of input takes what follows in the box.
      if (key === "Process") edit("");
      return;
    }
    event.preventDefault();
  });

  function placeAt(target) {
    const row = Number(target.closest?.("[data-row]")?.dataset.row ?? NaN);
    if (!body.contains(target) || Number.isNaN(row)) return undefined;
    const column = target.closest("[data-column]")?.dataset.column;
    return { row, column: column === undefined ? undefined : Number(column) };
  }
  let isTouch = false;
  grid.addEventListener("pointerdown", ({ pointerType }) => {
    isTouch = pointerType === "touch";
  });
  grid.addEventListener("mousedown", (event) => {
    const place = placeAt(event.target);
    if (!place || event.button !== 0) return;
    event.preventDefault();
    box?.end(true);
    const wasActive =
      grid === document.activeElement && place.row === active.row && place.column === active.column;
    grid.focus({ preventScroll: true });
    if (place.column === undefined && place.row === 0) return selectAll();
    const from = event.shiftKey ? anchor : place;
    if (place.column === undefined)
      return select({ row: place.row, column: lastColumn() }, { row: from.row, column: 0 });
    select(place, from);
    if (event.detail === 2 || (isTouch && wasActive)) edit();
    return undefined;
  });
  grid.addEventListener("mousemove", (event) => {
    const place =
      event.buttons === 1 && !box && placeAt(document.elementFromPoint(event.clientX, event.clientY));
    if (!place || place.column === undefined) return;
    if (place.row !== active.row || place.column !== active.column) select(place, anchor);
  });
  grid.addEventListener("scroll", () => requestAnimationFrame(render), { passive: true });
  new ResizeObserver(render).observe(grid);

  // Browsers send these where the page's selection is, which may be elsewhere.
  const onClipboard = (type, act) =>
    document.addEventListener(
      type,
      (event) => {
        if (document.activeElement !== grid) return;
        event.preventDefault();
        act(event.clipboardData);
      },
      { signal },
    );
  onClipboard("copy", (clipboard) => clipboard.setData("text/plain", copied()));
  onClipboard("cut", (clipboard) => {
    clipboard.setData("text/plain", copied());
    clear();
  });
  onClipboard("paste", (clipboard) => paste(clipboard.getData("text/plain")));

  const { bar, buttons } = toolbar(
    {
      Row: [
        ["+", "Add row", addRow],
        ["−", "Delete row", deleteRows],
        ["↑", "Move row up", () => move({ row: -1 })],
        ["↓", "Move row down", () => move({ row: 1 })],
      ],
      Column: [
        ["+", "Add column", addColumn],
        ["−", "Delete column", deleteColumns],
        ["←", "Move column left", () => move({ column: -1 })],
        ["→", "Move column right", () => move({ column: 1 })],
      ],
      "": [
        ["↶", "Undo", undo],
        ["↷", "Redo", redo],
      ],
    },
    () => grid.focus({ preventScroll: true }),
  );

  // All data is replaced by what is pasted here, or by a file.
  const replace = element("button", { type: "button", class: "quiet replace-data" }, "Replace data");
  const pasted = element("textarea", {
    "aria-label": "New data",
    placeholder: "Paste cells of a spreadsheet or CSV, or choose a file of CSV",
  });
  const file = element("input", { type: "file", "aria-label": "File of CSV", accept: ".csv,.tsv,.txt" });
  const replacing = element("div", { class: "replacing", hidden: "" }, pasted, file);
  function openReplacing(isOpen) {
    replacing.hidden = !isOpen;
    replace.setAttribute("aria-expanded", String(isOpen));
    pasted.value = file.value = "";
    if (isOpen) pasted.focus();
    else grid.focus({ preventScroll: true });
  }
  function replaceAll(text) {
    if (!text.trim()) return;
    box?.end(false);
    selectAll();
    paste(text);
    openReplacing(false);
  }
  replace.setAttribute("aria-expanded", "false");
  replace.addEventListener("click", () => openReplacing(replacing.hidden));
  pasted.addEventListener("paste", (event) => {
    event.preventDefault();
    event.stopPropagation();
    replaceAll(event.clipboardData.getData("text/plain"));
  });
  replacing.addEventListener("change", async (event) => {
    // The form need not know.
    event.stopPropagation();
    replaceAll(event.target === file ? await file.files[0].text() : pasted.value);
  });
  replacing.addEventListener("input", (event) => event.stopPropagation());
  replacing.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") openReplacing(false);
  });
  bar.append(replace);
  const whole = element("div", { class: "data-editor" }, bar, replacing, grid, status, hint);
  return {
    element: whole,
    show: (next) => {
      history = new History();
      active = anchor = { row: 0, column: 0 };
      box?.end(false);
      grid.scrollTop = grid.scrollLeft = 0;
      show(next);
    },
    // The same with other headings, which cannot be undone.
    showAgain: show,
    focus: () => grid.focus({ preventScroll: true }),
    close: () => {
      box?.end(true);
      listening.abort();
    },
  };
}
