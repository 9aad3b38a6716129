#include "core/operation/setting_reader.h"

#include <algorithm>

#include "core/account/storage_limits.h"

namespace core {

Error wrong_configuration(std::string message) {
  return {ErrorCode::invalid_request, "configuration: " + std::move(message)};
}

const std::string* SettingReader::given(std::string_view name) {
  if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.emplace_back(name);
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

std::string SettingReader::required(std::string_view name) {
  const std::string* text = given(name);
  if (text != nullptr && !text->empty()) return *text;
  fail(std::string(name) + " is not set");
  return {};
}

std::string SettingReader::optional(std::string_view name, const std::string& fallback) {
  const std::string* text = given(name);
  return text == nullptr ? fallback : *text;
}

std::int64_t SettingReader::limit(std::string_view name, std::int64_t fallback) {
  const std::string* text = given(name);
  if (text == nullptr) return fallback;
  if (*text == "unlimited") return kUnlimited;
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (problem == std::errc() && end == text->data() + text->size() && value >= 0) return value;
  fail(std::string(name) + " must be a whole number or unlimited, not \"" + *text + "\"");
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

void SettingReader::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

}  // namespace core
