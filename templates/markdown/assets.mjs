// Documents, and their formulas and diagrams.
export default ({ ours, theirs, filesIn }) => ({
  files: {
    kMarkdownStylesheet: ours("markdown.css"),
    kFormulasScript: ours("formulas.js"),
    kMermaidScript: theirs("@mermaid-js/tiny/dist/mermaid.tiny.js"),
    kDiagramFrameScript: ours("diagram_frame.js"),
    kDiagramFrameStylesheet: ours("diagram_frame.css"),
    kDiagramPage: ours("diagram.html"),
    kDiagramsScript: ours("diagrams.js"),
  },
  folders: [
    {
      name: "katex",
      files: {
        "katex.min.js": theirs("katex/dist/katex.min.js"),
        "katex.min.css": theirs("katex/dist/katex.min.css"),
        // All supported browsers read WOFF2 and do not request the other formats.
        ...filesIn(theirs("katex/dist/fonts"), "fonts/", /\.woff2$/),
      },
      constants: { kKatexScript: "katex.min.js", kKatexStylesheet: "katex.min.css" },
    },
  ],
});
