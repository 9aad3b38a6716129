#include "templates/table/table_cell.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/text/text.h"
#include "html/amount.h"
#include "html/iso_date.h"
#include "html/url.h"

namespace templates {
namespace {

using core::JsonType;
using core::JsonValue;
using Kind = ShownCell::Kind;

// The JSON without white space between its values.
std::string compact(std::string_view json) {
  std::string packed;
  packed.reserve(json.size());
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string && c == '\\') {
      packed += c;
      packed += json[++i];
      continue;
    }
    if (c == '"') in_string = !in_string;
    if (in_string || std::string_view(" \t\r\n").find(c) == std::string_view::npos) packed += c;
  }
  return packed;
}

// The target of a link cell; nothing if it is not allowed or not a URL.
std::optional<std::string> link_target(std::string_view text) {
  constexpr std::array<std::string_view, 3> kBeginnings{"https://", "http://", "mailto:"};
  const auto leads_away = [&](const std::optional<std::string>& url) {
    return url && std::any_of(kBeginnings.begin(), kBeginnings.end(), [&](std::string_view begin) {
             return core::starts_with_ignoring_case(*url, begin);
           });
  };
  if (auto url = html::safe_link_url(text); leads_away(url)) return url;
  // www.example.org, someone@example.org
  const auto address = html::find_autolink(text, 0);
  if (!address || address->begin != 0 || address->end != text.size()) return std::nullopt;
  auto url = html::safe_link_url(address->url);
  return leads_away(url) ? url : std::nullopt;
}

// A shortened URL. The host stays complete, and nothing is produced that could be mistaken for one.
std::string shortened(std::string_view url) {
  constexpr std::size_t kLongest = 48;
  constexpr std::size_t kEnding = 14;
  for (const std::string_view scheme : {"https://", "http://", "mailto:"}) {
    if (!core::starts_with_ignoring_case(url, scheme)) continue;
    url.remove_prefix(scheme.size());
    break;
  }
  const std::size_t host_end = url.find_first_of("/?#\\");
  if (host_end + 1 == url.size() && url.back() == '/') url.remove_suffix(1);
  if (url.size() <= kLongest || host_end >= kLongest - kEnding ||
      url.substr(0, host_end).find('@') != std::string_view::npos)
    return std::string(url);
  std::size_t ending = url.size() - kEnding;
  if (const std::size_t slash = url.find('/', ending); slash < url.size() - 1) ending = slash;
  while (core::is_continuation(url[ending])) ++ending;
  std::string text(core::whole_characters(url, kLongest - kEnding));
  return text.append("…").append(url.substr(ending));
}

ShownCell show_link(std::string value, std::string url) {
  ShownCell cell;
  cell.kind = Kind::link;
  cell.text = shortened(url);
  cell.value = std::move(value);
  cell.url = std::move(url);
  return cell;
}

ShownCell show_image(std::string value, std::string url, std::string description) {
  ShownCell cell;
  cell.kind = Kind::image;
  cell.text = std::move(description);
  cell.value = std::move(value);
  cell.url = std::move(url);
  return cell;
}

// The text of the first of these members that is one.
std::optional<std::string> text_in(JsonValue object, std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const auto member = object.find(name);
    if (member && member->is(JsonType::string)) return member->string();
  }
  return std::nullopt;
}

constexpr std::array<std::string_view, 3> kLinkMembers{"url", "href", "link"};
constexpr std::array<std::string_view, 4> kLinkTextMembers{"text", "label", "title", "name"};
constexpr std::array<std::string_view, 3> kImageMembers{"src", "image", "img"};
constexpr std::array<std::string_view, 4> kImageTextMembers{"alt", "text", "title", "label"};

// The address of the image that an object like {"src": …, "alt": …} stands for.
std::optional<std::string> image_url(JsonValue object) {
  const auto source = text_in(object, kImageMembers);
  return source ? html::safe_image_url(*source) : std::nullopt;
}

// {"url": …, "text": …} and {"src": …, "alt": …}; nothing for other objects.
std::optional<ShownCell> show_object(JsonValue object) {
  if (auto source = image_url(object)) {
    std::string value = *source;
    return show_image(std::move(value), *std::move(source),
                      text_in(object, kImageTextMembers).value_or(""));
  }
  const auto address = text_in(object, kLinkMembers);
  auto target = address ? link_target(*address) : std::nullopt;
  if (!target) return std::nullopt;
  ShownCell cell = show_link(*address, *std::move(target));
  if (auto text = text_in(object, kLinkTextMembers); text && !text->empty())
    cell.text = *std::move(text);
  return cell;
}

// A number with a minus sign in place of the hyphen that programs write. That of an exponent stays.
std::string with_minus_sign(std::string number) {
  const std::size_t hyphen = number.find('-');
  if (hyphen == std::string::npos || number.find_first_of("0123456789") == std::string::npos)
    return number;
  if (hyphen > 0 && core::lower_case(number[hyphen - 1]) == 'e') return number;
  return number.replace(hyphen, 1, "−");
}

// A number as the column writes numbers; other texts as they are.
std::string formatted_number(std::string value, CellFormat format, const CellStyle& style) {
  auto amount = html::Amount::parse(plain_number(value, style.notation));
  if (!amount) return value;
  const bool has_code = !style.has_currency_in_heading;
  if (!has_code) amount = amount->without_currency();
  return with_minus_sign(written_in(
      style.notation, format == CellFormat::percent ? amount->as_percentage(style.decimals)
                      : format == CellFormat::currency
                          ? amount->as_currency(style.currency, has_code, style.is_whole)
                          : amount->as_number(style.decimals)));
}

std::string readable_date(const html::IsoDate& date, const CellStyle& style) {
  std::string text = date.day();
  if (!date.time.empty()) text.append(", ").append(date.time);
  if (!date.zone.empty() && !style.has_zone_in_heading) text.append(1, ' ').append(date.zone);
  return text;
}

ShownCell show_formatted_text(std::string value, CellFormat format, const CellStyle& style) {
  ShownCell cell;
  cell.kind = Kind::text;
  cell.text = value;
  switch (format) {
    case CellFormat::number:
    case CellFormat::percent:
    case CellFormat::currency:
      cell.text = formatted_number(value, format, style);
      break;
    case CellFormat::date:
      if (const auto date = html::read_iso_date(value)) {
        cell.kind = Kind::date;
        cell.text = readable_date(*date, style);
      }
      break;
    case CellFormat::link:
      if (auto url = link_target(value)) return show_link(std::move(value), *std::move(url));
      break;
    case CellFormat::image:
      if (auto url = html::safe_image_url(value))
        return show_image(std::move(value), *std::move(url), {});
      break;
    case CellFormat::text:
      break;
  }
  cell.value = std::move(value);
  return cell;
}

ShownCell show_number(std::string value) {
  ShownCell cell;
  cell.kind = Kind::text;
  cell.text = with_minus_sign(value);
  cell.value = std::move(value);
  return cell;
}

ShownCell show_text(std::string value) {
  const std::vector<std::string_view> parts = split_at_addresses(value);
  if (parts.size() == 3 && parts.front().empty() && parts.back().empty())
    return show_link(value, value);
  ShownCell cell;
  cell.kind = parts.size() > 1 ? Kind::text_with_links : Kind::text;
  cell.text = value;
  cell.value = std::move(value);
  return cell;
}

ShownCell show_json(std::string json) {
  ShownCell cell;
  cell.kind = Kind::json;
  cell.text = json;
  cell.value = std::move(json);
  return cell;
}

// The text of a value that is neither null nor a boolean.
std::string text_of(const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return std::string(*field);
  const auto* value = std::get_if<JsonValue>(&cell);
  if (value == nullptr) return {};
  if (value->is(JsonType::string)) return value->string();
  return value->is(JsonType::number) ? std::string(value->text()) : compact(value->text());
}

bool is_field_or_string(const TableCell& cell) {
  const auto* value = std::get_if<JsonValue>(&cell);
  return std::holds_alternative<std::string_view>(cell) ||
         (value != nullptr && value->is(JsonType::string));
}

}  // namespace

std::vector<std::string_view> split_at_addresses(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t done = 0;
  std::size_t from = 0;
  while (const auto address = html::find_autolink(text, from)) {
    from = address->end;
    const std::string_view written = text.substr(address->begin, address->end - address->begin);
    if (address->url != written || html::safe_link_url(written) != written) continue;
    parts.push_back(text.substr(done, address->begin - done));
    parts.push_back(written);
    done = address->end;
  }
  parts.push_back(text.substr(done));
  return parts;
}

bool is_empty(const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return field->empty();
  const auto* value = std::get_if<JsonValue>(&cell);
  return value == nullptr || value->is(JsonType::null) || value->text() == "\"\"";
}

Notations number_notations_of(const TableCell& cell) {
  if (const auto* field = std::get_if<std::string_view>(&cell)) return number_notations(*field);
  const auto* value = std::get_if<JsonValue>(&cell);
  if (value == nullptr) return {};
  if (value->is(JsonType::number)) return json_number_notations(value->text());
  return value->is(JsonType::string) ? number_notations(value->string()) : Notations();
}

Notations date_notations_of(const TableCell& cell) {
  return is_field_or_string(cell) ? date_notations(text_of(cell)) : Notations();
}

bool is_placeholder(const TableCell& cell) {
  return is_field_or_string(cell) && html::is_placeholder(text_of(cell));
}

bool is_image(const TableCell& cell, std::optional<CellFormat> format) {
  const auto* json = std::get_if<JsonValue>(&cell);
  if (json != nullptr && json->is(JsonType::object)) return image_url(*json).has_value();
  return format == CellFormat::image && !is_empty(cell) && html::safe_image_url(text_of(cell));
}

ShownCell show_cell(const TableCell& cell, const CellStyle& style) {
  if (is_empty(cell)) return {};
  const auto* json = std::get_if<JsonValue>(&cell);
  if (json != nullptr && json->is(JsonType::object)) {
    if (auto shown = show_object(*json)) return *std::move(shown);
  }
  if (json != nullptr && json->is(JsonType::boolean)) {
    ShownCell truth;
    truth.kind = json->text() == "true" ? Kind::yes : Kind::no;
    truth.value = truth.text = json->text();
    return truth;
  }
  std::string text = text_of(cell);
  const bool is_cut = text.size() > ShownCell::kMaximumBytes;
  if (is_cut) {
    text.resize(core::whole_characters(text, ShownCell::kMaximumBytes).size());
    text += "…";
  }
  const bool is_structure =
      json != nullptr && (json->is(JsonType::array) || json->is(JsonType::object));
  ShownCell shown = is_structure        ? show_json(std::move(text))
                    : style.format      ? show_formatted_text(std::move(text), *style.format, style)
                    : style.is_quantity ? show_number(std::move(text))
                                        : show_text(std::move(text));
  shown.is_cut = is_cut;
  return shown;
}

}  // namespace templates
