#include "runtime/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/descriptor.h"

namespace runtime {
namespace {

using Clock = std::chrono::steady_clock;

void check(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

class MemoryFile : public core::Descriptor {
 public:
  explicit MemoryFile(const char* name)
      : Descriptor(memfd_create(name, MFD_CLOEXEC), "memfd_create") {}

  void fill(std::string_view text) const {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t written =
          pwrite(number(), text.data() + at, text.size() - at, static_cast<off_t>(at));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) check(errno, "pwrite");
      at += static_cast<std::size_t>(written);
    }
  }

  void rewind() const {
    if (lseek(number(), 0, SEEK_SET) != 0) check(errno, "lseek");
  }

  std::size_t size() const {
    struct stat status {};
    if (fstat(number(), &status) != 0) check(errno, "fstat");
    return static_cast<std::size_t>(status.st_size);
  }

  std::string read() const {
    std::string text(size(), '\0');
    std::size_t at = 0;
    while (at < text.size()) {
      const ssize_t got =
          pread(number(), text.data() + at, text.size() - at, static_cast<off_t>(at));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) check(errno, "pread");
      if (got == 0) break;
      at += static_cast<std::size_t>(got);
    }
    text.resize(at);
    return text;
  }
};

class FileActions {
 public:
  FileActions() {
    check(posix_spawn_file_actions_init(&actions_), "posix_spawn_file_actions_init");
  }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  posix_spawn_file_actions_t* get() { return &actions_; }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

class SpawnAttributes {
 public:
  SpawnAttributes() { check(posix_spawnattr_init(&attributes_), "posix_spawnattr_init"); }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;

  posix_spawnattr_t* get() { return &attributes_; }
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

// The file actions and attributes of posix_spawn.
class SpawnSettings {
 public:
  SpawnSettings(int input, int output) {
    check(posix_spawn_file_actions_adddup2(actions_.get(), input, STDIN_FILENO), "adddup2");
    check(posix_spawn_file_actions_adddup2(actions_.get(), output, STDOUT_FILENO), "adddup2");
    check(posix_spawn_file_actions_addopen(actions_.get(), STDERR_FILENO, "/dev/null", O_WRONLY, 0),
          "addopen");
    // Not every library opens its descriptors with O_CLOEXEC.
    check(posix_spawn_file_actions_addclosefrom_np(actions_.get(), STDERR_FILENO + 1),
          "addclosefrom");

    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    check(posix_spawnattr_setsigmask(attributes_.get(), &none), "setsigmask");
    check(posix_spawnattr_setsigdefault(attributes_.get(), &all), "setsigdefault");
    check(posix_spawnattr_setpgroup(attributes_.get(), 0), "setpgroup");
    check(
        posix_spawnattr_setflags(attributes_.get(), POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                        POSIX_SPAWN_SETPGROUP),
        "setflags");
  }

  const posix_spawn_file_actions_t* actions() const { return actions_.get(); }
  const posix_spawnattr_t* attributes() const { return attributes_.get(); }

 private:
  FileActions actions_;
  SpawnAttributes attributes_;
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Whether the descriptor is readable in time, before `stop` is too.
bool is_readable_before(Clock::time_point deadline, int stop, int descriptor) {
  // poll() passes over negative descriptors.
  std::array waited{pollfd{.fd = descriptor, .events = POLLIN, .revents = 0},
                    pollfd{.fd = stop, .events = POLLIN, .revents = 0}};
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    const int ready =
        poll(waited.data(), waited.size(), static_cast<int>(std::max<long>(left.count(), 0)));
    if (ready >= 0) return waited.front().revents != 0;
    if (errno != EINTR) check(errno, "poll");
  }
}

// A running program and its process group. Its destructor kills both and reaps the program.
class Child {
 public:
  Child(ChildProgram program, const SpawnSettings& settings) {
    const std::vector<char*> arguments = pointers_to(program.arguments);
    const std::vector<char*> environment = pointers_to(program.environment);
    check(posix_spawn(&process_, arguments.front(), settings.actions(), settings.attributes(),
                      arguments.data(), environment.data()),
          "posix_spawn");
  }
  ~Child() {
    if (!reaped_) end();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Whether it exited by itself, before `stop` was readable too.
  bool ends_before(Clock::time_point deadline, int stop) const {
    // glibc 2.36 declares its function for this as one of C++.
    const core::Descriptor ended(static_cast<int>(syscall(SYS_pidfd_open, process_, 0)),
                                 "pidfd_open");
    return is_readable_before(deadline, stop, ended.number());
  }

  // Kills the rest of the group. Returns the program's status, as waitpid() does.
  int end() {
    // The group's id cannot have been reused before the program is reaped.
    kill(-process_, SIGKILL);
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
    reaped_ = true;
    return status;
  }

 private:
  pid_t process_ = 0;
  bool reaped_ = false;
};

ChildResult result_of(int status, bool in_time, const MemoryFile& output,
                      const ChildBounds& bounds) {
  ChildResult result;
  result.in_time = in_time;
  if (WIFEXITED(status)) result.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.within_bounds = in_time && output.size() <= bounds.output_bytes;
  if (result.within_bounds) result.output = output.read();
  return result;
}

}  // namespace

ChildResult run_child(const ChildProgram& program, std::string_view input,
                      const ChildBounds& bounds) {
  const Clock::time_point deadline = Clock::now() + bounds.time;
  const MemoryFile input_file("input");
  const MemoryFile output_file("output");
  input_file.fill(input);
  Child child(program, SpawnSettings(input_file.number(), output_file.number()));
  const bool in_time = child.ends_before(deadline, bounds.stop);
  return result_of(child.end(), in_time, output_file, bounds);
}

namespace {

struct SocketPair {
  core::Descriptor own;
  core::Descriptor others;

  explicit SocketPair(int type) : SocketPair(numbers(type)) {}

 private:
  explicit SocketPair(const std::array<int, 2>& both)
      : own(both[0], "socketpair"), others(both[1], "socketpair") {}
  static std::array<int, 2> numbers(int type) {
    std::array<int, 2> both{-1, -1};
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, both.data()) != 0) check(errno, "socketpair");
    return both;
  }
};

// False if the server is gone.
bool send_descriptors(int socket, std::array<int, 3> descriptors) {
  char byte = 0;
  iovec text{.iov_base = &byte, .iov_len = 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof descriptors)> control{};
  msghdr message{};
  message.msg_iov = &text;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(header), descriptors.data(), sizeof descriptors);
  return sendmsg(socket, &message, MSG_NOSIGNAL) == 1;
}

// What the server says of a process; nothing if it is gone.
std::optional<int> status_from(int socket) {
  int status = 0;
  if (recv(socket, &status, sizeof status, MSG_WAITALL) != sizeof status) return std::nullopt;
  return status;
}

}  // namespace

// Sends a process's descriptors to the server, a new one if need be. Gives the socket on which its
// end is told.
core::Descriptor ForkServer::begin(int input, int output) {
  SocketPair answer(SOCK_STREAM);
  const std::array descriptors{input, output, answer.others.number()};
  const std::lock_guard lock(mutex_);
  if (server_ && send_descriptors(server_->number(), descriptors)) return std::move(answer.own);
  SocketPair requests(SOCK_SEQPACKET);
  const core::Descriptor nowhere(open("/dev/null", O_WRONLY | O_CLOEXEC), "/dev/null");
  // It goes on in the background, which ends the process that was started.
  constexpr std::chrono::seconds kStart{10};
  Child start(program_, SpawnSettings(requests.others.number(), nowhere.number()));
  start.ends_before(Clock::now() + kStart, -1);
  start.end();
  server_.emplace(std::move(requests.own));
  if (!send_descriptors(server_->number(), descriptors)) check(errno, "sendmsg");
  return std::move(answer.own);
}

ChildResult ForkServer::run(std::string_view input, const ChildBounds& bounds) {
  const Clock::time_point deadline = Clock::now() + bounds.time;
  const MemoryFile input_file("input");
  input_file.fill(input);
  constexpr int kCannotServe = 2 << 8;
  // A server may end just when it gets the descriptors.
  for (bool again = true;; again = false) {
    const MemoryFile output_file("output");
    input_file.rewind();
    const core::Descriptor answer = begin(input_file.number(), output_file.number());
    if (!is_readable_before(deadline, bounds.stop, answer.number()))
      return result_of(SIGKILL, false, output_file, bounds);
    const auto status = status_from(answer.number());
    if (!status && again) continue;
    return result_of(status.value_or(kCannotServe), true, output_file, bounds);
  }
}

}  // namespace runtime
