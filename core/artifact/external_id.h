// ExternalId: the caller's own key for an artifact, unique in the account.
//
// 1 to 128 ASCII letters, digits and -._~:@, starting with a letter or digit, so that it needs no
// encoding in a URL. Case-sensitive. A value type.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"

namespace core {

class ExternalId {
 public:
  static std::optional<ExternalId> parse(std::string_view text);
  // A path segment, which may be percent-encoded.
  static std::optional<ExternalId> parse_path_segment(std::string_view segment);

  const std::string& text() const { return text_; }

  friend bool operator==(const ExternalId&, const ExternalId&) = default;

 private:
  explicit ExternalId(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// An invalid_request for a malformed external ID.
Error invalid_external_id(std::string_view field);

}  // namespace core
