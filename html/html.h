// Html: markup that is safe to send.
//
// The only ways to make an Html value are a literal in this program (checked at compile time) and
// the functions below, which escape their arguments. So a string that came from a user cannot reach
// a page unescaped: it would not compile.
//
//   html::Html heading = html::format("<h1 id=\"{}\">{}</h1>", id, title);
//
// Values of type std::string_view (and whatever converts to it) are escaped, Html values are
// inserted unchanged. A placeholder in an attribute must be inside double quotes; escaping covers &
// < > " and ', which is enough for text and for quoted attributes, and for nothing else: never put
// a placeholder inside <script>, <style>, a comment or an attribute name; append_script_data() is
// for data for a script. URLs go through safe_url() first (see url.h).
//
// Html is a value type, as thread-safe as std::string.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace html {

class Html;
class Value;
namespace detail {
Html fill(std::string_view pattern, const Value* values, std::size_t count);
}  // namespace detail

// A string literal of this program; the consteval constructor refuses anything else.
class Literal {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): "…" must convert.
  consteval Literal(const char* text) : text_(text) {}
  constexpr std::string_view view() const { return text_; }

 private:
  std::string_view text_;
};

class Html {
 public:
  Html() = default;
  // Markup in this program, unchanged.
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions)
  Html(Literal markup) : markup_(markup.view()) {}

  // `text` with the five special characters of HTML replaced by references.
  static Html text(std::string_view text);

  // text() for a script that reads it back: carriage returns are references too, as HTML parsers
  // turn them into line feeds.
  static Html exact_text(std::string_view text);

  Html& operator+=(const Html& more) {
    markup_ += more.markup_;
    return *this;
  }
  Html& operator+=(Literal more) {
    markup_ += more.view();
    return *this;
  }

  // Append `more` as text() and exact_text() would, without a temporary, as it may be megabytes.
  Html& append_text(std::string_view more);
  Html& append_exact_text(std::string_view more);
  // JSON for the inside of a <script type="application/json">, where references have no meaning:
  // each < in it, which only its strings can contain, is written as \u003c, so that nothing ends
  // the element.
  Html& append_script_data(std::string_view json);

  // Appends a part of `markup`, which begins and ends between two tags or texts of it.
  Html& append_part(const Html& markup, std::size_t begin, std::size_t end) {
    markup_.append(markup.markup_, begin, end - begin);
    return *this;
  }

  bool empty() const { return markup_.empty(); }
  std::size_t size() const { return markup_.size(); }
  void reserve(std::size_t bytes) { markup_.reserve(bytes); }
  const std::string& str() const& { return markup_; }
  std::string str() && { return std::move(markup_); }

 private:
  // Needs to append the pieces of a pattern, which are literals by construction.
  friend Html detail::fill(std::string_view pattern, const Value* values, std::size_t count);
  std::string markup_;
};

namespace detail {

constexpr std::size_t count_placeholders(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("{}"); at != std::string_view::npos; at = text.find("{}", at + 2))
    ++count;
  return count;
}

// A literal with exactly Count placeholders, checked at compile time.
template <std::size_t Count>
class Pattern {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions)
  consteval Pattern(const char* text) : text_(text) {
    if (count_placeholders(text_) != Count) throw "placeholders and values differ in number";
  }
  constexpr std::string_view view() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace detail

// One value for a placeholder: Html is inserted unchanged, everything else is escaped. It refers to
// what it is made of.
class Value {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions)
  Value(const Html& html) : text_(html.str()), is_html_(true) {}
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions)
  Value(std::string_view text) : text_(text) {}
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions)
  Value(const std::string& text) : text_(text) {}
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions)
  Value(const char* text) : text_(text) {}

  std::string_view text() const { return text_; }
  bool is_html() const { return is_html_; }

 private:
  std::string_view text_;
  bool is_html_ = false;
};

// The pattern with each {} replaced by the value at its position.
template <typename... Values>
Html format(detail::Pattern<sizeof...(Values)> pattern, const Values&... values) {
  const std::array<Value, sizeof...(Values)> list{Value(values)...};
  return detail::fill(pattern.view(), list.data(), list.size());
}

// URLs of stylesheets and scripts: names with a hash of the content, generated by build_assets.mjs,
// so that browsers can cache them forever.

#include "html/asset_paths.inc"

}  // namespace html
