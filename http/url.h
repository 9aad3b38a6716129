// Url: the parts of a URL, as libcurl reads them. A URL is opened by the same library, so both
// agree on its host.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <curl/curl.h>

namespace http {

class Url {
 public:
  // `flags` are CURLU_…. Nothing if it is no URL.
  static std::optional<Url> parse(const std::string& text, unsigned flags = 0);

  // Nothing if it has no such part.
  std::optional<std::string> part(CURLUPart part, unsigned flags = 0) const;

 private:
  using Handle = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;
  explicit Url(Handle handle) : handle_(std::move(handle)) {}

  Handle handle_;
};

}  // namespace http
