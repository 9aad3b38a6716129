// Shows a PDF on its share page. Mozilla's pdf.js parses and renders it; the toolbar is ours.
// Nothing in a document is executed: no script, no form, no action except navigation to a page or a
// web URL.
//
// A document on another site is loaded only when the viewer asks for it, as that site learns about
// the viewer; without cookies or referrer.

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

// The viewer waits for ever for a first page that is not there or cannot be read.
async function checkFirstPage(pdf) {
  await pdf.getPage(1).catch((error) => {
    throw error?.name === "ResponseException" ? error : new KnownProblem(problems.broken);
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
  await checkFirstPage(pdf);
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
