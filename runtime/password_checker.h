// PasswordChecker: hashes and verifies passwords, a few at a time.
//
// One hash takes 32 MiB and a tenth of a second of CPU time, so each needs a turn
// (runtime/admission.h), and guessing cannot exhaust memory, cores or threads. `key` is the
// client's network or the account. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"
#include "runtime/admission.h"

namespace runtime {

class PasswordChecker {
 public:
  // `admission` outlives this.
  explicit PasswordChecker(Admission& admission);

  // Whether there is no turn now. Ask first, so that rejecting many callers is cheap.
  bool is_busy(const std::string& key) { return admission_.is_full(CostlyWork::password, key); }

  // Errors: unavailable if no turn is available.
  core::Result<std::string> hash(std::string_view password, const std::string& key);
  core::Result<bool> matches(std::string_view password, std::string_view stored,
                             const std::string& key);

  // A hash that no password has, to verify against when the user does not exist, so that the
  // response takes as long.
  const std::string& dummy_hash() const { return dummy_hash_; }

 private:
  Admission& admission_;
  std::string dummy_hash_;
};

}  // namespace runtime
