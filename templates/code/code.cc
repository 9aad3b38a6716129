#include "templates/code/code.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/cpu_limit.h"
#include "html/amount.h"
#include "html/assets.h"

namespace templates {
namespace {

using html::Html;

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

std::string counted_lines(std::size_t lines) {
  return html::group_thousands(lines) + (lines == 1 ? " line" : " lines");
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

Html notes(const Code& code, const Lines& lines, std::size_t all_lines) {
  Html result;
  if (has_direction_mark(code.text)) {
    result +=
        "<p class=\"note\">This file has invisible characters that change the direction of text. "
        "It may read differently from how it runs.</p>\n";
  }
  if (!lines.is_complete()) {
    result += html::format(
        "<p class=\"note\">This file is too large to display in full. This page shows the first {} "
        "of {} lines. To get the whole file, request this URL with the header <code>Accept: "
        "text/plain</code>.</p>\n",
        html::group_thousands(lines.count()), html::group_thousands(all_lines));
  }
  return result;
}

}  // namespace

RenderedContent render_code(const Code& code) {
  const Lines lines(code.text);
  const std::size_t all_lines = count_lines(code.text);
  const std::string size = counted_lines(all_lines);

  RenderedContent content;
  content.summary = size + " of " + (code.language.empty() ? "code" : code.language);
  // The file name replaces a missing title.
  if (!code.filename.empty()) content.first_heading = {1, {}, code.filename};
  content.stylesheets.push_back(html::kCodeStylesheet);
  content.scripts.push_back(html::kCodeScript);

  Html& page = content.html;
  page.reserve(lines.as_html().size() + 2048);
  page += html::format(
      "<div class=\"code-file digits-{}\" data-language=\"{}\" data-filename=\"{}\"{}>\n"
      "<div class=\"code-bar\"><p class=\"code-facts\">",
      std::to_string(std::to_string(lines.count()).size()), code.language, code.filename,
      lines.is_complete() ? Html(" data-complete=\"\"") : Html());
  if (!code.filename.empty())
    page += html::format("<span class=\"code-name\"><strong>{}</strong> · </span>", code.filename);
  if (!code.language.empty()) page += html::format("{} · ", code.language);
  page += html::format("{}</p></div>\n", size);
  page += notes(code, lines, all_lines);
  page +=
      "<div class=\"code-lines\" dir=\"ltr\" role=\"group\" aria-label=\"Code\" tabindex=\"0\">\n";
  page += lines.as_html();
  page += "</div>\n</div>\n";
  return content;
}

}  // namespace templates
