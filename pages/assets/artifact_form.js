// What the form of an artifact can do with JavaScript: it has an editor for the content, keeps a draft in this
// browser, takes files that are dropped on the page, shows a preview, and saves in place, so that nothing is lost if
// that fails.
/* global makeOffers, showTheirVersion */
"use strict";

(() => {
  const fieldsOfNew = ["text", "title", "alt", "template", "description", "expiresIn"];
  // Of an edited artifact, only the text is typed.
  const typedIn = (form) => (form.elements.version ? ["text"] : fieldsOfNew);
  // What changes is kept and shown once nobody has typed for so many milliseconds.
  const pauses = { draft: 300, preview: 700 };
  // More than that is not sent again and again.
  const mostBytesOfPreview = 1_000_000;
  // For the boundaries and the other fields of the form.
  const bytesOfForm = 65_536;

  function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }
  function button(text, act) {
    const made = element("button", { type: "button", class: "quiet" }, text);
    made.addEventListener("click", act);
    return made;
  }
  function debounced(pause, act) {
    let timer;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(act, pause);
    };
    later.cancel = () => clearTimeout(timer);
    return later;
  }
  // What stands in a text that was not there before.
  function insertedIn(before, after) {
    const most = Math.min(before.length, after.length);
    let start = 0;
    while (start < most && before[start] === after[start]) ++start;
    let end = 0;
    while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) ++end;
    return after.slice(start, after.length - end);
  }
  const sizeOf = (bytes) =>
    bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  const fileOf = (form) => form.elements.file.files[0];
  const isTableFile = (file) => /\.(csv|tsv)$/i.test(file.name) && file.size <= mostBytesOfPreview;
  const mostBytesOf = (form) => Number(form.dataset.mostBytes) - bytesOfForm;
  const bytesIn = (form) => fileOf(form)?.size ?? new Blob([form.elements.text.value]).size;

  // A message above the form, with more elements behind its text.
  function say(form, text, kind = "problem", ...more) {
    form.querySelector(":scope > .note, :scope > #problem")?.remove();
    if (!text) return;
    const role = kind === "problem" ? "alert" : "status";
    const note = element("p", { class: `${kind} note`, role, tabindex: "-1" }, text, ...more);
    form.prepend(note);
    if (kind === "problem") note.scrollIntoView({ block: "nearest" });
  }

  // Editors stand in place of the textarea, which stays the truth: it is sent, kept as a draft, and restored. Each is
  // a module of its own, loaded when it is needed, which exports
  //   open({ textarea, template, format, problems }): an editor, or { reason } if it cannot show the text, with the
  //   `template` that can, if there is one.
  // `format` is what the text is: markdown, json, csv, tsv or text. `problems` are [{ line, text }], from line 1. An
  // editor has
  //   element: stands in place of the textarea. It is labelled "Content" itself, and Tab leaves it;
  //   read({ template, format }): shows what the textarea has now, or is false if it cannot; the textarea is disabled
  //   while a file is chosen;
  //   focus() and close(); afterwards its element is removed.
  // With each change it sets the textarea's value and dispatches `input` on it, which bubbles.
  const textEditor = { path: "{{kTextEditorScript}}" };
  // Those that stand in place of the text editor, with buttons that switch between them:
  // { name: "Grid", nameOfText: "CSV", path, takes: (template, format) => … }.
  const dataEditor = { path: "{{kDataEditorScript}}" };
  const isJsonTable = (template, format) => template === "table" && format === "json";
  const otherEditors = [
    { ...dataEditor, name: "Grid", nameOfText: "JSON", takes: isJsonTable },
    { ...dataEditor, name: "Grid", nameOfText: "CSV", takes: (template) => template === "table" },
    { ...dataEditor, name: "Form", nameOfText: "JSON", takes: (template) => template === "chart" },
  ];
  const editorFor = (template, format) =>
    otherEditors.find(({ takes }) => takes(template, format)) ?? textEditor;

  function formatOf(template, text) {
    const isJson = /^\s*(\{|\[\s*[[{])/.test(text);
    if (template === "chart" || (template === "table" && isJson)) return "json";
    if (template === "markdown") return "markdown";
    if (template === "table") return /^[^\t\n]+\t/.test(text) ? "tsv" : "csv";
    if (template) return "text";
    if (isJson) return "json";
    return /^[^\t\n]+\t[^\n]*\n/.test(text) ? "tsv" : "markdown";
  }

  function makeEditing(form) {
    const { text: textarea, template } = form.elements;
    const label = form.querySelector("label[for=text]");
    const ways = element("div", { class: "ways", role: "group", "aria-label": "Edit as" });
    const reason = element("p", { class: "hint", role: "status" }); // why the text is not shown otherwise
    let shown = null; // the editor in place of the textarea
    let entryOfShown = null;
    let wanted = null; // what is loaded, or shown
    let waysOf = null;
    let wantsText = false;

    const state = () => ({ template: template.value, format: formatOf(template.value, textarea.value) });
    const focus = () => (shown ?? textarea).focus();
    const isTable = () => Boolean(fileOf(form)) && isTableFile(fileOf(form));
    const offers = makeOffers(form, { element, button, focus, isTable });
    const problems = () =>
      [...form.querySelectorAll("#text-problem [data-line]")].map(({ dataset, textContent }) => ({
        line: Number(dataset.line),
        text: textContent,
      }));

    function show(editor, entry) {
      const { activeElement } = document;
      const hasFocus = activeElement === textarea || shown?.element.contains(activeElement);
      shown?.close();
      shown?.element.remove();
      shown = editor;
      entryOfShown = editor && entry;
      textarea.hidden = Boolean(editor);
      if (editor) textarea.after(editor.element);
      // A label cannot name what is in a shadow root.
      label.htmlFor = editor ? "" : "text";
      markWay(entry === textEditor);
      if (hasFocus) focus();
    }
    async function open(entry) {
      wanted = entry;
      if (entry === entryOfShown && shown.read(state()) !== false) return undefined;
      const module = await import(entry.path).catch(() => null);
      if (wanted !== entry) return undefined;
      const editor = module?.open({ textarea, problems: problems(), ...state() }) ?? null;
      if (editor?.element || entry === textEditor) return show(editor, entry);
      if (editor?.template) {
        template.value = editor.template;
        await update();
      }
      reason.textContent = editor?.reason ?? "";
      ways.after(reason);
      return editor?.template ? undefined : open(textEditor);
    }
    const markWay = (isOfText) =>
      [...ways.children].forEach((way, place) =>
        way.setAttribute("aria-pressed", String(isOfText === Boolean(place))),
      );
    function showWays(entry) {
      reason.remove();
      if (entry !== waysOf) {
        wantsText &&= entry.name === waysOf?.name;
        waysOf = entry;
        const way = (text, isOfText) =>
          button(text, () => {
            wantsText = isOfText;
            update();
          });
        ways.replaceChildren(way(entry.name, false), way(entry.nameOfText, true));
        if (entry.name) textarea.before(ways);
        else ways.remove();
      }
      markWay(wantsText);
    }
    // After each change that the editor has not made: shows the text in the one that it needs.
    function update() {
      offers.look();
      const { template: name, format } = state();
      const entry = editorFor(name, format);
      showWays(entry);
      offers.update();
      return open(wantsText ? textEditor : entry);
    }
    label.addEventListener("click", () => {
      if (shown) focus();
    });
    // What is typed may show what it is, and what is pasted may have another editor.
    let before = textarea.value;
    textarea.addEventListener("input", () => {
      const { value } = textarea;
      const isPasted = /\n[^]*\n/.test(insertedIn(before, value));
      before = value;
      if (entryOfShown === textEditor && (isPasted || !value)) update();
      else if (entryOfShown === textEditor) shown.read(state());
      offers.update();
    });
    return { update, focus, takeSheets: offers.takeSheets, close: () => shown?.close() };
  }

  // The draft of a user, which signing out removes with all that the browser has stored.

  const keyOf = (form) => form.dataset.draft && `artifact-draft:${form.dataset.draft}`;
  const valuesOf = (form) =>
    Object.fromEntries(typedIn(form).map((name) => [name, form.elements[name].value]));

  function storeDraft(form) {
    if (!keyOf(form)) return;
    try {
      const values = valuesOf(form);
      const version = form.elements.version?.value;
      if (Object.values(values).some(Boolean))
        localStorage.setItem(keyOf(form), JSON.stringify({ ...values, version }));
      else localStorage.removeItem(keyOf(form));
    } catch {
      // A browser that stores nothing, or not that much, keeps no draft.
    }
  }
  function removeDraft(form) {
    try {
      if (keyOf(form)) localStorage.removeItem(keyOf(form));
    } catch {
      // As above.
    }
  }
  function draftOf(form) {
    try {
      return JSON.parse(localStorage.getItem(keyOf(form)));
    } catch {
      return null;
    }
  }
  function fill(form, values) {
    for (const name of typedIn(form)) form.elements[name].value = values[name] ?? "";
    form.elements.text.setSelectionRange(0, 0);
    const details = form.querySelector("details");
    if (details) details.open ||= fieldsOfNew.slice(3).some((name) => values[name]);
  }
  function restoreDraft(form) {
    const draft = keyOf(form) && draftOf(form);
    const present = valuesOf(form);
    if (!draft || typedIn(form).every((name) => (draft[name] ?? "") === present[name])) return;
    const begin = () => {
      fill(form, draft);
      const discard = button("Discard draft", () => {
        fill(form, present);
        removeDraft(form);
        say(form, "");
        form.dispatchEvent(new Event("change"));
        editing.focus();
      });
      say(form, "Your draft was restored. ", "done", discard);
      form.dispatchEvent(new Event("change"));
    };
    if (draft.version === form.elements.version?.value) return begin();
    // What was saved since then must not be overwritten by chance.
    say(form, "You have a draft of an older version. ", "done", button("Use it", begin));
    return undefined;
  }

  // The chosen file, in place of the text.

  function showFile(form) {
    const { file: field, text } = form.elements;
    const file = fileOf(form);
    text.disabled = Boolean(file);
    const isPicture = file ? file.type.startsWith("image/") : form.elements.template.value === "image";
    form.classList.toggle("is-picture", isPicture);
    // Its button is not replaced under the pointer.
    const description = file && `${file.name}, ${sizeOf(file.size)} `;
    const shown = form.querySelector(".chosen");
    if (shown?.firstChild.data === description) return;
    shown?.remove();
    if (!file) return;
    const remove = button("Remove file", () => {
      field.value = "";
      form.dispatchEvent(new Event("change"));
      field.focus();
    });
    field.after(element("p", { class: "chosen", role: "status" }, description, remove));
  }
  // A new chart is made of the cells in a file, which its form then shows.
  async function readCells(form) {
    const { file: field, text, template, title, version } = form.elements;
    const file = fileOf(form);
    if (version || template.value !== "chart" || !file || !isTableFile(file) || text.value.trim()) return;
    const cells = await file.text();
    if (fileOf(form) !== file || template.value !== "chart" || text.value.trim()) return;
    field.value = "";
    text.value = cells;
    title.value ||= file.name;
    form.dispatchEvent(new Event("change"));
  }
  // A workbook becomes the cells of its first sheet.
  async function readWorkbook(form) {
    const { file: field, template, title } = form.elements;
    const file = fileOf(form);
    if (!file || !/\.xlsx$/i.test(file.name) || !["", "table", "chart"].includes(template.value)) return;
    say(form, "Reading the workbook…", "done");
    const { sheetsOf } = await import("{{kWorkbookScript}}");
    try {
      const sheets = await sheetsOf(file);
      if (fileOf(form) !== file) return;
      say(form, "");
      field.value = "";
      if (title) title.value ||= file.name.replace(/\.xlsx$/i, "");
      editing.takeSheets(sheets);
    } catch ({ message }) {
      if (fileOf(form) !== file) return;
      field.value = "";
      say(form, message);
    }
    form.dispatchEvent(new Event("change"));
  }
  // Whether it can be sent.
  function checkSize(form) {
    const most = mostBytesOf(form);
    if (bytesIn(form) <= most) return true;
    const what = fileOf(form) ? "file" : "text";
    say(
      form,
      `The ${what} is too large: it has ${sizeOf(bytesIn(form))}, and at most ${sizeOf(most)} can be saved.`,
    );
    return false;
  }

  // The preview: the page as the service makes it, in a frame that can do nothing but show it. Each is loaded
  // by a frame of its own, which replaces the one before when it has arrived; removing one cancels its request.

  function makePreview(form) {
    const hint = element("p", { class: "hint" }, "What you write or choose is shown here.");
    const pages = element("div", { class: "pages" }, hint);
    const heading = element("h2", {}, "Preview");
    const section = element("section", { class: "live-preview", "aria-label": "Preview" }, heading, pages);
    form.append(section);
    form.classList.add("has-preview");
    const own = form.querySelector("#preview-button");
    const sender = element("button", { formaction: own.formAction, formnovalidate: "", hidden: "" });
    form.append(sender);
    own.hidden = true;
    let shown = null;
    let coming = null;
    let number = 0;
    let last = "";

    function clear(text) {
      pages.replaceChildren(hint);
      hint.textContent = text;
      shown = coming = null;
    }
    function update() {
      const file = fileOf(form);
      const { text, title, template, description } = form.elements;
      const isEmpty = !file && !text.value.trim() && !form.elements.from;
      const state = JSON.stringify([
        file ? [file.name, file.size, file.lastModified] : text.value,
        title?.value,
        template.value,
        description?.value,
      ]);
      if (state === last) return;
      last = state;
      own.hidden = true;
      if (isEmpty) return clear("What you write or choose is shown here.");
      if (bytesIn(form) > mostBytesOfPreview) {
        own.hidden = bytesIn(form) > mostBytesOf(form);
        return clear("This is too large to be shown while you write. “Preview” opens it in a new tab.");
      }
      coming?.remove();
      const name = `preview-${++number}`;
      const frame = element("iframe", {
        name,
        class: "coming",
        title: "Preview of the page",
        // That of a web page, and tabs for the links of other content.
        sandbox:
          "allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox",
      });
      coming = frame;
      pages.append(frame);
      frame.addEventListener("load", () => {
        if (coming !== frame) return;
        shown?.remove();
        hint.remove();
        frame.classList.remove("coming");
        shown = frame;
        coming = null;
      });
      sender.setAttribute("formtarget", name);
      form.requestSubmit(sender);
    }
    return { update, sender, own };
  }

  // Saving.

  async function renewToken(form) {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const token = page.querySelector("#artifact-form [name=form_token]");
    if (token) form.elements.form_token.value = token.value;
    return Boolean(token);
  }

  function askToSignIn(form) {
    const link = element("a", { href: "/dashboard/sign-in", target: "_blank" }, "Sign in in a new tab");
    say(form, "You were signed out, and nothing was saved. ", "problem", link, ", then save again.");
    form.dataset.renews = "yes";
  }

  function replaceMain(form, page) {
    const main = document.querySelector("main");
    const next = page.querySelector("main");
    const { files } = form.elements.file;
    main.replaceWith(next);
    document.title = page.title;
    window.scrollTo(0, 0);
    const nextForm = next.querySelector("#artifact-form");
    if (nextForm) {
      const isRefused = nextForm.elements.file.matches("[aria-invalid]");
      if (files.length > 0 && !isRefused) nextForm.elements.file.files = files;
      start(nextForm);
      (next.querySelector("[aria-invalid]") ?? next.querySelector("#problem"))?.focus();
    } else {
      if (navigator.clipboard)
        next.querySelectorAll(".to-copy").forEach((frame) => window.offerToCopy?.(frame));
      (next.querySelector(".to-copy button") ?? next).focus();
    }
  }

  async function save(form, signal) {
    if (form.dataset.renews && !(await renewToken(form))) return askToSignIn(form);
    const body = new FormData(form);
    const answer = await fetch(form.action, { method: "POST", body, signal });
    const { pathname, search } = new URL(answer.url);
    if (answer.redirected && pathname.startsWith("/dashboard/sign-in")) return askToSignIn(form);
    delete form.dataset.renews;
    if (answer.redirected) {
      removeDraft(form);
      location.assign(pathname + search);
      return undefined;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (answer.ok) {
      removeDraft(form);
      return replaceMain(form, page);
    }
    if (answer.status === 403) form.dataset.renews = "yes";
    const isOfForm = answer.status < 500 && page.querySelector("main #artifact-form");
    if (isOfForm && ![413, 429].includes(answer.status)) return replaceMain(form, page);
    const told = page.querySelector("main .problem, main h1 + p, main p")?.textContent.trim();
    const texts = {
      403: "This form had expired, and nothing was saved. Save again.",
      413: `The file or text is too large, and nothing was saved. At most ${sizeOf(mostBytesOf(form))} can be saved.`,
    };
    return say(form, texts[answer.status] ?? told ?? "Nothing was saved. Try again in a minute.");
  }

  // Of the form that is shown.
  let current = null;
  let editing = null;

  function start(form) {
    current = form;
    editing?.close();
    editing = makeEditing(form);
    restoreDraft(form);
    showTheirVersion(form.elements.text, () => {
      form.dispatchEvent(new Event("change"));
      editing.focus();
    });
    const preview = makePreview(form);
    const keep = debounced(pauses.draft, () => storeDraft(form));
    const show = debounced(pauses.preview, preview.update);
    let saving = null;
    const changed = () => {
      keep();
      show();
    };
    form.addEventListener("input", changed);
    form.addEventListener("change", () => {
      showFile(form);
      editing.update();
      if (checkSize(form) && fileOf(form) && form.querySelector(".problem.note")) say(form, "");
      changed();
      return Promise.all([readCells(form), readWorkbook(form)]);
    });
    form.addEventListener("submit", async (event) => {
      const { submitter } = event;
      if (submitter === preview.sender || submitter === preview.own) return;
      event.preventDefault();
      if (saving || !checkSize(form)) return;
      storeDraft(form);
      show.cancel();
      say(form, "Saving…", "done");
      form.setAttribute("aria-busy", "true");
      saving = new AbortController();
      try {
        await save(form, saving.signal);
      } catch {
        say(form, "The service could not be reached, so it is not known whether this was saved. Try again.");
      } finally {
        saving = null;
        keep.cancel();
        form.removeAttribute("aria-busy");
      }
    });
    showFile(form);
    editing.update();
    preview.update();
  }

  // Ctrl+S and Ctrl+Enter do what the button does.
  function saveByKeys() {
    document.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (!(ctrlKey || metaKey) || altKey || shiftKey || !["s", "Enter"].includes(key)) return;
      if (!current.isConnected) return;
      event.preventDefault();
      current.requestSubmit();
    });
  }

  function take(files) {
    if (files.length > 1) return say(current, "Drop one file at a time.");
    current.elements.file.files = files;
    current.dispatchEvent(new Event("change"));
    return undefined;
  }
  // A picture that is pasted, such as a screenshot, is a file. Cells are pasted with a picture of them, and are a text.
  function takePastedPictures() {
    document.addEventListener(
      "paste",
      (event) => {
        const { files, types } = event.clipboardData;
        if (types.includes("text/plain") || !files[0]?.type.startsWith("image/")) return;
        event.preventDefault();
        event.stopPropagation();
        take(files);
      },
      true,
    );
  }
  // A file that is dropped anywhere becomes the form's.
  function takeDroppedFiles() {
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    const mark = (isOver) => document.body.classList.toggle("is-dropping", isOver);
    document.addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) mark(false);
    });
    document.addEventListener("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(false);
      take(event.dataTransfer.files);
    });
  }

  const form = document.querySelector("#artifact-form");
  if (!form) return;
  start(form);
  takeDroppedFiles();
  takePastedPictures();
  saveByKeys();
})();
