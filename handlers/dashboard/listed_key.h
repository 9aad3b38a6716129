// An API key as it is stored, for the pages that show it.
#pragma once

#include "db/account_store.h"
#include "pages/dashboard/keys_page.h"

namespace handlers::dashboard {

pages::dashboard::ListedKey listed(const db::StoredKey& key);

}  // namespace handlers::dashboard
