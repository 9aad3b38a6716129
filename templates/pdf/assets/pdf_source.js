// Where the document of a PDF page comes from, and its loading.
"use strict";

/* global chunksOf, fetchPatiently, message */

// Of a range. A file that is not much longer is fetched as a whole.
const rangeBytes = 256 * 1024;

async function ask(options) {
  const response = await fetchPatiently(openLink.href, options).catch(() => {
    throw new KnownProblem(problems.offline);
  });
  if (response.ok) return response;
  const isBusy = response.status === 503 || response.status === 429;
  if (response.status === 400) throw new KnownProblem(problems.complex);
  throw new KnownProblem(isBusy ? problems.busy : problems.ended);
}

// The length of the file, once the service has it; undefined if it does not tell.
async function lengthOfFile() {
  if (viewerElement.dataset.made !== undefined) showMessage(message("Preparing the document…"));
  const { headers } = await ask({ method: "HEAD" });
  return Number(headers.get("content-length")) || undefined;
}

// Ranges of the file: those that show pages first, the rest follows. The requests of pdf.js itself would give up where
// the service asks to come again.
function rangesOf(pdfjs, length) {
  const ranges = new pdfjs.PDFDataRangeTransport(length, new Uint8Array());
  ranges.requestDataRange = async (begin, end) => {
    try {
      const response = await ask({ headers: { Range: `bytes=${begin}-${end - 1}` } });
      ranges.onDataRange(begin, new Uint8Array(await response.arrayBuffer()));
    } catch (error) {
      showProblem(error);
    }
  };
  return ranges;
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

// Either the bytes of the document, or their number.
async function findSource() {
  if (host) return { data: await loadFromElsewhere() };
  const length = await lengthOfFile();
  if (length > 2 * rangeBytes) return { length };
  return { data: new Uint8Array(await (await ask()).arrayBuffer()) };
}

function load(pdfjs, source) {
  const library = new URL(viewerElement.dataset.library, location.href).href;
  return pdfjs.getDocument({
    ...(source.length ? { range: rangesOf(pdfjs, source.length) } : source),
    cMapUrl: `${library}cmaps/`,
    standardFontDataUrl: `${library}standard_fonts/`,
    wasmUrl: `${library}decoders/`,
    useWasm: false,
    enableXfa: false,
    // Fonts that are not embedded look the same everywhere.
    useSystemFonts: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    disableStream: true,
    rangeChunkSize: rangeBytes,
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
