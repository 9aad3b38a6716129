// Gives blocks of code a button that copies them. It comes before the scripts that change them.
"use strict";

/* global markWhenCut, message */

(() => {
  function offerToCopy(code) {
    if (!navigator.clipboard) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = message("Copy");
    // Announces the result to screen readers.
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      const copied = navigator.clipboard.writeText(code.textContent);
      button.textContent = await copied.then(
        () => message("Copied"),
        () => message("Copy failed"),
      );
      setTimeout(() => (button.textContent = message("Copy")), 2000);
    });
    const block = code.parentElement;
    const frame = document.createElement("div");
    frame.className = "code-frame";
    frame.dataset.language = /^language-(.*)/.exec(code.className)?.[1] ?? "";
    const hasFocus = document.activeElement === block;
    block.replaceWith(frame);
    frame.append(block, button);
    if (hasFocus) block.focus();
  }

  // Blocks get their button shortly before they scroll into view, so that long documents open as fast as
  // short ones.
  const approaching = new IntersectionObserver(
    (entries, observer) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        markWhenCut(target.parentElement);
        offerToCopy(target);
      }
    },
    { rootMargin: "1000px" },
  );
  function watch(parts) {
    for (const code of parts.flatMap((part) => [
      ...part.querySelectorAll(":is(.document, .home-page) pre > code"),
    ]))
      approaching.observe(code);
  }
  watch([document]);
  document.addEventListener("contentadded", ({ detail }) => watch(detail));
})();
