#include "app/members.h"

#include "app/sign_in.h"
#include "core/security/tokens.h"
#include "core/time.h"
#include "db/counters/attempt_counter.h"
#include "db/member_store.h"

namespace app {
namespace {

using core::Error;
using core::ErrorCode;

Error no_such_member() { return {ErrorCode::not_found, "no such member in this account"}; }

std::optional<Error> problem_of(db::MemberChange change) {
  switch (change) {
    case db::MemberChange::unknown_user:
      return no_such_member();
    case db::MemberChange::is_last_owner:
      return Error{ErrorCode::invalid_request,
                   "an account needs at least one owner. Make another member an owner first"};
    case db::MemberChange::done:
      break;
  }
  return std::nullopt;
}

}  // namespace

core::Result<NewMember> read_new_member(core::FieldReader& reader) {
  auto email = reader.email("email");
  const auto role =
      reader.is_given("role") ? reader.role("role") : std::optional(core::Role::member);
  if (reader.error()) return *reader.error();
  return NewMember{*std::move(email), *role};
}

PasswordLink Members::link_to(const core::UserId& user, std::string email,
                              const core::SecretToken& token) const {
  return {user, std::move(email),
          public_base_url_ + "/dashboard/set-password?token=" + token.text()};
}

core::Result<std::vector<core::Member>> Members::list(const core::Principal& principal) {
  if (auto refusal = principal.refuse_unless_owner()) return *std::move(refusal);
  return members_.list(principal.account);
}

core::Result<core::Member> Members::find(const core::Principal& principal,
                                         const core::UserId& user) {
  if (auto refusal = principal.refuse_unless_owner()) return *std::move(refusal);
  auto member = members_.find(principal.account, user);
  if (!member) return no_such_member();
  return *std::move(member);
}

core::Result<PasswordLink> Members::add(const core::Principal& principal, const NewMember& member) {
  if (auto refusal = principal.refuse_unless_owner()) return *std::move(refusal);
  const auto user = core::UserId::generate(core::now());
  const auto token = core::SecretToken::generate();
  const db::Attempt attempt{.subject = "add_member:" + principal.account.to_string(),
                            .client_address = principal.client_address};
  if (attempts_ != nullptr)
    if (const auto reserved = attempts_->reserve(attempt); !reserved)
      return too_many_attempts(reserved.wait);
  if (!members_.add(principal, principal.account, user, member.email, member.role, token.hash()))
    return Error{ErrorCode::invalid_request, "that email address is already in use"};
  if (attempts_ != nullptr) attempts_->give_back(attempt);
  return link_to(user, member.email.text(), token);
}

core::Result<PasswordLink> Members::create_password_link(const core::Principal& principal,
                                                         const core::UserId& user) {
  if (auto refusal = principal.refuse_unless_owner()) return *std::move(refusal);
  const auto token = core::SecretToken::generate();
  auto email = members_.add_password_link(principal, principal.account, user, token.hash());
  if (!email) return no_such_member();
  return link_to(user, *std::move(email), token);
}

std::optional<Error> Members::change_role(const core::Principal& principal,
                                          const core::UserId& user, core::Role role) {
  if (auto refusal = principal.refuse_unless_owner()) return refusal;
  return problem_of(members_.change_role(principal, principal.account, user, role));
}

std::optional<Error> Members::remove(const core::Principal& principal, const core::UserId& user) {
  if (auto refusal = principal.refuse_unless_owner()) return refusal;
  return problem_of(members_.remove(principal, principal.account, user));
}

}  // namespace app
