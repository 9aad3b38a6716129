// The theme that the reader has chosen, before the page is painted. It is a cookie, so that pages know whether there is one.
"use strict";

/* exported chooseTheme */

// The theme is "light", "dark", or empty: the system's. What asks for that by itself follows, too.
function showTheme(theme) {
  document.documentElement.style.colorScheme = theme;
  for (const element of document.querySelectorAll("[media*=color-scheme], [data-media]")) {
    const own = (element.dataset.media ??= element.media);
    element.media = !theme ? own : own.includes(theme) ? "all" : "not all";
  }
}

// Browsers may refuse to remember anything.
let chosenTheme = "";
try {
  chosenTheme = /__Host-theme=(light|dark)/.exec(document.cookie)?.[1] ?? "";
} catch {
  // It is the system's.
}
if (chosenTheme) showTheme(chosenTheme);

function chooseTheme(theme) {
  chosenTheme = theme;
  showTheme(theme);
  try {
    // For 400 days: as long as browsers keep a cookie.
    document.cookie = `__Host-theme=${theme};path=/;max-age=34560000;samesite=lax;secure`;
  } catch {
    // It lasts until the page is left.
  }
}
