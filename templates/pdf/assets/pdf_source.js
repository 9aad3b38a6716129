// Where the document of a PDF page comes from, and its loading.
"use strict";

/* global chunksOf, message */

// Waits until the service has generated the file. While too many others wait, it responds with 503.
async function untilMade() {
  showMessage(message("Preparing the document…"));
  const attempts = 30;
  for (let attempt = 0; attempt < attempts; ++attempt) {
    const response = await fetch(openLink.href, { method: "HEAD" });
    if (response.status === 400) throw new KnownProblem(problems.complex);
    if (response.status !== 503) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new KnownProblem(problems.busy);
}

async function bytesOf(response) {
  const bar = part("progress");
  const total = Number(response.headers.get("content-length"));
  const chunks = [];
  let loaded = 0;
  for await (const chunk of chunksOf(response.body)) {
    chunks.push(chunk);
    loaded += chunk.length;
    if (loaded > mostBytesFromElsewhere) throw new KnownProblem(problems.large);
    if (total > 0) bar.value = Math.min(loaded / total, 1);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

// Readers accept a PDF header after up to a kilobyte of something else.
function isPdf(bytes) {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 1024 + 5)).includes("%PDF-");
}

async function loadFromElsewhere() {
  part("progress").hidden = false;
  showMessage(message("Loading the document from {}…", host));
  let response;
  try {
    response = await fetch(openLink.href, { credentials: "omit", referrerPolicy: "no-referrer" });
  } catch {
    throw new KnownProblem(problems.refused);
  }
  if (!response.ok) throw new KnownProblem(problems.missing);
  const bytes = await bytesOf(response);
  if (!isPdf(bytes)) throw new KnownProblem(problems.other);
  return bytes;
}

// What pdf.js is to load: { url } or { data }.
async function findSource() {
  if (host) return { data: await loadFromElsewhere() };
  if (viewerElement.dataset.made !== undefined) await untilMade();
  return { url: openLink.href };
}

function load(pdfjs, source) {
  const library = new URL(viewerElement.dataset.library, location.href).href;
  return pdfjs.getDocument({
    ...source,
    cMapUrl: `${library}cmaps/`,
    standardFontDataUrl: `${library}standard_fonts/`,
    wasmUrl: `${library}decoders/`,
    useWasm: false,
    enableXfa: false,
    // Fonts that are not embedded look the same everywhere.
    useSystemFonts: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    // Range requests load the visible pages first; the rest follows.
    disableStream: true,
    rangeChunkSize: 256 * 1024,
  });
}

function showProgress(task) {
  const bar = part("progress");
  bar.hidden = false;
  showMessage(message("Loading the document…"));
  task.onProgress = ({ loaded, total }) => {
    if (total > 0) bar.value = Math.min(loaded / total, 1);
  };
}

// An encrypted document has its own password, which is not the link's.
function askForPassword(task, pdfjs) {
  const form = part("password");
  const field = part("password-text");
  task.onPassword = (tryPassword, reason) => {
    const isWrong = reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD;
    showMessage(
      isWrong ? message("Incorrect password. Try again.") : message("This document is password protected."),
    );
    field.toggleAttribute("aria-invalid", isWrong);
    part("progress").hidden = true;
    card.classList.add("is-final");
    form.hidden = false;
    field.value = "";
    field.focus();
    form.onsubmit = (event) => {
      event.preventDefault();
      form.hidden = true;
      showMessage(message("Opening the document…"));
      tryPassword(field.value);
    };
  };
}
