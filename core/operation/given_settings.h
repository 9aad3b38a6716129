// GivenSettings: what the configuration file and the environment set, the environment first.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/operation/setting_reader.h"

namespace core {

class GivenSettings {
 public:
  // The text of the file, and every environment variable.
  GivenSettings(std::string_view text, const std::map<std::string, std::string>& environment);

  const SettingReader::Values& values() const { return values_; }

  // The first line that is no setting, or else the first variable that is none. `names`: those of
  // the settings that there are.
  std::optional<Error> problem(const std::vector<std::string>& names) const;

 private:
  struct Line {
    std::size_t number = 0;
    std::string name;
  };

  void read_lines(std::string_view text);
  void read_variables(const std::map<std::string, std::string>& environment);

  SettingReader::Values values_;
  std::vector<Line> lines_;
  std::optional<Error> malformed_line_;  // behind these lines; none was read after it
  std::vector<std::string> variables_;   // those of the environment that should be settings
};

}  // namespace core
