// The parts of the page of a PDF, and what it says of problems.
"use strict";

/* global message */

const part = (name) => document.getElementById(`pdf-${name}`);
const viewerElement = document.getElementById("pdf");
const openLink = document.getElementById("open-file");
const card = document.getElementById("file-card");
const scroller = part("scroller");
const fitting = ["auto", "page-width", "page-fit"];
// On a phone the page fills the width.
const isNarrow = matchMedia("(max-width: 40rem)").matches;
// Of a canvas. Phones end tabs that use too much memory.
const mostPixelsOnPhones = 2 ** 23;
// The viewer's largest automatic scale, in pixels for each point of a page.
const widestScale = (1.25 * 96) / 72;
// The host of a document on another site.
const host = viewerElement.dataset.host;
const mostBytesFromElsewhere = 200 * 2 ** 20;

const problems = {
  broken: message(
    "This document cannot be displayed: the file is damaged or not a valid PDF. Ask the person who shared it for another copy.",
  ),
  elsewhere: message("This document cannot be displayed here. Your browser may be able to open it directly."),
  ended: message("This link can no longer open the document. Reload the page."),
  complex: message(
    "This document is too large or too complex to convert to PDF. Ask the person who shared it for a simpler version.",
  ),
  busy: message("The service is busy, so the PDF is not ready yet. Reload the page in a minute."),
  offline: message("This document could not be loaded. Check your connection and reload the page."),
  // Browsers do not reveal which of them it was.
  refused: message(
    "It cannot be displayed here: {} does not allow other sites to load it, or cannot be reached.",
    host,
  ),
  missing: message("It cannot be displayed here: {} does not have it or does not allow access.", host),
  other: message("It cannot be displayed here: {} did not return a PDF.", host),
  large: message("It is too large to display here."),
};

// Its message is shown to the viewer.
class KnownProblem extends Error {}

function problemOf(error) {
  if (error instanceof KnownProblem) return error.message;
  if (error?.name === "InvalidPDFException" || error?.name === "FormatError") return problems.broken;
  if (error?.name === "ResponseException") return error.status >= 400 ? problems.ended : problems.offline;
  return problems.elsewhere;
}

function showMessage(text) {
  document.getElementById("file-message").textContent = text;
  card.hidden = false;
}

// Shows an error with a link to the file, which the browser may be able to open.
function showProblem(error) {
  card.classList.remove("is-loading");
  part("progress").hidden = true;
  part("password").hidden = true;
  part("toolbar").hidden = true;
  card.classList.add("is-final");
  showMessage(problemOf(error));
  openLink.hidden = false;
}
