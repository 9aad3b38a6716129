#include "app/clients.h"

#include <utility>

#include "app/sign_in.h"
#include "core/client_network.h"
#include "core/time.h"
#include "db/client_store.h"
#include "db/counters/attempt_counter.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;

// Programs of the same provider register from few networks.
constexpr db::AttemptCounter::OpenRequests kRegistrations{
    .kind = "oauth_client",
    .most = 100,
    .period = std::chrono::hours(1),
    .most_of_wider_network = 400,
};

// Each may make the service call another host.
constexpr db::AttemptCounter::OpenRequests kFetchedDocuments{"oauth_document", 60,
                                                             std::chrono::minutes(15)};

Error unknown_client() {
  return {ErrorCode::invalid_request,
          "the app that sent you here is unknown; start again from the app. If that does not "
          "help, its stored sign-in is outdated and must be removed there"};
}

}  // namespace

core::Result<core::OAuthClient> ClientDirectory::find(const core::Principal& principal,
                                                      std::string_view id) {
  if (id == core::kCommandClientId) return core::command_client();
  if (documents_.are_identified_by(id)) {
    if (const auto reserved = attempts_.reserve(kFetchedDocuments, principal.client_address);
        !reserved)
      return too_many_attempts(reserved.wait);
    return documents_.find(std::string(id), principal.account.to_string());
  }
  const auto registered = core::ClientId::parse(id);
  if (!registered) return unknown_client();
  auto client = clients_.find(*registered);
  if (!client) return unknown_client();
  return *std::move(client);
}

core::OAuthResult<core::OAuthClient> ClientDirectory::add(const std::string& metadata,
                                                          std::string_view client_address) {
  if (const auto reserved = attempts_.reserve(kRegistrations, client_address); !reserved)
    return too_many_attempts(reserved.wait);
  auto read = core::parse_client_metadata(metadata, schemes_);
  if (!read) {
    const Error& error = read.error();
    return core::OAuthError{
        error.field.empty() ? "invalid_client_metadata" : "invalid_redirect_uri", error.sentence()};
  }
  const auto id = core::ClientId::generate(core::now());
  clients_.add(id, *read, core::network_group(client_address));
  return core::OAuthClient{.id = id.to_string(),
                           .name = std::move(read->name),
                           .redirect_uris = std::move(read->redirect_uris),
                           .source = core::OAuthClient::Source::registered};
}

namespace {

constexpr std::chrono::minutes kKeptFor{5};
constexpr std::chrono::seconds kFailureKeptFor{30};
// Beyond this, the whole cache is emptied.
constexpr std::size_t kMaximumKept = 500;

core::Error wrong_document() {
  return {core::ErrorCode::invalid_request,
          "the metadata document of the app that sent you here is invalid; contact the developer "
          "of the app"};
}

}  // namespace

bool ClientDocuments::are_identified_by(std::string_view id) const {
  return allowed_ != core::ClientDocuments::off &&
         runtime::is_document_url(id, limits_.permits_loopback);
}

std::optional<core::Result<core::OAuthClient>> ClientDocuments::cached(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(id);
  if (found == kept_.end() || found->second.until <= Clock::now()) return std::nullopt;
  return found->second.client;
}

core::Result<core::OAuthClient> ClientDocuments::fetch(const std::string& id) {
  const auto text = runtime::fetch_document(id, limits_);
  if (!text) return text.error();
  auto metadata = core::parse_client_metadata(*text, schemes_);
  // Otherwise one site could act as another.
  if (!metadata || metadata->id != id) return wrong_document();
  return core::OAuthClient{.id = id,
                           .name = std::move(metadata->name),
                           .redirect_uris = std::move(metadata->redirect_uris),
                           .source = core::OAuthClient::Source::document};
}

core::Result<core::OAuthClient> ClientDocuments::find(const std::string& id,
                                                      const std::string& account) {
  if (auto known = cached(id)) return *std::move(known);
  const auto turn = admission_.enter(runtime::CostlyWork::fetch, account, id);
  if (!turn) return turn.error();
  // Another thread may have fetched it while this one waited.
  if (auto known = cached(id)) return *std::move(known);
  core::Result<core::OAuthClient> client = fetch(id);
  const Clock::time_point until =
      Clock::now() + (client ? std::chrono::seconds(kKeptFor) : kFailureKeptFor);
  const std::lock_guard lock(mutex_);
  if (kept_.size() >= kMaximumKept) kept_.clear();
  kept_.insert_or_assign(id, Kept{client, until});
  return client;
}

}  // namespace app
