// Form: a representation of an artifact's content for programs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/artifact.h"
#include "core/error.h"
#include "core/text/json.h"
#include "core/warning.h"
#include "html/message.h"
#include "templates/addition.h"
#include "templates/differences/content_difference.h"
#include "templates/rendered_content.h"

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

// TemplateDefinition: what the rest of the service needs to know about a template.
//
// Each is defined in its template's folder, and listed in registry.cc.

// Writes the content in a form for programs. Nothing if the content has no such text.
using FormWriter = std::optional<std::string> (*)(core::JsonValue content);

// Findings about valid content.
struct ContentFindings {
  bool is_shown = true;    // whether there is something that can be rendered
  bool makes_pdf = false;  // a PDF has to be made of it
  // As plain text; empty if the document has none, absent for templates without headings.
  std::optional<std::string> first_heading = std::nullopt;
  std::vector<core::Warning> warnings = {};
};

// A type of file that a template accepts as content, and how it is stored.
struct FileType {
  enum class Form : std::uint8_t { text, base64 };

  std::string_view media_type;  // without parameters
  std::string_view member;      // of the content, which has the file
  Form form = Form::text;
  bool keeps_name = false;          // the content has the file's name too, in `filename`
  std::string_view beginning = {};  // of every such file
  std::size_t most_before = 0;      // bytes that may precede it
  char delimiter = 0;               // that the type says of CSV; 0 if the text decides
};

// A member of the content with what is shown.
struct Source {
  std::string_view name;
  bool is_text = true;   // a string; otherwise an array or an object
  bool is_file = false;  // the string has the bytes of a file, in base64
};

// All functions take the root of the content's tree and are thread-safe.
struct TemplateDefinition {
  core::Template id;

  // Its names in the user interface: in lists and filters ("PDF"), for an artifact without a title
  // ("PDF document"), and in sentences ("PDFs").
  std::string_view label;
  html::Message noun;
  std::string_view plural;

  // Validates the fields that are rendered and ignores others. The message of an invalid_content
  // names the field by its JSON Pointer (RFC 6901) from the body's root.
  core::Result<ContentFindings> (*check)(core::JsonValue content);

  // The names of the content's members that it reads, the preferred ones first.
  std::span<const std::string_view> members;

  // The page shows the first of these members of the content that is there.
  std::span<const Source> sources = {};

  // The files that can be its content. The first template in the registry that accepts a type is
  // the default for such files.
  std::span<const FileType> files = {};

  // Renders the content; nothing if there is nothing that can be rendered.
  std::optional<RenderedContent> (*render)(core::JsonValue content, RenderingOptions options);

  // The content with rows or points added. Errors: append_unsupported. Null: only its text can
  // grow.
  core::Result<GrownContent> (*append)(core::JsonValue content, const Addition& addition) = nullptr;

  // The content as text. Each template supports Markdown: the document
  // itself, or a readable replacement, such as a chart's data as a table. Null: this form is not
  // supported.
  FormWriter markdown;
  FormWriter csv = nullptr;
  FormWriter plain_text = nullptr;
  FormWriter raw_csv = nullptr;
  FormWriter table_rows = nullptr;

  // The words that a search for text looks at. Null: those of the Markdown form.
  FormWriter searched_text = nullptr;

  // Compares two contents; nothing if one of them cannot be rendered. Null: by their plain texts,
  // which are what their authors edit, and the other members.
  std::optional<ContentDifference> (*compare)(core::JsonValue from, core::JsonValue to) = nullptr;

  // A small content in JSON, for error messages.
  std::string_view example;

  // For models: a JSON Schema, with descriptions, of one of the dialects that `check` accepts, and
  // the member that a plain string stands for, empty if there is none.
  std::string_view content_schema;
  std::string_view text_member = {};

  // Artifacts are available as a PDF file, which rendering/artifact_pdfs.h finds or generates, and
  // which a share link may allow to download.
  bool has_file = false;

  // Pages can contain remote images, which a share link may restrict.
  bool has_remote_images = false;

  // Null for JSON, which is returned as stored, and if the template has no such form.
  FormWriter writer_of(Form form) const {
    switch (form) {
      case Form::json:
        return nullptr;
      case Form::markdown:
        return markdown;
      case Form::csv:
        return csv;
      case Form::plain_text:
        return plain_text;
      case Form::raw_csv:
        return raw_csv;
      case Form::table_rows:
        return table_rows;
    }
    return nullptr;
  }
  bool has_form(Form form) const { return form == Form::json || writer_of(form) != nullptr; }
};

// All templates. The rest of the service asks this registry instead of naming templates.

// In the order of core::kTemplates.
const std::array<const TemplateDefinition*, core::kTemplates.size()>& all_templates();

const TemplateDefinition& definition_of(core::Template id);

// The functions of a TemplateDefinition for a template that reads its content into its own type:
// `read` returns a core::Result<std::optional<T>>, nothing if there is nothing to show, and `use`
// receives a const T&, and the options of a rendering. `examine` adds to the findings about what
// `read` returned.

template <auto read, auto examine>
core::Result<ContentFindings> check_by(core::JsonValue content) {
  const auto outcome = read(content);
  if (!outcome) return outcome.error();
  ContentFindings findings;
  findings.is_shown = outcome->has_value();
  if (*outcome) examine(**outcome, findings);
  return findings;
}

template <auto read, auto use>
std::optional<RenderedContent> render_by(core::JsonValue content, RenderingOptions options) {
  const auto outcome = read(content);
  return outcome && *outcome ? std::optional(use(**outcome, options)) : std::nullopt;
}

template <auto read, auto use>
std::optional<std::string> write_by(core::JsonValue content) {
  const auto outcome = read(content);
  return outcome && *outcome ? std::optional(use(**outcome)) : std::nullopt;
}

extern const TemplateDefinition kChartTemplate;

extern const TemplateDefinition kCodeTemplate;

extern const TemplateDefinition kMarkdownTemplate;

extern const TemplateDefinition kPdfTemplate;

extern const TemplateDefinition kTableTemplate;

}  // namespace templates
