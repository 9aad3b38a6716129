#include "client/service/service_url.h"

#include <algorithm>
#include <memory>

#include <curl/curl.h>

#include "core/text/ascii.h"

namespace client {
namespace {

using CurlUrl = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

// A part of a URL; nothing if it has none.
std::optional<std::string> part_of(const CurlUrl& url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url.get(), part, &text, CURLU_NO_DEFAULT_PORT) != CURLUE_OK) return std::nullopt;
  const std::unique_ptr<char, decltype(&curl_free)> owned(text, &curl_free);
  return std::string(text);
}

CurlUrl parse_url(const std::string& text) {
  CurlUrl url(curl_url(), &curl_url_cleanup);
  constexpr unsigned kFlags = CURLU_DEFAULT_SCHEME;  // which is https
  if (!url || curl_url_set(url.get(), CURLUPART_URL, text.c_str(), kFlags) != CURLUE_OK)
    url.reset();
  return url;
}

bool is_this_machine(std::string_view host) {
  return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

// scheme://host[:port]; nothing for what keys are not sent to.
std::optional<std::string> origin_of(const CurlUrl& url) {
  const auto scheme = part_of(url, CURLUPART_SCHEME);
  auto host = part_of(url, CURLUPART_HOST);
  if (!scheme || !host || host->empty() || part_of(url, CURLUPART_USER)) return std::nullopt;
  host = core::in_lower_case(*host);
  if (*scheme != "https" && !(*scheme == "http" && is_this_machine(*host))) return std::nullopt;
  std::string origin = *scheme + "://" + *host;
  if (const auto port = part_of(url, CURLUPART_PORT)) origin += ':' + *port;
  return origin;
}

}  // namespace

std::optional<ServiceUrl> ServiceUrl::parse(std::string_view text) {
  if (text.empty() || text.find_first_of(" \t\r\n") != std::string_view::npos) return std::nullopt;
  const CurlUrl url = parse_url(std::string(text));
  if (!url) return std::nullopt;
  if (part_of(url, CURLUPART_QUERY) || part_of(url, CURLUPART_FRAGMENT)) return std::nullopt;
  if (part_of(url, CURLUPART_PATH).value_or("/") != "/") return std::nullopt;
  auto origin = origin_of(url);
  if (!origin) return std::nullopt;
  return ServiceUrl(*std::move(origin));
}

std::optional<ServiceUrl> ServiceUrl::of(std::string_view link) {
  if (link.find("://") == std::string_view::npos) return std::nullopt;
  const CurlUrl url = parse_url(std::string(link));
  if (!url) return std::nullopt;
  auto origin = origin_of(url);
  if (!origin) return std::nullopt;
  return ServiceUrl(*std::move(origin));
}

}  // namespace client
