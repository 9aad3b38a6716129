export default ({ ours, shared, theirs, filesIn }) => ({
  files: {
    kPdfStylesheet: ours("pdf.css"),
    kPdfScript: [
      shared("stream_chunks.js"),
      shared("patient_fetch.js"),
      ours("pdf_page.js"),
      ours("pdf_source.js"),
      ours("pdf_controls.js"),
      ours("pdf_print.js"),
      ours("pdf.mjs"),
    ],
  },
  folders: [
    {
      name: "pdfjs",
      files: {
        // The build for older browsers.
        "pdf.min.mjs": theirs("pdfjs-dist/legacy/build/pdf.min.mjs"),
        "pdf.worker.min.mjs": theirs("pdfjs-dist/legacy/build/pdf.worker.min.mjs"),
        "pdf_viewer.mjs": theirs("pdfjs-dist/legacy/web/pdf_viewer.mjs"),
        "pdf_viewer.css": theirs("pdfjs-dist/legacy/web/pdf_viewer.css"),
        ...filesIn(theirs("pdfjs-dist/legacy/web/images"), "images/"),
        ...filesIn(theirs("pdfjs-dist/cmaps"), "cmaps/"),
        ...filesIn(theirs("pdfjs-dist/standard_fonts"), "standard_fonts/"),
        // Decoders for JPEG 2000 and JBIG2, in JavaScript: the pages' policy does not allow
        // WebAssembly.
        ...filesIn(
          theirs("pdfjs-dist/wasm"),
          "decoders/",
          /_nowasm_fallback\.js$|^LICENSE_.*(OPENJPEG|JBIG2)$/,
        ),
        LICENSE: theirs("pdfjs-dist/LICENSE"),
      },
      constants: {
        kPdfLibrary: "",
      },
    },
  ],
});
