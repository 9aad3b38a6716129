// Markdown: GitHub-flavoured Markdown to HTML, by md4c's parser and a renderer of our own.
//
// The source is untrusted. Of its HTML only what is on a list is written (embedded_html/),
// html/url.h filters links and images, and Html escapes everything else. The work is limited for
// any source: beyond the limits (size, nesting, width of tables, length of the result, and the
// thread's limit of CPU time) the source itself is shown as plain text, with a note.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/text/json.h"
#include "core/warning.h"
#include "html/html.h"
#include "templates/rendered_content.h"

namespace templates {

struct RenderedMarkdown {
  html::Html leading_heading;  // the first-level heading that the document begins with, if any
  html::Html html;             // the rest
  std::string language;        // as RenderedContent has it
  bool has_code = false;       // blocks of code, diagrams' sources too
  bool has_formulas = false;
  bool has_diagrams = false;          // code blocks in the language "mermaid"
  std::vector<std::string> diagrams;  // their sources
  bool has_remote_images = false;     // shown, or offered for a click
  bool has_data_images = false;       // shown from data: URLs
  std::vector<std::string>
      missing_images;  // URLs of those that no page can show; the first of them
  std::vector<std::string>
      unknown_tags;                  // "<name>" of no HTML element, not shown; the first of them
  std::string first_text;            // the beginning of its paragraphs as plain text, for a summary
  std::vector<Heading> headings;     // including the leading heading
  bool begins_with_heading = false;  // or with pictures above it
  bool too_complex = false;          // html shows the source
};

// Thread-safe; never throws, whatever the source is.
RenderedMarkdown render_markdown(const std::string& source, RenderingOptions options = {});

// The content of a markdown artifact: its text, in a string member with one of these names:
// text|markdown|body|content|md|source.

inline constexpr std::array<std::string_view, 6> kMarkdownTextNames{
    "text", "markdown", "body", "content", "md", "source"};

// The member with the text; nothing if none of them is a string.
std::optional<core::JsonValue> find_markdown_text(const core::JsonValue& content);

// Returns invalid_content if there are members with these names but none is a string.
std::optional<core::Error> check_markdown_content(const core::JsonValue& content);

// WrappedDocument: a document in what a model answered. Its page is without
// - a fence around all of it: "```markdown", the document, "```". Blocks of code within the
// document
//   may have fences of the same length, but the text must end with the fence;
// - what the model was thinking: blocks from <think> at the beginning of a line, outside of code,
// to
//   </think>.
struct WrappedDocument {
  std::string text;
  bool was_in_fence = false;
  bool had_thoughts = false;
};

// Linear in the length of the text.
WrappedDocument document_in(std::string text);

// Adds the warnings that `field` has more than its page shows.
void warn_of_wrapping(const WrappedDocument& document, const std::string& field,
                      std::vector<core::Warning>& warnings);

}  // namespace templates
