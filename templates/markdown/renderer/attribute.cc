#include "templates/markdown/renderer/attribute.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "templates/markdown/named_texts/entity.h"
#include "templates/markdown/source/literal_marks.h"

namespace templates {

std::string decoded_attribute(const MD_ATTRIBUTE& attribute, const Formulas& formulas) {
  std::string text;
  if (attribute.size == 0) return text;  // the offsets are missing too
  for (std::size_t i = 0; attribute.substr_offsets[i] < attribute.size; ++i) {
    const MD_OFFSET begin = attribute.substr_offsets[i];
    const std::string_view part(attribute.text + begin, attribute.substr_offsets[i + 1] - begin);
    switch (attribute.substr_types[i]) {
      case MD_TEXT_ENTITY:
        text += decode_entity(part).value_or(std::string(part));
        break;
      case MD_TEXT_NULLCHAR:
        text += "\xef\xbf\xbd";
        break;
      default:
        text += part;
    }
  }
  return formulas.restored(show_literal_marks(std::move(text)), Formulas::Escapes::resolved);
}

}  // namespace templates
