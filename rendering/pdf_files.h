// PdfFiles: generated PDFs in files that all workers of the host share, so that a PDF is made once
// for all of them, and is still there after they were restarted.
//
// A file's name is a hash of what its PDF was made of, by what and for which account. Files are
// written under another name and renamed, so each is there as a whole or not at all; a checksum in
// it tells a damaged file, which is removed. All files together are bounded: what was used least
// recently goes first, and what was not used for kKeptUnused goes anyway. Only the PDF that is
// being written may be beyond the bound for a moment.
//
// Thread-safe, and safe between processes. Where the folder cannot be used, nothing is found or
// kept; that is logged once, and no error.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/security/cryptography.h"

namespace rendering {

class PdfFiles {
 public:
  static constexpr std::chrono::hours kKeptUnused{24 * 7};

  // The folder is made if its parent exists. Empty, or 0 bytes: nothing is kept.
  PdfFiles(std::string folder, std::uint64_t maximum_bytes);

  std::optional<std::string> find(const core::Sha256& key);
  void keep(const core::Sha256& key, std::string_view pdf);

 private:
  std::string path_of(const core::Sha256& key) const;
  void write(const core::Sha256& key, std::string_view pdf);
  void remove_old(std::uint64_t maximum_bytes) const;
  void report(std::string_view problem);

  const std::string folder_;
  const std::uint64_t maximum_bytes_;
  std::atomic<bool> has_reported_ = false;
};

}  // namespace rendering
