// Highlights the code of a document, in a worker, as some texts take any time: a block that takes too
// long stays plain, and the page responsive.
"use strict";

(() => {
  const longestCode = 100_000; // characters
  const longestTask = 2_000; // milliseconds
  const longestTime = 20_000; // of all tasks

  const blocksIn = (part) =>
    [...part.querySelectorAll("pre > code[class^=language-]:not(.language-mermaid)")].filter(
      ({ textContent }) => textContent.length <= longestCode,
    );

  // A block changes shortly before it scrolls into view, so that long documents open as fast as short ones.
  const coloured = new Map(); // the HTML of those that have not changed yet
  const near = new Set();
  function show(code) {
    if (!coloured.has(code)) return;
    code.innerHTML = coloured.get(code);
    coloured.delete(code);
  }
  const approaching = new IntersectionObserver(
    (entries, observer) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        near.add(target);
        show(target);
      }
    },
    { rootMargin: "1000px" },
  );
  const all = new Set();
  window.addEventListener("beforeprint", () => {
    for (const code of all) {
      near.add(code);
      show(code);
    }
  });

  // The parts of the HTML; none for an unknown language, and nothing if it takes longer or fails.
  function ask(worker, text, language, time) {
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data.parts);
      worker.onerror = () => resolve();
      worker.postMessage({ text, language, linesOfPart: Infinity });
      if (time) setTimeout(resolve, time);
    });
  }

  async function highlight(blocks) {
    for (const code of blocks) {
      all.add(code);
      approaching.observe(code);
    }
    let worker;
    let timeLeft = longestTime;
    for (const code of blocks) {
      if (!worker) {
        worker = new Worker("{{kCodeWorker}}");
        // It answers when it is loaded, which takes as long as the network does.
        if (!(await ask(worker, "", ""))) return;
      }
      const begin = performance.now();
      const language = code.className.slice("language-".length).toLowerCase();
      const parts = await ask(worker, code.textContent, language, longestTask);
      if (parts?.length) coloured.set(code, parts.join(""));
      if (near.has(code)) show(code);
      if (!parts) {
        worker.terminate();
        worker = undefined;
      }
      timeLeft -= performance.now() - begin;
      if (timeLeft < 0) break;
    }
    worker?.terminate();
  }
  document.addEventListener("contentadded", ({ detail }) => highlight(detail.flatMap(blocksIn)));
  return highlight(blocksIn(document.querySelector(".document")));
})();
