#include "client/terminal/secret_prompt.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <optional>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "client/command_line.h"
#include "core/descriptor.h"
#include "core/security/cryptography.h"

namespace client {
namespace {

volatile std::sig_atomic_t received_signal = 0;
extern "C" void note_signal(int number) { received_signal = number; }

// Turns the echo of a terminal off until it is destroyed. Signals that end the program end the wait
// for input, and are delivered after the terminal is restored. They are blocked except during that
// wait, so that none that arrives just before it is missed.
class HiddenInput {
 public:
  explicit HiddenInput(int terminal) : terminal_(terminal) {
    sigset_t held{};
    sigemptyset(&held);
    for (const int number : kSignals) sigaddset(&held, number);
    sigprocmask(SIG_BLOCK, &held, &unblocked_);
    struct sigaction action {};
    action.sa_handler = &note_signal;
    for (std::size_t i = 0; i < kSignals.size(); ++i)
      sigaction(kSignals[i], &action, &previous_[i]);
    tcgetattr(terminal_, &shown_);
    termios hidden = shown_;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    hidden.c_lflag |= ECHONL;
    tcsetattr(terminal_, TCSAFLUSH, &hidden);
  }
  HiddenInput(const HiddenInput&) = delete;
  HiddenInput& operator=(const HiddenInput&) = delete;
  HiddenInput(HiddenInput&&) = delete;
  HiddenInput& operator=(HiddenInput&&) = delete;
  ~HiddenInput() {
    tcsetattr(terminal_, TCSAFLUSH, &shown_);
    for (std::size_t i = 0; i < kSignals.size(); ++i)
      sigaction(kSignals[i], &previous_[i], nullptr);
    sigprocmask(SIG_SETMASK, &unblocked_, nullptr);
    if (received_signal != 0) raise(received_signal);
  }

  // Returns false if a signal came instead of input.
  bool wait_for_input() const {
    pollfd input{terminal_, POLLIN, 0};
    while (received_signal == 0)
      if (ppoll(&input, 1, nullptr, &unblocked_) >= 0 || errno != EINTR) return true;
    return false;
  }

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};

  int terminal_;
  termios shown_{};
  sigset_t unblocked_{};
  std::array<struct sigaction, kSignals.size()> previous_{};
};

// The terminal: standard input, or else the controlling terminal.
class Terminal {
 public:
  explicit Terminal(bool input_is_document) {
    if (!input_is_document && isatty(STDIN_FILENO) == 1) return;
    opened_.emplace(open("/dev/tty", O_RDWR | O_CLOEXEC));
    if (!opened_->is_open())
      throw WrongUsage("there is no terminal to prompt for the password; see --generate-password");
  }
  int number() const { return opened_ ? opened_->number() : STDIN_FILENO; }

 private:
  std::optional<core::Descriptor> opened_;
};

// Reads a line, without its end, byte by byte, as what follows is not for this function. Calls
// `wait` before each byte; the line ends if it returns false.
template <typename Wait>
std::string read_line(int file, const Wait& wait) {
  std::string line;
  char c = 0;
  while (wait()) {
    const ssize_t count = read(file, &c, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || c == '\n') break;
    line += c;
  }
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

void show(int terminal, std::string_view text) {
  // If the prompt cannot be shown, reads anyway.
  [[maybe_unused]] const ssize_t written = write(terminal, text.data(), text.size());
}

std::string ask(int terminal, const std::string& prompt) {
  // Hidden before the prompt, so that no input is shown, or discarded by the change.
  const HiddenInput hidden(terminal);
  show(terminal, prompt);
  return read_line(terminal, [&] { return hidden.wait_for_input(); });
}

std::string required(std::string secret) {
  if (secret.empty()) throw Failure(ExitStatus::failure, "nothing was entered");
  return secret;
}

bool is_prompted(bool input_is_document) { return input_is_document || isatty(STDIN_FILENO) == 1; }

}  // namespace

std::string read_secret(const std::string& prompt, bool input_is_document) {
  if (!is_prompted(input_is_document))
    return required(read_line(STDIN_FILENO, [] { return true; }));
  const Terminal terminal(input_is_document);
  return required(ask(terminal.number(), prompt + ": "));
}

std::string read_new_secret(const std::string& prompt, bool input_is_document) {
  if (!is_prompted(input_is_document)) return read_secret(prompt, input_is_document);
  const Terminal terminal(input_is_document);
  std::string secret = required(ask(terminal.number(), prompt + ": "));
  if (ask(terminal.number(), prompt + " again: ") != secret)
    throw Failure(ExitStatus::failure, "the two passwords differ");
  return secret;
}

std::string generate_password() {
  // Crockford's base32.
  constexpr std::string_view kAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  constexpr std::size_t kGroup = 5;
  std::array<std::uint8_t, 20> bytes{};
  core::fill_random(bytes);
  std::string password;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0 && i % kGroup == 0) password += '-';
    password += kAlphabet[bytes[i] % kAlphabet.size()];
  }
  return password;
}

}  // namespace client
