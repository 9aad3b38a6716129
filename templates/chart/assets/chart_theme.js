// The page's colours, for charts.
"use strict";

/* global shownColour */

const kSeriesColours = 8;
const printing = matchMedia("print");
const prefersLessMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;

// How much larger than usual the browser's text is, within what a drawing has room for.
function readTextScale(style) {
  const scale = parseFloat(style.fontSize) / 16;
  return scale > 0 ? Math.min(2, Math.max(0.75, scale)) : 1;
}

function readTheme() {
  const style = getComputedStyle(document.documentElement);
  return {
    text: shownColour("text"),
    quiet: shownColour("quiet"),
    line: shownColour("line"),
    background: shownColour("background"),
    font: style.getPropertyValue("--sans").trim(),
    textScale: readTextScale(style),
    series: Array.from({ length: kSeriesColours }, (_, i) => shownColour(`chart-${i + 1}`)),
  };
}

// The colours, or how large the browser's text is. The page's zoom enlarges drawings by itself.
function onThemeChange(restyle) {
  addEventListener("themechange", restyle);
  printing.addEventListener("change", restyle);
  // What is drawn once the page is that of the paper comes too late for it.
  addEventListener("beforeprint", () => {
    const { style } = document.documentElement;
    const { colorScheme } = style;
    style.colorScheme = "light";
    restyle();
    style.colorScheme = colorScheme;
  });
  addEventListener("afterprint", restyle);
  // A change of the text's size is no event, but changes what is as wide as a letter.
  const letter = document.createElement("div");
  letter.className = "chart-letter";
  document.body.append(letter);
  let { textScale } = readTheme();
  new ResizeObserver(() => {
    const now = readTheme().textScale;
    if (now === textScale) return;
    textScale = now;
    restyle();
  }).observe(letter);
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

// What a colour that is not opaque looks like over another.
function mixOver(colour, background) {
  return mix(background, colour, parseColour(colour)[3]);
}

// The contrast of two colours, from 1 to 21, as WCAG defines it.
function contrast(colour, other) {
  const luminance = (parts) => {
    const [red, green, blue] = parts.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [a, b] = [luminance(parseColour(colour)), luminance(parseColour(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// A colour for text that can be read on the page: the sender's, or so much nearer to the text's.
function readable(colour, theme) {
  for (let share = 0; share < 1; share += 0.2) {
    const shown = mix(colour, theme.text, share);
    if (contrast(shown, theme.background) >= 4.5) return shown;
  }
  return theme.text;
}

// A sender's colour for a mark: colours for white paper may be too dark for the dark page, and are lightened then.
function onPage(colour, theme) {
  const parts = typeof colour === "string" ? parseColour(colour) : undefined;
  const isDark = contrast(theme.background, "#ffffff") > 8;
  if (!isDark || !parts || parts[3] < 0.5) return colour;
  for (let share = 0; share < 0.7; share += 0.1) {
    const shown = share === 0 ? colour : mix(colour, theme.text, share);
    if (contrast(shown, theme.background) >= 2.2) return shown;
  }
  return mix(colour, theme.text, 0.7);
}

// After the last colour they repeat; lines differ by their dashes and points then, other shapes are paler.
function seriesColour(theme, index, isLine = false) {
  const colour = theme.series[index % kSeriesColours];
  const round = Math.floor(index / kSeriesColours) % 3;
  return round === 0 || isLine ? colour : mix(colour, theme.background, round * 0.28);
}
