#include "core/operation/web_origin.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/text/ascii.h"

namespace core {
namespace {

// ":443"
bool is_port(std::string_view text) {
  unsigned number = 0;
  const auto [end, problem] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  return text.front() == ':' && problem == std::errc() && end == text.data() + text.size() &&
         number >= 1 && number <= 65535;
}

}  // namespace

bool is_base_url(std::string_view url) {
  constexpr std::string_view kScheme = "https://";
  if (!url.starts_with(kScheme)) return false;
  url.remove_prefix(kScheme.size());
  const bool is_ipv6 = url.starts_with('[');
  const std::size_t host_end = is_ipv6 ? url.find(']') : std::min(url.find(':'), url.size());
  if (host_end == std::string_view::npos) return false;
  const std::string_view host = is_ipv6 ? url.substr(1, host_end - 1) : url.substr(0, host_end);
  const std::string_view port = url.substr(host_end + (is_ipv6 ? 1 : 0));
  const std::string_view more = is_ipv6 ? ":." : ".-";
  return !host.empty() && (port.empty() || is_port(port)) &&
         std::all_of(host.begin(), host.end(), [&](char c) {
           return is_letter_or_digit(c) || more.find(c) != std::string_view::npos;
         });
}

std::string as_sent_by_browsers(std::string_view origin) {
  std::string sent = in_lower_case(origin);
  for (const auto& [scheme, port] :
       {std::pair<std::string_view, std::string_view>("https://", ":443"), {"http://", ":80"}})
    if (sent.starts_with(scheme) && sent.ends_with(port)) sent.resize(sent.size() - port.size());
  return sent;
}

bool is_contact(std::string_view text) {
  for (const std::string_view scheme : {"https://", "mailto:", "tel:"})
    if (text.starts_with(scheme) && text.size() > scheme.size())
      return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
  return false;
}

bool is_source_list(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c < '\x7f' && c != ';' && c != ',';
  });
}

bool is_origin(std::string_view text) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!text.starts_with(scheme)) continue;
    const std::string_view host = text.substr(scheme.size());
    return !host.empty() && is_source_list(host) && host.find_first_of("/ ") == host.npos;
  }
  return text == "*";
}

}  // namespace core
