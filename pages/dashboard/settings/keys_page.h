// The pages for listing, creating and revoking an account's API keys.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/principal.h"
#include "core/time.h"
#include "html/html.h"
#include "pages/forms.h"
#include "pages/frame.h"

namespace pages::dashboard {

// A key as the list shows it.
struct ListedKey {
  std::string id;
  std::string name;
  std::string display_prefix;
  core::Scopes scopes;
  core::PublishingLimits limits;
  core::Timestamp created_at;
  std::optional<core::Timestamp> expires_at;
  std::optional<core::Timestamp> revoked_at;
  std::optional<core::Timestamp> last_used_at;
  bool has_expired = false;
  bool can_be_revoked = false;  // by the current user
};

// `keys` are in the stored order, oldest first; active keys are shown before the others, newest
// first. `done` is the result of the last action; may be empty.
html::Html keys_page(const Viewer& viewer, const std::vector<ListedKey>& keys,
                     std::string_view done);

// Each checkbox of the form has the name of its scope.
struct NewKeyForm {
  // The new key's id, so that submitting the form twice creates one key.
  std::string_view key_id;
  std::string_view name;
  core::Scopes offered;
  core::Scopes scopes;  // the checked ones
  std::string_view expires_in;
  LimitChoices limits;
  std::string_view problem;  // the error in the submitted form; may be empty
};
html::Html new_key_page(const Viewer& viewer, const NewKeyForm& form);

// The only page that shows the key itself. `api_url` is the base URL of the API.
struct MadeKey {
  std::string_view name;
  std::string_view secret;
  core::Scopes scopes;
  std::string_view api_url;
};
html::Html created_key_page(const Viewer& viewer, const MadeKey& key);

// Asks for confirmation of the revocation.
html::Html revoke_key_page(const Viewer& viewer, std::string_view key_id, std::string_view name,
                           std::string_view display_prefix);

}  // namespace pages::dashboard
