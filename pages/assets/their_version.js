// What somebody else has saved while the form was written: the lines that the form's text does not have are marked,
// and it can be used in place of that.
"use strict";

/* exported showTheirVersion */

// Whether each of the lines is among the others, in their order. Too many are compared at the beginning and the end
// alone.
function areAmong(lines, others) {
  const most = 4_000_000;
  let first = 0;
  while (first < lines.length && lines[first] === others[first]) ++first;
  let last = 0;
  const rest = Math.min(lines.length, others.length) - first;
  while (last < rest && lines.at(-1 - last) === others.at(-1 - last)) ++last;
  const [mine, theirs] = [lines, others].map((all) => all.slice(first, all.length - last));
  const among = lines.map((_, place) => place < first || place >= lines.length - last);
  if (mine.length * theirs.length > most) return among;
  // The length of the longest common subsequence of what follows, by both places.
  const width = theirs.length + 1;
  const common = new Uint32Array((mine.length + 1) * width);
  for (let i = mine.length - 1; i >= 0; --i)
    for (let j = theirs.length - 1; j >= 0; --j)
      common[i * width + j] =
        mine[i] === theirs[j]
          ? common[(i + 1) * width + j + 1] + 1
          : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
  for (let i = 0, j = 0; i < mine.length && j < theirs.length;) {
    if (mine[i] === theirs[j]) {
      among[first + i++] = true;
      ++j;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) ++i;
    else ++j;
  }
  return among;
}

function showTheirVersion(textarea, whenUsed) {
  const shown = document.querySelector(".theirs pre");
  if (!shown) return;
  const text = shown.textContent;
  const lines = text.split("\n");
  const among = areAmong(lines, textarea.value.split("\n"));
  const made = (name, content) => Object.assign(document.createElement(name), { textContent: content });
  shown.replaceChildren(
    ...lines.flatMap((line, place) => {
      const end = place + 1 < lines.length ? "\n" : "";
      return among[place] ? [line + end] : [made("mark", line), end];
    }),
  );
  const use = made("button", "Use their version");
  Object.assign(use, { type: "button", className: "quiet" });
  use.addEventListener("click", () => {
    textarea.value = text;
    whenUsed();
  });
  shown.after(use);
}
