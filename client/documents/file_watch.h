// FileWatch: waits until a file changes, however it is written: in place, or by a new file that
// takes its name, as editors save.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "core/descriptor.h"

namespace client {

class FileWatch {
 public:
  // Throws std::system_error if the file's folder cannot be watched.
  explicit FileWatch(const std::string& path);

  // Returns when the file is there and differs from what it was when this was last called, or made,
  // and has been left alone for a moment, or when `longest` is over, if that is given.
  void wait_for_change(std::optional<std::chrono::milliseconds> longest = std::nullopt);

 private:
  // What differs between two states of a file.
  struct State {
    std::uint64_t inode = 0;
    std::int64_t size = 0;
    std::int64_t modified_seconds = 0;
    std::int64_t modified_nanoseconds = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  std::optional<State> state() const;
  // Until something happens in the folder, at most this long.
  void wait_for_event(int milliseconds) const;

  std::string path_;
  core::Descriptor events_;
  std::optional<State> seen_;
};

}  // namespace client
