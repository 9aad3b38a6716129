#include "client/terminal/upload_progress.h"

#include <cstdio>

#include <unistd.h>

namespace client {
namespace {

// Less is sent before anybody could read of it.
constexpr std::int64_t kLeastBytes = std::int64_t{256} * 1024;
constexpr double kMebibyte = 1024 * 1024;

}  // namespace

UploadProgress::UploadProgress() : is_terminal_(isatty(STDERR_FILENO) == 1) {}

void UploadProgress::report(std::int64_t sent, std::int64_t total) {
  if (!is_terminal_ || total < kLeastBytes) return;
  const int percent = static_cast<int>(sent * 100 / total);
  if (percent == shown_percent_) return;
  shown_percent_ = percent;
  std::fprintf(stderr, "\r\033[KUploading: %.1f of %.1f MiB (%d %%)",
               static_cast<double>(sent) / kMebibyte, static_cast<double>(total) / kMebibyte,
               percent);
}

void UploadProgress::end() {
  if (shown_percent_ >= 0) std::fputs("\r\033[K", stderr);
  shown_percent_ = -1;
}

}  // namespace client
