#include "handlers/skill.h"

#include <span>

namespace handlers {
namespace {

// The skill and its text, split where the base URL belongs.
#include "pages/skill.inc"

std::string joined(std::span<const std::string_view> parts, std::string_view base_url) {
  std::string text(parts.front());
  for (const std::string_view part : parts.subspan(1)) text.append(base_url).append(part);
  return text;
}

}  // namespace

Skill skill(std::string_view base_url) {
  return {kName, joined(kDescription, base_url), joined(kText, base_url)};
}

}  // namespace handlers
