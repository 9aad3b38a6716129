#include "fcgi/routing/path_pattern.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

namespace fcgi {
namespace {

template <typename Id>
std::optional<PathId> parse_id(std::string_view text) {
  return Id::parse(text);
}

std::optional<PathId> parse_external_id(std::string_view text) {
  return core::ExternalId::parse_path_segment(text);
}

struct Placeholder {
  std::string_view name;
  std::string_view prefix;  // of a public ID; empty for an external one
  std::optional<PathId> (*parse)(std::string_view text);
};

constexpr std::array kPlaceholders{
    Placeholder{"artifact_id", core::ArtifactKind::kPrefix, parse_id<core::ArtifactId>},
    Placeholder{"external_id", {}, parse_external_id},
    Placeholder{"share_id", core::ShareKind::kPrefix, parse_id<core::ShareId>},
    Placeholder{"key_id", core::KeyKind::kPrefix, parse_id<core::KeyId>},
    Placeholder{"app_id", core::GrantKind::kPrefix, parse_id<core::GrantId>},
    Placeholder{"user_id", core::UserKind::kPrefix, parse_id<core::UserId>},
};

const Placeholder& placeholder_of(std::string_view name) {
  const auto found = std::find_if(kPlaceholders.begin(), kPlaceholders.end(),
                                  [name](const Placeholder& known) { return known.name == name; });
  if (found == kPlaceholders.end())
    throw std::logic_error("there is no placeholder {" + std::string(name) + "}");
  return *found;
}

// What an ID in the placeholder's place has to be.
std::string right_part(const Placeholder& placeholder) {
  if (placeholder.prefix.empty()) return core::invalid_external_id("externalId").sentence();
  return "an ID in this path must be " + std::string(placeholder.prefix) +
         "_ and 26 letters and digits, as responses have it";
}

// Calls `take` with each placeholder and what is in its place, until that is false.
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
      if (!take(placeholder_of(wanted.substr(1, wanted.size() - 2)), given)) return false;
    } else if (wanted != given) {
      return false;
    }
    pattern.remove_prefix(wanted.size());
    path.remove_prefix(given.size());
  }
  return pattern.empty() && path.empty();
}

}  // namespace

bool matches(std::string_view pattern, std::string_view path, std::vector<PathId>& ids) {
  ids.clear();
  return walk(pattern, path, [&](const Placeholder& placeholder, std::string_view given) {
    std::optional<PathId> id = placeholder.parse(given);
    if (!id) return false;
    ids.push_back(*std::move(id));
    return true;
  });
}

std::optional<MalformedPart> malformed_part(std::string_view pattern, std::string_view path) {
  std::optional<MalformedPart> part;
  const bool is_alike =
      walk(pattern, path, [&](const Placeholder& placeholder, std::string_view given) {
        if (part || placeholder.parse(given)) return true;
        const std::string name = "/{" + std::string(placeholder.name) + '}';
        part = MalformedPart{
            right_part(placeholder), pattern.substr(0, pattern.find(name)),
            placeholder.prefix.empty() || given.starts_with(std::string(placeholder.prefix) + '_')};
        return true;
      });
  return is_alike ? part : std::nullopt;
}

}  // namespace fcgi
