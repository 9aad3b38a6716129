#include "handlers/share_pages/share_access.h"

#include <charconv>

#include "core/operation/configuration.h"
#include "core/operation/metrics.h"
#include "core/security/statement_signature.h"
#include "db/artifacts/share_store.h"
#include "db/counters/attempt_counter.h"
#include "handlers/client_network.h"
#include "runtime/password_checker.h"

namespace handlers {
namespace {

using core::Error;
using core::ErrorCode;

Error not_found() { return {ErrorCode::not_found, "no resource at this URL"}; }

constexpr std::int64_t kViewSeconds = 3600;

std::string unlocking_cookie_name(const OpenLink& link) {
  return "__Secure-unlocked-" + link.claims.share.to_string();
}

std::string view_cookie_name(const OpenLink& link) {
  return "__Secure-view-" + link.claims.share.to_string();
}

// What the cookie of an unlocking says: this service has seen the right password for this link. It
// depends on the stored hash, so a new password makes it worthless.
std::string unlocking_statement(const OpenLink& link) {
  return "unlocked:" + link.claims.share.to_string() + ':' + link.view.password_hash.value_or("");
}

// What the cookie of a view says: a view of this link was counted, and is over at `end` (Unix
// seconds).
std::string view_statement(const OpenLink& link, std::int64_t end) {
  return "view:" + link.claims.share.to_string() + ':' + std::to_string(end);
}

// `scope` says from which sites it is sent.
std::string set_cookie(const OpenLink& link, const std::string& name, const std::string& value,
                       std::string_view scope) {
  return name + '=' + value + "; Path=/a/" + link.claims.artifact.to_string() +
         "; Secure; HttpOnly; " + std::string(scope);
}

constexpr std::string_view kOwnSite = "SameSite=Lax";
// Within the site whose page has the frame (CHIPS).
constexpr std::string_view kFramingSite = "SameSite=None; Partitioned";

std::string page_path(const fcgi::Request& request) {
  return "/a/" + std::string(request.path_part("artifact_id"));
}

// A genuine token has no character that would need encoding.
std::string query(const fcgi::Request& request) {
  return "?token=" + request.query("token").value_or("");
}

// The link, also if it has had all its views.
core::Result<OpenLink> find_link_used_up_or_not(Services& services, const fcgi::Request& request) {
  const auto id = core::ArtifactId::parse(request.path_part("artifact_id"));
  const auto token = request.query("token");
  if (!id || !token) return not_found();
  const auto claims = core::verify_share_token(*token, services.configuration.signing_keys);
  if (!claims || claims->artifact != *id) return not_found();

  auto view = services.shares.find_view(claims->share, claims->artifact);
  // The token is genuine, so a link that is not there was there once.
  if (!view || view->gone) return gone();
  if (view->disabled)
    return Error{ErrorCode::disabled, "the operator of this service has disabled this link"};
  return OpenLink{*claims, *std::move(view)};
}

}  // namespace

Error gone() { return {ErrorCode::gone, "this share link has expired or was revoked"}; }

core::Result<OpenLink> find_link(Services& services, const fcgi::Request& request) {
  core::Result<OpenLink> link = find_link_used_up_or_not(services, request);
  if (link && link->view.used_up) return gone();
  return link;
}

core::Result<OpenLink> find_link_for_file(Services& services, const fcgi::Request& request) {
  core::Result<OpenLink> link = find_link_used_up_or_not(services, request);
  if (link && link->view.used_up && !proves_view(services, request, *link)) return gone();
  return link;
}

std::string link_path(const fcgi::Request& request) { return page_path(request) + query(request); }

std::string file_path(const fcgi::Request& request) {
  return page_path(request) + "/file" + query(request);
}

core::Result<Unlocking> try_password(Services& services, const fcgi::Request& request,
                                     const OpenLink& link, std::string_view password) {
  const std::string network = client_network(services, request);
  if (services.passwords.is_busy(network)) return runtime::too_busy();
  const db::Attempt attempt{.subject = link.claims.share.to_string(),
                            .client_address = request.client_address()};
  if (const auto reserved = services.attempts.reserve(attempt); !reserved) {
    services.metrics.count(core::Counter::refused_passwords);
    return Unlocking{Unlocking::Outcome::too_many_attempts, reserved.wait};
  }
  const auto matches =
      services.passwords.matches(password, link.view.password_hash.value_or(""), network);
  if (!matches) {
    services.attempts.give_back(attempt);
    return matches.error();
  }
  if (!*matches) {
    services.metrics.count(core::Counter::wrong_passwords);
    return Unlocking{Unlocking::Outcome::wrong};
  }
  services.metrics.count(core::Counter::right_passwords);
  services.attempts.give_back(attempt);
  return Unlocking{Unlocking::Outcome::right};
}

core::Result<Unlocking> proof_of_password(Services& services, const fcgi::Request& request,
                                          const OpenLink& link) {
  if (!link.view.password_hash) return Unlocking{Unlocking::Outcome::right};
  const std::string_view cookie = request.cookie(unlocking_cookie_name(link));
  if (core::is_statement_signature(cookie, unlocking_statement(link),
                                   services.configuration.signing_keys))
    return Unlocking{Unlocking::Outcome::right};
  const std::string_view password = request.parameter("HTTP_X_SHARE_PASSWORD");
  if (password.empty()) return Unlocking{};
  return try_password(services, request, link, password);
}

std::string unlocking_cookie(const Services& services, const OpenLink& link) {
  return set_cookie(link, unlocking_cookie_name(link),
                    core::sign_statement(unlocking_statement(link),
                                         services.configuration.signing_keys.current()),
                    kOwnSite);
}

std::string view_cookie(const Services& services, const OpenLink& link,
                        pages::Presentation presentation) {
  const std::int64_t end = link.view.now.unix_seconds() + kViewSeconds;
  return set_cookie(link, view_cookie_name(link),
                    std::to_string(end) + '.' +
                        core::sign_statement(view_statement(link, end),
                                             services.configuration.signing_keys.current()),
                    presentation == pages::Presentation::embedded ? kFramingSite : kOwnSite);
}

bool proves_view(const Services& services, const fcgi::Request& request, const OpenLink& link) {
  const std::string_view cookie = request.cookie(view_cookie_name(link));
  const std::size_t dot = cookie.find('.');
  if (dot == std::string_view::npos) return false;
  std::int64_t end = 0;
  std::from_chars(cookie.data(), cookie.data() + dot, end);
  return link.view.now.unix_seconds() < end &&
         core::is_statement_signature(cookie.substr(dot + 1), view_statement(link, end),
                                      services.configuration.signing_keys);
}

}  // namespace handlers
