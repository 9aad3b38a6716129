#include "templates/markdown/alert.h"

#include <algorithm>
#include <array>

#include "core/text/ascii.h"
#include "core/text/split.h"

namespace templates {
namespace {

struct Alert {
  std::string_view marker;
  html::Literal opening;
  html::Literal icon;  // drawn in a square of 16
  html::Literal title;
};

constexpr std::array<Alert, 5> kAlerts{{
    {"[!NOTE]", R"(<div dir="auto" class="alert alert-note">)",
     R"(<circle cx="8" cy="8" r="6.5"/><path d="M8 7.4v3.6M8 4.8v.1"/>)", "Note"},
    {"[!TIP]", R"(<div dir="auto" class="alert alert-tip">)",
     R"(<path d="M6 11.5c0-1.6-2-2.4-2-4.9a4 4 0 0 1 8 0c0 2.5-2 3.3-2 4.9zM6.6 14.2h2.8"/>)",
     "Tip"},
    {"[!IMPORTANT]", R"(<div dir="auto" class="alert alert-important">)",
     R"(<path d="M2 2h12v9H8.5l-3 3v-3H2zM8 4.4v2.4M8 8.7v.1"/>)", "Important"},
    {"[!WARNING]", R"(<div dir="auto" class="alert alert-warning">)",
     R"(<path d="M8 1.9 14.6 13.6H1.4zM8 6.4v3.2M8 11.5v.1"/>)", "Warning"},
    {"[!CAUTION]", R"(<div dir="auto" class="alert alert-caution">)",
     R"(<path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3zM8 4.6v3.8M8 11v.1"/>)",
     "Caution"},
}};

}  // namespace

std::optional<html::Html> alert_opening(std::string_view first_line) {
  first_line = core::trim(first_line, " ");
  const auto* const alert = std::find_if(kAlerts.begin(), kAlerts.end(), [&](const Alert& one) {
    return core::equal_ignoring_case(first_line, one.marker);
  });
  if (alert == kAlerts.end()) return std::nullopt;
  html::Html opening(alert->opening);
  opening += R"(<p dir="auto" class="alert-title"><svg viewBox="0 0 16 16" width="16" height="16" )"
             R"(fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" )"
             R"(stroke-linejoin="round" aria-hidden="true">)";
  opening += alert->icon;
  opening += "</svg>";
  opening += alert->title;
  opening += "</p>";
  return opening;
}

}  // namespace templates
