#include "safe_markup.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include "property.h"

namespace fuzz {
namespace {

constexpr std::array<std::string_view, 8> kVoid{"area", "br",    "col",    "hr",
                                                "img",  "input", "source", "wbr"};
constexpr std::array<std::string_view, 9> kNever{
    "base", "embed", "iframe", "link", "meta", "object", "frame", "applet", "foreignobject"};
constexpr std::array<std::string_view, 9> kUrls{
    "href", "src", "srcset", "action", "formaction", "poster", "xlink:href", "data", "background"};
constexpr std::array<std::string_view, 5> kSchemes{"http:", "https:", "mailto:", "data:image/",
                                                   "blob:"};

template <typename List>
bool contains(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lowered;
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':' || c == '_';
}

// RFC 3986, 3.1; anything else before a colon belongs to a path.
bool is_scheme(std::string_view text) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  return !text.empty() && is_letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
         });
}

class Checker {
 public:
  explicit Checker(std::string_view markup) : rest_(markup) {}

  void run() {
    while (!rest_.empty()) {
      const std::size_t tag = rest_.find('<');
      require(rest_.substr(0, tag).find('>') == std::string_view::npos, "text has no raw >");
      if (tag == std::string_view::npos) break;
      rest_.remove_prefix(tag + 1);
      if (take("/")) {
        end_tag();
      } else {
        start_tag();
      }
    }
    require(open_.empty(), "all elements are closed");
  }

 private:
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  std::string_view name() {
    std::size_t length = 0;
    while (length < rest_.size() && is_name_character(rest_[length])) ++length;
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return taken;
  }

  void end_tag() {
    const std::string_view element = name();
    require(take(">"), "an end tag ends");
    require(!open_.empty() && open_.back() == element, "tags are balanced");
    open_.pop_back();
  }

  void start_tag() {
    const std::string_view element = name();
    require(!element.empty() && element.front() >= 'a' && element.front() <= 'z',
            "a tag has a name");
    require(!contains(kNever, lower(element)), "no element loads or frames anything");
    bool is_data = false;
    while (take(" ")) {
      const std::string_view attribute = name();
      require(!attribute.empty(), "an attribute has a name");
      const std::string lowered = lower(attribute);
      require(!lowered.starts_with("on") && lowered != "srcdoc", "no attribute is a script");
      std::string_view value;
      if (take("=")) {
        require(take("\""), "attributes are quoted");
        const std::size_t end = rest_.find('"');
        require(end != std::string_view::npos, "a quote is closed");
        value = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        require(value.find_first_of("<>") == std::string_view::npos, "attributes are escaped");
      }
      if (contains(kUrls, lowered)) require_url(value);
      if (element == "script" && attribute == "type") is_data = value == "application/json";
    }
    if (take("/>") || (take(">") && contains(kVoid, element))) return;
    require(rest_.data()[-1] == '>', "a start tag ends");
    if (element == "script") {
      require(is_data, "a script is data");
      const std::size_t end = rest_.find('<');
      require(end != std::string_view::npos, "a script ends");
      rest_.remove_prefix(end);
      require(take("</script>"), "data has no tag");
      return;
    }
    open_.push_back(element);
  }

  static void require_url(std::string_view value) {
    std::string url;
    for (const char c : lower(value))
      if (static_cast<unsigned char>(c) > ' ') url += c;
    const std::size_t colon = url.find(':');
    if (colon == std::string::npos || !is_scheme(std::string_view(url).substr(0, colon))) return;
    require(std::any_of(kSchemes.begin(), kSchemes.end(),
                        [&](std::string_view scheme) { return url.starts_with(scheme); }),
            "a URL has an allowed scheme");
  }

  std::string_view rest_;
  std::vector<std::string_view> open_;
};

}  // namespace

void require_safe_markup(std::string_view markup) { Checker(markup).run(); }

}  // namespace fuzz
