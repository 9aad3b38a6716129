#include "client/service/address.h"

#include <algorithm>

#include "client/command_line.h"
#include "core/share_link.h"
#include "core/text/text.h"
#include "http/transfer.h"

namespace client {
namespace {

using http::Url;

constexpr unsigned kHttpsByDefault = CURLU_DEFAULT_SCHEME;

bool is_this_machine(std::string_view host) {
  return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

// scheme://host[:port]; nothing for URLs to which keys must not be sent.
std::optional<std::string> origin_of(const Url& url) {
  const auto scheme = url.part(CURLUPART_SCHEME);
  auto host = url.part(CURLUPART_HOST);
  if (!scheme || !host || host->empty() || url.part(CURLUPART_USER)) return std::nullopt;
  host = core::in_lower_case(*host);
  if (*scheme != "https" && !(*scheme == "http" && is_this_machine(*host))) return std::nullopt;
  std::string origin = *scheme + "://" + *host;
  if (const auto port = url.part(CURLUPART_PORT, CURLU_NO_DEFAULT_PORT)) origin += ':' + *port;
  return origin;
}

}  // namespace

std::optional<ServiceUrl> ServiceUrl::parse(std::string_view text) {
  if (text.empty() || text.find_first_of(" \t\r\n") != std::string_view::npos) return std::nullopt;
  const auto url = Url::parse(std::string(text), kHttpsByDefault);
  if (!url) return std::nullopt;
  if (url->part(CURLUPART_QUERY) || url->part(CURLUPART_FRAGMENT)) return std::nullopt;
  if (url->part(CURLUPART_PATH).value_or("/") != "/") return std::nullopt;
  auto origin = origin_of(*url);
  if (!origin) return std::nullopt;
  return ServiceUrl(*std::move(origin));
}

std::optional<ServiceUrl> ServiceUrl::of(std::string_view link) {
  if (link.find("://") == std::string_view::npos) return std::nullopt;
  const auto url = Url::parse(std::string(link), kHttpsByDefault);
  if (!url) return std::nullopt;
  auto origin = origin_of(*url);
  if (!origin) return std::nullopt;
  return ServiceUrl(*std::move(origin));
}

namespace {

constexpr std::size_t kIdLength = 30;

// The artifact in the path of a link.
std::optional<core::ArtifactId> id_in(std::string_view link) {
  const std::string_view path = link.substr(0, link.find_first_of("?#"));
  const std::size_t at = path.find("/art_");
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = path.substr(at + 1);
  if (rest.size() > kIdLength && rest[kIdLength] != '/') return std::nullopt;
  return core::ArtifactId::parse(rest.substr(0, kIdLength));
}

}  // namespace

NamedArtifact NamedArtifact::parse(const std::string& text) {
  if (core::ArtifactId::parse(text) || core::ExternalId::parse_address(text)) return {text, text};
  auto service = ServiceUrl::of(text);
  const auto id = id_in(text);
  if (!service || !id)
    throw WrongUsage('"' + text +
                     "\" is neither the ID of an artifact (art_…, or ext: and its external ID) nor "
                     "a share link");
  return {text, id->to_string(), std::move(service)};
}

std::string_view token_in(std::string_view link) {
  constexpr std::string_view kParameter = "token=";
  const std::size_t at = link.find(kParameter);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = link.substr(at + kParameter.size());
  return core::without_punctuation(rest.substr(0, rest.find_first_of("&#")));
}

}  // namespace client
