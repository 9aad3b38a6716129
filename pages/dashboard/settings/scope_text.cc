#include "pages/dashboard/settings/scope_text.h"

namespace pages::dashboard {

std::string_view meaning_of(core::Scope scope) {
  using core::Scope;
  switch (scope) {
    case Scope::artifacts_read:
      return "Read and list artifacts";
    case Scope::artifacts_write:
      return "Create and update artifacts";
    case Scope::artifacts_share:
      return "Create, list, change and revoke share links";
    case Scope::artifacts_delete:
      return "Delete and restore artifacts";
    case Scope::account_read:
      return "Read the account’s audit log";
  }
  return {};
}

}  // namespace pages::dashboard
