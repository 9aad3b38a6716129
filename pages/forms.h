// The parts of the dashboard's forms.
#pragma once

#include <optional>
#include <string_view>

#include "core/enum_words.h"
#include "core/principal.h"
#include "core/text/form.h"
#include "core/time.h"
#include "html/html.h"

namespace pages {

// The hidden field of every form.
html::Html form_token_field(std::string_view form_token);

html::Html hidden_field(std::string_view name, std::string_view value);

// The error in a form, or the result of an action, above the form; empty for an empty text.
html::Html problem_note(std::string_view text);
html::Html done_note(std::string_view text);

// One option of a <select>. `moment` is one that `text` has as html::readable_moment_text() writes
// it, which a script shows by the reader's clock (pages/assets/dashboard.js).
html::Html choice(std::string_view value, std::string_view text, bool is_chosen,
                  const std::optional<core::Timestamp>& moment = {});

// One option for each word of an enumeration that has a label, and for the chosen one.
template <typename Enum>
html::Html word_choices(std::string_view chosen) {
  html::Html choices;
  for (const core::Word<Enum>& word : core::kWords<Enum>) {
    if (word.label.empty() && word.text != chosen) continue;
    choices += choice(word.text, word.label.empty() ? word.text : word.label, word.text == chosen);
  }
  return choices;
}

// A field for a lifetime: `first`, then one hour to ten years, in the syntax of core::Duration,
// then `last`.
html::Html expiry_choice(const html::Html& first, std::string_view chosen,
                         const html::Html& last = {}, std::string_view name = "expiresIn");

// The same with its label, "On a date…", kOnDate, and the field `endDate` for that day.
inline constexpr std::string_view kOnDate = "date";
html::Html end_choice(std::string_view label, const html::Html& first, std::string_view chosen,
                      std::string_view end_date);

// The permissions that a user grants to an API key or an app.

// "Read and list artifacts"
std::string_view meaning_of(core::Scope scope);

// The fields for limits, with the values of a form. `bearer`: "key" or "app".
html::Html limit_fields(const core::FormFields& form, std::string_view bearer);

// The limits as lines to follow the scopes in a list; empty if there are none.
html::Html limit_list(const core::PublishingLimits& limits);

}  // namespace pages
