#include "fcgi/path_pattern.h"

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

}  // namespace

bool matches(std::string_view pattern, std::string_view path, PathParts& parts) {
  parts.clear();
  while (!pattern.empty() && !path.empty()) {
    // Both begin with a slash: compare the segments after it.
    if (pattern.front() != '/' || path.front() != '/') return false;
    pattern.remove_prefix(1);
    path.remove_prefix(1);
    const std::string_view wanted = pattern.substr(0, pattern.find('/'));
    const std::string_view given = path.substr(0, path.find('/'));
    if (wanted.starts_with('{')) {
      const std::string_view name = wanted.substr(1, wanted.size() - 2);
      if (!is_valid_part(name, given)) return false;
      parts.emplace_back(name, given);
    } else if (wanted != given) {
      return false;
    }
    pattern.remove_prefix(wanted.size());
    path.remove_prefix(given.size());
  }
  return pattern.empty() && path.empty();
}

}  // namespace fcgi
