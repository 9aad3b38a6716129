// Senders: how an account presents itself to viewers of its links, and who may decide it.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its store throws.
#pragma once

#include <optional>
#include <string>

#include "core/error.h"
#include "core/principal.h"
#include "core/sender.h"

namespace db {
class SenderStore;
}

namespace app {

class Senders {
 public:
  Senders(db::SenderStore& senders, const std::string& installation_name)
      : senders_(senders), installation_name_(installation_name) {}

  // Finds the settings of the principal's account.
  core::SenderSettings find(const core::Principal& principal);
  std::optional<std::string> logo(const core::Principal& principal);

  // Applies at once. Recorded in the audit log if it changes anything. Whether viewers may see it
  // is the operator's decision, about one name: `is_allowed` is ignored, and another name is not
  // allowed. Errors: forbidden unless the principal is an owner; invalid_request for the name of
  // the installation; not_found if the account no longer exists.
  std::optional<core::Error> change(const core::Principal& principal, core::SenderChange change);

  // For viewers: the logo with this digest. Nothing if no account shows it.
  std::optional<std::string> shown_logo(const std::string& digest);

 private:
  db::SenderStore& senders_;
  const std::string& installation_name_;
};

}  // namespace app
