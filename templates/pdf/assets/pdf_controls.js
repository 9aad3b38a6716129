// The viewer of a PDF, its toolbar and its keys.
"use strict";

/* global message, pageLanguage */

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
  // Those of pdf.js are in English.
  eventBus.on("pagesinit", () => {
    if (pageLanguage === "en") return;
    for (let i = 0; i < viewer.pagesCount; ++i) {
      const { div } = viewer.getPageView(i);
      div.removeAttribute("data-l10n-id");
      div.setAttribute("aria-label", message("Page {}", i + 1));
    }
  });
  // pdf.js has no texts for these; a link shows its URL.
  eventBus.on("annotationlayerrendered", ({ source }) => {
    for (const link of source.div.querySelectorAll(".annotationLayer a[href]:not([title])"))
      link.setAttribute("aria-label", message("Go to another place in this document"));
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
    found.textContent = total > 0 ? message("{} of {}", current, total) : "";
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
    if (isMissing) found.textContent = message("No matches");
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
