#include "handlers/mcp/artifact_reference.h"

#include "app/sharing/share_links.h"
#include "core/encodings/form.h"
#include "core/security/share_token.h"

namespace handlers::mcp {
namespace {

using core::Error;
using core::ErrorCode;

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

std::string_view text_argument(const core::JsonObject& arguments, std::string_view name) {
  const core::JsonMember* const member = arguments.find(name);
  return member == nullptr ? std::string_view() : std::string_view(member->string);
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

core::Result<ArtifactReference> read_artifact(const Call& call, const core::JsonObject& arguments) {
  const std::string& base_url = call.configuration.public_base_url;
  auto reference = parse_reference(base_url, text_argument(arguments, "artifact"));
  if (reference) return *std::move(reference);
  return Error{ErrorCode::invalid_request,
               "must be an artifact's id (art_…) or a link of this service (" + base_url +
                   "/a/art_…?token=…)",
               "artifact"};
}

core::Result<LinkReference> read_link(const Call& call, const core::JsonObject& arguments) {
  const std::string& base_url = call.configuration.public_base_url;
  const auto reference = parse_reference(base_url, text_argument(arguments, "link"));
  if (!reference || !reference->token) {
    return Error{ErrorCode::invalid_request,
                 "must be the whole URL of a link (" + base_url +
                     "/a/art_…?token=…); list_links "
                     "gives the links of an artifact",
                 "link"};
  }
  const auto link = call.use_cases.share_links.link_with(reference->artifact, *reference->token);
  if (!link) return link.error();
  return LinkReference{reference->artifact, *link};
}

std::string resource_uri(const core::ArtifactId& artifact) {
  return std::string(kResource) + artifact.to_string();
}

std::string dashboard_url(const core::Configuration& configuration,
                          const core::ArtifactId& artifact) {
  return configuration.public_base_url + std::string(kDashboardPath) + artifact.to_string();
}

}  // namespace handlers::mcp
