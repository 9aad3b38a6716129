#include "db/search/artifact_match.h"

#include "core/json/json_writer.h"
#include "db/connection/statement_text.h"

namespace db {

std::string with_conditions(std::string_view sql) {
  std::string text(sql);
  replace(text, "{matches}", kMatches);
  replace(text, "{has text}", kHasText);
  replace(text, "{is of runs}", kIsOfRuns);
  replace(text, "{title}", kDisplayTitle);
  return text;
}

std::string wanted_metadata(const core::ListFilter& filter) {
  core::JsonWriter json;
  json.begin_object();
  for (const auto& [key, value] : filter.metadata) json.member(key, value);
  json.end_object();
  return json.text();
}

}  // namespace db
