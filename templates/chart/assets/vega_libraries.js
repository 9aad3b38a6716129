// What the worker that draws Vega-Lite specifications is made of.
"use strict";

// Vega looks for these where it is to draw on a canvas, or to hear of the pointer.
self.window = self;
self.document = { createElement: () => new OffscreenCanvas(1, 1) };
importScripts("{{kVegaLibrary}}", "{{kVegaLiteLibrary}}");
