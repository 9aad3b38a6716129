#include "templates/html/html_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/markdown_writer.h"
#include "core/text/text.h"
#include "templates/markdown/embedded_html/html_tokens.h"

namespace templates {
namespace {

using Kind = HtmlToken::Kind;

constexpr std::string_view kSpace = " \t\n\f\r";

template <std::size_t count>
bool is_one_of(const std::array<std::string_view, count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The value of a tag's attribute, without references; nothing if it has none of that name.
std::optional<std::string> attribute_of(const HtmlToken& tag, std::string_view name) {
  std::string_view rest = tag.attributes;
  while (const auto attribute = take_attribute(rest)) {
    if (core::equal_ignoring_case(attribute->name, name))
      return without_references(value_of(*attribute));
  }
  return std::nullopt;
}

constexpr std::array<std::string_view, 6> kWithoutMarkup{"script", "style",    "title",
                                                         "iframe", "textarea", "noembed"};

// Names that begin a line of their own.
constexpr std::array<std::string_view, 33> kBlocks{
    "address", "article", "aside", "blockquote", "body", "caption",  "dd",
    "details", "dialog",  "div",   "dl",         "dt",   "fieldset", "figcaption",
    "figure",  "footer",  "form",  "header",     "hr",   "legend",   "main",
    "menu",    "nav",     "ol",    "option",     "p",    "section",  "summary",
    "table",   "ul",      "tbody", "thead",      "tfoot"};

class MarkdownOfHtml {
 public:
  MarkdownOfHtml(std::string_view html, std::size_t most) : tokens_(html) {
    while (size() < most) {
      core::CpuLimit::check();
      const auto token = tokens_.next();
      if (!token) break;
      const std::string name = core::in_lower_case(token->name);
      if (token->kind == Kind::text) add_text(token->source);
      if (token->kind == Kind::start_tag) begin(*token, name);
      if (token->kind == Kind::end_tag) end(name);
    }
    end_table();
    end_line();
    if (text_.title.empty()) text_.title = std::move(first_heading_);
  }

  HtmlText take() { return std::move(text_); }

 private:
  // With what is not finished.
  std::size_t size() const {
    return text_.markdown.size() + table_.text().size() + line_.size() + code_.size();
  }

  void begin(const HtmlToken& tag, const std::string& name) {
    if (is_one_of(kWithoutMarkup, name)) return skip_text(name);
    if (name == "pre") return begin_code();
    if (name == "br" && !is_in_code_) return add_break();
    if (is_in_table_ && begin_part_of_table(name)) return;
    if (name == "table") return begin_table();
    if (is_heading(name)) {
      end_line();
      begin_line(std::string(static_cast<std::size_t>(name[1] - '0'), '#') + ' ');
      is_in_heading_ = true;
    } else if (name == "ul" || name == "ol") {
      end_line();
      lists_.push_back(name == "ol" ? 1 : 0);
    } else if (name == "li") {
      begin_item();
    } else if (name == "img") {
      add_text(attribute_of(tag, "alt").value_or(""), false);
    } else if (name == "a") {
      link_ = attribute_of(tag, "href").value_or("");
      // What a reader could not follow is text.
      if (!link_.starts_with("http://") && !link_.starts_with("https://") &&
          !link_.starts_with("mailto:"))
        link_.clear();
      if (!link_.empty()) link_begin_ = line_.size();
    } else if (is_one_of(kBlocks, name)) {
      end_line();
    }
  }

  void end(const std::string& name) {
    if (name == "pre" && is_in_code_) return end_code();
    if (name == "table") return end_table();
    if (is_in_table_ && (name == "td" || name == "th")) return end_cell();
    if (name == "a") return end_link();
    if ((name == "ul" || name == "ol") && !lists_.empty()) {
      end_line();
      lists_.pop_back();
    } else if (is_heading(name) || name == "li" || is_one_of(kBlocks, name)) {
      end_line();
    }
  }

  static bool is_heading(std::string_view name) {
    return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
  }

  void skip_text(const std::string& name) {
    const std::string_view text = tokens_.take_raw_text(name);
    if (name != "title" || !text_.title.empty()) return;
    for (const std::string& word : core::split_words(without_references(text)))
      text_.title.append(text_.title.empty() ? "" : " ").append(word);
  }

  void add_text(std::string_view source, bool is_encoded = true) {
    const std::string text = is_encoded ? without_references(source) : std::string(source);
    if (is_in_code_) {
      code_ += text;
      return;
    }
    std::string& line = is_in_table_ ? cell_ : line_;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of(kSpace, at), text.size());
      if (end > at) {
        if (has_space_ && !line.empty()) line += ' ';
        has_space_ = false;
        const std::string_view word = std::string_view(text).substr(at, end - at);
        line += is_in_table_ ? std::string(word) : core::markdown_line(word);
        if (is_in_heading_ && !has_heading_ && first_heading_.size() < kLongestTitle)
          first_heading_.append(first_heading_.empty() ? "" : " ").append(word);
      }
      if (end < text.size()) has_space_ = true;
      at = end + 1;
    }
  }

  void add_break() {
    if (is_in_table_) {
      has_space_ = true;
    } else {
      const std::string indent(prefix_.size(), ' ');
      end_line();
      prefix_ = indent;
    }
  }

  void begin_line(std::string prefix) { prefix_ = std::move(prefix); }

  // Ends a paragraph, a heading or an item, if it has any text.
  void end_line() {
    if (is_in_table_ || is_in_code_) return;
    end_link();
    has_space_ = false;
    if (!line_.empty()) {
      const bool is_item = !lists_.empty();
      std::string& markdown = text_.markdown;
      if (!markdown.empty() && !(is_item && was_item_)) markdown += '\n';
      // At the beginning of a line these would be marks.
      const bool is_mark = prefix_.find_first_not_of(' ') == std::string::npos &&
                           std::string_view("+-=").find(line_.front()) != std::string_view::npos;
      markdown.append(prefix_).append(is_mark ? "\\" : "").append(line_).append("\n");
      was_item_ = is_item;
      line_.clear();
      has_heading_ |= is_in_heading_;
    }
    prefix_.clear();
    is_in_heading_ = false;
  }

  void begin_item() {
    end_line();
    if (lists_.empty()) lists_.push_back(0);
    constexpr std::size_t kDeepest = 8;
    std::string prefix(3 * (std::min(lists_.size(), kDeepest) - 1), ' ');
    prefix += lists_.back() > 0 ? std::to_string(lists_.back()++) + ". " : "- ";
    begin_line(std::move(prefix));
  }

  void end_link() {
    if (link_.empty()) return;
    const std::string link = std::exchange(link_, {});
    if (is_in_table_ || link_begin_ >= line_.size()) return;
    std::string text = line_.substr(link_begin_);
    line_.resize(link_begin_);
    if (text.starts_with(' ')) {
      line_ += ' ';
      text.erase(0, 1);
    }
    const bool is_plain = std::none_of(link.begin(), link.end(), [](char c) {
      return static_cast<unsigned char>(c) <= ' ' ||
             std::string_view("<>()\\").find(c) != std::string_view::npos;
    });
    line_ += is_plain ? "[" + text + "](" + link + ")" : text;
  }

  void begin_code() {
    end_line();
    if (!is_in_table_) is_in_code_ = true;
  }

  void end_code() {
    is_in_code_ = false;
    if (code_.starts_with('\n')) code_.erase(0, 1);
    if (!core::is_blank(code_))
      text_.markdown.append(text_.markdown.empty() ? "" : "\n")
          .append(core::markdown_code_block(code_, {}));
    code_.clear();
  }

  void begin_table() {
    end_line();
    is_in_table_ = true;
  }

  // Whether the tag is a part of the table, in which everything else is the text of a cell.
  bool begin_part_of_table(const std::string& name) {
    if (name == "tr") {
      end_row();
    } else if (name == "td" || name == "th") {
      end_cell();
      is_in_cell_ = true;
    } else if (is_one_of(kBlocks, name) || is_heading(name) || name == "li") {
      has_space_ = true;
    } else {
      return false;
    }
    return true;
  }

  void end_cell() {
    if (is_in_cell_) row_.push_back(std::exchange(cell_, {}));
    cell_.clear();
    has_space_ = is_in_cell_ = false;
  }

  void end_row() {
    end_cell();
    for (const std::string& cell : row_) table_.add_field(cell);
    if (!row_.empty()) table_.end_record();
    row_.clear();
  }

  void end_table() {
    if (!is_in_table_) return;
    end_row();
    is_in_table_ = false;
    const std::string table = std::exchange(table_, {}).text();
    if (!table.empty()) text_.markdown.append(text_.markdown.empty() ? "" : "\n").append(table);
  }

  static constexpr std::size_t kLongestTitle = 2048;

  HtmlTokens tokens_;
  HtmlText text_;
  std::string first_heading_;
  std::string prefix_;  // of the line: "## ", "- "
  std::string line_;
  std::string link_;  // the address of an open one, whose text begins in the line there
  std::size_t link_begin_ = 0;
  std::vector<int> lists_;  // the open ones: the number of the next item; 0 without numbers
  std::string code_;
  core::MarkdownTable table_;
  std::vector<std::string> row_;
  std::string cell_;
  bool has_space_ = false;  // before the next word
  bool was_item_ = false;
  bool is_in_heading_ = false;
  bool has_heading_ = false;
  bool is_in_code_ = false;
  bool is_in_table_ = false;
  bool is_in_cell_ = false;
};

// What elements load by their attributes, and what to do about it.
struct Loading {
  std::string_view element;
  std::string_view attribute;
  std::string_view advice;
};

constexpr std::string_view kScriptAdvice = "put the script itself into the page";
constexpr std::string_view kStyleAdvice = "put the styles themselves into a style element";
constexpr std::string_view kPictureAdvice = "put it into the page as a data: URL";
constexpr std::string_view kFrameAdvice = "pages show no frames; put what it shows into the page";
constexpr std::string_view kDataAdvice = "put the data into the page";

constexpr std::array<Loading, 14> kLoadings{{{"script", "src", kScriptAdvice},
                                             {"link", "href", kStyleAdvice},
                                             {"img", "src", kPictureAdvice},
                                             {"img", "srcset", kPictureAdvice},
                                             {"source", "src", kPictureAdvice},
                                             {"source", "srcset", kPictureAdvice},
                                             {"video", "src", kPictureAdvice},
                                             {"video", "poster", kPictureAdvice},
                                             {"audio", "src", kPictureAdvice},
                                             {"input", "src", kPictureAdvice},
                                             {"image", "href", kPictureAdvice},
                                             {"iframe", "src", kFrameAdvice},
                                             {"embed", "src", kFrameAdvice},
                                             {"object", "data", kFrameAdvice}}};

class AddressesOfHtml {
 public:
  explicit AddressesOfHtml(std::string_view html) {
    HtmlTokens tokens(html);
    while (const auto token = tokens.next()) {
      core::CpuLimit::check();
      if (token->kind != Kind::start_tag) continue;
      const std::string name = core::in_lower_case(token->name);
      read_tag(*token, name);
      if (!is_one_of(kWithoutMarkup, name)) continue;
      const std::string_view text = tokens.take_raw_text(name);
      if (name == "script") read_script(text);
      if (name == "style") read_styles(text);
    }
  }

  std::vector<LoadedAddress> take() { return std::move(addresses_); }

 private:
  void read_tag(const HtmlToken& tag, const std::string& name) {
    if (const auto style = attribute_of(tag, "style")) read_styles(*style);
    if (name == "link" && !loads(attribute_of(tag, "rel").value_or(""))) return;
    for (const Loading& loading : kLoadings) {
      if (loading.element != name) continue;
      const auto value = attribute_of(tag, loading.attribute);
      // Of several in srcset the first tells enough.
      if (value)
        add(std::string_view(*value).substr(0, value->find_first_of(kSpace)), loading.advice);
    }
  }

  // Icons and the like are not missed.
  static bool loads(std::string_view relation) {
    return core::in_lower_case(relation).find("stylesheet") != std::string::npos ||
           core::in_lower_case(relation).find("modulepreload") != std::string::npos;
  }

  void read_styles(std::string_view styles) {
    for (const std::string_view before : {"url(", "@import "})
      for_each_behind(styles, before, [&](std::string_view rest) -> std::size_t {
        const std::size_t begin = std::min(rest.find_first_not_of(" \t\n\f\r\"'"), rest.size());
        if (rest.substr(begin).starts_with("url(")) return begin;
        const std::string_view address =
            rest.substr(begin, rest.find_first_of("\"')\n", begin) - begin);
        add(address, before == "url(" ? kPictureAdvice : kStyleAdvice);
        return begin + address.size();
      });
  }

  // Only what names a whole address, as scripts compute others.
  void read_script(std::string_view script) {
    for (const std::string_view before :
         {"from", "import", "fetch", "importScripts", "WebSocket", "EventSource"})
      for_each_behind(script, before, [&](std::string_view rest) -> std::size_t {
        const std::size_t quote = std::min(rest.find_first_not_of(" \t\n\r("), rest.size());
        if (quote == rest.size() ||
            std::string_view("\"'`").find(rest[quote]) == std::string_view::npos)
          return quote;
        const std::string_view address =
            rest.substr(quote + 1, rest.find_first_of("\"'`\n", quote + 1) - quote - 1);
        const bool is_script = before == "from" || before.starts_with("import");
        if (address.find("://") != std::string_view::npos)
          add(address, is_script ? kScriptAdvice : kDataAdvice);
        return quote + address.size();
      });
  }

  // `take` says how much it has read.
  template <typename Take>
  static void for_each_behind(std::string_view text, std::string_view before, const Take& take) {
    for (std::size_t at = text.find(before); at != std::string_view::npos;
         at = text.find(before, at)) {
      core::CpuLimit::check();
      at += before.size();
      at += take(text.substr(at));
    }
  }

  void add(std::string_view address, std::string_view advice) {
    address = core::trim(address);
    const bool is_inside = address.empty() || address.starts_with('#') ||
                           core::starts_with_ignoring_case(address, "data:") ||
                           core::starts_with_ignoring_case(address, "blob:") ||
                           core::starts_with_ignoring_case(address, "about:") ||
                           core::starts_with_ignoring_case(address, "javascript:");
    if (is_inside || address.size() > kLongestAddress || addresses_.size() == kMost) return;
    for (const LoadedAddress& known : addresses_)
      if (known.address == address) return;
    addresses_.push_back({std::string(address), advice});
  }

  static constexpr std::size_t kLongestAddress = 2048;
  static constexpr std::size_t kMost = 20;

  std::vector<LoadedAddress> addresses_;
};

}  // namespace

HtmlText read_html_text(std::string_view html, std::size_t most) {
  return MarkdownOfHtml(html, most).take();
}

std::vector<LoadedAddress> loaded_addresses(std::string_view html) {
  return AddressesOfHtml(html).take();
}

}  // namespace templates
