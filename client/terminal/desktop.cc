#include "client/terminal/desktop.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client/hosts/file_descriptor.h"
#include "core/encodings/encoding.h"

namespace client {
namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

std::vector<char*> arguments_of(std::initializer_list<const char*> words) {
  std::vector<char*> arguments;
  for (const char* const word : words) arguments.push_back(const_cast<char*>(word));  // NOLINT
  arguments.push_back(nullptr);
  return arguments;
}

// Runs a program of the PATH with `input` as its standard input, and nothing of the terminal.
// Whether it ended well.
bool run(std::initializer_list<const char*> words, const std::string& input) {
  const std::vector<char*> arguments = arguments_of(words);
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return false;
  const pid_t child = fork();
  if (child == 0) {
    // Some stay to hand out what was copied, which Ctrl-C must not end.
    setsid();
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(pipe_ends[0], STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    execvp(arguments.front(), arguments.data());
    _exit(127);
  }
  close(pipe_ends[0]);
  // A program that does not exist does not read either.
  auto* const previous = std::signal(SIGPIPE, SIG_IGN);
  if (child > 0) write_all(pipe_ends[1], input);
  std::signal(SIGPIPE, previous);
  close(pipe_ends[1]);
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

// Says on `result` whether a program could be started, and later whether it ended well.
[[noreturn]] void supervise(char* const* arguments, int result) {
  const auto report = [&](bool is_well) {
    const char byte = is_well ? '1' : '0';
    if (write(result, &byte, 1) != 1) _exit(1);
  };
  pid_t program = 0;
  const bool has_started =
      posix_spawnp(&program, *arguments, nullptr, nullptr, arguments, environ) == 0;
  report(has_started);
  if (has_started) {
    int status = -1;
    report(waitpid(program, &status, 0) == program && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0);
  }
  _exit(0);
}

// Whether the next that supervise() says is good. `longest` is negative if there is no limit; if it
// is over, that is good.
bool is_well(int results, int longest) {
  pollfd wanted{.fd = results, .events = POLLIN, .revents = 0};
  int count = poll(&wanted, 1, longest);
  while (count < 0 && errno == EINTR) count = poll(&wanted, 1, longest);
  char byte = '0';
  return count == 0 || (read(results, &byte, 1) == 1 && byte == '1');
}

// Starts a program of the PATH in a session of its own, with nothing of the terminal, nor of what
// this program has open, and not as its child. Whether it started and does not fail within
// `patience`.
bool start(std::initializer_list<const char*> words, std::chrono::milliseconds patience) {
  const std::vector<char*> arguments = arguments_of(words);
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return false;
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() == 0) {
      constexpr int kResult = STDERR_FILENO + 1;
      dup2(pipe_ends[1], kResult);
      fcntl(kResult, F_SETFD, FD_CLOEXEC);
      const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
      for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(null, file);
      closefrom(kResult + 1);
      supervise(arguments.data(), kResult);
    }
    _exit(0);
  }
  close(pipe_ends[1]);
  const FileDescriptor results(pipe_ends[0]);
  return child > 0 && waitpid(child, nullptr, 0) == child && is_well(results.get(), -1) &&
         is_well(results.get(), static_cast<int>(patience.count()));
}

bool ask_terminal_to_copy(const std::string& text) {
  if (isatty(STDERR_FILENO) != 1) return false;
  const std::string request = "\033]52;c;" + core::to_base64(core::as_bytes(text)) + '\a';
  std::fputs(request.c_str(), stderr);
  return true;
}

}  // namespace

bool copy_to_clipboard(const std::string& text) {
  if (is_set("WAYLAND_DISPLAY") && run({"wl-copy"}, text)) return true;
  if (is_set("DISPLAY")) {
    if (run({"xclip", "-selection", "clipboard"}, text)) return true;
    if (run({"xsel", "--clipboard", "--input"}, text)) return true;
  }
  return run({"pbcopy"}, text) || run({"clip.exe"}, text) || ask_terminal_to_copy(text);
}

bool open_in_browser(const std::string& url, std::chrono::milliseconds patience) {
  const char* const browser = std::getenv("BROWSER");
  if (is_set("BROWSER") && start({browser, url.c_str()}, patience)) return true;
  return start({"xdg-open", url.c_str()}, patience) || start({"open", url.c_str()}, patience);
}

}  // namespace client
