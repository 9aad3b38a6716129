// Reads streams in all browsers: Safari cannot iterate over them. It comes before the scripts that use it
// (templates/*/assets.mjs).
"use strict";

/* exported chunksOf */

// Whoever stops early cancels the stream.
async function* chunksOf(stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
