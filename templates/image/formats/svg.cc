// SVG: XML, of which the tags are found, and not checked further. Browsers show it as a picture,
// where nothing in it runs and nothing is loaded.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/encodings.h"
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

// The names of elements in which programs keep what they know of a picture: in RDF and XMP, and the
// whole file of Illustrator.
constexpr std::array<std::string_view, 5> kLeftOutElements{"metadata", "RDF", "xmpmeta", "pgf",
                                                           "aipgf"};
// The prefixes of what Inkscape adds for itself, such as the place of the file.
constexpr std::array<std::string_view, 2> kEditors{"inkscape:", "sodipodi:"};

constexpr std::string_view kBeginOfSection = "<![CDATA[";
constexpr std::string_view kEndOfSection = "]]>";

// Takes the part of XML that the text begins with: a text, or one in angle brackets. Empty if it
// does not end.
std::string_view take_part(std::string_view& text) {
  core::CpuLimit::check();
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kLong{
      {{"<!--", "-->"}, {kBeginOfSection, kEndOfSection}, {"<?", "?>"}}};
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

bool is_of_editor(std::string_view name) {
  return std::any_of(kEditors.begin(), kEditors.end(),
                     [name](std::string_view prefix) { return name.starts_with(prefix); });
}

// Browsers follow no instructions but those whose names begin so, such as xml-stylesheet.
bool is_left_out_instruction(std::string_view part) {
  return part.starts_with("<?") && !part.starts_with("<?xml");
}

// The name in a tag, without its prefix: "svg" of "<x:svg>" and "</svg>".
std::string_view local_name(std::string_view tag) {
  tag.remove_prefix(tag.starts_with("</") ? 2 : 1);
  std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/>"));
  name.remove_prefix(name.find(':') + 1);
  return name;
}

// Whether the element of this first tag is left out.
bool is_left_out(std::string_view tag) {
  return is_of_editor(tag.substr(1)) || std::find(kLeftOutElements.begin(), kLeftOutElements.end(),
                                                  local_name(tag)) != kLeftOutElements.end();
}

struct Attribute {
  std::string_view before;  // its name, back to the attribute before it
  std::string_view name;
  std::string_view value;
  std::string_view text;  // from its name to the closing quote
};

// Takes a tag up to the end of its next attribute; nothing if it has no more.
std::optional<Attribute> take_attribute(std::string_view& tag) {
  const std::size_t equals = tag.find('=');
  const std::size_t open = tag.find_first_of("\"'", equals);
  if (open == std::string_view::npos) return std::nullopt;
  const std::size_t close = tag.find(tag[open], open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  const std::string_view before = tag.substr(0, equals);
  const std::size_t end = before.find_last_not_of(core::kWhitespace) + 1;
  const std::size_t begin = before.substr(0, end).find_last_of(core::kWhitespace) + 1;
  const Attribute attribute{before.substr(0, begin), before.substr(begin, end - begin),
                            core::trim(tag.substr(open + 1, close - open - 1)),
                            tag.substr(begin, close + 1 - begin)};
  tag.remove_prefix(close + 1);
  return attribute;
}

// The value of an attribute; empty if the tag has none of that name.
std::string_view attribute_of(std::string_view tag, std::string_view wanted) {
  while (const auto attribute = take_attribute(tag))
    if (attribute->name == wanted) return attribute->value;
  return {};
}

// The data: URL of a picture without its metadata; nothing if it has none, or is no such URL.
std::optional<std::string> bare_embedded(std::string_view url) {
  if (!url.starts_with("data:image/")) return std::nullopt;
  std::string text;
  // Inkscape breaks lines so.
  constexpr std::string_view kLineFeed = "&#10;";
  for (std::size_t end = 0; !url.empty(); url.remove_prefix(end)) {
    if (url.starts_with(kLineFeed)) url.remove_prefix(kLineFeed.size());
    end = std::min(url.find(kLineFeed), url.size());
    text += url.substr(0, end);
  }
  const auto bytes = core::decode_file(std::move(text));
  const auto type = bytes ? picture_type_of(*bytes) : std::nullopt;
  if (!type || *type == PictureType::svg) return std::nullopt;
  const auto picture = read_picture(*bytes);
  if (!picture || picture->bare == *bytes) return std::nullopt;
  return "data:" + std::string(kind_of(*type).media_type) + ";base64," +
         core::to_base64(core::as_bytes(picture->bare));
}

// Styles without what their comments say. All parts of a style element are one text.
class BareStyles {
 public:
  std::string of_part(std::string_view part) {
    if (!part.starts_with(kBeginOfSection)) return of(part);
    part.remove_prefix(kBeginOfSection.size());
    part.remove_suffix(kEndOfSection.size());
    return std::string(kBeginOfSection).append(of(part)).append(kEndOfSection);
  }

  std::string of(std::string_view styles) {
    constexpr std::string_view kBeginOfComment = "/*";
    constexpr std::string_view kEndOfComment = "*/";
    std::string bare;
    while (!styles.empty()) {
      core::CpuLimit::check();
      std::size_t size = 1;
      if (is_in_comment_) {
        const std::size_t end = styles.find(kEndOfComment);
        if (end == std::string_view::npos) break;
        styles.remove_prefix(end);
        is_in_comment_ = false;
        size = kEndOfComment.size();
      } else if (styles.starts_with(kBeginOfComment)) {
        is_in_comment_ = true;
        size = kBeginOfComment.size();
      } else {
        size = size_without_comment(styles);
      }
      bare += styles.substr(0, size);
      styles.remove_prefix(std::min(size, styles.size()));
    }
    return bare;
  }

 private:
  // Texts in quotes and addresses may have what looks like the beginning of a comment.
  static std::size_t size_without_comment(std::string_view styles) {
    const char first = styles.front();
    if (first == '\\') return 2;
    if (core::starts_with_ignoring_case(styles, "url(")) {
      const std::size_t inside = styles.find_first_not_of(core::kWhitespace, 4);
      const bool is_quoted =
          inside != std::string_view::npos && (styles[inside] == '"' || styles[inside] == '\'');
      return is_quoted ? inside : std::min(styles.find(')'), styles.size());
    }
    if (first != '"' && first != '\'') return 1;
    std::size_t at = 1;
    while (at < styles.size() && styles[at] != first && styles[at] != '\n')
      at += styles[at] == '\\' ? 2 : 1;
    return at + 1;
  }

  bool is_in_comment_ = false;
};

// NAME="VALUE" after white space.
bool is_well_formed(const Attribute& attribute) {
  const std::string_view text = attribute.text;
  const std::string_view quoted = core::trim(text.substr(text.find('=') + 1));
  return !attribute.before.empty() && quoted.starts_with(text.back()) &&
         attribute.before.find_first_of("\"'") == std::string_view::npos &&
         attribute.name.find_first_of("\"'<") == std::string_view::npos;
}

// A tag without attributes of editors, and with bare pictures and styles. Nothing if an attribute
// is not well-formed: browsers show no such picture, and what is left could be read otherwise.
std::optional<std::string> bare_tag(std::string_view tag) {
  std::string bare;
  while (const auto attribute = take_attribute(tag)) {
    if (!is_well_formed(*attribute)) return std::nullopt;
    bare += attribute->before;
    if (is_of_editor(attribute->name)) continue;
    const auto keep = [&](std::string_view value, char quote) {
      bare.append(attribute->name).append({'=', quote}).append(value) += quote;
    };
    if (const auto embedded = bare_embedded(attribute->value))
      keep(*embedded, '"');
    else if (attribute->name == "style" && attribute->value.find("/*") != std::string_view::npos)
      keep(BareStyles().of(attribute->value), attribute->text.back());
    else
      bare += attribute->text;
  }
  return bare.append(tag);
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
  std::size_t left_out = 0;          // the depth of an element with metadata, which begins inside
  std::optional<BareStyles> styles;  // in an element with some
  bool has_root = false;
  for (std::string_view rest = file; !rest.empty();) {
    const std::string_view part = take_part(rest);
    if (part.empty()) return cut_off(PictureType::svg);
    if (is_comment(part) || is_left_out_instruction(part)) continue;
    if (part.starts_with("<!DOCTYPE") && part.find("<!ENTITY") != std::string_view::npos)
      return invalid_picture("must have no entities of its own, as this SVG has");
    if (is_no_tag(part)) {
      if (has_root && depth == 0 && is_text_between(part) && !core::is_blank(part))
        return damaged(PictureType::svg);
      if (left_out != 0) continue;
      if (styles)
        picture.bare += styles->of_part(part);
      else
        picture.bare += part;
      continue;
    }
    styles.reset();
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
    const bool is_metadata = left_out == 0 && !ends && depth > 0 && is_left_out(part);
    if (is_metadata && !is_whole) left_out = depth + 1;
    const auto bare = ends ? std::string(part) : bare_tag(part);
    if (!bare) {
      return invalid_picture(
          "must be well-formed: this SVG has an attribute that is not NAME=\"VALUE\" after white "
          "space");
    }
    if (left_out == 0 && !is_metadata) picture.bare += *bare;
    if (!ends && !is_whole && local_name(part) == "style") styles.emplace();
    if (!is_whole) depth += ends ? std::size_t(-1) : 1;
    if (ends && depth + 1 == left_out) left_out = 0;
  }
  return depth == 0 ? core::Result<PictureFile>(std::move(picture)) : cut_off(PictureType::svg);
}

}  // namespace templates
