// TemplateDefinition: what the rest of the service needs to know about a template.
//
// Each is defined in its template's folder, and listed in registry.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "core/artifact.h"
#include "core/error.h"
#include "core/text/json.h"
#include "html/message.h"
#include "templates/model.h"

namespace templates {

// A type of file that a template accepts as content, and how it is stored.
struct FileType {
  enum class Form : std::uint8_t { text, base64 };

  std::string_view media_type;  // without parameters
  std::string_view extensions;  // "jpg jpeg"
  std::string_view member;      // of the content, which has the file
  Form form = Form::text;
  bool keeps_name = false;          // the content has the file's name too, in `filename`
  bool is_picture = false;          // the content has what it shows, in `alt`
  std::string_view beginning = {};  // of every such file
  std::size_t most_before = 0;      // bytes that may precede it
  bool only_if_named = false;  // such files are another template's unless a client names this one
  char delimiter = 0;          // that the type says of CSV; 0 if the text decides
};

// A member of the content with what is shown.
struct Source {
  std::string_view name;
  bool is_text = true;   // a string; otherwise an array or an object
  bool is_file = false;  // the string has the bytes of a file, in base64
};

// What readers can save of a page: a form of the content, or what the page's script makes.
struct Download {
  std::string_view id;            // of the tool, for the script
  std::string_view name;          // "CSV"; empty where it is the only one
  std::string_view ending;        // of the file's name
  std::optional<Form> form = {};  // is linked to, where the link has it
  bool has_script = false;        // the script saves it where nothing is linked to
  bool keeps_name = false;        // the file has the name that stands in the page as its heading
};

// What a template has made of a content.
struct ReadContent {
  std::unique_ptr<const Model> model;  // null if there is nothing that it can show
  ContentFindings findings = {};       // those about content that is not shown, too
};

struct TemplateDefinition {
  core::Template id;

  // Its names in the user interface: in lists and filters ("PDF"), for an artifact without a title
  // ("PDF document"), and in sentences ("a PDF", "PDFs").
  std::string_view label;
  html::Message noun;
  std::string_view singular;
  std::string_view plural;
  // The name of the tool that copies the content of its page.
  html::Message copy_name = "Copy text";

  // Reads the root of a content's tree. Validates the fields that are shown and ignores others. The
  // message of an invalid_content names the field by its JSON Pointer (RFC 6901) from the body's
  // root. Thread-safe.
  core::Result<ReadContent> (*read)(core::JsonValue content);

  // The names of the content's members that it reads, the preferred ones first.
  std::span<const std::string_view> members;

  // The page shows the first of these members of the content that is there.
  std::span<const Source> sources = {};

  // The files that can be its content. The first template in the registry that accepts a type is
  // the default for such files, but for only_if_named.
  std::span<const FileType> files = {};

  // The type of a file whose bytes show that it is this template's, whatever its name says of its
  // type. Nothing for all others, of which the extension tells.
  const FileType* (*recognise)(std::string_view name, std::string_view bytes) = nullptr;

  // The forms besides JSON and Markdown.
  std::span<const Form> forms = {};

  // In the order of the page's menu. A template with a file offers that instead.
  std::span<const Download> downloads = {};

  // A small content in JSON, for error messages.
  std::string_view example;

  // For models: a JSON Schema, with descriptions, of one of the dialects that `read` accepts, empty
  // if they cannot write such content, and the member that a plain string stands for, empty if
  // there is none.
  std::string_view content_schema;
  std::string_view text_member = {};

  // Artifacts are available as a file, which rendering/artifact_files.h finds or generates.
  bool has_file = false;
  // It can only be downloaded by share links that allow it.
  bool limits_downloads = false;

  // Pages show it in a frame, as a document with a policy of its own.
  bool has_document = false;

  // Pages can contain remote images, which a share link may restrict.
  bool has_remote_images = false;

  // Embedded, it is a part of the page around it, and has no tools.
  bool flows = false;

  // Nothing if it takes no files of the type.
  const FileType* file_type(std::string_view media_type) const {
    for (const FileType& type : files)
      if (type.media_type == media_type) return &type;
    return nullptr;
  }

  bool has_form(Form form) const {
    return form == Form::json || form == Form::markdown ||
           std::find(forms.begin(), forms.end(), form) != forms.end();
  }
};

// All templates. The rest of the service asks this registry instead of naming templates.

// In the order of core::kTemplates.
const std::array<const TemplateDefinition*, core::kTemplates.size()>& all_templates();

const TemplateDefinition& definition_of(core::Template id);

// TemplateDefinition::read for a template whose own reader, `read`, returns a
// core::Result<std::optional<T>>, nothing if there is nothing to show, and whose model is made of
// the content and a T.
template <typename ModelOf, auto read>
core::Result<ReadContent> read_as(core::JsonValue content) {
  auto outcome = read(content);
  if (!outcome) return outcome.error();
  ReadContent reading;
  if (*outcome) reading.model = std::make_unique<ModelOf>(content, **std::move(outcome));
  return reading;
}

extern const TemplateDefinition kChartTemplate;

extern const TemplateDefinition kCodeTemplate;

extern const TemplateDefinition kHtmlTemplate;

extern const TemplateDefinition kImageTemplate;

extern const TemplateDefinition kMarkdownTemplate;

extern const TemplateDefinition kPdfTemplate;

extern const TemplateDefinition kTableTemplate;

}  // namespace templates
