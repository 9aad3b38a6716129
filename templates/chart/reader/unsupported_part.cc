#include "templates/chart/reader/unsupported_part.h"

#include <algorithm>
#include <string>

namespace templates {

void note_unsupported(Chart& chart, std::string_view what, core::JsonValue part) {
  std::vector<UnsupportedPart>& parts = chart.unsupported;
  const auto is_same = [&](const UnsupportedPart& known) { return known.what == what; };
  if (parts.size() == kMaximumUnsupportedParts || std::any_of(parts.begin(), parts.end(), is_same))
    return;
  parts.push_back({std::string(what), "/content" + part.pointer()});
}

}  // namespace templates
