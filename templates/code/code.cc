#include "templates/code/code.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/cpu_limit.h"
#include "core/fields.h"
#include "core/text/markdown_writer.h"
#include "core/text/text.h"
#include "html/html.h"
#include "html/message.h"
#include "html/readable.h"
#include "templates/registry.h"
#include "templates/rendered_content.h"
#include "templates/sent_file.h"

namespace templates {
namespace {

using html::Html;
using html::Language;

// Lines are grouped in parts, and browsers lay out only the visible ones. code.css sets a part's
// height from its number of lines.
constexpr std::size_t kLinesOfPart = 250;
// The limits of one page.
constexpr std::size_t kMaximumBytes = std::size_t{20} << 20;

// The last line need not end with a line break.
std::size_t count_lines(std::string_view text) {
  const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return text.empty() || text.ends_with('\n') ? ends : ends + 1;
}

std::string counted_lines(std::size_t lines, Language language) {
  if (lines == 1) return std::string(html::Message("1 line").in(language));
  return html::plain_text(language, "{} lines", {html::readable_count(lines, language)});
}

// "12 lines of python"
std::string summary_of(const Code& code, std::size_t lines, Language language) {
  const std::string count = html::readable_count(lines, language);
  if (code.language.empty())
    return lines == 1 ? std::string(html::Message("1 line of code").in(language))
                      : html::plain_text(language, "{} lines of code", {count});
  return lines == 1 ? html::plain_text(language, "1 line of {}", {code.language})
                    : html::plain_text(language, "{} lines of {}", {count, code.language});
}

// U+061C, U+200E and U+200F, U+202A to U+202E, U+2066 to U+2069: with these, code may be displayed
// in another order than it is executed in.
bool has_direction_mark(std::string_view text) {
  for (std::size_t at = text.find_first_of("\xd8\xe2"); at != std::string_view::npos;
       at = text.find_first_of("\xd8\xe2", at + 1)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("\u061c") || rest.starts_with("\u200e") || rest.starts_with("\u200f"))
      return true;
    if (rest.size() < 3 || rest[0] != '\xe2') continue;
    if (rest[1] == '\x80' && rest[2] >= '\xaa' && rest[2] <= '\xae') return true;
    if (rest[1] == '\x81' && rest[2] >= '\xa6' && rest[2] <= '\xa9') return true;
  }
  return false;
}

// The parts of a file, as far as they fit on the page.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {
    while (!rest_.empty() && html_.size() < kMaximumBytes) add_part();
  }

  const Html& as_html() const { return html_; }
  std::size_t count() const { return count_; }
  bool is_complete() const { return rest_.empty(); }

 private:
  void add_part() {
    core::CpuLimit::check();
    Html numbers;
    std::size_t size = 0;
    for (std::size_t i = 0; i < kLinesOfPart && size < rest_.size(); ++i) {
      const std::string number = std::to_string(++count_);
      numbers += html::format("<a id=\"L{}\" href=\"#L{}\" tabindex=\"-1\">{}</a>\n", number,
                              number, number);
      size = std::min(rest_.find('\n', size), rest_.size() - 1) + 1;
    }
    html_ += "<div class=\"code-part\"><div class=\"code-numbers\" aria-hidden=\"true\">";
    html_ += numbers;
    // HTML parsers drop a line feed directly after the tag.
    html_ += "</div><pre class=\"code-text\">\n";
    html_.append_exact_text(rest_.substr(0, size));
    html_ += "</pre></div>\n";
    rest_.remove_prefix(size);
  }

  std::string_view rest_;
  Html html_;
  std::size_t count_ = 0;
};

Html notes(const Code& code, const Lines& lines, std::size_t all_lines, Language language) {
  Html result;
  if (has_direction_mark(code.text)) {
    result += html::format(
        "<p class=\"note\">{}</p>\n",
        html::format(language,
                     "This file has invisible characters that change the direction of text. "
                     "It may read differently from how it runs."));
  }
  if (!lines.is_complete()) {
    result += html::format(
        "<p class=\"note\">{}</p>\n",
        html::format(
            language,
            "This file is too large to display in full. This page shows the first {} of {} lines. "
            "To get the whole file, request this URL with the header {}.",
            html::readable_count(lines.count(), language),
            html::readable_count(all_lines, language), Html("<code>Accept: text/plain</code>")));
  }
  return result;
}

using core::JsonType;
using core::JsonValue;

constexpr std::size_t kLongestFileName = 120;
constexpr std::size_t kLongestLanguage = 40;

// "C++" as "c++"; empty if it cannot be the name of a language.
std::string language_named(std::string_view name) {
  if (name.size() > kLongestLanguage) return {};
  std::string language = core::in_lower_case(name);
  const bool is_name = std::all_of(language.begin(), language.end(), [](char c) {
    return core::is_letter_or_digit(c) ||
           std::string_view("+#-._").find(c) != std::string_view::npos;
  });
  return is_name ? language : std::string();
}

std::string_view extension_of(std::string_view filename) {
  const std::size_t dot = filename.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : filename.substr(dot + 1);
}

std::string safe_name(std::string_view filename) {
  const std::string bare = bare_file_name(filename);
  std::string_view name = core::first_code_points(bare, kLongestFileName);
  while (name.starts_with(' ')) name.remove_prefix(1);
  while (name.ends_with(' ') || name.ends_with('.')) name.remove_suffix(1);
  return std::string(name);
}

constexpr std::array<std::string_view, 9> kMembers{
    "text", "code", "source", "content", "language", "lang", "filename", "file", "name"};

// In the order in which read_code() looks for them.
constexpr std::array<Source, 4> kSources{{{"text"}, {"code"}, {"source"}, {"content"}}};

constexpr std::array kCodeForms{Form::plain_text};
constexpr std::array kCodeDownloads{Download{"source", {}, ".txt", Form::plain_text, true, true}};

class CodeModel : public Model {
 public:
  CodeModel(JsonValue content, Code code) : Model(content), code_(std::move(code)) {}

  RenderedContent page(RenderingOptions options) const override {
    return render_code(code_, options);
  }
  std::optional<std::string> form(Form form) const override {
    if (form == Form::plain_text) return code_.text;
    return form == Form::markdown
               ? std::optional(core::markdown_code_block(code_.text, code_.language))
               : std::nullopt;
  }
  void examine(ContentFindings& findings) const override {
    if (!code_.filename.empty()) findings.first_heading = code_.filename;
    if (has_no_text(code_.text)) findings.warnings.push_back(empty_page("/content"));
  }
  std::optional<JsonValue> text() const override { return code_.sent; }

 private:
  Code code_;
};

}  // namespace

RenderedContent render_code(const Code& code, RenderingOptions options) {
  const Lines lines(code.text);
  const std::size_t all_lines = count_lines(code.text);
  RenderedContent content;
  content.summary = summary_of(code, all_lines, options.language);
  // The file name replaces a missing title.
  if (!code.filename.empty()) content.first_heading = {1, {}, code.filename};
  content.stylesheets.push_back(html::kCodeStylesheet);
  content.scripts.push_back(html::kCodeScript);
  content.can_be_copied = true;

  Html& page = content.html;
  page.reserve(lines.as_html().size() + 2048);
  page += html::format(
      "<div class=\"code-file digits-{}\" data-language=\"{}\"{}>\n"
      "<p class=\"code-facts\">",
      std::to_string(std::to_string(lines.count()).size()), code.language,
      lines.is_complete() ? Html(" data-complete=\"\"") : Html());
  if (!code.filename.empty())
    page += html::format("<span class=\"code-name\"><strong>{}</strong> · </span>", code.filename);
  if (!code.language.empty()) page += html::format("{} · ", code.language);
  page += html::format("{}</p>\n", counted_lines(all_lines, options.language));
  page += notes(code, lines, all_lines, options.language);
  page += html::format(
      "<div class=\"code-lines\" dir=\"ltr\" role=\"group\" aria-label=\"{}\" tabindex=\"0\">\n",
      html::format(options.language, "Code"));
  page += lines.as_html();
  page += "</div>\n</div>\n";
  return content;
}

core::Result<std::optional<Code>> read_code(JsonValue content) {
  core::FieldReader fields;
  if (!content.is(JsonType::object)) fields.fail_type(content, "an object");
  const auto text = fields.find(content, {"text", "code", "source", "content"}, {JsonType::string});
  const auto language = fields.find(content, {"language", "lang"}, {JsonType::string});
  const auto filename = fields.find(content, {"filename", "file", "name"}, {JsonType::string});
  if (filename) fields.check_line(*filename);
  if (auto problem = fields.problem()) return *std::move(problem);
  if (!text) return std::optional<Code>();

  Code code{text->string(), {}, filename ? safe_name(filename->string()) : std::string(), text};
  if (language) code.language = language_named(language->string());
  if (code.language.empty()) code.language = language_named(extension_of(code.filename));
  return std::optional(std::move(code));
}

constinit const TemplateDefinition kCodeTemplate{
    .id = core::Template::code,
    .label = "Code",
    .noun = "Code",
    .singular = "code",
    .plural = "code",
    .copy_name = "Copy code",
    .read = read_as<CodeModel, read_code>,
    .members = kMembers,
    .sources = kSources,
    .forms = kCodeForms,
    .downloads = kCodeDownloads,
    .example = R"({"text": "x = 1", "language": "python"})",
    .content_schema =
        R"({"type":"object","description":"A file of source code.","properties":{)"
        R"("text":{"type":"string"},)"
        R"("language":{"type":"string","description":"For highlighting: python, sql, cpp, …"},)"
        R"("filename":{"type":"string"}},"required":["text"]})",
    .text_member = "text",
};

}  // namespace templates
