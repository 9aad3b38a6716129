#include "core/text/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/json_grammar.h"

namespace core {
namespace {

static_assert(sizeof(JsonNode) == 24, "a text has up to one node for two bytes");

// An upper bound of the number of values: each is at the beginning, after a comma, or after the
// bracket that it is the first in.
std::size_t count_values(std::string_view text) {
  std::size_t count = 1;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string) i += unescaped_length(text.substr(i));
    if (i >= text.size()) break;
    const char c = text[i];
    if (c == '"') {
      in_string = !in_string;
    } else if (in_string) {
      if (c == '\\') ++i;
    } else if (c == ',' || c == '[' || c == '{') {
      ++count;
    }
  }
  return count;
}

class NodeCollector : public GrammarHandler {
 public:
  NodeCollector(std::string_view text, const GrammarStream& stream, std::vector<JsonNode>& nodes)
      : text_(text), stream_(stream), nodes_(nodes) {}

  bool Null() { return scalar(JsonType::null); }
  bool Bool(bool /*value*/) { return scalar(JsonType::boolean); }
  bool RawNumber(const char* /*digits*/, rapidjson::SizeType /*length*/, bool /*copy*/) {
    return scalar(JsonType::number);
  }
  bool String(const char* data, rapidjson::SizeType length, bool /*copy*/) {
    if (!acceptable({data, length})) return false;
    scalar(JsonType::string);
    nodes_.back().has_escapes = nodes_.back().length != length + 2;
    return true;
  }
  bool Key(const char* data, rapidjson::SizeType length, bool /*copy*/) {
    if (!acceptable({data, length})) return false;
    next_.name_offset = token_start();
    next_.name_length = here() - next_.name_offset;
    next_.name_has_escapes = next_.name_length != length + 2;
    last_end_ = here();
    return true;
  }
  bool StartObject() { return enter(JsonType::object); }
  bool StartArray() { return enter(JsonType::array); }
  bool EndObject(rapidjson::SizeType /*count*/) { return leave(); }
  bool EndArray(rapidjson::SizeType /*count*/) { return leave(); }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(stream_.Tell()); }

  // The beginning of the current token: between two reported tokens there are only commas and
  // colons.
  std::uint32_t token_start() const {
    return static_cast<std::uint32_t>(
        std::min(text_.find_first_not_of(" \t\r\n,:", last_end_), stream_.Tell()));
  }

  void add(JsonType type) {
    next_.type = type;
    next_.offset = token_start();
    next_.length = here() - next_.offset;
    nodes_.push_back(next_);
    nodes_.back().end = static_cast<std::uint32_t>(nodes_.size());
    next_ = {};
    last_end_ = here();
  }
  bool scalar(JsonType type) {
    add(type);
    return true;
  }
  bool enter(JsonType type) {
    if (open_.size() == JsonTree::kMaximumDepth) return refuse(too_deep());
    open_.push_back(nodes_.size());
    add(type);
    return true;
  }
  bool leave() {
    JsonNode& node = nodes_[open_.back()];
    node.length = here() - node.offset;
    node.end = static_cast<std::uint32_t>(nodes_.size());
    open_.pop_back();
    last_end_ = here();
    return true;
  }

  std::string_view text_;
  const GrammarStream& stream_;
  std::vector<JsonNode>& nodes_;
  std::vector<std::size_t> open_;  // the nodes of open arrays and objects
  JsonNode next_;                  // has the current name, for the value that follows
  std::size_t last_end_ = 0;       // after the last reported token
};

void append_utf8(std::string& text, std::uint32_t code_point) {
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xc0 | code_point >> 6);
    put(0x80 | (code_point & 0x3f));
  } else if (code_point < 0x10000) {
    put(0xe0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3f));
    put(0x80 | (code_point & 0x3f));
  } else {
    put(0xf0 | code_point >> 18);
    put(0x80 | (code_point >> 12 & 0x3f));
    put(0x80 | (code_point >> 6 & 0x3f));
    put(0x80 | (code_point & 0x3f));
  }
}

// The four digits at `at`, which the parser has validated.
std::uint32_t hexadecimal(std::string_view text, std::size_t at) {
  std::uint32_t number = 0;
  std::from_chars(text.data() + at, text.data() + at + 4, number, 16);
  return number;
}

// The characters of a string, given its text with quotes.
std::string decode(std::string_view quoted, bool has_escapes) {
  const std::string_view text = quoted.substr(1, quoted.size() - 2);
  if (!has_escapes) return std::string(text);
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t escape = std::min(text.find('\\', at), text.size());
    decoded += text.substr(at, escape - at);
    if (escape == text.size()) break;
    const char kind = text[escape + 1];
    at = escape + 2;
    if (kind == 'u') {
      std::uint32_t unit = hexadecimal(text, at);
      at += 4;
      if (unit >= 0xd800 && unit < 0xdc00) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (hexadecimal(text, at + 2) - 0xdc00);
        at += 6;
      }
      append_utf8(decoded, unit);
      continue;
    }
    constexpr std::string_view kLetters = "bfnrt";
    constexpr std::string_view kControls = "\b\f\n\r\t";
    const std::size_t letter = kLetters.find(kind);
    decoded += letter == std::string_view::npos ? kind : kControls[letter];
  }
  return decoded;
}

// Whether a number outside a double's range is too near to zero rather than too large: by the
// position of its first significant digit, and its exponent.
bool is_tiny(std::string_view text) {
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view digits = text.substr(0, e);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  const auto place = static_cast<std::ptrdiff_t>(point) - static_cast<std::ptrdiff_t>(first);
  std::string_view exponent = text.substr(std::min(e + 1, text.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  std::ptrdiff_t power = 0;
  const auto [stop, problem] =
      std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  if (problem == std::errc::result_out_of_range) return exponent.starts_with('-');
  return power < -place;
}

// Errors: those of JsonTree::parse().
Result<std::vector<JsonNode>> nodes_of(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max())
    return invalid_json("the text is too long");
  std::vector<JsonNode> nodes;
  nodes.reserve(count_values(text));
  GrammarStream stream(text);
  NodeCollector collector(text, stream, nodes);
  if (auto problem = parse_json(text, stream, collector)) return *problem;
  return nodes;
}

// A radix sort by the four bytes of the upper half, which pays off only for many numbers.
void sort_by_upper_half(std::vector<std::uint64_t>& numbers) {
  constexpr std::size_t kMany = 1000;
  if (numbers.size() < kMany) return std::sort(numbers.begin(), numbers.end());
  std::vector<std::uint64_t> sorted(numbers.size());
  for (unsigned shift = 32; shift < 64; shift += 8) {
    const auto digit = [&](std::uint64_t number) { return number >> shift & 0xff; };
    std::array<std::uint32_t, 257> first{};
    for (const std::uint64_t number : numbers) ++first[digit(number) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    for (const std::uint64_t number : numbers) sorted[first[digit(number)]++] = number;
    numbers.swap(sorted);
  }
}

}  // namespace

// Every reader of content takes its values, or looks for members, by the following.

std::string JsonValue::exact_string() const {
  CpuLimit::check();
  return is(JsonType::string) ? decode(text(), node().has_escapes) : std::string();
}

std::string JsonValue::string() const {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  std::string value = exact_string();
  std::size_t begin = 0;
  while (std::string_view(value).substr(begin).starts_with(kByteOrderMark))
    begin += kByteOrderMark.size();
  value.erase(0, begin);
  return value;
}

std::optional<double> JsonValue::number() const {
  CpuLimit::check();
  return is(JsonType::number) ? parse_number(text()) : std::nullopt;
}

std::string JsonValue::name() const {
  CpuLimit::check();
  const JsonNode& own = node();
  if (own.name_length == 0) return {};
  return decode({text_ + own.name_offset, own.name_length}, own.name_has_escapes);
}

bool JsonValue::is_named_by_text(std::string_view name) const {
  const JsonNode& own = node();
  if (own.name_has_escapes) return this->name() == name;
  return std::string_view(text_ + own.name_offset + 1, own.name_length - 2) == name;
}

std::optional<JsonValue> JsonValue::find(std::string_view name) const {
  CpuLimit::check();
  for (const JsonValue& member : *this)
    if (member.is_named(name)) return member;
  return std::nullopt;
}

std::optional<JsonValue> JsonValue::at_pointer(std::string_view pointer) const {
  JsonValue value = *this;
  while (pointer.starts_with('/')) {
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    std::size_t position = 0;
    auto next = value.begin();
    for (; next != value.end(); ++next, ++position) {
      std::string written;
      const bool is_element = next->node().name_length == 0;
      append_step(is_element ? std::to_string(position) : next->name(), written);
      if (written.size() == step.size() + 1 && written.ends_with(step)) break;
    }
    if (next == value.end()) return std::nullopt;
    value = *next;
  }
  return value;
}

std::size_t JsonValue::size() const {
  return static_cast<std::size_t>(std::distance(begin(), end()));
}

std::string JsonValue::pointer() const {
  std::string pointer;
  std::uint32_t ancestor = root_;
  while (ancestor != index_) {
    std::size_t position = 0;
    auto step = at(ancestor).begin();
    for (; step->node().end <= index_; ++step) ++position;
    ancestor = step->index_;
    const bool fits = append_step(
        step->node().name_length == 0 ? std::to_string(position) : step->name(), pointer);
    if (!fits) break;
  }
  return pointer;
}

JsonTree::JsonTree() : JsonTree(nullptr, "{}") {
  static const auto kNodes = std::make_shared<const Nodes>(*nodes_of("{}"));
  nodes_ = kNodes;
}

Result<JsonTree> JsonTree::parse(std::string_view text) {
  auto nodes = nodes_of(text);
  if (!nodes) return nodes.error();
  return JsonTree(std::make_shared<const Nodes>(*std::move(nodes)), text);
}

Result<JsonTree> JsonTree::parse_owned(std::string text) {
  struct Owned {
    std::string text;
    Nodes nodes;
  };
  const auto owned = std::make_shared<Owned>();
  owned->text = std::move(text);
  auto nodes = nodes_of(owned->text);
  if (!nodes) return nodes.error();
  owned->nodes = *std::move(nodes);
  return JsonTree({owned, &owned->nodes}, owned->text);
}

Result<JsonTree> JsonTree::parse_object(std::string_view text) {
  auto tree = parse(text);
  if (!tree) return tree;
  if (!tree->root().is(JsonType::object))
    return Error{ErrorCode::invalid_request, "the request body must be a JSON object"};
  if (auto problem = check_members(tree->root())) return *std::move(problem);
  return tree;
}

std::int64_t JsonTree::line_of(JsonValue value) const {
  const std::size_t offset = value.node().offset;
  return line_at({base_, offset}, offset);
}

JsonTree JsonTree::part(JsonValue value) const {
  JsonTree part = *this;
  part.root_ = value.index_;
  part.text_ = value.text();
  return part;
}

// Names are sorted by their hashes instead of being looked up in a table: an object may have
// hundreds of thousands, and each lookup in a table of that size waits for memory.
std::optional<std::string> JsonValue::duplicate_name() const {
  std::vector<std::uint64_t> hashed;  // the hash of a name, and in the lower half its member
  for (const JsonValue& member : *this)
    hashed.push_back(std::uint64_t{std::hash<std::string>()(member.name())} << 32 | member.index_);
  sort_by_upper_half(hashed);
  std::vector<std::string> names;
  for (auto first = hashed.begin(); first != hashed.end();) {
    const auto last = std::find_if(
        first + 1, hashed.end(), [&](std::uint64_t other) { return other >> 32 != *first >> 32; });
    if (last - first > 1) {
      names.clear();
      for (; first != last; ++first) names.push_back(at(static_cast<std::uint32_t>(*first)).name());
      std::sort(names.begin(), names.end());
      const auto found = std::adjacent_find(names.begin(), names.end());
      if (found != names.end()) return *found;
    }
    first = last;
  }
  return std::nullopt;
}

std::optional<Error> check_members(JsonValue object) {
  if (object.size() > JsonTree::kMaximumMembers)
    return invalid_json("an object has more than " + std::to_string(JsonTree::kMaximumMembers) +
                        " members");
  auto duplicate = object.duplicate_name();
  for (auto member = object.begin(); !duplicate && member != object.end(); ++member)
    if (member->is(JsonType::object)) duplicate = member->duplicate_name();
  if (!duplicate) return std::nullopt;
  return invalid_json("an object has a duplicate key \"" + *duplicate + "\"");
}

std::string_view to_string(JsonType type) {
  switch (type) {
    case JsonType::null:
      return "null";
    case JsonType::boolean:
      return "a boolean";
    case JsonType::number:
      return "a number";
    case JsonType::string:
      return "a string";
    case JsonType::array:
      return "an array";
    case JsonType::object:
      return "an object";
  }
  return {};
}

std::string_view reason_of_invalid_json(const Error& error) {
  std::string_view reason = error.message;
  if (reason.starts_with(kInvalidJson)) reason.remove_prefix(kInvalidJson.size());
  return reason;
}

std::optional<double> parse_number(std::string_view text) {
  double number = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem == std::errc::result_out_of_range)
    return is_tiny(text) ? std::optional(0.0) : std::nullopt;
  if (problem != std::errc()) return std::nullopt;
  return number;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t integer = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), integer);
  if (problem == std::errc() && stop == text.data() + text.size()) return integer;
  // Beyond this, a double cannot hold every integer.
  constexpr double kLargest = std::int64_t{1} << std::numeric_limits<double>::digits;
  const auto number = is_number(text) ? parse_number(text) : std::nullopt;
  if (!number || std::abs(*number) > kLargest || std::trunc(*number) != *number)
    return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

bool is_number(std::string_view text) {
  std::size_t at = 0;
  const auto take = [&](std::string_view characters) {
    const bool found = at < text.size() && characters.find(text[at]) != std::string_view::npos;
    if (found) ++at;
    return found;
  };
  const auto take_digits = [&] {
    const std::size_t from = at;
    while (take("0123456789")) continue;
    return at > from;
  };
  take("-");
  if (!take("0") && !take_digits()) return false;
  if (take(".") && !take_digits()) return false;
  if (take("eE")) {
    take("+-");
    if (!take_digits()) return false;
  }
  return at == text.size();
}

bool append_step(std::string_view name, std::string& pointer) {
  if (pointer.size() + 1 + name.size() > kLongestPointer) return false;
  pointer += '/';
  for (const char c : name) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
  return true;
}

std::string pointer_to(std::string_view name) {
  std::string pointer;
  append_step(name, pointer);
  return pointer;
}

}  // namespace core
