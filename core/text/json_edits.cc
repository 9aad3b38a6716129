#include "core/text/json_edits.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <memory>
#include <utility>

#include "core/cpu_limit.h"
#include "core/text/json_writer.h"
#include "core/text/text.h"

namespace core {
namespace {

// Up to and including the whitespace that `text` begins with.
std::string_view leading_space(std::string_view text) {
  return text.substr(0, std::min(text.find_first_not_of(kWhitespace), text.size()));
}

// A value of the text, which is taken apart once something in it changes.
class EditedValue {
 public:
  explicit EditedValue(JsonValue value) : value_(value) {}

  // The value at the next step. Errors: those of edit_json(), without a field.
  Result<EditedValue*> enter(const std::string& step);

  // Applies an operation whose last step is `step`.
  std::optional<Error> apply(const JsonOperation& operation, const std::string& step);

  void write(std::string& text) const;

 private:
  // A value in an array or object, with what is around it, up to the commas.
  struct Child {
    std::string_view before;  // with its name
    JsonValue value;
    std::string_view after = {};
    std::unique_ptr<EditedValue> edited = {};  // in place of the value
    // A value that was added, in place of `before` and of its own.
    struct New {
      std::string before;
      std::string name;
    };
    std::unique_ptr<New> added = {};
    bool is_removed = false;  // of a member, which keeps its place

    std::string_view written_before() const { return added ? added->before : before; }
    bool is_named(const std::string& name) const {
      return added ? added->name == name : value.is_named(name);
    }
    std::string name() const { return added ? added->name : value.name(); }
    void set(JsonValue other) {
      value = other;
      edited.reset();
    }
  };

  std::optional<Error> open();
  bool has_members() const { return value_.is(JsonType::object); }
  std::vector<Child>::iterator find(const std::string& name);
  void sort_names();
  // The place of an element. Errors: like enter().
  Result<std::size_t> position(const std::string& step, std::size_t end) const;
  void insert(std::vector<Child>::iterator at, const JsonValue& value, const std::string& name);
  Error no_member(const std::string& name) const;
  std::optional<Error> apply_to_member(const JsonOperation& operation, const std::string& name);
  std::optional<Error> apply_to_element(const JsonOperation& operation, const std::string& step);

  JsonValue value_;
  bool is_open_ = false;
  std::vector<Child> children_;
  // Where the members that were there have their places, ordered by the hashes of their names, once
  // one has been looked for before.
  struct NamedPlace {
    std::uint32_t hash;
    std::uint32_t place;
    friend auto operator<=>(const NamedPlace&, const NamedPlace&) = default;
  };
  std::vector<NamedPlace> names_;
  bool was_searched_ = false;
  std::string_view first_space_;  // between the bracket and the first value
  std::string_view end_;          // between the last value and the bracket
};

Error not_there(std::string_view message) { return {ErrorCode::edit_not_found, message}; }

std::string shown_name(const std::string& name) {
  constexpr std::size_t kLongestName = 64;
  return string_in_json(first_code_points(name, kLongestName));
}

std::optional<Error> EditedValue::open() {
  if (is_open_) return std::nullopt;
  if (!value_.is(JsonType::array) && !value_.is(JsonType::object))
    return not_there("leads into " + std::string(to_string(value_.type())) +
                     ", which has no values in it");
  const std::string_view text = value_.text();
  const char* from = text.data() + 1;
  for (const JsonValue& child : value_) {
    CpuLimit::check();
    if (children_.size() == kMostEdited)
      return Error{ErrorCode::invalid_request,
                   "leads into more than 1,000,000 values; replace all of the content instead"};
    const char* const begin = child.text().data();
    std::string_view before(from, static_cast<std::size_t>(begin - from));
    if (!children_.empty()) {
      const std::size_t comma = before.find(',');
      children_.back().after = before.substr(0, comma);
      before.remove_prefix(comma + 1);
    }
    children_.push_back({.before = before, .value = child});
    from = begin + child.text().size();
  }
  if (!children_.empty()) first_space_ = leading_space(children_.front().before);
  end_ = {from, static_cast<std::size_t>(text.data() + text.size() - 1 - from)};
  is_open_ = true;
  return std::nullopt;
}

std::uint32_t hash_of(std::string_view name) {
  return static_cast<std::uint32_t>(std::hash<std::string_view>()(name));
}

void EditedValue::sort_names() {
  names_.reserve(children_.size());
  for (const Child& child : children_) {
    CpuLimit::check();
    names_.push_back({hash_of(child.name()), static_cast<std::uint32_t>(names_.size())});
  }
  std::sort(names_.begin(), names_.end());
}

// A member keeps its place when another is removed, so the order of names is made only once.
std::vector<EditedValue::Child>::iterator EditedValue::find(const std::string& name) {
  const auto is_it = [&](const Child& child) {
    CpuLimit::check();
    return !child.is_removed && child.is_named(name);
  };
  if (std::exchange(was_searched_, true) && names_.empty()) sort_names();
  const std::uint32_t hash = hash_of(name);
  for (auto at = std::lower_bound(names_.begin(), names_.end(), NamedPlace{hash, 0});
       at != names_.end() && at->hash == hash; ++at) {
    const auto child = children_.begin() + static_cast<std::ptrdiff_t>(at->place);
    if (is_it(*child)) return child;
  }
  return std::find_if(children_.begin() + static_cast<std::ptrdiff_t>(names_.size()),
                      children_.end(), is_it);
}

Result<std::size_t> EditedValue::position(const std::string& step, std::size_t end) const {
  const std::string count = std::to_string(children_.size());
  const bool is_number = !step.empty() && step.size() < 10 &&
                         std::all_of(step.begin(), step.end(), is_digit) &&
                         (step.size() == 1 || step.front() != '0');
  if (!is_number)
    return not_there("leads into an array of " + count + " values, where " + shown_name(step) +
                     " is no place; places are numbers from 0, and - is the end, for add");
  const std::size_t at = std::stoul(step);
  if (at >= end)
    return not_there("has the place " + step + ", but the array has " + count +
                     (children_.size() == 1 ? " value" : " values") +
                     ", from 0; add with - as the "
                     "place adds at the end");
  return at;
}

Error EditedValue::no_member(const std::string& name) const {
  std::string names;
  std::size_t left = 10;
  for (const Child& child : children_) {
    if (child.is_removed) continue;
    if (left-- == 0) {
      names += ", …";
      break;
    }
    names += (names.empty() ? "" : ", ") + shown_name(child.name());
  }
  return not_there("leads to " + shown_name(name) + ", which the object there does not have" +
                   (names.empty() ? std::string("; it is empty") : "; it has " + names));
}

Result<EditedValue*> EditedValue::enter(const std::string& step) {
  if (auto problem = open()) return *std::move(problem);
  auto child = children_.begin();
  if (has_members()) {
    child = find(step);
    if (child == children_.end()) return no_member(step);
  } else {
    const auto at = position(step, children_.size());
    if (!at) return at.error();
    child += static_cast<std::ptrdiff_t>(*at);
  }
  if (!child->edited) child->edited = std::make_unique<EditedValue>(child->value);
  return child->edited.get();
}

// Written as its neighbours are.
void EditedValue::insert(std::vector<Child>::iterator at, const JsonValue& value,
                         const std::string& name) {
  std::string before;
  bool has_space = false;
  if (!children_.empty()) {
    const std::string_view neighbour =
        (children_.size() > 1 ? children_[1] : children_.front()).written_before();
    before = leading_space(neighbour);
    has_space = neighbour.ends_with(' ');
  }
  if (has_members()) before += string_in_json(name) + (has_space ? ": " : ":");
  Child child{.before = {}, .value = value};
  child.added = std::make_unique<Child::New>(Child::New{std::move(before), name});
  children_.insert(at, std::move(child));
}

std::optional<Error> EditedValue::apply_to_member(const JsonOperation& operation,
                                                  const std::string& name) {
  const auto member = find(name);
  if (member != children_.end()) {
    if (operation.kind == JsonOperation::Kind::remove) {
      member->is_removed = true;
      return std::nullopt;
    }
    // The name of another value is not that of this one any more.
    if (!member->added)
      member->added = std::make_unique<Child::New>(Child::New{std::string(member->before), name});
    member->set(operation.value->root());
    return std::nullopt;
  }
  if (operation.kind != JsonOperation::Kind::add) return no_member(name);
  insert(member, operation.value->root(), name);
  return std::nullopt;
}

std::optional<Error> EditedValue::apply_to_element(const JsonOperation& operation,
                                                   const std::string& step) {
  const bool adds = operation.kind == JsonOperation::Kind::add;
  if (adds && step == "-") {
    insert(children_.end(), operation.value->root(), {});
    return std::nullopt;
  }
  const auto at = position(step, children_.size() + (adds ? 1 : 0));
  if (!at) return at.error();
  const auto element = children_.begin() + static_cast<std::ptrdiff_t>(*at);
  if (adds) {
    insert(element, operation.value->root(), {});
  } else if (operation.kind == JsonOperation::Kind::remove) {
    children_.erase(element);
  } else {
    element->set(operation.value->root());
  }
  return std::nullopt;
}

std::optional<Error> EditedValue::apply(const JsonOperation& operation, const std::string& step) {
  if (auto problem = open()) return problem;
  return has_members() ? apply_to_member(operation, step) : apply_to_element(operation, step);
}

void EditedValue::write(std::string& text) const {
  if (!is_open_) {
    text += value_.text();
    return;
  }
  text += has_members() ? '{' : '[';
  bool is_first = true;
  for (const Child& child : children_) {
    if (child.is_removed) continue;
    std::string_view before = child.written_before();
    if (std::exchange(is_first, false)) {
      text += first_space_;
      before.remove_prefix(leading_space(before).size());
    } else {
      text += ',';
    }
    text += before;
    if (child.edited) {
      child.edited->write(text);
    } else {
      text += child.value.text();
    }
    text += child.after;
  }
  text += end_;
  text += has_members() ? '}' : ']';
}

std::optional<Error> apply_operation(const JsonOperation& operation, EditedValue& root) {
  CpuLimit::check();
  if (operation.path.size() > JsonTree::kMaximumDepth)
    return Error{ErrorCode::invalid_request, "leads deeper than content can be: 64 levels"};
  EditedValue* value = &root;
  for (std::size_t i = 0; i + 1 < operation.path.size(); ++i) {
    const auto next = value->enter(operation.path[i]);
    if (!next) return next.error();
    value = *next;
  }
  return value->apply(operation, operation.path.back());
}

}  // namespace

std::optional<std::vector<std::string>> parse_pointer(std::string_view pointer) {
  std::vector<std::string> steps;
  while (!pointer.empty()) {
    if (pointer.front() != '/') return std::nullopt;
    pointer.remove_prefix(1);
    std::string& step = steps.emplace_back();
    for (; !pointer.empty() && pointer.front() != '/'; pointer.remove_prefix(1)) {
      if (pointer.front() != '~') {
        step += pointer.front();
        continue;
      }
      pointer.remove_prefix(1);
      if (!pointer.starts_with('0') && !pointer.starts_with('1')) return std::nullopt;
      step += pointer.front() == '0' ? '~' : '/';
    }
  }
  return steps;
}

Result<std::string> edit_json(JsonValue root, std::span<const JsonOperation> operations) {
  EditedValue edited(root);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    auto problem = apply_operation(operations[i], edited);
    if (!problem) continue;
    problem->field = "/set/" + std::to_string(i) + "/path";
    return *std::move(problem);
  }
  std::string text;
  text.reserve(root.text().size());
  edited.write(text);
  return text;
}

void Splices::replace(std::string_view part, std::string with) {
  splices_.push_back(
      {static_cast<std::size_t>(part.data() - text_.data()), part.size(), std::move(with)});
}

std::string Splices::applied() const {
  std::vector<const Splice*> ordered;
  std::size_t bytes = text_.size();
  for (const Splice& splice : splices_) {
    ordered.push_back(&splice);
    bytes += splice.with.size();
  }
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const Splice* a, const Splice* b) { return a->at < b->at; });
  std::string text;
  text.reserve(bytes);
  std::size_t from = 0;
  for (const Splice* splice : ordered) {
    text += text_.substr(from, splice->at - from);
    text += splice->with;
    from = splice->at + splice->length;
  }
  text += text_.substr(from);
  return text;
}

namespace {

// From the first value's beginning to the last one's end.
std::string_view values_in(JsonValue array) {
  const char* begin = nullptr;
  const char* end = nullptr;
  for (const JsonValue& value : array) {
    if (begin == nullptr) begin = value.text().data();
    end = value.text().data() + value.text().size();
  }
  return begin == nullptr ? std::string_view(array.text().data() + 1, 0)
                          : std::string_view(begin, static_cast<std::size_t>(end - begin));
}

// The text between the values of an array.
std::string separator_in(JsonValue array) {
  if (array.begin() == array.end()) return ",";
  const JsonValue first = *array.begin();
  const char* const end = first.text().data() + first.text().size();
  if (auto second = ++array.begin(); second != array.end())
    return {end, static_cast<std::size_t>(second->text().data() - end)};
  return "," + std::string(leading_space(array.text().substr(1)));
}

}  // namespace

const char* StringPlaces::at(std::size_t offset) {
  constexpr std::size_t kEscape = 2;
  constexpr std::size_t kUnicodeEscape = 6;
  while (passed_ < offset && !rest_.empty()) {
    if (rest_.front() != '\\') {
      // Most characters are written as they are.
      const std::size_t plain = std::min({rest_.find('\\'), rest_.size(), offset - passed_});
      rest_.remove_prefix(plain);
      passed_ += plain;
      continue;
    }
    if (rest_[1] != 'u') {
      rest_.remove_prefix(kEscape);
      ++passed_;
      continue;
    }
    unsigned unit = 0;
    std::from_chars(rest_.data() + kEscape, rest_.data() + kUnicodeEscape, unit, 16);
    // Two of these, for a surrogate and the other half, are one character of four bytes.
    passed_ += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
    rest_.remove_prefix(kUnicodeEscape);
  }
  return rest_.data();
}

void append_elements(Splices& splices, JsonValue array, std::span<const std::string> added,
                     std::size_t dropped) {
  const std::string separator = separator_in(array);
  const std::string_view values = values_in(array);
  std::size_t left = dropped;
  auto first_kept = array.begin();
  for (; left > 0 && first_kept != array.end(); --left) ++first_kept;
  const bool keeps_any = first_kept != array.end();
  std::string end;
  for (const std::string& value : added.subspan(std::min(left, added.size()))) {
    if (keeps_any || !end.empty()) end += separator;
    end += value;
  }
  if (!keeps_any) return splices.replace(values, std::move(end));
  if (dropped > 0) {
    const char* const kept = first_kept->text().data();
    splices.replace({values.data(), static_cast<std::size_t>(kept - values.data())}, {});
  }
  splices.insert(values.data() + values.size(), std::move(end));
}

void append_to_string(Splices& splices, JsonValue string, std::string_view added) {
  const std::string written = string_in_json(added);
  splices.insert(string.text().data() + string.text().size() - 1,
                 written.substr(1, written.size() - 2));
}

}  // namespace core
