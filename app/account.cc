#include "app/account.h"

namespace app {

core::Result<AccountStorage> AccountOverview::storage(const core::Principal& principal) {
  const auto use =
      db::UsageStore(stores_.postgres, stores_.redis).find_storage(principal.account, limits_);
  if (!use) return core::Error{core::ErrorCode::unauthorized, "the account no longer exists"};
  return AccountStorage{*use, stores_.rate_counter.rewritten(principal.account)};
}

core::Result<AccountUsage> AccountOverview::usage(const core::Principal& principal) {
  auto account = stores_.accounts.find(principal.account);
  if (!account) return core::Error{core::ErrorCode::not_found, "the account no longer exists"};
  AccountUsage overview;
  overview.limits = account->storage_limits(limits_);
  overview.account = *std::move(account);
  db::UsageStore store(stores_.postgres, stores_.redis);
  overview.usage = store.find(principal.account);
  overview.most_viewed = store.most_viewed(principal.account);
  overview.requests_this_minute = stores_.rate_counter.used(principal.account);
  overview.rewritten = stores_.rate_counter.rewritten(principal.account);
  return overview;
}

core::Result<AuditEvents> AuditTrail::list(const core::Principal& principal, const Query& query) {
  if (auto refusal = principal.refuse(core::Scope::account_read)) return *std::move(refusal);
  core::AuditListRequest request{
      .filter = query.filter, .after = std::nullopt, .limit = query.limit};
  if (query.cursor) {
    const auto after = core::read_audit_cursor(*query.cursor, query.filter, keys_);
    if (!after) return after.error();
    request.after = *after;
  }
  db::AuditPage page = audit_log_.list(principal.account, request);
  AuditEvents found;
  if (page.next) found.next_cursor = core::write_audit_cursor(*page.next, query.filter, keys_);
  found.events = std::move(page.events);
  return found;
}

namespace {

core::Error no_such_account() { return {core::ErrorCode::not_found, "no such account"}; }

std::string words_of_defaults(const core::LinkOptions& options) {
  std::string words = "new links have live: " + std::string(core::word_of(options.live));
  words.append(", cards: ").append(core::word_of(options.cards));
  if (options.remote_images)
    words.append(", remoteImages: ").append(core::word_of(*options.remote_images));
  return words;
}

}  // namespace

core::Result<bool> PublishingSettings::refuses_secrets(const core::Principal& principal) {
  if (auto refusal = principal.refuse_unless_owner()) return *std::move(refusal);
  const auto account = accounts_.find(principal.account);
  if (!account) return no_such_account();
  return account->refuses_secrets;
}

std::optional<core::Error> PublishingSettings::set_refusing_secrets(
    const core::Principal& principal, bool refuses) {
  if (auto refusal = principal.refuse_unless_owner()) return refusal;
  if (!accounts_.set_refusing_secrets(principal, principal.account, refuses))
    return no_such_account();
  return std::nullopt;
}

std::optional<core::Error> PublishingSettings::set_link_defaults(const core::Principal& principal,
                                                                 const core::LinkOptions& options) {
  if (auto refusal = principal.refuse_unless_owner()) return refusal;
  const std::string words = words_of_defaults(options);
  if (words == words_of_defaults(principal.link_defaults)) return std::nullopt;
  if (!accounts_.set_link_defaults(principal, principal.account, options, words))
    return no_such_account();
  return std::nullopt;
}

}  // namespace app
