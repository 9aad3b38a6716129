// The pages on which an account's API keys are listed, made and revoked.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/identity/scope.h"
#include "core/text/timestamp.h"
#include "html/html.h"
#include "pages/dashboard/frame.h"

namespace pages::dashboard {

// A key as a list shows it.
struct ListedKey {
  std::string id;
  std::string name;
  std::string display_prefix;
  core::Scopes scopes;
  core::Timestamp created_at;
  std::optional<core::Timestamp> expires_at;
  std::optional<core::Timestamp> revoked_at;
  std::optional<core::Timestamp> last_used_at;
  bool has_expired = false;
  bool can_be_revoked = false;  // by who looks at it
};

// Oldest key first, as they are stored; shown are those that work before the others, the newest
// first. `done` says what has just been done; may be empty.
html::Html keys_page(const Viewer& viewer, const std::vector<ListedKey>& keys,
                     std::string_view done);

// Each checkbox of the form has the name of its scope.
struct NewKeyForm {
  // The id that the key will have, so that a form sent twice makes one key.
  std::string_view key_id;
  std::string_view name;
  core::Scopes offered;
  core::Scopes scopes;  // that are ticked
  std::string_view expires_in;
  std::string_view problem;  // what was wrong with what was typed; may be empty
};
html::Html new_key_page(const Viewer& viewer, const NewKeyForm& form);

// The one page that shows the key itself. `api_url` is where the API is found.
struct MadeKey {
  std::string_view name;
  std::string_view secret;
  core::Scopes scopes;
  std::string_view api_url;
};
html::Html made_key_page(const Viewer& viewer, const MadeKey& key);

// Asks whether the key is to be revoked.
html::Html revoke_key_page(const Viewer& viewer, std::string_view key_id, std::string_view name,
                           std::string_view display_prefix);

}  // namespace pages::dashboard
