// An app that users connect by OAuth, and the addresses to which it may be answered.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/ids.h"

namespace core {

// RedirectUri: where a browser is redirected with the response to an app's request for access (RFC
// 6749, 3.1.2; RFC 8252).
//
// Read strictly, from printable ASCII without a fragment and without user information: https to any
// host, http to this computer (127.0.0.1, [::1], localhost), or a private scheme: one with a
// period, such as com.example.app:/callback, or one that the operator allows. Immutable.

// The private schemes without a period that the operator allows (oauth_redirect_schemes).
using RedirectSchemes = std::vector<std::string>;

// Whether it may be the scheme of an app: in lower case, and not one that browsers handle
// themselves.
bool is_scheme_of_apps(std::string_view scheme);

class RedirectUri {
 public:
  static constexpr std::size_t kMaximumLength = 2000;

  // Errors: invalid_request.
  static Result<RedirectUri> parse(std::string_view text, const RedirectSchemes& schemes);

  // Whether this one, which is registered, admits the other. They are compared character by
  // character, but for the port of http to this computer, which programs choose when they start.
  bool admits(const RedirectUri& requested) const;

  const std::string& text() const { return text_; }
  // Whether it leads to a program on the user's own computer.
  bool is_local() const { return kind_ != Kind::web; }
  // The part that is shown to the user: the host, or the scheme.
  const std::string& place() const { return place_; }

  // The URI with more parameters, which are encoded already.
  std::string with(const std::string& parameters) const;

 private:
  enum class Kind { web, loopback, private_scheme };

  RedirectUri(std::string_view text, Kind kind) : text_(text), kind_(kind) {}
  static Result<RedirectUri> parse_http(std::string_view text, std::string_view scheme);
  static Result<RedirectUri> parse_private(std::string_view text, const RedirectSchemes& schemes);

  std::string text_;
  Kind kind_;
  std::string place_;
  // The text of a loopback URI without its port.
  std::string without_port_;
};

// OAuthClient: an app that asks for access to a user's artifacts. All are public clients, without
// a secret.

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

// The command for terminals, `artifact`. The only client that may use the device grant: a typed
// code does not show where it leads, so the user would see nothing but a name that the app has
// chosen.
inline constexpr std::string_view kCommandClientId = "artifact-command";
const OAuthClient& command_client();

// The statements of an app about itself, in its registration (RFC 7591) or in the document at its
// id. Members that the service does not use are ignored.
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
