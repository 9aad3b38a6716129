#include "pages/forms.h"

#include <array>
#include <utility>

#include "pages/forms.html.h"

namespace pages {
namespace {

using html::Html;

struct LongestExpiry {
  std::string_view value;
  std::string_view text;
};

constexpr std::array<LongestExpiry, 6> kLongestExpiries{{
    {"1h", "1 hour"},
    {"24h", "24 hours"},
    {"7d", "7 days"},
    {"30d", "30 days"},
    {"90d", "90 days"},
    {"365d", "1 year"},
}};

}  // namespace

Html form_token_field(std::string_view form_token) {
  return hidden_field("form_token", form_token);
}

Html hidden_field(std::string_view name, std::string_view value) {
  return forms_html::hidden_field({.name = name, .value = value});
}

Html problem_note(std::string_view text) {
  if (text.empty()) return {};
  return forms_html::problem({text});
}

Html done_note(std::string_view text) {
  if (text.empty()) return {};
  return forms_html::done({text});
}

Html choice(std::string_view value, std::string_view text, bool is_chosen,
            const std::optional<core::Timestamp>& moment) {
  return forms_html::option(
      {.value = value,
       .selected = is_chosen ? Html(" selected") : Html(),
       .moment = moment ? html::format(" data-time=\"{}\"", moment->rfc3339()) : Html(),
       .text = text});
}

Html expiry_choice(const Html& first, std::string_view chosen, const Html& last,
                   std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kChoices{{
      {"1h", "1 hour"},
      {"6h", "6 hours"},
      {"1d", "1 day"},
      {"3d", "3 days"},
      {"7d", "7 days"},
      {"14d", "14 days"},
      {"30d", "30 days"},
      {"90d", "90 days"},
      {"365d", "1 year"},
      {"3650d", "10 years"},
  }};
  Html options = first;
  for (const auto& [value, text] : kChoices) options += choice(value, text, value == chosen);
  options += last;
  return forms_html::expiry_choice({.name = name, .options = options});
}

Html end_choice(std::string_view label, const Html& first, std::string_view chosen,
                std::string_view end_date) {
  return forms_html::end_choice(
      {.label = label,
       .choice = expiry_choice(first, chosen, choice(kOnDate, "On a date…", chosen == kOnDate)),
       .end_date = end_date});
}

std::string_view meaning_of(core::Scope scope) {
  using core::Scope;
  switch (scope) {
    case Scope::artifacts_read:
      return "Read and list artifacts";
    case Scope::artifacts_write:
      return "Create and update artifacts";
    case Scope::artifacts_share:
      return "Create, list, change and revoke share links";
    case Scope::artifacts_delete:
      return "Delete and restore artifacts";
    case Scope::account_read:
      return "Read the account’s audit log";
  }
  return {};
}

Html limit_fields(const core::FormFields& form, std::string_view bearer) {
  const std::string_view longest = core::form_value(form, "maximumExpiry");
  Html expiries = choice("", "As long as the account allows", longest.empty());
  for (const LongestExpiry& limit : kLongestExpiries)
    expiries += choice(limit.value, limit.text, limit.value == longest);
  const auto ticked = [&](std::string_view name) {
    return core::form_value(form, name).empty() ? Html() : Html(" checked");
  };
  return forms_html::limit_fields({.expiries = expiries,
                                   .bearer = bearer,
                                   .password_required = ticked("passwordRequired"),
                                   .refuse_secrets = ticked("refuseSecrets")});
}

Html limit_list(const core::PublishingLimits& limits) {
  Html list;
  if (limits.maximum_expiry) list += forms_html::longest_expiry({limits.maximum_expiry->text()});
  if (limits.password_required) list += forms_html::needs_password();
  if (limits.refuses_secrets) list += forms_html::blocks_secrets();
  return list.empty() ? list : forms_html::limits({list});
}

}  // namespace pages
