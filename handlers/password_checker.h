// PasswordChecker: hashes and checks passwords, few at a time.
//
// One hash takes 32 MiB and a tenth of a second of a core, so only two run at once in a process:
// the others wait their turn, and guessing can neither take all memory nor all cores. Thread-safe.
#pragma once

#include <semaphore>
#include <string>
#include <string_view>

namespace handlers {

class PasswordChecker {
 public:
  PasswordChecker();

  std::string hash(std::string_view password);
  bool matches(std::string_view password, std::string_view stored);

  // The hash of a password that nobody knows, for those who try to sign in as somebody who is not
  // there: so it takes as long.
  const std::string& nobodys_hash() const { return nobodys_hash_; }

 private:
  std::counting_semaphore<2> free_{2};
  std::string nobodys_hash_;
};

}  // namespace handlers
