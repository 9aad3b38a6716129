// Shows a PDF on its share page. Mozilla's pdf.js parses and renders it; the toolbar is ours.
// Nothing in a document is executed: no script, no form, no action except navigation to a page or a
// web URL.
//
// A document on another site is loaded only when the viewer asks for it, as that site learns about
// the viewer; without cookies or referrer.

/* global chunksOf */

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

const askForAnother = "Ask the person who shared it for";
const problems = {
  broken: `This document cannot be displayed: the file is damaged or not a valid PDF. ${askForAnother} another copy.`,
  elsewhere: "This document cannot be displayed here. Your browser may be able to open it directly.",
  ended: "This link can no longer open the document. Reload the page.",
  complex: `This document is too large or too complex to convert to PDF. ${askForAnother} a simpler version.`,
  busy: "The service is busy, so the PDF is not ready yet. Reload the page in a minute.",
  offline: "This document could not be loaded. Check your connection and reload the page.",
  // Browsers do not reveal which of them it was.
  refused: `It cannot be displayed here: ${host} does not allow other sites to load it, or cannot be reached.`,
  missing: `It cannot be displayed here: ${host} does not have it or does not allow access.`,
  other: `It cannot be displayed here: ${host} did not return a PDF.`,
  large: "It is too large to display here.",
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

// Waits until the service has generated the file. While too many others wait, it responds with 503.
async function untilMade() {
  showMessage("Preparing the document…");
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

// Readers accept a PDF header within the first kilobyte of a file.
function isPdf(bytes) {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");
}

async function loadFromElsewhere() {
  part("progress").hidden = false;
  showMessage(`Loading the document from ${host}…`);
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
  showMessage("Loading the document…");
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
    showMessage(isWrong ? "Incorrect password. Try again." : "This document is password protected.");
    field.toggleAttribute("aria-invalid", isWrong);
    part("progress").hidden = true;
    card.classList.add("is-final");
    form.hidden = false;
    field.value = "";
    field.focus();
    form.onsubmit = (event) => {
      event.preventDefault();
      form.hidden = true;
      showMessage("Opening the document…");
      tryPassword(field.value);
    };
  };
}

// Links open web and mail addresses in a new tab without referrer or opener.
function makeLinkService({ PDFLinkService, LinkTarget }, eventBus) {
  class WebLinkService extends PDFLinkService {
    addLinkAttributes(link, url, newWindow) {
      if (/^(https?|mailto):/i.test(url)) super.addLinkAttributes(link, url, newWindow);
    }
  }
  return new WebLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: "noopener noreferrer nofollow",
  });
}

function makeViewer(pdfjs, components) {
  const eventBus = new components.EventBus();
  const linkService = makeLinkService(components, eventBus);
  const findController = new components.PDFFindController({ eventBus, linkService });
  const viewer = new components.PDFViewer({
    container: scroller,
    eventBus,
    linkService,
    findController,
    annotationMode: pdfjs.AnnotationMode.ENABLE,
    annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
    imageResourcesPath: `${viewerElement.dataset.library}images/`,
    removePageBorders: isNarrow,
    maxCanvasPixels: matchMedia("(pointer: coarse)").matches ? mostPixelsOnPhones : 2 ** 25,
  });
  linkService.setViewer(viewer);
  // pdf.js has no texts for these; a link shows its URL.
  eventBus.on("annotationlayerrendered", ({ source }) => {
    for (const link of source.div.querySelectorAll(".annotationLayer a[href]:not([title])"))
      link.setAttribute("aria-label", "Go to another place in this document");
  });
  return { viewer, eventBus, linkService };
}

function drivePages({ viewer, eventBus }) {
  const field = part("page");
  const show = (number) => {
    field.value = number;
    part("previous").disabled = number <= 1;
    part("next").disabled = number >= viewer.pagesCount;
  };
  const goTo = (number) => {
    if (number >= 1 && number <= viewer.pagesCount) viewer.currentPageNumber = number;
    show(viewer.currentPageNumber);
  };
  part("previous").addEventListener("click", () => viewer.previousPage());
  part("next").addEventListener("click", () => viewer.nextPage());
  field.addEventListener("focus", () => field.select());
  field.addEventListener("change", () => goTo(Math.trunc(Number(field.value))));
  eventBus.on("pagechanging", ({ pageNumber }) => show(pageNumber));
  eventBus.on("pagesinit", () => {
    part("pages").textContent = viewer.pagesCount;
    show(viewer.currentPageNumber);
  });
}

function driveZoom(pdfjs, { viewer, eventBus }) {
  const choice = part("zoom");
  const own = part("own-zoom");
  eventBus.on("pagesinit", () => {
    viewer.currentScaleValue = "auto";
    scroller.scrollTop = 0;
  });
  eventBus.on("scalechanging", ({ scale, presetValue }) => {
    const value = presetValue ?? String(scale);
    const isOffered = [...choice.options].some((option) => option !== own && option.value === value);
    own.textContent = `${Math.round(scale * 100)}%`;
    choice.value = isOffered ? value : own.value;
  });
  choice.addEventListener("change", () => (viewer.currentScaleValue = choice.value));
  part("zoom-out").addEventListener("click", () => viewer.decreaseScale());
  part("zoom-in").addEventListener("click", () => viewer.increaseScale());
  part("rotate").addEventListener("click", () => {
    viewer.pagesRotation = (viewer.pagesRotation + 90) % 360;
  });

  // A fitted page stays fitted when the window is resized or the phone rotated.
  new ResizeObserver(() => {
    if (!viewer.pdfDocument) return;
    if (fitting.includes(viewer.currentScaleValue)) viewer.currentScaleValue = viewer.currentScaleValue;
    viewer.update();
  }).observe(scroller);

  // Pinching, and the wheel with Ctrl, which is how touchpads report pinching.
  const scaleBy = (scaleFactor, origin) => viewer.updateScale({ scaleFactor, origin, drawingDelay: 400 });
  new pdfjs.TouchManager({
    container: scroller,
    onPinching: (origin, before, now) => scaleBy(now / before, origin),
    signal: new AbortController().signal,
  });
  scroller.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      scaleBy(Math.exp(-Math.max(-50, Math.min(event.deltaY, 50)) / 100), [event.clientX, event.clientY]);
    },
    { passive: false },
  );
}

function driveSearch({ FindState }, { eventBus }) {
  const bar = part("find");
  const field = part("find-text");
  const found = part("found");
  const find = (type, findPrevious = false) =>
    eventBus.dispatch("find", { source: bar, type, query: field.value, highlightAll: true, findPrevious });
  const showCount = ({ current, total }) => {
    found.textContent = total > 0 ? `${current} of ${total}` : "";
  };
  const open = () => {
    bar.hidden = false;
    part("search").setAttribute("aria-expanded", "true");
    field.focus();
    field.select();
  };
  const close = () => {
    bar.hidden = true;
    part("search").setAttribute("aria-expanded", "false");
    eventBus.dispatch("findbarclose", { source: bar });
    scroller.focus({ preventScroll: true });
  };

  eventBus.on("updatefindmatchescount", ({ matchesCount }) => showCount(matchesCount));
  eventBus.on("updatefindcontrolstate", ({ state, matchesCount }) => {
    showCount(matchesCount);
    const isMissing = state === FindState.NOT_FOUND && field.value !== "";
    if (isMissing) found.textContent = "No matches";
    bar.classList.toggle("pdf-missing", isMissing);
  });
  part("search").addEventListener("click", () => (bar.hidden ? open() : close()));
  part("find-close").addEventListener("click", close);
  part("find-previous").addEventListener("click", () => find("again", true));
  part("find-next").addEventListener("click", () => find("again"));
  field.addEventListener("input", () => find(""));
  bar.addEventListener("submit", (event) => event.preventDefault());
  bar.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key === "Enter" && event.target === field) find("again", event.shiftKey);
  });
  return { open, hasFocus: () => document.activeElement === field };
}

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
  const button = part("print");
  let isBusy = false;
  const print = async () => {
    if (isBusy) return;
    if (pdf.numPages > mostPrintedPages) {
      window.open(openLink.href, "_blank", "noopener");
      return;
    }
    isBusy = button.disabled = true;
    const sheets = [];
    for (let number = 1; number <= pdf.numPages; ++number)
      sheets.push(await drawForPaper(await pdf.getPage(number)));
    paper.replaceChildren(...sheets);
    document.body.classList.add("has-paper");
    window.print();
    isBusy = button.disabled = false;
  };
  addEventListener("afterprint", () => {
    document.body.classList.remove("has-paper");
    paper.replaceChildren();
  });
  button.addEventListener("click", print);
  document.addEventListener("keydown", (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "p";
    if (!isShortcut) return;
    event.preventDefault();
    return print();
  });
}

function driveKeys({ viewer }, search) {
  const scroll = (lines) => scroller.scrollBy({ top: lines });
  const isWide = () => scroller.scrollWidth > scroller.clientWidth + 1;
  const commands = {
    ArrowLeft: () => !isWide() && viewer.previousPage(),
    ArrowRight: () => !isWide() && viewer.nextPage(),
    ArrowUp: () => scroll(-60),
    ArrowDown: () => scroll(60),
    PageUp: () => scroll(-0.9 * scroller.clientHeight),
    PageDown: () => scroll(0.9 * scroller.clientHeight),
    " ": () => scroll(0.9 * scroller.clientHeight),
    Home: () => (viewer.currentPageNumber = 1),
    End: () => (viewer.currentPageNumber = viewer.pagesCount),
    "+": () => viewer.increaseScale(),
    "=": () => viewer.increaseScale(),
    "-": () => viewer.decreaseScale(),
    0: () => (viewer.currentScaleValue = "auto"),
  };
  document.addEventListener("keydown", (event) => {
    const withControl = event.ctrlKey || event.metaKey;
    // A second press opens the browser's own search.
    if (withControl && event.key.toLowerCase() === "f" && !event.shiftKey && !search.hasFocus()) {
      event.preventDefault();
      search.open();
      return;
    }
    if (withControl || event.altKey || event.target.closest?.("input, select, textarea, button, a")) return;
    if (event.shiftKey && event.key !== "+") return;
    const command = commands[event.key];
    if (!command || command() === false) return;
    event.preventDefault();
  });
}

// After what is there now was painted.
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

function makeLink(properties) {
  const link = Object.assign(document.createElement("link"), properties);
  document.head.prepend(link);
  return link;
}

// The stylesheet of the library, which ours overrides.
function loadLooks(library) {
  return new Promise((resolve, reject) => {
    const link = makeLink({ rel: "stylesheet", href: `${library}pdf_viewer.css` });
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
  });
}

// Draws the first page as wide as the viewer will, which then takes its place. Very long ones wait for the viewer.
async function drawFirstPage(pdf) {
  const page = await pdf.getPage(1);
  const { width } = page.getViewport({ scale: 1 });
  const scale = Math.min(scroller.clientWidth / width, widestScale);
  const density = Math.min(devicePixelRatio, 2);
  const viewport = page.getViewport({ scale: scale * density });
  const canvas = document.createElement("canvas");
  canvas.className = "pdf-first-page";
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.style.width = `${viewport.width / density}px`;
  if (canvas.width * canvas.height > mostPixelsOnPhones) return undefined;
  await page.render({ canvas, viewport }).promise;
  scroller.append(canvas);
  card.hidden = true;
  return canvas;
}

async function start() {
  viewerElement.classList.add("pdf-started");
  card.classList.add("is-loading");
  card.append(part("progress"), part("password"));
  openLink.hidden = !host;
  part("toolbar").hidden = false;
  part("toolbar").inert = true;
  const isPrintable = "savable" in openLink.dataset;
  part("print").hidden = !isPrintable;
  part("paper").classList.toggle("is-refused", !isPrintable);

  const { library } = viewerElement.dataset;
  await painted();
  // All that the first page needs is fetched at the same time. On a phone, whose line may be slow, the viewer comes
  // after it.
  const source = findSource();
  source.catch(() => {});
  let looks;
  if (!isNarrow) {
    looks = loadLooks(library);
    looks.catch(() => {});
    makeLink({ rel: "modulepreload", href: `${library}pdf_viewer.mjs` });
  }
  const workerPort = new Worker(`${library}pdf.worker.min.mjs`, { type: "module" });
  const pdfjs = await import(`${library}pdf.min.mjs`);
  Object.assign(pdfjs.GlobalWorkerOptions, { workerPort });
  const task = load(pdfjs, await source);
  showProgress(task);
  askForPassword(task, pdfjs);
  const pdf = await task.promise;
  const firstPage = isNarrow ? await drawFirstPage(pdf).catch(() => undefined) : undefined;
  await painted();

  looks ??= loadLooks(library);
  const components = await import(`${library}pdf_viewer.mjs`);
  await looks;
  const shown = makeViewer(pdfjs, components);
  drivePages(shown);
  driveZoom(pdfjs, shown);
  const search = driveSearch(components, shown);
  shown.eventBus.on("pagerendered", () => firstPage?.remove(), { once: true });

  shown.linkService.setDocument(pdf);
  shown.viewer.setDocument(pdf);
  await shown.viewer.firstPagePromise;
  card.hidden = true;
  part("toolbar").inert = false;
  driveKeys(shown, search);
  if (isPrintable) drivePrinting(pdf);
}

if (host) {
  const show = part("show");
  show.hidden = false;
  show.addEventListener("click", () => {
    show.hidden = true;
    part("hint").hidden = true;
    start().catch(showProblem);
  });
} else {
  start().catch(showProblem);
}
