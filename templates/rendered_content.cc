#include "templates/rendered_content.h"

#include "core/text/text.h"

namespace templates {
namespace {

constexpr std::size_t kCharactersOfTitle = 255;

}  // namespace

std::string_view beginning_for_summary(std::string_view text) {
  return core::whole_characters(text, kBytesOfSummary);
}

std::string_view beginning_for_title(std::string_view text) {
  return core::first_code_points(text, kCharactersOfTitle);
}

}  // namespace templates
