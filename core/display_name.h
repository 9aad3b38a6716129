// DisplayName: what people call a thing of theirs, as an API key or an account: 1 to 100 characters
// of text on one line, without spaces around it. A value type.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core {

class DisplayName {
 public:
  static constexpr std::size_t kMost = 100;

  static std::optional<DisplayName> parse(std::string_view text);

  const std::string& text() const { return text_; }

 private:
  explicit DisplayName(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

}  // namespace core
