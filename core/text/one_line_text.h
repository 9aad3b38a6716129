// OneLineText: a text on one line, of 1 to `kMaximum` characters, without control characters,
// invisible characters, and spaces around it. A value type.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace core {

// The text without surrounding spaces; nothing if it is invalid.
std::optional<std::string> read_one_line(std::string_view text, std::size_t most);

// What is wrong with a text that is invalid: "must have 1 to 100 characters on a single line".
std::string why_not_one_line(std::string_view text, std::size_t most);

template <std::size_t most>
class OneLineText {
 public:
  static constexpr std::size_t kMaximum = most;

  static std::optional<OneLineText> parse(std::string_view text) {
    auto line = read_one_line(text, kMaximum);
    if (!line) return std::nullopt;
    return OneLineText(*std::move(line));
  }

  const std::string& text() const { return text_; }

 private:
  explicit OneLineText(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

}  // namespace core
