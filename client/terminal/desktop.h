// What a terminal uses of the desktop: the clipboard and the browser.
#pragma once

#include <chrono>
#include <string>

namespace client {

// Puts text on the clipboard, by the first program for that which is there and works (wl-copy,
// xclip, xsel, pbcopy, clip.exe), else by asking the terminal (OSC 52), which also works over SSH.
// A program that does not end within a few seconds is killed. False if there is neither.
bool copy_to_clipboard(const std::string& text);

// Opens a URL in the browser, which goes on when this program ends. False if there is no program
// for that, or it fails within `patience`: some only return when the browser is closed.
bool open_in_browser(const std::string& url, std::chrono::milliseconds patience);

}  // namespace client
