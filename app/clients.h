// Apps that users connect: those that are registered, and those that a document describes.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/configuration.h"
#include "core/error.h"
#include "core/oauth_client.h"
#include "core/oauth_grant.h"
#include "core/principal.h"
#include "runtime/admission.h"
#include "runtime/document_fetch.h"

// ClientDirectory: the OAuth clients that the service knows, and their registration (RFC 7591).
//
// A client is built in, has registered itself, or is described by the document at its id, an https
// URL (client ID metadata documents), which is fetched.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.

namespace db {
class AttemptCounter;
class ClientStore;
}  // namespace db

namespace app {

class ClientDocuments;

class ClientDirectory {
 public:
  ClientDirectory(db::ClientStore& clients, db::AttemptCounter& attempts,
                  ClientDocuments& documents, const core::RedirectSchemes& schemes)
      : clients_(clients), attempts_(attempts), documents_(documents), schemes_(schemes) {}

  // The client that the user is asked about. Errors: invalid_request,
  // rate_limited and unavailable, for the user.
  core::Result<core::OAuthClient> find(const core::Principal& principal, std::string_view id);

  // Registers a client with this metadata (JSON). Errors of OAuth: invalid_client_metadata,
  // invalid_redirect_uri.
  core::OAuthResult<core::OAuthClient> add(const std::string& metadata,
                                           std::string_view client_address);

 private:
  db::ClientStore& clients_;
  db::AttemptCounter& attempts_;
  ClientDocuments& documents_;
  const core::RedirectSchemes& schemes_;
};

}  // namespace app

namespace app {

// ClientDocuments: the clients that are described by a document at their id, an https URL (OAuth
// Client ID Metadata Documents). They are fetched as safely as runtime/document_fetch.h describes,
// and cached for five minutes; a failure is cached for half a minute.
//
// A fetch waits for another host, so it takes one of the user's turns (runtime/admission.h).
// Thread-safe.
class ClientDocuments {
 public:
  ClientDocuments(const core::Settings& settings, runtime::Admission& admission)
      : allowed_(settings.client_documents),
        schemes_(settings.oauth_redirect_schemes),
        limits_{settings.client_documents == core::ClientDocuments::local,
                settings.client_documents_ca_file},
        admission_(admission) {}

  // Whether this may be the id of such a client.
  bool are_identified_by(std::string_view id) const;

  // The turn is charged to `account`. Errors: invalid_request, unavailable.
  core::Result<core::OAuthClient> find(const std::string& id, const std::string& account);

 private:
  using Clock = std::chrono::steady_clock;
  struct Kept {
    core::Result<core::OAuthClient> client;
    Clock::time_point until;
  };

  std::optional<core::Result<core::OAuthClient>> cached(const std::string& id);
  core::Result<core::OAuthClient> fetch(const std::string& id);

  const core::ClientDocuments allowed_;
  const core::RedirectSchemes& schemes_;
  const runtime::DocumentFetchLimits limits_;
  runtime::Admission& admission_;
  std::mutex mutex_;
  std::unordered_map<std::string, Kept> kept_;
};

}  // namespace app
