// The libraries in the worker that draws Vega-Lite specifications.
"use strict";

// Vega expects these when it draws on a canvas and handles pointer events.
self.window = self;
self.document = { createElement: () => new OffscreenCanvas(1, 1) };
// Whoever starts it names it by the language of the page.
self.pageLanguage = self.name;
importScripts("{{kVegaLibrary}}", "{{kVegaLiteLibrary}}");
