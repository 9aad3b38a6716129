#include "templates/model.h"

#include "templates/changed_content.h"

namespace templates {

core::Result<GrownContent> Model::grown(const Addition& addition) const {
  const auto* const added = std::get_if<AddedText>(&addition);
  if (added == nullptr)
    return append_unsupported(R"(must have text, as this is a text, such as {"text": "…"})");
  const auto place = text();
  if (!place)
    return append_unsupported(
        "cannot add to this content, which has no text; replace it as a whole");
  return with_added_text(content_, *place, *added);
}

}  // namespace templates
