// A table of texts by their names, which the build makes of a list (pages/build_named_texts.mjs).
// It is two constants, so that thousands of names need neither memory of their own nor relocations
// when the program starts.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace templates {

class NamedTexts {
 public:
  // `texts` has each name followed by its text, without anything in between, in the order of the
  // names' bytes; `ends` says where each of them ends. Both are referred to.
  constexpr NamedTexts(std::string_view texts, std::span<const std::uint16_t> ends)
      : texts_(texts), ends_(ends) {}

  // The text with the name that is wanted; empty if there is none.
  std::string_view find(std::string_view wanted) const;

  // Whether the names are in order, as find() needs them.
  constexpr bool is_sorted() const {
    for (std::size_t i = 1; i < size(); ++i) {
      if (name(i - 1) >= name(i)) return false;
    }
    return true;
  }

  constexpr std::size_t size() const { return ends_.size() / 2; }
  constexpr std::string_view name(std::size_t index) const { return part(2 * index); }

 private:
  constexpr std::string_view part(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return texts_.substr(begin, ends_[index] - begin);
  }

  std::string_view texts_;
  std::span<const std::uint16_t> ends_;
};

}  // namespace templates
