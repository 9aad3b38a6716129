#include "core/oauth/oauth_client.h"

#include <algorithm>
#include <array>

#include "core/account/display_name.h"
#include "core/json/json_tree.h"
#include "core/text/invisible.h"
#include "core/text/utf8.h"

namespace core {
namespace {

constexpr std::size_t kMaximumRedirectUris = 20;
constexpr std::size_t kMaximumBytesOfUris = 4000;
constexpr std::size_t kMaximumNameBytes = 100;

// The name without what cannot be shown, behind which it could hide what it is; may be empty.
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

}  // namespace core
