#include "client/terminal/desktop.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/text/encoding.h"

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

// Runs a program of the PATH with `input` as its standard input, and nothing of the terminal.
// Whether it ended well.
bool run(std::initializer_list<const char*> words, const std::string& input) {
  std::vector<char*> arguments;
  for (const char* const word : words) arguments.push_back(const_cast<char*>(word));  // NOLINT
  arguments.push_back(nullptr);
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return false;
  const pid_t child = fork();
  if (child == 0) {
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

bool open_in_browser(const std::string& url) {
  const char* const browser = std::getenv("BROWSER");
  if (is_set("BROWSER") && run({browser, url.c_str()}, {})) return true;
  return run({"xdg-open", url.c_str()}, {}) || run({"open", url.c_str()}, {});
}

}  // namespace client
