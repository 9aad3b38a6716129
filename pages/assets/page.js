// Improves a share page where there is JavaScript: colours code, and offers to copy it. Everything is
// readable without.

function highlight(code) {
  const highlighter = window.hljs;
  const language = [...code.classList]
    .find((name) => name.startsWith("language-"))
    ?.slice("language-".length)
    .toLowerCase();
  if (!highlighter || !language || !highlighter.getLanguage(language)) return;
  // Very long blocks would hold up the page.
  if (code.textContent.length > 100_000) return;
  code.innerHTML = highlighter.highlight(code.textContent, { language, ignoreIllegals: true }).value;
}

function offerToCopy(block) {
  if (!navigator.clipboard) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy this code");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  const frame = document.createElement("div");
  frame.className = "code-frame";
  block.replaceWith(frame);
  frame.append(block, button);
}

for (const block of document.querySelectorAll(".document pre:has(> code)")) {
  highlight(block.querySelector("code"));
  offerToCopy(block);
}
