// Saves a chart as a picture, a drawing or its data, and copies its data.
"use strict";

/* global csvOf, dropTool, saveFile, tabSeparated, toolFile, useCopy, useTool */

const kPictureScale = 2;
const kSvgScript = "{{kChartSvgScript}}";

// Loads what draws on SVG, once it is asked for.
function loadSvgScript() {
  loadSvgScript.isLoaded ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = kSvgScript;
    script.onload = resolve;
    script.onerror = () => {
      loadSvgScript.isLoaded = undefined;
      reject(new Error("the script could not be loaded"));
    };
    document.head.append(script);
  });
  return loadSvgScript.isLoaded;
}

function pageTitle() {
  return document.querySelector(".page-header h1")?.textContent.trim() ?? "";
}

function wrapLines(context, line, width) {
  const lines = [""];
  for (const word of line.split(/\s+/)) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (context.measureText(longer).width > width && lines.at(-1)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.slice(0, 4);
}

// Arranges legend entries in rows: [entry, left, row].
function placeEntries(context, entries, width) {
  let left = 0;
  let row = 0;
  return entries.map((entry) => {
    const space = context.measureText(entry.name).width + 38;
    if (left > 0 && left + space > width) [left, row] = [0, row + 1];
    const place = [entry, left, row];
    left += space;
    return place;
  });
}

// The drawing with its title, legend and background. `entries` are the visible { name, colour }.
function composePicture(drawing, theme, title, entries) {
  const margin = 24;
  // All sizes are in pixels of text that is not enlarged.
  const scale = kPictureScale * theme.textScale;
  const width = drawing.width / scale;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  const titleFont = `700 22px ${theme.font}`;
  const legendFont = `14px ${theme.font}`;
  context.font = titleFont;
  const lines = title ? wrapLines(context, title, width) : [];
  context.font = legendFont;
  const places = placeEntries(
    context,
    entries.slice(0, 60).map((entry) => ({ ...entry, name: shorten(entry.name, 48) })),
    width,
  );
  const titleHeight = lines.length * 28 + (lines.length && 12);
  const legendHeight = places.length ? (places.at(-1)[2] + 1) * 24 + 8 : 0;
  canvas.width = (width + 2 * margin) * scale;
  canvas.height = drawing.height + (2 * margin + titleHeight + legendHeight) * scale;
  context.scale(scale, scale);
  context.fillStyle = theme.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(margin, margin);
  context.textBaseline = "middle";
  context.fillStyle = theme.text;
  context.font = titleFont;
  lines.forEach((line, i) => context.fillText(line, 0, i * 28 + 14));
  context.translate(0, titleHeight);
  context.font = legendFont;
  for (const [entry, left, row] of places) {
    context.fillStyle = entry.colour;
    context.fillRect(left, row * 24 + 6, 12, 12);
    context.fillStyle = theme.text;
    context.fillText(entry.name, left + 20, row * 24 + 12);
  }
  context.drawImage(drawing, 0, legendHeight, width, drawing.height / scale);
  return canvas;
}

// png() returns a canvas, svg() a text, or promises of them; rows() is absent if there are none.
function offerForms({ png, svg, rows }) {
  const save = (blob, ending) => saveFile(blob, toolFile(ending));
  useTool("png", async () => {
    const canvas = await png();
    canvas.toBlob((blob) => blob && save(blob, "png"));
  });
  useTool("svg", async () => {
    await loadSvgScript();
    save(new Blob([await svg()], { type: "image/svg+xml" }), "svg");
  });
  if (!rows) return ["copy", "csv"].forEach(dropTool);
  useCopy(() => tabSeparated(rows()));
  return useTool("csv", () => save(new Blob([csvOf(rows())], { type: "text/csv" }), "csv"));
}

function addNote(figure, text) {
  const note = document.createElement("p");
  note.className = "note";
  note.textContent = text;
  figure.append(note);
  return note;
}

// Replaces the drawing. The data stays visible.
function showProblem(figure, problem) {
  ["png", "svg", "copy"].forEach(dropTool);
  figure.replaceChildren();
  addNote(figure, problem).classList.add("chart-problem");
}

// The table is open for browsers without JavaScript; below a drawing it is collapsed.
function foldData() {
  document.querySelector(".chart-data")?.removeAttribute("open");
}
