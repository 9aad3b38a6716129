// SVG: XML, of which the tags are found, and not checked further. Browsers show it as a picture,
// where nothing in it runs and nothing is loaded.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/text.h"
#include "templates/image/formats/formats.h"

namespace templates {
namespace {

constexpr std::string_view kSvgNamespace = "http://www.w3.org/2000/svg";
// Of a picture that says nothing of its size, in browsers.
constexpr double kDefaultWidth = 300;
constexpr double kDefaultHeight = 150;
// Larger ones are shown smaller: they have no pixels of their own.
constexpr double kMostOfASide = 8192;

// Takes the part of XML that the text begins with: a text, or one in angle brackets. Empty if it
// does not end.
std::string_view take_part(std::string_view& text) {
  core::CpuLimit::check();
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kLong{
      {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}}};
  std::size_t size = std::min(text.find('<'), text.size());
  if (size == 0) {
    size = std::string_view::npos;
    for (const auto& [begin, end] : kLong) {
      if (!text.starts_with(begin)) continue;
      const std::size_t found = text.find(end, begin.size());
      if (found == std::string_view::npos) return {};
      size = found + end.size();
      break;
    }
  }
  if (size == std::string_view::npos) {
    // Values in quotes, and the brackets of a DOCTYPE, may have angle brackets in them.
    char quote = '\0';
    int depth = 0;
    for (std::size_t at = 1; at < text.size(); ++at) {
      const char c = text[at];
      if (quote != '\0')
        quote = c == quote ? '\0' : quote;
      else if (c == '"' || c == '\'')
        quote = c;
      else if (c == '[' || c == ']')
        depth += c == '[' ? 1 : -1;
      else if (c == '>' && depth <= 0) {
        size = at + 1;
        break;
      }
    }
    if (size == std::string_view::npos) return {};
  }
  const std::string_view part = text.substr(0, size);
  text.remove_prefix(size);
  return part;
}

bool is_text_between(std::string_view part) { return !part.starts_with('<'); }
bool is_comment(std::string_view part) { return part.starts_with("<!--"); }
// A declaration, a comment, or a section of text.
bool is_no_tag(std::string_view part) {
  return is_text_between(part) || part.starts_with("<!") || part.starts_with("<?");
}

// The name in a tag, without its prefix: "svg" of "<x:svg>" and "</svg>".
std::string_view local_name(std::string_view tag) {
  tag.remove_prefix(tag.starts_with("</") ? 2 : 1);
  std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/>"));
  name.remove_prefix(name.find(':') + 1);
  return name;
}

// The value of an attribute; empty if the tag has none of that name.
std::string_view attribute_of(std::string_view tag, std::string_view wanted) {
  while (!tag.empty()) {
    const std::size_t equals = tag.find('=');
    const std::size_t open = tag.find_first_of("\"'", equals);
    if (open == std::string_view::npos) return {};
    const std::size_t close = tag.find(tag[open], open + 1);
    if (close == std::string_view::npos) return {};
    std::string_view name = core::trim(tag.substr(0, equals));
    name.remove_prefix(name.find_last_of(core::kWhitespace) + 1);
    if (name == wanted) return core::trim(tag.substr(open + 1, close - open - 1));
    tag.remove_prefix(close + 1);
  }
  return {};
}

// Takes a number; 0 if there is none.
double take_number(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n,"), text.size());
  text.remove_prefix(begin);
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return problem == std::errc() && std::isfinite(number) ? number : 0;
}

// In CSS pixels; 0 if the text is none, or relative to something else.
double pixels_of(std::string_view length) {
  constexpr std::array<std::pair<std::string_view, double>, 8> kUnits{{{"", 1},
                                                                       {"px", 1},
                                                                       {"in", 96},
                                                                       {"cm", 96 / 2.54},
                                                                       {"mm", 96 / 25.4},
                                                                       {"pt", 96.0 / 72},
                                                                       {"pc", 16},
                                                                       {"em", 16}}};
  const double number = take_number(length);
  for (const auto& [unit, pixels] : kUnits)
    if (length == unit) return std::max(0.0, number * pixels);
  return 0;
}

void read_size_of(std::string_view root, PictureFile& picture) {
  double width = pixels_of(attribute_of(root, "width"));
  double height = pixels_of(attribute_of(root, "height"));
  std::string_view box = attribute_of(root, "viewBox");
  take_number(box);
  take_number(box);
  const double box_width = take_number(box);
  const double box_height = take_number(box);
  if (box_width > 0 && box_height > 0) {
    if (width == 0) width = height > 0 ? height * box_width / box_height : box_width;
    if (height == 0) height = width * box_height / box_width;
  }
  if (width == 0) width = kDefaultWidth;
  if (height == 0) height = kDefaultHeight;
  const double scale = std::min(1.0, kMostOfASide / std::max(width, height));
  picture.width = static_cast<std::uint32_t>(std::max(1.0, std::round(width * scale)));
  picture.height = static_cast<std::uint32_t>(std::max(1.0, std::round(height * scale)));
}

}  // namespace

bool begins_as_svg(std::string_view file) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (file.starts_with(kMark)) file.remove_prefix(kMark.size());
  while (!file.empty()) {
    const std::string_view part = take_part(file);
    if (part.empty()) return false;
    if (!is_no_tag(part)) return local_name(part) == "svg";
    if (is_text_between(part) && !core::trim(part).empty()) return false;
  }
  return false;
}

core::Result<PictureFile> read_svg(std::string_view file) {
  if (!core::is_utf8(file) || file.find('\0') != std::string_view::npos)
    return invalid_picture("must be text in UTF-8, as this is an SVG");
  PictureFile picture{PictureType::svg};
  picture.bare.reserve(file.size());
  std::size_t depth = 0;
  std::size_t left_out = 0;  // the depth of an element with metadata, which begins inside
  bool has_root = false;
  for (std::string_view rest = file; !rest.empty();) {
    const std::string_view part = take_part(rest);
    if (part.empty()) return cut_off(PictureType::svg);
    if (is_comment(part)) continue;
    if (part.starts_with("<!DOCTYPE") && part.find("<!ENTITY") != std::string_view::npos)
      return invalid_picture("must have no entities of its own, as this SVG has");
    if (is_no_tag(part)) {
      if (has_root && depth == 0 && is_text_between(part) && !core::is_blank(part))
        return damaged(PictureType::svg);
      if (left_out == 0) picture.bare += part;
      continue;
    }
    const bool ends = part.starts_with("</");
    const bool is_whole = part.ends_with("/>");
    if (depth == 0) {
      if (ends || has_root) return damaged(PictureType::svg);
      has_root = true;
      if (part.find(kSvgNamespace) == std::string_view::npos) {
        return invalid_picture("must have xmlns=\"" + std::string(kSvgNamespace) +
                               "\" in its first tag; browsers do not show an SVG without");
      }
      read_size_of(part, picture);
    }
    const bool is_metadata = left_out == 0 && !ends && local_name(part) == "metadata";
    if (is_metadata && !is_whole) left_out = depth + 1;
    if (left_out == 0 && !is_metadata) picture.bare += part;
    if (!is_whole) depth += ends ? std::size_t(-1) : 1;
    if (ends && depth + 1 == left_out) left_out = 0;
  }
  return depth == 0 ? core::Result<PictureFile>(std::move(picture)) : cut_off(PictureType::svg);
}

}  // namespace templates
