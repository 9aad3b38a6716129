#include "app/senders.h"

#include <utility>

#include "db/sender_store.h"

namespace app {

core::SenderSettings Senders::find(const core::Principal& principal) {
  return senders_.find(principal.account);
}

std::optional<std::string> Senders::logo(const core::Principal& principal) {
  return senders_.find_logo(principal.account);
}

std::optional<core::Error> Senders::change(const core::Principal& principal,
                                           core::SenderChange change) {
  if (auto refusal = principal.refuse_unless_owner()) return refusal;
  change.is_allowed.reset();
  change = core::without_known(std::move(change), senders_.find(principal.account));
  if (core::in_words(change).empty()) return std::nullopt;
  if (change.name && *change.name &&
      senders_.looks_like((*change.name)->text(), installation_name_)) {
    return core::Error{core::ErrorCode::invalid_request,
                       "must differ from \"" + installation_name_ + "\", the name of this service",
                       "name"};
  }
  if (senders_.change(principal, principal.account, change)) return std::nullopt;
  return core::Error{core::ErrorCode::not_found, "no such account"};
}

std::optional<std::string> Senders::shown_logo(const std::string& digest) {
  return senders_.find_shown_logo(digest);
}

}  // namespace app
