// What a terminal shows, and the programs of its desktop.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace client {

// Messages on standard error, and text for terminals.

// One line on standard error, after the program's name.
void print_message(std::string_view message);

// One line on standard error, for people: what was done.
void print_note(std::string_view note);

// Without the characters that a terminal takes for commands (C0 but tab and newline, DEL, C1), each
// of which becomes U+FFFD: titles and documents come from others.
std::string without_control_characters(std::string_view text);

// Standard output gets `text`. Throws std::system_error if it cannot be written, as on a full disk.
void print_output(std::string_view text);

// What a terminal uses of the desktop: the clipboard and the browser.

// Puts text on the clipboard, by the first program for that which is there and works (wl-copy,
// xclip, xsel, pbcopy, clip.exe), else by asking the terminal (OSC 52), which also works over SSH.
// A program that does not end within a few seconds is killed. False if there is neither.
bool copy_to_clipboard(const std::string& text);

// Opens a URL in the browser, which keeps running when this program ends. False if there is no
// program for that, or it fails within `patience`: some only return when the browser is closed.
bool open_in_browser(const std::string& url, std::chrono::milliseconds patience);

// QR codes in a terminal.

// The QR code of a text, two rows of modules to a line of half blocks. `has_colors`: dark on light
// whatever the terminal's colours are; otherwise drawn for light text on dark. Throws
// std::runtime_error if the text is too long.
std::string qr_code(const std::string& text, bool has_colors);

// TextTable: rows of values for standard output. On a terminal, in columns with a heading, cut to
// its width; elsewhere, one line a row with tabs between the values, for cut and awk.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  // As many values as there are headings.
  void add(std::vector<std::string> row);

  // Nothing is printed of a table without rows.
  void print() const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace client
