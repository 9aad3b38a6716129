// What a grid has beside its cells: the box in which one is typed, and buttons.

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Where the keys lead.
export const arrows = {
  ArrowUp: { row: -1 },
  ArrowDown: { row: 1 },
  ArrowLeft: { column: -1 },
  ArrowRight: { column: 1 },
};

// Opens a box over a cell. `ended` gets what was typed, unless that is dropped, and the key that ended it; `pasted`
// several cells that were pasted. In one with a new text the arrows end it, as nothing has to be corrected yet.
export function openBox(sheet, { label, text, isNew, place, ended, pasted }) {
  const box = element("textarea", {
    class: "cell-editor",
    rows: 1,
    spellcheck: "false",
    dir: "auto",
    "aria-label": label,
  });
  const frame = element(
    "div",
    { role: "row", class: "cell-frame" },
    element("div", { role: "gridcell" }, box),
  );
  let isOpen = true;
  function end(isKept, { key, shiftKey } = {}) {
    if (!isOpen) return;
    isOpen = false;
    const hadFocus = document.activeElement === box;
    frame.remove();
    ended({ text: isKept ? box.value : undefined, key, isBefore: shiftKey, hadFocus });
  }
  box.addEventListener("keydown", (event) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    event.stopPropagation();
    if (event.isComposing) return;
    if (key === "Enter" && (altKey || ctrlKey || metaKey))
      box.setRangeText("\n", box.selectionStart, box.selectionEnd, "end");
    else if (key === "Enter" || key === "Tab" || (isNew && arrows[key])) end(true, event);
    else if (key === "Escape") end(false);
    else return;
    event.preventDefault();
  });
  box.addEventListener("focusout", () => end(true));
  box.addEventListener("paste", (event) => {
    const cells = event.clipboardData.getData("text/plain");
    if (!cells.includes("\t")) return;
    event.preventDefault();
    end(false);
    pasted(cells);
  });
  box.value = text;
  frame.style.top = `${place.top}px`;
  frame.style.left = `${place.left}px`;
  box.style.minWidth = `${place.width}px`;
  sheet.append(frame);
  box.focus({ preventScroll: true });
  box.setSelectionRange(text.length, text.length);
  return { end };
}

// Buttons in groups by name: [sign, title, act]. After a click of the mouse `back` is called; one who uses keys may
// press a button again.
export function toolbar(groups, back) {
  const buttons = {};
  const bar = element("div", { class: "grid-tools" });
  for (const [name, tools] of Object.entries(groups)) {
    const group = element("span", name ? { role: "group", "aria-label": name } : {});
    if (name) group.append(element("span", { "aria-hidden": "true" }, name));
    for (const [sign, title, act] of tools) {
      const button = element("button", { type: "button", class: "quiet", title, "aria-label": title }, sign);
      button.addEventListener("click", ({ detail }) => {
        act();
        if (detail > 0) back();
      });
      buttons[title] = button;
      group.append(button);
    }
    bar.append(group);
  }
  return { bar, buttons };
}
