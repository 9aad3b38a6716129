// SignUp: how somebody makes an account of their own, where the configuration lets them.
//
// Neither the answer nor the time that it takes tells whether somebody has the address: the
// password is hashed before the database is asked, and what that says changes nothing. The account,
// its owner and the audit event are one statement.
//
// One thread's, as its stores are; all that it is given outlives it. Throws what the stores throw.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/identity/client_network.h"
#include "core/identity/display_name.h"
#include "core/identity/email.h"
#include "core/input/field_reader.h"
#include "core/result.h"

namespace db {
class AccountStore;
class AttemptCounter;
}  // namespace db
namespace runtime {
class PasswordChecker;
}

namespace app {

struct NewAccount {
  core::Email email;  // of its owner
  core::DisplayName name;
  std::string password;
};

// From the fields email, accountName and password. Errors: invalid_request, with the field; the
// reader has those of all fields.
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

  // Whether the configuration lets people sign up.
  bool is_offered() const { return is_offered_; }

  // Makes the account and its owner; where somebody has the address already, it does nothing.
  // Nothing is given but an error: rate_limited, unavailable; not_found where
  // signing up is not offered.
  std::optional<core::Error> create(const NewAccount& account, std::string_view client_address);

 private:
  db::AccountStore& accounts_;
  db::AttemptCounter& attempts_;
  runtime::PasswordChecker& passwords_;
  core::NetworkPrefixes client_networks_;
  bool is_offered_;
};

}  // namespace app
