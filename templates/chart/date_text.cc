#include "templates/chart/date_text.h"

#include "core/text/ascii.h"

namespace templates {
namespace {

constexpr std::string_view kMonthShape = "dddd-dd";
constexpr std::string_view kDateShape = "dddd-dd-dd";
static_assert(kDateShape.size() == kDateLength);

bool begins_as(std::string_view shape, std::string_view text) {
  if (text.size() < shape.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] == 'd' ? !core::is_digit(text[i]) : text[i] != shape[i]) return false;
  return true;
}

}  // namespace

bool is_date(std::string_view text) {
  if (!begins_as(kDateShape, text)) return false;
  return text.size() == kDateLength || text[kDateLength] == 'T' || text[kDateLength] == ' ';
}

bool is_month(std::string_view text) {
  return text.size() == kMonthShape.size() && begins_as(kMonthShape, text);
}

}  // namespace templates
