#include "core/text/json_object.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>

#include "core/text/json_grammar.h"

namespace core {
namespace {

// The names of an object's members, to find a duplicate once all are known. They are sorted by
// their hashes instead of being looked up in a table: an object may have hundreds of thousands, and
// each lookup in a table of that size waits for memory.
class NameList {
 public:
  void add(std::string_view name) {
    const std::uint32_t hash = static_cast<std::uint32_t>(std::hash<std::string_view>()(name));
    hashed_.push_back(std::uint64_t{hash} << 32 | ends_.size());
    text_ += name;
    ends_.push_back(static_cast<std::uint32_t>(text_.size()));
  }
  void clear() {
    text_.clear();
    ends_.clear();
    hashed_.clear();
  }

  // A name that was added twice; nothing if there is none. Takes linear time, and n log n for names
  // that were chosen to have the same hash.
  std::optional<std::string_view> duplicate() {
    if (ends_.size() < 2) return std::nullopt;
    sort_by_hash();
    for (auto first = hashed_.begin(); first != hashed_.end();) {
      const auto last = std::find_if(first + 1, hashed_.end(), [&](std::uint64_t other) {
        return other >> 32 != *first >> 32;
      });
      if (last - first > 1) {
        const auto name = [this](std::uint64_t hashed) { return name_of(hashed); };
        std::ranges::sort(first, last, {}, name);
        const auto found = std::ranges::adjacent_find(first, last, {}, name);
        if (found != last) return name_of(*found);
      }
      first = last;
    }
    return std::nullopt;
  }

 private:
  std::string_view name_of(std::uint64_t hashed) const {
    const auto index = static_cast<std::uint32_t>(hashed);
    const std::uint32_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::string_view(text_).substr(begin, ends_[index] - begin);
  }
  // A radix sort by the four bytes of the hash, which only many names make up for.
  void sort_by_hash() {
    constexpr std::size_t kMany = 1000;
    if (hashed_.size() < kMany) return std::sort(hashed_.begin(), hashed_.end());
    std::vector<std::uint64_t> sorted(hashed_.size());
    for (unsigned shift = 32; shift < 64; shift += 8) {
      const auto digit = [&](std::uint64_t hashed) { return hashed >> shift & 0xff; };
      std::array<std::uint32_t, 257> first{};
      for (const std::uint64_t hashed : hashed_) ++first[digit(hashed) + 1];
      std::partial_sum(first.begin(), first.end(), first.begin());
      for (const std::uint64_t hashed : hashed_) sorted[first[digit(hashed)]++] = hashed;
      hashed_.swap(sorted);
    }
  }

  std::string text_;
  std::vector<std::uint32_t> ends_;    // in text_, of each name
  std::vector<std::uint64_t> hashed_;  // the hash of a name, and in the lower half its index
};

class MemberCollector : public GrammarHandler {
 public:
  MemberCollector(std::string_view text, const GrammarStream& stream,
                  std::vector<JsonMember>& members)
      : text_(text), stream_(stream), members_(members) {}

  bool root_is_object() const { return root_is_object_; }

  bool Null() { return scalar(JsonType::null); }
  bool Bool(bool /*value*/) { return scalar(JsonType::boolean); }
  bool RawNumber(const char* /*digits*/, rapidjson::SizeType /*length*/, bool /*copy*/) {
    return scalar(JsonType::number);
  }
  bool String(const char* data, rapidjson::SizeType length, bool /*copy*/) {
    const std::string_view value(data, length);
    if (!acceptable(value)) return false;
    if (at_member()) members_.back().string = value;
    return scalar(JsonType::string);
  }
  bool StartObject() { return enter(JsonType::object); }
  bool StartArray() { return enter(JsonType::array); }
  bool EndObject(rapidjson::SizeType /*count*/) {
    if (depth_ <= 2) {
      if (const auto name = names_[depth_ - 1].duplicate())
        return refuse("an object has a duplicate key \"" + std::string(*name) + "\"");
    }
    return leave();
  }
  bool EndArray(rapidjson::SizeType /*count*/) { return leave(); }
  bool Key(const char* data, rapidjson::SizeType length, bool /*copy*/) {
    const std::string_view name(data, length);
    if (!acceptable(name)) return false;
    if (depth_ == 1) {
      if (members_.size() == JsonObject::kMaximumMembers)
        return refuse("an object has more than " + std::to_string(JsonObject::kMaximumMembers) +
                      " members");
      members_.push_back({std::string(name), JsonType::null, {}, {}});
      member_start_ = value_start();
    }
    if (depth_ <= 2) names_[depth_ - 1].add(name);
    return true;
  }

 private:
  // Whether the current value is that of a member of the root object.
  bool at_member() const { return depth_ == 1 && root_is_object_; }

  // The beginning of the value after the current key: after white space, a colon and white space.
  std::size_t value_start() const {
    std::size_t at = stream_.Tell();
    const auto skip_space = [&] {
      at = std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
    };
    skip_space();
    if (at < text_.size() && text_[at] == ':') ++at;
    skip_space();
    return at;
  }
  void finish_member(JsonType type) {
    members_.back().type = type;
    members_.back().text = text_.substr(member_start_, stream_.Tell() - member_start_);
  }

  bool scalar(JsonType type) {
    if (at_member()) finish_member(type);
    return true;
  }
  bool enter(JsonType type) {
    if (depth_ == 0) root_is_object_ = type == JsonType::object;
    if (depth_ == JsonObject::kMaximumDepth) return refuse(too_deep());
    types_[depth_] = type;
    ++depth_;
    if (depth_ == 2) names_[1].clear();
    return true;
  }
  bool leave() {
    --depth_;
    if (at_member()) finish_member(types_[depth_]);
    return true;
  }

  std::string_view text_;
  const GrammarStream& stream_;
  std::vector<JsonMember>& members_;
  unsigned depth_ = 0;
  bool root_is_object_ = false;
  std::size_t member_start_ = 0;
  JsonType types_[JsonObject::kMaximumDepth] = {};
  NameList names_[2];  // of the root, and of the object now open in it
};

}  // namespace

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

Result<JsonObject> JsonObject::parse(std::string_view text) {
  JsonObject object;
  GrammarStream stream(text);
  MemberCollector collector(text, stream, object.members_);
  if (auto problem = parse_json(text, stream, collector)) return *problem;
  if (!collector.root_is_object())
    return Error{ErrorCode::invalid_request, "the request body must be a JSON object"};
  return object;
}

const JsonMember* JsonObject::find(std::string_view name) const {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const JsonMember& member) { return member.name == name; });
  return found == members_.end() ? nullptr : &*found;
}

}  // namespace core
