// TokenAudience: which resource an access token is for (resource indicators, RFC 8707). A token for
// the MCP server is accepted there only; one for the API at the MCP server too, which gives access
// to the same artifacts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core {

enum class TokenAudience : std::uint8_t { api, mcp };

// "api", "mcp", as the database names them.
std::string_view to_string(TokenAudience audience);
std::optional<TokenAudience> parse_token_audience(std::string_view name);

// The resource's identifier: "https://HOST" or "https://HOST/mcp".
std::string resource_of(TokenAudience audience, const std::string& public_base_url);

// The audience of a `resource` parameter, which may end with a slash. The API has a second name,
// "https://HOST/api".
std::optional<TokenAudience> audience_of(std::string_view resource,
                                         const std::string& public_base_url);

}  // namespace core
