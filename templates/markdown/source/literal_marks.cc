#include "templates/markdown/source/literal_marks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/text/text.h"
#include "html/url.h"
#include "templates/markdown/source/block_lines.h"

namespace templates {
namespace {

constexpr std::string_view kMarks = "~*_";
constexpr std::string_view kHidden = "\xfa\xfb\xfc";

bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

bool is_punctuation(char c) {
  return !is_space(c) && !core::is_letter_or_digit(c) && !is_beyond_ascii(c);
}

void hide(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at)
    if (const std::size_t mark = kMarks.find(text[at]); mark != std::string_view::npos)
      text[at] = kHidden[mark];
}

// The length of the part of a URL whose marks are its own. It ends where the URL may be in a link,
// an attribute or a cell, and before marks that other letters follow than those of URLs.
std::size_t own_part(std::string_view url) {
  std::size_t end = std::min(url.find_first_of("[]|`\"'<>"), url.size());
  for (std::size_t at = url.find_first_of(kMarks); at < end; at = url.find_first_of(kMarks, at)) {
    const std::size_t begin = at;
    at = std::min(url.find_first_not_of(kMarks, at), url.size());
    if (at < url.size() && is_beyond_ascii(url[at])) end = begin;
  }
  return url.substr(0, end).find_last_not_of("?!.,:*_~;)") + 1;
}

void hide_marks_in_urls(std::string& text) {
  std::size_t at = 0;
  while (const auto link = html::find_autolink(text, at)) {
    at = link->end;
    if (link->url.starts_with("mailto:")) continue;
    const std::string_view url = std::string_view(text).substr(link->begin, at - link->begin);
    hide(text, link->begin, link->begin + own_part(url));
  }
}

struct Tildes {
  std::size_t begin;
  std::size_t count;
};

// GitHub-flavoured Markdown, 6.5, with the rules for `*` (CommonMark, 6.2). A single tilde within a
// word is text, as in 10~20.
class Strikethrough {
 public:
  explicit Strikethrough(std::string_view paragraph) : paragraph_(paragraph) {}

  void take(Tildes tildes) {
    const std::size_t end = tildes.begin + tildes.count;
    const char before = tildes.begin == 0 ? ' ' : paragraph_[tildes.begin - 1];
    const char after = end == paragraph_.size() ? ' ' : paragraph_[end];
    const bool is_in_word =
        !is_space(before) && !is_space(after) && !is_punctuation(before) && !is_punctuation(after);
    const bool may_open =
        !is_space(after) && (!is_punctuation(after) || is_space(before) || is_punctuation(before));
    const bool may_close =
        !is_space(before) && (!is_punctuation(before) || is_space(after) || is_punctuation(after));
    std::vector<Tildes>& open = open_[tildes.count - 1];
    if (tildes.count == 1 && is_in_word) {
      text_.push_back(tildes);
    } else if (may_close && !open.empty()) {
      open.pop_back();
      // md4c takes the first one, so those around are text.
      text_.insert(text_.end(), open.begin(), open.end());
      open.clear();
    } else {
      (may_open ? open : text_).push_back(tildes);
    }
  }

  // Those that strike nothing through.
  std::vector<Tildes> text() const {
    std::vector<Tildes> all = text_;
    for (const auto& open : open_) all.insert(all.end(), open.begin(), open.end());
    return all;
  }

 private:
  std::string_view paragraph_;
  std::array<std::vector<Tildes>, 2> open_;  // by their count
  std::vector<Tildes> text_;
};

void hide_tildes(std::string& text, std::size_t begin, std::size_t end) {
  const std::string_view paragraph = std::string_view(text).substr(begin, end - begin);
  if (paragraph.find('~') == std::string_view::npos) return;
  const auto code = ends_of_code(paragraph);
  Strikethrough strikethrough(paragraph);
  for (std::size_t at = 0; at < paragraph.size();) {
    at = paragraph.find_first_of("\\`~", at);
    if (at == std::string_view::npos) break;
    if (paragraph[at] == '\\') {
      at += 2;
      continue;
    }
    const std::size_t count =
        std::min(paragraph.find_first_not_of(paragraph[at], at), paragraph.size()) - at;
    if (paragraph[at] == '`') {
      const auto span = code.find(at);
      at = span != code.end() ? span->second : at + count;
    } else {
      constexpr std::size_t kMostTildes = 2;
      if (count <= kMostTildes) strikethrough.take({at, count});
      at += count;
    }
  }
  for (const Tildes& tildes : strikethrough.text())
    hide(text, begin + tildes.begin, begin + tildes.begin + tildes.count);
}

}  // namespace

std::string hide_literal_marks(std::string_view source) {
  std::string text(source);
  hide_marks_in_urls(text);
  if (text.find('~') == std::string::npos) return text;
  BlockLines lines;
  std::size_t paragraph = 0;
  std::string_view rest = source;
  while (!rest.empty()) {
    const std::size_t begin = source.size() - rest.size();
    const std::string_view line = take_line(rest);
    const LineKind kind = lines.take(line);
    if (kind == LineKind::text || kind == LineKind::html) continue;
    hide_tildes(text, paragraph, begin);
    // A heading is all in its line, or ends the text above it.
    const std::size_t end = source.size() - rest.size();
    if (kind == LineKind::heading) hide_tildes(text, begin, end);
    paragraph = end;
  }
  hide_tildes(text, paragraph, text.size());
  return text;
}

std::string show_literal_marks(std::string text) {
  for (char& c : text)
    if (const std::size_t mark = kHidden.find(c); mark != std::string_view::npos) c = kMarks[mark];
  return text;
}

std::unordered_map<std::size_t, std::size_t> ends_of_code(std::string_view paragraph) {
  std::unordered_map<std::size_t, std::size_t> ends;
  std::unordered_map<std::size_t, std::size_t> last_of_length;
  for (std::size_t at = paragraph.find('`'); at != std::string_view::npos;) {
    const std::size_t length =
        std::min(paragraph.find_first_not_of('`', at), paragraph.size()) - at;
    const auto [last, is_first] = last_of_length.emplace(length, at);
    if (!is_first) ends[std::exchange(last->second, at)] = at + length;
    at = paragraph.find('`', at + length);
  }
  return ends;
}

}  // namespace templates
