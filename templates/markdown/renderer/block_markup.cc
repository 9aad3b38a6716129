#include "templates/markdown/renderer/block_markup.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/text/text.h"
#include "templates/markdown/renderer/document_output.h"

namespace templates {
namespace {

constexpr unsigned kMaximumColumns = 100;
constexpr std::size_t kLongestLanguage = 40;
// Characters of a cell: dates and numbers stay on one line, sentences need a wider column than
// words.
constexpr std::size_t kShortCell = 12;
constexpr std::size_t kMediumCell = 24;

// Languages that GitHub draws by services of its own.
bool is_map_or_solid(std::string_view language) {
  return language == "geojson" || language == "topojson" || language == "stl";
}

std::string_view alignment_class(MD_ALIGN align) {
  switch (align) {
    case MD_ALIGN_LEFT:
      return "align-left";
    case MD_ALIGN_CENTER:
      return "align-center";
    case MD_ALIGN_RIGHT:
      return "align-right";
    case MD_ALIGN_DEFAULT:
      break;
  }
  return "";
}

// The width of a cell's text determines its layout (page.css). Most cells are short, and have no
// class.
std::string_view width_class(std::size_t characters) {
  if (characters > kMediumCell) return "is-long";
  return characters > kShortCell ? "is-medium" : "";
}

// The end of a tag with these classes, some of which may be empty.
html::Html with_classes(std::string_view first, std::string_view second) {
  if (first.empty()) std::swap(first, second);
  if (first.empty()) return html::Literal(">");
  return second.empty() ? html::format(" class=\"{}\">", first)
                        : html::format(" class=\"{} {}\">", first, second);
}

// How many characters a markup shows. Those that are as wide as two letters count twice.
std::size_t shown_width(std::string_view markup) {
  std::size_t width = 0;
  bool is_in_tag = false;
  for (const char c : markup) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '<') is_in_tag = true;
    if (!is_in_tag && !core::is_continuation(c)) width += byte >= 0xe3 ? 2 : 1;
    if (c == '>') is_in_tag = false;
  }
  return width;
}

struct Alert {
  std::string_view marker;
  html::Literal opening;
  html::Literal icon;  // drawn in a square of 16
  html::Message title;
};

constexpr std::array<Alert, 5> kAlerts{{
    {"[!NOTE]", R"(<div dir="auto" class="alert alert-note">)",
     R"(<circle cx="8" cy="8" r="6.5"/><path d="M8 7.4v3.6M8 4.8v.1"/>)", "Note"},
    {"[!TIP]", R"(<div dir="auto" class="alert alert-tip">)",
     R"(<path d="M6 11.5c0-1.6-2-2.4-2-4.9a4 4 0 0 1 8 0c0 2.5-2 3.3-2 4.9zM6.6 14.2h2.8"/>)",
     "Tip"},
    {"[!IMPORTANT]", R"(<div dir="auto" class="alert alert-important">)",
     R"(<path d="M2 2h12v9H8.5l-3 3v-3H2zM8 4.4v2.4M8 8.7v.1"/>)", "Important"},
    {"[!WARNING]", R"(<div dir="auto" class="alert alert-warning">)",
     R"(<path d="M8 1.9 14.6 13.6H1.4zM8 6.4v3.2M8 11.5v.1"/>)", "Warning"},
    {"[!CAUTION]", R"(<div dir="auto" class="alert alert-caution">)",
     R"(<path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3zM8 4.6v3.8M8 11v.1"/>)",
     "Caution"},
}};

constexpr std::size_t kLongestColour = 40;

bool is_hexadecimal(std::string_view digits) {
  return digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

bool is_colour(std::string_view code) {
  if (code.starts_with('#'))
    return (code.size() == 4 || code.size() == 7 || code.size() == 9) &&
           is_hexadecimal(code.substr(1));
  if (code.size() > kLongestColour || !code.ends_with(')')) return false;
  for (const std::string_view function : {"rgb(", "rgba(", "hsl(", "hsla("}) {
    if (!core::starts_with_ignoring_case(code, function)) continue;
    const std::string_view values = code.substr(function.size(), code.size() - function.size() - 1);
    return std::any_of(values.begin(), values.end(), core::is_digit) &&
           values.find_first_not_of("0123456789.,%/ deg") == std::string_view::npos;
  }
  return false;
}

}  // namespace

bool BlockMarkup::enter(MD_BLOCKTYPE type, void* detail) {
  close_held_paragraph();
  ++depth_;
  if (type == MD_BLOCK_P && quotation_ == Quotation::opened) {
    quotation_ = Quotation::paragraph_opened;
    return true;
  }
  // In an item whose texts are paragraphs, the box is in the first one.
  const html::Html box = type == MD_BLOCK_P ? std::exchange(task_box_, {}) : html::Html();
  write_pending();
  switch (type) {
    case MD_BLOCK_DOC:
    case MD_BLOCK_HTML:
      break;
    case MD_BLOCK_QUOTE:
      quotation_ = Quotation::opened;
      break;
    case MD_BLOCK_UL:
      open("<ul");
      ++containers_;
      break;
    case MD_BLOCK_OL:
      open_ordered_list(*static_cast<MD_BLOCK_OL_DETAIL*>(detail));
      break;
    case MD_BLOCK_LI:
      open_item(*static_cast<MD_BLOCK_LI_DETAIL*>(detail));
      break;
    case MD_BLOCK_HR:
      output_.markup() += "<hr>";
      break;
    case MD_BLOCK_H:
      output_.begin_heading(static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level));
      break;
    case MD_BLOCK_CODE:
      open_code(*static_cast<MD_BLOCK_CODE_DETAIL*>(detail));
      break;
    case MD_BLOCK_P:
      open("<p");
      output_.markup() += box;
      break;
    case MD_BLOCK_TABLE:
      return open_table(*static_cast<MD_BLOCK_TABLE_DETAIL*>(detail));
    case MD_BLOCK_THEAD:
      output_.markup() += "<thead>";
      break;
    case MD_BLOCK_TBODY:
      output_.markup() += "<tbody>";
      break;
    case MD_BLOCK_TR:
      output_.markup() += "<tr>";
      break;
    case MD_BLOCK_TH:
      is_in_table_cell_ = true;
      output_.markup() += "<th scope=\"col\"";
      output_.markup() +=
          with_classes(alignment_class(static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align), "");
      break;
    case MD_BLOCK_TD:
      is_in_table_cell_ = true;
      cell_alignment_ = static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align;
      output_.begin_cell();
      break;
  }
  return true;
}

void BlockMarkup::leave(MD_BLOCKTYPE type) {
  write_pending();
  --depth_;
  switch (type) {
    case MD_BLOCK_DOC:
    case MD_BLOCK_HTML:
    case MD_BLOCK_HR:
      break;
    case MD_BLOCK_QUOTE:
      close_container(quotations_.back() ? html::Literal("</div>\n")
                                         : html::Literal("</blockquote>\n"));
      quotations_.pop_back();
      break;
    case MD_BLOCK_UL:
      close_container("</ul>\n");
      break;
    case MD_BLOCK_OL:
      close_container("</ol>\n");
      break;
    case MD_BLOCK_LI:
      output_.markup() += "</li>\n";
      break;
    case MD_BLOCK_H:
      output_.end_heading();
      break;
    case MD_BLOCK_CODE:
      is_in_code_ = is_in_diagram_ = false;
      output_.markup() += std::exchange(is_in_formula_, false) ? html::Literal("</div>\n")
                                                               : html::Literal("</code></pre>\n");
      break;
    case MD_BLOCK_P:
      is_paragraph_held_ = true;
      if (!output_.is_in_footnotes() || depth_ > 1) close_held_paragraph();
      output_.end_paragraph();
      break;
    case MD_BLOCK_TABLE:
      output_.markup() += "</table></div>\n";
      break;
    case MD_BLOCK_THEAD:
      output_.markup() += "</thead>";
      break;
    case MD_BLOCK_TBODY:
      output_.markup() += "</tbody>";
      break;
    case MD_BLOCK_TR:
      output_.markup() += "</tr>";
      break;
    case MD_BLOCK_TH:
      is_in_table_cell_ = false;
      output_.markup() += "</th>";
      break;
    case MD_BLOCK_TD:
      is_in_table_cell_ = false;
      write_cell(output_.take_cell());
      break;
  }
}

void BlockMarkup::write_pending() {
  if (!task_box_.empty()) output_.markup() += std::exchange(task_box_, {});
  if (quotation_ == Quotation::none) return;
  open("<blockquote");
  ++containers_;
  quotations_.push_back(false);
  if (quotation_ == Quotation::paragraph_opened) open("<p");
  quotation_ = Quotation::none;
}

bool BlockMarkup::begin_alert(std::string_view first_line) {
  if (quotation_ != Quotation::paragraph_opened) return false;
  const auto alert = alert_opening(first_line, language_);
  if (!alert) return false;
  quotation_ = Quotation::none;
  quotations_.push_back(true);
  output_.markup() += *alert;
  ++containers_;
  return true;
}

bool BlockMarkup::end_footnote() { return std::exchange(is_paragraph_held_, false); }

// Begins a block. Its direction is that of its text; in a block quote or list the outermost block
// determines the side of bars and bullets, and the stylesheet the side of the text.
void BlockMarkup::open(html::Literal tag) {
  output_.markup() += tag;
  output_.markup() += containers_ == 0 ? html::Literal(" dir=\"auto\">") : html::Literal(">");
}

void BlockMarkup::open_ordered_list(const MD_BLOCK_OL_DETAIL& detail) {
  output_.markup() += "<ol";
  if (detail.start != 1)
    output_.markup() += html::format(" start=\"{}\"", std::to_string(detail.start));
  open("");
  ++containers_;
}

void BlockMarkup::open_item(const MD_BLOCK_LI_DETAIL& detail) {
  if (detail.is_task == 0) {
    output_.markup() += "<li>";
    return;
  }
  output_.markup() += "<li class=\"task-list-item\">";
  task_box_ = html::Html("<input type=\"checkbox\" disabled");
  task_box_ += detail.task_mark == ' '
                   ? html::format(" aria-label=\"{}\"> ", html::format(language_, "To do"))
                   : html::format(" checked aria-label=\"{}\"> ", html::format(language_, "Done"));
}

void BlockMarkup::open_code(const MD_BLOCK_CODE_DETAIL& detail) {
  is_in_code_ = true;
  std::string language;
  for (const char c : decoded_attribute(detail.lang, formulas_)) {
    const bool allowed =
        core::is_letter_or_digit(c) || std::string_view("+#._-").find(c) != std::string_view::npos;
    if (allowed && language.size() < kLongestLanguage) language += c;
  }
  RenderedMarkdown& document = output_.document();
  if (language == "math") {
    is_in_formula_ = true;
    document.has_formulas = true;
    output_.markup() +=
        html::format("<div class=\"math\" role=\"group\" aria-label=\"{}\" tabindex=\"0\">",
                     html::format(language_, "Formula"));
  } else if (language.empty()) {
    output_.markup() += "<pre tabindex=\"0\"><code>";
  } else {
    is_in_diagram_ = language == "mermaid";
    if (is_in_diagram_) {
      document.has_diagrams = true;
      document.diagrams.emplace_back();
    }
    if (is_map_or_solid(language))
      output_.markup() +=
          html::format("<p class=\"code-note\">{}</p>",
                       html::format(language_, "Maps and solids are shown as their source."));
    output_.markup() += html::format("<pre tabindex=\"0\"><code class=\"language-{}\">", language);
  }
}

bool BlockMarkup::open_table(const MD_BLOCK_TABLE_DETAIL& detail) {
  if (detail.col_count > kMaximumColumns) return false;
  output_.markup() += html::format(
      "<div dir=\"auto\" class=\"table-wrap\" role=\"group\" aria-label=\"{}\" "
      "tabindex=\"0\"><table class=\"is-measured\">",
      html::format(language_, "Table"));
  return true;
}

void BlockMarkup::write_cell(const html::Html& content) {
  html::Html& markup = output_.markup();
  markup += "<td";
  markup += with_classes(alignment_class(cell_alignment_), width_class(shown_width(content.str())));
  markup += content;
  markup += "</td>";
}

void BlockMarkup::close_container(html::Literal tag) {
  --containers_;
  output_.markup() += tag;
}

void BlockMarkup::close_held_paragraph() {
  if (std::exchange(is_paragraph_held_, false)) output_.markup() += "</p>\n";
}

std::optional<html::Html> alert_opening(std::string_view first_line, html::Language language) {
  first_line = core::trim(first_line, " ");
  const auto* const alert = std::find_if(kAlerts.begin(), kAlerts.end(), [&](const Alert& one) {
    return core::equal_ignoring_case(first_line, one.marker);
  });
  if (alert == kAlerts.end()) return std::nullopt;
  html::Html opening(alert->opening);
  opening += R"(<p dir="auto" class="alert-title"><svg viewBox="0 0 16 16" width="16" height="16" )"
             R"(fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" )"
             R"(stroke-linejoin="round" aria-hidden="true">)";
  opening += alert->icon;
  opening += html::format("</svg>{}</p>", html::format(language, alert->title));
  return opening;
}

html::Html colour_chip(std::string_view code) {
  if (!is_colour(code)) return {};
  return html::format(
      "<svg class=\"colour\" viewBox=\"0 0 10 10\" width=\"10\" height=\"10\" "
      "aria-hidden=\"true\"><rect width=\"10\" height=\"10\" rx=\"2\" fill=\"{}\"/></svg>",
      code);
}

}  // namespace templates
