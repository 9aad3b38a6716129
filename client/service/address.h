// Addresses of services, artifacts and links, as users enter them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"

namespace client {

// ServiceUrl: the URL of a service, https://HOST[:PORT].
//
// Always https, as keys and documents are sent there; http only for this machine. Host names are
// lower case and a default port is left out, so equal services compare equal. A value type.
class ServiceUrl {
 public:
  // https:// may be left out. Nothing if the text is not a URL, or has parts other than scheme,
  // host and port.
  static std::optional<ServiceUrl> parse(std::string_view text);
  // The service of any https URL, such as a share link; nothing for other text.
  static std::optional<ServiceUrl> of(std::string_view link);

  // Without a trailing slash.
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

// NamedArtifact: an artifact as the user names it, by its ID, its external ID or a link to it.
struct NamedArtifact {
  std::string text;  // as it was given
  std::string id;    // art_…, or ext: and the external ID
  // The service of a link; nothing for an ID.
  std::optional<ServiceUrl> service = std::nullopt;

  // art_…, ext:…, the URL of a share link, or the address of the artifact in the dashboard. Throws
  // WrongUsage for any other text.
  static NamedArtifact parse(const std::string& text);

  bool is_link() const { return service.has_value(); }
  // The path of the API.
  std::string path() const { return "/api/artifacts/" + id; }
};

// The token in the URL of a share link, which identifies the link; empty if there is none.
std::string_view token_in(std::string_view link);

}  // namespace client
