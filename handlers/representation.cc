#include "handlers/representation.h"

#include <algorithm>
#include <charconv>

#include "core/text/split.h"

namespace handlers {
namespace {

// What an entry of an Accept header says behind its media range.
struct Parameters {
  double quality = 1;
  bool is_raw = false;
};

Parameters read_parameters(std::string_view text) {
  Parameters parameters;
  while (!text.empty()) {
    const std::string_view parameter = core::take_until(text, ';');
    if (parameter == "raw=1") parameters.is_raw = true;
    if (!parameter.starts_with("q=")) continue;
    parameters.quality = 0;
    std::from_chars(parameter.data() + 2, parameter.data() + parameter.size(), parameters.quality);
  }
  return parameters;
}

struct Preference {
  double quality = 0;
  bool is_raw = false;
};

// The quality that an Accept header gives `type`. An exact match weighs slightly more than a
// wildcard, as programs send "application/json, */*".
Preference preference(std::string_view accept, std::string_view type) {
  Preference best;
  while (!accept.empty()) {
    std::string_view entry = core::take_until(accept, ',');
    const std::string_view range = core::take_until(entry, ';');
    const Parameters parameters = read_parameters(entry);
    const std::string_view family = type.substr(0, type.find('/') + 1);
    double bonus = -1;
    if (range == type) {
      bonus = 0.002;
    } else if (range.starts_with(family) && range.substr(family.size()) == "*") {
      bonus = 0.001;
    } else if (range == "*/*") {
      bonus = 0;
    }
    const double quality = parameters.quality + bonus;
    if (bonus >= 0 && parameters.quality > 0 && quality > best.quality)
      best = {quality, parameters.is_raw && range == type};
  }
  return best;
}

bool names_html(std::string_view accept) {
  while (!accept.empty()) {
    std::string_view entry = core::take_until(accept, ',');
    if (core::take_until(entry, ';') == "text/html" && read_parameters(entry).quality > 0)
      return true;
  }
  return false;
}

}  // namespace

std::optional<app::WantedForm> wanted_form(const fcgi::Request& request) {
  const std::string_view accept = request.parameter("HTTP_ACCEPT");
  std::optional<app::WantedForm> wanted;
  double best = preference(accept, "text/html").quality;
  const auto offer = [&](std::string_view type) {
    const Preference offered = preference(accept, type);
    if (offered.quality <= best) return;
    best = offered.quality;
    wanted = {type, offered.is_raw};
  };
  for (const templates::Form form : templates::kForms) offer(templates::media_type_of(form));
  if (request.query("raw") == "1") {
    if (wanted) {
      wanted->is_raw = true;
    } else if (!names_html(accept)) {
      wanted = app::WantedForm{.media_type = {}, .is_raw = true};
    }
  }
  return wanted;
}

bool opens_page(const fcgi::Request& request) {
  const bool reads =
      request.method() == fcgi::Method::get || request.method() == fcgi::Method::head;
  return reads && names_html(request.parameter("HTTP_ACCEPT")) && !wanted_form(request);
}

}  // namespace handlers
