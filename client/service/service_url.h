// ServiceUrl: where a service is, https://HOST[:PORT].
//
// Always https, as keys and documents are sent there; http only to this machine itself. Host names
// are lower case and a default port is left out, so equal services compare equal. A value type.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace client {

class ServiceUrl {
 public:
  // https:// may be left out. Nothing if the text is not a URL, or has more than scheme, host and
  // port.
  static std::optional<ServiceUrl> parse(std::string_view text);
  // The service of any https URL, such as a share link; nothing if the text is none.
  static std::optional<ServiceUrl> of(std::string_view url);

  // Without a slash at its end.
  const std::string& text() const { return text_; }
  // False only for a service on this machine.
  bool is_encrypted() const { return text_.starts_with("https:"); }
  // HOST[:PORT], for messages.
  std::string host() const { return text_.substr(text_.find("//") + 2); }

  friend bool operator==(const ServiceUrl&, const ServiceUrl&) = default;

 private:
  explicit ServiceUrl(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

}  // namespace client
