#include "handlers/password_checker.h"

#include "core/password_hash.h"
#include "core/secret_token.h"

namespace handlers {
namespace {

class Turn {
 public:
  explicit Turn(std::counting_semaphore<2>& free) : free_(free) { free_.acquire(); }
  ~Turn() { free_.release(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  std::counting_semaphore<2>& free_;
};

}  // namespace

PasswordChecker::PasswordChecker()
    : nobodys_hash_(core::hash_password(core::SecretToken::generate().text())) {}

std::string PasswordChecker::hash(std::string_view password) {
  const Turn turn(free_);
  return core::hash_password(password);
}

bool PasswordChecker::matches(std::string_view password, std::string_view stored) {
  const Turn turn(free_);
  return core::verify_password(password, stored);
}

}  // namespace handlers
