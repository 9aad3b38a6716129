// Shows a picture in its own size, and fitted to the window again: by a click, Enter or Space, and Escape. Without this
// script, the link opens the file.
"use strict";

/* global message */

(() => {
  const frame = document.getElementById("picture");
  const link = frame?.querySelector("a");
  const picture = frame?.querySelector("img");
  if (!link) return;

  const isOwnSize = () => frame.classList.contains("is-own-size");
  const isLarger = () =>
    Number(picture.getAttribute("width")) > picture.clientWidth ||
    Number(picture.getAttribute("height")) > picture.clientHeight;

  function tell() {
    const canChange = isOwnSize() || isLarger();
    frame.classList.toggle("can-grow", canChange && !isOwnSize());
    link.setAttribute("aria-pressed", String(isOwnSize()));
    link.title = !canChange
      ? ""
      : isOwnSize()
        ? message("Fit to the window")
        : message("Show in its own size");
  }
  // The point that was clicked stays in view.
  function toggle({ offsetX = 0, offsetY = 0 } = {}) {
    if (!isOwnSize() && !isLarger()) return;
    const before = { x: offsetX / picture.clientWidth, y: offsetY / picture.clientHeight };
    frame.classList.toggle("is-own-size");
    if (isOwnSize()) {
      frame.scrollLeft = before.x * picture.clientWidth - frame.clientWidth / 2;
      frame.scrollTop = before.y * picture.clientHeight - frame.clientHeight / 2;
    }
    tell();
  }

  link.setAttribute("role", "button");
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    toggle(event.detail === 0 ? {} : event);
  });
  link.addEventListener("keydown", (event) => {
    if (event.key === " ") {
      event.preventDefault();
      toggle();
    }
    if (event.key === "Escape" && isOwnSize()) toggle();
  });
  addEventListener("resize", tell);
  tell();

  document.addEventListener("newversion", ({ detail }) => {
    const { page } = detail;
    const next = page.querySelector("#picture img");
    if (!next) return;
    detail.isHeld = isOwnSize();
    detail.show = () => {
      document
        .querySelector(".picture-facts")
        .replaceWith(document.importNode(page.querySelector(".picture-facts"), true));
      frame.className = page.getElementById("picture").className;
      for (const { name, value } of next.attributes) if (name !== "src") picture.setAttribute(name, value);
      // Browsers would show the one that they have of the same address.
      picture.src = `${next.getAttribute("src")}&v=${page.querySelector(".document").dataset.version}`;
      tell();
    };
  });
})();
