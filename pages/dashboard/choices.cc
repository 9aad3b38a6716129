#include "pages/dashboard/choices.h"

#include <array>
#include <utility>

namespace pages::dashboard {

using html::Html;

Html choice(std::string_view value, std::string_view text, bool is_chosen) {
  return html::format("<option value=\"{}\"{}>{}</option>\n", value,
                      is_chosen ? Html(" selected") : Html(), text);
}

Html expiry_choice(const Html& first, std::string_view chosen) {
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
  return html::format("<select id=\"expires_in\" name=\"expiresIn\">\n{}</select>\n", options);
}

}  // namespace pages::dashboard
