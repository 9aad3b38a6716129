// ClientDirectory: the OAuth clients that the service knows, and their registration (RFC 7591).
//
// A client is built in, has registered itself, or is described by the document at its id, an https
// URL (client ID metadata documents), which is fetched.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <string>
#include <string_view>

#include "app/actor.h"
#include "core/oauth/oauth_client.h"
#include "core/oauth/oauth_error.h"
#include "core/result.h"

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
  core::Result<core::OAuthClient> find(const Actor& actor, std::string_view id);

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
