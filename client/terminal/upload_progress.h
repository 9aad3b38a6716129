// UploadProgress: shows on a terminal how much of a large document has been sent.
#pragma once

#include <cstdint>

namespace client {

class UploadProgress {
 public:
  // Shown only if standard error is a terminal.
  UploadProgress();

  // `sent` of `total` bytes.
  void report(std::int64_t sent, std::int64_t total);
  // Removes what is shown.
  void end();

 private:
  bool is_terminal_;
  int shown_percent_ = -1;  // nothing is shown if negative
};

}  // namespace client
