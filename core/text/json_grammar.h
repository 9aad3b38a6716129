// Runs of bytes inside the strings of a JSON text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include "core/error.h"
#include "core/text/text.h"

namespace core {

// The number of bytes that `text` begins with before the first quotation mark, backslash or control
// character: those that a JSON string may contain as they are, if they are well-formed UTF-8.
std::size_t unescaped_length(std::string_view text);

// The accepted JSON: RFC 8259 as RapidJSON validates it, except what the API specification rejects
// (nesting deeper than 64, invalid UTF-8, NUL characters, lone surrogates).
//
// parse_json() reports events to a handler of RapidJSON's SAX interface. Numbers are reported as
// RawNumber without useful characters; the handler uses the text between the positions that
// GrammarStream::Tell returns.

// The text for RapidJSON: with every run of digits outside strings shortened to two.
//
// RapidJSON refuses numbers that no double can represent (1e400); RFC 8259 does not, and neither
// does the service, which keeps numbers as text. Two digits are enough to tell every number that
// the grammar allows from one that it does not (01), and never too large.
class GrammarStream {
 public:
  using Ch = char;

  explicit GrammarStream(std::string_view text) : text_(text) {}

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char Take() {
    const char c = Peek();
    ++at_;
    if (in_string_) {
      if (escaped_) {
        escaped_ = false;
      } else if (c == '\\') {
        escaped_ = true;
      } else if (c == '"') {
        in_string_ = false;
      }
    } else if (c == '"') {
      in_string_ = true;
    } else if (is_digit(c)) {
      if (digits_ == 1) skip_digits();
      digits_ = 1;
      return c;
    }
    digits_ = 0;
    return c;
  }
  std::size_t Tell() const { return std::min(at_, text_.size()); }

  // In a string, outside an escape: what follows up to the next escape, the end of the string, or a
  // byte that is not allowed.
  std::string_view take_unescaped() {
    const std::string_view rest = text_.substr(Tell());
    const std::string_view run =
        rest.substr(0, well_formed_length(rest.substr(0, unescaped_length(rest))));
    at_ += run.size();
    return run;
  }

  // RapidJSON's stream concept has these for writing in place, which is not done here.
  char* PutBegin() { return nullptr; }
  void Put(char /*c*/) {}
  char* Push(rapidjson::SizeType /*count*/) { return nullptr; }
  void Flush() {}
  std::size_t PutEnd(char* /*begin*/) { return 0; }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  void skip_digits() {
    while (is_digit(Peek())) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  int digits_ = 0;  // digits returned of the current run, 1 for any more
};

// UTF-8 for RapidJSON, which calls Validate() for the characters of a string that are not escaped:
// it reads as many at once as it can.
struct RunsOfUtf8 : rapidjson::UTF8<> {
  template <typename Output>
  static bool Validate(GrammarStream& stream, Output& output) {
    const std::string_view run = stream.take_unescaped();
    if (run.empty()) return rapidjson::UTF8<>::Validate(stream, output);
    if (void* copy = output.Push(static_cast<rapidjson::SizeType>(run.size())); copy != nullptr)
      std::memcpy(copy, run.data(), run.size());
    return true;
  }
};

std::string too_deep();

inline constexpr std::string_view kInvalidJson = "invalid JSON: ";
Error invalid_json(std::string_view reason);
// The same for what is wrong at a place of the text.
Error invalid_json_at(std::string_view text, std::size_t offset, std::string_view reason);
// The error for a problem that RapidJSON has found in `text`: with its place, and a hint if it is
// something that other languages have and JSON does not.
Error syntax_error(std::string_view text, const rapidjson::ParseResult& parsed);

// Receives RapidJSON's events: derive from it and have a member for each. To stop parsing, a member
// sets problem() and returns false. The base's members for numbers as values (Int, Double and so
// on) are never called, as numbers are reported as RawNumber.
class GrammarHandler : public rapidjson::BaseReaderHandler<> {
 public:
  const std::string& problem() const { return problem_; }

 protected:
  // Always false, for an event to return.
  bool refuse(std::string why);
  // Whether a decoded key or string contains only accepted characters. Otherwise sets the problem.
  bool acceptable(std::string_view decoded);

 private:
  std::string problem_;
};

// Errors: invalid_json. `handler` is a GrammarHandler; it limits the nesting and refuses invalid
// characters in strings.
template <typename Handler>
std::optional<Error> parse_json(std::string_view text, GrammarStream& stream, Handler& handler) {
  // RapidJSON treats a NUL as the end of the text.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    return invalid_json_at(text, nul, "NUL characters are not allowed");
  rapidjson::GenericReader<RunsOfUtf8, RunsOfUtf8> reader;
  constexpr unsigned kFlags =
      rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseValidateEncodingFlag;
  const rapidjson::ParseResult parsed = reader.Parse<kFlags>(stream, handler);
  if (!handler.problem().empty()) return invalid_json_at(text, stream.Tell(), handler.problem());
  if (!parsed.IsError()) return std::nullopt;
  return syntax_error(text, parsed);
}

}  // namespace core
