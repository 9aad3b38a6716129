// Keeps the page of a share link current: asks whether there is a newer version, and shows or offers it. Asks only
// while somebody may look at the page: at once when they come to it, often in the minutes after, and then less and less
// often while nothing changes.
/* global message */

// Milliseconds between two questions, and for how long they stay as short as that.
const shortest = 10_000;
const longest = 300_000;
const shortWhile = 180_000;
const mostOfTimer = 2 ** 31 - 1;

const shown = document.querySelector(".document[data-live]").dataset;
const address = new URL(location);
address.hash = "";
const token = address.searchParams.get("token");
const question = `${address.pathname}/state?token=${encodeURIComponent(token)}`;

const style = new CSSStyleSheet();
style.replaceSync(`
  .news:not(.heard) {
    position: fixed; z-index: 2; inset: auto 1rem 1rem; width: fit-content; max-width: calc(100% - 2rem);
    margin-inline: auto; padding: 0.5rem 0.75rem; display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center;
    color: var(--text); background: var(--background); border: 1px solid var(--line); border-radius: 0.5rem;
    box-shadow: 0 0.125rem 0.75rem rgb(0 0 0 / 25%);
  }
  .embedded .news:not(.heard) { inset: 0.5rem 0.5rem auto; }
  .news p { flex: 1 1 12rem; margin: 0; }
  .news div { display: flex; gap: 0.5rem; margin-inline-start: auto; }
  @media print { .news { display: none; } }
`);
document.adoptedStyleSheets.push(style);

// It is there before it has a text, as screen readers read changes only.
const news = document.createElement("div");
news.className = "news heard";
const text = document.createElement("p");
text.role = "status";
const choices = document.createElement("div");
const makeButton = (name, act) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small-button";
  button.textContent = name;
  button.addEventListener("click", act);
  return button;
};
const showButton = makeButton(message("Show"), () => show(true));
const laterButton = makeButton(message("Not now"), () => dismiss());
const closeButton = makeButton(message("Close"), () => dismiss());
news.append(text, choices);
document.querySelector("main").append(news);

// What was said last, to everybody or to screen readers alone, with what can be done about it.
function say(what, { isHeardOnly = false, buttons = [] } = {}) {
  if (text.textContent !== what) text.textContent = what;
  news.classList.toggle("heard", isHeardOnly);
  const had = [...choices.children];
  if (had.length === buttons.length && had.every((button, i) => button === buttons[i])) return;
  const hadFocus = news.contains(document.activeElement);
  choices.replaceChildren(...buttons);
  if (hadFocus) document.querySelector("main").focus({ preventScroll: true });
}

let tag;
let known; // what the service has said last
let dismissed; // the version that the reader does not want to see
let wait = shortest;
let since = performance.now(); // when somebody came, or there was something new
let timer;
let atEnd;
let isAsking = false;
let isOver = false;

function dismiss() {
  dismissed = known?.version;
  say("", { isHeardOnly: true });
}

function offer() {
  if (dismissed === known.version) return;
  const text = known.usesView
    ? message("A newer version is available. Showing it uses a view.")
    : message("A newer version is available.");
  say(text, { buttons: [showButton, laterButton] });
}

// Shows the newest version: because the reader has asked for it, or if nothing of what the reader does is lost.
async function show(isAsked) {
  if ("pinned" in shown) {
    address.searchParams.set("version", known.version);
    return location.assign(address);
  }
  // Its page asks first, and is not sent again where a form has opened it.
  if (known.usesView) return location.replace(address);
  const { showNewest } = await import("{{kNewerVersionScript}}");
  const isShown = await showNewest(isAsked);
  if (isShown) return say(message("The newest version is shown now."), { isHeardOnly: true });
  return isAsked ? location.reload() : offer();
}

function end(status) {
  isOver = true;
  clearTimeout(atEnd);
  const what =
    status === 401
      ? message("This link needs its password again. Reload the page to enter it.")
      : message("This link has ended. What you see stays here until you leave or reload the page.");
  say(what, { buttons: [closeButton] });
}

// Returns whether there is something new.
async function learn(answer) {
  if (answer.status === 200) {
    tag = answer.headers.get("etag");
    known = await answer.json();
    clearTimeout(atEnd);
    const left = known.expiresAt && Date.parse(known.expiresAt) - Date.parse(answer.headers.get("date"));
    if (left && left < mostOfTimer) atEnd = setTimeout(ask, Math.max(left, 0) + 1000);
  }
  isOver = known.live === "off";
  if (isOver || known.version <= Number(shown.version)) return false;
  if (known.live === "auto") await show(false);
  else offer();
  return answer.status === 200;
}

// Returns whether to ask at the usual pace again.
async function askOnce() {
  const answer = await fetch(question, { headers: tag ? { "If-None-Match": tag } : {} });
  if (answer.status === 429 || answer.status >= 500) return false;
  if (answer.status >= 400) {
    end(answer.status);
    return false;
  }
  return learn(answer);
}

async function ask() {
  if (isAsking || isOver || document.hidden) return;
  isAsking = true;
  clearTimeout(timer);
  // Without a network it fails, and is tried again.
  const hasNews = await askOnce().catch(() => false);
  isAsking = false;
  if (hasNews) since = performance.now();
  wait = performance.now() - since < shortWhile ? shortest : Math.min(2 * wait, longest);
  askLater();
}

// Not all pages of a link ask at once.
function askLater() {
  clearTimeout(timer);
  if (!isOver && !document.hidden) timer = setTimeout(ask, wait * (0.8 + 0.4 * Math.random()));
}

async function askAgain() {
  since = performance.now();
  await ask();
}
document.addEventListener("visibilitychange", askAgain);
for (const type of ["focus", "online", "pageshow"]) addEventListener(type, askAgain);
await ask();
