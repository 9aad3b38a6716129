// Adds copy buttons, times of the reader's clock, passwords that can be shown, menus that close, and "/" for the search to
// the dashboard.
// Everything works without JavaScript.
"use strict";

/* global momentOf, showTimes, timeZone */

// Without the present year.
function shorten(parts) {
  const year = ` ${new Date().getFullYear()}`;
  for (const part of parts) part.textContent = part.textContent.replace(year, "");
}
function showDates(root) {
  const times = root.querySelectorAll("time");
  showTimes(times);
  shorten(times);
}
showDates(document);
// A choice cannot have an element for its time.
const timesToChoose = document.querySelectorAll("option[data-time]");
if (timeZone !== "UTC")
  for (const choice of timesToChoose)
    choice.textContent = choice.textContent.replace(
      /\d+ \w+ \d+, \d+:\d+ UTC/,
      momentOf(new Date(choice.dataset.time)),
    );
shorten(timesToChoose);

function offerToCopy(frame, label = "Copy", text = frame.querySelector("code").textContent) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = label;
  // Announces the result to screen readers.
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy failed";
    }
    setTimeout(() => (button.textContent = label), 2000);
  });
  frame.insertBefore(button, frame.querySelector(":scope > a"));
}

if (navigator.clipboard) document.querySelectorAll(".to-copy").forEach((frame) => offerToCopy(frame));

function offerToShow(field) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  const show = (isShown) => {
    field.type = isShown ? "text" : "password";
    button.textContent = isShown ? "Hide" : "Show";
    button.setAttribute("aria-label", isShown ? "Hide characters" : "Show characters");
  };
  show(false);
  button.addEventListener("click", () => show(field.type === "password"));
  // Browsers remember the text of other fields.
  field.form?.addEventListener("submit", () => show(false));
  const hadFocus = document.activeElement === field;
  const frame = document.createElement("span");
  frame.className = "can-be-shown";
  field.replaceWith(frame);
  frame.append(field, button);
  if (hadFocus) field.focus();
}

document.querySelectorAll("input[type=password]").forEach(offerToShow);

// A menu closes with Escape, and when something else is clicked.
for (const menu of document.querySelectorAll(".menu")) {
  document.addEventListener("click", ({ target }) => (menu.open &&= menu.contains(target)));
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    menu.open = false;
    menu.firstElementChild.focus();
  });
}

document.addEventListener("keydown", (event) => {
  // The target in an editor's shadow root is that of its path.
  const isTyping = event.composedPath()[0].closest?.("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || isTyping) return;
  const search = document.querySelector("input[type=search]");
  if (!search) return;
  event.preventDefault();
  search.focus();
});
