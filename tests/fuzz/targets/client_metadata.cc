// What an OAuth client says of itself, with its redirect URIs.
#include <algorithm>

#include "core/oauth_client.h"
#include "core/text/text.h"
#include "property.h"

namespace {

const core::RedirectSchemes kSchemes{"cursor", "vscode"};

// What becomes the address to which a page leads.
void check(const core::RedirectUri& uri) {
  const auto again = core::RedirectUri::parse(uri.text(), kSchemes);
  fuzz::require(again && again->admits(uri) && uri.admits(*again), "a redirect URI admits itself");
  const std::string location = uri.with("code=x");
  fuzz::require(
      std::all_of(location.begin(), location.end(), [](char c) { return c > ' ' && c < '\x7f'; }),
      "a location is printable ASCII");
  fuzz::require(location.find('#') == std::string::npos, "a location has no fragment");
  fuzz::require(location.starts_with("https://") || uri.is_local(), "http stays on this computer");
  const std::string scheme = location.substr(0, location.find(':'));
  fuzz::require(scheme == "https" || scheme == "http" || scheme.find('.') != std::string::npos ||
                    scheme == "cursor" || scheme == "vscode",
                "a scheme has a period or is allowed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto uri = core::RedirectUri::parse(text, kSchemes)) check(*uri);
  const auto metadata = core::parse_client_metadata(text, kSchemes);
  if (!metadata) return 0;
  fuzz::require(!metadata->name.empty() && core::is_utf8(metadata->name), "a name is UTF-8");
  fuzz::require(std::none_of(metadata->name.begin(), metadata->name.end(),
                             [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; }),
                "a name has no control characters");
  for (const core::RedirectUri& uri : metadata->redirect_uris) check(uri);
  return 0;
}
