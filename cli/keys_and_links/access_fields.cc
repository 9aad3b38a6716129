#include "cli/keys_and_links/access_fields.h"

namespace cli {

void write_scopes(core::JsonWriter& json, const core::Scopes& scopes) {
  json.key("scopes").begin_array();
  for (const std::string_view scope : scopes.names()) json.value(scope);
  json.end_array();
}

void write_limits(core::JsonWriter& json, const core::PublishingLimits& limits) {
  if (limits.maximum_expiry) json.member("maximumExpiry", limits.maximum_expiry->text());
  json.member("passwordRequired", limits.password_required);
  json.member("refusesSecrets", limits.refuses_secrets);
}

std::string limits_text(const core::PublishingLimits& limits) {
  std::string text;
  if (limits.maximum_expiry) text += ", expiry at most " + limits.maximum_expiry->text();
  if (limits.password_required) text += ", password required";
  if (limits.refuses_secrets) text += ", refuses secrets";
  return text.empty() ? text : "  (" + text.substr(2) + ')';
}

}  // namespace cli
