// Colours a file of code beside the page, which stays usable meanwhile.
//
// Gets { text, language, linesOfPart }, and answers with { parts }: the HTML of each so many lines, or
// none where the highlighter does not know the language.
"use strict";

/* global hljs */
importScripts("{{kHighlighter}}");

// The highlighter's elements may go on over several lines, so each part ends those that are open, and
// the next begins them again.
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
