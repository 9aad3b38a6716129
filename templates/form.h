// Form: a representation of an artifact's content for programs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace templates {

enum class Form : std::uint8_t { json, markdown, csv, plain_text, raw_csv, table_rows };

// JSON is the complete content, and every artifact has it. Raw CSV is CSV without the protection
// against formulas in spreadsheets; it is only returned on request, and so is not listed. Table
// rows are for the page's script.
inline constexpr std::array kForms{Form::json, Form::markdown, Form::csv, Form::plain_text};

// The limit of a form's size: a table with many columns and few values could grow far beyond its
// content. A larger form is not available.
inline constexpr std::size_t kMaximumFormBytes = std::size_t{32} << 20;

// Without parameters: "text/markdown".
constexpr std::string_view media_type_of(Form form) {
  constexpr std::array<std::string_view, kForms.size() + 2> kTypes{
      "application/json", "text/markdown", "text/csv",
      "text/plain",       "text/csv",      "application/x-ndjson"};
  return kTypes[static_cast<std::size_t>(form)];
}

// The form's name in the address of a share link: "md". Of those that are listed.
constexpr std::string_view name_of(Form form) {
  constexpr std::array<std::string_view, kForms.size()> kNames{"json", "md", "csv", "txt"};
  return kNames.at(static_cast<std::size_t>(form));
}

constexpr std::optional<Form> form_named(std::string_view name) {
  for (const Form form : kForms)
    if (name_of(form) == name) return form;
  return std::nullopt;
}

}  // namespace templates
