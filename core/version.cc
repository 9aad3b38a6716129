#include "core/version.h"

#include <charconv>

#include "core/principal.h"

namespace core {
namespace {

std::string_view type_of(Principal::Kind kind) {
  switch (kind) {
    case Principal::Kind::user:
      return "user";
    case Principal::Kind::key:
      return "key";
    case Principal::Kind::app:
      return "app";
    case Principal::Kind::visitor:
    case Principal::Kind::operator_:
      return "operator";
  }
  return "operator";
}

}  // namespace

std::optional<VersionNumber> VersionNumber::parse(std::string_view text) {
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size() || number < 1 ||
      text.front() == '0')
    return std::nullopt;
  return VersionNumber(number);
}

Author author_of(const Principal& principal) {
  const std::string credential = principal.credential();
  return {.type = std::string(type_of(principal.kind)),
          .id = credential.empty() && principal.user ? principal.user->to_string() : credential,
          .name = principal.name};
}

std::string to_words(const std::optional<Author>& author) {
  if (!author) return "an unknown author";
  return author->name.empty() ? "the " + author->type : author->type + ' ' + author->name;
}

}  // namespace core
