#include "core/oauth_client.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/account.h"
#include "core/text/json.h"
#include "core/text/text.h"

namespace core {
namespace {

constexpr std::size_t kMaximumRedirectUris = 20;
constexpr std::size_t kMaximumBytesOfUris = 4000;
constexpr std::size_t kMaximumNameBytes = 100;

// The name without characters that cannot be shown, which could disguise it; may be empty.
std::string shown_name(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    if (const std::size_t length = invisible_length(text)) {
      text.remove_prefix(length);
      continue;
    }
    const char c = text.front();
    name += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
    text.remove_prefix(1);
  }
  const auto line = DisplayName::parse(whole_characters(name, kMaximumNameBytes));
  return line ? line->text() : std::string();
}

std::string member_string(const JsonValue& object, std::string_view name) {
  const auto member = object.find(name);
  return member && member->is(JsonType::string) ? member->string() : std::string();
}

RedirectUri built_in(std::string_view text) { return *RedirectUri::parse(text, {}); }

}  // namespace

bool OAuthClient::admits(const RedirectUri& requested) const {
  return std::any_of(redirect_uris.begin(), redirect_uris.end(),
                     [&](const RedirectUri& known) { return known.admits(requested); });
}

const OAuthClient& command_client() {
  static const OAuthClient client{
      .id = std::string(kCommandClientId),
      .name = "Artifact command line",
      .redirect_uris = {built_in("http://127.0.0.1/callback"), built_in("http://[::1]/callback")},
      .source = OAuthClient::Source::built_in};
  return client;
}

Result<ClientMetadata> parse_client_metadata(const std::string& json,
                                             const RedirectSchemes& schemes) {
  const auto tree = JsonTree::parse(json);
  if (!tree) return tree.error();
  const JsonValue root = tree->root();
  if (!root.is(JsonType::object))
    return Error{ErrorCode::invalid_request, "the metadata must be a JSON object"};
  const auto uris = root.find("redirect_uris");
  if (!uris || !uris->is(JsonType::array) || uris->size() == 0 ||
      uris->size() > kMaximumRedirectUris) {
    return Error{ErrorCode::invalid_request,
                 "must be an array of 1 to " + std::to_string(kMaximumRedirectUris) + " URIs",
                 "redirect_uris"};
  }
  ClientMetadata metadata{.id = member_string(root, "client_id"),
                          .name = shown_name(member_string(root, "client_name")),
                          .redirect_uris = {}};
  std::size_t bytes = 0;
  for (const JsonValue& value : *uris) {
    auto uri = RedirectUri::parse(value.string(), schemes);
    if (!uri) {
      return Error{ErrorCode::invalid_request,
                   "must be valid redirect URIs: " + uri.error().message, "redirect_uris"};
    }
    bytes += uri->text().size();
    if (bytes > kMaximumBytesOfUris) {
      return Error{ErrorCode::invalid_request,
                   "must have at most " + std::to_string(kMaximumBytesOfUris) + " bytes together",
                   "redirect_uris"};
    }
    metadata.redirect_uris.push_back(*std::move(uri));
  }
  if (metadata.name.empty()) metadata.name = metadata.redirect_uris.front().place();
  return metadata;
}

namespace {

constexpr std::string_view kHttps = "https://";
constexpr std::string_view kHttp = "http://";

Error not_a_redirect_uri(std::string_view why) {
  return {ErrorCode::invalid_request, "the redirect URI " + std::string(why)};
}

// Whether RFC 3986 allows the character in a URI; # is not allowed here, and % is.
bool is_uri_character(char c) {
  return is_letter_or_digit(c) ||
         std::string_view("-._~:/?[]@!$&'()*+,;=%").find(c) != std::string_view::npos;
}

bool is_host_name(std::string_view host) {
  return !host.empty() && host.size() <= 253 && is_letter_or_digit(host.front()) &&
         is_letter_or_digit(host.back()) && std::all_of(host.begin(), host.end(), [](char c) {
           return is_letter_or_digit(c) || c == '-' || c == '.';
         });
}

bool is_loopback(std::string_view host) {
  return host == "127.0.0.1" || host == "[::1]" || host == "localhost";
}

// Schemes that a browser handles itself: a redirect to them reaches no app.
constexpr std::array<std::string_view, 13> kSchemesOfBrowsers{
    "about", "blob",       "data",     "file",        "filesystem", "ftp", "http",
    "https", "javascript", "vbscript", "view-source", "ws",         "wss"};

// As the reversed name of a domain has them, and nothing of a system (RFC 8252, 7.1).
bool has_periods(std::string_view scheme) {
  return scheme.find('.') != std::string_view::npos && !scheme.ends_with('.') &&
         scheme.find("..") == std::string_view::npos;
}

}  // namespace

bool is_scheme_of_apps(std::string_view scheme) {
  // One letter is a drive of Windows.
  return scheme.size() > 1 && scheme.front() >= 'a' && scheme.front() <= 'z' &&
         std::all_of(scheme.begin(), scheme.end(),
                     [](char c) {
                       return (c >= 'a' && c <= 'z') || is_digit(c) || c == '+' || c == '-' ||
                              c == '.';
                     }) &&
         std::find(kSchemesOfBrowsers.begin(), kSchemesOfBrowsers.end(), scheme) ==
             kSchemesOfBrowsers.end();
}

Result<RedirectUri> RedirectUri::parse(std::string_view text, const RedirectSchemes& schemes) {
  if (text.empty()) return not_a_redirect_uri("is missing");
  if (text.size() > kMaximumLength) return not_a_redirect_uri("is too long");
  if (!std::all_of(text.begin(), text.end(), is_uri_character))
    return not_a_redirect_uri("must be an absolute URI without a fragment");
  if (text.starts_with(kHttps)) return parse_http(text, kHttps);
  if (text.starts_with(kHttp)) return parse_http(text, kHttp);
  return parse_private(text, schemes);
}

Result<RedirectUri> RedirectUri::parse_http(std::string_view text, std::string_view scheme) {
  std::string_view rest = text.substr(scheme.size());
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?"));
  rest.remove_prefix(authority.size());
  if (authority.find('@') != std::string_view::npos)
    return not_a_redirect_uri("must not contain a user name");
  const bool is_ipv6 = authority.starts_with('[');
  const std::size_t host_end =
      is_ipv6 ? std::min(authority.find(']'), authority.size() - 1) + 1 : authority.find(':');
  const std::string_view host = authority.substr(0, host_end);
  const std::string_view port = authority.substr(host.size());
  if (!port.empty() && (port.front() != ':' || port.size() < 2 || !is_port(port.substr(1))))
    return not_a_redirect_uri("has an invalid port");
  if (!is_loopback(host) && (is_ipv6 || !is_host_name(host)))
    return not_a_redirect_uri("has an invalid host");
  if (rest.find_first_of("[]") != std::string_view::npos)
    return not_a_redirect_uri("has an invalid path");
  if (scheme == kHttp && !is_loopback(host))
    return not_a_redirect_uri("must be https, unless it redirects to this computer");

  const bool is_loopback_http = scheme == kHttp;
  RedirectUri uri(text, is_loopback_http ? Kind::loopback : Kind::web);
  uri.place_ = authority;
  if (is_loopback_http) uri.without_port_ = std::string(scheme).append(host).append(rest);
  return uri;
}

Result<RedirectUri> RedirectUri::parse_private(std::string_view text,
                                               const RedirectSchemes& schemes) {
  const std::size_t colon = text.find(':');
  const std::string_view scheme = text.substr(0, colon);
  const bool is_allowed =
      colon != std::string_view::npos && is_scheme_of_apps(scheme) &&
      (has_periods(scheme) || std::find(schemes.begin(), schemes.end(), scheme) != schemes.end());
  if (!is_allowed) {
    return not_a_redirect_uri(
        "has a scheme that is not allowed; use https, http to this computer, or a scheme of the "
        "app's own with a period, such as com.example.app:/callback");
  }
  const std::string_view rest = text.substr(colon + 1);
  if (!rest.starts_with('/') || rest.size() < 2 ||
      rest.find_first_of("@[]") != std::string_view::npos)
    return not_a_redirect_uri("must have a path or a host");
  RedirectUri uri(text, Kind::private_scheme);
  uri.place_ = std::string(scheme) + ':';
  return uri;
}

bool RedirectUri::admits(const RedirectUri& requested) const {
  if (kind_ == Kind::loopback && requested.kind_ == Kind::loopback)
    return without_port_ == requested.without_port_;
  return text_ == requested.text_;
}

std::string RedirectUri::with(const std::string& parameters) const {
  const bool has_query = text_.find('?') != std::string::npos;
  return text_ + (has_query ? '&' : '?') + parameters;
}

}  // namespace core
