// A button of the row of what can be done with a page. It comes before the scripts that use it (pages/share_page.cc).
"use strict";

/* exported makeToolButton */

// Shows briefly what `act` returns, or that it failed.
function makeToolButton(label, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tool";
  button.textContent = label;
  // Announces the result to screen readers.
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    const show = (text) => {
      button.textContent = text;
      setTimeout(() => (button.textContent = label), 2000);
    };
    try {
      const result = await act(button);
      if (result) show(result);
    } catch {
      show(`${label.split(" ")[0]} failed`);
    }
  });
  return button;
}
