// Session: who is signed in to the dashboard, as their browser's cookie proves.
//
// SessionReader is what the dispatcher needs of the rooms that it must not see; `db/` implements
// it.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/identity/email.h"
#include "core/identity/public_id.h"
#include "core/identity/role.h"
#include "core/security/secret_token.h"

namespace core {

struct Session {
  SecretToken token;
  UserId user;
  AccountId account;
  std::string account_name;
  std::string email;
  Role role = Role::member;
  // Why, if the operator has disabled the account.
  std::optional<std::string> account_disabled = std::nullopt;
};

// A session that has just begun, for the browser to keep.
struct NewSession {
  SecretToken token;
  std::chrono::seconds lifetime;  // at most; it may end before
};

class SessionReader {
 public:
  SessionReader() = default;
  SessionReader(const SessionReader&) = delete;
  SessionReader& operator=(const SessionReader&) = delete;
  virtual ~SessionReader() = default;

  // The session whose cookie this is, and it goes on being idle from now; nothing if there is none,
  // or it is over. Throws core::Unavailable if that cannot be found out.
  virtual std::optional<Session> find(const SecretToken& token) = 0;
};

}  // namespace core
