#include "core/principal.h"

#include <array>
#include <utility>

#include "core/text/text.h"

namespace core {
namespace {

constexpr std::array<std::pair<Scope, std::string_view>, 5> kScopeNames{{
    {Scope::artifacts_read, "artifacts:read"},
    {Scope::artifacts_write, "artifacts:write"},
    {Scope::artifacts_share, "artifacts:share"},
    {Scope::artifacts_delete, "artifacts:delete"},
    {Scope::account_read, "account:read"},
}};

}  // namespace

std::string_view to_string(Scope scope) {
  for (const auto& [known, name] : kScopeNames)
    if (known == scope) return name;
  return {};
}

std::optional<Scope> parse_scope(std::string_view name) {
  for (const auto& [scope, known_name] : kScopeNames)
    if (known_name == name) return scope;
  return std::nullopt;
}

Scopes Scopes::all() {
  Scopes scopes;
  for (const auto& [scope, name] : kScopeNames) scopes.add(scope);
  return scopes;
}

std::optional<Scopes> Scopes::parse(const std::vector<std::string_view>& names) {
  Scopes scopes;
  for (const std::string_view name : names) {
    const std::optional<Scope> scope = parse_scope(name);
    if (!scope) return std::nullopt;
    scopes.add(*scope);
  }
  return scopes;
}

std::string insufficient_scope_challenge(const Scopes& wanted) {
  return "Bearer error=\"insufficient_scope\", scope=\"" + wanted.text() + '"';
}

Scopes scopes_of(Role role) {
  Scopes scopes{Scope::artifacts_read, Scope::artifacts_write, Scope::artifacts_share,
                Scope::artifacts_delete};
  if (role == Role::owner) scopes.add(Scope::account_read);
  return scopes;
}

std::optional<Scope> Scopes::first_missing(const Scopes& wanted) const {
  for (const auto& [scope, name] : kScopeNames)
    if (wanted.contains(scope) && !contains(scope)) return scope;
  return std::nullopt;
}

std::string Scopes::text() const {
  std::string text;
  for (const std::string_view name : names()) {
    if (!text.empty()) text += ' ';
    text += name;
  }
  return text;
}

Scopes Scopes::known_in(std::string_view text) {
  Scopes scopes;
  for (const std::string& name : split_words(text))
    if (const auto scope = parse_scope(name)) scopes.add(*scope);
  return scopes;
}

Scopes Scopes::in_common_with(const Scopes& other) const {
  Scopes common;
  common.bits_ = bits_ & other.bits_;
  return common;
}

std::vector<std::string_view> Scopes::names() const {
  std::vector<std::string_view> names;
  for (const auto& [scope, name] : kScopeNames)
    if (contains(scope)) names.push_back(name);
  return names;
}

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

Principal Principal::operator_of(const AccountId& account) {
  Principal principal;
  principal.kind = Kind::operator_;
  principal.account = account;
  principal.plan = Plan::enterprise;
  principal.name = "operator";
  principal.role = Role::owner;
  principal.scopes = Scopes::all();
  return principal;
}

Principal Principal::signing_in(const UserId& user, const std::string& email,
                                std::string_view client_address) {
  Principal principal;
  principal.user = user;
  principal.name = email;
  principal.client_address = client_address;
  return principal;
}

std::optional<Error> Principal::refuse(Scope scope) const {
  if (scopes.contains(scope)) return std::nullopt;
  if (!is_program()) return Error{ErrorCode::forbidden, "only account owners can do this"};
  return Error{ErrorCode::forbidden, std::string(kind == Kind::key ? "this API key" : "this app") +
                                         " lacks the scope " + std::string(to_string(scope))};
}

std::optional<Error> Principal::refuse_program() const {
  if (!is_program()) return std::nullopt;
  return Error{ErrorCode::forbidden, "only users of the dashboard can do this"};
}

std::optional<Error> Principal::refuse_unless_owner() const {
  if (is_owner()) return std::nullopt;
  return Error{ErrorCode::forbidden, "only account owners can do this"};
}

Result<UserId> Principal::signed_in_user() const {
  if (kind == Kind::user) return user.value();
  return Error{ErrorCode::forbidden, "only users of the dashboard can do this"};
}

std::string Principal::credential() const {
  if (key) return key->to_string();
  return grant ? grant->to_string() : std::string();
}

}  // namespace core
