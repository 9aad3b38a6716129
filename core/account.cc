#include "core/account.h"

#include "core/text/json_writer.h"
#include "core/text/text.h"

namespace core {
namespace {

constexpr int kFreeRequestsPerMinute = 60;
constexpr int kProRequestsPerMinute = 600;

}  // namespace

std::string_view to_string(Plan plan) {
  switch (plan) {
    case Plan::free:
      return "free";
    case Plan::pro:
      return "pro";
    case Plan::enterprise:
      return "enterprise";
  }
  return {};
}

std::optional<Plan> parse_plan(std::string_view name) {
  for (const Plan plan : {Plan::free, Plan::pro, Plan::enterprise})
    if (to_string(plan) == name) return plan;
  return std::nullopt;
}

int requests_per_minute(Plan plan, std::optional<int> agreed) {
  switch (plan) {
    case Plan::free:
      return kFreeRequestsPerMinute;
    case Plan::pro:
      return kProRequestsPerMinute;
    case Plan::enterprise:
      return agreed.value_or(kProRequestsPerMinute);
  }
  return kFreeRequestsPerMinute;
}

std::string_view to_string(Role role) { return role == Role::owner ? "owner" : "member"; }

std::optional<Role> parse_role(std::string_view name) {
  for (const Role role : {Role::member, Role::owner})
    if (name == to_string(role)) return role;
  return std::nullopt;
}

void write_disabled(JsonWriter& json, const std::optional<Disabled>& disabled) {
  if (!disabled) return;
  json.member("disabledAt", disabled->since.rfc3339());
  json.member("disabledReason", disabled->reason);
}

namespace {

// RFC 5321, 4.5.3.1.3, less the angle brackets.
constexpr std::size_t kLongestEmail = 254;

}  // namespace

std::optional<Email> Email::parse(std::string_view text) {
  std::string address(trim(text));
  const std::size_t at = address.find('@');
  if (address.size() > kLongestEmail || at == std::string::npos || at == 0 ||
      at + 1 == address.size() || address.find('@', at + 1) != std::string::npos)
    return std::nullopt;
  if (address.find(' ') != std::string::npos || !is_utf8(address) || refused_in_line(address) ||
      hidden_character(address))
    return std::nullopt;
  return Email(in_lower_case(address));
}

std::string why_not_email(std::string_view text) {
  if (const auto hidden = hidden_character(text))
    return "must not contain invisible characters such as " + *hidden;
  return "must be an email address, such as name@example.org";
}

std::optional<std::string> read_one_line(std::string_view text, std::size_t most) {
  text = trim(text, " ");
  if (text.empty() || !is_utf8(text) || refused_in_line(text) || count_code_points(text) > most ||
      hidden_character(text))
    return std::nullopt;
  return std::string(text);
}

std::string why_not_one_line(std::string_view text, std::size_t most) {
  if (const auto refused = refused_in_line(text)) return why_refused_in_line(*refused);
  if (const auto hidden = hidden_character(text))
    return "must not contain invisible characters such as " + *hidden;
  return "must have 1 to " + std::to_string(most) + " characters on a single line";
}

}  // namespace core
