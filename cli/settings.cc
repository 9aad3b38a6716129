// artifact-admin settings

#include "core/settings.h"

#include <cstdio>
#include <string>

#include "cli/commands.h"
#include "cli/connections.h"
#include "core/text/json_writer.h"

namespace cli {
namespace {

// Connection strings and URLs may contain a password.
std::string without_password(const std::string& value) {
  const std::size_t user = value.find("://");
  const bool has_password =
      value.find("password") != value.npos || (user != value.npos && value.find('@') != value.npos);
  return has_password ? "(contains a password)" : value;
}

}  // namespace

void show_settings(const Arguments& arguments) {
  const core::Configuration configuration = load_configuration(arguments);
  if (!arguments.has("--json")) {
    for (const core::SettingValue& setting : configuration.values) {
      const std::string value = without_password(setting.value);
      if (!setting.is_given)
        std::printf("#%s = %s\n", setting.name.c_str(), value.c_str());
      else if (setting.fallback.empty())
        std::printf("%s = %s\n", setting.name.c_str(), value.c_str());
      else
        std::printf("# default: %s\n%s = %s\n", setting.fallback.c_str(), setting.name.c_str(),
                    value.c_str());
    }
    return;
  }
  core::JsonWriter json;
  json.begin_array();
  for (const core::SettingValue& setting : configuration.values) {
    json.begin_object();
    json.member("name", setting.name).member("value", without_password(setting.value));
    json.member("default", setting.fallback).member("isSet", setting.is_given);
    json.end_object();
  }
  json.end_array();
  std::puts(json.text().c_str());
}

}  // namespace cli
