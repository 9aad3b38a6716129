// PasswordChecker: hashes and checks passwords, few at a time.
//
// One hash takes 32 MiB and a tenth of a second of a core, so each waits for a turn
// (runtime/admission.h), and guessing can take neither all memory nor all cores nor all threads.
// `key` says for whom it is: the client's network, or the account. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "runtime/admission.h"

namespace runtime {

class PasswordChecker {
 public:
  // `admission` outlives this.
  explicit PasswordChecker(Admission& admission);

  // Whether there would be no turn now: to be asked first, so that turning many away costs little.
  bool is_busy(const std::string& key) { return admission_.is_full(CostlyWork::password, key); }

  // Errors: unavailable if there is no turn to be had.
  core::Result<std::string> hash(std::string_view password, const std::string& key);
  core::Result<bool> matches(std::string_view password, std::string_view stored,
                             const std::string& key);

  // The hash of a password that nobody knows, for those who try to sign in as somebody who is not
  // there: so it takes as long.
  const std::string& nobodys_hash() const { return nobodys_hash_; }

 private:
  Admission& admission_;
  std::string nobodys_hash_;
};

}  // namespace runtime
