// The texts of scripts in the language of the page (html/message.h). It comes before the scripts that use it.
"use strict";

/* global translations */
/* exported countText, message, pageLanguage */

const pageLanguage = document.documentElement.lang || "en";

// How many there are of something, as the language groups digits. In C++: readable_count().
const countText = (count) => new Intl.NumberFormat(pageLanguage).format(count);

// The translation of an English text, with each {} replaced by the value at its position. Pages in English load no
// translations.
function message(text, ...values) {
  const known = typeof translations === "undefined" ? text : (translations[text] ?? text);
  return known.replace(/{}/g, () => values.shift());
}
