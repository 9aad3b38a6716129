// What an app asks for by the parameters `scope` (RFC 6749, 3.3) and `resource` (RFC 8707).
#pragma once

#include <string>
#include <variant>

#include "core/encodings/form.h"
#include "core/oauth/grant.h"
#include "core/oauth/oauth_client.h"
#include "core/oauth/oauth_error.h"

namespace app {

// A parameter; empty if it is absent.
std::string_view parameter(const core::FormFields& fields, std::string_view name);

// Without `scope`, all that concern artifacts; unknown ones are left out. Without `resource`, the
// MCP server, or the API if the client is the command for terminals. Errors: invalid_scope,
// invalid_target.
std::variant<core::RequestedAccess, core::OAuthError> read_requested_access(
    const core::OAuthClient& client, const core::FormFields& fields,
    const std::string& public_base_url);

// Whether `resource`, if it is given, is this audience's.
bool names_audience(const core::FormFields& fields, core::TokenAudience audience,
                    const std::string& public_base_url);

}  // namespace app
