#include "templates/table/cell_output.h"

#include <algorithm>

#include "core/text/text.h"
#include "html/amount.h"
#include "html/iso_date.h"
#include "html/message.h"
#include "templates/table/column_styles.h"

namespace templates {
namespace {

using html::Html;
using Kind = ShownCell::Kind;

Html link_html(std::string_view url, std::string_view text) {
  return html::format("<a href=\"{}\" rel=\"noopener noreferrer nofollow ugc\">{}</a>", url,
                      Html::exact_text(text));
}

// An image on another host: shown, after a click, or as a link only.
Html image_html(const ShownCell& cell, RenderingOptions options) {
  if (options.rule_for(cell.url) == core::RemoteImages::on)
    return html::format(
        "<img src=\"{}\" alt=\"{}\" loading=\"lazy\" referrerpolicy=\"no-referrer\">", cell.url,
        Html::exact_text(cell.text));
  const std::string_view shown =
      cell.text.empty() ? html::Message("Image").in(options.language) : cell.text;
  if (options.remote_images == core::RemoteImages::off) return link_html(cell.url, shown);
  return html::format(
      "<a class=\"remote-image\" href=\"{}\" data-description=\"{}\" "
      "rel=\"noopener noreferrer nofollow ugc\">{}</a>",
      cell.url, Html::exact_text(cell.text), Html::exact_text(shown));
}

Html text_with_links_html(std::string_view text) {
  Html result;
  bool is_address = false;
  for (const std::string_view part : split_at_addresses(text)) {
    result += is_address ? link_html(part, part) : Html::exact_text(part);
    is_address = !is_address;
  }
  return result;
}

// A mark, with its meaning for who cannot see it.
Html mark_html(std::string_view mark, html::Message meaning, html::Language language) {
  return html::format("<span role=\"img\" aria-label=\"{}\">{}</span>", meaning.in(language), mark);
}

// Whether a time and its zone follow the day depends on the column.
std::string date_text(const ShownCell& cell, html::Language language) {
  if (language == html::Language::english) return cell.text;
  const auto date = html::read_iso_date(cell.value);
  return date ? date->day(language) + cell.text.substr(date->day().size()) : cell.text;
}

Html inner_html(const ShownCell& cell, RenderingOptions options) {
  switch (cell.kind) {
    case Kind::empty:
      return {};
    case Kind::text:
      return Html::exact_text(cell.text);
    case Kind::text_with_links:
      return text_with_links_html(cell.text);
    case Kind::link:
      return link_html(cell.url, cell.text);
    case Kind::image:
      return image_html(cell, options);
    case Kind::date:
      return html::format("<time datetime=\"{}\">{}</time>", cell.value,
                          date_text(cell, options.language));
    case Kind::json:
      return html::format("<code>{}</code>", cell.text);
    case Kind::yes:
      return mark_html("✓", "Yes", options.language);
    case Kind::no:
      return mark_html("✗", "No", options.language);
  }
  return {};
}

std::string_view kind_class(Kind kind) {
  switch (kind) {
    case Kind::empty:
      return "empty";
    case Kind::yes:
      return "yes";
    case Kind::no:
      return "no";
    default:
      return {};
  }
}

// Left to right is the page's default, so only other texts set their direction.
bool may_run_right_to_left(const ShownCell& cell) {
  return (cell.kind == Kind::text || cell.kind == Kind::text_with_links) &&
         std::any_of(cell.value.begin(), cell.value.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

// Pages show two lines of a long text. No other cell has a <div>.
bool may_be_cut(const ShownCell& cell) {
  return cell.kind != Kind::image && is_long_text(cell.text);
}

bool value_differs(const ShownCell& cell) {
  if (cell.kind == Kind::text) return cell.value != cell.text;
  return cell.kind == Kind::link && cell.value != cell.url;
}

// Whether the page's script can group the digits itself: an integer that a double represents.
bool is_grouped_integer(const ShownCell& cell) {
  constexpr std::size_t kMostDigits = 15;
  const std::string_view digits =
      std::string_view(cell.value).substr(cell.value.starts_with('-') ? 1 : 0);
  return cell.kind == Kind::text && !digits.empty() && digits.size() <= kMostDigits &&
         (digits.size() == 1 || digits.front() != '0') &&
         std::all_of(digits.begin(), digits.end(), core::is_digit) && cell.value != "-0" &&
         cell.text == (cell.value.starts_with('-') ? "−" : "") + html::group_thousands(digits);
}

}  // namespace

std::string_view class_of(CellAlignment alignment) {
  switch (alignment) {
    case CellAlignment::left:
      return "align-left";
    case CellAlignment::center:
      return "align-center";
    case CellAlignment::right:
      return "align-right";
  }
  return {};
}

Html cell_html(const ShownCell& cell, std::optional<CellAlignment> alignment,
               RenderingOptions options) {
  Html result("<td");
  const std::string_view aligned = alignment ? class_of(*alignment) : std::string_view();
  const std::string_view kind = kind_class(cell.kind);
  if (!aligned.empty() && !kind.empty())
    result += html::format(" class=\"{} {}\"", kind, aligned);
  else if (!aligned.empty() || !kind.empty())
    result += html::format(" class=\"{}\"", kind.empty() ? aligned : kind);
  if (value_differs(cell))
    result += html::format(" data-value=\"{}\"", Html::exact_text(cell.value));
  if (may_run_right_to_left(cell)) result += " dir=\"auto\"";
  result += ">";
  if (may_be_cut(cell))
    result += html::format("<div>{}</div>", inner_html(cell, options));
  else
    result += inner_html(cell, options);
  result += "</td>";
  return result;
}

void write_cell(core::JsonWriter& json, const ShownCell& cell) {
  switch (cell.kind) {
    case Kind::empty:
      json.null();
      break;
    case Kind::text:
      if (value_differs(cell) && is_grouped_integer(cell))
        json.raw(cell.value);
      else if (value_differs(cell))
        json.begin_array().value(cell.text).value(cell.value).end_array();
      else
        json.value(cell.text);
      break;
    case Kind::text_with_links:
      json.begin_object().key("parts").begin_array();
      for (const std::string_view part : split_at_addresses(cell.text)) json.value(part);
      json.end_array().end_object();
      break;
    case Kind::link:
      json.begin_object().member("link", cell.url).member("text", cell.text);
      if (value_differs(cell)) json.member("value", cell.value);
      json.end_object();
      break;
    case Kind::image:
      json.begin_object().member("image", cell.url).member("text", cell.text).end_object();
      break;
    case Kind::date:
      json.begin_object().member("date", cell.value).member("text", cell.text).end_object();
      break;
    case Kind::json:
      json.begin_object().member("json", cell.text).end_object();
      break;
    case Kind::yes:
      json.value(true);
      break;
    case Kind::no:
      json.value(false);
      break;
  }
}

}  // namespace templates
