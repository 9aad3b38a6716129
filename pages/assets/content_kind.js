// What a text that somebody pastes looks like, for the form of an artifact, which offers to show it as that. Programs say
// what they send by its template, name or media type.
"use strict";

/* exported makeOffers */

const longestCell = 120;
const longestOnAverage = 40;
const mostSampled = 65_536;

// The records that a delimiter makes of a text, without one that was cut.
function recordsOf(text, delimiter) {
  const records = [[]];
  const field = new RegExp(`"((?:[^"]|"")*)"(?=[${delimiter}\n]|$)|[^${delimiter}\n]*`, "y");
  for (let at = 0; at <= text.length;) {
    field.lastIndex = at;
    const [whole, quoted] = field.exec(text);
    records.at(-1).push(quoted ?? whole);
    at += whole.length + 1;
    if (text[at - 1] === "\n") records.push([]);
  }
  if (text.length === mostSampled) records.pop();
  return records.filter((record) => record.length > 1 || record[0]?.trim());
}

const endsSentence = (cell) => /\p{L}\s.*[.!?…]["”’)]*$/u.test(cell);
const hasShortCells = (cells) =>
  cells.every(({ length }) => length <= longestCell) &&
  cells.reduce((sum, { length }) => sum + length, 0) <= longestOnAverage * cells.length;

// Sentences have commas too, but spaces behind them.
function areCells(records, delimiter) {
  const width = records[0]?.length;
  if (records.length < 3 || width < 2 || records.some(({ length }) => length !== width)) return false;
  const cells = records.flat();
  const behind = records.flatMap((record) => record.slice(1));
  const spaced = behind.filter((cell) => cell.startsWith(" ")).length;
  return (
    hasShortCells(cells) &&
    !records.some((record) => endsSentence(record.at(-1))) &&
    records.some((record) => record.at(-1).trim()) &&
    (delimiter !== "," || 2 * spaced < behind.length)
  );
}

function areRecords(text) {
  if (!/^\s*[[{]/.test(text)) return false;
  const isRecord = (value) => value && typeof value === "object" && !Array.isArray(value);
  const parsed = (json) => {
    try {
      return JSON.parse(json);
    } catch {
      return undefined;
    }
  };
  const whole = parsed(text);
  if (whole !== undefined) return Array.isArray(whole) && whole.length > 1 && whole.every(isRecord);
  const lines = text.split("\n").filter((line) => line.trim());
  return lines.length > 1 && lines.every((line) => isRecord(parsed(line)));
}

// Whether a text is cells of a table, separated alike in all of its lines, or records in JSON.
function cellsIn(text) {
  const sample = text.slice(0, mostSampled).replaceAll("\r", "");
  const delimiter = ["\t", ";", ","].find((one) => areCells(recordsOf(sample, one), one));
  return Boolean(delimiter) || (text.length <= 1_000_000 && areRecords(text));
}

// Lines that only one language has, and how many of them tell it.
const languages = [
  [
    "Python",
    /^\s*(?:def \w+\(.*:$|class \w+.*:$|from [\w.]+ import \w|import [\w.]+(?: as \w+)?$|if __name__ ==)/,
  ],
  ["C or C++", /^\s*#include\s*[<"]|^\s*(?:int|void) main\(|^\s*(?:using namespace|std::)/],
  ["Go", /^(?:package \w+$|func (?:\(\w+ \*?\w+\) )?\w+\(|import \()/],
  ["Rust", /^\s*(?:(?:pub )?fn \w+|use [\w:]+(?:::|;)|impl\b.*\{|let mut )/],
  [
    "Java",
    /^\s*(?:public (?:static |final |abstract )*(?:class|interface|void)|import java[\w.]*;|package [\w.]+;)/,
  ],
  ["PHP", /^\s*(?:<\?php|\$\w+ = .*;$)/],
  [
    "JavaScript",
    /^\s*(?:(?:export )?(?:async )?function \w*\(|(?:const|let|var) [\w{[].* = .*|import .* from ["']|.*=> \{$)/,
  ],
  ["SQL", /^\s*(?:select\b.*|from \w+|insert into \w+|create (?:table|index|view) .*|update \w+ set .*)/i],
  ["CSS", /^\s*(?:[.#]?[\w-]+(?:[ ,>.:#][\w\s.:#>,()-]*)? \{|[a-z-]+: [^;]+;)$/],
  ["Shell", /^\s*(?:(?:if|while) \[.*|fi|done|esac|export \w+=.*|echo ["$].*)$/],
];
const shebangs = {
  python: "Python",
  node: "JavaScript",
  bash: "Shell",
  sh: "Shell",
  ruby: "Ruby",
  perl: "Perl",
};

// The language that a script's first line names; nothing if the text is none.
function languageOfScript(text) {
  const program = /^#!.*[/ ]([a-z]+)[\d.]*\s*$/.exec(text.split("\n", 1)[0])?.[1];
  return program && (shebangs[program] ?? "code");
}

// The language that a text is written in by all appearances; nothing if it is probably no code.
function languageOf(text) {
  const script = languageOfScript(text);
  if (script) return script;
  const lines = text.slice(0, mostSampled).split("\n");
  if (lines.some((line) => /^(?:`{3,}|> |\* |- |\d+\. )/.test(line))) return undefined;
  const told = languages
    .map(([name, pattern]) => ({ name, count: lines.filter((line) => pattern.test(line.trimEnd())).length }))
    .reduce((best, one) => (one.count > best.count ? one : best));
  return told.count >= 2 ? told.name : undefined;
}

// The bar above the content of a new artifact, which says what becomes of it and offers what else could. `focus` returns
// to the editor; `isTable` says whether the chosen file is one.
function makeOffers(form, { element, button, focus, isTable }) {
  const { text, template } = form.elements;
  const bar = element("p", { class: "offer", role: "status" });
  let own = ""; // the template that was chosen here
  let shown = "";
  let sheets = []; // of the workbook that the text is from
  const change = () => form.dispatchEvent(new Event("change"));
  const choose = (name) => {
    focus();
    own = "";
    template.value = name;
    change();
  };
  const chart = button("Make a chart", () => choose("chart"));
  const asText = button("Keep as text", () => choose("markdown"));
  const asCode = button("Show as code", () => choose("code"));

  function choiceOfSheet() {
    const options = sheets.map(({ name }, place) => element("option", { value: place }, name));
    const select = element("select", { "aria-label": "Sheet" }, ...options);
    select.addEventListener("change", () => {
      text.value = sheets[select.value].text;
      change();
    });
    return select;
  }
  function show(...parts) {
    const key = parts.map((part) => part.textContent ?? part).join("|");
    if (key === shown) return;
    shown = key;
    bar.replaceChildren(...parts);
    if (parts.length) form.querySelector(".content-area > textarea").before(bar);
    else bar.remove();
  }
  // What was pasted, or is not there any more. What is typed does not change under the reader's hands.
  function look() {
    if (!text.value.trim()) {
      if (own) template.value = own = "";
      sheets = [];
    } else if (!template.value && !form.elements.version) {
      own = cellsIn(text.value) ? "table" : languageOfScript(text.value) ? "code" : "";
      template.value = own;
    }
  }
  function update() {
    if (isTable() && !template.value) return show("These cells become a table.", chart);
    if (own === "code") return show(`This is shown as ${languageOf(text.value)}.`, asText);
    if (own)
      return show(
        "These cells become a table.",
        chart,
        asText,
        ...(sheets.length > 1 ? [choiceOfSheet()] : []),
      );
    const language = template.value || form.elements.version ? undefined : languageOf(text.value);
    return language ? show(`Looks like ${language}.`, asCode) : show();
  }
  function takeSheets(found) {
    sheets = found;
    text.value = found[0].text;
    if (!template.value) own = "table";
    template.value ||= "table";
  }
  return { look, update, takeSheets };
}
