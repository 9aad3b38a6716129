#include "runtime/password_checker.h"

#include "core/security/passwords.h"
#include "runtime/admission.h"

namespace runtime {

PasswordChecker::PasswordChecker(Admission& admission)
    : admission_(admission), dummy_hash_(core::hash_of_no_password()) {}

core::Result<std::string> PasswordChecker::hash(std::string_view password, const std::string& key) {
  const auto turn = admission_.enter(CostlyWork::password, key);
  if (!turn) return turn.error();
  return at_low_priority([password] { return core::hash_password(password); });
}

core::Result<bool> PasswordChecker::matches(std::string_view password, std::string_view stored,
                                            const std::string& key) {
  const auto turn = admission_.enter(CostlyWork::password, key);
  if (!turn) return turn.error();
  return at_low_priority([password, stored] { return core::verify_password(password, stored); });
}

}  // namespace runtime
