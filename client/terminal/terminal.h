// Output on a terminal, and the programs of the desktop.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace client {

// Messages on standard error, and text for terminals.

// One line on standard error, after the program's name.
void print_message(std::string_view message);

// One line on standard error that says what was done.
void print_note(std::string_view note);

// Replaces control characters (C0 except tab and newline, DEL, C1) with U+FFFD, as titles and
// documents of others could control the terminal.
std::string without_control_characters(std::string_view text);

// Writes `text` to standard output. Throws std::system_error if that fails, as on a full disk.
void print_output(std::string_view text);

// The clipboard and the browser of the desktop.

// Copies text to the clipboard with the first program that works (wl-copy, xclip, xsel, pbcopy,
// clip.exe), else by the terminal (OSC 52), which also works over SSH. A program that does not end
// within a few seconds is killed. Returns false if there is neither.
bool copy_to_clipboard(const std::string& text);

// Opens a URL in the browser, which keeps running when this program ends. Returns false if there is
// no program for that, or it fails within `patience`: some only return when the browser is closed.
bool open_in_browser(const std::string& url, std::chrono::milliseconds patience);

// QR codes in a terminal.

// The QR code of a text, two rows of modules per line, in half blocks. With `has_colors`, dark on
// light with any colours of the terminal; otherwise for light text on dark. Throws
// std::runtime_error if the text is too long.
std::string qr_code(const std::string& text, bool has_colors);

// TextTable: rows of values for standard output. On a terminal, columns with headings, truncated to
// its width; otherwise one line per row with tabs between the values, for cut and awk.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  // As many values as there are headings.
  void add(std::vector<std::string> row);

  // Prints nothing if there are no rows.
  void print() const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace client
