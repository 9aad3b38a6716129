#include "app/oauth/client_documents.h"

#include <utility>

namespace app {
namespace {

constexpr std::chrono::minutes kKeptFor{5};
constexpr std::chrono::seconds kFailureKeptFor{30};
// When it is exceeded, all are forgotten.
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

std::optional<core::Result<core::OAuthClient>> ClientDocuments::kept(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(id);
  if (found == kept_.end() || found->second.until <= Clock::now()) return std::nullopt;
  return found->second.client;
}

core::Result<core::OAuthClient> ClientDocuments::fetch(const std::string& id) {
  const auto text = runtime::fetch_document(id, limits_);
  if (!text) return text.error();
  auto metadata = core::parse_client_metadata(*text, schemes_);
  // Else one site could speak for another.
  if (!metadata || metadata->id != id) return wrong_document();
  return core::OAuthClient{.id = id,
                           .name = std::move(metadata->name),
                           .redirect_uris = std::move(metadata->redirect_uris),
                           .source = core::OAuthClient::Source::document};
}

core::Result<core::OAuthClient> ClientDocuments::find(const std::string& id,
                                                      const std::string& account) {
  if (auto known = kept(id)) return *std::move(known);
  const auto turn = admission_.enter(runtime::CostlyWork::fetch, account, id);
  if (!turn) return turn.error();
  // Somebody else may have fetched it while this waited.
  if (auto known = kept(id)) return *std::move(known);
  core::Result<core::OAuthClient> client = fetch(id);
  const Clock::time_point until =
      Clock::now() + (client ? std::chrono::seconds(kKeptFor) : kFailureKeptFor);
  const std::lock_guard lock(mutex_);
  if (kept_.size() >= kMaximumKept) kept_.clear();
  kept_.insert_or_assign(id, Kept{client, until});
  return client;
}

}  // namespace app
