// The text editor of the form: CodeMirror. It is in a shadow root, for which CodeMirror adopts its stylesheets: the
// page's policy allows no style elements. artifact_form.js says what an editor is.
import { defaultKeymap, history, historyField, historyKeymap } from "@codemirror/commands";
import { jsonLanguage } from "@codemirror/lang-json";
import { markdownKeymap, markdownLanguage } from "@codemirror/lang-markdown";
import { HighlightStyle, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, RangeSetBuilder, StateField } from "@codemirror/state";
import {
  Decoration,
  EditorView,
  ViewPlugin,
  WidgetType,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

const languages = { markdown: markdownLanguage, json: jsonLanguage };

// Beyond these, text has no colours: Markdown parses a paragraph as a whole, and browsers take long to break a line
// of thousands of elements.
const noLanguage = [];
const longText = 100_000;
const longLine = /[^\n]{2000}/;
const languageOf = (format, text) =>
  text.length > longText || longLine.test(text) ? noLanguage : (languages[format] ?? noLanguage);

const colours = HighlightStyle.define([
  { tag: tags.heading, color: "var(--code-title)", fontWeight: "bold" },
  { tag: tags.strong, fontWeight: "bold" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strikethrough, textDecoration: "line-through" },
  { tag: [tags.link, tags.url], color: "var(--link)" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: "var(--quiet)" },
  { tag: [tags.monospace, tags.string], color: "var(--code-string)" },
  { tag: tags.propertyName, color: "var(--code-attribute)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: [tags.bool, tags.null], color: "var(--code-keyword)" },
  { tag: tags.comment, color: "var(--code-comment)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--text)", backgroundColor: "var(--background)", fontSize: "0.9375rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-placeholder": { color: "var(--quiet)", fontFamily: "var(--sans)" },
  ".cm-gutters": {
    color: "var(--quiet)",
    backgroundColor: "var(--surface)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-line.is-wrong": { boxShadow: "inset 3px 0 var(--caution)" },
  ".cm-note": {
    padding: "0.2rem 0.75rem",
    borderInlineStart: "3px solid var(--caution)",
    backgroundColor: "var(--surface)",
    color: "var(--caution)",
    fontFamily: "var(--sans)",
    fontSize: "0.875rem",
    whiteSpace: "normal",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--quiet)",
  },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--caution)",
  },
  ".cm-searchMatch": { backgroundColor: "var(--mark)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--link)" },
  ".cm-panels": { color: "var(--text)", backgroundColor: "var(--surface)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { padding: "0.4rem 2rem 0.4rem 0.6rem", fontFamily: "var(--sans)" },
  ".cm-panel.cm-search :is(input, button, label)": { fontSize: "0.875rem" },
  ".cm-textfield": {
    padding: "0.2rem 0.4rem",
    border: "1px solid var(--quiet)",
    borderRadius: "6px",
    color: "inherit",
    backgroundColor: "var(--background)",
  },
  ".cm-button": {
    padding: "0.2rem 0.6rem",
    border: "1px solid var(--quiet)",
    borderRadius: "6px",
    color: "inherit",
    backgroundImage: "none",
    backgroundColor: "var(--background)",
  },
  ".cm-panel.cm-search [name=close]": { insetInlineEnd: "0.6rem", fontSize: "1.25rem", color: "inherit" },
  // Smaller letters make phones zoom.
  "@media (pointer: coarse)": { "&": { fontSize: "1rem" } },
});

// Each line has the direction of its own text.
const ownDirection = Decoration.line({ attributes: { dir: "auto" } });
const directions = ViewPlugin.define(
  (view) => ({
    lines: linesOf(view),
    update({ docChanged, viewportChanged }) {
      if (docChanged || viewportChanged) this.lines = linesOf(view);
    },
  }),
  { decorations: ({ lines }) => lines },
);
function linesOf(view) {
  const lines = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      lines.add(line.from, line.from, ownDirection);
      at = line.to + 1;
    }
  }
  return lines.finish();
}

// What is wrong with the text, below its line.

class Note extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq({ text }) {
    return text === this.text;
  }
  toDOM() {
    const note = document.createElement("div");
    note.className = "cm-note";
    note.textContent = this.text;
    return note;
  }
}

const lineIn = (doc, number) => doc.line(Math.min(number, doc.lines));

function notesOf(doc, problems) {
  const wrong = Decoration.line({ class: "is-wrong" });
  const ranges = problems.flatMap(({ line: number, text }) => {
    const line = lineIn(doc, number);
    const note = Decoration.widget({ widget: new Note(text), block: true, side: 1 });
    return [wrong.range(line.from), note.range(line.to)];
  });
  return Decoration.set(ranges, true);
}

const showsNotes = (problems) =>
  StateField.define({
    create: ({ doc }) => notesOf(doc, problems),
    update(notes, { docChanged, changes, startState }) {
      if (!docChanged || notes.size === 0) return notes;
      // A line that was changed may be right now.
      const isUnchanged = (from) => {
        const line = startState.doc.lineAt(from);
        return !changes.touchesRange(line.from, line.to);
      };
      return notes.update({ filter: isUnchanged }).map(changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });

// A textarea takes 40 ms for a text of 1 MB, so a long one is written once nobody has typed for so many milliseconds.
const pauseOfLongText = 200;

// The page takes a file that is dropped.
const hasFiles = ({ dataTransfer }) => dataTransfer?.files.length > 0;

// Chromium would give what is typed in place of several lines a style attribute, which the page's policy refuses. It
// alone knows the selection of a shadow root, which the editor's state may not have read yet.
function replaceSelection({ inputType, data }, view) {
  const selection = view.root.getSelection?.();
  if (
    inputType !== "insertText" ||
    !data ||
    view.composing ||
    !view.contentDOM.contains(selection?.focusNode)
  )
    return false;
  const anchor = view.posAtDOM(selection.anchorNode, selection.anchorOffset);
  const head = view.posAtDOM(selection.focusNode, selection.focusOffset);
  if (anchor === head) return false;
  view.dispatch({ selection: { anchor, head } });
  view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  return true;
}

// What can be undone survives a failed attempt to save, after which the form is a new one.
let before = null;
const kept = { history: historyField };

function stateOf(doc, selection, extensions) {
  if (before?.doc !== doc) return EditorState.create({ doc, selection, extensions });
  return EditorState.fromJSON(before, { extensions }, kept);
}

export function open({ textarea, format, problems }) {
  const element = document.createElement("div");
  element.className = textarea.getAttribute("aria-invalid") ? "text-editor is-wrong" : "text-editor";
  const root = element.attachShadow({ mode: "open" });
  const language = new Compartment();
  const editable = new Compartment();
  let known = textarea.value;
  let shownLanguage = languageOf(format, known);
  let isReading = false;
  let waiting;

  const editableOf = () => [
    EditorView.editable.of(!textarea.disabled),
    EditorState.readOnly.of(textarea.disabled),
    EditorView.contentAttributes.of(textarea.disabled ? { "aria-disabled": "true" } : {}),
  ];
  const described = (textarea.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "");
  const attributes = {
    "aria-label": "Content",
    tabindex: "0",
    "aria-description": described.join(" "),
    ...(textarea.getAttribute("aria-invalid") ? { "aria-invalid": "true" } : {}),
  };

  function write() {
    clearTimeout(waiting);
    waiting = undefined;
    known = view.state.doc.toString();
    textarea.value = known;
    textarea.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const writeWhatWaits = () => waiting && write();
  function tell({ docChanged, state }) {
    if (!docChanged || isReading) return;
    clearTimeout(waiting);
    if (state.doc.length < longText) write();
    else waiting = setTimeout(write, pauseOfLongText);
  }
  const extensions = [
    language.of(shownLanguage),
    editable.of(editableOf()),
    theme,
    lineNumbers(),
    placeholder(textarea.placeholder),
    history(),
    bracketMatching(),
    syntaxHighlighting(colours),
    search({ top: true }),
    showsNotes(problems),
    directions,
    EditorView.perLineTextDirection.of(true),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of(attributes),
    EditorView.domEventHandlers({ drop: hasFiles, beforeinput: replaceSelection }),
    keymap.of([
      // Saves, as the form's key.
      { key: "Mod-Enter", run: () => true },
      ...markdownKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of(tell),
  ];
  const { value, selectionStart, selectionEnd, dir } = textarea;
  // Chromium would look through all of the text for its direction whenever it is set.
  textarea.removeAttribute("dir");
  document.addEventListener("submit", writeWhatWaits, true);
  const view = new EditorView({
    parent: root,
    root,
    state: stateOf(value, { anchor: selectionStart, head: selectionEnd }, extensions),
  });
  if (problems.length > 0) {
    const { from } = lineIn(view.state.doc, Math.min(...problems.map(({ line }) => line)));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }

  return {
    element,
    focus: () => view.focus(),
    read({ format: present }) {
      const isOther = known !== textarea.value;
      const effects = [];
      const nextLanguage = languageOf(present, textarea.value);
      if (nextLanguage !== shownLanguage) effects.push(language.reconfigure(nextLanguage));
      if (textarea.disabled !== view.state.readOnly) effects.push(editable.reconfigure(editableOf()));
      shownLanguage = nextLanguage;
      known = textarea.value;
      const all = { from: 0, to: view.state.doc.length, insert: known };
      isReading = true;
      if (isOther || effects.length > 0) view.dispatch({ changes: isOther ? all : [], effects });
      isReading = false;
    },
    close() {
      writeWhatWaits();
      document.removeEventListener("submit", writeWhatWaits, true);
      textarea.dir = dir;
      before = view.state.toJSON(kept);
      view.destroy();
    },
  };
}
