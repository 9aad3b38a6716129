#include "pages/dashboard/settings/limit_fields.h"

#include <array>

namespace pages::dashboard {
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

Html option(std::string_view value, std::string_view text, bool is_selected) {
  return html::format("<option value=\"{}\"{}>{}</option>\n", value,
                      is_selected ? Html(" selected") : Html(), text);
}

Html limit_fields(const LimitChoices& choices, std::string_view bearer) {
  Html expiries = option("", "As long as the account allows", choices.maximum_expiry.empty());
  for (const LongestExpiry& limit : kLongestExpiries)
    expiries += option(limit.value, limit.text, limit.value == choices.maximum_expiry);
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

}  // namespace pages::dashboard
