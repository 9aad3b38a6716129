#include "app/oauth/client_directory.h"

#include "app/oauth/client_documents.h"
#include "app/sign_in/too_many_attempts.h"
#include "core/clock.h"
#include "core/identity/client_network.h"
#include "db/counters/attempt_counter.h"
#include "db/oauth/client_store.h"

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

core::Result<core::OAuthClient> ClientDirectory::find(const Actor& actor, std::string_view id) {
  if (id == core::kCommandClientId) return core::command_client();
  if (documents_.are_identified_by(id)) {
    if (const auto reserved = attempts_.reserve(kFetchedDocuments, actor.named().client_address);
        !reserved)
      return too_many_attempts(reserved.wait);
    return documents_.find(std::string(id), actor.account().to_string());
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

}  // namespace app
