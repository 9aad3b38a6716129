#include "app/accounts/publishing_settings.h"

namespace app {
namespace {

core::Error no_such_account() { return {core::ErrorCode::not_found, "no such account"}; }

}  // namespace

core::Result<bool> PublishingSettings::refuses_secrets(const Actor& actor) {
  if (auto refusal = actor.refuse_unless_owner()) return *std::move(refusal);
  const auto account = accounts_.find(actor.account());
  if (!account) return no_such_account();
  return account->refuses_secrets;
}

std::optional<core::Error> PublishingSettings::set_refusing_secrets(const Actor& actor,
                                                                    bool refuses) {
  if (auto refusal = actor.refuse_unless_owner()) return refusal;
  if (!accounts_.set_refusing_secrets(actor.note(), actor.account(), refuses))
    return no_such_account();
  return std::nullopt;
}

}  // namespace app
