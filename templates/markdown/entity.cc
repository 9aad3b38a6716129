#include "templates/markdown/entity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace pages {
namespace {

struct Entity {
  std::string_view name;
  std::string_view text;
};

constexpr std::array<Entity, 178> kEntities{{
    {"AElig", "\xc3\x86"},
    {"Aacute", "\xc3\x81"},
    {"Agrave", "\xc3\x80"},
    {"Aring", "\xc3\x85"},
    {"Auml", "\xc3\x84"},
    {"Ccedil", "\xc3\x87"},
    {"Dagger", "\xe2\x80\xa1"},
    {"Delta", "\xce\x94"},
    {"Eacute", "\xc3\x89"},
    {"Egrave", "\xc3\x88"},
    {"Gamma", "\xce\x93"},
    {"Hat", "\x5e"},
    {"Lambda", "\xce\x9b"},
    {"NewLine", "\x0a"},
    {"Ntilde", "\xc3\x91"},
    {"Omega", "\xce\xa9"},
    {"Oslash", "\xc3\x98"},
    {"Ouml", "\xc3\x96"},
    {"Phi", "\xce\xa6"},
    {"Pi", "\xce\xa0"},
    {"Prime", "\xe2\x80\xb3"},
    {"Sigma", "\xce\xa3"},
    {"Tab", "\x09"},
    {"Theta", "\xce\x98"},
    {"Uuml", "\xc3\x9c"},
    {"aacute", "\xc3\xa1"},
    {"acirc", "\xc3\xa2"},
    {"aelig", "\xc3\xa6"},
    {"agrave", "\xc3\xa0"},
    {"alpha", "\xce\xb1"},
    {"amp", "\x26"},
    {"apos", "\x27"},
    {"aring", "\xc3\xa5"},
    {"ast", "\x2a"},
    {"asymp", "\xe2\x89\x88"},
    {"atilde", "\xc3\xa3"},
    {"auml", "\xc3\xa4"},
    {"bdquo", "\xe2\x80\x9e"},
    {"beta", "\xce\xb2"},
    {"bsol", "\x5c"},
    {"bull", "\xe2\x80\xa2"},
    {"ccedil", "\xc3\xa7"},
    {"cent", "\xc2\xa2"},
    {"check", "\xe2\x9c\x93"},
    {"circ", "\xcb\x86"},
    {"clubs", "\xe2\x99\xa3"},
    {"colon", "\x3a"},
    {"comma", "\x2c"},
    {"commat", "\x40"},
    {"copy", "\xc2\xa9"},
    {"cross", "\xe2\x9c\x97"},
    {"curren", "\xc2\xa4"},
    {"dagger", "\xe2\x80\xa0"},
    {"darr", "\xe2\x86\x93"},
    {"deg", "\xc2\xb0"},
    {"delta", "\xce\xb4"},
    {"diams", "\xe2\x99\xa6"},
    {"divide", "\xc3\xb7"},
    {"dollar", "\x24"},
    {"eacute", "\xc3\xa9"},
    {"ecirc", "\xc3\xaa"},
    {"egrave", "\xc3\xa8"},
    {"emsp", "\xe2\x80\x83"},
    {"ensp", "\xe2\x80\x82"},
    {"epsilon", "\xce\xb5"},
    {"equals", "\x3d"},
    {"equiv", "\xe2\x89\xa1"},
    {"euml", "\xc3\xab"},
    {"euro", "\xe2\x82\xac"},
    {"excl", "\x21"},
    {"frac12", "\xc2\xbd"},
    {"frac14", "\xc2\xbc"},
    {"frac34", "\xc2\xbe"},
    {"gamma", "\xce\xb3"},
    {"ge", "\xe2\x89\xa5"},
    {"grave", "\x60"},
    {"gt", "\x3e"},
    {"hArr", "\xe2\x87\x94"},
    {"harr", "\xe2\x86\x94"},
    {"hearts", "\xe2\x99\xa5"},
    {"hellip", "\xe2\x80\xa6"},
    {"hyphen", "\xe2\x80\x90"},
    {"iacute", "\xc3\xad"},
    {"icirc", "\xc3\xae"},
    {"iexcl", "\xc2\xa1"},
    {"igrave", "\xc3\xac"},
    {"infin", "\xe2\x88\x9e"},
    {"int", "\xe2\x88\xab"},
    {"iquest", "\xc2\xbf"},
    {"iuml", "\xc3\xaf"},
    {"lArr", "\xe2\x87\x90"},
    {"lambda", "\xce\xbb"},
    {"laquo", "\xc2\xab"},
    {"larr", "\xe2\x86\x90"},
    {"lbrack", "\x5b"},
    {"lcub", "\x7b"},
    {"ldquo", "\xe2\x80\x9c"},
    {"le", "\xe2\x89\xa4"},
    {"lowbar", "\x5f"},
    {"lpar", "\x28"},
    {"lsaquo", "\xe2\x80\xb9"},
    {"lsquo", "\xe2\x80\x98"},
    {"lt", "\x3c"},
    {"mdash", "\xe2\x80\x94"},
    {"micro", "\xc2\xb5"},
    {"middot", "\xc2\xb7"},
    {"mu", "\xce\xbc"},
    {"nbsp", "\xc2\xa0"},
    {"ndash", "\xe2\x80\x93"},
    {"ne", "\xe2\x89\xa0"},
    {"ntilde", "\xc3\xb1"},
    {"num", "\x23"},
    {"oacute", "\xc3\xb3"},
    {"ocirc", "\xc3\xb4"},
    {"ograve", "\xc3\xb2"},
    {"oline", "\xe2\x80\xbe"},
    {"omega", "\xcf\x89"},
    {"ordf", "\xc2\xaa"},
    {"ordm", "\xc2\xba"},
    {"oslash", "\xc3\xb8"},
    {"otilde", "\xc3\xb5"},
    {"ouml", "\xc3\xb6"},
    {"para", "\xc2\xb6"},
    {"part", "\xe2\x88\x82"},
    {"percnt", "\x25"},
    {"period", "\x2e"},
    {"permil", "\xe2\x80\xb0"},
    {"phi", "\xcf\x86"},
    {"pi", "\xcf\x80"},
    {"plus", "\x2b"},
    {"plusmn", "\xc2\xb1"},
    {"pound", "\xc2\xa3"},
    {"prime", "\xe2\x80\xb2"},
    {"prod", "\xe2\x88\x8f"},
    {"quest", "\x3f"},
    {"quot", "\x22"},
    {"rArr", "\xe2\x87\x92"},
    {"radic", "\xe2\x88\x9a"},
    {"raquo", "\xc2\xbb"},
    {"rarr", "\xe2\x86\x92"},
    {"rbrack", "\x5d"},
    {"rcub", "\x7d"},
    {"rdquo", "\xe2\x80\x9d"},
    {"reg", "\xc2\xae"},
    {"rpar", "\x29"},
    {"rsaquo", "\xe2\x80\xba"},
    {"rsquo", "\xe2\x80\x99"},
    {"sbquo", "\xe2\x80\x9a"},
    {"sect", "\xc2\xa7"},
    {"semi", "\x3b"},
    {"shy", "\xc2\xad"},
    {"sigma", "\xcf\x83"},
    {"sol", "\x2f"},
    {"spades", "\xe2\x99\xa0"},
    {"star", "\xe2\x98\x86"},
    {"sum", "\xe2\x88\x91"},
    {"sup1", "\xc2\xb9"},
    {"sup2", "\xc2\xb2"},
    {"sup3", "\xc2\xb3"},
    {"szlig", "\xc3\x9f"},
    {"tau", "\xcf\x84"},
    {"theta", "\xce\xb8"},
    {"thinsp", "\xe2\x80\x89"},
    {"tilde", "\xcb\x9c"},
    {"times", "\xc3\x97"},
    {"trade", "\xe2\x84\xa2"},
    {"uacute", "\xc3\xba"},
    {"uarr", "\xe2\x86\x91"},
    {"ucirc", "\xc3\xbb"},
    {"ugrave", "\xc3\xb9"},
    {"uuml", "\xc3\xbc"},
    {"verbar", "\x7c"},
    {"vert", "\x7c"},
    {"yacute", "\xc3\xbd"},
    {"yen", "\xc2\xa5"},
    {"yuml", "\xc3\xbf"},
    {"zwj", "\xe2\x80\x8d"},
    {"zwnj", "\xe2\x80\x8c"},
}};

static_assert(std::is_sorted(kEntities.begin(), kEntities.end(),
                             [](const Entity& a, const Entity& b) { return a.name < b.name; }));

// CommonMark, 2.5: what is no character stands for U+FFFD.
std::optional<std::string> decode_number(std::string_view digits, int base) {
  std::uint32_t code_point = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, problem] = std::from_chars(digits.data(), end, code_point, base);
  if (digits.empty() || stop != end) return std::nullopt;
  const bool is_character = problem == std::errc() && code_point != 0 && code_point <= 0x10ffff &&
                            (code_point < 0xd800 || code_point > 0xdfff);
  std::string text;
  append_utf8(text, is_character ? code_point : 0xfffd);
  return text;
}

}  // namespace

std::optional<std::string> decode_entity(std::string_view reference) {
  if (reference.size() < 3 || reference.front() != '&' || reference.back() != ';')
    return std::nullopt;
  const std::string_view name = reference.substr(1, reference.size() - 2);
  if (name.starts_with("#x") || name.starts_with("#X")) return decode_number(name.substr(2), 16);
  if (name.starts_with("#")) return decode_number(name.substr(1), 10);
  const auto* const found = std::lower_bound(
      kEntities.begin(), kEntities.end(), name,
      [](const Entity& entity, std::string_view wanted) { return entity.name < wanted; });
  if (found == kEntities.end() || found->name != name) return std::nullopt;
  return std::string(found->text);
}

void append_utf8(std::string& text, std::uint32_t code_point) {
  const auto append = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
  const auto append_tail = [&](unsigned shift) { append(0x80 | (code_point >> shift & 0x3f)); };
  if (code_point < 0x80) {
    append(code_point);
    return;
  }
  if (code_point < 0x800) {
    append(0xc0 | code_point >> 6);
  } else {
    if (code_point < 0x10000) {
      append(0xe0 | code_point >> 12);
    } else {
      append(0xf0 | code_point >> 18);
      append_tail(12);
    }
    append_tail(6);
  }
  append_tail(0);
}

}  // namespace pages
