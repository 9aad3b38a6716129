#include "core/json/json_object.h"

#include <algorithm>
#include <functional>

#include "core/json/json_grammar.h"

namespace core {
namespace {

// The names of an object's members, to detect duplicates. One text and one flat table: an object
// may have hundreds of thousands, and a node for each would take ten times as long as reading it.
class NameSet {
 public:
  // False if it is a duplicate.
  bool insert(std::string_view name) {
    if (2 * (names_.size() + 1) > slots_.size()) grow();
    const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>()(name));
    for (std::size_t slot = hash & mask();; slot = (slot + 1) & mask()) {
      if (slots_[slot] == 0) {
        names_.push_back({hash, static_cast<std::uint32_t>(text_.size()),
                          static_cast<std::uint32_t>(name.size())});
        text_ += name;
        slots_[slot] = static_cast<std::uint32_t>(names_.size());
        return true;
      }
      const Name& other = names_[slots_[slot] - 1];
      if (other.hash == hash && text_of(other) == name) return false;
    }
  }
  void clear() {
    names_.clear();
    text_.clear();
    slots_.clear();
  }

 private:
  struct Name {
    std::uint32_t hash;
    std::uint32_t offset;
    std::uint32_t length;
  };

  std::size_t mask() const { return slots_.size() - 1; }
  std::string_view text_of(const Name& name) const {
    return std::string_view(text_).substr(name.offset, name.length);
  }
  void grow() {
    slots_.assign(std::max<std::size_t>(16, 2 * slots_.size()), 0);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      std::size_t slot = names_[i].hash & mask();
      while (slots_[slot] != 0) slot = (slot + 1) & mask();
      slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::string text_;
  std::vector<Name> names_;
  std::vector<std::uint32_t> slots_;  // indexes in names_, counted from 1; 0 is free
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
  bool EndObject(rapidjson::SizeType /*count*/) { return leave(); }
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
    if (depth_ <= 2 && !names_[depth_ - 1].insert(name))
      return refuse("an object has a duplicate key \"" + std::string(name) + "\"");
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
  NameSet names_[2];  // of the root, and of the object now open in it
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
