#include "html/url.h"

#include <algorithm>
#include <array>

#include "core/encodings/encoding.h"
#include "core/text/ascii.h"

namespace html {
namespace {

bool is_space_or_control(char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; }

// The URL as a browser parses it: ends trimmed, tabs and newlines removed. Nothing if other control
// characters remain.
std::optional<std::string> as_browser_reads(std::string_view url) {
  while (!url.empty() && is_space_or_control(url.front())) url.remove_prefix(1);
  while (!url.empty() && is_space_or_control(url.back())) url.remove_suffix(1);
  std::string read;
  read.reserve(url.size());
  for (const char c : url) {
    if (c == '\t' || c == '\n' || c == '\r') continue;
    if (is_space_or_control(c) && c != ' ') return std::nullopt;
    read += c;
  }
  return read;
}

// The scheme in lower case, without its colon; empty if the URL is relative.
std::string scheme_of(std::string_view url) {
  const std::size_t end = url.find_first_of(":/?#\\");
  if (end == std::string_view::npos || url[end] != ':') return {};
  return core::in_lower_case(url.substr(0, end));
}

bool has_scheme(std::string_view url) {
  const std::size_t end = url.find_first_of(":/?#\\");
  return end != std::string_view::npos && url[end] == ':';
}

// CSP3, 2.3.1: host-part.
bool is_policy_host(std::string_view host) {
  char before = '.';
  for (const char c : host) {
    if (!core::is_letter_or_digit(c) && c != '-' && (c != '.' || before == '.')) return false;
    before = c;
  }
  return before != '.';
}

bool is_port(std::string_view port) {
  return !port.empty() && port.size() <= 5 &&
         port.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_slash(char c) { return c == '/' || c == '\\'; }

}  // namespace

std::optional<std::string> safe_link_url(std::string_view url) {
  constexpr std::array<std::string_view, 3> kSchemes{"http", "https", "mailto"};
  std::optional<std::string> read = as_browser_reads(url);
  if (!read || read->empty()) return std::nullopt;
  if (has_scheme(*read)) {
    if (std::find(kSchemes.begin(), kSchemes.end(), scheme_of(*read)) == kSchemes.end())
      return std::nullopt;
    return read;
  }
  // Two slashes would name another host.
  if (read->size() >= 2 && is_slash((*read)[0]) && is_slash((*read)[1])) return std::nullopt;
  return read;
}

std::optional<std::string> safe_image_url(std::string_view url) {
  std::optional<std::string> read = as_browser_reads(url);
  if (!read || scheme_of(*read) != "https") return std::nullopt;
  return read;
}

std::optional<std::string> safe_picture_data(std::string_view url) {
  constexpr std::array<std::string_view, 5> kTypes{
      "data:image/png;base64,", "data:image/jpeg;base64,", "data:image/jpg;base64,",
      "data:image/gif;base64,", "data:image/webp;base64,"};
  std::optional<std::string> read = as_browser_reads(url);
  if (!read) return std::nullopt;
  const auto* const type = std::find_if(kTypes.begin(), kTypes.end(), [&](std::string_view start) {
    return core::starts_with_ignoring_case(*read, start);
  });
  if (type == kTypes.end()) return std::nullopt;
  const bool is_base64 = std::all_of(read->begin() + static_cast<std::ptrdiff_t>(type->size()),
                                     read->end(), core::is_base64_or_padding);
  if (!is_base64 || read->size() == type->size()) return std::nullopt;
  return read;
}

bool is_relative_url(std::string_view url) {
  return !has_scheme(url) && !url.starts_with('/') && !url.starts_with('\\') &&
         !url.starts_with('#');
}

std::optional<std::string> https_origin(std::string_view url) {
  if (scheme_of(url) != "https" || url.substr(5, 3) != "://") return std::nullopt;
  url.remove_prefix(std::string_view("https://").size());
  const std::string_view authority = url.substr(0, url.find_first_of("/?#\\"));
  const std::size_t colon = authority.find(':');
  const std::string_view host = authority.substr(0, colon);
  if (!is_policy_host(host)) return std::nullopt;
  std::string origin = "https://" + std::string(host);
  const std::string_view port =
      colon == std::string_view::npos ? std::string_view() : authority.substr(colon + 1);
  if (port.empty()) return origin;
  if (!is_port(port)) return std::nullopt;
  return origin.append(":").append(port);
}

}  // namespace html
