#include "templates/markdown/named_texts/named_texts.h"

namespace templates {

std::string_view NamedTexts::find(std::string_view wanted) const {
  std::size_t low = 0;
  std::size_t high = size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const int order = name(middle).compare(wanted);
    if (order == 0) return part(2 * middle + 1);
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return {};
}

}  // namespace templates
