#include "templates/markdown/headings.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/text/text.h"
#include "templates/markdown/extracted/front_matter.h"
#include "templates/markdown/images.h"
#include "templates/markdown/markdown.h"
#include "templates/markdown/named_texts.h"
#include "templates/rendered_content.h"

namespace templates {
namespace {

constexpr std::size_t kLongestHeading = 200;

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// Beyond ASCII: punctuation, symbols and invisible characters, as far as they occur in headings.
constexpr auto kDropped = std::to_array<Range>({
    {0x80, 0xa9},     {0xab, 0xb4},     {0xb6, 0xb9},       {0xbb, 0xbf},       {0xd7, 0xd7},
    {0xf7, 0xf7},     {0x37e, 0x37e},   {0x387, 0x387},     {0x55a, 0x55f},     {0x589, 0x58a},
    {0x5be, 0x5be},   {0x5c0, 0x5c0},   {0x5c3, 0x5c3},     {0x5f3, 0x5f4},     {0x600, 0x60f},
    {0x61b, 0x61f},   {0x66a, 0x66d},   {0x6d4, 0x6d4},     {0x964, 0x965},     {0xe3f, 0xe3f},
    {0xe4f, 0xe4f},   {0xe5a, 0xe5b},   {0x2000, 0x2070},   {0x2072, 0x207e},   {0x2080, 0x208f},
    {0x20a0, 0x20cf}, {0x2100, 0x215f}, {0x2190, 0x24b5},   {0x24ea, 0x2bff},   {0x2e00, 0x2fff},
    {0x3000, 0x3004}, {0x3008, 0x3020}, {0x3030, 0x3030},   {0x303d, 0x303f},   {0x30a0, 0x30a0},
    {0x30fb, 0x30fb}, {0x3200, 0x33ff}, {0xe000, 0xf8ff},   {0xfd3e, 0xfd3f},   {0xfe10, 0xfe1f},
    {0xfe30, 0xfe6f}, {0xfeff, 0xfeff}, {0xff01, 0xff0f},   {0xff1a, 0xff20},   {0xff3b, 0xff40},
    {0xff5b, 0xff65}, {0xffe0, 0xffff}, {0x1f000, 0x1faff}, {0xe0000, 0xe007f},
});

struct Capitals {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t offset;  // from upper to lower case; 1 where the two alternate
};

constexpr auto kCapitals = std::to_array<Capitals>({
    {0x41, 0x5a, 32},    {0xc0, 0xd6, 32},    {0xd8, 0xde, 32},   {0x100, 0x12e, 1},
    {0x132, 0x136, 1},   {0x139, 0x147, 1},   {0x14a, 0x176, 1},  {0x179, 0x17d, 1},
    {0x386, 0x386, 38},  {0x388, 0x38a, 37},  {0x38c, 0x38c, 64}, {0x38e, 0x38f, 63},
    {0x391, 0x3a1, 32},  {0x3a3, 0x3ab, 32},  {0x400, 0x40f, 80}, {0x410, 0x42f, 32},
    {0x460, 0x480, 1},   {0x48a, 0x4be, 1},   {0x4d0, 0x52e, 1},  {0x531, 0x556, 48},
    {0x1e00, 0x1e94, 1}, {0x1ea0, 0x1efe, 1},
});

// The entry that contains `code_point`, or null; the tables are sorted.
template <typename Table>
const typename Table::value_type* find_range(const Table& table, std::uint32_t code_point) {
  const auto* const found =
      std::lower_bound(table.begin(), table.end(), code_point,
                       [](const auto& range, std::uint32_t wanted) { return range.last < wanted; });
  return found != table.end() && found->first <= code_point ? found : nullptr;
}

std::uint32_t small_letter(std::uint32_t code_point) {
  const Capitals* range = find_range(kCapitals, code_point);
  if (range == nullptr) return code_point;
  if (range->offset == 1 && (code_point - range->first) % 2 == 1) return code_point;
  return code_point + range->offset;
}

bool stays(std::uint32_t code_point) {
  if (code_point >= 0x80) return find_range(kDropped, code_point) == nullptr;
  return (code_point >= 'a' && code_point <= 'z') || (code_point >= '0' && code_point <= '9') ||
         code_point == '-' || code_point == '_';
}

// How much of a document is read. Nearly all have their heading in the first piece.
constexpr std::array<std::size_t, 2> kPiecesRead{std::size_t{1} << 10, std::size_t{32} << 10};

// The beginning of `source`, which ends between blocks if possible.
std::string_view beginning(std::string_view source, std::size_t size) {
  if (source.size() <= size) return source;
  source = core::whole_characters(source, size);
  for (const std::string_view end : {"\n\n", "\n"})
    if (const std::size_t place = source.rfind(end); place != std::string_view::npos)
      return source.substr(0, place + 1);
  return source;
}

std::string in_one_line(std::string_view text) {
  std::string line;
  for (const std::string& word : core::split_words(text)) line += (line.empty() ? "" : " ") + word;
  line.resize(beginning_for_title(line).size());
  return line;
}

// Whether text of such characters is never markup, anywhere in a heading. Characters from U+E000 on
// may have a meaning for the renderer.
bool is_plain(std::string_view text) {
  constexpr unsigned char kFirstOfPrivateUse = 0xee;
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return core::is_letter_or_digit(c) || (byte >= 0x80 && byte < kFirstOfPrivateUse) ||
           std::string_view(" ,'()?%-").find(c) != std::string_view::npos;
  });
}

// The text of a plain heading such as "# Title" in the first line; empty if that is anything else.
// Most documents begin with one, which need not be rendered to be read.
std::string plain_heading(std::string_view source) {
  constexpr std::size_t kMostMarks = 6;
  std::string_view line = core::whole_characters(source, kPiecesRead.back());
  line = line.substr(0, line.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
  if (marks == 0 || marks > kMostMarks || !line.substr(marks).starts_with(' ')) return {};
  const std::string_view text = line.substr(marks);
  return is_plain(text) ? in_one_line(text) : std::string();
}

constexpr std::size_t kFewestHeadings = 4;
constexpr int kMostEntries = 200;
constexpr int kLevels = 3;

// The depth of each heading among those above it. Levels that a document skips do not count.
std::vector<int> depths_of(std::span<const Heading> headings) {
  std::vector<int> depths;
  depths.reserve(headings.size());
  std::vector<int> levels_above;
  for (const Heading& heading : headings) {
    while (!levels_above.empty() && levels_above.back() >= heading.level) levels_above.pop_back();
    levels_above.push_back(heading.level);
    depths.push_back(static_cast<int>(levels_above.size()));
  }
  return depths;
}

}  // namespace

std::string heading_slug(std::string_view heading) {
  // If this cuts through a character, the rest of it is dropped: no slug contains U+FFFD.
  heading = heading.substr(0, kLongestHeading);
  std::string slug;
  while (!heading.empty()) {
    const std::uint32_t code_point = small_letter(core::take_code_point(heading));
    if (code_point == ' ') {
      slug += '-';
    } else if (stays(code_point)) {
      append_utf8(slug, code_point);
    }
  }
  return slug;
}

std::string HeadingIds::next(std::string_view heading) {
  const std::string wanted = "h-" + heading_slug(heading);
  std::string id = wanted;
  while (!given_.emplace(id, 0).second) id = wanted + '-' + std::to_string(++given_[wanted]);
  return id;
}

std::string HeadingIds::take(std::string_view wanted) {
  std::string id = "h-" + std::string(wanted);
  return given_.emplace(id, 0).second ? id : std::string();
}

std::string first_heading(std::string_view source) {
  source.remove_prefix(FrontMatter(source).size());
  if (std::string text = plain_heading(source); !text.empty()) return text;
  // A logo may precede it.
  const PictureData pictures(source);
  for (const std::size_t size : kPiecesRead) {
    const std::string_view piece = beginning(pictures.source(), size);
    for (const Heading& heading : render_markdown(std::string(piece)).headings)
      if (std::string text = in_one_line(pictures.abridged(heading.text)); !text.empty())
        return text;
    if (piece.size() == pictures.source().size()) break;
  }
  return {};
}

html::Html table_of_contents(std::span<const Heading> headings, html::Language language) {
  if (headings.size() < kFewestHeadings) return {};
  const std::vector<int> depths = depths_of(headings);
  int deepest = kLevels;
  const auto is_listed = [&](std::size_t i) {
    return depths[i] <= deepest && !headings[i].text.empty();
  };
  const auto has_too_many = [&] {
    int entries = 0;
    for (std::size_t i = 0; i < headings.size(); ++i) entries += is_listed(i) ? 1 : 0;
    return entries > kMostEntries;
  };
  while (deepest > 1 && has_too_many()) --deepest;

  html::Html entries;
  int listed = 0;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    if (!is_listed(i)) continue;
    if (++listed > kMostEntries) break;
    entries += html::format("<li class=\"contents-{}\"><a href=\"#{}\">{}</a></li>\n",
                            std::to_string(depths[i]), headings[i].id, headings[i].text);
  }
  const html::Html name = html::format(language, "Contents");
  return html::format(
      "<nav class=\"contents\" aria-label=\"{}\"><details><summary>{}</summary>"
      // The direction of its first entry is that of all.
      "<ol dir=\"auto\">\n{}</ol></details></nav>\n",
      name, name, entries);
}

}  // namespace templates
