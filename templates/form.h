// Form: in what form a program gets an artifact's content. People get its page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace templates {

enum class Form : std::uint8_t { json, markdown, csv, plain_text, raw_csv, table_rows };

// JSON is the whole content, and every artifact has it. The others are UTF-8. Raw CSV is CSV
// without what protects people who open it in a spreadsheet; it is only given on request, and so
// not listed. Table rows are for the script of the page alone.
inline constexpr std::array kForms{Form::json, Form::markdown, Form::csv, Form::plain_text};

// Tables with many columns and hardly a value in them would grow far beyond their content. Those
// that pass this are not written.
inline constexpr std::size_t kMostFormBytes = std::size_t{32} << 20;

// Without parameters: "text/markdown".
constexpr std::string_view media_type_of(Form form) {
  constexpr std::array<std::string_view, kForms.size() + 2> kTypes{
      "application/json", "text/markdown", "text/csv",
      "text/plain",       "text/csv",      "application/x-ndjson"};
  return kTypes[static_cast<std::size_t>(form)];
}

// Compared exactly.
constexpr std::optional<Form> form_of_media_type(std::string_view type) {
  for (const Form form : kForms)
    if (media_type_of(form) == type) return form;
  return std::nullopt;
}

}  // namespace templates
