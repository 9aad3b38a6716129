// Members: the users of an account, as its owners and the operator manage them.
//
// Each function checks that the principal is allowed to do it. The statement that makes a change
// also records it in the audit log. A user of another account is not_found. An account's last owner
// cannot be removed or made a member (invalid_request).
//
// Not thread-safe. Everything it refers to must outlive it. Throws what its stores throw.
#pragma once

#include <string>
#include <vector>

#include "core/account.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/principal.h"
#include "core/security/tokens.h"

namespace db {
class AttemptCounter;
class MemberStore;
}  // namespace db

namespace app {

struct NewMember {
  core::Email email;
  core::Role role = core::Role::member;
};

// Reads the fields email and role; the default role is member. Errors: invalid_request, with the
// field.
core::Result<NewMember> read_new_member(core::FieldReader& reader);

// A link with which a user sets a password. It cannot be shown again later.
struct PasswordLink {
  core::UserId user;
  std::string email;
  std::string url;
};

class Members {
 public:
  // `attempts` limits how many email addresses an account can find to be in use; null for the
  // operator, who is not limited. `public_base_url` is the prefix of all URLs.
  Members(db::MemberStore& members, db::AttemptCounter* attempts,
          const std::string& public_base_url)
      : members_(members), attempts_(attempts), public_base_url_(public_base_url) {}

  // In the order in which they were added.
  core::Result<std::vector<core::Member>> list(const core::Principal& principal);
  core::Result<core::Member> find(const core::Principal& principal, const core::UserId& user);

  // Errors: invalid_request if the email address is in use or the account no longer exists;
  // rate_limited after too many addresses in use.
  core::Result<PasswordLink> add(const core::Principal& principal, const NewMember& member);

  // Invalidates the user's earlier links.
  core::Result<PasswordLink> create_password_link(const core::Principal& principal,
                                                  const core::UserId& user);

  // Returns nothing but an error.
  std::optional<core::Error> change_role(const core::Principal& principal, const core::UserId& user,
                                         core::Role role);
  // Ends the user's sessions and invalidates their password links.
  std::optional<core::Error> remove(const core::Principal& principal, const core::UserId& user);

 private:
  PasswordLink link_to(const core::UserId& user, std::string email,
                       const core::SecretToken& token) const;

  db::MemberStore& members_;
  db::AttemptCounter* attempts_;
  const std::string& public_base_url_;
};

}  // namespace app
