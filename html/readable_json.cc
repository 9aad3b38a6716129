#include "html/readable_json.h"

#include "core/text/utf8.h"

namespace html {
namespace {

constexpr std::size_t kMaximumLength = std::size_t{1024} * 1024;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The end of the string that begins at `at`.
std::size_t string_end(std::string_view json, std::size_t at) {
  for (++at; at < json.size() && json[at] != '"'; ++at)
    if (json[at] == '\\') ++at;
  return at < json.size() ? at + 1 : json.size();
}

class Layout {
 public:
  explicit Layout(std::string_view json) : json_(json) {}

  std::string text() {
    for (std::size_t at = 0; at < json_.size();) {
      if (text_.size() > kMaximumLength) return text_ + "\n… (truncated)";
      at = json_[at] == '"' ? write_string(at) : write_character(at);
    }
    return text_;
  }

 private:
  std::size_t write_string(std::size_t at) {
    const std::size_t end = string_end(json_, at);
    // text() stops just past the limit, between two characters.
    text_ += core::whole_characters(json_.substr(at, end - at), kMaximumLength - text_.size() + 4);
    return end;
  }

  std::size_t write_character(std::size_t at) {
    const char c = json_[at];
    if (is_space(c)) return at + 1;
    switch (c) {
      case '{':
      case '[':
        return open(at);
      case '}':
      case ']':
        --depth_;
        new_line();
        text_ += c;
        break;
      case ',':
        text_ += c;
        new_line();
        break;
      case ':':
        text_ += ": ";
        break;
      default:
        text_ += c;
    }
    return at + 1;
  }

  // Empty objects and arrays stay on one line.
  std::size_t open(std::size_t at) {
    std::size_t next = at + 1;
    while (next < json_.size() && is_space(json_[next])) ++next;
    text_ += json_[at];
    if (next < json_.size() && (json_[next] == '}' || json_[next] == ']')) {
      text_ += json_[next];
      return next + 1;
    }
    ++depth_;
    new_line();
    return next;
  }

  void new_line() {
    text_ += '\n';
    text_.append(depth_ * 2, ' ');
  }

  std::string_view json_;
  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string readable_json(std::string_view json) { return Layout(json).text(); }

}  // namespace html
