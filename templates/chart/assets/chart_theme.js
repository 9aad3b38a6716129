// The page's colours, for charts.
"use strict";

const kSeriesColours = 8;
const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const printing = matchMedia("print");
const prefersLessMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(name).trim();
  return {
    text: read("--text"),
    quiet: read("--quiet"),
    line: read("--line"),
    background: read("--background"),
    font: read("--sans"),
    series: Array.from({ length: kSeriesColours }, (_, i) => read(`--chart-${i + 1}`)),
  };
}

function onThemeChange(restyle) {
  darkScheme.addEventListener("change", restyle);
  printing.addEventListener("change", restyle);
}

const colourParser = document.createElement("canvas").getContext("2d");

// [red, green, blue, alpha] of any CSS colour; nothing if it is invalid.
function parseColour(colour) {
  // An invalid colour leaves the previous one in place.
  colourParser.fillStyle = "#010203";
  colourParser.fillStyle = colour;
  const first = colourParser.fillStyle;
  colourParser.fillStyle = "#030201";
  colourParser.fillStyle = colour;
  if (colourParser.fillStyle !== first) return undefined;
  if (first.startsWith("#")) return [1, 3, 5].map((at) => parseInt(first.slice(at, at + 2), 16)).concat(1);
  const parts = first.match(/[\d.]+/g)?.map(Number);
  return parts?.length === 4 ? parts : undefined;
}

function withAlpha(colour, alpha) {
  const [red, green, blue] = parseColour(colour) ?? [128, 128, 128];
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}

function mix(colour, other, share) {
  const [a, b] = [parseColour(colour), parseColour(other)];
  const channel = (i) => Math.round(a[i] * (1 - share) + b[i] * share);
  return `rgb(${channel(0)}, ${channel(1)}, ${channel(2)})`;
}

// After the last colour they repeat, paler.
function seriesColour(theme, index) {
  const colour = theme.series[index % kSeriesColours];
  const round = Math.floor(index / kSeriesColours) % 3;
  return round === 0 ? colour : mix(colour, theme.background, round * 0.28);
}
