// The colours that the page has now, for scripts that draw. It comes before them (templates/*/assets.mjs).
"use strict";

/* global tellTheme */
/* exported isDark, shownColour */

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
// On paper the page is light.
function isDark() {
  const { colorScheme } = getComputedStyle(document.documentElement);
  return colorScheme === "dark" || (colorScheme !== "light" && systemIsDark.matches);
}
systemIsDark.addEventListener("change", tellTheme);

// The computed value of a colour of the stylesheet, which depends on the theme.
const probe = document.createElement("i");
function shownColour(name) {
  if (!probe.isConnected) {
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}
