#include "handlers/representation.h"

#include <algorithm>
#include <charconv>

#include "core/text/split.h"
#include "templates/registry.h"

namespace handlers {
namespace {

double quality_of(std::string_view parameters) {
  while (!parameters.empty()) {
    const std::string_view parameter = core::take_until(parameters, ';');
    if (!parameter.starts_with("q=")) continue;
    double quality = 0;
    std::from_chars(parameter.data() + 2, parameter.data() + parameter.size(), quality);
    return quality;
  }
  return 1;
}

// The quality that an Accept header gives `type`. An exact match weighs slightly more than a
// wildcard, as programs send "application/json, */*".
double preference(std::string_view accept, std::string_view type) {
  double best = 0;
  while (!accept.empty()) {
    std::string_view entry = core::take_until(accept, ',');
    const std::string_view range = core::take_until(entry, ';');
    const double quality = quality_of(entry);
    const std::string_view family = type.substr(0, type.find('/') + 1);
    double bonus = -1;
    if (range == type) {
      bonus = 0.002;
    } else if (range.starts_with(family) && range.substr(family.size()) == "*") {
      bonus = 0.001;
    } else if (range == "*/*") {
      bonus = 0;
    }
    if (bonus >= 0 && quality > 0) best = std::max(best, quality + bonus);
  }
  return best;
}

}  // namespace

std::optional<std::string_view> wanted_form(const fcgi::Request& request) {
  const std::string_view accept = request.parameter("HTTP_ACCEPT");
  std::optional<std::string_view> wanted;
  double best = preference(accept, "text/html");
  const auto offer = [&](std::string_view type) {
    const double offered = preference(accept, type);
    if (offered <= best) return;
    best = offered;
    wanted = type;
  };
  offer(templates::kJsonType);
  for (const templates::TemplateDefinition* one : templates::all_templates())
    if (one->text_form) offer(one->text_form->media_type);
  return wanted;
}

}  // namespace handlers
