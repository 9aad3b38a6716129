// PdfFiles: a cache of generated PDFs, and of the pictures of artifacts for link previews (cards),
// in files that all workers of the host share and that survive restarts.
//
// The name of a file begins with the artifact whose it is, so that a file is removed when a version
// of that is erased; artifacts and accounts do not share files.
// Files are written under a temporary name and renamed, so they are never seen incomplete; a
// checksum detects damaged files, which are removed. The total size is limited by evicting the
// least recently used files, and files that were not used for kKeptUnused are removed in any case;
// both happen when a file is added, and in remove_old(), which each worker calls twice an hour.
// A PDF that is being written can exceed the limit for a moment.
//
// Locks let only one process of the host at a time make a file. Each is a lock on one byte of a
// common file, so the kernel releases it however its process ends.
//
// Thread-safe, and safe between processes. If the folder cannot be used, the cache is empty; this
// is logged once and is not an error.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/descriptor.h"
#include "core/ids.h"
#include "core/security/cryptography.h"
#include "core/time.h"

namespace rendering {

class PdfFiles {
 public:
  static constexpr std::chrono::hours kKeptUnused{24 * 7};

  // Creates the folder if its parent exists. An empty name or 0 bytes turns the cache off.
  PdfFiles(std::string folder, std::uint64_t maximum_bytes);

  enum class Kind : std::uint8_t { pdf, card };

  struct Key {
    core::ArtifactId artifact;
    core::Sha256 document;  // with all else that the file depends on
    Kind kind = Kind::pdf;
  };
  std::optional<std::string> find(const Key& key);
  // Whether find() would find something, as far as its name tells, or nothing can be kept.
  bool has(const Key& key) const;
  void add(const Key& key, std::string_view pdf);
  // Removes files beyond the limits. Does nothing if another process is doing this.
  void remove_old();
  // Removes all files of these artifacts, though some that are still valid: they are made again.
  void remove_of(const std::vector<core::ArtifactId>& artifacts);
  // Only those that nobody has used since. The clock of `moment` may be ahead or behind by minutes.
  void remove_of(const core::ArtifactId& artifact, core::Timestamp moment);
  // The artifacts that have files.
  std::vector<core::ArtifactId> artifacts();

  // Held until it is destroyed. Excludes all other threads and processes of the host.
  class Lock {
   public:
    Lock(Lock&&) noexcept = default;

   private:
    friend class PdfFiles;
    explicit Lock(std::optional<core::Descriptor> file) : file_(std::move(file)) {}

    std::optional<core::Descriptor> file_;
  };
  // Returns at once: nothing if the lock is held elsewhere. Without a usable folder, there is no
  // exclusion, and every call succeeds.
  std::optional<Lock> try_lock(const Key& key);

 private:
  std::string path_of(const Key& key) const;
  void write(const Key& key, std::string_view pdf);
  void remove_old_files() const;
  void remove_files_of(const std::set<std::string>& artifacts,
                       std::optional<core::Timestamp> moment) const;
  void report(std::string_view problem);

  const std::string folder_;
  const std::uint64_t maximum_bytes_;
  std::atomic<bool> has_reported_ = false;
};

}  // namespace rendering
