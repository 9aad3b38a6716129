// How an installation presents itself to those who read what is shared with it: its name, its
// logo, the colour of links, and links of its own below each page.
//
// Made once, when the configuration is read, and immutable.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace core {

// A file whose address changes with its content, so browsers keep it.
struct ServedFile {
  std::string data;
  std::string_view media_type;
  std::string address;  // path and query
};

struct FooterLink {
  std::string label;
  std::string address;
};

// The page at the root of the host.
struct HomePage {
  bool is_there = true;
  std::string elsewhere = {};  // where it leads instead; empty for the service's own page
};

struct Installation {
  std::string name = "Artifact Share";
  std::optional<ServedFile> logo = {};        // PNG or SVG
  std::optional<ServedFile> stylesheet = {};  // with the colours of links, if they are its own
  std::vector<FooterLink> footer_links = {};
  HomePage home_page = {};
  // A digest of what pages and pictures show of it.
  std::string digest = {};
};

// The errors of all of these are for the operator; the name of the setting precedes them.

// 1 to 60 characters without control characters.
Result<std::string> parse_installation_name(std::string_view text);

// A PNG as core/png.h accepts it, or an SVG of at most 64 KiB.
Result<ServedFile> read_logo(std::string_view file);

// The pages on which a colour is that of links.
enum class ColorScheme { light, dark };

// "#0b5bd3", in lower case. Its contrast to the backgrounds of pages must be at least 4.5, as texts
// have the colour, and are written on it (WCAG 2.2, 1.4.3).
Result<std::string> parse_link_color(std::string_view text, ColorScheme scheme);

// Each may be empty, for the colour of the service; nothing if both are.
std::optional<ServedFile> stylesheet_of(std::string_view light, std::string_view dark);

// "Imprint https://example.org/imprint Privacy policy https://example.org/privacy": labels, each
// before its address, by https or mail.
Result<std::vector<FooterLink>> parse_footer_links(std::string_view text);

std::string digest_of(const Installation& installation);

// "on", "off", a path of the host or an address that begins with https://
Result<HomePage> parse_home_page(std::string_view text);

}  // namespace core
