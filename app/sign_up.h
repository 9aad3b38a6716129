// SignUp: visitors create an account, if the configuration allows it.
//
// Neither the response nor its time reveals whether an email address is in use: the password is
// hashed before the query, and the response is the same. One statement creates the account, its
// owner and the audit event.
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/account.h"
#include "core/client_network.h"
#include "core/error.h"
#include "core/fields.h"

namespace db {
class AccountStore;
class AttemptCounter;
}  // namespace db
namespace runtime {
class PasswordChecker;
}

namespace app {

struct NewAccount {
  core::Email email;  // of the owner
  core::DisplayName name;
  std::string password;
};

// Reads the fields email, accountName and password. Errors: invalid_request, with the field; the
// reader collects the errors of all fields.
core::Result<NewAccount> read_new_account(core::FieldReader& reader);

class SignUp {
 public:
  SignUp(db::AccountStore& accounts, db::AttemptCounter& attempts,
         runtime::PasswordChecker& passwords, const core::NetworkPrefixes& client_networks,
         bool is_offered)
      : accounts_(accounts),
        attempts_(attempts),
        passwords_(passwords),
        client_networks_(client_networks),
        is_offered_(is_offered) {}

  // Whether the configuration allows sign-up.
  bool is_offered() const { return is_offered_; }

  // Creates the account and its owner; does nothing if the email address is in use. Returns nothing
  // but an error: rate_limited, unavailable; not_found if sign-up is not allowed.
  std::optional<core::Error> create(const NewAccount& account, std::string_view client_address);

 private:
  db::AccountStore& accounts_;
  db::AttemptCounter& attempts_;
  runtime::PasswordChecker& passwords_;
  core::NetworkPrefixes client_networks_;
  bool is_offered_;
};

}  // namespace app
