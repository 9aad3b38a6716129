#include "client/documents/file_watch.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

namespace client {
namespace {

// Files on other machines change without an event.
constexpr int kPollMilliseconds = 1000;
// How long a file must be left alone to be complete.
constexpr std::chrono::milliseconds kSettleTime{150};

}  // namespace

FileWatch::FileWatch(const std::string& path) : path_(path), events_(inotify_init1(IN_CLOEXEC)) {
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  constexpr std::uint32_t kEvents =
      IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_ATTRIB;
  if (!events_.is_open() || inotify_add_watch(events_.number(), folder.c_str(), kEvents) < 0) {
    const std::error_code code(errno, std::generic_category());
    throw std::system_error(code, "cannot watch " + folder.string());
  }
  seen_ = state();
}

std::optional<FileWatch::State> FileWatch::state() const {
  struct stat found {};
  if (stat(path_.c_str(), &found) != 0) return std::nullopt;
  return State{found.st_ino, found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

void FileWatch::wait_for_event(int milliseconds) const {
  pollfd wanted{.fd = events_.number(), .events = POLLIN, .revents = 0};
  if (poll(&wanted, 1, milliseconds) <= 0) return;
  std::array<char, 4096> ignored{};
  [[maybe_unused]] const ssize_t count = read(events_.number(), ignored.data(), ignored.size());
}

void FileWatch::wait_for_change(std::optional<std::chrono::milliseconds> longest) {
  const auto start = std::chrono::steady_clock::now();
  while (!longest || std::chrono::steady_clock::now() - start < *longest) {
    std::optional<State> now = state();
    if (now && now != seen_) {
      do {
        seen_ = now;
        // Not until there is no event: other files of the folder may change all the time.
        std::this_thread::sleep_for(kSettleTime);
        now = state();
      } while (now != seen_);
      if (now) return;
    }
    wait_for_event(kPollMilliseconds);
  }
}

}  // namespace client
