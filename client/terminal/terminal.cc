#include "client/terminal/terminal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <qrencode.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/descriptor.h"
#include "core/text/encodings.h"
#include "core/text/text.h"

namespace client {

void print_message(std::string_view message) {
  const std::string line = "artifact: " + without_control_characters(message) + '\n';
  std::fputs(line.c_str(), stderr);
}

void print_note(std::string_view note) {
  std::fputs((without_control_characters(note) + '\n').c_str(), stderr);
}

std::string without_control_characters(std::string_view text) {
  constexpr std::string_view kReplacement = "\xef\xbf\xbd";
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F are C2 80 to C2 9F.
    const bool is_c1 = c == 0xc2 && i + 1 < text.size() &&
                       static_cast<unsigned char>(text[i + 1]) >= 0x80 &&
                       static_cast<unsigned char>(text[i + 1]) <= 0x9f;
    if (is_c1) {
      result += kReplacement;
      ++i;
    } else if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f) {
      result += kReplacement;
    } else {
      result += text[i];
    }
  }
  return result;
}

void print_output(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot write standard output");
}

namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// Clipboard programs end within this time; those that keep serving the text do so in a process of
// their own.
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

// Waits for a child. Returns whether it succeeded.
bool succeeds(pid_t child) {
  int status = -1;
  pid_t ended = waitpid(child, &status, 0);
  while (ended < 0 && errno == EINTR) ended = waitpid(child, &status, 0);
  return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Whether there is something to read, or the process of a pidfd has ended, within `longest`; no
// limit if negative.
bool is_ready(int file, std::chrono::milliseconds longest) {
  pollfd wanted{.fd = file, .events = POLLIN, .revents = 0};
  int count = poll(&wanted, 1, static_cast<int>(longest.count()));
  while (count < 0 && errno == EINTR) count = poll(&wanted, 1, static_cast<int>(longest.count()));
  return count != 0;
}

// Writes to `result` whether a program could be started, and later whether it succeeded. If it has
// not ended within `longest`, its process group is killed, including this process, which then
// writes nothing.
[[noreturn]] void supervise(char* const* arguments, int result, std::chrono::milliseconds longest) {
  const auto report = [&](bool success) {
    const char byte = success ? '1' : '0';
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
    report(succeeds(program));
  }
  _exit(0);
}

// Whether the next byte from supervise() means success.
bool reports_success(const core::Descriptor& results) {
  char byte = '0';
  ssize_t count = read(results.number(), &byte, 1);
  while (count < 0 && errno == EINTR) count = read(results.number(), &byte, 1);
  return count == 1 && byte == '1';
}

// Starts a program from PATH in a session of its own, with `input` as its standard input, without
// the terminal or other open descriptors, and not as a child of this process. Returns the
// descriptor that supervise() writes to; nothing if that does not run.
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
      // Moved, as it may have one of the first numbers.
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
  if (child > 0) succeeds(child);
  return core::Descriptor(pipe_ends[0]);
}

// Whether a program with the text as its standard input succeeds within a few seconds.
bool takes(std::initializer_list<const char*> words, const std::string& text) {
  // Unlike a pipe, a file is written as a whole before anything reads it.
  const core::Descriptor input(memfd_create("clipboard", MFD_CLOEXEC));
  if (!input.is_open() || !write_all(input.number(), text) ||
      lseek(input.number(), 0, SEEK_SET) != 0)
    return false;
  const core::Descriptor results = start(words, input, kCopyPatience);
  // NOLINTNEXTLINE(misc-redundant-expression): of its start, and of its first seconds
  return reports_success(results) && reports_success(results);
}

// Whether a program starts, and does not fail within `patience`.
bool opens(std::initializer_list<const char*> words, std::chrono::milliseconds patience) {
  const core::Descriptor null(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const core::Descriptor results = start(words, null, kUnlimited);
  return reports_success(results) &&
         (!is_ready(results.number(), patience) || reports_success(results));
}

bool ask_terminal_to_copy(const std::string& text) {
  if (isatty(STDERR_FILENO) != 1) return false;
  const std::string request = "\033]52;c;" + core::to_base64(core::as_bytes(text)) + '\a';
  std::fputs(request.c_str(), stderr);
  return true;
}

// The margin of light modules. The standard requires four, but two are enough for readers, and a
// terminal has few lines.
constexpr int kQuiet = 2;

constexpr std::string_view kGap = "  ";
constexpr std::size_t kUsualColumns = 80;

// On one line.
std::string plain(std::string_view value) {
  std::string text = without_control_characters(value);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  return text;
}

std::size_t terminal_columns() {
  winsize size{};
  const bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : kUsualColumns;
}

// The first characters, with … for the rest.
std::string cut(const std::string& text, std::size_t most) {
  if (core::count_code_points(text) <= most) return text;
  return std::string(core::first_code_points(text, most - 1)) + "…";
}

std::string line_of(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                    std::size_t columns) {
  std::string line;
  std::size_t used = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool is_last = i + 1 == row.size();
    const std::string value = is_last && columns > used + 1 ? cut(row[i], columns - used) : row[i];
    line += value;
    if (is_last) break;
    line.append(widths[i] - core::count_code_points(value), ' ').append(kGap);
    used += widths[i] + kGap.size();
  }
  return line + '\n';
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

std::string qr_code(const std::string& text, bool has_colors) {
  const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
      QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_L), &QRcode_free);
  if (!code) throw std::runtime_error("the link is too long for a QR code");
  const auto is_light = [&](int x, int y) {
    if (x < 0 || y < 0 || x >= code->width || y >= code->width) return true;
    const auto index = static_cast<std::size_t>(y) * static_cast<std::size_t>(code->width) +
                       static_cast<std::size_t>(x);
    return (code->data[index] & 1) == 0;
  };
  std::string drawing;
  for (int y = -kQuiet; y < code->width + kQuiet; y += 2) {
    if (has_colors) drawing += "\033[97;40m";
    for (int x = -kQuiet; x < code->width + kQuiet; ++x) {
      const bool upper = is_light(x, y);
      // There is nothing below the last row.
      const bool lower = y + 1 < code->width + kQuiet && is_light(x, y + 1);
      drawing += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ");
    }
    if (has_colors) drawing += "\033[0m";
    drawing += '\n';
  }
  return drawing;
}

void TextTable::add(std::vector<std::string> row) {
  std::transform(row.begin(), row.end(), row.begin(), plain);
  rows_.push_back(std::move(row));
}

void TextTable::print() const {
  if (rows_.empty()) return;
  std::string text;
  if (isatty(STDOUT_FILENO) == 1) {
    std::vector<std::size_t> widths(headings_.size());
    const auto measure = [&](const std::vector<std::string>& row) {
      for (std::size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], core::count_code_points(row[i]));
    };
    measure(headings_);
    std::for_each(rows_.begin(), rows_.end(), measure);
    const std::size_t columns = terminal_columns();
    text += line_of(headings_, widths, columns);
    for (const auto& row : rows_) text += line_of(row, widths, columns);
  } else {
    for (const auto& row : rows_) {
      for (std::size_t i = 0; i < row.size(); ++i) text.append(i == 0 ? "" : "\t").append(row[i]);
      text += '\n';
    }
  }
  print_output(text);
}

}  // namespace client
