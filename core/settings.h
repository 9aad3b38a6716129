// Reads settings by name from a file and the environment.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"

namespace core {

// A setting as the operator may see it.
struct SettingValue {
  std::string name;
  std::string value;     // that in effect
  std::string fallback;  // the default; empty if there is none
  bool is_given = false;
};

// SettingReader: reads the settings of a configuration by name, and keeps the first error and the
// requested names, which are all settings.

// Makes an error of the configuration, for the operator.
Error wrong_configuration(std::string message);

class SettingReader {
 public:
  // Values by the names of their settings.
  using Values = std::map<std::string, std::string, std::less<>>;

  // The values must outlive it.
  explicit SettingReader(const Values& values) : values_(values) {}

  std::string required(std::string_view name);
  std::string optional(std::string_view name, const std::string& fallback);

  template <typename Number>
  Number number(std::string_view name, Number fallback, Number least, Number most) {
    const std::string* text =
        given(name, fallback < least ? std::string() : number_text(name, fallback));
    if (text == nullptr) return fallback;
    Number value{};
    const auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (problem == std::errc() && end == text->data() + text->size() && value >= least &&
        value <= most)
      return value;
    fail(std::string(name) + " must be a whole number from " + std::to_string(least) + " to " +
         std::to_string(most) + size_hint(name) + ", not \"" + *text + "\"");
    return fallback;
  }
  // A whole number, or `unlimited`.
  std::int64_t limit(std::string_view name, std::int64_t fallback);
  // The length of a network's prefix.
  unsigned prefix(std::string_view name, unsigned fallback, unsigned least, unsigned most);
  // An absolute path, as the programs that read it run in different folders; or nothing.
  std::string folder(std::string_view name, const std::string& fallback);
  bool on_or_off(std::string_view name, bool fallback);
  // Several values in one setting: `name value, name value`. `read` reads them, by a reader whose
  // names are those in the group.
  void group(std::string_view name, const std::function<void(SettingReader&)>& read);

  // One of several words; if it is not set, this one, or the first.
  template <typename Value>
  Value one_of(std::string_view name,
               std::initializer_list<std::pair<std::string_view, Value>> choices,
               std::string_view fallback = {}) {
    const std::string text =
        optional(name, std::string(fallback.empty() ? choices.begin()->first : fallback));
    std::string words;
    for (const auto& choice : choices) {
      if (choice.first == text) return choice.second;
      if (!words.empty()) words += &choice + 1 == choices.end() ? " or " : ", ";
      words += choice.first;
    }
    fail(std::string(name) + " must be " + words + ", not \"" + text + "\"");
    return choices.begin()->second;
  }

  void fail(std::string message) { fail(wrong_configuration(group_ + std::move(message))); }
  void fail(Error error);
  const std::optional<Error>& error() const { return error_; }

  // Each once, in the order in which they were first asked for.
  std::vector<SettingValue> all() const { return all_; }
  std::vector<std::string> names() const;

 private:
  // Null if it is not set.
  const std::string* given(std::string_view name, const std::string& fallback);
  static std::string number_text(std::string_view name, std::int64_t number);
  static std::string number_text(std::string_view name, std::uint64_t number) {
    return number_text(name, static_cast<std::int64_t>(number));
  }
  static std::string number_text(std::string_view name, unsigned number) {
    return number_text(name, std::int64_t{number});
  }
  // " (or a size such as 10 MB)" for those in bytes.
  static std::string size_hint(std::string_view name);

  const Values& values_;
  std::string group_;  // "name: " in a group, for messages
  std::vector<SettingValue> all_;
  std::optional<Error> error_;
};

// GivenSettings: what the configuration file and the environment set, the environment first.
class GivenSettings {
 public:
  // The text of the file, and every environment variable.
  GivenSettings(std::string_view text, const std::map<std::string, std::string>& environment);

  const SettingReader::Values& values() const { return values_; }

  // An error for the first line, or else the first variable, that is not a setting. `names`: those
  // of all settings.
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
  std::optional<Error> malformed_line_;  // after these lines; no line after it was read
  std::vector<std::string> variables_;   // those of the environment that should be settings
};

}  // namespace core
