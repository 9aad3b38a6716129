#include "templates/chart/reader/chart_times.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/timestamp.h"
#include "templates/chart/reader/chart_value_reader.h"

namespace templates {
namespace {

// The milliseconds of the years 0 to 9999, which RFC 3339 can write.
constexpr double kFirstTime = -62167219200000.0;
constexpr double kLastTime = 253402300799999.0;

}  // namespace

std::optional<std::string> time_text(double milliseconds) {
  if (!(milliseconds >= kFirstTime && milliseconds <= kLastTime)) return std::nullopt;
  std::string text =
      core::Timestamp::from_unix_milliseconds(static_cast<std::int64_t>(milliseconds)).rfc3339();
  if (const auto midnight = text.find("T00:00:00.000Z"); midnight != std::string::npos)
    text.erase(midnight);
  else if (const auto whole = text.find(".000Z"); whole != std::string::npos)
    text.replace(whole, std::string::npos, "Z");
  return text;
}

void write_times_as_text(Chart& chart) {
  for (std::string& label : chart.labels) {
    const auto milliseconds = number_in_text(label);
    if (milliseconds && label.size() > 4) label = time_text(*milliseconds).value_or(label);
  }
  for (ChartDataset& dataset : chart.datasets) {
    for (ChartValue& value : dataset.values) {
      auto* const point = std::get_if<ChartPoint>(&value);
      const auto* const milliseconds = point != nullptr ? std::get_if<double>(&point->x) : nullptr;
      if (milliseconds == nullptr) continue;
      if (auto text = time_text(*milliseconds))
        point->x = std::string_view(chart.texts.emplace_back(*std::move(text)));
    }
  }
}

}  // namespace templates
