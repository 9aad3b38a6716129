#include "handlers/dashboard/form_problem.h"

#include <array>
#include <string_view>
#include <utility>

#include "pages/dashboard/sentence.h"

namespace handlers::dashboard {

std::string form_problem(const core::Error& error) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kNames{{
      {"expiresIn", "expiry"},
      {"maxViews", "view limit"},
  }};
  std::string text = error.message;
  for (const auto& [name, shown] : kNames)
    if (const std::size_t at = text.find(name); at != std::string::npos)
      text.replace(at, name.size(), shown);
  return pages::dashboard::sentence(text);
}

}  // namespace handlers::dashboard
