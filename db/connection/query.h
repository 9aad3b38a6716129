// Query: a statement whose parameters have names.
//
//   constexpr Query<R"(
//   select title from artifacts where id = $artifact and version < $below)">
//       kTitle{"artifact_title"};
//   postgres.read(kTitle, "artifact"_a = artifact, "below"_a = below);
//
// PostgreSQL knows parameters by number: the compiler numbers the names in the order in which they
// first occur, and puts a comment with them before the statement. A call that leaves a name out, or
// gives one that the statement does not have, does not compile.
//
// The options of a share link (core/link_fields.h) are a group, so that a statement need not list
// them: {link} is their columns, {link.*} the same of a table called link, and {$link} their
// parameters, which are given as one: "link"_a = options.
//
// {or add} ends an insert into artifact_counts: a row that is there already gets the sum.
//
// A statement that has a shorter form stands once: without_link() leaves out what is between the
// lines "-- with a link" and "-- with or without". A text that several statements share is put into
// them by with_parts().
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/link_fields.h"
#include "db/connection/values.h"

namespace db {

struct Statement {
  const char* name;  // unique in the program
  const char* sql;
};

// A literal as a template parameter.
template <std::size_t size>
struct Text {
  consteval Text() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): so that a literal can be given.
  consteval Text(const char (&literal)[size]) { std::copy_n(literal, size, characters.begin()); }
  constexpr std::string_view view() const { return {characters.data(), size - 1}; }

  std::array<char, size> characters{};
};

// The value of a parameter, which must outlive it.
template <Text name, typename Value>
struct Given {
  const Value& value;
};

template <Text name>
struct ParameterName {
  template <typename Value>
  // NOLINTNEXTLINE(misc-unconventional-assign-operator,cppcoreguidelines-c-copy-assignment-signature)
  constexpr Given<name, Value> operator=(const Value& value) const {
    return {value};
  }
};
template <Text name>
constexpr ParameterName<name> operator""_a() {
  return {};
}

// The parts from which the compiler makes a statement. They read copies of constants: with
// UndefinedBehaviorSanitizer, GCC takes an address of a constant for one that may be null.
namespace statement_text {

constexpr std::string_view kOption = "link.";  // begins the names of the parameters of {$link}

constexpr bool is_in_name(char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '.'; }

// A text that the compiler writes, and the names of parameters in it.
struct Draft {
  static constexpr std::size_t kMost = 16'384;
  static constexpr std::size_t kMostNames = 64;
  std::array<char, kMost> characters{};
  std::size_t size = 0;

  constexpr std::string_view view() const { return {characters.data(), size}; }
  constexpr void append(std::string_view text) {
    for (const char c : text) characters[size++] = c;
  }
  constexpr void append_options(std::string_view before_each) {
    bool is_first = true;
    core::for_each_link_field([&](const auto& field) {
      if (!is_first) append(", ");
      append(before_each);
      append(field.column);
      is_first = false;
    });
  }
};

constexpr std::string_view kOrAdd = R"(on conflict (account_id, listed_as, template, slot)
      do update set count = artifact_counts.count + excluded.count,
                    bytes = artifact_counts.bytes + excluded.bytes)";

// With the groups written out. Other places in braces are an error, unless the text may have them.
template <Text sql, bool has_places>
consteval Draft with_groups() {
  const Text text = sql;
  Draft draft;
  std::string_view rest = text.view();
  if (!rest.starts_with('\n')) throw "the statement begins on a line of its own";
  while (!rest.empty()) {
    const std::size_t at = std::min(rest.find('{'), rest.size());
    draft.append(rest.substr(0, at));
    rest.remove_prefix(at);
    if (rest.empty()) break;
    const std::string_view group = rest.substr(0, rest.find('}') + 1);
    if (group == "{link}") {
      draft.append_options("");
    } else if (group == "{link.*}") {
      draft.append_options("link.");
    } else if (group == "{$link}") {
      draft.append_options("$link.");
    } else if (group == "{or add}") {
      draft.append(kOrAdd);
    } else if (has_places || group == "{}") {  // the latter is an empty array
      draft.append(group);
    } else {
      throw "there is no such group";
    }
    rest.remove_prefix(group.size());
  }
  return draft;
}

// Without the lines from each "-- with a link" to "-- with or without".
template <Text sql>
consteval Draft shortened() {
  constexpr std::string_view kBegin = "-- with a link\n";
  constexpr std::string_view kEnd = "-- with or without\n";
  const Text copy = sql;
  Draft draft;
  std::string_view rest = copy.view();
  for (std::size_t at = 0; (at = rest.find(kBegin)) != std::string_view::npos;) {
    draft.append(rest.substr(0, at));
    const std::size_t end = rest.find(kEnd);
    if (end == std::string_view::npos) throw "a part has no end";
    rest.remove_prefix(end + kEnd.size());
  }
  draft.append(rest);
  return draft;
}

template <Text sql, Text place, Text part>
consteval Draft with_part() {
  const Text copy = sql;
  const Text name = place;
  const Text text = part;
  Draft draft;
  std::string_view rest = copy.view();
  if (rest.find(name.view()) == std::string_view::npos) throw "there is no such place";
  for (std::size_t at = 0; (at = rest.find(name.view())) != std::string_view::npos;) {
    draft.append(rest.substr(0, at));
    draft.append(text.view());
    rest.remove_prefix(at + name.view().size());
  }
  draft.append(rest);
  return draft;
}

template <std::size_t size>
consteval Text<size + 1> text_of(Draft draft) {
  Text<size + 1> text;
  for (std::size_t i = 0; i < size; ++i) text.characters[i] = draft.characters[i];
  return text;
}

struct Name {
  static constexpr std::size_t kMost = 64;
  std::array<char, kMost> characters{};
  std::size_t size = 0;

  constexpr Name() = default;
  constexpr explicit Name(std::string_view text) : size(text.size()) {
    for (std::size_t i = 0; i < size; ++i) characters[i] = text[i];
  }
  constexpr std::string_view view() const { return {characters.data(), size}; }
  // Whether it is one of the parameters of {$link}.
  constexpr bool is_option() const { return view().starts_with(kOption); }
};

template <Text text>
constexpr Name name_of() {
  const Text copy = text;
  return Name(copy.view());
}

struct Names {
  std::array<Name, Draft::kMostNames> all{};
  std::size_t count = 0;

  // The place of the name, from 0; it is added if it is new.
  constexpr std::size_t place_of(std::string_view name) {
    for (std::size_t i = 0; i < count; ++i)
      if (all[i].view() == name) return i;
    all[count] = Name(name);
    return count++;
  }
  // Whether a value of this name has a place.
  constexpr bool take(std::string_view name) const {
    for (std::size_t i = 0; i < count; ++i)
      if (all[i].view() == name || (name == "link" && all[i].is_option())) return true;
    return false;
  }
};

constexpr std::string_view name_at_start(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_in_name(text[size])) ++size;
  return text.substr(0, size);
}

template <const Draft& draft>
consteval Names names_in() {
  const Draft copy = draft;
  Names names;
  std::string_view rest = copy.view();
  for (std::size_t at = 0; (at = rest.find('$')) != std::string_view::npos;) {
    rest.remove_prefix(at + 1);
    const std::string_view name = name_at_start(rest);
    if (name.empty()) throw "a parameter has no name";
    names.place_of(name);
    rest.remove_prefix(name.size());
  }
  return names;
}

// With numbers for names, after a comment with the names in their order, for readers of
// PostgreSQL's log.
template <const Draft& draft>
consteval Draft numbered() {
  constexpr std::size_t kTen = 10;
  const Draft copy = draft;
  Draft text;
  Names names = names_in<draft>();
  for (std::size_t i = 0; i < names.count; ++i) {
    text.append(i == 0 ? "-- Parameters: " : ", ");
    text.append(names.all[i].view());
  }
  std::string_view rest = copy.view();
  for (std::size_t at = 0; (at = rest.find('$')) != std::string_view::npos;) {
    text.append(rest.substr(0, at + 1));
    rest.remove_prefix(at + 1);
    const std::string_view name = name_at_start(rest);
    const std::size_t number = names.place_of(name) + 1;
    if (number >= kTen) text.characters[text.size++] = static_cast<char>('0' + number / kTen);
    text.characters[text.size++] = static_cast<char>('0' + number % kTen);
    rest.remove_prefix(name.size());
  }
  text.append(rest);
  return text;
}

}  // namespace statement_text

// The text of a statement without the parts that are for a link.
template <Text sql>
consteval auto without_link() {
  constexpr statement_text::Draft kDraft = statement_text::shortened<sql>();
  return statement_text::text_of<kDraft.size>(kDraft);
}

// The text with a part wherever `place` stands, and so on: with_parts<kList, "{page}", kPage>().
template <Text sql, Text place, Text part, Text... more>
consteval auto with_parts() {
  constexpr statement_text::Draft kDraft = statement_text::with_part<sql, place, part>();
  constexpr Text kText = statement_text::text_of<kDraft.size>(kDraft);
  if constexpr (sizeof...(more) > 0) {
    return with_parts<kText, more...>();
  } else {
    return kText;
  }
}

// `has_places`: it has other places in braces, and is not run before something fills them.
template <Text sql, bool has_places = false>
class Query {
 public:
  consteval explicit Query(const char* name) : statement_{name, kText.data()} {}

  const Statement& statement() const { return statement_; }

  // The values in the order of the numbers.
  template <Text... names, typename... Values>
  static auto in_order(const Given<names, Values>&... given) {
    static_assert((takes<names>() && ...), "the statement has no parameter of a given name");
    const auto values = std::tie(given.value...);
    return [&]<std::size_t... place>(std::index_sequence<place...>) {
      return Parameters(value_of<place, names...>(values)...);
    }
    (std::make_index_sequence<kNames.count>{});
  }

 private:
  using Name = statement_text::Name;
  static constexpr statement_text::Draft kWhole = statement_text::with_groups<sql, has_places>();
  static constexpr statement_text::Names kNames = statement_text::names_in<kWhole>();
  static constexpr auto kText = [] {
    constexpr statement_text::Draft kDraft = statement_text::numbered<kWhole>();
    std::array<char, kDraft.size + 1> text{};
    std::copy_n(kDraft.characters.begin(), kDraft.size, text.begin());
    return text;
  }();

  template <Text name>
  static consteval bool takes() {
    const statement_text::Names names = kNames;
    return names.take(statement_text::name_of<name>().view());
  }

  // The place of the value for this parameter among those that are given; their number if there is
  // none.
  template <std::size_t place, Text... names>
  static consteval std::size_t place_of_value() {
    const Name name = kNames.all[place];
    const std::string_view wanted = name.is_option() ? std::string_view("link") : name.view();
    const std::array<Name, sizeof...(names)> given{statement_text::name_of<names>()...};
    std::size_t found = 0;
    while (found < given.size() && given[found].view() != wanted) ++found;
    return found;
  }
  // The place of the field of a link whose option it is; the number of fields if it is none.
  template <std::size_t place>
  static consteval std::size_t place_of_field() {
    const Name name = kNames.all[place];
    if (!name.is_option()) return core::kLinkFieldCount;
    const std::string_view column = name.view().substr(statement_text::kOption.size());
    std::size_t at = 0;
    std::size_t found = core::kLinkFieldCount;
    core::for_each_link_field([&](const auto& field) {
      if (column == field.column) found = at;
      ++at;
    });
    if (found == core::kLinkFieldCount) throw "a link has no such option";
    return found;
  }

  template <std::size_t place, Text... names, typename Tuple>
  static const auto& value_of(const Tuple& values) {
    constexpr std::size_t kValue = place_of_value<place, names...>();
    static_assert(kValue < sizeof...(names), "a parameter of the statement is not given");
    constexpr std::size_t kField = place_of_field<place>();
    const auto& value = std::get<kValue>(values);
    if constexpr (kField < core::kLinkFieldCount) {
      return value.*std::get<kField>(core::kLinkFields).member;
    } else {
      return value;
    }
  }

  Statement statement_;
};

}  // namespace db
