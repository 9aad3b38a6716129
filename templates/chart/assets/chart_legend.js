// The legend of a chart: buttons that show and hide datasets.
"use strict";

const kMaximumEntries = 200;

// `entries` are { name, value?, shape, isVisible, toggle }; toggle() returns whether it is visible
// now.
function buildLegend(entries, label) {
  const legend = document.createElement("div");
  legend.className = "chart-legend";
  legend.role = "group";
  legend.ariaLabel = label;
  // A scrolling box has to be reachable with the keyboard, which the buttons in it are.
  const swatches = entries.slice(0, kMaximumEntries).map((entry) => {
    const button = document.createElement("button");
    button.type = "button";
    button.ariaPressed = String(entry.isVisible);
    const swatch = document.createElement("span");
    swatch.className = `swatch ${entry.shape}`;
    const name = document.createElement("span");
    name.className = "name";
    name.dir = "auto";
    name.textContent = entry.name;
    button.append(swatch, name);
    if (entry.value !== undefined) {
      const value = document.createElement("span");
      value.className = "value";
      value.textContent = entry.value;
      button.append(value);
    }
    button.addEventListener("click", () => (button.ariaPressed = String(entry.toggle())));
    legend.append(button);
    return swatch;
  });
  if (entries.length > kMaximumEntries) {
    const more = document.createElement("span");
    more.className = "more";
    more.textContent = `and ${formatNumber(entries.length - kMaximumEntries)} more`;
    legend.append(more);
  }
  return {
    element: legend,
    paint: (colours) => swatches.forEach((s, i) => (s.style.background = colours[i])),
  };
}
