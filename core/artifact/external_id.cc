#include "core/artifact/external_id.h"

#include <algorithm>

#include "core/encodings/percent_decoding.h"
#include "core/text/ascii.h"

namespace core {
namespace {

constexpr std::size_t kLongest = 128;

bool is_allowed(char c) {
  return is_letter_or_digit(c) || std::string_view("-._~:@").find(c) != std::string_view::npos;
}

}  // namespace

std::optional<ExternalId> ExternalId::parse(std::string_view text) {
  const bool is_valid = !text.empty() && text.size() <= kLongest &&
                        is_letter_or_digit(text.front()) &&
                        std::all_of(text.begin(), text.end(), is_allowed);
  if (!is_valid) return std::nullopt;
  return ExternalId(std::string(text));
}

std::optional<ExternalId> ExternalId::parse_path_segment(std::string_view segment) {
  const auto text = percent_decode(segment);
  return text ? parse(*text) : std::nullopt;
}

Error invalid_external_id(std::string_view field) {
  return {ErrorCode::invalid_request,
          "must have 1 to " + std::to_string(kLongest) +
              " letters, digits and -._~:@, beginning with a letter or digit",
          std::string(field)};
}

}  // namespace core
