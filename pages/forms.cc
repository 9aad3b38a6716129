#include "pages/forms.h"

#include <array>
#include <utility>

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

Html checked(bool is_checked) { return is_checked ? Html(" checked") : Html(); }

}  // namespace

Html form_token_field(std::string_view form_token) {
  return hidden_field("form_token", form_token);
}

Html hidden_field(std::string_view name, std::string_view value) {
  return html::format("<input type=\"hidden\" name=\"{}\" value=\"{}\">\n", name, value);
}

Html problem_note(std::string_view text) {
  if (text.empty()) return {};
  return html::format("<p class=\"problem\" role=\"alert\" id=\"problem\">{}</p>\n", text);
}

Html done_note(std::string_view text) {
  if (text.empty()) return {};
  return html::format("<p class=\"done\" role=\"status\">{}</p>\n", text);
}

Html choice(std::string_view value, std::string_view text, bool is_chosen,
            const std::optional<core::Timestamp>& moment) {
  return html::format("<option value=\"{}\"{}{}>{}</option>\n", value,
                      is_chosen ? Html(" selected") : Html(),
                      moment ? html::format(" data-time=\"{}\"", moment->rfc3339()) : Html(), text);
}

Html expiry_choice(const Html& first, std::string_view chosen, const Html& last) {
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
  return html::format("<select id=\"expires_in\" name=\"expiresIn\">\n{}</select>\n", options);
}

Html end_choice(std::string_view label, const Html& first, std::string_view chosen,
                std::string_view end_date) {
  return html::format(
      "<label for=\"expires_in\">{}</label>\n"
      "{}"
      "<div class=\"on-date\"><label for=\"end_date\">Last day, in UTC</label>\n"
      "<input type=\"date\" id=\"end_date\" name=\"endDate\" value=\"{}\"></div>\n",
      label, expiry_choice(first, chosen, choice(kOnDate, "On a date…", chosen == kOnDate)),
      end_date);
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

Html limit_fields(const LimitChoices& choices, std::string_view bearer) {
  Html expiries = choice("", "As long as the account allows", choices.maximum_expiry.empty());
  for (const LongestExpiry& limit : kLongestExpiries)
    expiries += choice(limit.value, limit.text, limit.value == choices.maximum_expiry);
  return html::format(
      "<label for=\"limit\">Maximum expiry</label>\n"
      "<select id=\"limit\" name=\"maximumExpiry\" aria-describedby=\"limit-hint\">\n{}</select>\n"
      "<p class=\"hint\" id=\"limit-hint\">How long artifacts and share links of this {} can "
      "last. It cannot be changed later.</p>\n"
      "<fieldset>\n<legend>Limits</legend>\n"
      "<label class=\"choice\"><input type=\"checkbox\" name=\"passwordRequired\"{}> <span>Require "
      "a password <span class=\"hint\">The {} cannot create a share link without a password, or "
      "remove one</span></span></label>\n"
      "<label class=\"choice\"><input type=\"checkbox\" name=\"refuseSecrets\"{}> <span>Block "
      "publishing of detected secrets <span class=\"hint\">Content that appears to contain a "
      "key, token or password is rejected</span></span></label>\n"
      "</fieldset>\n",
      expiries, bearer, checked(choices.password_required), bearer,
      checked(choices.refuses_secrets));
}

Html limit_list(const core::PublishingLimits& limits) {
  Html list;
  if (limits.maximum_expiry)
    list += html::format("<br>Expiry: {} at most", limits.maximum_expiry->text());
  if (limits.password_required) list += Html("<br>Links need a password");
  if (limits.refuses_secrets) list += Html("<br>Blocks detected secrets");
  return list.empty() ? list : html::format("<span class=\"hint\">{}</span>", list);
}

}  // namespace pages
