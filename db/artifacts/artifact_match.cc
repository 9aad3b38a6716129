#include "db/artifacts/artifact_match.h"

#include "core/json/json_writer.h"

namespace db {

std::string with_conditions(std::string_view sql) {
  std::string text(sql);
  for (const auto& [name, condition] :
       {std::pair<std::string_view, std::string_view>{"{matches}", kMatches},
        std::pair<std::string_view, std::string_view>{"{is of runs}", kIsOfRuns}}) {
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;
         at += condition.size())
      text.replace(at, name.size(), condition);
  }
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
