// Draws one diagram in a frame: Mermaid needs inline styles, which the page's policy does not
// allow. The frame is sandboxed, has no origin, and can load nothing but this script.
"use strict";

async function draw({ source, isDark }) {
  const { mermaid } = window;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    // Settings that a document must not override.
    secure: ["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "htmlLabels", "flowchart"],
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: isDark ? "dark" : "default",
    fontFamily: "system-ui, sans-serif",
  });
  const { svg } = await mermaid.render("diagram", source);
  document.body.innerHTML = svg;
}

// Only the embedding page sends messages, and it sees only its own diagram.
addEventListener("message", async ({ source: page, data }) => {
  if (page !== parent) return;
  try {
    await draw(data);
    const tell = () => parent.postMessage({ height: Math.ceil(document.body.scrollHeight) }, "*");
    new ResizeObserver(tell).observe(document.body);
    tell();
  } catch {
    parent.postMessage({ failed: true }, "*");
  }
});
parent.postMessage({ ready: true }, "*");
