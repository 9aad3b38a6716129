#include "core/artifact/metadata.h"

#include <algorithm>

#include "core/json/json_writer.h"
#include "core/text/utf8.h"

namespace core {
namespace {

constexpr std::size_t kBytes = std::size_t{16} * 1024;
constexpr std::size_t kKeys = 50;
constexpr std::size_t kKeyLength = 64;

Error invalid(std::string_view name, const std::string& rule) {
  return {ErrorCode::invalid_request, rule, std::string(name)};
}

}  // namespace

std::optional<Error> check_metadata(std::string_view name, std::string_view text) {
  if (text.size() > kBytes)
    return invalid(name, "must be at most " + std::to_string(kBytes) + " bytes of JSON");
  const Result<JsonObject> object = JsonObject::parse(text);
  if (!object) return object.error();
  if (object->members().size() > kKeys)
    return invalid(name, "must have at most " + std::to_string(kKeys) + " keys");
  const bool keys_fit =
      std::all_of(object->members().begin(), object->members().end(), [](const JsonMember& entry) {
        return !entry.name.empty() && count_code_points(entry.name) <= kKeyLength;
      });
  if (!keys_fit)
    return invalid(name, "keys must have 1 to " + std::to_string(kKeyLength) + " characters");
  return std::nullopt;
}

Result<std::string> merge_metadata(const std::string& metadata, const std::string& patch) {
  const Result<JsonObject> before = JsonObject::parse(metadata);
  if (!before) return before.error();
  const Result<JsonObject> changes = JsonObject::parse(patch);
  if (!changes) return changes.error();

  const bool changes_nothing = std::all_of(
      changes->members().begin(), changes->members().end(), [&](const JsonMember& entry) {
        const JsonMember* const present = before->find(entry.name);
        return entry.type == JsonType::null ? present == nullptr
                                            : present != nullptr && present->text == entry.text;
      });
  if (changes_nothing) return metadata;

  JsonWriter json;
  json.begin_object();
  for (const JsonMember& entry : before->members())
    if (changes->find(entry.name) == nullptr) json.key(entry.name).raw(entry.text);
  for (const JsonMember& entry : changes->members())
    if (entry.type != JsonType::null) json.key(entry.name).raw(entry.text);
  json.end_object();
  std::string merged = json.text();
  if (auto problem = check_metadata("metadata", merged)) return *std::move(problem);
  return merged;
}

}  // namespace core
