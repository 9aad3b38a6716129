// Draws one diagram, in a frame of its own: what draws it needs inline styles, which the page that
// shows it does not allow. The frame is sandboxed, without an origin, and can load nothing but this.
"use strict";

async function draw({ source, isDark }) {
  const { mermaid } = window;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    // What a document may not choose for itself.
    secure: ["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "htmlLabels", "flowchart"],
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: isDark ? "dark" : "default",
    fontFamily: "system-ui, sans-serif",
  });
  const { svg } = await mermaid.render("diagram", source);
  document.body.innerHTML = svg;
}

// The page speaks to nobody else here, and whoever embeds this frame sees only what he sent.
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
