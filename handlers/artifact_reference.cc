#include "handlers/artifact_reference.h"

#include <utility>

#include "core/share_link.h"
#include "core/text/form.h"

namespace handlers {
namespace {

constexpr std::string_view kResource = "artifact://";
constexpr std::string_view kSharePath = "/a/";
constexpr std::string_view kDashboardPath = "/dashboard/artifacts/";

// The id at the beginning of a path, up to its next segment or its query.
std::optional<core::ArtifactId> id_at_start(std::string_view text) {
  return core::ArtifactId::parse(text.substr(0, text.find_first_of("/?#")));
}

std::optional<std::string> token_in(std::string_view url) {
  url = url.substr(0, url.find('#'));
  const std::size_t mark = url.find('?');
  if (mark == std::string_view::npos) return std::nullopt;
  const auto query = core::parse_form(url.substr(mark + 1));
  if (!query) return std::nullopt;
  const auto token = query->find("token");
  if (token == query->end()) return std::nullopt;
  return std::string(core::without_punctuation(token->second));
}

}  // namespace

std::optional<ArtifactReference> parse_reference(std::string_view base_url, std::string_view text) {
  std::optional<core::ArtifactId> id;
  std::optional<std::string> token;
  if (text.starts_with(kResource)) {
    id = id_at_start(text.substr(kResource.size()));
  } else if (text.starts_with(base_url)) {
    const std::string_view path = text.substr(base_url.size());
    if (path.starts_with(kSharePath)) {
      id = id_at_start(path.substr(kSharePath.size()));
      token = token_in(path);
    } else if (path.starts_with(kDashboardPath)) {
      id = id_at_start(path.substr(kDashboardPath.size()));
    }
  } else {
    id = core::ArtifactId::parse(text);
  }
  if (!id) return std::nullopt;
  return ArtifactReference{*id, std::move(token)};
}

}  // namespace handlers
