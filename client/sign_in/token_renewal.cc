#include "client/sign_in/token_renewal.h"

#include <chrono>

#include "client/failure.h"
#include "client/hosts/hosts_file.h"
#include "client/sign_in/authorization_server.h"

namespace client {
namespace {

// Clocks differ, and a call takes a while.
constexpr std::chrono::seconds kMargin{60};

Failure ended(const ServiceUrl& service) {
  return {ExitStatus::not_permitted,
          "the sign-in to " + service.host() + " has ended; run: artifact login " + service.text()};
}

}  // namespace

bool needs_renewal(const Tokens& tokens) {
  const auto now = std::chrono::system_clock::now().time_since_epoch() + kMargin;
  return std::chrono::duration_cast<std::chrono::seconds>(now).count() >= tokens.access_expires_at;
}

Tokens renew_tokens(const Host& host, const Tokens& former, HttpConnection& connection) {
  // Others wait while the lock is held, so that covers a single request, which takes seconds at
  // most.
  AuthorizationServer server(connection);
  const HostsLock lock;
  HostsFile hosts = HostsFile::load();
  const Host* const stored = hosts.find(host.service);
  if (stored == nullptr || stored->tokens() == nullptr) throw ended(host.service);
  const Tokens& current = *stored->tokens();
  if (current.access != former.access && !needs_renewal(current)) return current;

  auto outcome = server.renew_tokens(current.refresh);
  if (std::holds_alternative<TokenError>(outcome)) throw ended(host.service);
  Host renewed = *stored;
  renewed.credential = std::get<Tokens>(outcome);
  hosts.replace(renewed);
  hosts.save();
  return std::get<Tokens>(std::move(outcome));
}

}  // namespace client
