// What the tools of a page do (pages/toolbar.cc). It comes before the scripts of templates, which say what is copied
// and saved.
"use strict";

/* global chooseTheme, chosenTheme, message, showTheme */
/* exported useCopy, useTool */

const tools = document.querySelector(".tools");
const toolNamed = (name) => document.getElementById(`tool-${name}`);
const acts = {};

let silence;
function tellDone(text) {
  const said = tools.querySelector(".tool-said");
  said.textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => (said.textContent = ""), 2000);
}

// Shows a tool if the page has it. `act` may return what to tell the reader.
function useTool(name, act) {
  acts[name] = act;
  toolNamed(name)?.removeAttribute("hidden");
}
tools?.addEventListener("click", async (event) => {
  const act = acts[event.target.closest("[id]")?.id.slice("tool-".length)];
  if (!act) return;
  event.preventDefault();
  try {
    tellDone((await act()) ?? "");
  } catch {
    tellDone(message("It did not work. Try again."));
  }
});
tools
  ?.querySelector(".tool-menu")
  ?.addEventListener("click", ({ currentTarget }) => currentTarget.hidePopover());

// `make` returns a text, which may take a while: browsers that ask for a click wait for it.
async function copyText(make) {
  const text = Promise.resolve(make()).then((made) => new Blob([made], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
  return message("Copied");
}
function useCopy(make) {
  if (navigator.clipboard) useTool("copy", () => copyText(make));
}

// The page's address, without what asks for a form of it.
function ownAddress() {
  const address = new URL(location);
  for (const name of [...address.searchParams.keys()])
    if (!["token", "version"].includes(name)) address.searchParams.delete(name);
  return address.href;
}
if (navigator.clipboard) useTool("link", () => copyText(ownAddress));

const source = toolNamed("source")?.href;
if (source)
  useCopy(async () => {
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(answer.status);
    return answer.text();
  });

// A PDF prints its pages itself.
if (!document.querySelector(".pdf")) useTool("print", () => print());

// For scripts that draw.
const tellTheme = () => dispatchEvent(new Event("themechange"));
const themes = toolNamed("theme");
if (themes) {
  themes.value = chosenTheme;
  themes.parentElement.hidden = false;
  themes.addEventListener("change", () => {
    chooseTheme(themes.value);
    tellTheme();
  });
  // For pictures of the content.
  if (chosenTheme) showTheme(chosenTheme);
  document.addEventListener("contentadded", () => showTheme(chosenTheme));
}
