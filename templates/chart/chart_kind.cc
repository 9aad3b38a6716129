#include "templates/chart/chart_kind.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/text/ascii.h"

namespace templates {

std::optional<ChartKind> parse_chart_kind(std::string_view name) {
  struct KindName {
    std::string_view name;
    ChartKind kind;
  };
  constexpr std::array kNames{
      KindName{"bar", ChartKind::bar},
      KindName{"column", ChartKind::bar},
      KindName{"horizontalbar", ChartKind::horizontal_bar},
      KindName{"line", ChartKind::line},
      KindName{"spline", ChartKind::line},
      KindName{"area", ChartKind::area},
      KindName{"areaspline", ChartKind::area},
      KindName{"pie", ChartKind::pie},
      KindName{"doughnut", ChartKind::doughnut},
      KindName{"donut", ChartKind::doughnut},
      KindName{"scatter", ChartKind::scatter},
      KindName{"bubble", ChartKind::bubble},
      KindName{"radar", ChartKind::radar},
      KindName{"polararea", ChartKind::polar_area},
  };
  std::string plain;
  for (const char c : name) {
    if (c == '-' || c == '_' || c == ' ') continue;
    plain += core::lower_case(c);
  }
  // `LineChart`, as of libraries with a component for each kind.
  if (constexpr std::string_view kEnding = "chart"; plain.ends_with(kEnding))
    plain.resize(plain.size() - kEnding.size());
  const auto found = std::find_if(kNames.begin(), kNames.end(),
                                  [&](const KindName& k) { return k.name == plain; });
  return found == kNames.end() ? std::nullopt : std::optional(found->kind);
}

bool has_two_number_axes(std::optional<ChartKind> kind) {
  return kind == ChartKind::scatter || kind == ChartKind::bubble;
}

bool has_axes(std::optional<ChartKind> kind) {
  return kind != ChartKind::pie && kind != ChartKind::doughnut && !is_radial(kind);
}

bool is_radial(std::optional<ChartKind> kind) {
  return kind == ChartKind::radar || kind == ChartKind::polar_area;
}

bool is_bar(std::optional<ChartKind> kind) {
  return kind == ChartKind::bar || kind == ChartKind::horizontal_bar;
}

}  // namespace templates
