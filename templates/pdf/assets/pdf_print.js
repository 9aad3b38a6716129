// Prints a PDF.
"use strict";

/* global useTool */

const mostPrintedPages = 50;
const printScale = 150 / 72;

// Draws a page for paper. The browser shrinks it to the sheet.
async function drawForPaper(page) {
  const canvas = document.createElement("canvas");
  const viewport = page.getViewport({ scale: printScale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: "print" }).promise;
  page.cleanup();
  return canvas;
}

// Pages for paper are drawn when the viewer prints. Of a document with more, browsers print the file
// itself better, in a tab of its own. If downloads are not allowed, nothing is printed.
function drivePrinting(pdf) {
  const paper = part("paper");
  let isBusy = false;
  const print = async () => {
    if (isBusy) return;
    if (pdf.numPages > mostPrintedPages) {
      window.open(openLink.href, "_blank", "noopener");
      return;
    }
    isBusy = true;
    const sheets = [];
    for (let number = 1; number <= pdf.numPages; ++number)
      sheets.push(await drawForPaper(await pdf.getPage(number)));
    paper.replaceChildren(...sheets);
    document.body.classList.add("has-paper");
    window.print();
    isBusy = false;
  };
  addEventListener("afterprint", () => {
    document.body.classList.remove("has-paper");
    paper.replaceChildren();
  });
  useTool("print", print);
  document.addEventListener("keydown", (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "p";
    if (!isShortcut) return;
    event.preventDefault();
    return print();
  });
}
