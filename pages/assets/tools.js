// What the tools of a page do (pages/toolbar.cc). It comes before the scripts of templates, which say what is copied
// and saved.
"use strict";

/* global chooseTheme, chosenTheme, message, showTheme */
/* exported buttonsOf, useCopy, useTool */

const tools = document.querySelector(".tools");
// In the menu.
const toolNamed = (name) => document.getElementById(`tool-${name}`);
const buttonsOf = (name) => [toolNamed(name), tools?.querySelector(`[data-tool=${name}]`)].filter(Boolean);
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
  for (const part of buttonsOf(name)) part.hidden = false;
}
tools?.addEventListener("click", async (event) => {
  const tool = event.target.closest("[data-tool], [id^=tool-]");
  const act = acts[tool?.dataset.tool ?? tool?.id.slice("tool-".length)];
  if (!act) return;
  event.preventDefault();
  try {
    tellDone((await act()) ?? "");
  } catch {
    tellDone(message("It did not work. Try again."));
  }
});
tools?.querySelector(".tool-menu").addEventListener("click", ({ target, currentTarget }) => {
  if (target.closest("a, button")) currentTarget.hidePopover();
});

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
function showAddress() {
  const field = document.createElement("input");
  field.className = "tool-address";
  field.readOnly = true;
  field.value = ownAddress();
  field.ariaLabel = message("Address of this page");
  field.addEventListener("blur", () => field.remove());
  tools.append(field);
  field.focus();
  field.select();
}
useTool("link", () => copyText(ownAddress).catch(showAddress));

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
