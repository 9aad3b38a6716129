#include "client/terminal/desktop.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/descriptor.h"
#include "core/encodings/encoding.h"

namespace client {
namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// Within this, a program has read what it copies and has ended; those that go on to hand it out do
// so in a process of their own.
constexpr std::chrono::seconds kCopyPatience{3};
constexpr std::chrono::milliseconds kUnlimited{-1};

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// Waits for a child. Whether it ended well.
bool ends_well(pid_t child) {
  int status = -1;
  pid_t ended = waitpid(child, &status, 0);
  while (ended < 0 && errno == EINTR) ended = waitpid(child, &status, 0);
  return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Whether there is something to read, or the process of a pidfd has ended, within `longest`;
// negative is no limit.
bool is_ready(int file, std::chrono::milliseconds longest) {
  pollfd wanted{.fd = file, .events = POLLIN, .revents = 0};
  int count = poll(&wanted, 1, static_cast<int>(longest.count()));
  while (count < 0 && errno == EINTR) count = poll(&wanted, 1, static_cast<int>(longest.count()));
  return count != 0;
}

// Says on `result` whether a program could be started, and later whether it ended well. If it has
// not ended within `longest`, it is killed with all others of the group, also this process, which
// then says nothing.
[[noreturn]] void supervise(char* const* arguments, int result, std::chrono::milliseconds longest) {
  const auto report = [&](bool is_well) {
    const char byte = is_well ? '1' : '0';
    if (write(result, &byte, 1) != 1) _exit(1);
  };
  pid_t program = 0;
  const bool has_started =
      posix_spawnp(&program, *arguments, nullptr, nullptr, arguments, environ) == 0;
  report(has_started);
  if (has_started) {
    // glibc 2.36 declares its function for this as one of C++.
    const core::Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, program, 0)));
    if (process.is_open() && !is_ready(process.number(), longest)) kill(0, SIGKILL);
    report(ends_well(program));
  }
  _exit(0);
}

// Whether the next that supervise() says is good.
bool is_well(const core::Descriptor& results) {
  char byte = '0';
  ssize_t count = read(results.number(), &byte, 1);
  while (count < 0 && errno == EINTR) count = read(results.number(), &byte, 1);
  return count == 1 && byte == '1';
}

// Starts a program of the PATH in a session of its own, with `input` as its standard input, nothing
// of the terminal, nor of what else this program has open, and not as its child. What is returned
// gives what supervise() says; nothing if that does not run.
core::Descriptor start(std::initializer_list<const char*> words, const core::Descriptor& input,
                       std::chrono::milliseconds longest) {
  std::vector<char*> arguments;
  for (const char* const word : words) arguments.push_back(const_cast<char*>(word));  // NOLINT
  arguments.push_back(nullptr);
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return core::Descriptor(-1);
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() == 0) {
      constexpr int kResult = STDERR_FILENO + 1;
      // Out of the way: some of the first numbers may have been free.
      const int given = fcntl(input.number(), F_DUPFD, kResult + 1);
      dup2(pipe_ends[1], kResult);
      fcntl(kResult, F_SETFD, FD_CLOEXEC);
      dup2(given, STDIN_FILENO);
      const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
      for (const int file : {STDOUT_FILENO, STDERR_FILENO}) dup2(null, file);
      closefrom(kResult + 1);
      supervise(arguments.data(), kResult, longest);
    }
    _exit(0);
  }
  close(pipe_ends[1]);
  if (child > 0) ends_well(child);
  return core::Descriptor(pipe_ends[0]);
}

// Whether a program takes a text as its standard input, and ends well soon.
bool takes(std::initializer_list<const char*> words, const std::string& text) {
  // Unlike a pipe, a file is written as a whole before anything reads it.
  const core::Descriptor input(memfd_create("clipboard", MFD_CLOEXEC));
  if (!input.is_open() || !write_all(input.number(), text) ||
      lseek(input.number(), 0, SEEK_SET) != 0)
    return false;
  const core::Descriptor results = start(words, input, kCopyPatience);
  return is_well(results) && is_well(results);
}

// Whether a program starts and does not fail within `patience`.
bool opens(std::initializer_list<const char*> words, std::chrono::milliseconds patience) {
  const core::Descriptor null(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const core::Descriptor results = start(words, null, kUnlimited);
  return is_well(results) && (!is_ready(results.number(), patience) || is_well(results));
}

bool ask_terminal_to_copy(const std::string& text) {
  if (isatty(STDERR_FILENO) != 1) return false;
  const std::string request = "\033]52;c;" + core::to_base64(core::as_bytes(text)) + '\a';
  std::fputs(request.c_str(), stderr);
  return true;
}

}  // namespace

bool copy_to_clipboard(const std::string& text) {
  if (is_set("WAYLAND_DISPLAY") && takes({"wl-copy"}, text)) return true;
  if (is_set("DISPLAY")) {
    if (takes({"xclip", "-selection", "clipboard"}, text)) return true;
    if (takes({"xsel", "--clipboard", "--input"}, text)) return true;
  }
  return takes({"pbcopy"}, text) || takes({"clip.exe"}, text) || ask_terminal_to_copy(text);
}

bool open_in_browser(const std::string& url, std::chrono::milliseconds patience) {
  const char* const browser = std::getenv("BROWSER");
  if (is_set("BROWSER") && opens({browser, url.c_str()}, patience)) return true;
  return opens({"xdg-open", url.c_str()}, patience) || opens({"open", url.c_str()}, patience);
}

}  // namespace client
