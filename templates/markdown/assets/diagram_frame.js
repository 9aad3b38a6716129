// Draws one diagram in a frame: Mermaid needs inline styles, which the page's policy does not
// allow. The frame is sandboxed, has no origin, and can load nothing but this script.
"use strict";

// A diagram gets narrower than it is by so much, and then scrolls: on a phone, its text stays readable.
const smallestScale = 0.75;

async function draw({ source, isDark, colours }) {
  const { mermaid } = window;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    // Settings that a document must not override.
    secure: ["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "htmlLabels", "flowchart"],
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    theme: "base",
    themeVariables: {
      darkMode: isDark,
      background: colours.background,
      primaryColor: colours.surface,
      primaryTextColor: colours.text,
      primaryBorderColor: colours.quiet,
      secondaryColor: colours.background,
      tertiaryColor: colours.background,
      lineColor: colours.quiet,
      textColor: colours.text,
      noteBkgColor: colours.mark,
      noteTextColor: colours.text,
      noteBorderColor: colours.quiet,
      edgeLabelBackground: colours.background,
    },
    fontFamily: "system-ui, sans-serif",
  });
  const { svg } = await mermaid.render("diagram", source);
  document.body.innerHTML = svg;
  const drawing = document.body.firstElementChild;
  const width = drawing.viewBox.baseVal?.width || drawing.getBoundingClientRect().width;
  drawing.style.minWidth = `${Math.ceil(width * smallestScale)}px`;
  // Who has no pointer scrolls by keys.
  document.body.tabIndex = 0;
}

// The height of the bar of a diagram that scrolls.
const scrollBar = () => innerHeight - document.documentElement.clientHeight;

// Only the embedding page sends messages, and it sees only its own diagram.
addEventListener("message", async ({ source: page, data }) => {
  if (page !== parent) return;
  try {
    await draw(data);
    const tell = () =>
      parent.postMessage({ height: Math.ceil(document.body.scrollHeight) + scrollBar() }, "*");
    new ResizeObserver(tell).observe(document.body);
    tell();
  } catch (error) {
    parent.postMessage({ problem: String(error?.message ?? error).slice(0, 500) }, "*");
  }
});
parent.postMessage({ ready: true }, "*");
