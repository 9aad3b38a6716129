// Model: what a template has read of a content. All that the service does with content, it does
// with its model, so a content is understood in one place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/text/json.h"
#include "core/warning.h"
#include "templates/addition.h"
#include "templates/rendered_content.h"

namespace templates {

// Form: a representation of an artifact's content for programs.

enum class Form : std::uint8_t { json, markdown, csv, plain_text, raw_csv, table_rows, picture };

// JSON is the complete content, and every artifact has it. Raw CSV is CSV without the protection
// against formulas in spreadsheets; it is only returned on request, and so is not listed. Table
// rows are for the page's script. A picture is the file itself, whose bytes tell its type.
inline constexpr std::array kForms{Form::json, Form::markdown, Form::csv, Form::plain_text};

// The limit of a form's size: a table with many columns and few values could grow far beyond its
// content. A larger form is not available.
inline constexpr std::size_t kMaximumFormBytes = std::size_t{32} << 20;

// Without parameters: "text/markdown".
constexpr std::string_view media_type_of(Form form) {
  constexpr std::array<std::string_view, kForms.size() + 3> kTypes{
      "application/json", "text/markdown",        "text/csv", "text/plain",
      "text/csv",         "application/x-ndjson", "image/*"};
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

// Findings about valid content.
struct ContentFindings {
  bool is_shown = true;    // whether there is something that can be rendered
  bool makes_pdf = false;  // a PDF has to be made of it
  // As plain text; empty if the document has none, absent for templates without headings.
  std::optional<std::string> first_heading = std::nullopt;
  std::vector<core::Warning> warnings = {};
  // Is stored in place of the content that was sent; absent: that itself.
  std::optional<core::JsonTree> stored = std::nullopt;
};

// Immutable and thread-safe. The tree of the content must outlive it.
class Model {
 public:
  explicit Model(core::JsonValue content) : content_(content) {}
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  virtual ~Model() = default;

  // The root of the content's tree.
  core::JsonValue content() const { return content_; }

  virtual RenderedContent page(RenderingOptions options) const = 0;

  // The content in a form for programs but JSON. Each template has Markdown: the document itself,
  // or a readable replacement, such as a chart's data as a table. Nothing if the template has no
  // such form (TemplateDefinition::forms), or the content has no such text.
  virtual std::optional<std::string> form(Form form) const = 0;

  // Adds what there is to say about the content.
  virtual void examine(ContentFindings& findings) const = 0;

  // The words that a search for text looks at: those of the Markdown form.
  virtual std::optional<std::string> words() const { return form(Form::markdown); }

  // The string that people edit as text. Nothing for other content, and for a file.
  virtual std::optional<core::JsonValue> text() const { return std::nullopt; }

  // The content with an addition: one to its text. Errors: append_unsupported.
  virtual core::Result<GrownContent> grown(const Addition& addition) const;

  // For the comparison of versions, which is by the rows of raw CSV, or else by the text: the keys
  // of the columns, by which these are the same before their headings are compared, and a line for
  // each thing that is shown besides.
  virtual std::vector<std::string> keys_of_columns() const { return {}; }
  virtual std::string settings() const { return {}; }

  // The size of the file in place of a text or rows.
  virtual std::optional<std::size_t> file_bytes() const { return std::nullopt; }

 private:
  core::JsonValue content_;
};

}  // namespace templates
