#include "fcgi/routing/path_pattern.h"

#include "core/artifact/external_id.h"
#include "core/identity/public_id.h"
#include "core/oauth/grant.h"

namespace fcgi {
namespace {

// Whether the text is a valid value of {name}. A malformed id is 404 for every caller.
bool is_valid_part(std::string_view name, std::string_view text) {
  if (name == "artifact_id") return core::ArtifactId::parse(text).has_value();
  if (name == "share_id") return core::ShareId::parse(text).has_value();
  if (name == "key_id") return core::KeyId::parse(text).has_value();
  if (name == "app_id") return core::GrantId::parse(text).has_value();
  if (name == "user_id") return core::UserId::parse(text).has_value();
  if (name == "external_id") return core::ExternalId::parse_path_segment(text).has_value();
  return !text.empty();
}

// What the value of {name} has to be; empty if it is no ID.
std::string right_part(std::string_view name) {
  if (name == "external_id") return core::invalid_external_id("externalId").sentence();
  for (const auto& [known, prefix] :
       {std::pair("artifact_id", "art_"), std::pair("share_id", "shr_"),
        std::pair("key_id", "key_"), std::pair("app_id", "app_"), std::pair("user_id", "usr_")})
    if (name == known)
      return "an ID in this path must be " + std::string(prefix) +
             " and 26 letters and digits, as responses have it";
  return {};
}

// Calls `take` with the name of each placeholder and what is in its place, until that is false.
// Whether all segments match.
template <typename Take>
bool walk(std::string_view pattern, std::string_view path, const Take& take) {
  while (!pattern.empty() && !path.empty()) {
    // Both begin with a slash: compare the segments after it.
    if (pattern.front() != '/' || path.front() != '/') return false;
    pattern.remove_prefix(1);
    path.remove_prefix(1);
    const std::string_view wanted = pattern.substr(0, pattern.find('/'));
    const std::string_view given = path.substr(0, path.find('/'));
    if (wanted.starts_with('{')) {
      if (!take(wanted.substr(1, wanted.size() - 2), given)) return false;
    } else if (wanted != given) {
      return false;
    }
    pattern.remove_prefix(wanted.size());
    path.remove_prefix(given.size());
  }
  return pattern.empty() && path.empty();
}

}  // namespace

bool matches(std::string_view pattern, std::string_view path, PathParts& parts) {
  parts.clear();
  return walk(pattern, path, [&](std::string_view name, std::string_view given) {
    if (!is_valid_part(name, given)) return false;
    parts.emplace_back(name, given);
    return true;
  });
}

std::string malformed_part(std::string_view pattern, std::string_view path) {
  std::string right;
  const bool is_alike = walk(pattern, path, [&](std::string_view name, std::string_view given) {
    if (right.empty() && !is_valid_part(name, given)) right = right_part(name);
    return is_valid_part(name, given) || !right.empty();
  });
  return is_alike ? right : std::string();
}

}  // namespace fcgi
