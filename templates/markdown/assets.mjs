// Documents, and their code, formulas and diagrams.
export default ({ ours, shared, theirs, filesIn }) => ({
  files: {
    kMarkdownStylesheet: ours("markdown.css"),
    kDiagramsStylesheet: ours("diagrams.css"),
    kContentsScript: ours("contents.js"),
    kCodeBlocksStylesheet: [shared("code_colours.css"), shared("code_frames.css")],
    kCodeBlocksScript: [shared("copy_code.js"), ours("code_blocks.js")],
    kFormulasScript: ours("formulas.js"),
    kDiagramFrameScript: ours("diagram_frame.mjs"),
    kDiagramFrameStylesheet: ours("diagram_frame.css"),
    kDiagramPage: ours("diagram.html"),
    kDiagramsScript: [shared("shown_colours.js"), ours("diagrams.js")],
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
    {
      // Each kind of diagram loads the parts that it needs.
      name: "mermaid",
      files: {
        "mermaid.esm.min.mjs": theirs("mermaid/dist/mermaid.esm.min.mjs"),
        ...filesIn(theirs("mermaid/dist/chunks/mermaid.esm.min"), "chunks/mermaid.esm.min/", /\.mjs$/),
      },
      constants: { kMermaidScript: "mermaid.esm.min.mjs" },
    },
  ],
});
