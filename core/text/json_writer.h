// JsonWriter: writes one JSON text, member by member, through RapidJSON's Writer.
//
// Strings are escaped; raw() alone writes text unchanged, for JSON that was validated when it was
// received and is returned as it was sent (content, metadata). One writer per text; not
// thread-safe.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace core {

class JsonWriter {
 public:
  JsonWriter();
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;
  ~JsonWriter();

  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth);
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) JsonWriter& value(Integer number) {
    return integer(static_cast<std::int64_t>(number));
  }
  JsonWriter& value(double number);  // finite
  JsonWriter& null();
  // Text that is valid JSON already.
  JsonWriter& raw(std::string_view json);

  template <typename Value>
  JsonWriter& member(std::string_view name, const Value& content) {
    return key(name).value(content);
  }
  // null if there is no value.
  template <typename Value>
  JsonWriter& member(std::string_view name, const std::optional<Value>& content) {
    return content ? key(name).value(*content) : key(name).null();
  }

  std::string text() const { return std::string(view()); }
  // Valid until more is written.
  std::string_view view() const;

 private:
  JsonWriter& integer(std::int64_t number);

  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_;
};

// A text as a string in JSON, with its quotes.
std::string string_in_json(std::string_view text);

}  // namespace core
