// An account and its users: plan, limits, roles, names. Value types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "core/ids.h"
#include "core/time.h"

namespace core {

// Plan: an account's plan, which determines its requests per minute.

enum class Plan { free, pro, enterprise };

std::string_view to_string(Plan plan);
std::optional<Plan> parse_plan(std::string_view name);

// Which of the members free, pro and enterprise is that of the plan.
template <typename OfPlans>
const auto& of_plan(const OfPlans& all, Plan plan) {
  switch (plan) {
    case Plan::free:
      return all.free;
    case Plan::pro:
      return all.pro;
    case Plan::enterprise:
      return all.enterprise;
  }
  return all.free;
}

// 60 for Free, 600 for Pro; for Enterprise the agreed number, or that of Pro if there is none.
int requests_per_minute(Plan plan, std::optional<int> agreed);

// Role: what a user may do in the dashboard of an account. An owner may do everything; a member
// works with artifacts, share links and keys, but not with the account's users and audit log.

enum class Role { member, owner };

// "member", "owner".
std::string_view to_string(Role role);
std::optional<Role> parse_role(std::string_view name);

// OneLineText: a text on one line, of 1 to `kMaximum` characters, without what refused_in_line()
// finds, invisible characters, and spaces around it. A value type.

// The text without surrounding spaces; nothing if it is invalid.
std::optional<std::string> read_one_line(std::string_view text, std::size_t most);

// The error message for a text that is invalid: "must have 1 to 100 characters on a single line".
std::string why_not_one_line(std::string_view text, std::size_t most);

template <std::size_t most>
class OneLineText {
 public:
  static constexpr std::size_t kMaximum = most;

  static std::optional<OneLineText> parse(std::string_view text) {
    auto line = read_one_line(text, kMaximum);
    if (!line) return std::nullopt;
    return OneLineText(*std::move(line));
  }

  const std::string& text() const { return text_; }
  friend bool operator==(const OneLineText&, const OneLineText&) = default;

 private:
  explicit OneLineText(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// Disabled: the state of an account, artifact or share link that the operator has disabled. Owners
// see the reason, viewers do not.

// The operator's reason.
using DisablingReason = OneLineText<500>;

struct Disabled {
  Timestamp since;
  std::string reason;
};

// The message for clients of a disabled account.
inline Error account_disabled(const std::string& reason) {
  return {ErrorCode::account_disabled,
          "the operator of this service has disabled this account: " + reason};
}

class JsonWriter;

// The members disabledAt and disabledReason, if it is disabled.
void write_disabled(JsonWriter& json, const std::optional<Disabled>& disabled);

// DisplayName: the name that a user gives to an API key, an account or a share link.

using DisplayName = OneLineText<100>;

// Email: the address that a user signs in with.
//
// Compared ignoring ASCII case, so it is stored in lower case; surrounding spaces are removed. Only
// what every address has is checked (something, one @, something, at most 254 bytes, no space, no
// control or invisible character), not whether mail arrives there. A value type.
class Email {
 public:
  static std::optional<Email> parse(std::string_view text);

  const std::string& text() const { return text_; }

  friend bool operator==(const Email&, const Email&) = default;

 private:
  explicit Email(std::string text) : text_(std::move(text)) {}

  std::string text_;
};

// The error message for a text that is not an address: "must be an email address, such as …".
std::string why_not_email(std::string_view text);

// Member: a user of the dashboard, as shown to the owners of their account.
struct Member {
  UserId id;
  std::string email;
  Role role = Role::member;
  bool has_password = false;  // false until they have set one
  bool has_second_factor = false;
  Timestamp created_at;
  std::optional<Timestamp> last_signed_in_at;
};

// Which plans allow share links that never expire.

struct PlanNeverExpiringLinks {
  bool free = false;
  bool pro = true;
  bool enterprise = true;

  bool of(Plan plan) const { return of_plan(*this, plan); }
};

// StorageLimits: the maximum number of an account's artifacts, and bytes of their contents, with
// those of earlier versions. Deleted artifacts count as long as they are stored. Earlier versions
// of an artifact are kept up to a number and an age. What changes of artifacts write in a day is
// limited too, as each writes its content as a whole, however little of it has changed.

// A number that nothing reaches: no limit.
inline constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

inline std::optional<std::int64_t> unless_unlimited(std::int64_t limit) {
  return limit == kUnlimited ? std::nullopt : std::optional(limit);
}

struct StorageLimits {
  std::int64_t bytes = kUnlimited;
  std::int64_t artifacts = kUnlimited;
  std::int64_t versions = kUnlimited;
  std::int64_t version_days = kUnlimited;
  std::int64_t rewritten_bytes_per_day = kUnlimited;  // days are those of UTC
};

// The limits of each plan, unless others were agreed with the account.
struct PlanStorageLimits {
  StorageLimits free{std::int64_t{1} << 30, 10'000, 20, 90, std::int64_t{5} << 30};
  StorageLimits pro{std::int64_t{100} << 30, 1'000'000, 200, 365, std::int64_t{100} << 30};
  StorageLimits enterprise{kUnlimited, kUnlimited, 1000, kUnlimited, kUnlimited};

  const StorageLimits& of(Plan plan) const { return of_plan(*this, plan); }
};

}  // namespace core
