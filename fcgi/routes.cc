#include "fcgi/routes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/text/encodings.h"

namespace fcgi {
namespace {

template <typename Id>
std::optional<PathId> parse_id(std::string_view text) {
  return Id::parse(text);
}

constexpr std::string_view kUploadToken = "upload_token";

struct Placeholder {
  std::string_view name;
  std::string_view prefix;  // of a public ID; empty for a version
  std::optional<PathId> (*parse)(std::string_view text);
};

constexpr std::array kPlaceholders{
    Placeholder{"artifact_id", core::ArtifactKind::kPrefix, parse_id<core::ArtifactId>},
    Placeholder{"share_id", core::ShareKind::kPrefix, parse_id<core::ShareId>},
    Placeholder{"key_id", core::KeyKind::kPrefix, parse_id<core::KeyId>},
    Placeholder{"app_id", core::GrantKind::kPrefix, parse_id<core::GrantId>},
    Placeholder{"user_id", core::UserKind::kPrefix, parse_id<core::UserId>},
    Placeholder{"version", {}, parse_id<core::VersionNumber>},
    Placeholder{kUploadToken, "artu", parse_id<core::UploadToken>},
};

const Placeholder& placeholder_of(std::string_view name) {
  const auto found = std::find_if(kPlaceholders.begin(), kPlaceholders.end(),
                                  [name](const Placeholder& known) { return known.name == name; });
  if (found == kPlaceholders.end())
    throw std::logic_error("there is no placeholder {" + std::string(name) + "}");
  return *found;
}

// An external ID stands for that of its artifact in the API, but not in the addresses of pages.
bool takes_external_ids(const Placeholder& placeholder, std::string_view pattern) {
  return placeholder.prefix == core::ArtifactKind::kPrefix && pattern.starts_with("/artifacts/");
}

std::optional<PathId> parse(const Placeholder& placeholder, std::string_view pattern,
                            std::string_view segment) {
  if (auto id = placeholder.parse(segment)) return id;
  if (!takes_external_ids(placeholder, pattern)) return std::nullopt;
  const auto text = core::percent_decode(segment);
  return text ? std::optional<PathId>(core::ExternalId::parse_address(*text)) : std::nullopt;
}

// The rule for an ID in the placeholder's place.
std::string right_part(const Placeholder& placeholder, bool is_external) {
  if (placeholder.name == "version") return "a version in this path must be a whole number from 1";
  if (is_external) return "an external ID after ext: " + core::invalid_external_id({}).message;
  if (placeholder.name == kUploadToken)
    return "the address of an upload must be whole, as POST /artifacts/uploads gave it";
  return "an ID in this path must be " + std::string(placeholder.prefix) +
         "_ and 26 letters and digits, as responses have it";
}

// Calls `take` with each placeholder and what is in its place, until that is false.
// Returns whether all segments match.
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
    std::optional<PathId> id = parse(placeholder, pattern, given);
    if (!id) return false;
    ids.push_back(*std::move(id));
    return true;
  });
}

std::optional<MalformedPart> malformed_part(std::string_view pattern, std::string_view path) {
  std::optional<MalformedPart> part;
  const bool is_alike =
      walk(pattern, path, [&](const Placeholder& placeholder, std::string_view given) {
        if (part || parse(placeholder, pattern, given)) return true;
        const std::string name = "/{" + std::string(placeholder.name) + '}';
        const auto text = core::percent_decode(given);
        const bool is_external = takes_external_ids(placeholder, pattern) && text &&
                                 text->starts_with(core::ExternalId::kAddressPrefix);
        part = MalformedPart{right_part(placeholder, is_external),
                             pattern.substr(0, pattern.find(name)),
                             is_external || placeholder.prefix.empty() ||
                                 given.starts_with(std::string(placeholder.prefix) + '_')};
        return true;
      });
  return is_alike ? part : std::nullopt;
}

namespace {

constexpr std::string_view kApiPrefix = "/api";

// A path in the former form, in which an external ID was a path of its own, in the present one.
// Nothing for any other path.
std::optional<std::string> in_present_form(std::string_view path) {
  constexpr std::string_view kFormer = "/artifacts/by-external-id/";
  const std::size_t begin = path.starts_with(kApiPrefix) ? kApiPrefix.size() : 0;
  if (!path.substr(begin).starts_with(kFormer)) return std::nullopt;
  return std::string(path.substr(0, begin))
      .append("/artifacts/")
      .append(core::ExternalId::kAddressPrefix)
      .append(path.substr(begin + kFormer.size()));
}

// That there is a list at the path, and what it can be asked for; empty if there is none.
std::string list_at(const std::vector<Route>& routes, std::string_view path) {
  for (const Route& route : routes) {
    if (route.method != Method::get || route.pattern != path || route.query_parameters.empty())
      continue;
    std::string text = "GET " + std::string(path) + " lists what there is (query parameters: ";
    std::string_view separator;
    for (const std::string_view name : route.query_parameters) {
      text.append(separator).append(name);
      separator = ", ";
    }
    return text + "); ";
  }
  return {};
}

// Whether the path without its trailing slash is one of the API.
bool is_with_slash(const std::vector<Route>& routes, std::string_view path) {
  const std::string_view bare = path.substr(0, path.find_last_not_of('/') + 1);
  std::vector<PathId> ids;
  return bare.size() < path.size() &&
         std::any_of(routes.begin(), routes.end(), [&](const Route& route) {
           return route.is_api() && matches(route.pattern, bare, ids);
         });
}

}  // namespace

RouteMatch match_routes(const std::vector<Route>& routes, Request& request) {
  const auto present = in_present_form(request.path());
  const std::string_view path = present ? *present : request.path();
  const bool below_api = path.starts_with(kApiPrefix) && path.substr(kApiPrefix.size(), 1) == "/";
  const Method method = request.method() == Method::head ? Method::get : request.method();
  RouteMatch match;
  std::vector<PathId> ids;
  for (const Route& route : routes) {
    if (match.any != nullptr && route.pattern != match.any->pattern) continue;
    if (match.any == nullptr) {
      const bool fitting = matches(route.pattern, path, ids) ||
                           (below_api && route.is_api() &&
                            matches(route.pattern, path.substr(kApiPrefix.size()), ids));
      if (!fitting) continue;
      match.any = &route;
    }
    if (route.method == method) match.chosen = &route;
  }
  if (match.any != nullptr) request.set_path_ids(std::move(ids));
  return match;
}

const Route* signed_in_page_at(const std::vector<Route>& routes, std::string_view path) {
  std::vector<PathId> ids;
  for (const Route& route : routes) {
    if (route.method == Method::get && matches(route.pattern, path, ids))
      return route.is_for_users() ? &route : nullptr;
  }
  return nullptr;
}

std::string allowed_methods(const std::vector<Route>& routes, const RouteMatch& match) {
  std::string methods;
  for (const Route& route : routes) {
    if (route.pattern != match.any->pattern) continue;
    if (!methods.empty()) methods += ", ";
    methods += to_string(route.method);
    if (route.method == Method::get) methods += ", HEAD";
  }
  if (match.any->is_api()) methods += ", OPTIONS";
  return methods;
}

core::Error not_found() { return {core::ErrorCode::not_found, "no resource at this path"}; }

core::Error unknown_path(const std::vector<Route>& routes, std::string_view path) {
  const auto present = in_present_form(path);
  if (present) path = *present;
  if (path.starts_with(kApiPrefix)) path.remove_prefix(kApiPrefix.size());
  if (is_with_slash(routes, path))
    return {core::ErrorCode::not_found, "no resource at this path; remove the slash at its end"};
  for (const Route& route : routes) {
    if (!route.is_api()) continue;
    const auto part = malformed_part(route.pattern, path);
    if (!part) continue;
    std::string message = "no resource at this path; ";
    if (!part->is_attempt) message += list_at(routes, part->parent);
    return {core::ErrorCode::not_found, message + part->rule};
  }
  return {core::ErrorCode::not_found,
          "no resource at this path; GET /openapi.json describes the API"};
}

}  // namespace fcgi
