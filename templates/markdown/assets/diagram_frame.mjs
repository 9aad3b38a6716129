// Draws one diagram in a frame: Mermaid needs inline styles, which the page's policy does not
// allow. The frame is sandboxed, has no origin, and can load nothing but this script and Mermaid.

// A diagram gets narrower than it is by so much, and then scrolls: on a phone, its text stays readable.
const smallestScale = 0.75;

// The width of a sheet of paper, in pixels. What would be too small on it is turned.
const paperWidth = 680;

// Of windows for which diagrams are made narrower: three participants fit side by side on a phone.
const narrow = 480;
const narrowSequence = { width: 96, actorMargin: 18, diagramMarginX: 4, boxTextMargin: 2, wrap: true };

// Kinds whose layout takes time that grows with the square of their size.
const slowKinds = ["mindmap", "architecture"];
const mostLines = 300;

// Colours by which the parts of a diagram are told apart, with text on them.
const hues = [212, 30, 150, 340, 265, 188, 52, 0, 95, 300, 232, 120];
function partColours({ isDark, colours }) {
  const partColour = (hue) => (isDark ? `hsl(${hue}, 35%, 28%)` : `hsl(${hue}, 65%, 82%)`);
  const values = {};
  hues.forEach((hue, i) => {
    values[`cScale${i}`] = values[`pie${i + 1}`] = partColour(hue);
    values[`cScaleLabel${i}`] = colours.text;
    if (i >= 8) return;
    values[`git${i}`] = partColour(hue);
    values[`gitInv${i}`] = colours.quiet;
    values[`gitBranchLabel${i}`] = colours.text;
  });
  return values;
}

// Charts have lines too, so their colours are stronger, and the same on both backgrounds.
function chartColours({ text, quiet }) {
  const values = {
    backgroundColor: "transparent",
    titleColor: text,
    plotColorPalette: "#3f83c9,#c97b2d,#2f9e68,#c0508a,#7d5fc7,#2f9aa8",
  };
  for (const axis of ["xAxis", "yAxis"])
    for (const part of ["Title", "Label", "Tick", "Line"])
      values[`${axis}${part}Color`] = part === "Line" || part === "Tick" ? quiet : text;
  return values;
}

const themeOf = ({ isDark, colours }) => ({
  darkMode: isDark,
  background: colours.background,
  primaryColor: colours.surface,
  primaryTextColor: colours.text,
  primaryBorderColor: colours.quiet,
  secondaryColor: colours.background,
  tertiaryColor: colours.background,
  lineColor: colours.quiet,
  textColor: colours.text,
  noteBkgColor: colours.mark,
  noteTextColor: colours.text,
  noteBorderColor: colours.quiet,
  edgeLabelBackground: colours.background,
  archEdgeColor: colours.quiet,
  archEdgeArrowColor: colours.quiet,
  archGroupBorderColor: colours.quiet,
  pieOpacity: 1,
  pieSectionTextColor: colours.text,
  pieStrokeColor: colours.background,
  pieOuterStrokeColor: colours.line,
  xyChart: chartColours(colours),
  radar: { axisColor: colours.quiet, graticuleColor: colours.line },
  packet: {
    startByteColor: colours.text,
    endByteColor: colours.text,
    labelColor: colours.text,
    titleColor: colours.text,
    blockStrokeColor: colours.quiet,
    blockFillColor: colours.surface,
  },
  ...partColours({ isDark, colours }),
});

// The same chart laid out from the top to the bottom; nothing if it is, or is no chart that has a direction.
function laidOutDownwards(source) {
  const changed = source
    .replace(/^(\s*(?:flowchart|graph)[ \t]+)(?:LR|RL)\b/m, "$1TB")
    .replace(/^(\s*direction[ \t]+)(?:LR|RL)\b/gm, "$1TB");
  return changed === source ? undefined : changed;
}

// Shows a drawing, and returns its width.
function show(svg) {
  document.body.innerHTML = svg;
  const box = drawing().viewBox.baseVal;
  const { width, height } = box?.width ? box : drawing().getBoundingClientRect();
  document.body.classList.toggle("is-wide", width * smallestScale > paperWidth && width > height);
  return width;
}

async function draw({ source, isDark, colours }) {
  const { default: mermaid } = await import("{{kMermaidScript}}");
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    // Settings that a document must not override.
    secure: ["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "htmlLabels", "flowchart"],
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    ...(innerWidth < narrow && { sequence: narrowSequence }),
    theme: "base",
    themeVariables: themeOf({ isDark, colours }),
    fontFamily: "system-ui, sans-serif",
  });
  const isLong = source.trim().split("\n").length > mostLines;
  if (isLong && slowKinds.includes((await mermaid.parse(source)).diagramType))
    throw new Error(`longer than ${mostLines}`);
  const { svg } = await mermaid.render("diagram", source);
  let width = show(svg);
  const downwards = width * smallestScale > innerWidth && laidOutDownwards(source);
  if (downwards) {
    const { svg: other } = await mermaid.render("diagram", downwards);
    const otherWidth = show(other);
    width = otherWidth < width ? otherWidth : show(svg);
  }
  drawing().style.minWidth = `${Math.ceil(width * smallestScale)}px`;
  // Who has no pointer scrolls by keys.
  document.body.tabIndex = 0;
}

// The height of the bar of a diagram that scrolls.
const scrollBar = () => document.body.offsetHeight - document.body.clientHeight;

function markCut() {
  const { scrollLeft, scrollWidth, clientWidth, classList } = document.body;
  classList.toggle("is-cut-left", scrollLeft > 4);
  classList.toggle("is-cut-right", scrollWidth - clientWidth - scrollLeft > 4);
}

// A click enlarges the diagram over the whole page, whose script makes the room. Then it is moved and scaled by
// pointer, wheel or keys.
const view = { isEnlarged: false, scale: 1, left: 0, top: 0 };
const pointers = new Map();
const drawing = () => document.body.firstElementChild;

function place() {
  const { scale, left, top } = view;
  drawing().style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
}

// Around a point, which stays where it is.
function zoom(factor, x = innerWidth / 2, y = innerHeight / 2) {
  const scale = Math.min(20, Math.max(0.05, view.scale * factor));
  view.left = x - ((x - view.left) * scale) / view.scale;
  view.top = y - ((y - view.top) * scale) / view.scale;
  view.scale = scale;
  place();
}

// As large as the room allows, in its middle.
function fit() {
  const { width, height } = drawing().viewBox.baseVal;
  drawing().style.width = `${width}px`;
  view.scale = Math.min(2, (innerWidth - 32) / width, (innerHeight - 96) / height);
  view.left = (innerWidth - width * view.scale) / 2;
  view.top = Math.max(64, (innerHeight - height * view.scale) / 2);
  place();
}

function showEnlarged(isEnlarged) {
  view.isEnlarged = isEnlarged;
  document.body.classList.toggle("is-enlarged", isEnlarged);
  if (isEnlarged) {
    // When the frame has its new size.
    addEventListener("resize", fit);
    fit();
    document.body.focus();
  } else {
    removeEventListener("resize", fit);
    for (const name of ["transform", "width"]) drawing().style.removeProperty(name);
  }
}

function listen() {
  const { body } = document;
  body.addEventListener("scroll", markCut, { passive: true });
  body.addEventListener("click", ({ target }) => {
    if (!view.isEnlarged && target !== body) parent.postMessage({ enlarge: true }, "*");
  });
  body.addEventListener("keydown", (event) => {
    if (!view.isEnlarged) {
      if (event.key === "Enter") parent.postMessage({ enlarge: true }, "*");
      return;
    }
    const step = 60;
    const move = {
      ArrowLeft: [step, 0],
      ArrowRight: [-step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    }[event.key];
    if (event.key === "Escape") parent.postMessage({ enlarge: false }, "*");
    else if (event.key === "+" || event.key === "=") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else if (event.key === "0") fit();
    else if (move) {
      view.left += move[0];
      view.top += move[1];
      place();
    } else return;
    event.preventDefault();
  });
  body.addEventListener(
    "wheel",
    (event) => {
      if (!view.isEnlarged) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    },
    { passive: false },
  );
  body.addEventListener("pointerdown", (event) => {
    if (!view.isEnlarged) return;
    body.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event);
  });
  body.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, event);
    if (other) {
      const distance = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      zoom(distance(event) / (distance(before) || 1), other.clientX, other.clientY);
    } else {
      view.left += event.clientX - before.clientX;
      view.top += event.clientY - before.clientY;
      place();
    }
  });
  for (const type of ["pointerup", "pointercancel"])
    body.addEventListener(type, ({ pointerId }) => pointers.delete(pointerId));
}

// What Mermaid removes before it counts lines: settings and comments, and what is empty before the first line.
const uncounted = [
  /^([^\S\n]*)-{3}\s*\n(.*?)\n\1-{3}\s*\n+/s,
  /%%\{(?:(?!\}%%).|\n)*(?:\}%%)?/g,
  /^\s*%%(?!\{)[^\n]+\n?/gm,
  /^\s+/,
];

// The line of the source that Mermaid counts as the one of `number`, or the last one with text before it.
function lineOf(source, number) {
  // Line breaks that do not count become form feeds, which are white space as well.
  const uncount = (removed) => removed.replace(/[^\n\f]/g, "").replaceAll("\n", "\f");
  let text = source.replace(/\r\n?/g, "\n").replaceAll("\f", " ");
  for (const pattern of uncounted) text = text.replace(pattern, uncount);
  const upTo = text.split("\n").slice(0, number).join("\n").trimEnd();
  return 1 + upTo.replace(/[^\n\f]/g, "").length;
}

// What browsers say of a part that they could not load; Mermaid loads those of each kind of diagram itself.
const notLoaded = /dynamically imported module|importing a module script/i;
// Messages of Mermaid's parsers are for those who know their grammars, so only the line is told. Others are
// sentences, unless they are of a fault in a script.
function problemOf(error, source) {
  const text = String(error?.message ?? error);
  if (notLoaded.test(text)) return { problem: "offline" };
  const number = /\b(?:parse|lexer|lexical) error on line (\d+)/i.exec(text)?.[1];
  if (number) return { problem: "invalid", line: lineOf(source, Number(number)) };
  if (!error?.message || /^(Type|Range|Reference)Error|YAML/.test(error.name)) return { problem: "invalid" };
  return { problem: text.split("\n", 1)[0].slice(0, 200) };
}

// Only the embedding page sends messages, and it sees only its own diagram.
addEventListener("message", async ({ source: page, data }) => {
  if (page !== parent) return;
  if (typeof data.isEnlarged === "boolean") return showEnlarged(data.isEnlarged);
  try {
    await draw(data);
    const tell = () => {
      if (view.isEnlarged) return;
      markCut();
      const height = Math.ceil(document.body.scrollHeight) + scrollBar();
      parent.postMessage({ height, isWide: document.body.classList.contains("is-wide") }, "*");
    };
    new ResizeObserver(tell).observe(document.body);
    listen();
    tell();
  } catch (error) {
    parent.postMessage(problemOf(error, data.source), "*");
  }
});
parent.postMessage({ ready: true }, "*");
