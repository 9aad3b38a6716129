#include "client/service/service_url.h"

#include <algorithm>

#include "core/text/ascii.h"
#include "http/url.h"

namespace client {
namespace {

using http::Url;

constexpr unsigned kHttpsByDefault = CURLU_DEFAULT_SCHEME;

bool is_this_machine(std::string_view host) {
  return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

// scheme://host[:port]; nothing for what keys are not sent to.
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

}  // namespace client
