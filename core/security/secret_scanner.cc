#include "core/security/secret_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "core/security/secret_rules.h"
#include "core/text/json.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"

namespace core {
namespace {

// For each pair of characters, which prefixes have it at their anchor. An anchor is three
// characters, two pairs, one of which begins at an even offset wherever the prefix is.
class PairTable {
 public:
  PairTable() {
    for (const SecretRule& rule : secret_rules()) {
      add(rule, rule.anchor);
      add(rule, rule.anchor + 1);
    }
  }

  static std::size_t pair_at(const char* text) {
    std::uint16_t pair = 0;
    std::memcpy(&pair, text, sizeof pair);
    return pair;
  }

  // Not 0 if a prefix has the pair.
  std::uint8_t entry(std::size_t pair) const { return entries_[pair]; }

  struct Candidate {
    const SecretRule* rule;
    std::size_t before;  // how far the pair is from the beginning of the prefix
  };
  const std::vector<Candidate>& candidates(std::uint8_t entry) const { return candidates_[entry]; }

 private:
  void add(const SecretRule& rule, std::size_t offset) {
    std::uint8_t& entry = entries_[pair_at(rule.prefix.substr(offset, 2).data())];
    if (entry == 0) {
      candidates_.emplace_back();
      entry = static_cast<std::uint8_t>(candidates_.size() - 1);
    }
    candidates_[entry].push_back({&rule, offset});
  }

  std::array<std::uint8_t, std::size_t{1} << 16> entries_{};
  std::vector<std::vector<Candidate>> candidates_{1};
};

const PairTable& pair_table() {
  static const auto table = std::make_unique<const PairTable>();
  return *table;
}

class Scan {
 public:
  Scan(std::string_view text, ScanEffort& effort) : text_(text), effort_(effort) {}

  std::vector<FoundSecret> run() {
    constexpr std::size_t kStride = 16;
    std::size_t at = 0;
    for (; at + kStride <= text_.size() && !is_full(); at += kStride) {
      unsigned any = 0;
      for (std::size_t i = 0; i < kStride; i += 2) any |= entry_at(at + i);
      if (any != 0) look_at(at, at + kStride);
    }
    look_at(at, text_.size());
    return std::move(found_);
  }

 private:
  bool is_full() const { return found_.size() >= kMostSecrets; }
  std::uint8_t entry_at(std::size_t at) const {
    return table_.entry(PairTable::pair_at(text_.data() + at));
  }

  void look_at(std::size_t from, std::size_t end) {
    for (std::size_t at = from; at + 2 <= end; at += 2)
      if (const std::uint8_t entry = entry_at(at); entry != 0) try_candidates(at, entry);
  }

  void try_candidates(std::size_t at, std::uint8_t entry) {
    for (const auto& [rule, before] : table_.candidates(entry)) {
      if (at < before || is_full()) continue;
      const std::size_t offset = at - before;
      const std::string_view text = text_.substr(offset);
      if (offset < end_of_last_ || !text.starts_with(rule->prefix) || !may_look_at(offset))
        continue;
      const std::size_t length = match_secret(*rule, {text_.substr(0, offset), text});
      if (length == 0) continue;
      end_of_last_ = offset + length;
      found_.push_back({rule->kind, rule->name, offset, length});
    }
  }

  // Rules read on to the end of such a run, so it is not looked at from each of its characters.
  // Data in Base64 has prefixes by chance; a secret is at the beginning of its run, or close to it.
  bool may_look_at(std::size_t offset) {
    constexpr std::size_t kMostLooks = 8;
    if (offset >= end_of_run_) {
      end_of_run_ = offset;
      while (end_of_run_ < text_.size() && is_in_run(text_[end_of_run_])) ++end_of_run_;
      looks_in_run_ = 0;
    }
    if (looks_in_run_ == kMostLooks) return false;
    ++looks_in_run_;
    ++effort_.looks;
    effort_.characters += end_of_run_ - offset;
    return true;
  }
  static bool is_in_run(char c) { return is_letter_or_digit(c) || c == '-' || c == '_'; }

  std::string_view text_;
  ScanEffort& effort_;
  const PairTable& table_ = pair_table();
  std::vector<FoundSecret> found_;
  std::size_t end_of_last_ = 0;
  std::size_t end_of_run_ = 0;
  std::size_t looks_in_run_ = 0;
};

// Adds those that are only visible in the decoded text.
void add_decoded(const DecodedText& decoded, const std::vector<FoundSecret>& in_decoded,
                 std::vector<FoundSecret>& found) {
  const std::size_t count = found.size();
  for (FoundSecret secret : in_decoded) {
    const std::size_t end = decoded.source_of(secret.offset + secret.length);
    secret.offset = decoded.source_of(secret.offset);
    secret.length = end - secret.offset;
    const bool is_known =
        std::any_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count),
                    [&](const FoundSecret& each) {
                      return each.offset < end && secret.offset < each.offset + each.length;
                    });
    if (!is_known) found.push_back(secret);
  }
  std::sort(found.begin(), found.end(), [](const FoundSecret& one, const FoundSecret& other) {
    return one.offset < other.offset;
  });
  if (found.size() > kMostSecrets) found.resize(kMostSecrets);
}

// Counts lines and columns, from one place of a string to the next.
class Position {
 public:
  enum class Form : std::uint8_t { plain, json };

  Position(std::string_view text, Form form) : text_(text), form_(form) {}

  void advance_to(std::size_t offset) {
    while (at_ < offset) step();
  }
  std::size_t line() const { return line_; }
  std::size_t column() const { return column_; }

 private:
  void step() {
    char c = text_[at_];
    std::size_t length = 1;
    if (form_ == Form::json && c == '\\' && at_ + 1 < text_.size()) {
      const char escape = text_[at_ + 1];
      length = escape == 'u' ? 6 : 2;
      c = escape == 'n' ? '\n' : ' ';
    }
    at_ += length;
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else if (!is_continuation(c)) {
      ++column_;
    }
  }

  std::string_view text_;
  Form form_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t column_ = 1;
};

// Walks through a JSON text once, with all secrets in the order of the text.
class JsonPlaces {
 public:
  JsonPlaces(std::string_view json, const std::vector<FoundSecret>& found)
      : json_(json), found_(found) {}

  std::vector<LocatedSecret> run(const JsonValue& value, std::string_view pointer) {
    visit(value, {.pointer = std::string(pointer)});
    return std::move(located_);
  }

 private:
  struct Place {
    std::string pointer;
    bool is_final = false;  // also for everything inside
  };

  std::size_t begin_of(const JsonValue& value) const {
    return static_cast<std::size_t>(value.text().data() - json_.data());
  }
  bool has_next_before(std::size_t offset) const {
    return next_ < found_.size() && found_[next_].offset < offset;
  }
  void put(const std::string& pointer, std::size_t line, std::size_t column) {
    const FoundSecret& secret = found_[next_++];
    located_.push_back({secret.kind, secret.name, pointer, line, column});
  }

  // Everything inside a member whose name is a secret, or too long for a pointer, is reported at
  // the object around it.
  void visit_children(const JsonValue& container, const Place& place) {
    const bool is_object = container.is(JsonType::object);
    std::size_t index = 0;
    for (const JsonValue& child : container) {
      const std::size_t begin = begin_of(child);
      bool is_named_by_secret = false;
      for (; has_next_before(begin); is_named_by_secret = true) put(place.pointer, 1, 1);
      if (has_next_before(begin + child.text().size())) {
        Place inner = place;
        inner.is_final =
            place.is_final || is_named_by_secret ||
            !append_step(is_object ? child.name() : std::to_string(index), inner.pointer);
        visit(child, inner);
      }
      if (next_ == found_.size()) return;
      ++index;
    }
  }

  void visit(const JsonValue& value, const Place& place) {
    if (!value.is(JsonType::string)) {
      visit_children(value, place);
      return;
    }
    const std::size_t begin = begin_of(value) + 1;  // after the quote
    Position position(json_.substr(begin), Position::Form::json);
    while (has_next_before(begin + value.text().size())) {
      position.advance_to(found_[next_].offset - begin);
      put(place.pointer, position.line(), position.column());
    }
  }

  std::string_view json_;
  const std::vector<FoundSecret>& found_;
  std::size_t next_ = 0;
  std::vector<LocatedSecret> located_;
};

}  // namespace

std::vector<FoundSecret> find_secrets(std::string_view text, ScanEffort* effort) {
  ScanEffort unread;
  ScanEffort& counted = effort == nullptr ? unread : *effort;
  std::vector<FoundSecret> found = Scan(text, counted).run();
  if (const auto decoded = DecodedText::of(text))
    add_decoded(*decoded, Scan(decoded->text(), counted).run(), found);
  return found;
}

std::vector<LocatedSecret> locate_in_json(const JsonTree& tree,
                                          const std::vector<FoundSecret>& found,
                                          std::string_view root) {
  if (found.empty()) return {};
  return JsonPlaces(tree.text(), found).run(tree.root(), root);
}

std::vector<LocatedSecret> locate_in_text(std::string_view text,
                                          const std::vector<FoundSecret>& found,
                                          std::string_view pointer) {
  std::vector<LocatedSecret> located;
  Position position(text, Position::Form::plain);
  for (const FoundSecret& secret : found) {
    position.advance_to(secret.offset);
    located.push_back(
        {secret.kind, secret.name, std::string(pointer), position.line(), position.column()});
  }
  return located;
}

void write_detected_secret(JsonWriter& json, const std::optional<DetectedSecret>& secret) {
  if (!secret) return;
  json.key("secret").begin_object();
  json.member("kind", secret->kind).member("line", secret->line).member("column", secret->column);
  json.end_object();
}

namespace {

// A character, and how many of the source stand for it.
struct Decoded {
  char character = 0;
  std::size_t length = 1;
};

bool may_be_decoded(std::uint32_t character) {
  return character > ' ' && character < 0x7f && character != '"' && character != '\\';
}

std::optional<std::uint32_t> number_in(std::string_view digits, int base) {
  std::uint32_t number = 0;
  const auto [end, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (problem != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

// The first character, with JSON's escape \u00XX decoded.
Decoded first_of(std::string_view text) {
  constexpr std::size_t kEscape = 6;
  if (text.size() >= kEscape && text.starts_with("\\u00")) {
    const auto number = number_in(text.substr(2, 4), 16);
    if (number && may_be_decoded(*number)) return {static_cast<char>(*number), kEscape};
  }
  return {text.front(), 1};
}

using NamedCharacter = std::pair<std::string_view, char>;
constexpr std::array<NamedCharacter, 8> kNamedCharacters{{{"lowbar", '_'},
                                                          {"period", '.'},
                                                          {"sol", '/'},
                                                          {"colon", ':'},
                                                          {"commat", '@'},
                                                          {"equals", '='},
                                                          {"plus", '+'},
                                                          {"semi", ';'}}};

// The character of a reference's text, without & and ;
std::optional<char> character_named(std::string_view text) {
  if (text.starts_with('#')) {
    const bool is_hexadecimal = text.starts_with("#x") || text.starts_with("#X");
    const auto number = number_in(text.substr(is_hexadecimal ? 2 : 1), is_hexadecimal ? 16 : 10);
    if (!number || !may_be_decoded(*number)) return std::nullopt;
    return static_cast<char>(*number);
  }
  const auto* const known =
      std::find_if(kNamedCharacters.begin(), kNamedCharacters.end(),
                   [&](const NamedCharacter& each) { return each.first == text; });
  if (known == kNamedCharacters.end()) return std::nullopt;
  return known->second;
}

// The reference that the text begins with, whose characters may be escaped themselves.
std::optional<Decoded> reference_in(std::string_view text) {
  constexpr std::size_t kLongest = 10;
  Decoded next = first_of(text);
  if (next.character != '&') return std::nullopt;
  std::size_t length = next.length;
  std::string inner;
  while (length < text.size() && inner.size() <= kLongest) {
    next = first_of(text.substr(length));
    length += next.length;
    if (next.character == ';') {
      const auto character = character_named(inner);
      if (!character) return std::nullopt;
      return Decoded{*character, length};
    }
    inner += next.character;
  }
  return std::nullopt;
}

Decoded decoded_at(std::string_view text) {
  if (const auto reference = reference_in(text)) return *reference;
  return first_of(text);
}

// Finds the characters that something to decode begins with. Each is searched by itself, which
// costs next to nothing in a long text without it.
class NextMark {
 public:
  explicit NextMark(std::string_view text) : text_(text) {}

  std::size_t from(std::size_t offset) {
    if (reference_ != text_.npos && reference_ < offset) reference_ = text_.find('&', offset);
    if (escape_ != text_.npos && escape_ < offset) escape_ = text_.find('\\', offset);
    return std::min(reference_, escape_);
  }

 private:
  std::string_view text_;
  std::size_t reference_ = text_.find('&');
  std::size_t escape_ = text_.find('\\');
};

}  // namespace

std::optional<DecodedText> DecodedText::of(std::string_view source) {
  DecodedText decoded;
  std::size_t copied = 0;
  NextMark marks(source);
  for (std::size_t at = marks.from(0); at < source.size();) {
    const Decoded next = decoded_at(source.substr(at));
    if (next.length > 1) {
      decoded.text_.append(source.substr(copied, at - copied)).push_back(next.character);
      copied = at + next.length;
      decoded.shifts_.push_back({decoded.text_.size(), copied});
    }
    // The character after a backslash is part of its escape, so \\u0041 is not the letter A.
    const bool is_escape = next.length == 1 && source[at] == '\\';
    at = marks.from(at + next.length + (is_escape ? 1 : 0));
  }
  if (decoded.shifts_.empty()) return std::nullopt;
  decoded.text_.append(source.substr(copied));
  return decoded;
}

std::size_t DecodedText::source_of(std::size_t offset) const {
  const auto after =
      std::upper_bound(shifts_.begin(), shifts_.end(), offset,
                       [](std::size_t wanted, const Shift& each) { return wanted < each.offset; });
  if (after == shifts_.begin()) return offset;
  const Shift& shift = *std::prev(after);
  return shift.source + (offset - shift.offset);
}

}  // namespace core
