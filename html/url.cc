#include "html/url.h"

#include <algorithm>
#include <array>

#include "core/text/encodings.h"
#include "core/text/text.h"

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
  if (!core::is_port(port)) return std::nullopt;
  return origin.append(":").append(port);
}

namespace {

bool is_domain_character(char c) {
  return core::is_letter_or_digit(c) || c == '-' || c == '_' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Chinese and Japanese punctuation, which separates an address from text without a space.
bool is_wide_punctuation(std::string_view text) {
  static constexpr auto kMarks =
      std::to_array<std::string_view>({"、", "。", "《", "》", "「", "」", "『", "』", "【", "】",
                                       "，", "：", "；", "！", "？", "（", "）"});
  return static_cast<unsigned char>(text.front()) >= 0x80 &&
         std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return text.starts_with(mark); });
}

// Double quotation marks, which no address contains.
bool is_quotation_mark(std::string_view text) {
  static constexpr auto kMarks =
      std::to_array<std::string_view>({"\"", "“", "”", "„", "«", "»", "‹", "›"});
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return text.starts_with(mark); });
}

bool ends_address(std::string_view text) {
  return static_cast<unsigned char>(text.front()) <= ' ' || text.front() == '<' ||
         text.front() == '`' || is_quotation_mark(text) || is_wide_punctuation(text);
}

// Characters that may precede an address without a scheme.
bool may_precede_www(std::string_view text, std::size_t at) {
  constexpr std::size_t kWideMark = 3;  // bytes
  return at == 0 || (at >= kWideMark && is_wide_punctuation(text.substr(at - kWideMark))) ||
         static_cast<unsigned char>(text[at - 1]) <= ' ' ||
         std::string_view("*_~(").find(text[at - 1]) != std::string_view::npos;
}

// GFM: parts separated by periods, no underscore in the last two parts.
bool is_domain(std::string_view domain) {
  const std::size_t last = domain.rfind('.');
  if (last == std::string_view::npos || last == 0 || last + 1 == domain.size()) return false;
  const std::size_t before = domain.rfind('.', last - 1);
  const std::size_t two_parts = before == std::string_view::npos ? 0 : before + 1;
  return domain.find('_', two_parts) == std::string_view::npos &&
         domain.find("..") == std::string_view::npos;
}

// A host in a private network, after a scheme: localhost, nas.
bool is_short_host(std::string_view host) {
  return !host.empty() && core::is_letter_or_digit(host.front()) &&
         std::all_of(host.begin(), host.end(),
                     [](char c) { return core::is_letter_or_digit(c) || c == '-'; });
}

// The length of a possible entity (`&name;`) at the end of the text, or 0.
std::size_t trailing_reference(std::string_view text) {
  if (!text.ends_with(';')) return 0;
  std::size_t begin = text.size() - 1;
  while (begin > 0 && core::is_letter_or_digit(text[begin - 1])) --begin;
  return begin > 0 && begin + 1 < text.size() && text[begin - 1] == '&' ? text.size() - begin + 1
                                                                        : 0;
}

// The end of a URL that extends to `end`: without trailing punctuation, without a closing
// parenthesis that was opened before the URL, without an entity. A single quotation mark is one of
// these.
std::size_t trimmed_end(std::string_view text, std::size_t begin, std::size_t end) {
  auto open = std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                         text.begin() + static_cast<std::ptrdiff_t>(end), '(');
  auto closed = std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                           text.begin() + static_cast<std::ptrdiff_t>(end), ')');
  while (end > begin) {
    const char c = text[end - 1];
    if (const std::size_t length = trailing_reference(text.substr(begin, end - begin))) {
      end -= length;
      continue;
    }
    constexpr std::string_view kApostrophe = "’";
    if (text.substr(begin, end - begin).ends_with(kApostrophe)) {
      end -= kApostrophe.size();
      continue;
    }
    if (c == ')' && closed > open) {
      --closed;
    } else if (std::string_view("?!.,:*_~'\";").find(c) == std::string_view::npos) {
      break;
    }
    --end;
  }
  return end;
}

// No domain is longer (RFC 1035), and an unlimited search would not be linear.
constexpr std::size_t kLongestDomain = 255;

// The length of the user before the host of an address, with its @; 0 if there is none.
std::size_t user_length(std::string_view text) {
  std::size_t length = 0;
  for (std::size_t i = 0; i < std::min(text.size(), kLongestDomain); ++i) {
    if (ends_address(text.substr(i)) ||
        std::string_view("/?#").find(text[i]) != std::string_view::npos)
      break;
    if (text[i] == '@') length = i + 1;
  }
  return length;
}

// The single quotation mark that ends an address that begins at `at`: the counterpart of the mark
// before the address. Nothing if there is none.
std::string_view closing_mark(std::string_view text, std::size_t at) {
  if (text.substr(0, at).ends_with('\'')) return "'";
  return text.substr(0, at).ends_with("‘") ? "’" : std::string_view();
}

std::optional<Autolink> web_address_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  std::size_t domain = 0;
  for (const std::string_view scheme : {"https://", "http://"})
    if (core::starts_with_ignoring_case(rest, scheme)) domain = scheme.size();
  const bool has_scheme = domain > 0;
  if (!has_scheme && !core::starts_with_ignoring_case(rest, "www.")) return std::nullopt;
  const bool is_behind_letter = at > 0 && core::is_letter(text[at - 1]);
  if (has_scheme ? is_behind_letter : !may_precede_www(text, at)) return std::nullopt;

  const std::size_t host = at + domain + (has_scheme ? user_length(rest.substr(domain)) : 0);
  const std::size_t host_limit = std::min(text.size(), host + kLongestDomain);
  std::size_t domain_end = host;
  while (domain_end < host_limit && is_domain_character(text[domain_end]) &&
         !is_quotation_mark(text.substr(domain_end)) &&
         !is_wide_punctuation(text.substr(domain_end)))
    ++domain_end;
  const std::string_view name = text.substr(host, trimmed_end(text, host, domain_end) - host);
  if (!is_domain(name) && !(has_scheme && is_short_host(name))) return std::nullopt;

  // Only a path, a query or a fragment may follow host and port: no browser opens
  // https://example.com;end.
  std::size_t end = domain_end;
  if (text.substr(end).starts_with(':')) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789", end + 1), text.size());
    if (core::is_port(text.substr(end + 1, digits - end - 1))) end = digits;
  }
  const bool goes_on =
      end < text.size() && std::string_view("/?#").find(text[end]) != std::string_view::npos;
  const std::string_view closing = closing_mark(text, at);
  const auto is_closed_at = [&](std::size_t place) {
    return !closing.empty() && text.substr(place).starts_with(closing);
  };
  while (goes_on && end < text.size() && !ends_address(text.substr(end)) && !is_closed_at(end))
    ++end;
  end = trimmed_end(text, at, end);
  const std::string address(text.substr(at, end - at));
  return Autolink{at, end, has_scheme ? address : "http://" + address};
}

// The email address around the @ at `at`, which begins at `from` or later.
std::optional<Autolink> mail_address_at(std::string_view text, std::size_t at, std::size_t from) {
  std::size_t begin = at;
  while (begin > from && (core::is_letter_or_digit(text[begin - 1]) ||
                          std::string_view(".-_+").find(text[begin - 1]) != std::string_view::npos))
    --begin;
  std::size_t end = at + 1;
  while (end < text.size() && (core::is_letter_or_digit(text[end]) ||
                               std::string_view(".-_").find(text[end]) != std::string_view::npos))
    ++end;
  while (end > at + 1 && text[end - 1] == '.') --end;
  // After a slash it is a part of a path: @types/node@20.1.
  if (begin == at || (begin > 0 && text[begin - 1] == '/') ||
      !is_domain(text.substr(at + 1, end - at - 1)) || text[end - 1] == '-' || text[end - 1] == '_')
    return std::nullopt;
  return Autolink{begin, end, "mailto:" + std::string(text.substr(begin, end - begin))};
}

}  // namespace

std::optional<Autolink> find_autolink(std::string_view text, std::size_t from) {
  // A URL is searched only at the few characters that it can begin with, and an email address only
  // back to the previous @, so each character is read a limited number of times.
  std::size_t mail_from = from;
  for (std::size_t at = text.find_first_of("hHwW@", from); at != std::string_view::npos;
       at = text.find_first_of("hHwW@", at + 1)) {
    if (text[at] == '@') {
      if (auto link = mail_address_at(text, at, mail_from)) return link;
      mail_from = at + 1;
    } else if (auto link = web_address_at(text, at)) {
      return link;
    }
  }
  return std::nullopt;
}

}  // namespace html
