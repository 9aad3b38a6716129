// ClientDocuments: the clients that are described by a document at their id, an https URL (OAuth
// Client ID Metadata Documents). They are fetched as safely as runtime/document_fetch.h describes,
// and cached for five minutes; a failure is cached for half a minute.
//
// A fetch waits for another host, so it takes one of the user's turns (runtime/admission.h).
// Thread-safe.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/oauth/oauth_client.h"
#include "core/operation/configuration.h"
#include "core/result.h"
#include "runtime/admission.h"
#include "runtime/document_fetch.h"

namespace app {

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

  // `account` is whose turn it takes. Errors: invalid_request, unavailable.
  core::Result<core::OAuthClient> find(const std::string& id, const std::string& account);

 private:
  using Clock = std::chrono::steady_clock;
  struct Kept {
    core::Result<core::OAuthClient> client;
    Clock::time_point until;
  };

  std::optional<core::Result<core::OAuthClient>> kept(const std::string& id);
  core::Result<core::OAuthClient> fetch(const std::string& id);

  const core::ClientDocuments allowed_;
  const core::RedirectSchemes& schemes_;
  const runtime::DocumentFetchLimits limits_;
  runtime::Admission& admission_;
  std::mutex mutex_;
  std::unordered_map<std::string, Kept> kept_;
};

}  // namespace app
