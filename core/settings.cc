#include "core/settings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/account.h"
#include "core/text/sizes.h"
#include "core/text/text.h"

namespace core {
namespace {

constexpr std::string_view kVariablePrefix = "ARTIFACT_SHARE_";
// Those of the command `artifact`, which may run on the same host.
constexpr auto kVariablesOfClient = std::to_array<std::string_view>({
    "ARTIFACT_SHARE_URL",
    "ARTIFACT_SHARE_KEY",
    "ARTIFACT_SHARE_CA_CERT",
});

bool is_of_client(std::string_view variable) {
  return std::find(kVariablesOfClient.begin(), kVariablesOfClient.end(), variable) !=
         kVariablesOfClient.end();
}

std::string variable_of(std::string_view setting) {
  return std::string(kVariablePrefix) + in_upper_case(setting);
}

std::string setting_of(std::string_view variable) {
  return in_lower_case(variable.substr(kVariablePrefix.size()));
}

bool is_one_of(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Empty if no setting has a name like this.
std::string nearest_setting(std::string_view name, const std::vector<std::string>& names) {
  const auto nearest = nearest_word(in_lower_case(name), names);
  return nearest == names.end() ? std::string() : *nearest;
}

Error unknown_variable(const std::string& name, const std::vector<std::string>& names) {
  const std::string meant = nearest_setting(setting_of(name), names);
  return wrong_configuration("unknown setting " + name + " in the environment" +
                             (meant.empty() ? "" : "; did you mean " + variable_of(meant) + "?"));
}

std::string unknown_name(const std::string& name, const std::vector<std::string>& names) {
  const std::string meant = nearest_setting(name, names);
  return "unknown setting " + name + (meant.empty() ? "" : "; did you mean " + meant + "?");
}

bool is_in_bytes(std::string_view name) {
  return name.ends_with("_bytes") || name.find("_bytes_") != name.npos;
}

// Sizes in bytes; anything else as it is.
std::string in_bytes(std::string_view name, std::string_view value) {
  const std::optional<std::int64_t> size = is_in_bytes(name) ? parse_size(value) : std::nullopt;
  return size ? std::to_string(*size) : std::string(value);
}

// The value as people write it.
std::string shown(std::string_view name, const std::string& value) {
  std::int64_t bytes = 0;
  const char* const end = value.data() + value.size();
  const auto [rest, problem] = std::from_chars(value.data(), end, bytes);
  const bool is_number = problem == std::errc() && rest == end;
  return is_in_bytes(name) && is_number ? exact_size_text(bytes) : value;
}

Error wrong_line(std::size_t number, const std::string& what) {
  return wrong_configuration("line " + std::to_string(number) + ": " + what);
}

}  // namespace

GivenSettings::GivenSettings(std::string_view text,
                             const std::map<std::string, std::string>& environment) {
  read_lines(text);
  read_variables(environment);
}

void GivenSettings::read_lines(std::string_view text) {
  // Some editors write it.
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t number = 1; !text.empty() && !malformed_line_; ++number) {
    std::string_view line = take_until(text, '\n');
    if (line.empty() || line.front() == '#') continue;

    const bool is_assignment = line.find('=') != line.npos;
    const std::string name(take_until(line, '='));
    if (!is_assignment) {
      malformed_line_ = wrong_line(number, "expected `name = value`");
    } else if (!values_.emplace(name, in_bytes(name, trim(line))).second) {
      malformed_line_ = wrong_line(number, name + " is set twice");
    } else {
      lines_.push_back({number, name});
    }
  }
}

void GivenSettings::read_variables(const std::map<std::string, std::string>& environment) {
  for (const auto& [name, value] : environment) {
    if (!name.starts_with(kVariablePrefix) || is_of_client(name)) continue;
    variables_.push_back(name);
    values_[setting_of(name)] = in_bytes(setting_of(name), value);
  }
}

std::optional<Error> GivenSettings::problem(const std::vector<std::string>& names) const {
  for (const Line& line : lines_)
    if (!is_one_of(names, line.name))
      return wrong_line(line.number, unknown_name(line.name, names));
  if (malformed_line_) return malformed_line_;
  for (const std::string& variable : variables_) {
    const std::string setting = setting_of(variable);
    if (!is_one_of(names, setting) || variable_of(setting) != variable)
      return unknown_variable(variable, names);
  }
  return std::nullopt;
}

Error wrong_configuration(std::string message) {
  return {ErrorCode::invalid_request, "configuration: " + std::move(message)};
}

const std::string* SettingReader::given(std::string_view name, const std::string& fallback) {
  const auto found = values_.find(name);
  const std::string* const text = found == values_.end() ? nullptr : &found->second;
  const auto is_same = [&](const SettingValue& setting) { return setting.name == name; };
  if (std::none_of(all_.begin(), all_.end(), is_same)) {
    all_.push_back({.name = std::string(name),
                    .value = text == nullptr ? fallback : shown(name, *text),
                    .fallback = fallback,
                    .is_given = text != nullptr});
  }
  return text;
}

std::vector<std::string> SettingReader::names() const {
  std::vector<std::string> names;
  names.reserve(all_.size());
  for (const SettingValue& setting : all_) names.push_back(setting.name);
  return names;
}

std::string SettingReader::number_text(std::string_view name, std::int64_t number) {
  return is_in_bytes(name) ? exact_size_text(number) : std::to_string(number);
}

std::string SettingReader::size_hint(std::string_view name) {
  return is_in_bytes(name) ? " (or a size such as 10 MB)" : "";
}

std::string SettingReader::required(std::string_view name) {
  const std::string* text = given(name, {});
  if (text != nullptr && !text->empty()) return *text;
  fail(std::string(name) + " is not set");
  return {};
}

std::string SettingReader::optional(std::string_view name, const std::string& fallback) {
  const std::string* text = given(name, fallback);
  return text == nullptr ? fallback : *text;
}

std::int64_t SettingReader::limit(std::string_view name, std::int64_t fallback) {
  constexpr const char* kNoLimit = "unlimited";
  const std::string* text =
      given(name, fallback == kUnlimited ? kNoLimit : number_text(name, fallback));
  if (text == nullptr) return fallback;
  if (*text == kNoLimit) return kUnlimited;
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (problem == std::errc() && end == text->data() + text->size() && value >= 0) return value;
  fail(std::string(name) + " must be a whole number" + size_hint(name) + " or unlimited, not \"" +
       *text + "\"");
  return fallback;
}

unsigned SettingReader::prefix(std::string_view name, unsigned fallback, unsigned least,
                               unsigned most) {
  const unsigned bits = number(name, fallback, least, most);
  if (bits % 8 != 0)
    fail(std::string(name) + " must be a multiple of 8, not " + std::to_string(bits));
  return bits;
}

std::string SettingReader::folder(std::string_view name, const std::string& fallback) {
  std::string path = optional(name, fallback);
  if (!path.empty() && path.front() != '/')
    fail(std::string(name) + " must be an absolute path, not \"" + path + "\"");
  return path;
}

bool SettingReader::on_or_off(std::string_view name, bool fallback) {
  const std::string text = optional(name, fallback ? "on" : "off");
  if (text != "on" && text != "off")
    fail(std::string(name) + " must be on or off, not \"" + text + "\"");
  return text == "on";
}

void SettingReader::group(std::string_view name, const std::function<void(SettingReader&)>& read) {
  const auto found = values_.find(name);
  const bool is_given = found != values_.end();
  const std::string group = std::string(name) + ": ";
  Values members;
  for (std::string_view rest = is_given ? found->second : std::string_view(); !rest.empty();) {
    std::string_view value = take_until(rest, ',');
    const std::string member(take_until(value, ' '));
    if (!members.emplace(member, in_bytes(member, trim(value))).second)
      fail(group + member + " is set twice");
  }
  SettingReader reader(members);
  reader.group_ = group;
  read(reader);
  if (reader.error()) fail(*reader.error());
  for (const auto& [member, value] : members)
    if (!is_one_of(reader.names(), member)) fail(group + unknown_name(member, reader.names()));
  SettingValue setting{
      .name = std::string(name), .value = {}, .fallback = {}, .is_given = is_given};
  for (const SettingValue& one : reader.all()) {
    const std::string begin = (setting.value.empty() ? "" : ", ") + one.name + ' ';
    setting.value += begin + one.value;
    setting.fallback += begin + one.fallback;
  }
  all_.push_back(std::move(setting));
}

void SettingReader::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

}  // namespace core
