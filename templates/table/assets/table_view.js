// The menu of what a table shows: filters, totals and columns.
"use strict";

/* global message */

// From this many on, columns can be hidden.
const fewestColumnsToChoose = 6;

function makeChoice(label, isChecked, choose) {
  const box = makeElement("input", { type: "checkbox", checked: isChecked });
  box.addEventListener("change", () => choose(box.checked));
  return makeElement("label", {}, box, makeElement("span", { dir: "auto" }, label));
}

function makeTotalsChoice(table) {
  const select = makeElement(
    "select",
    {},
    makeElement("option", { value: "" }, message("None")),
    ...Object.entries(namesOfTotals).map(([kind, name]) => makeElement("option", { value: kind }, name)),
  );
  select.addEventListener("change", () => table.showTotals(select.value));
  return makeElement("label", { className: "totals-choice" }, message("Totals"), select);
}

function makeColumnChoice(table) {
  const choices = table.labels.map((label, column) =>
    makeChoice(label, true, (isShown) => table.showColumn(column, isShown)),
  );
  const all = makeElement(
    "button",
    { type: "button", className: "small-button" },
    message("Show all columns"),
  );
  all.addEventListener("click", () => {
    for (const box of list.querySelectorAll("input:not(:checked)")) box.click();
  });
  const list = makeElement(
    "fieldset",
    {},
    makeElement("legend", {}, message("Columns")),
    ...choices,
    ...(choices.length > 12 ? [all] : []),
  );
  return list;
}

// The button and the menu that it opens.
function makeViewMenu(table) {
  const menu = makeElement("div", { className: "view-menu", popover: "auto", id: "table-view" });
  menu.append(makeChoice(message("Filter columns"), false, (isShown) => table.showFilters(isShown)));
  if (table.hasQuantities) menu.append(makeTotalsChoice(table));
  if (table.labels.length >= fewestColumnsToChoose) menu.append(makeColumnChoice(table));
  const button = makeElement(
    "button",
    { type: "button", className: "small-button view-button" },
    message("View"),
  );
  button.popoverTargetElement = menu;
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState !== "open") return;
    const { left, right, bottom } = button.getBoundingClientRect();
    const room = document.documentElement.clientWidth - menu.offsetWidth - 8;
    menu.style.left = `${Math.max(8, Math.min(document.dir === "rtl" ? left : right - menu.offsetWidth, room))}px`;
    menu.style.top = `${bottom + 4}px`;
    menu.style.maxHeight = `${Math.max(160, innerHeight - bottom - 16)}px`;
  });
  return [button, menu];
}
