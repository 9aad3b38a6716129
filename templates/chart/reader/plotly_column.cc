#include "templates/chart/reader/plotly_column.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/encodings/encoding.h"
#include "core/text/ascii.h"
#include "templates/chart/date_text.h"
#include "templates/chart/reader/chart_value_reader.h"

namespace templates {
namespace {

using core::JsonValue;
using enum core::JsonType;

static_assert(std::endian::native == std::endian::little);

template <typename Number>
std::optional<std::vector<double>> numbers_in(std::string_view bytes) {
  if (bytes.size() % sizeof(Number) != 0) return std::nullopt;
  std::vector<double> numbers(bytes.size() / sizeof(Number));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    Number number;
    std::memcpy(&number, bytes.data() + i * sizeof(Number), sizeof number);
    numbers[i] = static_cast<double>(number);
  }
  return numbers;
}

// Of the time behind a date: "T00:00:00.000000000", with an offset or not.
bool is_midnight(std::string_view time) {
  return std::none_of(time.begin(), time.end(), [](char c) { return c >= '1' && c <= '9'; });
}

std::string without_nanoseconds(std::string_view date) {
  constexpr std::size_t kMilliseconds = 4;  // with the dot
  const std::size_t dot = date.find('.', kDateLength);
  if (dot == std::string_view::npos) return std::string(date);
  std::size_t end = dot + 1;
  while (end < date.size() && core::is_digit(date[end])) ++end;
  const std::string_view fraction = date.substr(dot, std::min(end - dot, kMilliseconds));
  const bool is_whole = fraction.find_first_not_of(".0") == std::string_view::npos;
  return std::string(date.substr(0, dot)) + std::string(is_whole ? "" : fraction) +
         std::string(date.substr(end));
}

}  // namespace

std::optional<std::vector<double>> read_packed_numbers(JsonValue value) {
  const auto type = value.find("dtype");
  const auto data = value.find("bdata");
  if (!type || !data || !data->is(string)) return std::nullopt;
  const auto bytes = core::from_base64(data->string());
  if (!bytes) return std::nullopt;
  const std::string name = type->string();
  if (name == "f8") return numbers_in<double>(*bytes);
  if (name == "f4") return numbers_in<float>(*bytes);
  if (name == "i4") return numbers_in<std::int32_t>(*bytes);
  if (name == "i2") return numbers_in<std::int16_t>(*bytes);
  if (name == "i1") return numbers_in<std::int8_t>(*bytes);
  if (name == "u4") return numbers_in<std::uint32_t>(*bytes);
  if (name == "u2") return numbers_in<std::uint16_t>(*bytes);
  if (name == "u1" || name == "u1c") return numbers_in<std::uint8_t>(*bytes);
  return std::nullopt;
}

bool PlotlyColumn::is_one(JsonValue value) {
  return value.is(array) || (value.find("dtype") && value.find("bdata"));
}

PlotlyColumn PlotlyColumn::read(JsonValue trace, std::string_view name, Reading& fields) {
  PlotlyColumn column;
  const auto member = trace.find(name);
  if (!member || !is_one(*member)) return column;
  fields.take_all(*member);
  if (member->is(object)) {
    const auto numbers = read_packed_numbers(*member);
    if (!numbers) {
      fields.fail(*member, "must have numbers in base64 in bdata, of the type in dtype: f8, i4, …");
      return column;
    }
    if (numbers->size() > kMaximumChartValues) {
      fields.fail(*member, "must have at most 1,000,000 numbers");
      return column;
    }
    column.places_.reserve(numbers->size());
    for (const double number : *numbers)
      column.places_.push_back(std::isfinite(number) ? Place(number) : Place());
    return column;
  }
  column.places_.reserve(member->size());
  for (const JsonValue& value : *member) {
    if (const auto number = value.number())
      column.places_.emplace_back(*number);
    else if (value.is(string))
      column.places_.emplace_back(value.string());
    else if (value.is(boolean))
      column.places_.emplace_back(std::string(value.text()));
    else
      column.places_.emplace_back();
  }
  return column;
}

std::optional<double> PlotlyColumn::number(std::size_t i) const {
  if (i >= places_.size()) return std::nullopt;
  if (const auto* const number = std::get_if<double>(&places_[i])) return *number;
  const auto* const text = std::get_if<std::string>(&places_[i]);
  return text != nullptr ? number_in_text(*text) : std::nullopt;
}

bool PlotlyColumn::has_numbers_only() const {
  return std::none_of(places_.begin(), places_.end(), [](const Place& place) {
    return std::holds_alternative<std::string>(place);
  });
}

bool PlotlyColumn::has_dates_only() const {
  bool has_date = false;
  for (const Place& place : places_) {
    if (std::holds_alternative<std::monostate>(place)) continue;
    const auto* const text = std::get_if<std::string>(&place);
    if (text == nullptr || !is_date(*text)) return false;
    has_date = true;
  }
  return has_date;
}

void PlotlyColumn::shorten_dates() {
  const bool are_days = std::all_of(places_.begin(), places_.end(), [](const Place& place) {
    const auto* const text = std::get_if<std::string>(&place);
    return text == nullptr || is_midnight(std::string_view(*text).substr(kDateLength));
  });
  for (Place& place : places_) {
    auto* const text = std::get_if<std::string>(&place);
    if (text == nullptr) continue;
    *text = are_days ? text->substr(0, kDateLength) : without_nanoseconds(*text);
  }
}

}  // namespace templates
