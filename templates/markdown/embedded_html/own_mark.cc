#include "templates/markdown/embedded_html/own_mark.h"

#include <charconv>

namespace templates {
namespace {

constexpr char kWholeMark = 'w';

}  // namespace

std::string own_attribute(const OwnPart& part) {
  std::string attribute = " ";
  attribute.append(kOwnMark).append("=\"").append(std::to_string(part.begin)).append(",");
  attribute.append(std::to_string(part.end));
  if (part.is_whole) attribute += kWholeMark;
  return attribute + '"';
}

OwnPart read_own_part(std::string_view value) {
  OwnPart part;
  const char* const end = value.data() + value.size();
  const char* const comma = std::from_chars(value.data(), end, part.begin).ptr;
  const char* const behind = std::from_chars(comma + 1, end, part.end).ptr;
  part.is_whole = behind != end;
  return part;
}

}  // namespace templates
