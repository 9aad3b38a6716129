#include "core/text/json_writer.h"

#include <cstring>

#include "core/cpu_limit.h"

namespace core {
namespace {

rapidjson::SizeType length(std::string_view text) {
  return static_cast<rapidjson::SizeType>(text.size());
}

}  // namespace

JsonWriter::JsonWriter() : writer_(buffer_) {}
JsonWriter::~JsonWriter() = default;

std::string_view JsonWriter::view() const { return {buffer_.GetString(), buffer_.GetSize()}; }

JsonWriter& JsonWriter::begin_object() {
  CpuLimit::check();
  writer_.StartObject();
  return *this;
}

JsonWriter& JsonWriter::end_object() {
  writer_.EndObject();
  return *this;
}

JsonWriter& JsonWriter::begin_array() {
  CpuLimit::check();
  writer_.StartArray();
  return *this;
}

JsonWriter& JsonWriter::end_array() {
  writer_.EndArray();
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  writer_.Key(name.data(), length(name));
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  CpuLimit::check();
  writer_.String(text.empty() ? "" : text.data(), length(text));
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  writer_.Bool(truth);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  writer_.Double(number);
  return *this;
}

JsonWriter& JsonWriter::null() {
  writer_.Null();
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  CpuLimit::check();
  // RapidJSON copies a raw value byte by byte, so it gets an empty one, and only writes what
  // precedes it.
  writer_.RawValue("", 0, rapidjson::kObjectType);
  if (!json.empty()) std::memcpy(buffer_.Push(json.size()), json.data(), json.size());
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t number) {
  writer_.Int64(number);
  return *this;
}

std::string string_in_json(std::string_view text) {
  JsonWriter json;
  json.value(text);
  return json.text();
}

}  // namespace core
