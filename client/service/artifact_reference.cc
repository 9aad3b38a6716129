#include "client/service/artifact_reference.h"

#include "client/failure.h"
#include "core/security/share_token.h"

namespace client {
namespace {

constexpr std::size_t kIdLength = 30;

// The artifact that a link's path names.
std::optional<core::ArtifactId> id_in(std::string_view link) {
  const std::string_view path = link.substr(0, link.find_first_of("?#"));
  const std::size_t at = path.find("/art_");
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = path.substr(at + 1);
  if (rest.size() > kIdLength && rest[kIdLength] != '/') return std::nullopt;
  return core::ArtifactId::parse(rest.substr(0, kIdLength));
}

}  // namespace

ArtifactReference ArtifactReference::parse(const std::string& text) {
  if (const auto id = core::ArtifactId::parse(text)) return {text, *id};
  auto service = ServiceUrl::of(text);
  const auto id = id_in(text);
  if (!service || !id)
    throw WrongUsage('"' + text + "\" is neither the ID of an artifact (art_…) nor a share link");
  return {text, *id, std::move(service)};
}

std::string_view token_in(std::string_view link) {
  constexpr std::string_view kParameter = "token=";
  const std::size_t at = link.find(kParameter);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = link.substr(at + kParameter.size());
  return core::without_punctuation(rest.substr(0, rest.find_first_of("&#")));
}

}  // namespace client
