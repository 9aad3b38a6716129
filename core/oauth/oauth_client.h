// OAuthClient: an app that asks for access to a user's artifacts. All are public clients, without
// a secret.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/identity/public_id.h"
#include "core/oauth/redirect_uri.h"

namespace core {

// A client that has registered itself.
struct ClientKind {
  static constexpr std::string_view kPrefix = "client";
};
using ClientId = PublicId<ClientKind>;

struct OAuthClient {
  enum class Source : std::uint8_t {
    built_in,
    registered,  // by itself: nobody has verified its name
    document,    // by the document at its id, an https URL
  };

  std::string id;
  std::string name;
  std::vector<RedirectUri> redirect_uris;
  Source source = Source::registered;

  bool admits(const RedirectUri& requested) const;
};

// The command for terminals, `artifact`. The only client that may use the device grant: a code that
// is typed shows nobody where it leads, so an app's own name would be all that the user sees.
inline constexpr std::string_view kCommandClientId = "artifact-command";
const OAuthClient& command_client();

// What an app may say of itself, in its registration (RFC 7591) or in the document at its id. What
// the service does not use is ignored.
struct ClientMetadata {
  static constexpr std::size_t kMaximumBytes = std::size_t{64} * 1024;

  std::string id;  // `client_id`; empty if absent
  std::string name;
  std::vector<RedirectUri> redirect_uris;
};

// Errors: invalid_json, invalid_request, with the field redirect_uris if that is what is wrong.
Result<ClientMetadata> parse_client_metadata(const std::string& json,
                                             const RedirectSchemes& schemes);

}  // namespace core
