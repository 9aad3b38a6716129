// JSON as clients send it.
#include "core/text/json.h"

#include "core/text/text.h"
#include "html/readable.h"
#include "property.h"

namespace {

void walk(core::JsonValue value, std::string_view whole) {
  fuzz::require(value.text().data() >= whole.data() &&
                    value.text().data() + value.text().size() <= whole.data() + whole.size(),
                "a value is inside the text");
  fuzz::require(core::is_utf8(value.string()) && core::is_utf8(value.name()),
                "decoded text is UTF-8");
  if (value.is(core::JsonType::number))
    fuzz::require(core::is_number(value.text()), "a number is in the grammar");
  for (const core::JsonValue member : value) walk(member, whole);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto tree = core::JsonTree::parse(text);
  const auto object = core::JsonTree::parse_object(text);
  if (tree) {
    walk(tree->root(), text);
    const std::string readable = html::readable_json(text);
    fuzz::require(core::is_utf8(readable), "readable JSON is UTF-8");
  }
  if (!object) return 0;
  fuzz::require(tree && tree->root().is(core::JsonType::object), "an object is JSON");
  for (const core::JsonValue& member : object->root()) {
    const auto part = core::JsonTree::parse(member.text());
    fuzz::require(static_cast<bool>(part), "a member's text is JSON");
    fuzz::require(part->root().descendants() == member.descendants(),
                  "a member is the same as a tree of its own");
    const auto found = object->root().find(member.name());
    fuzz::require(found && found->text().data() == member.text().data(), "a name stands once");
  }
  return 0;
}
