// An API key as it is stored, for the pages that show it.
#pragma once

#include "core/identity/session.h"
#include "db/accounts/account_store.h"
#include "pages/dashboard/keys_page.h"

namespace handlers::dashboard {

// Whether the session's user may revoke the key. Owners may revoke every key of the account,
// members those that members have made.
bool may_revoke(const core::Session& session, const db::StoredKey& key);

pages::dashboard::ListedKey listed(const core::Session& session, const db::StoredKey& key);

}  // namespace handlers::dashboard
