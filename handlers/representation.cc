#include "handlers/representation.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/text/text.h"
#include "fcgi/content_negotiation.h"
#include "templates/image/picture.h"
#include "templates/registry.h"

namespace handlers {
namespace {

using fcgi::Preference;
using templates::Form;

constexpr std::string_view kHtml = "text/html";

std::string_view accepted(const fcgi::Request& request) {
  const std::string_view accept = core::trim(request.parameter("HTTP_ACCEPT"));
  return accept.empty() ? "*/*" : accept;
}

// As if all pictures were of the type that the client prefers: it is not known before.
Preference preference_for_pictures(std::string_view accept) {
  Preference most;
  for (const templates::PictureKind& kind : templates::kPictureKinds)
    most = std::max(most, fcgi::preference_for(accept, kind.media_type));
  return most;
}

// The page, or a form of the content.
struct Offer {
  std::optional<Form> form;
  Preference preference;
};

// All that are wanted, the most wanted first; of equal ones, in the order of forms.
std::vector<Offer> wanted_offers(std::string_view accept, bool is_raw) {
  std::vector<Offer> offers{{std::nullopt, fcgi::preference_for(accept, kHtml)}};
  for (const Form form : templates::kForms) {
    const std::string_view type = templates::media_type_of(form);
    Preference preference = fcgi::preference_for(accept, type);
    if (form == Form::csv) {
      const Preference raw = is_raw ? preference : fcgi::preference_for_raw(accept, type);
      offers.push_back({Form::raw_csv, raw});
      // Where there is no raw CSV.
      preference = std::max(preference, raw);
    }
    offers.push_back({form, preference});
  }
  offers.push_back({Form::picture, preference_for_pictures(accept)});
  std::erase_if(offers, [](const Offer& offer) { return !offer.preference.is_wanted(); });
  std::stable_sort(offers.begin(), offers.end(), [](const Offer& one, const Offer& other) {
    return one.preference > other.preference;
  });
  return offers;
}

}  // namespace

app::WantedForms wanted_forms(const fcgi::Request& request) {
  app::WantedForms wanted;
  const bool is_raw = request.query("raw") == "1";
  if (const auto name = request.query("format")) {
    wanted.are_in_address = true;
    const auto form = templates::form_named(*name);
    if (form == Form::csv && is_raw) wanted.forms.emplace_back(Form::raw_csv);
    if (form) wanted.forms.emplace_back(*form);
    return wanted;
  }
  const std::string_view accept = accepted(request);
  for (const Offer& offer : wanted_offers(accept, is_raw)) wanted.forms.push_back(offer.form);
  const bool prefers_page = !wanted.forms.empty() && !wanted.forms.front();
  if (is_raw && prefers_page && !fcgi::names_type(accept, kHtml))
    wanted.forms.insert(wanted.forms.begin(), Form::raw_csv);
  return wanted;
}

bool wants_page(const fcgi::Request& request) {
  // The state of a link is for the script of its page.
  if (request.path().starts_with("/a/") && request.path().ends_with("/state")) return false;
  const app::WantedForms wanted = wanted_forms(request);
  if (wanted.are_in_address) return fcgi::names_type(accepted(request), kHtml);
  return !wanted.forms.empty() && !wanted.forms.front();
}

bool opens_page(const fcgi::Request& request) {
  const bool reads =
      request.method() == fcgi::Method::get || request.method() == fcgi::Method::head;
  return reads && fcgi::names_type(accepted(request), kHtml) && wants_page(request);
}

}  // namespace handlers
