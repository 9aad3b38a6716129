#include "templates/markdown/first_heading.h"

#include <array>
#include <cstddef>

#include "core/text/split.h"
#include "core/text/utf8.h"
#include "templates/markdown/markdown.h"
#include "templates/markdown/source/front_matter.h"

namespace templates {
namespace {

constexpr std::size_t kMostCharacters = 255;

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

std::string in_one_line(const std::string& text) {
  std::string line;
  for (const std::string& word : core::split_words(text)) line += (line.empty() ? "" : " ") + word;
  while (core::count_code_points(line) > kMostCharacters)
    line.resize(core::whole_characters(line, line.size() - 1).size());
  return line;
}

}  // namespace

std::string first_heading(std::string_view source) {
  source.remove_prefix(FrontMatter(source).size());
  for (const std::size_t size : kPiecesRead) {
    const std::string_view piece = beginning(source, size);
    for (const Heading& heading : render_markdown(std::string(piece)).headings)
      if (std::string text = in_one_line(heading.text); !text.empty()) return text;
    if (piece.size() == source.size()) break;
  }
  return {};
}

}  // namespace templates
