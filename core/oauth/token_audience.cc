#include "core/oauth/token_audience.h"

namespace core {

std::string_view to_string(TokenAudience audience) {
  return audience == TokenAudience::mcp ? "mcp" : "api";
}

std::optional<TokenAudience> parse_token_audience(std::string_view name) {
  if (name == "api") return TokenAudience::api;
  if (name == "mcp") return TokenAudience::mcp;
  return std::nullopt;
}

std::string resource_of(TokenAudience audience, const std::string& public_base_url) {
  return audience == TokenAudience::mcp ? public_base_url + "/mcp" : public_base_url;
}

std::optional<TokenAudience> audience_of(std::string_view resource,
                                         const std::string& public_base_url) {
  if (!resource.starts_with(public_base_url)) return std::nullopt;
  std::string_view path = resource.substr(public_base_url.size());
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path == "/mcp") return TokenAudience::mcp;
  if (path.empty() || path == "/api") return TokenAudience::api;
  return std::nullopt;
}

}  // namespace core
