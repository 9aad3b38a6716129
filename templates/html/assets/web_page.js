// The page around a web page: says what the document in the frame asks for and what is wrong with it, and starts it
// again. What comes from the frame is a stranger's, so nothing of it is done before the reader has seen it and clicked.
"use strict";

/* global message, useTool */

(() => {
  const news = document.getElementById("page-news");
  // The newest version may have come in its place.
  const frame = () => document.getElementById("web-page");
  const post = (kind, value) =>
    frame()?.contentWindow.postMessage({ source: "artifact-share", kind, value }, "*");
  // Milliseconds in which a document answers that does.
  const patience = 5000;
  const timeToRead = 700;
  const longestAddress = 300;

  function say(text, ...parts) {
    const said = document.createElement("span");
    said.append(text);
    const close = button(message("Close"), () => {});
    news.replaceChildren(said, ...parts, close);
    news.hidden = false;
    return said;
  }
  function quote(text) {
    const quoted = document.createElement("code");
    quoted.dir = "ltr";
    quoted.textContent = text;
    return quoted;
  }
  function button(name, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "small-button";
    made.textContent = name;
    made.addEventListener("click", () => {
      news.hidden = true;
      act();
    });
    return made;
  }

  // The address of a document ends an hour after its page was opened.
  const lifeOfAddress = 3_600_000;
  function start(scripts, wait = 0) {
    if (performance.now() > lifeOfAddress) return location.reload();
    const old = frame();
    const url = new URL(old.getAttribute("src"), location.href);
    if (scripts === "off") url.searchParams.set("scripts", "off");
    else url.searchParams.delete("scripts");
    isWatched = scripts !== "off";
    hasBegun = isWaiting = false;
    // A frame whose script never ends goes nowhere, but its process ends with it.
    const fresh = old.cloneNode();
    fresh.src = url.href;
    const place = document.createComment("");
    old.replaceWith(place);
    setTimeout(() => place.replaceWith(fresh), wait);
    return undefined;
  }
  // Milliseconds until a process has ended.
  const lastOfProcess = 1500;
  const startButton = () => button(message("Start again"), () => start("on", lastOfProcess));
  const stopButton = () => button(message("Stop scripts"), () => start("off", lastOfProcess));

  function offer(address) {
    let url;
    try {
      url = new URL(address);
    } catch {
      return;
    }
    if (!/^(https?|mailto):$/.test(url.protocol)) return;
    const link = document.createElement("a");
    link.className = "small-button";
    link.href = url.href;
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
    link.textContent = message("Open {}", url.host || url.pathname);
    // A click or a key that was meant for the document may come to what has just appeared.
    let since = performance.now();
    link.addEventListener("click", (event) => {
      if (performance.now() - since < timeToRead) {
        event.preventDefault();
        since = performance.now();
      } else news.hidden = true;
    });
    const { href } = url;
    say(message("This page wants to open another site."), link).append(
      quote(href.length > longestAddress ? `${href.slice(0, longestAddress)}…` : href),
    );
  }

  function tellOfError(text) {
    if (!news.hidden) return;
    const show = button(message("Show"), () =>
      say(message("This page has an error."), startButton()).append(quote(text)),
    );
    say(message("This page has an error."), show);
  }
  // What the document stores is a text that is not read here. The document in a new frame gets it, and then starts again;
  // the tab keeps it while the page is loaded again. Embedded, browsers may refuse that.
  const place = "web-page";
  const path = `${location.pathname} `;
  const longestKept = 1 << 20;
  let kept = null;
  try {
    const last = sessionStorage.getItem(place) ?? "";
    if (last.startsWith(path)) kept = last.slice(path.length);
    addEventListener("pagehide", () => {
      if (kept !== null) sessionStorage.setItem(place, path + kept);
    });
  } catch {
    // It lasts as long as the page.
  }
  let restored;
  function hasRestored() {
    if (restored === frame()) return false;
    restored = frame();
    if (kept) post("restore", kept);
    return Boolean(kept);
  }
  const hostOf = (address) => (URL.canParse(address) ? new URL(address).host : "");
  const kinds = {
    link: offer,
    error: tellOfError,
    missing: (address) =>
      say(message("This link leads to a file that was not shared.")).append(quote(address)),
    blocked: (address) => {
      if (news.hidden) say(message("This page lacks what it would load from {}.", hostOf(address)));
    },
    keep: (text) => {
      kept = text.length > longestKept ? "" : text;
    },
    here: () => {},
  };
  const longestText = 4096;
  addEventListener("message", ({ source, data }) => {
    if (!source || source !== frame()?.contentWindow || data?.source !== "artifact-share") return;
    const { kind, value } = data;
    if (typeof kind !== "string" || typeof value !== "string") return;
    if (value.length > longestText && kind !== "keep") return;
    hasBegun = true;
    isWaiting = false;
    if (hasRestored()) return;
    if (Object.hasOwn(kinds, kind)) kinds[kind](value);
  });

  // A document that does not answer is in a loop, has left, or is one of before, which browsers show again when they
  // come back to a page.
  let isWatched = "scripts" in frame().dataset;
  let hasBegun = false;
  let isWaiting = false;
  let wasStarted = false;
  function ask() {
    hasBegun = isWaiting = true;
    post("ask");
  }
  function look() {
    if (!isWatched || !hasBegun || document.hidden) return;
    if (isWaiting && news.hidden) say(message("This page does not respond."), startButton(), stopButton());
    ask();
  }
  function lookSoon() {
    if (!isWatched) return;
    ask();
    setTimeout(() => {
      if (!isWaiting || wasStarted) return;
      wasStarted = true;
      start();
    }, patience / 5);
  }
  if (isWatched) {
    if (document.readyState === "complete") lookSoon();
    else addEventListener("load", lookSoon);
    // Of the frame, also when its document goes elsewhere.
    document.addEventListener("load", ({ target }) => target === frame() && lookSoon(), true);
    setInterval(look, patience);
    useTool("stop", () => start("off"));
  }

  const print = () => post("print");
  if (isWatched) {
    useTool("print", print);
    addEventListener("keydown", (event) => {
      if (event.key !== "p" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      print();
    });
  }
})();
