// Session: a user who is signed in to the dashboard, identified by their browser's cookie.
//
// SessionReader is an interface for the dispatcher, which cannot include `db/`; `db/` implements
// it.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "core/account/email.h"
#include "core/account/plan.h"
#include "core/account/role.h"
#include "core/identity/public_id.h"
#include "core/security/secret_token.h"

namespace core {

struct Session {
  SecretToken token;
  UserId user;
  AccountId account;
  std::string account_name;
  std::string email;
  Role role = Role::member;
  // The operator's reason, if the account is disabled.
  std::optional<std::string> account_disabled = std::nullopt;
  Plan plan = Plan::free;
  bool account_refuses_secrets = false;
};

// A session that has just begun, for the browser to store.
struct NewSession {
  SecretToken token;
  std::chrono::seconds lifetime;  // maximum; it may end earlier
};

class SessionReader {
 public:
  SessionReader() = default;
  SessionReader(const SessionReader&) = delete;
  SessionReader& operator=(const SessionReader&) = delete;
  virtual ~SessionReader() = default;

  // The session of this cookie, whose idle time starts again; nothing if there is none or it has
  // ended. Throws core::Unavailable if that cannot be determined.
  virtual std::optional<Session> find(const SecretToken& token) = 0;
};

}  // namespace core
