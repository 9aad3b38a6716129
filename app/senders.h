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
  explicit Senders(db::SenderStore& senders) : senders_(senders) {}

  // Of the principal's account.
  core::SenderSettings find(const core::Principal& principal);
  std::optional<std::string> logo(const core::Principal& principal);

  // Applies at once. Recorded in the audit log if it changes anything. Whether viewers may see it
  // is the operator's decision, so `is_allowed` is left as it is. Errors: forbidden unless the
  // principal is an owner; not_found if the account no longer exists.
  std::optional<core::Error> change(const core::Principal& principal, core::SenderChange change);

  // For viewers: the logo with this digest. Nothing if no account shows it.
  std::optional<std::string> shown_logo(const std::string& digest);

 private:
  db::SenderStore& senders_;
};

}  // namespace app
