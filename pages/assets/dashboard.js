// Adds copy buttons to the dashboard. Everything works without JavaScript.
"use strict";

function offerToCopy(frame) {
  const text = frame.querySelector("code");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = "Copy";
  // Announces the result to screen readers.
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
