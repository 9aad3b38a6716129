#include "handlers/share_access.h"

#include "core/cryptography.h"
#include "core/encoding.h"
#include "handlers/artifact_fields.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

Error not_found() { return {ErrorCode::not_found, "there is nothing at this address"}; }

Error gone() { return {ErrorCode::gone, "this link has ended"}; }

std::string cookie_name(const OpenLink& link) {
  return "__Secure-unlocked-" + link.claims.share.to_string();
}

// What the cookie holds: proof that this service has seen the right password for this link. It
// depends on the stored hash, so a new password makes it worthless.
std::string cookie_value(const core::SigningKey& key, const OpenLink& link) {
  return core::to_base64url(core::hmac_sha256(
      key.secret,
      "unlocked:" + link.claims.share.to_string() + ':' + link.view.password_hash.value_or("")));
}

// The value of a cookie in a Cookie header (RFC 6265, 4.2.1).
std::string_view find_cookie(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find(';'), header.size());
    std::string_view pair = header.substr(0, end);
    header.remove_prefix(std::min(end + 1, header.size()));
    pair.remove_prefix(std::min(pair.find_first_not_of(' '), pair.size()));
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
      return pair.substr(name.size() + 1);
  }
  return {};
}

}  // namespace

core::Result<OpenLink> find_link(Services& services, const fcgi::Request& request) {
  const auto id = core::ArtifactId::parse(request.path_part("artifact_id"));
  const auto token = request.query("token");
  if (!id || !token || !*token) return not_found();
  const auto claims = core::verify_share_token(**token, services.configuration.signing_keys);
  if (!claims || claims->artifact != *id) return not_found();

  auto view = services.shares.find_view(claims->share, claims->artifact);
  // The token is genuine, so a link that is not there was there once.
  if (!view || view->gone) return gone();
  return OpenLink{*claims, *std::move(view)};
}

Unlocking try_password(Services& services, const fcgi::Request& request, const OpenLink& link,
                       std::string_view password) {
  const core::ShareId& share = link.claims.share;
  if (!services.password_attempts.reserve(share, request.client_address()))
    return Unlocking::too_many_attempts;
  if (!services.shared.passwords.matches(password, link.view.password_hash.value_or("")))
    return Unlocking::wrong;
  services.password_attempts.give_back(share, request.client_address());
  return Unlocking::right;
}

std::optional<Unlocking> proof_of_password(Services& services, const fcgi::Request& request,
                                           const OpenLink& link) {
  if (!link.view.password_hash) return Unlocking::right;
  const std::string_view cookie = find_cookie(request.parameter("HTTP_COOKIE"), cookie_name(link));
  for (const core::SigningKey& key : services.configuration.signing_keys.all()) {
    if (core::equal_in_constant_time(core::as_bytes(cookie),
                                     core::as_bytes(cookie_value(key, link))))
      return Unlocking::right;
  }
  const std::string_view password = request.parameter("HTTP_X_SHARE_PASSWORD");
  if (password.empty()) return std::nullopt;
  return try_password(services, request, link, password);
}

std::string unlocking_cookie(const Services& services, const OpenLink& link) {
  return cookie_name(link) + '=' +
         cookie_value(services.configuration.signing_keys.current(), link) + "; Path=/a/" +
         link.claims.artifact.to_string() + "; Secure; HttpOnly; SameSite=Lax";
}

}  // namespace handlers
