#include "templates/pdf/pdf_pages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <map>
#include <string>

#include <zlib.h>

#include "core/cpu_limit.h"

namespace templates {
namespace {

constexpr int kMostPages = 10'000'000;
// The most that all streams with objects have together, unpacked.
constexpr std::size_t kMostUnpacked = std::size_t{64} << 20;
constexpr int kDeepest = 64;
constexpr std::string_view kEndOfStream = "endstream";

bool is_white(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_delimiter(char c) {
  return std::string_view("()<>[]{}/%").find(c) != std::string_view::npos;
}
bool is_regular(char c) { return !is_white(c) && !is_delimiter(c); }

void skip_white(std::string_view& text) {
  while (!text.empty() && (is_white(text.front()) || text.front() == '%')) {
    if (text.front() == '%')
      text.remove_prefix(std::min(text.find_first_of("\r\n"), text.size()));
    else
      text.remove_prefix(1);
  }
}

// A whole number from 0; nothing for any other text.
std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc() || stop != end || number < 0) return std::nullopt;
  return number;
}

std::string_view take_word(std::string_view& text) {
  skip_white(text);
  std::size_t size = 0;
  while (size < text.size() && is_regular(text[size])) ++size;
  const std::string_view word = text.substr(0, size);
  text.remove_prefix(size);
  return word;
}

// Takes a string in parentheses, which may have others in it.
void skip_string(std::string_view& text) {
  std::size_t at = 0;
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '(')
      ++depth;
    else if (text[at] == ')' && --depth == 0)
      break;
  }
  text.remove_prefix(std::min(at + 1, text.size()));
}

// Takes a value; false where there is none. Of an array or dictionary, all that is in it.
bool skip_value(std::string_view& text, int depth = 0) {
  skip_white(text);
  if (text.empty() || depth > kDeepest) return false;
  const auto skip_until = [&](std::string_view end) {
    for (;;) {
      skip_white(text);
      if (text.starts_with(end)) break;
      if (!skip_value(text, depth + 1)) return false;
    }
    text.remove_prefix(end.size());
    return true;
  };
  const char first = text.front();
  if (first == '(') {
    skip_string(text);
    return true;
  }
  if (text.starts_with("<<")) {
    text.remove_prefix(2);
    return skip_until(">>");
  }
  if (first == '<') {
    text.remove_prefix(std::min(text.find('>'), text.size() - 1) + 1);
    return true;
  }
  if (first == '[') {
    text.remove_prefix(1);
    return skip_until("]");
  }
  if (first == '/')
    text.remove_prefix(1);
  else if (is_delimiter(first))
    return false;
  return !take_word(text).empty() || first == '/';
}

// The members of a dictionary that are looked at, as they are written.
struct Dictionary {
  enum Member : std::size_t {
    type,
    count,
    pages,
    root,
    length,
    filter,
    parameters,
    first,
    objects
  };
  std::array<std::string_view, objects + 1> members;

  std::string_view operator[](Member member) const { return members[member]; }
  // The number of the object that the member refers to, as "3 0 R".
  std::optional<int> reference(Member member) const {
    std::string_view text = members[member];
    const auto number = number_in(take_word(text));
    const auto generation = number_in(take_word(text));
    if (!number || !generation || take_word(text) != "R") return std::nullopt;
    return number;
  }
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_white(text.back())) text.remove_suffix(1);
  return text;
}

// Takes the dictionary that the text begins with; nothing if it begins with something else.
std::optional<Dictionary> take_dictionary(std::string_view& text) {
  constexpr std::array<std::string_view, Dictionary::objects + 1> kNames{
      "Type", "Count", "Pages", "Root", "Length", "Filter", "DecodeParms", "First", "N"};
  skip_white(text);
  if (!text.starts_with("<<")) return std::nullopt;
  text.remove_prefix(2);
  Dictionary dictionary;
  for (;;) {
    skip_white(text);
    if (text.starts_with(">>")) break;
    if (!text.starts_with('/')) return std::nullopt;
    text.remove_prefix(1);
    const std::string_view name = take_word(text);
    const std::string_view begin = text;
    // A reference is three words.
    do {
      if (!skip_value(text)) return std::nullopt;
      skip_white(text);
    } while (!text.empty() && (is_digit(text.front()) || text.front() == 'R'));
    const auto known = std::find(kNames.begin(), kNames.end(), name);
    if (known == kNames.end()) continue;
    std::string_view value = begin.substr(0, begin.size() - text.size());
    skip_white(value);
    dictionary.members[static_cast<std::size_t>(known - kNames.begin())] = trimmed(value);
  }
  text.remove_prefix(2);
  return dictionary;
}

// The data of a stream, unpacked, if it has at most so many bytes.
std::optional<std::string> unpack(std::string_view data, std::size_t most) {
  z_stream inflating{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast,cppcoreguidelines-pro-type-const-cast)
  inflating.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(data.data()));
  inflating.avail_in = static_cast<uInt>(data.size());
  if (inflateInit(&inflating) != Z_OK) return std::nullopt;
  struct End {
    z_stream& stream;
    ~End() { inflateEnd(&stream); }
  } const end{inflating};
  std::string text;
  std::array<Bytef, std::size_t{64} * 1024> piece;
  int state = Z_OK;
  while (state == Z_OK) {
    core::CpuLimit::check();
    inflating.next_out = piece.data();
    inflating.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&inflating, Z_NO_FLUSH);
    const std::size_t size = piece.size() - inflating.avail_out;
    if (text.size() + size > most || (size == 0 && state == Z_OK)) return std::nullopt;
    text.append(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(size));
  }
  return state == Z_STREAM_END ? std::optional(std::move(text)) : std::nullopt;
}

class PageCounter {
 public:
  std::optional<int> count(std::string_view file) {
    std::string_view rest = file;
    while (is_readable_) {
      core::CpuLimit::check();
      const std::size_t object = find_object(rest);
      read_trailer(rest.substr(0, object));
      if (object == std::string_view::npos) break;
      rest.remove_prefix(object);
      const int number = number_in(take_word(rest)).value_or(0);
      take_word(rest);
      take_word(rest);
      read_object(number, rest);
    }
    const auto catalog = root_ ? catalogs_.find(*root_) : catalogs_.end();
    if (!is_readable_ || catalog == catalogs_.end()) return std::nullopt;
    const auto pages = page_trees_.find(catalog->second);
    return pages == page_trees_.end() ? std::nullopt : std::optional(pages->second);
  }

 private:
  // Where the next "3 0 obj" begins.
  static std::size_t find_object(std::string_view text) {
    for (std::size_t at = text.find("obj"); at != std::string_view::npos;
         at = text.find("obj", at + 3)) {
      const auto skip_back = [&](std::size_t from, auto is_skipped) {
        while (from > 0 && is_skipped(text[from - 1])) --from;
        return from;
      };
      const std::size_t generation_end = skip_back(at, is_white);
      const std::size_t generation = skip_back(generation_end, is_digit);
      const std::size_t number_end = skip_back(generation, is_white);
      const std::size_t number = skip_back(number_end, is_digit);
      const bool is_object = generation < generation_end && generation_end < at &&
                             number < number_end && number_end < generation;
      if (is_object) return number;
    }
    return std::string_view::npos;
  }

  void read_trailer(std::string_view between) {
    constexpr std::string_view kTrailer = "trailer";
    const std::size_t at = between.rfind(kTrailer);
    if (at == std::string_view::npos) return;
    between.remove_prefix(at + kTrailer.size());
    if (const auto dictionary = take_dictionary(between)) take_root(*dictionary);
  }

  void take_root(const Dictionary& dictionary) {
    if (const auto root = dictionary.reference(Dictionary::root)) root_ = root;
  }

  // Takes the object, with its stream.
  void read_object(int number, std::string_view& rest) {
    skip_white(rest);
    const bool is_dictionary = rest.starts_with("<<");
    const auto dictionary = take_dictionary(rest);
    is_readable_ = is_readable_ && dictionary.has_value() == is_dictionary;
    if (!dictionary) return;
    note(number, *dictionary);
    skip_white(rest);
    constexpr std::string_view kStream = "stream";
    if (!rest.starts_with(kStream)) return;
    rest.remove_prefix(kStream.size());
    if (rest.starts_with('\r')) rest.remove_prefix(1);
    if (rest.starts_with('\n')) rest.remove_prefix(1);
    const std::string_view data = take_stream(*dictionary, rest);
    const std::string_view type = (*dictionary)[Dictionary::type];
    if (type == "/XRef") take_root(*dictionary);
    if (type == "/ObjStm") is_readable_ = is_readable_ && read_objects(*dictionary, data);
  }

  // Whether a stream ends here, after the end of a line. Looks no further, as many streams may
  // state lengths that lead to the same place.
  static bool is_end_of_stream(std::string_view text) {
    constexpr std::size_t kMostWhite = 2;
    for (std::size_t i = 0; i < kMostWhite && !text.empty() && is_white(text.front()); ++i)
      text.remove_prefix(1);
    return text.starts_with(kEndOfStream);
  }

  static std::string_view take_stream(const Dictionary& dictionary, std::string_view& rest) {
    const auto length = number_in(dictionary[Dictionary::length]);
    std::size_t size = length ? static_cast<std::size_t>(*length) : rest.size();
    if (!is_end_of_stream(rest.substr(std::min(size, rest.size()))))
      size = std::min(rest.find(kEndOfStream), rest.size());
    const std::string_view data = rest.substr(0, size);
    rest.remove_prefix(size);
    return data;
  }

  // The objects in a stream: their numbers and places come first.
  bool read_objects(const Dictionary& dictionary, std::string_view data) {
    const std::string_view filter = dictionary[Dictionary::filter];
    const bool is_packed =
        filter == "/FlateDecode" || filter == "[/FlateDecode]" || filter == "[ /FlateDecode ]";
    if (!dictionary[Dictionary::parameters].empty() || (!is_packed && !filter.empty()))
      return false;
    std::optional<std::string> unpacked;
    if (is_packed) {
      unpacked = unpack(data, kMostUnpacked - unpacked_);
      if (!unpacked) return false;
      unpacked_ += unpacked->size();
    }
    const std::string_view text = unpacked ? std::string_view(*unpacked) : data;
    const auto first = number_in(dictionary[Dictionary::first]);
    const auto objects = number_in(dictionary[Dictionary::objects]);
    if (!first || !objects || static_cast<std::size_t>(*first) > text.size()) return false;
    std::string_view head = text.substr(0, static_cast<std::size_t>(*first));
    const std::string_view body = text.substr(static_cast<std::size_t>(*first));
    std::size_t taken = 0;
    for (int i = 0; i < *objects; ++i) {
      core::CpuLimit::check();
      const auto number = number_in(take_word(head));
      const auto place = number_in(take_word(head));
      const std::size_t begin = place ? static_cast<std::size_t>(*place) : 0;
      if (!number || !place || begin < taken || begin > body.size()) return false;
      std::string_view object = body.substr(begin);
      if (const auto one = take_dictionary(object)) note(*number, *one);
      taken = body.size() - object.size();
    }
    return true;
  }

  void note(int number, const Dictionary& dictionary) {
    const std::string_view type = dictionary[Dictionary::type];
    if (type == "/Catalog") {
      if (const auto pages = dictionary.reference(Dictionary::pages)) catalogs_[number] = *pages;
    } else if (type == "/Pages") {
      const auto pages = number_in(dictionary[Dictionary::count]);
      if (pages && *pages <= kMostPages) page_trees_[number] = *pages;
    }
  }

  std::optional<int> root_;        // the number of the catalog
  std::map<int, int> catalogs_;    // with the number of their page tree
  std::map<int, int> page_trees_;  // with the pages in each
  std::size_t unpacked_ = 0;
  bool is_readable_ = true;
};

}  // namespace

std::optional<int> count_pdf_pages(std::string_view file) { return PageCounter().count(file); }

}  // namespace templates
