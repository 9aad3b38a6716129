// Scopes: what an API key may do. Each route names those that it requires.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/account/role.h"

namespace core {

enum class Scope : std::uint8_t {
  artifacts_read,
  artifacts_write,
  artifacts_share,
  artifacts_delete,
  account_read
};

// "artifacts:read", …
std::string_view to_string(Scope scope);
std::optional<Scope> parse_scope(std::string_view name);

// A set of scopes; a value type.
class Scopes {
 public:
  Scopes() = default;
  Scopes(std::initializer_list<Scope> scopes) {
    for (const Scope scope : scopes) add(scope);
  }
  static Scopes all();

  // A list of names; nothing if one of them is unknown.
  static std::optional<Scopes> parse(const std::vector<std::string_view>& names);

  void add(Scope scope) { bits_ = static_cast<std::uint32_t>(bits_ | bit(scope)); }
  void add(const Scopes& more) { bits_ |= more.bits_; }
  bool contains(Scope scope) const { return (bits_ & bit(scope)) != 0; }
  // The first of `wanted` that is not in this set.
  std::optional<Scope> first_missing(const Scopes& wanted) const;
  bool empty() const { return bits_ == 0; }
  std::vector<std::string_view> names() const;
  // The names, separated by spaces.
  std::string text() const;
  // Those of the text that are known; other words are skipped.
  static Scopes known_in(std::string_view text);
  Scopes in_common_with(const Scopes& other) const;

  friend bool operator==(const Scopes&, const Scopes&) = default;

 private:
  static std::uint32_t bit(Scope scope) { return 1U << static_cast<unsigned>(scope); }

  std::uint32_t bits_ = 0;
};

// What an app that lacks one of these scopes is told, as the value of WWW-Authenticate (RFC 6750).
std::string insufficient_scope_challenge(const Scopes& wanted);

// What a user with this role may do with their account's artifacts, and with the account.
Scopes scopes_of(Role role);

}  // namespace core
