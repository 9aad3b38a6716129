// Highlights a code file in a worker, so that the page stays responsive.
//
// Receives { text, language, linesOfPart } and responds with { parts }: the HTML of each block of
// lines, or nothing if the highlighter does not know the language.
"use strict";

/* global hljs */
importScripts("{{kHighlighter}}");

// An element of the highlighter can span several lines, so each part closes the open ones, and the
// next part reopens them.
function splitLines(html, linesOfPart) {
  const parts = [];
  const open = [];
  let lines = 0;
  let part = "";
  let done = 0;
  for (const { 0: piece, index } of html.matchAll(/<span[^>]*>|<\/span>|\n/g)) {
    const end = index + piece.length;
    if (piece === "</span>") open.pop();
    else if (piece !== "\n") open.push(piece);
    else if (++lines % linesOfPart === 0) {
      part += html.slice(done, end) + "</span>".repeat(open.length);
      parts.push(part);
      part = open.join("");
      done = end;
    }
  }
  if (done < html.length) parts.push(part + html.slice(done));
  return parts;
}

self.onmessage = ({ data: { text, language, linesOfPart } }) => {
  if (!hljs.getLanguage(language)) return self.postMessage({ parts: [] });
  const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
  self.postMessage({ parts: splitLines(value, linesOfPart) });
};
