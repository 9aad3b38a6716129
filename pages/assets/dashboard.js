// Improves the dashboard where there is JavaScript: offers to copy what is to be copied. Everything works
// without.
"use strict";

function offerToCopy(frame) {
  const text = frame.querySelector("code");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = "Copy";
  // So that a screen reader says the outcome too.
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copy failed";
    }
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  frame.append(button);
}

if (navigator.clipboard) document.querySelectorAll(".to-copy").forEach(offerToCopy);
