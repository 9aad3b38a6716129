#include "core/identity/api_key.h"

#include "core/security/checked_secret.h"

namespace core {
namespace {

constexpr std::string_view kPrefix = "artk_";
constexpr std::size_t kDisplayLength = kPrefix.size() + 6;

}  // namespace

ApiKey ApiKey::generate() { return ApiKey(generate_checked_secret(kPrefix)); }

std::optional<ApiKey> ApiKey::parse(std::string_view text) {
  if (!is_checked_secret(kPrefix, text)) return std::nullopt;
  return ApiKey(std::string(text));
}

std::string ApiKey::display_prefix() const { return secret_.substr(0, kDisplayLength); }

}  // namespace core
