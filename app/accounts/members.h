// Members: the users of an account, as its owners and the operator manage them.
//
// Each function checks that the actor may do it, and records what it changes in the audit log by
// the statement that changes it. A user of another account is not_found. An account that has an
// owner keeps one: what would take the last is refused (invalid_request).
//
// One thread's, as its stores are; all that it is given outlives it. Throws what the stores throw.
#pragma once

#include <string>
#include <vector>

#include "app/actor.h"
#include "core/identity/email.h"
#include "core/identity/member.h"
#include "core/input/field_reader.h"
#include "core/result.h"
#include "core/security/secret_token.h"

namespace db {
class MemberStore;
}

namespace app {

struct NewMember {
  core::Email email;
  core::Role role = core::Role::member;
};

// From the fields email and role, which is a member's if it is not given. Errors: invalid_request,
// with the field.
core::Result<NewMember> read_new_member(core::FieldReader& reader);

// Where a user chooses a password: the one time that the address is known.
struct PasswordLink {
  core::UserId user;
  std::string email;
  std::string url;
};

class Members {
 public:
  // `public_base_url` is what addresses begin with.
  Members(db::MemberStore& members, const std::string& public_base_url)
      : members_(members), public_base_url_(public_base_url) {}

  // In the order in which they were added.
  core::Result<std::vector<core::Member>> list(const Actor& actor);
  core::Result<core::Member> find(const Actor& actor, const core::UserId& user);

  // Errors: invalid_request if somebody has the address already, or the account is gone.
  core::Result<PasswordLink> add(const Actor& actor, const NewMember& member);

  // The user's earlier links are dead.
  core::Result<PasswordLink> create_password_link(const Actor& actor, const core::UserId& user);

  // Nothing is given but an error.
  std::optional<core::Error> change_role(const Actor& actor, const core::UserId& user,
                                         core::Role role);
  // Their sessions and password links are over at once.
  std::optional<core::Error> remove(const Actor& actor, const core::UserId& user);

 private:
  PasswordLink link_to(const core::UserId& user, std::string email,
                       const core::SecretToken& token) const;

  db::MemberStore& members_;
  const std::string& public_base_url_;
};

}  // namespace app
