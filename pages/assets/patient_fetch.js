// Fetches what the service may be making, or too busy for at the moment. It comes before the scripts that use it
// (templates/*/assets.mjs).
"use strict";

/* exported fetchPatiently */

// As fetch(). While the service asks to come again, with 503 or 429 and Retry-After, it does, for at most `patience`
// milliseconds altogether; then it gives that answer.
async function fetchPatiently(url, options, patience = 5 * 60_000) {
  const end = performance.now() + patience;
  for (;;) {
    const response = await fetch(url, options);
    if (response.status !== 503 && response.status !== 429) return response;
    // Not all pages of a link ask at once.
    const wait = (Number(response.headers.get("retry-after") || 1) + Math.random()) * 1000;
    if (performance.now() + wait > end) return response;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
