#include "http/url.h"

namespace http {

std::optional<Url> Url::parse(const std::string& text, unsigned flags) {
  Handle handle(curl_url(), &curl_url_cleanup);
  if (!handle || curl_url_set(handle.get(), CURLUPART_URL, text.c_str(), flags) != CURLUE_OK)
    return std::nullopt;
  return Url(std::move(handle));
}

std::optional<std::string> Url::part(CURLUPart part, unsigned flags) const {
  char* text = nullptr;
  if (curl_url_get(handle_.get(), part, &text, flags) != CURLUE_OK) return std::nullopt;
  const std::unique_ptr<char, decltype(&curl_free)> owned(text, &curl_free);
  return std::string(text);
}

}  // namespace http
