#include "templates/table/reader/column_description.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "core/text/ascii.h"
#include "templates/table/notation.h"

namespace templates {
namespace {

using core::ContentReader;
using core::JsonValue;

template <typename Value, std::size_t size>
std::optional<Value> find_named(const std::array<std::pair<std::string_view, Value>, size>& values,
                                std::string_view name) {
  for (const auto& [known, value] : values)
    if (known == name) return value;
  return std::nullopt;
}

std::optional<CellAlignment> parse_alignment(std::string_view name) {
  using Named = std::pair<std::string_view, CellAlignment>;
  constexpr std::array kNames{Named{"left", CellAlignment::left},
                              Named{"center", CellAlignment::center},
                              Named{"right", CellAlignment::right}};
  return find_named(kNames, name);
}

std::optional<CellFormat> parse_format(std::string_view name) {
  using Named = std::pair<std::string_view, CellFormat>;
  constexpr std::array kNames{
      Named{"number", CellFormat::number},     Named{"percent", CellFormat::percent},
      Named{"currency", CellFormat::currency}, Named{"date", CellFormat::date},
      Named{"link", CellFormat::link},         Named{"image", CellFormat::image},
      Named{"text", CellFormat::text}};
  return find_named(kNames, name);
}

// An ISO 4217 code in upper case; empty for anything else.
std::string parse_currency(std::string_view name) {
  if (name.size() != 3 || !std::all_of(name.begin(), name.end(), core::is_letter)) return {};
  std::string code(name);
  for (char& c : code) c = static_cast<char>(core::lower_case(c) - 'a' + 'A');
  return code;
}

// "a / x" for a column of several levels.
std::string label_of_levels(JsonValue column) {
  std::string label;
  for (const JsonValue& level : column) {
    if (!label.empty()) label += " / ";
    label += ContentReader::shown_text(level);
  }
  return label;
}

void note_ignored(JsonValue part, std::string_view why, std::vector<TablePart>& ignored) {
  if (ignored.size() == Table::kMaximumNamed) return;
  const std::string field = "/content" + part.pointer();
  ignored.push_back({field + ' ' + std::string(why) + "; it was ignored", field});
}

// The name that a member has as its value, in lower case; empty if there is none.
std::string name_in(JsonValue column, std::string_view member, ContentReader& fields) {
  const auto field = fields.find(column, {member}, {core::JsonType::string});
  return field ? core::in_lower_case(field->string()) : std::string();
}

void read_style(JsonValue column, TableColumn& read, ContentReader& fields,
                std::vector<TablePart>& ignored) {
  read.align = parse_alignment(name_in(column, "align", fields));
  const std::string format = name_in(column, "format", fields);
  read.format = parse_format(format);
  if (!read.format && !format.empty())
    note_ignored(*column.find("format"),
                 "is no format; there are number, percent, currency, date, link, image and text",
                 ignored);
  const std::string currency = name_in(column, "currency", fields);
  read.currency = parse_currency(currency);
  if (read.currency.empty() && !currency.empty())
    note_ignored(*column.find("currency"), "is no ISO 4217 code, such as EUR", ignored);
  if (!read.format && !read.currency.empty()) read.format = CellFormat::currency;
  read.language = read_language(column, ignored);
}

}  // namespace

std::string read_language(JsonValue holder, std::vector<TablePart>& ignored) {
  const auto member = holder.find("lang");
  if (!member || !member->is(core::JsonType::string)) return {};
  std::string language = member->string();
  if (language.empty() || is_language_tag(language)) return language;
  note_ignored(*member, "is no language tag, such as de or en-US", ignored);
  return {};
}

std::string numbered_label(std::size_t position) {
  return "Column " + std::to_string(position + 1);
}

TableColumn column_of_key(std::string key, std::size_t position) {
  std::string label = key.empty() ? numbered_label(position) : key;
  return {std::move(key), std::move(label), {}, {}, {}};
}

TableColumn read_column(JsonValue column, std::size_t position, bool may_have_levels,
                        ContentReader& fields, std::vector<TablePart>& ignored) {
  using enum core::JsonType;
  TableColumn read;
  const auto text = [&](std::initializer_list<std::string_view> names) {
    const auto field = fields.find(column, names, {string, number});
    return field ? std::optional(ContentReader::shown_text(*field)) : std::nullopt;
  };
  std::optional<std::string> label;
  if (column.is(string) || column.is(number)) {
    read.key = ContentReader::shown_text(column);
  } else if (column.is(array) && may_have_levels) {
    label = label_of_levels(column);
  } else if (column.is(object)) {
    read.key = text({"dataIndex", "accessorKey", "key", "id", "field", "accessor", "name"});
    label = text({"label", "header", "title", "headerName"});
    if (!read.key) read.key = label;
    read_style(column, read, fields, ignored);
  } else {
    fields.fail_type(column, "a string or an object");
  }
  if (!label) label = read.key;
  read.label = label && !label->empty() ? *label : numbered_label(position);
  return read;
}

}  // namespace templates
