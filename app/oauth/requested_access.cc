#include "app/oauth/requested_access.h"

namespace app {

std::string_view parameter(const core::FormFields& fields, std::string_view name) {
  const auto found = fields.find(name);
  return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

std::variant<core::RequestedAccess, core::OAuthError> read_requested_access(
    const core::OAuthClient& client, const core::FormFields& fields,
    const std::string& public_base_url) {
  core::RequestedAccess access{.client_id = client.id,
                               .client_name = client.name,
                               .audience = client.source == core::OAuthClient::Source::built_in
                                               ? core::TokenAudience::api
                                               : core::TokenAudience::mcp,
                               .scopes = core::scopes_of(core::Role::member)};
  if (const std::string_view scope = parameter(fields, "scope"); !scope.empty()) {
    access.scopes = core::Scopes::known_in(scope);
    if (access.scopes.empty())
      return core::OAuthError{"invalid_scope", "known scopes are " + core::Scopes::all().text()};
  }
  if (const std::string_view resource = parameter(fields, "resource"); !resource.empty()) {
    const auto audience = core::audience_of(resource, public_base_url);
    if (!audience) {
      return core::OAuthError{"invalid_target", "known resources are " + public_base_url + " and " +
                                                    public_base_url + "/mcp"};
    }
    access.audience = *audience;
  }
  return access;
}

bool names_audience(const core::FormFields& fields, core::TokenAudience audience,
                    const std::string& public_base_url) {
  const std::string_view resource = parameter(fields, "resource");
  return resource.empty() || core::audience_of(resource, public_base_url) == audience;
}

}  // namespace app
