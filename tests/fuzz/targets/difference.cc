// Two versions of a content, compared and written for programs and people.
#include "templates/differences/difference.h"

#include "core/text/text.h"
#include "property.h"
#include "templates/differences/difference_forms.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const auto id = core::kTemplates.at(input.byte() % core::kTemplates.size()).second;
  const std::string before = input.text();
  const std::string after = input.text();
  const auto from = core::JsonTree::parse_object(before);
  const auto to = core::JsonTree::parse_object(after);
  if (!from || !to) return 0;
  const templates::Difference difference =
      templates::difference(id, {{}, {}, *from}, {"a", "b", *to});
  core::JsonWriter json;
  json.begin_object();
  templates::write_members(json, difference);
  json.end_object();
  const bool is_json = static_cast<bool>(core::JsonTree::parse(json.text()));
  fuzz::require(is_json, "it is JSON");
  fuzz::require(core::is_utf8(templates::to_markdown(difference)), "Markdown is UTF-8");
  return 0;
}
