#include "templates/markdown/first_heading.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/text/ascii.h"
#include "core/text/split.h"
#include "core/text/utf8.h"
#include "templates/markdown/extracted/front_matter.h"
#include "templates/markdown/extracted/picture_data.h"
#include "templates/markdown/markdown.h"
#include "templates/page_head.h"

namespace templates {
namespace {

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

// Whether text of such characters means only itself, wherever it stands in a heading. Characters
// from U+E000 on may have a meaning for the renderer.
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

}  // namespace

std::string first_heading(std::string_view source) {
  source.remove_prefix(FrontMatter(source).size());
  if (std::string text = plain_heading(source); !text.empty()) return text;
  // A logo may stand above it.
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

}  // namespace templates
