// How the values of a column write numbers and dates (templates/table/notation.h). A column without a notation
// of its own has plain numbers, 1,234.5, and dates that need none.
"use strict";

/* global pageLanguage */

const space = "[ \u00a0\u202f\u2009]";
const apostrophe = "['’]";

// `group` matches what stands between groups of digits, and `written` is one of these.
function makeNotation({ group, written, decimal, isLakh = false }) {
  const groups = isLakh ? `[1-9]\\d?(?:${group}\\d\\d)*${group}\\d{3}` : `[1-9]\\d{0,2}(?:${group}\\d{3})+`;
  return {
    form: new RegExp(`^(?:${groups}|\\d+)(?:\\${decimal}\\d+)?(?:e[-+]?\\d+)?$`, "i"),
    groups: new RegExp(group, "g"),
    places: isLakh ? /\B(?=(?:\d\d)*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g,
    written,
    decimal,
  };
}

const notations = {
  comma: makeNotation({ group: "\\.", written: ".", decimal: "," }),
  "space-comma": makeNotation({ group: space, written: "\u00a0", decimal: "," }),
  apostrophe: makeNotation({ group: apostrophe, written: "'", decimal: "." }),
  lakh: makeNotation({ group: ",", written: ",", decimal: ".", isLakh: true }),
  "space-point": makeNotation({ group: space, written: "\u00a0", decimal: "." }),
  "apostrophe-comma": makeNotation({ group: apostrophe, written: "'", decimal: "," }),
};

// The text with its number as in a program: 1234.5 for 1.234,5. Without digits if it is no number in the notation.
function plainNumber(text, notation) {
  const marks = notations[notation];
  if (!marks) return text;
  return text.replace(/\d(?:.*\d)?/s, (digits) =>
    marks.form.test(digits) ? digits.replace(marks.groups, "").replace(marks.decimal, ".") : "",
  );
}

// The text with its number, which is 1,234.5, in the notation: 1.234,5.
function writtenIn(notation, text) {
  const marks = notations[notation];
  if (!marks) return text;
  return text.replace(/(\d[\d,]*)(?:\.(\d+))?/, (digits, integer, fraction) => {
    const grouped = integer.replaceAll(",", "").replace(marks.places, marks.written);
    return fraction === undefined ? grouped : grouped + marks.decimal + fraction;
  });
}

// That of the reader's language, for amounts whose own notation is plain; nothing if it is plain too.
function notationForReader({ quantity, notation }) {
  return quantity && !notation ? { de: "comma", es: "comma", fr: "space-comma" }[pageLanguage] : undefined;
}

// The forms of days in numbers, in columns where these are dates.
const numericDates = {
  "day-first": "(?<day>\\d\\d?)(?<mark>[./-])(?<month>\\d\\d?)\\k<mark>(?<year>\\d{4})",
  "month-first": "(?<month>\\d\\d?)(?<mark>[/-])(?<day>\\d\\d?)\\k<mark>(?<year>\\d{4})",
};
