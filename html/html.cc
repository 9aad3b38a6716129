#include "html/html.h"

#include <algorithm>

namespace html {
namespace {

std::string_view reference_for(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

// Whether each byte has a reference.
constexpr std::array<bool, 256> kSpecial = [] {
  std::array<bool, 256> special{};
  for (const unsigned char c : {'&', '<', '>', '"', '\''}) special[c] = true;
  return special;
}();

void escape_onto(std::string& out, std::string_view text) {
  const auto is_special = [](char c) { return kSpecial[static_cast<unsigned char>(c)]; };
  const char* done = text.begin();
  for (;;) {
    const char* special = std::find_if(done, text.end(), is_special);
    out.append(done, special);
    if (special == text.end()) return;
    out.append(reference_for(*special));
    done = special + 1;
  }
}

}  // namespace

Html Html::text(std::string_view text) {
  Html result;
  escape_onto(result.markup_, text);
  return result;
}

Html Html::exact_text(std::string_view text) {
  Html result;
  result.append_exact_text(text);
  return result;
}

Html& Html::append_text(std::string_view more) {
  escape_onto(markup_, more);
  return *this;
}

Html& Html::append_exact_text(std::string_view more) {
  for (std::size_t at = more.find('\r'); at != std::string_view::npos; at = more.find('\r')) {
    append_text(more.substr(0, at));
    markup_ += "&#13;";
    more.remove_prefix(at + 1);
  }
  return append_text(more);
}

Html& Html::append_script_data(std::string_view json) {
  // Reserves space for what follows, as growing would copy megabytes.
  markup_.reserve(markup_.size() + json.size() + json.size() / 8);
  std::size_t done = 0;
  for (std::size_t at = json.find('<'); at != std::string_view::npos; at = json.find('<', done)) {
    markup_.append(json, done, at - done).append("\\u003c");
    done = at + 1;
  }
  markup_.append(json, done);
  return *this;
}

namespace detail {

Html fill(std::string_view pattern, const Value* values, std::size_t count) {
  // Values may be megabytes, so the result should not grow by them. References are few.
  std::size_t size = pattern.size();
  for (std::size_t i = 0; i < count; ++i) size += values[i].text().size();
  Html result;
  result.reserve(size + size / 32);
  std::size_t done = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = pattern.find("{}", done);
    result.markup_.append(pattern, done, at - done);
    if (values[i].is_html())
      result.markup_.append(values[i].text());
    else
      result.append_text(values[i].text());
    done = at + 2;
  }
  result.markup_.append(pattern, done);
  return result;
}

}  // namespace detail

}  // namespace html
